#include "search/bandit/bandit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace otherminds {

namespace {

// What is believed of rewards in [0, 1] before any was seen: mean 1/2, deviation 1/2.
constexpr bayes::NormalGamma normal_prior{.mean = 0.5, .weight = 1, .shape = 2, .rate = 0.25};

bayes::NormalGamma normal_belief(const Arm& arm) {
  return bayes::posterior(normal_prior, arm.visits, arm.total, arm.squares);
}

// Level counts with the uniform prior; a search has few levels, so they fit a buffer.
class Counts {
 public:
  Counts(const Arm& arm, std::int64_t levels) : size_(static_cast<std::size_t>(levels)) {
    for (std::size_t i = 0; i < size_; ++i)
      counts_[i] = 1.0F + (i < arm.levels.size() ? arm.levels[i] : 0.0F);
  }
  std::span<const float> span() const { return {counts_.data(), size_}; }

 private:
  std::size_t size_;
  std::array<float, 1000> counts_;
};

// The index of each arm under one bandit; the greatest is followed.
class Index {
 public:
  Index(std::span<const Arm> arms, const Quirks& quirks, Rng& rng)
      : arms_(arms), quirks_(quirks), rng_(rng) {}

  template <class Chosen>
  void prepare(const Chosen& bandit) {
    for (const Arm& arm : arms_) {
      visits_ += arm.visits;
      total_ += arm.total;
    }
    if constexpr (std::is_same_v<Chosen, Vpi>) rank(bandit);
  }

  // With a decay, the prior fades into the bound (Dobre 2018, after Gelly and Silver 2007).
  double of(const Ucb1& bandit, const Arm& arm) const {
    const double bound = upper_bound(bandit, arm.total, arm.visits, log_visits(arm.parent));
    if (bandit.decay == 0) return bound;
    const auto last = static_cast<double>(bandit.decay);
    const double share = std::max(0.0, (last - arm.visits) / last);
    return share * arm.prior + (1 - share) * bound;
  }

  // Auer, Cesa-Bianchi and Fischer 2002, section 4: the variance has an upper bound of its own.
  double of(const Ucb1Tuned&, const Arm& arm) const {
    const double mean = arm.mean();
    const double share = log_visits(arm.parent) / arm.visits;
    const double variance = arm.squares / arm.visits - mean * mean + std::sqrt(2 * share);
    return mean + std::sqrt(share * std::min(0.25, variance));
  }

  // Tesauro, Rajan and Segal 2010.
  double of(const BayesianUcb& bandit, const Arm& arm) const {
    const bayes::Moments value =
        arm.value.variance >= 0
            ? arm.value
            : posterior_of(bandit.posterior, bandit.levels, arm.visits, arm.total, arm.squares);
    const double width = std::sqrt(2 * log_visits(arm.parent));
    return value.mean +
           width * (bandit.form == 1 ? 1 / std::sqrt(arm.visits) : std::sqrt(value.variance));
  }

  // Dearden, Friedman and Russell 1998.
  double of(const Vpi& bandit, const Arm& arm) {
    const auto i = static_cast<std::size_t>(&arm - arms_.data());
    const double mean = mean_of(bandit, arm);
    if (arms_.size() < 2) return mean;
    const bool best = i == best_;
    const double threshold = best ? second_mean_ : best_mean_;
    switch (bandit.posterior) {
      case GainModel::normal_gamma:
        return mean + bayes::vpi(normal_belief(arm), threshold, best);
      case GainModel::gaussian:
        return mean + bayes::gaussian_vpi(posterior_of(RewardModel::dirichlet, bandit.levels,
                                                       arm.visits, arm.total, arm.squares),
                                          threshold, best);
      case GainModel::dirichlet:
        break;
    }
    const Counts counts(arm, bandit.levels);
    double gain = 0;
    for (std::int64_t sample = 0; sample < bandit.samples; ++sample) {
      const double draw = bayes::sample_dirichlet(counts.span(), rng_);
      gain += std::max(0.0, best ? threshold - draw : draw - threshold);
    }
    return mean + gain / static_cast<double>(bandit.samples);
  }

  // Rosin 2011, as AlphaGo uses it; an action that was never tried counts as good as the average.
  double of(const Puct& bandit, const Arm& arm) const {
    const double mean = arm.visits > 0 ? arm.mean() : (visits_ > 0 ? total_ / visits_ : 0.5);
    const double others = std::max(visits_ - arm.visits, 0.0);
    const double width = quirks_.puct_width(others, arm.visits);
    // The prior decides the first visit of all, when there are no others yet.
    return mean + bandit.exploration * arm.prior * (visits_ > 0 ? width : 1.0);
  }

  // Thompson 1933.
  double of(const Thompson& bandit, const Arm& arm) {
    switch (bandit.posterior) {
      case RewardModel::beta:
        return bayes::sample_beta(1 + arm.total, 1 + std::max(arm.visits - arm.total, 0.0), rng_);
      case RewardModel::normal:
        return bayes::sample_mean(normal_belief(arm), rng_);
      case RewardModel::dirichlet:
        break;
    }
    return bayes::sample_dirichlet(Counts(arm, bandit.levels).span(), rng_);
  }

 private:
  double mean_of(const Vpi& bandit, const Arm& arm) const {
    if (bandit.posterior == GainModel::normal_gamma) return normal_belief(arm).mean;
    return posterior_of(RewardModel::dirichlet, bandit.levels, arm.visits, arm.total, arm.squares)
        .mean;
  }

