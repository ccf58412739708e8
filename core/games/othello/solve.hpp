// Perfect play in Othello, by search to the end of the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "games/othello/othello.hpp"

namespace otherminds::othello {

struct SolveLimits {
  std::size_t memory = std::size_t{256} << 20;  // bytes of the table of positions
  std::int64_t nodes = std::numeric_limits<std::int64_t>::max() - 1;
};

struct Solution {
  int score = 0;             // discs of the side to move less the other's, at the end
  std::vector<Action> line;  // perfect play of both sides to the end, passes included
  std::int64_t nodes = 0;
};

// Called every few milliseconds; what it throws ends the search.
using Poll = std::function<void()>;

Solution solve(const Othello& game, const State& state, const SolveLimits& limits,
               const Poll& poll);

// The score of a position near its end, without the way there.
int best_score(const Othello& game, const State& state);

}  // namespace otherminds::othello
