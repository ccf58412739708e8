// A named evaluation of a game: what a position that is not over is worth to each seat. A game
// lists its evaluations in a function evaluators(game) beside it.
#pragma once

#include <string>

#include "engine/game.hpp"

namespace otherminds {

template <Game G>
struct EvaluatorEntry {
  std::string name;
  std::string summary;
  Returns (*judge)(const G&, const typename G::State&);  // within the game's return_range
};

}  // namespace otherminds
