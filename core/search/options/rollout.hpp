// How do I judge where I stopped? The answers and their options.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "search/options/declaration.hpp"
#include "search/options/policies.hpp"

namespace otherminds {

// How far a roll-out goes, what judges its end, and by which rules it is played.
struct RolloutLimit {
  std::optional<std::int64_t> depth = {};  // moves of seats; none: to the end of the game
  bool from_root = false;                  // the moves in the tree count as well
  std::optional<EvaluationSpec> evaluation = {};
  NamedOptions under = {};  // options of the game that are different in roll-outs

  bool judges_at_once() const { return depth && *depth == 0; }

  template <class Self, class Visit>
  static void limits(Self& self, Visit&& visit) {
    visit("depth", self.depth, at_least(0));
    visit("from_root", self.from_root);
    visit("evaluation", self.evaluation);
    visit("under", self.under);
  }
};

// Uniformly random moves.
struct Uniform : RolloutLimit {
  static constexpr std::string_view title = "Uniform";

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    limits(self, visit);
  }
};

// Moves of a policy for each seat; typed play is such a policy.
struct Played : RolloutLimit {
  static constexpr std::string_view title = "Played";

  std::vector<SeatPolicies> policies = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("policies", self.policies, one_policy_per_seat);
    limits(self, visit);
  }
};

// An action type is drawn, then an action of that type.
struct Typed : RolloutLimit {
  static constexpr std::string_view title = "Typed";

  PolicySpec distribution = {.name = "typed"};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("distribution", self.distribution);
    limits(self, visit);
  }

  Played meant() const {
    Played played;
    static_cast<RolloutLimit&>(played) = *this;
    played.policies = {{.policies = {distribution}}};
    return played;
  }
};

// No roll-out: an evaluation judges each new position at once.
struct Evaluated {
  static constexpr std::string_view title = "Evaluated";

  EvaluationSpec evaluation = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("evaluation", self.evaluation, required);
  }

  Uniform meant() const {
    Uniform judged;
    judged.depth = 0;
    judged.evaluation = evaluation;
    return judged;
  }
};

using RolloutAnswer = std::variant<Uniform, Played>;

}  // namespace otherminds
