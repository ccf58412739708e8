#include "games/catan/rules/trades.hpp"

#include <algorithm>

namespace otherminds::catan {

namespace {

// All hands of so many cards, ascending by resource.
void add_hands(int size, int from, Hand so_far, std::vector<Hand>& out) {
  if (size == 0) {
    out.push_back(so_far);
    return;
  }
  for (int resource = from; resource < resource_count; ++resource)
    add_hands(size - 1, resource, so_far + Hand::of(resource), out);
}

std::vector<Hand> hands_of(int size) {
  std::vector<Hand> hands;
  add_hands(size, 0, Hand{}, hands);
  return hands;
}

bool mixed(Hand hand) { return (hand.held() & (hand.held() - 1)) != 0; }

bool allowed(const std::string& kind, int give, int want, bool any_mixed) {
  if (kind == "1:1") return give == 1 && want == 1;
  if (kind == "pairs") return give + want <= 3 && !any_mixed;
  if (kind == "2:1") return give + want <= 3;
  return kind == "2:2" ? std::max(give, want) <= 2 : kind == "3:3";
}

}  // namespace

std::vector<Trade> list_trades(const std::string& kind, bool ordered) {
  std::vector<Trade> trades;
  if (kind == "none") return trades;
  for (int cards = 2; cards <= 6; ++cards) {
    for (int give = 1; give < cards; ++give) {
      const int want = cards - give;
      if (std::max(give, want) > 3) continue;
      for (const Hand given : hands_of(give)) {
        for (const Hand wanted : hands_of(want)) {
          const bool any_mixed = mixed(given) || mixed(wanted);
          if ((given.held() & wanted.held()) != 0 || !allowed(kind, give, want, any_mixed))
            continue;
          trades.push_back({given, wanted});
          if (ordered && any_mixed) trades.push_back({given, wanted, true});
        }
      }
    }
  }
  return trades;
}

TradeSets::TradeSets(const std::vector<Trade>& trades) : words_((trades.size() + 63) / 64) {
  for (std::size_t i = 0; i < trades.size(); ++i) {
    Word& word = words_[i / 64];
    const std::uint64_t here = std::uint64_t{1} << i % 64;
    for (int cards = 0; cards <= most; ++cards) {
      for (int resource = 0; resource < resource_count; ++resource) {
        if (trades[i].give[resource] <= cards) word.give[resource][cards] |= here;
        if (trades[i].want[resource] <= cards) word.want[resource][cards] |= here;
      }
      if (trades[i].want.size() <= cards) word.want_by_size[cards] |= here;
    }
  }
}

}  // namespace otherminds::catan
