#include "games/catan/belief/spread.hpp"

#include <algorithm>
#include <cmath>

namespace otherminds::catan {

namespace {

// What is possible at all keeps at least this share of the likeliest count; the product of five
// stays far above the smallest number.
constexpr double least_share = 1e-30;

// That the counts have a known sum narrows the distribution of each by about a fifth, and a step of
// the fit by as much less: it lands near its goal at once.
constexpr int fitting_rounds = 4;
constexpr double fitting_step = 1 - 1.0 / resource_count;

}  // namespace

Spread::Spread(int size, const CountWeights& weights) : size_(size), weights_(weights) {
  for (auto& row : weights_) {
    const double largest = *std::ranges::max_element(row);
    if (largest <= 0) continue;
    for (double& weight : row)
      if (weight > 0) weight = std::max(weight / largest, least_share);
  }
  add_up();
}

void Spread::add_up() {
  for (auto& row : sums_) std::fill_n(row.begin(), size_ + 1, 0.0);
  for (int count = 0; count <= std::min(size_, most_of_a_kind); ++count)
    sums_[0][count] = weights_[0][count];
  for (int resource = 1; resource < resource_count; ++resource) {
    const int before = std::min(size_, resource * most_of_a_kind);
    for (int count = 0; count <= std::min(size_, most_of_a_kind); ++count) {
      const double weight = weights_[resource][count];
      if (weight == 0) continue;
      for (int cards = 0; cards <= std::min(before, size_ - count); ++cards)
        sums_[resource][cards + count] += sums_[resource - 1][cards] * weight;
    }
  }
}

CountWeights Spread::marginals() const {
  CountWeights result{};
  std::array<double, most_cards + 1> later{};  // ways to have so many cards of later resources
  later[0] = 1;
  for (int resource = resource_count - 1; resource >= 0; --resource) {
    std::array<double, most_cards + 1> next{};
    for (int count = 0; count <= std::min(size_, most_of_a_kind); ++count) {
      const double weight = weights_[resource][count];
      if (weight == 0) continue;
      double ways = 0;
      for (int after = 0; after <= size_ - count; ++after) {
        if (later[after] == 0) continue;
        const int before = size_ - count - after;
        ways += later[after] * (resource > 0 ? sums_[resource - 1][before] : before == 0 ? 1 : 0);
        next[after + count] += later[after] * weight;
      }
      result[resource][count] = weight * ways / total();
    }
    later = next;
  }
  return result;
}

Spread Spread::fitted(int size, const CountWeights& start, const CountWeights& target) {
  Spread spread(size, start);
  for (int round = 0; round < fitting_rounds; ++round) {
    const CountWeights now = spread.marginals();
    CountWeights next = spread.weights_;
    for (int resource = 0; resource < resource_count; ++resource)
      for (int count = 0; count <= most_of_a_kind; ++count)
        if (now[resource][count] > 0)
          next[resource][count] *=
              std::pow(target[resource][count] / now[resource][count], fitting_step);
        else
          next[resource][count] = 0;
    spread = Spread(size, next);
  }
  return spread;
}

double Spread::hands() const {
  CountWeights ones{};
  for (int resource = 0; resource < resource_count; ++resource)
    for (int count = 0; count <= most_of_a_kind; ++count)
      ones[resource][count] = weights_[resource][count] > 0 ? 1 : 0;
  return Spread(size_, ones).total();
}

double Spread::covers(Hand cost) const {
  CountWeights kept = weights_;
  for (int resource = 0; resource < resource_count; ++resource)
    std::fill_n(kept[resource].begin(), std::min(cost[resource], most_of_a_kind + 1), 0.0);
  Spread covering = *this;
  covering.weights_ = kept;
  covering.add_up();
  return covering.total() / total();
}

double Spread::probability(Hand hand) const {
  if (hand.size() != size_) return 0;
  double product = 1;
  for (int resource = 0; resource < resource_count; ++resource) {
    if (hand[resource] > most_of_a_kind) return 0;
    product *= weights_[resource][hand[resource]];
  }
  return product / total();
}

// Of a product of weights over their sum: the logarithm of that sum less the mean of theirs.
double Spread::entropy() const {
  const CountWeights chances = marginals();
  double mean = 0;
  for (int resource = 0; resource < resource_count; ++resource)
    for (int count = 0; count <= most_of_a_kind; ++count)
      if (chances[resource][count] > 0)
        mean += chances[resource][count] * std::log(weights_[resource][count]);
  return std::log(total()) - mean;
}

Hand Spread::sample(Rng& rng) const {
  Hand hand{};
  int left = size_;
  for (int resource = resource_count - 1; resource > 0; --resource) {
    double point = rng.unit() * sums_[resource][left];
    int chosen = 0;
    for (int count = 0; count <= std::min(left, most_of_a_kind); ++count) {
      const double weight = weights_[resource][count] * sums_[resource - 1][left - count];
      if (weight <= 0) continue;
      chosen = count;
      if (point < weight) break;
      point -= weight;
    }
    hand += Hand::of(resource, chosen);
    left -= chosen;
  }
  return hand + Hand::of(0, left);
}

void Spread::list(std::vector<Hand>& hands, std::vector<double>& weights) const {
  hands.clear();
  weights.clear();
  const auto extend = [&](const auto& self, int resource, int left, Hand hand,
                          double weight) -> void {
    if (resource < 0) {
      hands.push_back(hand);
      weights.push_back(weight);
      return;
    }
    for (int count = 0; count <= std::min(left, most_of_a_kind); ++count) {
      const double before = resource > 0    ? sums_[resource - 1][left - count]
                            : left == count ? 1
                                            : 0;
      if (weights_[resource][count] > 0 && before > 0)
        self(self, resource - 1, left - count, hand + Hand::of(resource, count),
             weight * weights_[resource][count]);
    }
  };
  extend(extend, resource_count - 1, size_, Hand{}, 1.0);
}

}  // namespace otherminds::catan
