// Which moves an exact search of Othello tries first. Nothing here changes a result, only how soon
// it is found; the weights were chosen by counting nodes on 6x6 positions with 20 empty squares.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/othello/geometry.hpp"
#include "games/othello/lines.hpp"
#include "games/othello/stable.hpp"

namespace otherminds::othello {

class Order {
 public:
  explicit Order(const Geometry& geometry, std::int64_t& nodes) : in_(geometry), nodes_(nodes) {}

  // How good a move seems for the one who made it, from the position that it leaves to the other.
  // Far from the end by a search of a few plies, else by counting replies: whoever has few of them
  // is quick to search and seldom well off.
  int promise(Board own, Board opponent, int empties) {
    if (empties >= looking_ahead)
      return -look_ahead(own, opponent, std::min(5, (empties - looking_ahead) / 2), -limit, limit);
    const Board replies = moves(own, opponent, in_.board);
    const Board borders = around(opponent) & in_.empty(own, opponent);
    return -16 * (count(replies) + count(replies & in_.corners)) - 6 * count(borders);
  }

 private:
  static constexpr int looking_ahead = 11;
  static constexpr int limit = 1'000'000;

  // Seen by the side to move: replies, squares that may become replies, corners and stable discs.
  int judge(Board own, Board opponent) const {
    const Board empty = in_.empty(own, opponent);
    const Board risky = around(empty & in_.corners) & in_.diagonal_to_corners;
    const auto side = [&](Board mine, Board theirs) {
      const Board replies = moves(mine, theirs, in_.board);
      return 16 * count(replies) + 10 * count(replies & in_.corners) +
             6 * count(around(theirs) & empty) + 20 * count(mine & in_.corners) -
             10 * count(mine & risky) + 20 * count(stable(mine, theirs, in_.board));
    };
    return side(own, opponent) - side(opponent, own);
  }

  int look_ahead(Board own, Board opponent, int depth, int alpha, int beta) {
    ++nodes_;
    if (depth <= 0) return judge(own, opponent);
    const Board legal = moves(own, opponent, in_.board);
    if (legal == 0) {
      if (moves(opponent, own, in_.board) == 0) return 1000 * (count(own) - count(opponent));
      return -look_ahead(opponent, own, depth, -beta, -alpha);
    }
    int best = -limit;
    const Board last = legal & in_.diagonal_to_corners;
    for (Board some : {legal & in_.corners, legal & ~in_.corners & ~last, last}) {
      for (; some != 0; some &= some - 1) {
        const int square = std::countr_zero(some);
        const Board turned = turned_by(own, opponent, square);
        const int value = -look_ahead(opponent & ~turned, own | turned | Board{1} << square,
                                      depth - 1, -beta, -std::max(alpha, best));
        best = std::max(best, value);
        if (best >= beta) return best;
      }
    }
    return best;
  }

  const Geometry& in_;
  std::int64_t& nodes_;
};

}  // namespace otherminds::othello
