// From options to a walker: what each answer to `hidden` starts from and how its nodes are told
// apart. A planner lives as long as its agent, so that a tree can be used again.
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "search/belief_walker.hpp"
#include "search/hidden.hpp"
#include "search/search.hpp"
#include "search/world_set.hpp"

namespace otherminds {

// Where a search starts. Answers that look get a state, those that believe get a belief, and the
// worlds where the agent has kept some.
template <Game G>
struct Root {
  int seat = 0;
  const typename G::State* state = nullptr;
  const typename G::Belief* belief = nullptr;
  const WorldSet<G>* worlds = nullptr;
  const Acquaintance* known = nullptr;
  std::uint64_t history = 0;            // what the seat has witnessed, for trees that live on
  std::vector<Action> moves;            // all that happened since the planner last planned
};

template <Game G>
class Planner {
 public:
  using State = typename G::State;

  Planner(const G& game, const SearchOptions& options, const Equipment<G>& equipment)
      : game_(game), options_(options), equipment_(equipment) {
    needs_ = needs_of(options.bandit);
    if (const auto* sets = std::get_if<InformationSets>(&options.hidden))
      needs_.available = sets->availability;
    if (options.tree.afterstates || needs_.moments)
      needs_.seats = static_cast<std::size_t>(game.seats());
    if constexpr (!std::is_trivially_copyable_v<State>) {
      if (options.tree.threads > 1)
        throw Error(ErrorKind::option, "A game written in Python is searched by one thread.");
    }
  }

  SearchResult plan(const Root<G>& root, Stream stream, Monitor* monitor) {
    return std::visit([&](const auto& hidden) { return start(hidden, root, stream, monitor); },
                      options_.hidden);
  }

 private:
  SearchResult start(const Nothing&, const Root<G>& root, Stream stream, Monitor* monitor) {
    const TreeOptions& tree = options_.tree;
    if (tree.loop == Loop::closed && !tree.transpositions)
      return run(NothingWalker<G>(game_, *root.state), root, stream, monitor);
    const auto same = [state = *root.state](State& world, Rng&) {
      world = state;
      return std::uint64_t{0};
    };
    return run(walker(root, *root.state, same, NodeKey::state), root, stream, monitor);
  }

  SearchResult start(const Worlds& hidden, const Root<G>& root, Stream stream, Monitor* monitor) {
    Rng rng = stream.child("world").rng();
    auto worlds = std::make_shared<std::vector<State>>();
    for (std::int64_t i = 0; i < hidden.count; ++i)
      worlds->push_back(game_.sample(*root.belief, rng));
    // Threads take turns with the worlds on their own, from a place of their own.
    const auto next = [worlds, turn = std::size_t{0}](State& world, Rng&) mutable {
      const std::size_t place = turn++ % worlds->size();
      world = (*worlds)[place];
      return static_cast<std::uint64_t>(place + 1);
    };
    return run(walker(root, worlds->front(), next, NodeKey::path), root, stream, monitor);
  }

  SearchResult start(const InformationSets& hidden, const Root<G>& root, Stream stream,
                     Monitor* monitor) {
    const bool each = hidden.observers == Observers::each;
    NodeKey key = each ? NodeKey::actors_history : NodeKey::history;
    if (options_.tree.transpositions) key = each ? NodeKey::actors_view : NodeKey::view;
    return from_belief(root, key, stream, monitor);
  }

  SearchResult start(const Particles& hidden, const Root<G>& root, Stream stream,
                     Monitor* monitor) {
    const NodeKey key = options_.tree.transpositions ? NodeKey::view : NodeKey::history;
    if (hidden.belief == RootBelief::game) return from_belief(root, key, stream, monitor);
    WorldSet<G> own;
    const WorldSet<G>& worlds =
        worlds_of(root, static_cast<std::size_t>(hidden.count), own, stream);
    const auto drawn = [&worlds](State& world, Rng& rng) {
      world = worlds.draw(rng);
      return std::uint64_t{0};
    };
    return run(walker(root, worlds.worlds().front().state, drawn, key), root, stream, monitor);
  }

