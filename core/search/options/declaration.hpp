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

#include <cmath>
#include <optional>
#include <string>

namespace otherminds {

// The numbers that an option accepts.
struct Range {
  std::optional<double> least = {};
  std::optional<double> most = {};
  bool above = false;  // the least itself is not accepted
  bool below = false;  // the most itself is not accepted

  bool holds(double given) const {
    if (!std::isfinite(given)) return false;
    if (least && (above ? given <= *least : given < *least)) return false;
    return !most || (below ? given < *most : given <= *most);
  }
};

constexpr Range between(double least, double most) { return {.least = least, .most = most}; }
constexpr Range at_least(double least) { return {.least = least}; }
constexpr Range above(double least) { return {.least = least, .above = true}; }
constexpr Range below(double least, double most) {
  return {.least = least, .most = most, .below = true};
}
constexpr Range above(double least, double most) {
  return {.least = least, .most = most, .above = true};
}
inline constexpr Range share = between(0, 1);

// " from 1 to 1,000,000", " above 0": what follows "a number".
std::string text_of(const Range& range);

// The number with its thousands apart: 4,000,000.
std::string text_of_number(double number);

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
