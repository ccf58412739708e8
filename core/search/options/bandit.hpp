// What do I try next? The answers and their options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "search/options/declaration.hpp"
#include "search/options/policies.hpp"

namespace otherminds {

inline constexpr Range reward_levels = between(2, 1000);

// mean + exploration * sqrt(ln parent visits / visits), means scaled to [0, 1].
struct Ucb1 {
  static constexpr std::string_view title = "UCB1";

  double exploration = 1.4142135623730951;
  std::optional<PolicySpec> prior = {};
  std::int64_t virtual_visits = 0;  // each action starts with so many, won by its prior
  NamedOptions virtual_wins = {};   // by type of action: each starts with so many, unvisited
  std::int64_t decay = 0;           // after so many visits of an action its prior counts no more
  std::int64_t warm_up = 0;         // at a node with fewer visits any move is as likely

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("exploration", self.exploration, at_least(0));
    visit("prior", self.prior);
    visit("virtual_visits", self.virtual_visits, between(0, 1'000'000));
    visit("decay", self.decay, between(0, 1'000'000'000));
    visit("virtual_wins", self.virtual_wins);
    visit("warm_up", self.warm_up, between(0, 1'000'000'000));
  }
};

// The exploration follows the variance that was seen.
struct Ucb1Tuned {
  static constexpr std::string_view title = "UCB1Tuned";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

enum class RewardModel { dirichlet, beta, normal };
constexpr std::array<std::string_view, 3> names_of(RewardModel) {
  return {"dirichlet", "beta", "normal"};
}

// Bayesian UCB: mean + sqrt(2 ln N / n) in form 1, mean + sqrt(2 ln N) * deviation in form 2.
struct BayesianUcb {
  static constexpr std::string_view title = "BayesianUCB";

  std::int64_t form = 2;
  RewardModel posterior = RewardModel::dirichlet;
  std::int64_t levels = 11;
  bool extremum = false;  // a node's value is the extremum over its moves, not their average

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("form", self.form, between(1, 2));
    visit("posterior", self.posterior);
    visit("levels", self.levels, reward_levels);
    visit("extremum", self.extremum);
  }
};

enum class GainModel { dirichlet, normal_gamma, gaussian };
constexpr std::array<std::string_view, 3> names_of(GainModel) {
  return {"dirichlet", "normal_gamma", "gaussian"};
}

// mean + value of perfect information.
struct Vpi {
  static constexpr std::string_view title = "VPI";

  GainModel posterior = GainModel::dirichlet;
  std::int64_t levels = 11;
  std::int64_t samples = 32;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("posterior", self.posterior);
    visit("levels", self.levels, reward_levels);
    visit("samples", self.samples, between(1, 100'000));
  }
};

// mean + exploration * prior * sqrt(other visits) / (1 + visits).
struct Puct {
  static constexpr std::string_view title = "PUCT";

  double exploration = 1.4142135623730951;
  std::optional<PolicySpec> prior = {};  // none: uniform, or the evaluator's
  bool try_all = false;                  // each action is tried once before the rule applies

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("exploration", self.exploration, at_least(0));
    visit("prior", self.prior);
    visit("try_all", self.try_all);
  }
};

// Draws a value for each action from its posterior and takes the greatest.
struct Thompson {
  static constexpr std::string_view title = "Thompson";

  RewardModel posterior = RewardModel::beta;
  std::int64_t levels = 11;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("posterior", self.posterior);
    visit("levels", self.levels, reward_levels);
  }
};

using Bandit = std::variant<Ucb1, Ucb1Tuned, BayesianUcb, Vpi, Puct, Thompson>;

}  // namespace otherminds