  SearchResult start(const BeliefTree& hidden, const Root<G>& root, Stream stream,
                     Monitor* monitor) {
    WorldSet<G> own;
    const WorldSet<G>& worlds =
        worlds_of(root, static_cast<std::size_t>(hidden.count), own, stream);
    return run(BeliefWalker<G>(game_, root.seat, worlds, hidden, root.history), root, stream,
               monitor);
  }

  SearchResult from_belief(const Root<G>& root, NodeKey key, Stream stream, Monitor* monitor) {
    Rng rng = stream.child("world").rng();
    const auto drawn = [this, &root](State& world, Rng& own) {
      world = game_.sample(*root.belief, own);
      return std::uint64_t{0};
    };
    return run(walker(root, game_.sample(*root.belief, rng), drawn, key), root, stream, monitor);
  }

  // The worlds that the agent kept, or else some drawn now.
  const WorldSet<G>& worlds_of(const Root<G>& root, std::size_t count, WorldSet<G>& own,
                               Stream stream) const {
    if (root.worlds && !root.worlds->empty()) return *root.worlds;
    Rng rng = stream.child("world").rng();
    own.fill(game_, *root.belief, count, rng);
    return own;
  }

  StateWalker<G> walker(const Root<G>& root, const State& some,
                        typename StateWalker<G>::Source source, NodeKey key) const {
    if (options_.tree.loop == Loop::open) key = NodeKey::moves;
    return StateWalker<G>(game_, root.seat, some, std::move(source), key, root.history);
  }

  template <class Walker>
  SearchResult run(const Walker& walker, const Root<G>& root, Stream stream, Monitor* monitor) {
    if (options_.tree.threads > 1 && options_.tree.parallel == Parallel::root)
      return run_apart(walker, root, stream, monitor);
    Tree tree = usable_tree<Walker>(root);
    const std::uint32_t old = Walker::keyed || tree.size() == 0 ? 0 : tree.node(0).visits;
    SearchRun<G, Walker> run(game_, root.seat, walker, options_, equipment_, *root.known,
                             std::move(tree), stream);
    SearchResult result = run.run(monitor);
    result.reused = old;
    if (options_.tree.reuse) kept_ = run.take_tree();
    return result;
  }

  // The tree of the last search as far as it lies below what has happened since, or a new one.
  template <class Walker>
  Tree usable_tree(const Root<G>& root) {
    Tree fresh(static_cast<std::size_t>(options_.tree.max_nodes), needs_);
    if (!kept_) return fresh;
    Tree old = std::move(*kept_);
    kept_.reset();
    if constexpr (Walker::keyed) {
      // Nodes are found by key; a tree more than half full is not worth keeping.
      return 2 * old.size() > static_cast<std::size_t>(options_.tree.max_nodes) ? std::move(fresh)
                                                                                : std::move(old);
    } else {
      std::uint32_t at = 0;
      for (const Action move : root.moves) {
        const Node& node = old.node(at);
        std::uint32_t next = no_node;
        for (const Edge& edge : old.edges(node)) {
          if (edge.action == move) next = edge.child;
        }
        old.each_outcome(node, [&](const SeenOutcome& outcome) {
          if (outcome.id == move) next = outcome.child;
        });
        if (next == no_node) return fresh;
        at = next;
      }
      return old.node(at).of_chance() ? std::move(fresh) : old.subtree(at);
    }
  }

  // Root-parallel: a tree a thread, votes added.
  template <class Walker>
  SearchResult run_apart(const Walker& walker, const Root<G>& root, Stream stream,
                         Monitor* monitor) {
    const auto threads = static_cast<std::size_t>(options_.tree.threads);
    std::vector<SearchOptions> shares(threads, options_);
    std::vector<std::optional<SearchResult>> results(threads);
    std::vector<std::exception_ptr> troubles(threads);
    const auto work = [&](std::size_t i) {
      try {
        Tree tree(static_cast<std::size_t>(options_.tree.max_nodes), needs_);
        SearchRun<G, Walker> run(game_, root.seat, walker, shares[i], equipment_, *root.known,
                                 std::move(tree), stream.child("tree").child(i));
        results[i] = run.run(i == 0 ? monitor : nullptr);
      } catch (...) {
        troubles[i] = std::current_exception();
      }
    };
    const std::int64_t all = options_.budget.iterations;
    for (std::size_t i = 0; i < threads; ++i) {
      const auto place = static_cast<std::int64_t>(i);
      const auto number = static_cast<std::int64_t>(threads);
      if (all > 0)
        shares[i].budget.iterations =
            std::max<std::int64_t>(all / number + (place < all % number ? 1 : 0), 1);
    }
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work, i);
    work(0);
    for (std::thread& helper : helpers) helper.join();
    for (const std::exception_ptr& trouble : troubles) {
      if (trouble) std::rethrow_exception(trouble);
    }
    SearchResult result = std::move(*results[0]);
    for (std::size_t i = 1; i < threads; ++i) merge(result, *results[i]);
    Rng rng = stream.child("final").rng();
    result.action = final_move(result, options_.tree, rng);
    if (result.line.empty() || result.line.front() != result.action)
      result.line.assign(1, result.action);
    return result;
  }

