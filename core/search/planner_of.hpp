// What a planner does, compiled once per game: include this in one file and write
//
//   template class otherminds::Planner<MyGame>;
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/planning_model.hpp"
#include "search/deepening.hpp"
#include "search/evolve/evolve.hpp"
#include "search/exhaustive.hpp"
#include "search/hidden/belief_game_walker.hpp"
#include "search/hidden/belief_walker.hpp"
#include "search/models/nested_model.hpp"
#include "search/planner.hpp"
#include "search/planning_in.hpp"
#include "search/race.hpp"
#include "search/root_parallel.hpp"
#include "search/search.hpp"

namespace otherminds {

template <Game G>
Planner<G>::Planner(const G& game, const SearchOptions& options, const Resolved<G>& resolved)
    : game_(game), options_(options), resolved_(resolved) {
  needs_ = needs_of(options.bandit);
  if (const auto* sets = std::get_if<InformationSets>(&options.hidden))
    needs_.available = sets->availability;
  if (options.tree.afterstates || needs_.moments)
    needs_.seats = static_cast<std::size_t>(game.seats());
  if constexpr (HasBeliefGame<G>) {
    if (options.in_belief_game())
      belief_planning_ =
          std::make_shared<BeliefPlanning<G>>(game, std::get<BeliefTree>(options.hidden), options);
  }
  if constexpr (HasPlanningModel<G>) {
    if (options.model) model_planning_ = std::make_shared<ModelPlanning<G>>(game, options);
  }
}

template <Game G>
template <class Self, class Archive>
void Planner<G>::archived(Self& self, Archive& archive) {
  KeptTree<G>::archived(self.kept_, archive, self.fresh_tree(self.options_));
  archive(self.population_, self.committed_, self.committed_turns_);
  if constexpr (HasBeliefGame<G>) {
    if (self.belief_planning_) BeliefPlanning<G>::archived(*self.belief_planning_, archive.bytes());
  }
  if constexpr (HasPlanningModel<G>) {
    if (self.model_planning_) archive(*self.model_planning_);
  }
}

template <Game G>
void Planner<G>::write(ArchiveWriter& bytes) const {
  Archive<ArchiveWriter, G> archive(bytes, game_);
  archived(*this, archive);
}

template <Game G>
void Planner<G>::read(ArchiveReader& bytes) {
  Archive<ArchiveReader, G> archive(bytes, game_);
  archived(*this, archive);
}

template <Game G>
SearchResult Planner<G>::plan(const Root<G>& root, Stream stream, Monitor* monitor) {
  if constexpr (HasPlanningModel<G>) {
    if (model_planning_) return model_planning_->plan(root, stream, monitor);
  }
  if constexpr (IsBeliefGame<G>)  // which only this answer plans in
    return in_belief_game(std::get<BeliefTree>(options_.hidden), root, stream, monitor);
  else
    return plan_in_game(root, stream, monitor);
}

template <Game G>
SearchResult Planner<G>::plan_in_game(const Root<G>& root, Stream stream, Monitor* monitor) {
  if (options_.exhaustive && options_.exhaustive->deepening)
    return Deepening<G>(game_, root.seat, options_, resolved_, monitor).plan(*root.state);
  if (options_.exhaustive) {
    Rng rng = stream.rng();
    return Exhaustion<G>(game_, root.seat, options_, resolved_, *root.known, monitor)
        .plan(*root.state, rng);
  }
  if (options_.evolve) return evolve(root, stream, monitor);
  return std::visit([&](const auto& hidden) { return start(hidden, root, stream, monitor); },
                    options_.hidden);
}

template <Game G>
SearchResult Planner<G>::start(const Nothing&, const Root<G>& root, Stream stream,
                               Monitor* monitor) {
  const TreeOptions& tree = options_.tree;
  if (tree.loop == Loop::closed && !tree.transpositions)
    return run(NothingWalker<G>(game_, *root.state, listed()), root, stream, monitor);
  const auto same = [state = *root.state](State& world, Rng&) {
    world = state;
    return std::uint64_t{0};
  };
  return run(walker(root, *root.state, same, NodeKey::state), root, stream, monitor);
}

template <Game G>
SearchResult Planner<G>::start(const Worlds& hidden, const Root<G>& root, Stream stream,
                               Monitor* monitor) {
  const auto worlds = draw_worlds(root, hidden.count, stream);
  return run(walker(root, worlds->front(), in_turn(worlds), NodeKey::path), root, stream, monitor);
}

template <Game G>
auto Planner<G>::draw_worlds(const Root<G>& root, std::int64_t count, Stream stream) const
    -> SharedWorlds {
  Rng rng = stream.child("world").rng();
  auto worlds = std::make_shared<std::vector<State>>();
  for (std::int64_t i = 0; i < count && (i == 0 || Patience::lasts()); ++i)
    worlds->push_back(game_.sample(*root.belief, rng));
  return worlds;
}

// Each copy, so each thread, takes the worlds in turn.
template <Game G>
typename StateWalker<G>::Source Planner<G>::in_turn(SharedWorlds worlds) {
  return [worlds = std::move(worlds), turn = std::size_t{0}](State& world, Rng&) mutable {
    const std::size_t place = turn++ % worlds->size();
    world = (*worlds)[place];
    return static_cast<std::uint64_t>(place + 1);
  };
}

template <Game G>
SearchResult Planner<G>::start(const InformationSets& hidden, const Root<G>& root, Stream stream,
                               Monitor* monitor) {
  const bool each = hidden.observers == Observers::each;
  NodeKey key = each ? NodeKey::actors_history : NodeKey::history;
  if (options_.tree.transpositions) key = each ? NodeKey::actors_view : seen_key();
  const auto forgetful = forgetful_belief(game_, options_.quirks, *root.belief);
  if (!forgetful) return from_belief(root, key, stream, monitor);
  Root<G> changed = root;
  changed.belief = &*forgetful;
  return from_belief(changed, key, stream, monitor);
}

template <Game G>
SearchResult Planner<G>::start(const Particles& hidden, const Root<G>& root, Stream stream,
                               Monitor* monitor) {
  const NodeKey key = options_.tree.transpositions ? seen_key() : NodeKey::history;
  if (hidden.belief == RootBelief::game) return from_belief(root, key, stream, monitor);
  WorldSet<G> own;
  const WorldSet<G>& worlds = worlds_of(root, static_cast<std::size_t>(hidden.count), own, stream);
  const auto drawn = [this, &worlds](State& world, Rng& rng) {
    world = worlds.draw(rng);
    if constexpr (requires { game_.reshuffle(world, rng); }) game_.reshuffle(world, rng);
    return std::uint64_t{0};
  };
  const State& some = worlds.worlds().front().state;
  if (options_.tree.significance)
    return Race<G>(game_, root, options_, resolved_, drawn, some, stream).run(monitor);
  return run(walker(root, some, drawn, key), root, stream, monitor);
}

template <Game G>
SearchResult Planner<G>::start(const BeliefTree& hidden, const Root<G>& root, Stream stream,
                               Monitor* monitor) {
  if (hidden.belief_game) return in_belief_game(hidden, root, stream, monitor);
  WorldSet<G> own;
  const WorldSet<G>& worlds = worlds_of(root, static_cast<std::size_t>(hidden.count), own, stream);
  return run(BeliefWalker<G>(game_, root.seat, worlds, hidden, root.history, listed()), root,
             stream, monitor);
}

// Plans where the seat's belief projects to; the actions there are those of the game.
template <Game G>
SearchResult Planner<G>::in_belief_game(const BeliefTree& hidden, const Root<G>& root,
                                        Stream stream, Monitor* monitor) {
  if constexpr (IsBeliefGame<G>) {
    return run(BeliefGameWalker<G>(game_, root.seat, *root.belief, hidden,
                                   options_.tree.transpositions, root.history),
               root, stream, monitor);
  } else if constexpr (HasBeliefGame<G>) {
    return belief_planning_->plan(root, stream, monitor);
  } else {
    throw Error(ErrorKind::game, game_.name() + " has no belief game to plan in.");
  }
}

// Where the plans of Evolve are played: worlds as the answer to `hidden` draws them.
template <Game G>
SearchResult Planner<G>::evolve(const Root<G>& root, Stream stream, Monitor* monitor) {
  typename Evolution<G>::Source source;
  if (!options_.believes()) {
    source = [&root](State& world, Rng&) { world = *root.state; };
  } else if (const auto* hidden = std::get_if<Worlds>(&options_.hidden)) {
    source = in_turn(draw_worlds(root, hidden->count, stream));
  } else if (root.worlds && !root.worlds->empty()) {
    source = [&root](State& world, Rng& rng) { world = root.worlds->draw(rng); };
  } else {
    source = [this, &root](State& world, Rng& rng) { world = game_.sample(*root.belief, rng); };
  }
  Rng rng = stream.child("world").rng();
  const State some = options_.believes() ? game_.sample(*root.belief, rng) : *root.state;
  const EvolveOptions& wanted = *options_.evolve;
  if (wanted.commit && committed_turns_ > 0) {
    ActionList legal;
    game_.legal(some, legal);
    if (std::ranges::binary_search(legal, committed_.action)) {
      --committed_turns_;
      shift(population_);
      committed_.seconds = 0;
      committed_.iterations = 0;
      return committed_;
    }
  }
  if (wanted.shift)
    shift(population_);
  else
    population_.clear();
  SearchResult result =
      Evolution<G>(game_, root.seat, options_, resolved_, *root.known, source, some, stream.rng())
          .run(population_, monitor);
  if (wanted.commit) {
    committed_ = result;
    committed_turns_ = population_.front().genes.front().turns - 1;
  }
  return result;
}

template <Game G>
SearchResult Planner<G>::from_belief(const Root<G>& root, NodeKey key, Stream stream,
                                     Monitor* monitor) {
  Rng rng = stream.child("world").rng();
  const auto drawn = [this, &root](State& world, Rng& own) {
    world = game_.sample(*root.belief, own);
    return std::uint64_t{0};
  };
  return run(walker(root, game_.sample(*root.belief, rng), drawn, key), root, stream, monitor);
}

// The worlds that the agent kept, or else some drawn now.
template <Game G>
const WorldSet<G>& Planner<G>::worlds_of(const Root<G>& root, std::size_t count, WorldSet<G>& own,
                                         Stream stream) const {
  if (root.worlds && !root.worlds->empty()) return *root.worlds;
  Rng rng = stream.child("world").rng();
  own.fill(game_, *root.belief, count, rng);
  return own;
}

template <Game G>
StateWalker<G> Planner<G>::walker(const Root<G>& root, const State& some,
                                  typename StateWalker<G>::Source source, NodeKey key) const {
  if (options_.tree.loop == Loop::open) key = NodeKey::moves;
  return StateWalker<G>(game_, root.seat, some, std::move(source), key, root.history,
                        options_.believes() ? root.belief : nullptr, listed());
}

// What makes two positions equal for a seat that does not see everything.
template <Game G>
NodeKey Planner<G>::seen_key() const {
  return options_.tree.same_belief ? NodeKey::belief : NodeKey::view;
}

template <Game G>
template <class Walker>
SearchResult Planner<G>::run(const Walker& walker, const Root<G>& root, Stream stream,
                             Monitor* monitor) {
  const TreeOptions& wanted = options_.tree;
  if (wanted.threads > 1 && wanted.parallel == Parallel::root)
    return search_apart(
        options_, stream, monitor,
        [&](const SearchOptions& share, PlaceBeside beside, Stream own, Monitor* own_monitor) {
          SearchRun<G, Walker> run(game_, root, walker, share, resolved_, fresh_tree(share), own,
                                   beside);
          return run.run(own_monitor);
        });
  Tree tree = kept_.usable(game_, root, fresh_tree(options_), Walker::keyed);
  std::uint32_t old = 0;
  if (tree.size() > 0) {
    Walker scout = walker;
    Rng rng = stream.rng();
    scout.reset(rng);
    const std::uint32_t node = Walker::keyed ? tree.find(scout.key()) : 0;
    if (node != no_node) old = tree.node(node).visits;
  }
  SearchRun<G, Walker> run(game_, root, walker, options_, resolved_, std::move(tree), stream);
  SearchResult result = run.run(monitor);
  result.reused = old;
  if (wanted.reuse && !run.cut_short()) kept_.keep(run.take_tree(), root);
  return result;
}

}  // namespace otherminds
