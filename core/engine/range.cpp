#include "engine/range.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace otherminds {

std::string text_of_number(double number) {
  std::array<char, 40> buffer;
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  const auto end = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                         static_cast<std::int64_t>(number))
                               .ptr
                         : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  std::string text(buffer.data(), end);
  if (!whole) return text;
  for (std::size_t place = text.size(); place > 3 && text[place - 4] != '-';) {
    place -= 3;
    text.insert(place, ",");
  }
  return text;
}

std::string text_of(const Range& range) {
  const std::string least = range.least ? text_of_number(*range.least) : "";
  const std::string most = range.most ? text_of_number(*range.most) : "";
  if (range.least && range.most) {
    if (range.above) return " above " + least + " and at most " + most;
    return " from " + least + " to " + (range.below ? "below " : "") + most;
  }
  if (range.least) return (range.above ? " above " : " of at least ") + least;
  return range.most ? (range.below ? " below " : " of at most ") + most : "";
}

}  // namespace otherminds
