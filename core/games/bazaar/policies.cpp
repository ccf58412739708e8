#include <algorithm>

#include "games/bazaar/bazaar.hpp"

namespace otherminds::bazaar {

namespace {

// Thinks of its own goods and of this moment only.
class Greedy final : public Policy<Bazaar> {
 public:
  bool watches() const override { return false; }

  void probabilities(const Bazaar&, const View& view, const Memory&, std::span<const Action> legal,
                     std::span<double> out) const override {
    const Action choice = choose(view);
    // It lacks the coin or the good for its choice: the quiet action of the phase.
    const Action quiet = view.phase == bidding ? 0 : view.phase == answer ? reject : pass;
    const Action taken = std::ranges::binary_search(legal, choice) ? choice : quiet;
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == taken ? 1.0 : 0.0;
  }

 private:
  static Action choose(const View& view) {
    if (view.phase == bidding) return view.goods[view.auction] == 0 ? 1 : 0;
    if (view.phase != answer) return pass;
    Hand swapped = view.goods;
    ++swapped[view.give];
    --swapped[view.want];
    return score(swapped, 0) > score(view.goods, 0) ? accept : reject;
  }
};

}  // namespace

const std::vector<PolicyEntry<Bazaar>>& policies(const Bazaar&) {
  static const std::vector<PolicyEntry<Bazaar>> entries = {
      {"greedy",
       "Bids 1 for a good it lacks, accepts a swap that raises its score, otherwise does nothing.",
       {},
       [](const Bazaar&, const Value&) { return std::make_shared<Greedy>(); }},
  };
  return entries;
}

}  // namespace otherminds::bazaar
