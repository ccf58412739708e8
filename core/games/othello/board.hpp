// Discs of an Othello board as bits: which moves there are and what they flip.
//
// Square (row, column) is bit 8 * row + column whatever the size of the board; smaller boards use
// the upper left corner. Both functions flood along all eight directions with parallel-prefix
// shifts. Discs on the first and last column are masked out of runs that move sideways, so nothing
// wraps around the edge.
#pragma once

#include <bit>
#include <cstdint>

namespace otherminds::othello {

using Board = std::uint64_t;

inline constexpr Board inner_columns = 0x7e7e7e7e7e7e7e7eULL;

// The runs of `through` that start next to `from`, shift by `step` in both directions, up to the
// six discs that an 8x8 board has room for between two ends.
struct Runs {
  Board up;
  Board down;
};

constexpr Runs runs(Board from, Board through, int step) {
  Board up = through & (from << step);
  Board down = through & (from >> step);
  up |= through & (up << step);
  down |= through & (down >> step);
  const Board pairs_up = through & (through << step);
  const Board pairs_down = through & (through >> step);
  up |= pairs_up & (up << (2 * step));
  down |= pairs_down & (down >> (2 * step));
  up |= pairs_up & (up << (2 * step));
  down |= pairs_down & (down >> (2 * step));
  return {up, down};
}

// The empty squares of `board` on which `own` may place a disc.
constexpr Board moves(Board own, Board opponent, Board board) {
  Board found = 0;
  const auto direction = [&](Board through, int step) {
    const Runs run = runs(own, through, step);
    found |= (run.up << step) | (run.down >> step);
  };
  direction(opponent & inner_columns, 1);
  direction(opponent & inner_columns, 7);
  direction(opponent, 8);
  direction(opponent & inner_columns, 9);
  return found & board & ~(own | opponent);
}

// The opponent's discs that turn when `own` places a disc on `square`.
constexpr Board flips(Board own, Board opponent, int square) {
  Board turned = 0;
  const Board placed = Board{1} << square;
  const auto direction = [&](Board through, int step) {
    const Runs run = runs(placed, through, step);
    // All ones where the run ends at an own disc, all zeros otherwise: no branch to mispredict.
    turned |= run.up & (Board{0} - static_cast<Board>(((run.up << step) & own) != 0));
    turned |= run.down & (Board{0} - static_cast<Board>(((run.down >> step) & own) != 0));
  };
  direction(opponent & inner_columns, 1);
  direction(opponent & inner_columns, 7);
  direction(opponent, 8);
  direction(opponent & inner_columns, 9);
  return turned;
}

// Bits set. Written out because portable builds turn std::popcount into a function call.
constexpr int count(Board discs) {
  discs -= (discs >> 1) & 0x5555555555555555ULL;
  discs = (discs & 0x3333333333333333ULL) + ((discs >> 2) & 0x3333333333333333ULL);
  discs = (discs + (discs >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return static_cast<int>((discs * 0x0101010101010101ULL) >> 56);
}

// The index of the n-th set bit, n from 0.
constexpr int nth(Board discs, int n) {
  for (; n > 0; --n) discs &= discs - 1;
  return std::countr_zero(discs);
}

}  // namespace otherminds::othello