  void rank(const Vpi& bandit) {
    best_mean_ = second_mean_ = -1;
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      const double mean = mean_of(bandit, arms_[i]);
      if (mean > best_mean_) {
        second_mean_ = best_mean_;
        best_mean_ = mean;
        best_ = i;
      } else {
        second_mean_ = std::max(second_mean_, mean);
      }
    }
  }

  std::span<const Arm> arms_;
  const Quirks& quirks_;
  Rng& rng_;
  double visits_ = 0;
  double total_ = 0;
  std::size_t best_ = 0;
  double best_mean_ = 0;
  double second_mean_ = 0;
};

}  // namespace

bool tries_all(const Bandit& bandit) {
  const auto* puct = std::get_if<Puct>(&bandit);
  return !puct || puct->try_all;
}

TreeNeeds needs_of(const Bandit& bandit) {
  TreeNeeds needs;
  struct Read {
    TreeNeeds& needs;
    void operator()(const Ucb1&) const {}
    void operator()(const Puct&) const {}
    void operator()(const Ucb1Tuned&) const { needs.squares = true; }
    void operator()(const BayesianUcb& bandit) const {
      needs.squares = true;
      needs.moments = bandit.extremum;
    }
    void operator()(const Vpi& bandit) const {
      needs.squares = true;
      if (bandit.posterior == GainModel::dirichlet)
        needs.levels = static_cast<std::size_t>(bandit.levels);
    }
    void operator()(const Thompson& bandit) const {
      needs.squares = bandit.posterior == RewardModel::normal;
      if (bandit.posterior == RewardModel::dirichlet)
        needs.levels = static_cast<std::size_t>(bandit.levels);
    }
  };
  std::visit(Read{needs}, bandit);
  return needs;
}

std::uint32_t virtual_visits(const Bandit& bandit) {
  const auto* ucb = std::get_if<Ucb1>(&bandit);
  return ucb ? static_cast<std::uint32_t>(ucb->virtual_visits) : 0;
}

double prior_visits(const Bandit& bandit) {
  const auto of = [](RewardModel model, std::int64_t levels) {
    if (model == RewardModel::normal) return 0.0;
    return model == RewardModel::beta ? 2.0 : static_cast<double>(levels);
  };
  if (const auto* bayesian = std::get_if<BayesianUcb>(&bandit))
    return bayesian->extremum ? 0 : of(bayesian->posterior, bayesian->levels);
  if (const auto* thompson = std::get_if<Thompson>(&bandit))
    return of(thompson->posterior, thompson->levels);
  const auto* vpi = std::get_if<Vpi>(&bandit);
  return vpi && vpi->posterior != GainModel::normal_gamma ? static_cast<double>(vpi->levels) : 0;
}

// The Dirichlet with a count of one on each level k / (K - 1) has first and second sums K / 2 and
// K (2K - 1) / (6 (K - 1)); rewards add themselves, so no counts are needed for its moments.
bayes::Moments posterior_of(RewardModel model, std::int64_t levels, double visits, double total,
                            double squares) {
  if (model == RewardModel::beta) return bayes::beta(1 + total, 1 + std::max(visits - total, 0.0));
  if (model == RewardModel::normal)
    return bayes::of_mean(bayes::posterior(normal_prior, visits, total, squares));
  const auto k = static_cast<double>(levels);
  const double weight = k + visits;
  const double mean = (k / 2 + total) / weight;
  const double second = (k * (2 * k - 1) / (6 * (k - 1)) + squares) / weight;
  return {mean, std::max(second - mean * mean, 0.0) / (weight + 1)};
}

std::size_t pick(const Bandit& bandit, std::span<const Arm> arms, Ties ties, const Quirks& quirks,
                 Rng& rng) {
  return std::visit(
      [&](const auto& chosen) {
        Index index(arms, quirks, rng);
        index.prepare(chosen);
        std::size_t best = 0;
        double best_index = -1;
        std::uint32_t equals = 0;
        for (std::size_t i = 0; i < arms.size(); ++i) {
          const double value = index.of(chosen, arms[i]) * arms[i].weight;
          if (i > 0 && value < best_index) continue;
          equals = i > 0 && value == best_index ? equals + 1 : 1;
          if (equals > 1 && (ties == Ties::first || rng.below(equals) != 0)) continue;
          best_index = value;
          best = i;
        }
        return best;
      },
      bandit);
}

std::vector<std::int64_t> play_bandit(const Bandit& bandit, std::span<const double> chances,
                                      std::int64_t rounds, Rng& rng, Pulse& pulse) {
  const std::size_t levels = needs_of(bandit).levels;
  std::vector<Arm> arms(chances.size());
  std::vector<std::vector<float>> counts(chances.size(), std::vector<float>(levels, 0.0F));
  for (std::size_t i = 0; i < arms.size(); ++i) {
    arms[i].prior = 1.0 / static_cast<double>(arms.size());
    arms[i].levels = counts[i];
  }
  std::vector<std::int64_t> pulls(chances.size(), 0);
  for (std::int64_t round = 0; round < rounds; ++round) {
    pulse.beat();
    std::size_t arm = static_cast<std::size_t>(round);
    if (!tries_all(bandit) || arm >= arms.size()) arm = pick(bandit, arms, Ties::random, {}, rng);
    const double reward = rng.unit() < chances[arm] ? 1 : 0;
    ++pulls[arm];
    ++arms[arm].visits;
    arms[arm].total += reward;
    arms[arm].squares += reward;
    if (levels) ++counts[arm][reward > 0 ? levels - 1 : 0];
    for (Arm& each : arms) each.parent = static_cast<double>(round + 1);
  }
  return pulls;
}

}  // namespace otherminds
