// From options to a walker: what each answer to `hidden` starts from and how its nodes are told
// apart. A planner lives as long as its agent, so that a tree can be used again.
//
// Everything below Planner::plan is compiled once per game, where planner_of.hpp is included and
// the class instantiated.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/archive.hpp"
#include "search/evolve/plans.hpp"
#include "search/hidden/walkers.hpp"
#include "search/hidden/world_set.hpp"
#include "search/kept_tree.hpp"
#include "search/model_toolbox.hpp"
#include "search/others/drawn_models.hpp"
#include "search/result.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"

namespace otherminds {

template <Game G>
class BeliefPlanning;
template <Game G>
class ModelPlanning;

template <Game G>
class Planner {
 public:
  using State = typename G::State;

  // Refuses what the game does not allow.
  Planner(const G& game, const SearchOptions& options, const Resolved<G>& resolved);

  SearchResult plan(const Root<G>& root, Stream stream, Monitor* monitor);

  // What it keeps from one plan to the next.
  void write(ArchiveWriter& bytes) const;
  void read(ArchiveReader& bytes);

 private:
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive);

  SearchResult start(const Nothing&, const Root<G>&, Stream, Monitor*);
  SearchResult start(const Worlds&, const Root<G>&, Stream, Monitor*);
  SearchResult start(const InformationSets&, const Root<G>&, Stream, Monitor*);
  SearchResult start(const Particles&, const Root<G>&, Stream, Monitor*);
  SearchResult start(const BeliefTree&, const Root<G>&, Stream, Monitor*);
  SearchResult plan_in_game(const Root<G>&, Stream, Monitor*);
  SearchResult in_belief_game(const BeliefTree&, const Root<G>&, Stream, Monitor*);
  SearchResult evolve(const Root<G>&, Stream, Monitor*);
  SearchResult from_belief(const Root<G>&, NodeKey, Stream, Monitor*);

  using SharedWorlds = std::shared_ptr<const std::vector<State>>;
  SharedWorlds draw_worlds(const Root<G>&, std::int64_t count, Stream) const;
  static typename StateWalker<G>::Source in_turn(SharedWorlds);
  const WorldSet<G>& worlds_of(const Root<G>&, std::size_t count, WorldSet<G>& own, Stream) const;
  StateWalker<G> walker(const Root<G>&, const State& some, typename StateWalker<G>::Source,
                        NodeKey) const;
  NodeKey seen_key() const;
  Listed listed() const { return options_.shares_nodes() ? Listed::legal : Listed::allowed; }
  Tree fresh_tree(const SearchOptions& options) const {
    return Tree(static_cast<std::size_t>(options.tree.max_nodes), needs_);
  }
  template <class Walker>
  SearchResult run(const Walker&, const Root<G>&, Stream, Monitor*);

  const G& game_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  TreeNeeds needs_;
  KeptTree<G> kept_;
  std::shared_ptr<BeliefPlanning<G>> belief_planning_;
  std::shared_ptr<ModelPlanning<G>> model_planning_;
  Population population_;  // the plans of Evolve
  SearchResult committed_;
  std::int64_t committed_turns_ = 0;
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
SearchResult search(const G& game, const typename G::State* state, const typename G::Belief* belief,
                    const SearchOptions& options, const Resolved<G>& resolved, Stream stream,
                    Monitor* monitor) {
  Root<G> root;
  root.lines = monitor != nullptr;  // nobody reads those of a search within a search
  Rng rng = stream.child("others").rng();
  if (options.believes()) {
    if (!belief)
      throw Error(ErrorKind::option,
                  "A search that draws worlds starts from a belief: game.belief(view), updated by "
                  "what the seat has witnessed.");
    Rng draw = stream.child("seat").rng();
    root.seat = searching_seat(game, game.sample(*belief, draw));
    if constexpr (requires { belief->view.seat; }) {
      if (belief->view.seat != root.seat)
        throw Error(ErrorKind::option, "It is the turn of seat " + std::to_string(root.seat) +
                                           "; this is what seat " +
                                           std::to_string(belief->view.seat) + " believes.");
    }
    root.belief = belief;
  } else {
    if (!state)
      throw Error(ErrorKind::option,
                  "A search that assumes nothing hidden starts from a state, not from a belief.");
    root.seat = searching_seat(game, *state);
    root.state = state;
  }
  const Acquaintance known = acquaint(game, root.seat, options, resolved, rng);
  root.known = &known;
  return Planner<G>(game, options, resolved).plan(root, stream, monitor);
}

}  // namespace otherminds
