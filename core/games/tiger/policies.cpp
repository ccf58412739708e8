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
    visit("k", self.k);
  }
};

int read_surplus(const Value& value) {
  SureOptions options;
  if (std::holds_alternative<Value::Members>(value.data))
    from_value(value, options, ErrorKind::option, "policy option", true);
  if (options.k < 1 || options.k > longest_horizon)
    throw Error(ErrorKind::option, "k is how much more often to hear the tiger, from 1 to 1000.");
  return options.k;
}

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
       {"k"},
       [](const Tiger&, const Value& options) {
         return std::make_shared<OpenWhenSure>(read_surplus(options));
       }},
  };
  return entries;
}

}  // namespace otherminds::tiger
