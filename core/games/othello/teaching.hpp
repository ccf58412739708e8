// Teaches weights for the patterns by games that they play against themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "games/othello/solve.hpp"

namespace otherminds::othello {

struct Lesson {
  std::int64_t games = 10'000;
  std::uint64_t seed = 0;
  double rate = 0.1;      // the share of an error that one position mends
  double trace = 0.7;     // lambda: how much the end of a game counts against the next position
  double explore = 0.02;  // the chance of a move at random
  int random_moves = 16;  // at most so many at the start of a game, drawn anew for each
  int exact = 8;          // empty squares from which on a game is played perfectly
};

// The errors, in discs, that the weights made on the way.
struct Progress {
  std::int64_t positions = 0;
  double squared_error = 0;  // of the weights against what each game taught, in total
};

// Changes the weights, `patterns::stages` tables of `patterns::slots()`. Half of the games start
// along one of the openings, lists of squares, where there are any. Throws Error for weights of
// another size and for openings that cannot be played.
Progress teach(std::span<float> weights, const Lesson& lesson,
               std::span<const std::vector<int>> openings, const Poll& poll);

}  // namespace otherminds::othello
