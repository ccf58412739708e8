// Beliefs over types: every rule by hand.
#include "search/others/posterior.hpp"

#include <cassert>
#include <cmath>
#include <cstdio>

using namespace otherminds;

namespace {

bool near(double one, double other) { return std::abs(one - other) < 1e-9; }

TypePosterior make(Posterior kind, std::array<std::size_t, max_seats> counts,
                   std::vector<double> prior = {}) {
  Types options;
  options.posterior = kind;
  options.prior.weights = std::move(prior);
  Rng rng(1);
  return TypePosterior(options, counts, rng);
}

// The table of the specification for a = 10, b = 0.01 and several c.
void time_weights() {
  const auto weight = [](double c, std::size_t age) {
    return time_weight({.a = 10, .b = 0.01, .c = c}, age);
  };
  assert(near(weight(5, 1), 10) && near(weight(5, 2), 9.99) && near(weight(5, 3), 9.68));
  assert(near(weight(5, 4), 7.57) && weight(5, 5) == 0 && weight(5, 30) == 0);
  assert(near(weight(3, 8), 6.57) && near(weight(3, 10), 2.71) && weight(3, 11) == 0);
  assert(near(weight(2, 20), 6.39) && near(weight(2, 30), 1.59) && weight(2, 33) == 0);
  assert(near(weight(0, 1), 9.99) && near(weight(0, 30), 9.99));
}

// Likelihoods (0.5, 0.1) then (0, 0.4): the product rules the first type out, the sum does not.
void products_and_sums() {
  TypePosterior product = make(Product{}, {0, 2});
  product.add(1, {0.5, 0.1}, 0.25);
  assert(near(product.of(1)[0], 5.0 / 6) && near(product.of(1)[1], 1.0 / 6));
  product.add(1, {0.0, 0.4}, 0.25);
  assert(product.of(1)[0] == 0 && product.of(1)[1] == 1);
  product.add(1, {0.9, 0.0}, 0.25);  // nobody is left: back to the prior
  assert(near(product.of(1)[0], 0.5));

  TypePosterior sum = make(Sum{}, {0, 2}, {0.2, 0.8});
  sum.add(1, {0.5, 0.1}, 0.25);
  sum.add(1, {0.0, 0.4}, 0.25);
  assert(near(sum.of(1)[0], 0.2 * 0.5 / (0.2 * 0.5 + 0.8 * 0.5)));
}

// A filter with rate 0.5 from a uniform prior. After (0.8, 0.2): 0.8. Then the chain forgets half:
// 0.65, and (0.2, 0.8) makes it 0.65 * 0.2 / (0.65 * 0.2 + 0.35 * 0.8).
void switching() {
  Types options;
  options.posterior = Switching{.rate = 0.5};
  Rng rng(1);
  TypePosterior filter(options, {0, 2}, rng);
  filter.add(1, {0.8, 0.2}, 0.25);
  assert(near(filter.of(1)[0], 0.8));
  filter.add(1, {0.2, 0.8}, 0.25);
  assert(near(filter.of(1)[0], 0.13 / 0.41));
  filter.add(1, {0.0, 0.0}, 0.25);  // nobody explains it: back to the prior
  assert(near(filter.of(1)[0], 0.5));
}

// A reserve of 0.2 beside types of weights 3 to 1; a move that random play makes with 0.25.
void reserve() {
  Types options;
  options.prior.weights = {3, 1};
  options.reserve = 0.2;
  Rng rng(1);
  TypePosterior posterior(options, {0, 3}, rng);
  assert(near(posterior.of(1)[0], 0.6) && near(posterior.of(1)[1], 0.2));
  assert(near(posterior.of(1)[2], 0.2));
  posterior.add(1, {0.0, 0.5, 0.25}, 0.25);
  assert(posterior.of(1)[0] == 0 && near(posterior.of(1)[1], 2.0 / 3));
}

// Of no type with 0.2 at first; 0.1 of that may have changed before the move, and of the rest 0.1
// to it. The types share what is left as before, half forgotten.
void switching_with_reserve() {
  Types options;
  options.prior.weights = {3, 1};
  options.reserve = 0.2;
  options.posterior = Switching{.rate = 0.5, .reserve_rate = 0.1};
  Rng rng(1);
  TypePosterior filter(options, {0, 3}, rng);
  filter.add(1, {1.0, 0.0, 0.25}, 0.25);
  const double typed = 0.8 * 0.9 + 0.2 * 0.1;
  const double first = typed * 0.75 / (typed * 0.75 + (1 - typed) * 0.25);
  assert(near(filter.of(1)[0], first) && near(filter.of(1)[2], 1 - first));
  filter.add(1, {0.5, 0.5, 0.5}, 0.5);  // says nothing: only the change remains
  const double still = first * 0.9;
  const double joined = (1 - first) * 0.1;
  assert(near(filter.of(1)[0], still * (0.5 + 0.5 * 0.75) + joined * 0.75));
  assert(near(filter.of(1)[2], (1 - first) * 0.9 + first * 0.1));
}

// Types that predict every move stay trusted for ever; after a change the beliefs of long ago are
// the first to lose their worth.
void foresight() {
  Types options;
  options.horizon = Horizon{};  // learned
  options.posterior = Switching{.rate = 0.2};
  Rng rng(1);
  TypePosterior steady(options, {0, 2}, rng);
  for (int move = 0; move < 20; ++move) steady.add(1, {0.9, 0.05}, 0.25);
  assert(!steady.foresight(1));
  TypePosterior fickle(options, {0, 2}, rng);
  assert(!fickle.foresight(1));
  for (int move = 0; move < 20; ++move) {
    const bool first = move / 4 % 2 == 0;  // another type after each fourth move
    fickle.add(1, {first ? 0.9 : 0.01, first ? 0.01 : 0.9}, 0.25);
  }
  assert(fickle.foresight(1) >= 1 && fickle.foresight(1) <= 4);
  TypePosterior wrong(options, {0, 2}, rng);
  wrong.add(1, {0.0, 0.0}, 0.25);
  assert(wrong.foresight(1) == 0);
}

// What was learned of the neighbour to the left stays with it when the table turns.
void inherited() {
  TypePosterior earlier = make(Sum{}, {2, 2, 0});  // we were seat 2
  earlier.add(0, {0.8, 0.2}, 0.5);
  TypePosterior later = make(Sum{}, {0, 2, 2});  // now we are seat 0
  later.inherit(earlier, 3, 0 - 2);
  assert(near(later.of(1)[0], 0.8) && near(later.of(2)[0], 0.5));
  later.add(1, {0.2, 0.8}, 0.5);
  assert(near(later.of(1)[0], 0.5));
}

// Seats 1 and 2, types A and B. Round 1: A and A each 0.8; round 2: B and B each 0.8. Alone, each
// seat is as likely A as B; together they are alike with 0.68 of the weight.
void correlated() {
  TypePosterior joint = make(Correlated{}, {0, 2, 2});
  joint.add(1, {0.8, 0.2}, 0.25);
  assert(near(joint.of(1)[0], 0.5));  // the round is not over
  joint.add(2, {0.8, 0.2}, 0.25);
  assert(near(joint.of(1)[0], 0.8) && near(joint.of(2)[0], 0.8));
  joint.add(1, {0.2, 0.8}, 0.25);
  joint.add(2, {0.2, 0.8}, 0.25);
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
  switching();
  reserve();
  switching_with_reserve();
  foresight();
  inherited();
  correlated();
  std::puts("ok");
}