  const G& game_;
  const SearchOptions& options_;
  const Equipment<G>& equipment_;
  TreeNeeds needs_;
  std::optional<Tree> kept_;
};

// The seat that acts in a state, which must be one.
template <Game G>
int searching_seat(const G& game, const typename G::State& state) {
  const int actor = game.actor(state);
  if (actor == nobody)
    throw Error(ErrorKind::option, "The game is over: there is no move to find.");
  if (actor == chance)
    throw Error(ErrorKind::option,
                "Chance acts here: a search needs a position in which a seat acts.");
  return actor;
}

// Searches once from a state (for answers that look) or from a belief (for those that believe).
template <Game G>
SearchResult search(const G& game, const typename G::State* state,
                    const typename G::Belief* belief, const SearchOptions& options,
                    const Equipment<G>& equipment, Stream stream, Monitor* monitor) {
  Root<G> root;
  Rng rng = stream.child("others").rng();
  if (options.believes()) {
    if (!belief)
      throw Error(ErrorKind::option,
                  "A search that draws worlds starts from a belief: game.belief(view), updated by "
                  "what the seat has witnessed.");
    Rng draw = stream.child("seat").rng();
    root.seat = searching_seat(game, game.sample(*belief, draw));
    root.belief = belief;
  } else {
    if (!state)
      throw Error(ErrorKind::option,
                  "A search that assumes nothing hidden starts from a state, not from a belief.");
    root.seat = searching_seat(game, *state);
    root.state = state;
  }
  const Acquaintance known = acquaint(game, options, equipment.others, rng);
  root.known = &known;
  return Planner<G>(game, options, equipment).plan(root, stream, monitor);
}

// A search as the model of another seat. It plans in the simulated world, which it takes for the
// true one; in games that hide facts that is an approximation.
template <Game G>
class NestedModel final : public Model<G> {
 public:
  using State = typename G::State;

  NestedModel(const SearchOptions& options, Equipment<G> equipment)
      : options_(options), equipment_(std::move(equipment)) {}

  Action act(const G& game, const State& world, int, const Memory&, Rng& rng) const override {
    return plan(game, world, rng).action;
  }

  // The shares of visits; the seed follows from nothing, so that the same question has one answer.
  void probabilities(const G& game, const State& world, int, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    Rng rng(0);
    const SearchResult result = plan(game, world, rng);
    double sum = 0;
    for (const ActionStatistics& each : result.actions) sum += static_cast<double>(each.visits);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const auto found = std::ranges::find(result.actions, legal[i], &ActionStatistics::action);
      out[i] = found == result.actions.end() ? 0 : static_cast<double>(found->visits) / sum;
    }
  }

 private:
  SearchResult plan(const G& game, const State& world, Rng& rng) const {
    return search<G>(game, &world, nullptr, options_, equipment_, Stream(rng.next()), nullptr);
  }

  SearchOptions options_;
  Equipment<G> equipment_;
};

template <Game G>
std::shared_ptr<const Model<G>> make_nested_model(const G& game, const SearchOptions& options,
                                                  const Toolbox<G>& toolbox) {
  if (options.believes())
    throw Error(ErrorKind::option,
                "A search that models another seat plans in the simulated world: its answer to "
                "hidden must be Nothing.");
  return std::make_shared<NestedModel<G>>(options, equip(game, options, toolbox));
}

}  // namespace otherminds
