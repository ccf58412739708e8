// The exchanges that may be offered: some cards for some others, no resource on both sides.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "games/catan/rules/cards.hpp"

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

// Which of the exchanges in a list two hands allow: sets of their places, 64 to a word.
class TradeSets {
 public:
  explicit TradeSets(const std::vector<Trade>& trades);

  std::size_t words() const { return words_.size(); }
  // Those that a hand has the cards for, as the one who offers or as the other.
  std::uint64_t given_by(Hand hand, std::size_t word) const {
    return covered(words_[word].give, hand);
  }
  std::uint64_t wanted_of(Hand hand, std::size_t word) const {
    return covered(words_[word].want, hand);
  }
  // Those for which the other could have the cards, by how many it has.
  std::uint64_t wanted_of(int cards, std::size_t word) const {
    return words_[word].want_by_size[std::min(cards, most)];
  }

 private:
  static constexpr int most = 3;  // cards on a side
  using BySize = std::array<std::uint64_t, most + 1>;
  using ByResource = std::array<BySize, resource_count>;
  struct Word {
    ByResource give{};  // those that take no more than so many of a resource
    ByResource want{};
    BySize want_by_size{};
  };

  static std::uint64_t covered(const ByResource& sets, Hand hand) {
    std::uint64_t set = ~std::uint64_t{0};
    for (int resource = 0; resource < resource_count; ++resource)
      set &= sets[resource][std::min(hand[resource], most)];
    return set;
  }

  std::vector<Word> words_;
};

inline const std::vector<std::string> trade_kinds = {"none", "1:1", "pairs", "2:1", "2:2", "3:3"};

}  // namespace otherminds::catan
