#include "search/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/error.hpp"

namespace otherminds {

namespace {

constexpr std::size_t most_combinations = 100'000;

void normalise(std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
}

}  // namespace

double time_weight(const Posterior& posterior, std::size_t age) {
  // 0^0 is 1, so that c = 0 weighs all ages alike; std::pow agrees.
  const double fading = posterior.b * std::pow(static_cast<double>(age - 1), posterior.c);
  return std::max(0.0, posterior.a - fading);
}

std::size_t draw_index(const std::vector<double>& weights, Rng& rng) {
  double point = rng.unit() * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (point < weights[i]) break;
    point -= weights[i];
  }
  return last;
}

TypePosterior::TypePosterior(const Types& options, const std::array<std::size_t, max_seats>& counts,
                             Rng& rng)
    : options_(options) {
  std::size_t combinations = 1;
  for (int seat = 0; seat < max_seats; ++seat) {
    const std::size_t count = counts[static_cast<std::size_t>(seat)];
    if (count == 0) continue;
    seats_.push_back(seat);
    combinations *= count;
    Weights prior(count, 1.0);
    if (!options.prior.empty()) prior = options.prior;
    if (options.random_prior) {
      // Half of the types, rounded down, are all but ruled out; which ones is drawn.
      std::vector<std::size_t> order(count);
      std::iota(order.begin(), order.end(), std::size_t{0});
      for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
      const std::size_t unlikely = count / 2;
      constexpr double least = 0.0001;
      const double rest =
          (1 - least * static_cast<double>(unlikely)) / static_cast<double>(count - unlikely);
      for (std::size_t i = 0; i < count; ++i) prior[order[i]] = i < unlikely ? least : rest;
    }
    normalise(prior);
    prior_[static_cast<std::size_t>(seat)] = prior;
    now_[static_cast<std::size_t>(seat)] = prior;
  }
  if (options.posterior.kind == PosteriorKind::correlated) {
    if (combinations > most_combinations)
      throw Error(ErrorKind::option,
                  "A correlated posterior over so many combinations of types is too large.");
    update_joint();
  }
}

TypePosterior::Weights TypePosterior::evidence(int seat) const {
  const auto& rows = history_[static_cast<std::size_t>(seat)];
  Weights sums(of(seat).size(), options_.posterior.kind == PosteriorKind::product ? 1.0 : 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t type = 0; type < sums.size(); ++type) {
      switch (options_.posterior.kind) {
        case PosteriorKind::product:
          sums[type] *= rows[i][type];
          break;
        case PosteriorKind::time_weighted:
          sums[type] += time_weight(options_.posterior, rows.size() - i) * rows[i][type];
          break;
        case PosteriorKind::sum:
        case PosteriorKind::correlated:
          sums[type] += rows[i][type];
          break;
      }
    }
    // A long product would vanish; only the ratios count.
    if (options_.posterior.kind == PosteriorKind::product) {
      const double greatest = *std::ranges::max_element(sums);
      if (greatest > 0) {
        for (double& sum : sums) sum /= greatest;
      }
    }
  }
  return sums;
}

void TypePosterior::add(int seat, const Weights& likelihoods) {
  if (options_.frozen) return;
  Weights row = likelihoods;
  if (options_.likelihood == Likelihood::indicator) {
    for (double& chance : row) chance = chance > 0 ? 1.0 : 0.0;
  }
  history_[static_cast<std::size_t>(seat)].push_back(row);
  if (options_.posterior.kind == PosteriorKind::correlated) return update_joint();
  Weights next = evidence(seat);
  for (std::size_t type = 0; type < next.size(); ++type) next[type] *= prior(seat)[type];
  // When no type explains anything the evidence says nothing.
  if (std::accumulate(next.begin(), next.end(), 0.0) > 0)
    normalise(next);
  else
    next = prior(seat);
  now_[static_cast<std::size_t>(seat)] = next;
}

// Round r is the r-th move of every modelled seat; a combination of types earns the product of
// their chances in each round, and rounds add up.
void TypePosterior::update_joint() {
  std::size_t combinations = 1;
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  for (const int seat : seats_) {
    combinations *= prior(seat).size();
    rounds = std::min(rounds, history_[static_cast<std::size_t>(seat)].size());
  }
  if (seats_.empty()) return;
  joint_.assign(combinations, 0.0);
  Weights before(combinations, 0.0);
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::array<std::size_t, max_seats> type{};
    std::size_t rest = combination;
    double weight = 1;
    for (std::size_t i = seats_.size(); i-- > 0;) {
      type[i] = rest % prior(seats_[i]).size();
      rest /= prior(seats_[i]).size();
      weight *= prior(seats_[i])[type[i]];
    }
    before[combination] = weight;
    for (std::size_t round = 0; round < rounds; ++round) {
      double product = 1;
      for (std::size_t i = 0; i < seats_.size(); ++i)
        product *= history_[static_cast<std::size_t>(seats_[i])][round][type[i]];
      joint_[combination] += weight * product;
    }
  }
  if (std::accumulate(joint_.begin(), joint_.end(), 0.0) <= 0) joint_ = before;
  normalise(joint_);
  for (const int seat : seats_) std::ranges::fill(now_[static_cast<std::size_t>(seat)], 0.0);
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::size_t rest = combination;
    for (std::size_t i = seats_.size(); i-- > 0;) {
      const std::size_t count = prior(seats_[i]).size();
      now_[static_cast<std::size_t>(seats_[i])][rest % count] += joint_[combination];
      rest /= count;
    }
  }
}

void TypePosterior::draw(std::array<int, max_seats>& types, Rng& rng) const {
  if (!joint_.empty()) {
    std::size_t rest = draw_index(joint_, rng);
    for (std::size_t i = seats_.size(); i-- > 0;) {
      const std::size_t count = prior(seats_[i]).size();
      types[static_cast<std::size_t>(seats_[i])] = static_cast<int>(rest % count);
      rest /= count;
    }
    return;
  }
  for (const int seat : seats_)
    types[static_cast<std::size_t>(seat)] = static_cast<int>(draw_index(of(seat), rng));
}

}  // namespace otherminds
