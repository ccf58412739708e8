// Hands of one size in few numbers: a weight for each count of each resource. The probability of a
// hand is the product of the five weights of its counts, over the sum for all hands of that size.
//
// It stands in for a list of hands that has become too long. Payments, gains and known losses keep
// the form, exactly; after a loss or a gain of an unknown card the weights are fitted so that each
// resource alone keeps its exact distribution, and only what ties the resources together is lost.
// Every hand that was possible stays possible.
#pragma once

#include <array>
#include <vector>

#include "engine/random.hpp"
#include "games/catan/rules/cards.hpp"

namespace otherminds::catan {

inline constexpr int most_cards = resource_count * most_of_a_kind;

// By resource and count.
using CountWeights = std::array<std::array<double, most_of_a_kind + 1>, resource_count>;

class Spread {
 public:
  Spread(int size, const CountWeights& weights);
  // Weights near `start` in whose hands each resource is distributed as in `target`.
  static Spread fitted(int size, const CountWeights& start, const CountWeights& target);

  int size() const { return size_; }
  const CountWeights& weights() const { return weights_; }
  bool possible() const { return total() > 0; }
  // The number of possible hands.
  double hands() const;
  // Of each resource, the probability of each count.
  CountWeights marginals() const;
  // The probability that a hand has at least these cards, or exactly these.
  double covers(Hand cost) const;
  double probability(Hand hand) const;
  // In nats.
  double entropy() const;
  Hand sample(Rng& rng) const;
  // Every possible hand with its weight, in the order of the words.
  void list(std::vector<Hand>& hands, std::vector<double>& weights) const;

 private:
  // For each number of cards, the sum over all ways to have them of the first few resources.
  using Sums = std::array<std::array<double, most_cards + 1>, resource_count>;

  double total() const { return sums_[resource_count - 1][size_]; }
  void add_up();

  int size_;
  CountWeights weights_;
  Sums sums_;
};

}  // namespace otherminds::catan
