// Discs that no further move can turn.
#pragma once

#include "games/othello/board.hpp"

namespace otherminds::othello {

// The squares of `board` whose whole line is occupied, for lines that run by `step`. `first` and
// `last` are the squares at which such lines begin and end.
constexpr Board in_full_lines(Board empty, Board board, int step, Board first, Board last) {
  Board up = empty;  // spreads from empty squares along their lines, doubling its stride
  Board down = empty;
  Board through_up = board & ~first;
  Board through_down = board & ~last;
  for (int stride = step; stride <= 4 * step; stride *= 2) {
    up |= through_up & (up << stride);
    down |= through_down & (down >> stride);
    through_up &= through_up << stride;
    through_down &= through_down >> stride;
  }
  return board & ~(up | down);
}

// A lower bound of the stable discs of `own`: in each of the four directions a stable disc lies in
// a full line, at the edge, or beside a stable disc of its colour.
constexpr Board stable(Board own, Board opponent, Board board) {
  const Board empty = board & ~(own | opponent);
  const Board left = 0x0101010101010101ULL & board;
  const Board top = 0xffULL & board;
  const Board right = board & ~((board & ~left) >> 1);
  const Board bottom = board & ~(board >> 8);
  const Board across = left | right;
  const Board down = top | bottom;
  const Board edge = across | down;
  const Board safe_across = across | in_full_lines(empty, board, 1, left, right);
  const Board safe_down = down | in_full_lines(empty, board, 8, top, bottom);
  const Board safe_falling = edge | in_full_lines(empty, board, 9, left | top, right | bottom);
  const Board safe_rising = edge | in_full_lines(empty, board, 7, right | top, left | bottom);
  Board found = own & safe_across & safe_down & safe_falling & safe_rising;
  for (Board before = 0; found != before;) {
    before = found;
    const Board away_left = found & ~left;
    const Board away_right = found & ~right;
    found |= own & (safe_across | away_right << 1 | away_left >> 1) &
             (safe_down | found << 8 | found >> 8) &
             (safe_falling | away_right << 9 | away_left >> 9) &
             (safe_rising | away_left << 7 | away_right >> 7);
  }
  return found;
}

}  // namespace otherminds::othello
