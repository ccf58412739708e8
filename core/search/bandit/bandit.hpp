// What do I try next? A bandit picks one of a node's edges.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/pulse.hpp"
#include "engine/random.hpp"
#include "search/bandit/bayes.hpp"
#include "search/options.hpp"
#include "search/tree.hpp"

namespace otherminds {

// The edge with the greatest upper confidence bound (Auer, Cesa-Bianchi and Fischer 2002); the
// first of equals. Each edge has been tried; one that another thread has taken and not yet counted
// has a bound that is not a number, which beats none. This is the default and runs at every step of
// every iteration, so it reads the edges where they lie.
inline std::size_t select(const Ucb1& bandit, std::span<const Edge> edges, double visits) {
  const double log_visits = std::log(visits);
  std::size_t best = 0;
  double best_bound = -1.0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double inverse = 1.0 / loaded(edges[i].visits);
    const double bound =
        loaded(edges[i].total) * inverse + bandit.exploration * std::sqrt(log_visits * inverse);
    if (bound > best_bound) {
      best_bound = bound;
      best = i;
    }
  }
  return best;
}

// The bound itself, for an arm that has visits; `parent`: those in which it could have been chosen.
inline double log_visits(double parent) { return std::log(std::max(parent, 1.0)); }
inline double upper_bound(const Ucb1& bandit, double total, double visits, double log_visits) {
  return total / visits + bandit.exploration * std::sqrt(log_visits / visits);
}

// What any bandit may ask of an action.
struct Arm {
  double total = 0;  // of scaled returns
  double visits = 0;
  double squares = 0;               // of scaled returns
  double prior = 0;                 // sums to 1 over the arms
  double parent = 0;                // visits in which this arm could have been chosen
  double weight = 1;                // the chance that it is legal
  std::span<const float> levels;    // counts of reward levels, without the prior
  bayes::Moments value{0.0, -1.0};  // the distribution of its value, where the tree knows; else < 0

  double mean() const { return total / visits; }
};

// Whether every arm has to be tried once before the bandit can compare them.
bool tries_all(const Bandit& bandit);

// What the tree has to keep for a bandit.
TreeNeeds needs_of(const Bandit& bandit);

// How many visits the prior of a bandit's posterior is worth, each of mean 1/2; 0 for bandits that
// have none of that form.
double prior_visits(const Bandit& bandit);

// How many visits every action starts with.
std::uint32_t virtual_visits(const Bandit& bandit);

// The posterior of an arm's expected reward, from a uniform prior on [0, 1].
bayes::Moments posterior_of(RewardModel model, std::int64_t levels, double visits, double total,
                            double squares);

// The arm to follow; every arm has visits unless the bandit does without.
std::size_t pick(const Bandit& bandit, std::span<const Arm> arms, Ties ties, const Quirks& quirks,
                 Rng& rng);

// Plays a bandit against arms that pay 1 with these chances; how often each arm was pulled.
std::vector<std::int64_t> play_bandit(const Bandit& bandit, std::span<const double> chances,
                                      std::int64_t rounds, Rng& rng, Pulse& pulse);

}  // namespace otherminds
