// A whole game of random moves, step by step.
#pragma once

#include <vector>

#include "engine/game.hpp"

namespace otherminds {

template <Game G>
struct Step {
  typename G::State before;
  Action action;
  typename G::State after;
};

template <Game G>
std::vector<Step<G>> random_game(const G& game, Rng& rng) {
  std::vector<Step<G>> steps;
  typename G::State state = game.initial(rng);
  while (game.actor(state) != nobody) {
    const typename G::State before = state;
    const Action action = game.sample_legal(state, rng);
    game.apply(state, action);
    steps.push_back({before, action, state});
  }
  return steps;
}

}  // namespace otherminds
