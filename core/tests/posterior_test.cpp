// Beliefs over types: every rule by hand.
#include "search/posterior.hpp"

#include <cassert>
#include <cmath>
#include <cstdio>

using namespace otherminds;

namespace {

bool near(double one, double other) { return std::abs(one - other) < 1e-9; }

TypePosterior make(PosteriorKind kind, std::array<std::size_t, max_seats> counts,
                   std::vector<double> prior = {}) {
  Types options;
  options.posterior.kind = kind;
  options.prior = std::move(prior);
  Rng rng(1);
  return TypePosterior(options, counts, rng);
}

// The table of the specification for a = 10, b = 0.01 and several c.
void time_weights() {
  const auto weight = [](double c, std::size_t age) {
    return time_weight({.kind = PosteriorKind::time_weighted, .a = 10, .b = 0.01, .c = c}, age);
  };
  assert(near(weight(5, 1), 10) && near(weight(5, 2), 9.99) && near(weight(5, 3), 9.68));
  assert(near(weight(5, 4), 7.57) && weight(5, 5) == 0 && weight(5, 30) == 0);
  assert(near(weight(3, 8), 6.57) && near(weight(3, 10), 2.71) && weight(3, 11) == 0);
  assert(near(weight(2, 20), 6.39) && near(weight(2, 30), 1.59) && weight(2, 33) == 0);
  assert(near(weight(0, 1), 9.99) && near(weight(0, 30), 9.99));
}

// Likelihoods (0.5, 0.1) then (0, 0.4): the product rules the first type out, the sum does not.
void products_and_sums() {
  TypePosterior product = make(PosteriorKind::product, {0, 2});
  product.add(1, {0.5, 0.1});
  assert(near(product.of(1)[0], 5.0 / 6) && near(product.of(1)[1], 1.0 / 6));
  product.add(1, {0.0, 0.4});
  assert(product.of(1)[0] == 0 && product.of(1)[1] == 1);
  product.add(1, {0.9, 0.0});  // nobody is left: back to the prior
  assert(near(product.of(1)[0], 0.5));

  TypePosterior sum = make(PosteriorKind::sum, {0, 2}, {0.2, 0.8});
  sum.add(1, {0.5, 0.1});
  sum.add(1, {0.0, 0.4});
  assert(near(sum.of(1)[0], 0.2 * 0.5 / (0.2 * 0.5 + 0.8 * 0.5)));
}

// Seats 1 and 2, types A and B. Round 1: A and A each 0.8; round 2: B and B each 0.8. Alone, each
// seat is as likely A as B; together they are alike with 0.68 of the weight.
void correlated() {
  TypePosterior joint = make(PosteriorKind::correlated, {0, 2, 2});
  joint.add(1, {0.8, 0.2});
  assert(near(joint.of(1)[0], 0.5));  // the round is not over
  joint.add(2, {0.8, 0.2});
  assert(near(joint.of(1)[0], 0.8) && near(joint.of(2)[0], 0.8));
  joint.add(1, {0.2, 0.8});
  joint.add(2, {0.2, 0.8});
  assert(near(joint.of(1)[0], 0.5) && near(joint.of(2)[0], 0.5));
  Rng rng(3);
  int alike = 0;
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    std::array<int, max_seats> types{};
    joint.draw(types, rng);
    alike += types[1] == types[2] ? 1 : 0;
  }
  // Four standard errors of 20,000 draws.
  assert(std::abs(alike / static_cast<double>(draws) - 0.68) < 4 * std::sqrt(0.68 * 0.32 / draws));
}

}  // namespace

int main() {
  time_weights();
  products_and_sums();
  correlated();
  std::puts("ok");
}
