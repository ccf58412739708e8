// What lies on the board: the terrain and the number of each hex, and the kinds of the ports.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/random.hpp"
#include "games/catan/rules/cards.hpp"
#include "games/catan/rules/geometry.hpp"

namespace otherminds::catan {

// A terrain is the resource that it yields, or the desert; a port is the resource that it takes two
// of, or any of which it takes three.
inline constexpr std::int8_t desert = resource_count;
inline constexpr std::int8_t any_resource = resource_count;
inline constexpr int port_kinds = resource_count + 1;

struct Layout {
  std::array<std::int8_t, hex_count> terrain{};
  std::array<std::int8_t, hex_count> numbers{};  // 2 to 12, 0 on the desert
  std::array<std::int8_t, port_count> ports{};

  bool operator==(const Layout&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("terrain", self.terrain);
    visit("numbers", self.numbers);
    visit("ports", self.ports);
  }
};

// The board for beginners of the rule book.
Layout beginners_layout();
// Terrain and ports shuffled, the number tokens laid along the spiral from a random corner.
Layout spiral_layout(Rng& rng);
// Terrain, ports and numbers shuffled, until no 6 or 8 lies beside another.
Layout shuffled_layout(Rng& rng);

// A layout as one line: hexes in reading order with a letter for the terrain (c, o, s, w, f for
// forest, d) and the number, then after a slash a letter a port, clockwise from the upper left,
// with 3 for one that takes any resource: "o10 s2 f9 ... / 3 w o 3 s 3 3 c f".
std::string layout_text(const Layout& layout);
// Throws a sentence for what is not a layout with the right hexes, numbers and ports.
Layout parse_layout(std::string_view text);
// Empty, or a sentence that says what is wrong.
std::string problem_of(const Layout& layout);

// Of 36 rolls of two dice, how many give this sum.
constexpr int ways(int number) {
  return number < 2 || number > 12 || number == 7 ? 0 : 6 - (number < 7 ? 7 - number : number - 7);
}

}  // namespace otherminds::catan
