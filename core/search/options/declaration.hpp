// How an option is declared. A struct lists its options once, in fields(); what stands behind a
// member there says what the member accepts, and serves the reading of values, the check of ranges
// and the schema that Python gets:
//
//   visit("count", self.count, between(1, 1'000'000));
//   visit("policies", self.policies, one_policy_per_seat);
//   visit("rollout", self.rollout, AlsoWritten<Typed, Evaluated>{});
//
// A std::optional member may be left open: None in Python.
#pragma once

#include "engine/range.hpp"

namespace otherminds {

// Policies for seats, each seat named once: one for each, or several that it may be of. They have
// to be given.
struct PerSeat {
  bool several = false;
};
inline constexpr PerSeat one_policy_per_seat{.several = false};
inline constexpr PerSeat policies_per_seat{.several = true};

// An option without a default.
struct Required {};
inline constexpr Required required{};

// None stands for the default.
struct OrNone {};
inline constexpr OrNone or_none{};

// Answers to a question that stand for one of its other answers: each has meant(), which gives it.
template <class... Shorthands>
struct AlsoWritten {};

}  // namespace otherminds
