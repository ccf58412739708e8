// What is hidden from me? Each answer is a walker: it draws the world of one iteration and walks
// it from the root along the moves that the loop chooses.
//
//   reset(rng)    draws the iteration's world
//   actor()       who acts in it
//   legal(out)    the actor's actions
//   apply(a)      makes a move or takes a chance outcome
//   draw(rng)     a chance outcome
//   world()       where the roll-out starts
//
// A node's identity is the path of moves and outcomes that leads to it.
#pragma once

#include <utility>

#include "engine/game.hpp"

namespace otherminds {

template <Game G>
class NothingWalker {
 public:
  NothingWalker(const G& game, const typename G::State& root)
      : game_(game), root_(root), world_(root) {}

  void reset(Rng&) { world_ = root_; }
  int actor() const { return game_.actor(world_); }
  void legal(ActionList& out) const { game_.legal(world_, out); }
  void apply(Action action) { game_.apply(world_, action); }
  Action draw(Rng& rng) const { return game_.sample_outcome(world_, rng); }
  typename G::State& world() { return world_; }

 private:
  const G& game_;
  const typename G::State root_;
  typename G::State world_;
};

}  // namespace otherminds
