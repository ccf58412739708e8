// What is hidden from me? Each answer is a walker: it draws the world of one iteration and walks
// it from the root along the moves that the loop chooses.
//
//   reset(rng)      draws the iteration's world
//   actor()         who acts in it
//   legal(out)      the actor's actions
//   apply(a, s, rng)  makes a move or takes a chance outcome; `s` tells that the search chose it
//   draw(rng)       a chance outcome
//   act(model, ...) a move of a modelled seat, at random with the chance of an error
//   key()           the identity of the node where the walk is
//   settled()       whether the moves of this node are the same at each visit
//   world(rng)      where the roll-out starts
//
// and says by constants how its nodes are told apart:
//
//   keyed           nodes are found by key(); otherwise a node is the path that leads to it
//   weighted        legal moves have a probability of being legal: weights() of the last legal()
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "engine/game.hpp"
#include "search/hidden/world_set.hpp"
#include "search/models/models.hpp"

namespace otherminds {

// Which moves a search lists where the search decides alone: those of which something can come.
// Where it shares nodes with others, who may do whatever is legal, it lists all.
enum class Listed { allowed, legal };

template <Game G>
void list_moves(const G& game, const typename G::State& world, Listed listed, ActionList& out) {
  if constexpr (HasAllowed<G>) {
    if (listed == Listed::allowed) return game.allowed(world, out);
  }
  game.legal(world, out);
}

// The world as it is shown, every position a path from the root.
template <Game G>
class NothingWalker {
 public:
  static constexpr bool keyed = false;
  static constexpr bool weighted = false;

  NothingWalker(const G& game, const typename G::State& root, Listed listed)
      : game_(game), listed_(listed), root_(root), world_(root) {}

  void reset(Rng&) { world_ = root_; }
  int actor() const { return game_.actor(world_); }
  void legal(ActionList& out) const { list_moves(game_, world_, listed_, out); }
  void apply(Action action, bool, Rng&) { game_.apply(world_, action); }
  Action draw(Rng& rng) const { return game_.sample_outcome(world_, rng); }
  Action act(const Model<G>& model, int seat, const Memory& memory, double error, Rng& rng) const {
    return erring_move(game_, model, world_, seat, memory, error, rng);
  }
  std::uint64_t key() const { return 0; }
  bool settled() const { return true; }
  typename G::State& world(Rng&) { return world_; }

 private:
  const G& game_;
  const Listed listed_;
  const typename G::State root_;
  typename G::State world_;
};

// The key of a history with one more event.
constexpr std::uint64_t extend_history(std::uint64_t history, std::uint64_t event) {
  return mix64(history ^ mix64(event + 1));
}

// What tells two nodes of a keyed walk apart.
enum class NodeKey {
  path,            // every move and outcome
  moves,           // the moves that the search chose, nothing else: the open loop
  state,           // the position
  view,            // what the searching seat sees
  history,         // what the searching seat has witnessed
  actors_view,     // what the seat that acts sees
  actors_history,  // what the seat that acts has witnessed
  belief,          // what the searching seat sees and believes
};

// A state, drawn from wherever, walked with nodes that are found by key. Determinization,
// information sets, particles, open loops and transpositions differ in the source and the key.
//
// What the searching seat may do follows from what it believes there, what others may do from the
// world. A belief is folded along the walk when a node needs it, unless the key carries it anyway.
template <Game G>
class StateWalker {
 public:
  static constexpr bool keyed = true;
  static constexpr bool weighted = false;

  // Draws a world and returns a number that keeps separate trees apart (0 for one tree).
  using Source = std::function<std::uint64_t(typename G::State&, Rng&)>;

  // `belief`: what the seat believes at the root; without one it looks at the world.
  StateWalker(const G& game, int seat, const typename G::State& some, Source source, NodeKey key,
              std::uint64_t history, const typename G::Belief* belief, Listed listed)
      : game_(game),
        seat_(seat),
        source_(std::move(source)),
        kind_(key),
        listed_(listed),
        start_(history),
        world_(some),
        before_(some),
        drawn_(some),
        root_belief_(belief) {
    if constexpr (HasAllowed<G>)
      lists_believed_ =
          listed == Listed::allowed && belief != nullptr && !game.perfect_information();
  }

  void reset(Rng& rng) {
    const std::uint64_t tree = source_(world_, rng);
    moves_.clear();
    if (lists_believed_ && kind_ != NodeKey::belief) drawn_ = world_;
    traces_.fill(tree == 0 ? start_ : extend_history(start_, tree));
    if (kind_ == NodeKey::belief) {
      belief_ = *root_belief_;
      believes_ = true;
    }
    if (kind_ != NodeKey::actors_history) return;
    // What the others have witnessed before the search is what they see in this world.
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (seat != seat_)
        extend(static_cast<std::size_t>(seat), view_key(game_, game_.view(world_, seat)));
    }
  }

