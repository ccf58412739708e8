#include "games/catan/rules/layout.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "engine/error.hpp"

namespace otherminds::catan {

namespace {

constexpr std::array<std::int8_t, hex_count> all_terrain = {
    clay,  clay,  clay,  ore,   ore,  ore,  sheep, sheep, sheep, sheep,
    wheat, wheat, wheat, wheat, wood, wood, wood,  wood,  desert};
constexpr std::array<std::int8_t, port_count> all_ports = {
    clay, ore, sheep, wheat, wood, any_resource, any_resource, any_resource, any_resource};
constexpr std::array<std::int8_t, hex_count - 1> tokens = {5, 2, 6,  3, 8, 10, 9, 12, 11,
                                                           4, 8, 10, 9, 4, 5,  6, 3,  11};

// Letters of terrain and ports. Wheat has w, so that wood, from the forest, has f.
constexpr std::string_view letters = "coswfd";

template <class T, std::size_t n>
void shuffle(std::array<T, n>& items, Rng& rng) {
  for (std::size_t i = n; i > 1; --i)
    std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
}

bool red(int number) { return number == 6 || number == 8; }

bool reds_touch(const Layout& layout) {
  for (int hex = 0; hex < hex_count; ++hex)
    for (const int near : geometry.hex_neighbours[hex])
      if (near != nothing && red(layout.numbers[hex]) && red(layout.numbers[near])) return true;
  return false;
}

template <class Items>
Items sorted(Items items) {
  std::ranges::sort(items);
  return items;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

[[noreturn]] void refuse(const std::string& why) {
  throw Error(
      ErrorKind::option,
      "A board of Catan is 'spiral', 'beginner', 'shuffled' or 19 hexes and 9 ports such as "
      "'o10 s2 f9 ... / 3 w o 3 s 3 3 c f'; " +
          why);
}

}  // namespace

Layout beginners_layout() {
  return parse_layout(
      "o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11 / 3 w o 3 s 3 3 c f");
}

Layout spiral_layout(Rng& rng) {
  Layout layout{all_terrain, {}, all_ports};
  shuffle(layout.terrain, rng);
  shuffle(layout.ports, rng);
  std::size_t next = 0;
  for (const int hex : spiral(static_cast<int>(rng.below(6))))
    if (layout.terrain[hex] != desert) layout.numbers[hex] = tokens[next++];
  return layout;
}

Layout shuffled_layout(Rng& rng) {
  Layout layout{all_terrain, {}, all_ports};
  shuffle(layout.terrain, rng);
  shuffle(layout.ports, rng);
  auto numbers = tokens;
  do {
    shuffle(numbers, rng);
    std::size_t next = 0;
    for (int hex = 0; hex < hex_count; ++hex)
      layout.numbers[hex] = layout.terrain[hex] == desert ? std::int8_t{0} : numbers[next++];
  } while (reds_touch(layout));
  return layout;
}

std::string layout_text(const Layout& layout) {
  std::string text;
  for (int hex = 0; hex < hex_count; ++hex) {
    if (hex > 0) text += ' ';
    text += letters[static_cast<std::size_t>(layout.terrain[hex])];
    if (layout.terrain[hex] != desert) text += std::to_string(layout.numbers[hex]);
  }
  text += " /";
  for (const int port : layout.ports) {
    text += ' ';
    text += port == any_resource ? '3' : letters[static_cast<std::size_t>(port)];
  }
  return text;
}

Layout parse_layout(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) refuse("there is no '/' before the ports.");
  const auto hexes = words_of(text.substr(0, slash));
  const auto ports = words_of(text.substr(slash + 1));
  if (hexes.size() != hex_count || ports.size() != port_count)
    refuse("this has " + std::to_string(hexes.size()) + " hexes and " +
           std::to_string(ports.size()) + " ports.");
  Layout layout;
  for (std::size_t hex = 0; hex < hex_count; ++hex) {
    const std::size_t letter = letters.find(hexes[hex][0]);
    int number = 0;
    const std::string_view digits = hexes[hex].substr(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (letter == std::string_view::npos || (letter == desert) != digits.empty() ||
        (letter != desert && (read.ec != std::errc{} || read.ptr != digits.data() + digits.size() ||
                              number < 2 || number > 12)))
      refuse("'" + std::string(hexes[hex]) +
             "' is not a letter of c (clay), o (ore), s (sheep), w (wheat), f (forest) with a "
             "number, or d (desert).");
    layout.terrain[hex] = static_cast<std::int8_t>(letter);
    layout.numbers[hex] = static_cast<std::int8_t>(number);
  }
  for (std::size_t port = 0; port < port_count; ++port) {
    const std::size_t letter = ports[port] == "3"        ? any_resource
                               : ports[port].size() == 1 ? letters.find(ports[port][0])
                                                         : letters.size();
    if (letter > any_resource || (letter == any_resource && ports[port] != "3"))
      refuse("'" + std::string(ports[port]) + "' is not a port: c, o, s, w, f or 3.");
    layout.ports[port] = static_cast<std::int8_t>(letter);
  }
  const std::string problem = problem_of(layout);
  if (!problem.empty()) refuse(problem);
  return layout;
}

std::string problem_of(const Layout& layout) {
  if (sorted(layout.terrain) != sorted(all_terrain))
    return "the hexes are not 3 clay, 3 ore, 4 sheep, 4 wheat, 4 forest and a desert.";
  std::array<std::int8_t, hex_count> numbers{};
  std::ranges::copy(tokens, numbers.begin());
  if (sorted(layout.numbers) != sorted(numbers))
    return "the numbers are not one 2, one 12 and two each of 3 to 6 and 8 to 11.";
  for (int hex = 0; hex < hex_count; ++hex)
    if ((layout.terrain[hex] == desert) != (layout.numbers[hex] == 0))
      return "the desert has a number or another hex has none.";
  if (sorted(layout.ports) != sorted(all_ports))
    return "the ports are not one of each resource and four that take any.";
  return "";
}

}  // namespace otherminds::catan
