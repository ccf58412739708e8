// Where things lie on an Othello board of one size, for an exact search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "games/othello/board.hpp"

namespace otherminds::othello {

using Position = std::pair<Board, Board>;  // discs of the side to move, discs of the other

struct Geometry {
  int size;
  Board board = 0;
  Board corners = 0;
  Board diagonal_to_corners = 0;
  std::array<Board, 64> quadrant{};  // the quarter of the board that a square lies in

  constexpr explicit Geometry(int squares_a_side) : size(squares_a_side) {
    const int half = size / 2;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) board |= Board{1} << (8 * row + column);
    Board upper_left = 0;
    for (int row = 0; row < half; ++row)
      for (int column = 0; column < half; ++column) upper_left |= Board{1} << (8 * row + column);
    for (const Board quarter :
         {upper_left, upper_left << half, upper_left << 8 * half, upper_left << 9 * half}) {
      for (Board left = quarter; left != 0; left &= left - 1)
        quadrant[static_cast<std::size_t>(std::countr_zero(left))] = quarter;
    }
    const int end = size - 1;
    corners = 1 | Board{1} << end | Board{1} << 8 * end | Board{1} << 9 * end;
    diagonal_to_corners = (Board{1} << 9 | Board{1} << (end + 7) | Board{1} << (8 * end - 7) |
                           Board{1} << (9 * end - 9));
  }

  constexpr int squares() const { return size * size; }
  constexpr Board empty(Board own, Board opponent) const { return board & ~(own | opponent); }

  // The quarters with an odd number of empty squares: whoever moves there first also moves last.
  constexpr Board odd(Board empty) const {
    Board result = 0;
    for (; empty != 0; empty &= empty - 1)
      result ^= quadrant[static_cast<std::size_t>(std::countr_zero(empty))];
    return result;
  }

  // The same representative for all eight positions that turns and reflections make of one.
  constexpr Position canonical(Position position) const {
    Position least = position;
    const auto turn = [&](auto reflect) {
      position = {reflect(position.first), reflect(position.second)};
      least = std::min(least, position);
    };
    for (int i = 0; i < 4; ++i) {
      turn([this](Board discs) { return left_to_right(discs); });
      turn([](Board discs) { return rows_to_columns(discs); });
    }
    return least;
  }

 private:
  constexpr Board left_to_right(Board discs) const {
    const auto swap = [&](Board mask, int step) {
      discs = (discs >> step & mask) | (discs & mask) << step;
    };
    swap(0x5555555555555555ULL, 1);
    swap(0x3333333333333333ULL, 2);
    swap(0x0f0f0f0f0f0f0f0fULL, 4);
    return discs >> (8 - size);
  }

  static constexpr Board rows_to_columns(Board discs) {
    const auto swap = [&](Board mask, int step) {
      const Board different = (discs ^ discs >> step) & mask;
      discs ^= different ^ different << step;
    };
    swap(0x00aa00aa00aa00aaULL, 7);
    swap(0x0000cccc0000ccccULL, 14);
    swap(0x00000000f0f0f0f0ULL, 28);
    return discs;
  }
};

// The squares next to some disc.
constexpr Board around(Board discs) {
  const Board sideways =
      (discs & 0x7f7f7f7f7f7f7f7fULL) << 1 | (discs & 0xfefefefefefefefeULL) >> 1;
  const Board rows = sideways | discs;
  return sideways | rows << 8 | rows >> 8;
}

}  // namespace otherminds::othello
