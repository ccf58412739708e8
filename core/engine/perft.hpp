// Perft: how many positions lie exactly `depth` moves below a state. Comparing the counts with
// published ones is the sharpest test of rules there is. A finished game stays a leaf.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game.hpp"
#include "engine/pulse.hpp"

namespace otherminds {

// `lists` holds one action list per level, so that nothing is allocated below the first call.
template <Game G>
std::uint64_t perft(const G& game, const typename G::State& state, int depth,
                    std::vector<ActionList>& lists, Pulse* pulse) {
  const int actor = game.actor(state);
  if (depth == 0 || actor == nobody) return 1;
  auto& actions = lists[static_cast<std::size_t>(depth)];
  if (actor == chance) {
    OutcomeList outcomes;
    game.outcomes(state, outcomes);
    actions.clear();
    for (const auto& outcome : outcomes) actions.push_back(outcome.id);
  } else {
    game.legal(state, actions);
  }
  if (depth == 1) return actions.size();
  if (pulse) pulse->beat();
  std::uint64_t leaves = 0;
  for (const Action action : actions) {
    typename G::State next = state;
    game.apply(next, action);
    leaves += perft(game, next, depth - 1, lists, pulse);
  }
  return leaves;
}

template <Game G>
std::uint64_t perft(const G& game, const typename G::State& state, int depth,
                    Pulse* pulse = nullptr) {
  std::vector<ActionList> lists(static_cast<std::size_t>(depth) + 1);
  return perft(game, state, depth, lists, pulse);
}

}  // namespace otherminds
