// What is hidden from me? The answers and their options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "search/options/declaration.hpp"
#include "search/options/policies.hpp"

namespace otherminds {

// The world is as it is shown. In games that hide facts this is looking at them, so it has to be
// asked for by name.
struct Nothing {
  static constexpr std::string_view title = "Nothing";

  bool peek = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("peek", self.peek);
  }
};

// Determinization: some worlds are drawn, each gets a tree of its own, and their votes are added.
struct Worlds {
  static constexpr std::string_view title = "Worlds";

  std::int64_t count = 20;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count, between(1, 1'000'000));
  }
};

// Whose knowledge tells two nodes apart: the searching seat's, or that of the seat which acts.
enum class Observers { one, each };
constexpr std::array<std::string_view, 2> names_of(Observers) { return {"one", "each"}; }

// Information-set search: one world per iteration, one tree over what the observer can tell apart.
struct InformationSets {
  static constexpr std::string_view title = "InformationSets";

  Observers observers = Observers::one;
  bool availability = true;  // the bandit counts only visits in which a move was legal

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("observers", self.observers);
    visit("availability", self.availability);
  }
};

// Particles live on from move to move; or worlds come from the game's belief; or worlds from there
// are weighed by how well the models of the others explain all that these have done.
enum class RootBelief { particles, game, history };
constexpr std::array<std::string_view, 3> names_of(RootBelief) {
  return {"particles", "game", "history"};
}

// POMCP: nodes are the searching seat's histories, worlds come from particles or from the belief.
struct Particles {
  static constexpr std::string_view title = "Particles";

  std::int64_t count = 1000;
  RootBelief belief = RootBelief::particles;
  double reinvigorate = 0;    // the share of particles that is drawn anew at each observation
  std::int64_t attempts = 1;  // worlds drawn for each that is wanted, to find such as explain most

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count, between(1, 10'000'000));
    visit("belief", self.belief);
    visit("reinvigorate", self.reinvigorate, share);
    visit("attempts", self.attempts, between(1, 10'000));
  }
};

// Belief search: the tree walks the belief itself, a weighted set of worlds, or the belief game.
struct BeliefTree {
  static constexpr std::string_view title = "BeliefTree";

  std::int64_t count = 100;       // worlds in the belief at most
  bool legality = true;           // others' moves weigh by the probability of being legal
  double temperature = 1;         // that probability to the power 1 / temperature
  bool weighted_returns = false;  // returns weigh by the legality of the moves below
  bool observable = false;        // roll-outs start from one world instead of the belief
  bool light = false;             // one drawn world decides what is observed, none what it is worth
  std::optional<GameOptions> belief_game = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count, between(1, 1'000'000));
    visit("legality", self.legality);
    visit("temperature", self.temperature, above(0));
    visit("weighted_returns", self.weighted_returns);
    visit("observable", self.observable);
    visit("light", self.light);
    visit("belief_game", self.belief_game);
  }
};

using Hidden = std::variant<Nothing, Worlds, InformationSets, Particles, BeliefTree>;

}  // namespace otherminds
