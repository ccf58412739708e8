// The lines through a square of an Othello board: what a move turns, by tables of masks. Faster
// than flooding (board.hpp) for one move at a time, which is what an exact search makes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/othello/board.hpp"

namespace otherminds::othello {

// The squares seen from one square, without it: to the right, down left, down and down right as
// bits above it, and the other way as bits below it. Rays run over the whole 8x8 board; on smaller
// boards no disc stands beyond the edge, so no run ends there.
struct Rays {
  std::array<Board, 4> above{};
  std::array<Board, 4> below{};
};

constexpr std::array<Rays, 64> make_rays() {
  constexpr std::array<std::array<int, 2>, 4> steps = {{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  std::array<Rays, 64> rays{};
  const auto ray = [](int row, int column, int down, int right) {
    Board found = 0;
    for (;;) {
      row += down;
      column += right;
      if (row < 0 || row > 7 || column < 0 || column > 7) return found;
      found |= Board{1} << (8 * row + column);
    }
  };
  for (std::size_t square = 0; square < 64; ++square) {
    const int row = static_cast<int>(square) / 8;
    const int column = static_cast<int>(square) % 8;
    for (std::size_t i = 0; i < 4; ++i) {
      rays[square].above[i] = ray(row, column, steps[i][0], steps[i][1]);
      rays[square].below[i] = ray(row, column, -steps[i][0], -steps[i][1]);
    }
  }
  return rays;
}

inline constexpr std::array<Rays, 64> all_rays = make_rays();

// The same as flips(own, opponent, square).
constexpr Board turned_by(Board own, Board opponent, int square) {
  const Rays& rays = all_rays[static_cast<std::size_t>(square)];
  Board turned = 0;
  for (const Board ray : rays.above) {
    // The carry runs through everything off the ray and through the opponent's discs on it.
    const Board end = ((opponent | ~ray) + 1) & own & ray;
    turned |= (end - static_cast<Board>(end != 0)) & ray;
  }
  for (const Board ray : rays.below) {
    const int stop = 63 - std::countl_zero((~opponent & ray) | 1);
    const Board end = (Board{1} << stop) & own & ray;
    turned |= (Board{0} - 2 * end) & ray;
  }
  return turned;
}

// How many discs turn when the last empty square of a line of eight is filled, by the place of the
// square and the mover's discs; what is not the mover's is the opponent's or beyond the edge.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_last_turned() {
  std::array<std::array<std::uint8_t, 256>, 8> turned{};
  for (int place = 0; place < 8; ++place) {
    for (int own = 0; own < 256; ++own) {
      int total = 0;
      for (const int step : {-1, 1}) {
        int at = place + step;
        while (at >= 0 && at < 8 && !(own >> at & 1)) at += step;
        if (at >= 0 && at < 8) total += (at - place) * step - 1;
      }
      turned[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] =
          static_cast<std::uint8_t>(total);
    }
  }
  return turned;
}

inline constexpr std::array<std::array<std::uint8_t, 256>, 8> last_turned = make_last_turned();

// How many discs turn when `own` fills `square`, the last empty one of the board.
constexpr int last_count(Board own, int square) {
  constexpr Board first_column = 0x0101010101010101ULL;
  const Rays& rays = all_rays[static_cast<std::size_t>(square)];
  const auto row = static_cast<std::size_t>(square / 8);
  const auto column = static_cast<std::size_t>(square % 8);
  const Board across = own >> (8 * row) & 255;
  // Multiplications gather a column or a diagonal into the highest byte.
  const Board down = ((own >> column) & first_column) * 0x0102040810204080ULL >> 56;
  const Board falling = (own & (rays.above[3] | rays.below[3])) * first_column >> 56;
  const Board rising = (own & (rays.above[1] | rays.below[1])) * first_column >> 56;
  const auto& by_column = last_turned[column];
  return by_column[across] + last_turned[row][down] + by_column[falling] + by_column[rising];
}

}  // namespace otherminds::othello
