// The last few moves of an Othello game, where an exact search spends its time: no table, no list
// of moves, no ordering but by parity.
#pragma once

#include <algorithm>
#include <cstdint>

#include "games/othello/geometry.hpp"
#include "games/othello/lines.hpp"

namespace otherminds::othello {

class Endgame {
 public:
  static constexpr int most_empties = 5;

  explicit Endgame(const Geometry& geometry, std::int64_t& nodes) : in_(geometry), nodes_(nodes) {}

  // A bound of the score of the side to move: a lower one if it is above alpha, else an upper one.
  // `odd` are the quarters of the board with an odd number of empty squares.
  int search(Board own, Board opponent, int alpha, int empties, Board odd, bool passed = false) {
    const Board empty = in_.empty(own, opponent);
    if (empties == 1) return last(own, std::countr_zero(empty));
    if (empties == 2 && !passed)
      return last_two(own, opponent, alpha, std::countr_zero(empty), 63 - std::countl_zero(empty));
    ++nodes_;
    int best = none;
    const Board candidates = empty & around(opponent);
    for (Board some : {candidates & odd, candidates & ~odd}) {
      for (; some != 0; some &= some - 1) {
        const int square = std::countr_zero(some);
        const Board turned = turned_by(own, opponent, square);
        if (turned == 0) continue;
        const int score =
            -search(opponent & ~turned, own | turned | Board{1} << square, -alpha - 1, empties - 1,
                    odd ^ in_.quadrant[static_cast<std::size_t>(square)]);
        best = std::max(best, score);
        if (best > alpha) return best;
      }
    }
    if (best != none) return best;
    if (passed || empties == 0) return count(own) - count(opponent);
    return -search(opponent, own, -alpha - 1, empties, odd, true);
  }

 private:
  static constexpr int none = -100;  // below every score

  int last_two(Board own, Board opponent, int alpha, int first, int second, bool passed = false) {
    ++nodes_;
    int best = none;
    if (const Board turned = turned_by(own, opponent, first); turned != 0) {
      best = -last(opponent & ~turned, second);
      if (best > alpha) return best;
    }
    if (const Board turned = turned_by(own, opponent, second); turned != 0)
      best = std::max(best, -last(opponent & ~turned, first));
    if (best != none) return best;
    if (passed) return count(own) - count(opponent);
    return -last_two(opponent, own, -alpha - 1, first, second, true);
  }

  // All squares but one are taken, so the discs of one side say everything.
  int last(Board own, int square) {
    ++nodes_;
    const int lead = 2 * count(own) - in_.squares() + 1;
    if (const int turned = last_count(own, square)) return lead + 2 * turned + 1;
    const Board opponent = in_.board & ~own & ~(Board{1} << square);
    if (const int turned = last_count(opponent, square)) return lead - 2 * turned - 1;
    return lead;
  }

  const Geometry& in_;
  std::int64_t& nodes_;
};

}  // namespace otherminds::othello
