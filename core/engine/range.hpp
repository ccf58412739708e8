// The numbers that an option accepts, for its check, for refusals and for the schema.
#pragma once

#include <cmath>
#include <optional>
#include <string>

namespace otherminds {

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

}  // namespace otherminds
