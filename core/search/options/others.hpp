// What will the others do? The answers and their options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "search/options/declaration.hpp"
#include "search/options/policies.hpp"

namespace otherminds {

// Every seat searches for itself (max-n; in a game for two with opposite returns: minimax), or all
// others against us (paranoid).
struct Themselves {
  static constexpr std::string_view title = "Themselves";

  bool paranoid = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("paranoid", self.paranoid);
  }
};

// Where a model decides.
enum class Where { both, tree, rollout };
constexpr std::array<std::string_view, 3> names_of(Where) { return {"both", "tree", "rollout"}; }

// What a horizon counts.
enum class Count { plies, moves };
constexpr std::array<std::string_view, 2> names_of(Count) { return {"plies", "moves"}; }

inline constexpr Range answers_recalled = between(0, 100'000);

// Known policies (Predictor MCTS).
struct Policies {
  static constexpr std::string_view title = "Policies";

  std::vector<SeatPolicies> policies = {};
  Where where = Where::both;
  double error = 0;                          // the chance that a modelled seat moves at random
  std::optional<std::int64_t> horizon = {};  // after so many plies or moves the model ends
  Count count = Count::plies;
  std::int64_t recall = 0;  // answers that a nested search has for one position; 0: always new ones

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("policies", self.policies, one_policy_per_seat);
    visit("where", self.where);
    visit("error", self.error, share);
    visit("horizon", self.horizon, at_least(0));
    visit("count", self.count);
    visit("recall", self.recall, answers_recalled);
  }
};

// The other seats move at random.
struct Random {
  static constexpr std::string_view title = "Random";

  Where where = Where::both;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("where", self.where);
  }

  Policies meant() const { return {.policies = {{.policies = {PolicySpec{}}}}, .where = where}; }
};

// ---- how the evidence about types adds up ----

// Likelihoods multiply.
struct Product {
  static constexpr std::string_view title = "Product";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

// Likelihoods add.
struct Sum {
  static constexpr std::string_view title = "Sum";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

// Likelihoods add by age: f(age) = max(0, a - b (age - 1)^c), the newest observation having age 1.
struct TimeWeighted {
  static constexpr std::string_view title = "TimeWeighted";

  double a = 10;
  double b = 0.01;
  double c = 5;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("a", self.a, between(0, 1e100));
    visit("b", self.b, between(0, 1e100));
    visit("c", self.c, between(0, 1e100));
  }
};

// One posterior over combinations of all seats' types: rounds add, seats multiply.
struct Correlated {
  static constexpr std::string_view title = "Correlated";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

// A seat takes another type with chance `rate` before each move, drawn by the prior; it begins or
// ceases to be of no type at all with chance `reserve_rate`.
struct Switching {
  static constexpr std::string_view title = "Switching";

  double rate = 0.15;
  double reserve_rate = 0.02;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rate", self.rate, share);
    visit("reserve_rate", self.reserve_rate, share);
  }
};

using Posterior = std::variant<Product, Sum, TimeWeighted, Correlated, Switching>;

enum class Likelihood { probability, indicator };
constexpr std::array<std::string_view, 2> names_of(Likelihood) {
  return {"probability", "indicator"};
}

// For how long types decide: so many plies or moves, or as far as they have been seen to predict
// moves.
struct Horizon {
  static constexpr std::string_view kind = "whole number";
  static constexpr std::array<std::string_view, 1> choices = {"learned"};
  static constexpr Range range = at_least(0);

  std::optional<std::int64_t> moves = {};  // none: learned

  bool learned() const { return !moves; }
  void read(const Value& value, const std::string& where);
};

// What is believed of a seat's types before anything was seen.
struct TypePrior {
  static constexpr std::string_view kind = "weights";
  static constexpr std::array<std::string_view, 2> choices = {"uniform", "random"};

  bool random = false;               // 0.0001 for a random half, the rest shared
  std::vector<double> weights = {};  // one for each type; none: all alike

  void read(const Value& value, const std::string& where);
  Value written() const;
};

// Hypothesised types of each seat and a belief about them (HBA).
struct Types {
  static constexpr std::string_view title = "Types";

  std::vector<SeatPolicies> types = {};
  TypePrior prior = {};
  Posterior posterior = {};
  Likelihood likelihood = Likelihood::probability;
  Where where = Where::both;
  double error = 0;
  std::optional<Horizon> horizon = {};
  Count count = Count::plies;
  bool frozen = false;        // never learns: the control
  bool informed = false;      // is told the current types: the other control
  double reserve = 0;         // the prior of a seat being of no type, but searching for itself
  double redraw = 0;          // the chance that a seat's type is drawn anew after each of its moves
  bool carry_over = false;    // what was learned lives on in the next match
  std::int64_t samples = 16;  // worlds over which a likelihood is averaged where facts are hidden
  std::int64_t recall = 0;    // as in Policies

  bool learns_horizon() const { return horizon && horizon->learned(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("types", self.types, policies_per_seat);
    visit("prior", self.prior);
    visit("posterior", self.posterior);
    visit("likelihood", self.likelihood);
    visit("where", self.where);
    visit("error", self.error, share);
    visit("horizon", self.horizon);
    visit("count", self.count);
    visit("frozen", self.frozen);
    visit("informed", self.informed);
    visit("reserve", self.reserve, below(0, 1));
    visit("redraw", self.redraw, share);
    visit("carry_over", self.carry_over);
    visit("samples", self.samples, between(1, 1'000'000));
    visit("recall", self.recall, answers_recalled);
  }
};

using OthersAnswer = std::variant<Themselves, Policies, Types>;

}  // namespace otherminds
