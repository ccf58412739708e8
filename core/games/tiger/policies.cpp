#include <algorithm>

#include "games/tiger/tiger.hpp"

namespace otherminds::tiger {

namespace {

// Opens the other door once the tiger was heard `surplus` times more at one than at the other.
// Without a surplus it never opens.
class OpenWhenSure final : public Policy<Tiger> {
 public:
  explicit OpenWhenSure(int surplus) : surplus_(surplus) {}

  void probabilities(const Tiger&, const View& view, const Memory&, std::span<const Action> legal,
                     std::span<double> out) const override {
    const Action chosen = choose(view);
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == chosen ? 1.0 : 0.0;
  }

  bool watches() const override { return false; }

  Action act(const Tiger&, const View& view, const Memory&, Rng&) const override {
    return choose(view);
  }

 private:
  Action choose(const View& view) const {
    const int more_at_left = view.heard[left] - view.heard[right];
    if (more_at_left >= surplus_) return first_door + right;
    return -more_at_left >= surplus_ ? first_door + left : listen;
  }

  int surplus_;
};

struct SureOptions {
  int k = 2;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("k", self.k, between(1, longest_horizon),
          Says{"How much more often the tiger has to be heard at one door than at the other."});
  }
};

}  // namespace

const std::vector<PolicyEntry<Tiger>>& policies(const Tiger&) {
  static const std::vector<PolicyEntry<Tiger>> entries = {
      {"listen",
       "Listens and never opens a door.",
       {},
       [](const Tiger&, const Value&) {
         return std::make_shared<OpenWhenSure>(longest_horizon + 1);
       }},
      {"open_when_sure",
       "Listens until it has heard the tiger k times more at one door, then opens the other.",
       policy_options<SureOptions>(),
       [](const Tiger&, const Value& options) {
         return std::make_shared<OpenWhenSure>(chosen_options<SureOptions>(options).k);
       }},
  };
  return entries;
}

}  // namespace otherminds::tiger
