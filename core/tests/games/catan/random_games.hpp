// Games of Catan at random, step by step.
#pragma once

#include <bit>
#include <cstdint>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

struct Step {
  State before;
  Action action;
  State after;
};

// An action type is drawn, then an action of it: games that build, rob, trade and end.
inline Action typed_move(const Catan& game, const State& state, Rng& rng) {
  std::uint64_t types = game.legal_type_bits(state);
  for (auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(types))); skip > 0; --skip)
    types &= types - 1;
  return game.sample_of_type(state, std::countr_zero(types), rng);
}

// Calls visit(step) for each step of a game.
template <class Visit>
void play(const Catan& game, Rng& rng, Visit&& visit) {
  State state = game.initial(rng);
  while (game.actor(state) != nobody) {
    const State before = state;
    const Action action = game.actor(state) == chance ? game.sample_outcome(state, rng)
                                                      : typed_move(game, state, rng);
    game.apply(state, action);
    visit(Step{before, action, state});
  }
}

}  // namespace otherminds::catan
