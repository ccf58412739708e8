// The exchanges that may be offered: some cards for some others, no resource on both sides.
#pragma once

#include <string>
#include <vector>

#include "games/catan/cards.hpp"

namespace otherminds::catan {

struct Trade {
  Hand give;  // what the one who offers gives
  Hand want;
  bool reversed = false;  // the same exchange again, its mixed pair named in the other order
  bool operator==(const Trade&) const = default;
};

// All exchanges of a kind, in a fixed order: fewer cards first.
//   "none"
//   "1:1"     one card for one
//   "pairs"   also one for two of a kind, and two of a kind for one
//   "2:1"     one for one, one for any two, any two for one
//   "2:2", "3:3"   up to so many on each side
// `ordered` lists a mixed pair in both orders, as in Dobre's program.
std::vector<Trade> list_trades(const std::string& kind, bool ordered);

inline const std::vector<std::string> trade_kinds = {"none", "1:1", "pairs", "2:1", "2:2", "3:3"};

}  // namespace otherminds::catan
