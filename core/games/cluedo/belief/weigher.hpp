// What evidence makes a hand or an envelope weigh.
#pragma once

#include <array>
#include <vector>

#include "games/cluedo/belief/narrowed.hpp"
#include "games/cluedo/belief/sets.hpp"

namespace otherminds::cluedo {

inline constexpr auto factorials = [] {
  std::array<double, most_unknown + 1> values{1};
  for (int n = 1; n <= most_unknown; ++n) values[n] = values[n - 1] * n;
  return values;
}();

// The free cards, split by whatever the evidence says of some but not of others.
std::vector<Cards> find_classes(const Narrowed& narrowed, const Evidence& evidence);

class Weigher {
 public:
  // Keeps what it is given.
  Weigher(const Evidence& evidence, const Narrowed& narrowed, const Sets& sets);

  // `weighted` asks for the chances of showings; without it every hand that is possible counts 1.
  // Both divide by the factorials of the counts.
  WeightTable hands(int seat, bool weighted) const;
  WeightTable envelopes() const;

 private:
  Key fields(Cards cards) const;
  double orders(Key key) const;

  const Evidence& evidence_;
  const Narrowed& narrowed_;
  const Sets& sets_;
  std::vector<Class> wide_;  // classes of several cards
};

}  // namespace otherminds::cluedo
