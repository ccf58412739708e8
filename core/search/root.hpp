// Where a search starts.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game.hpp"
#include "search/hidden/world_set.hpp"
#include "search/others/acquaintance.hpp"

namespace otherminds {

// Answers that look get a state, those that believe get a belief, and the
// worlds where the agent has kept some.
template <Game G>
struct Root {
  int seat = 0;
  const typename G::State* state = nullptr;
  const typename G::Belief* belief = nullptr;
  const WorldSet<G>* worlds = nullptr;
  const Acquaintance* known = nullptr;
  std::uint64_t history = 0;  // what the seat has witnessed, for trees that live on
  std::vector<Action> moves;  // all that happened since the planner last planned
  bool lines = false;         // whether to tell how it would go on after moves that are not made
};

}  // namespace otherminds