  int actor() const { return game_.actor(world_); }
  void legal(ActionList& out) {
    if constexpr (HasAllowed<G>) {
      if (lists_believed_ && game_.actor(world_) == seat_ && believes_here())
        return game_.allowed(*belief_, out);
    }
    list_moves(game_, world_, listed_, out);
  }
  Action draw(Rng& rng) const { return game_.sample_outcome(world_, rng); }
  Action act(const Model<G>& model, int seat, const Memory& memory, double error, Rng& rng) const {
    return erring_move(game_, model, world_, seat, memory, error, rng);
  }
  typename G::State& world(Rng&) { return world_; }

  // Those of the searching seat follow from what it sees, or from what it believes.
  bool settled() const {
    const bool known = kind_ == NodeKey::history || kind_ == NodeKey::belief ||
                       (kind_ == NodeKey::view && !lists_believed_);
    return known && game_.actor(world_) == seat_;
  }

  void apply(Action action, bool searched, Rng&) {
    if (lists_believed_) moves_.push_back(action);
    switch (kind_) {
      case NodeKey::state:
      case NodeKey::view:
      case NodeKey::actors_view:
        game_.apply(world_, action);
        break;
      case NodeKey::moves:
        game_.apply(world_, action);
        if (searched) extend(0, static_cast<std::uint64_t>(action));
        break;
      case NodeKey::path:
        game_.apply(world_, action);
        extend(0, static_cast<std::uint64_t>(action));
        break;
      case NodeKey::history:
        before_ = world_;
        game_.apply(world_, action);
        extend(0, game_.observe(before_, action, world_, seat_).key());
        break;
      case NodeKey::actors_history:
        before_ = world_;
        game_.apply(world_, action);
        for (int seat = 0; seat < game_.seats(); ++seat)
          extend(static_cast<std::size_t>(seat),
                 game_.observe(before_, action, world_, seat).key());
        break;
      case NodeKey::belief:
        before_ = world_;
        game_.apply(world_, action);
        learn(game_.observe(before_, action, world_, seat_));
        break;
    }
  }

  std::uint64_t key() const {
    const int actor = game_.actor(world_);
    const std::uint64_t whose = mix64(static_cast<std::uint64_t>(actor + 3));
    switch (kind_) {
      case NodeKey::state:
        return state_key(game_, world_);
      case NodeKey::view:
        return view_key(game_, game_.view(world_, seat_)) ^ whose;
      case NodeKey::actors_view:
        return view_key(game_, game_.view(world_, actor < 0 ? seat_ : actor)) ^ whose;
      case NodeKey::actors_history:
        return traces_[static_cast<std::size_t>(actor < 0 ? seat_ : actor)] ^ whose;
      case NodeKey::belief:
        if constexpr (HasBeliefKey<G>) {
          if (believes_) return game_.belief_key(*belief_) ^ whose;
        }
        break;
      case NodeKey::path:
      case NodeKey::moves:
      case NodeKey::history:
        break;
    }
    return traces_[0] ^ whose;
  }

 private:
  // What the seat would believe after this. A world drawn from a belief of independent parts can be
  // one that the belief as a whole excludes; from where that shows, nodes are histories.
  void learn(const Observation& seen) {
    extend(0, seen.key());
    if constexpr (HasBeliefKey<G>)
      believes_ = believes_ && game_.try_update(*belief_, seen, game_.view(world_, seat_));
  }

  // Whether the belief of the seat is known where the walk is: folded from the root where it is not
  // carried along. A tree of one world believes it, but for its root, where all worlds vote.
  bool believes_here() {
    if (kind_ == NodeKey::belief) return believes_;
    if (kind_ == NodeKey::path && !moves_.empty()) return false;
    belief_ = *root_belief_;
    typename G::State world = drawn_;
    for (const Action move : moves_) {
      const typename G::State before = world;
      game_.apply(world, move);
      const Observation seen = game_.observe(before, move, world, seat_);
      if constexpr (HasBeliefKey<G>) {
        if (!game_.try_update(*belief_, seen, game_.view(world, seat_))) return false;
      } else {
        game_.update(*belief_, seen, game_.view(world, seat_));
      }
    }
    return true;
  }

  void extend(std::size_t place, std::uint64_t event) {
    traces_[place] = extend_history(traces_[place], event);
  }

  const G& game_;
  int seat_;
  Source source_;
  NodeKey kind_;
  Listed listed_;
  bool lists_believed_ = false;  // at its own nodes
  std::uint64_t start_;          // what was witnessed before the search, for trees that live on
  typename G::State world_;
  typename G::State before_;
  typename G::State drawn_;  // where the walk began
  ActionList moves_;         // that led here from there
  std::array<std::uint64_t, max_seats> traces_{};
  const typename G::Belief* root_belief_;
  std::optional<typename G::Belief> belief_;  // where the walk is
  bool believes_ = false;
};

}  // namespace otherminds
