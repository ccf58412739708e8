// The ways to move the robber, as a set.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/rules/choices.hpp"

namespace otherminds::catan {

// Four bits a hex; two words, because there are 19.
inline constexpr int hexes_a_word = 10;
using HexNibbles = std::array<std::uint64_t, 2>;

constexpr std::uint64_t nibble(int hex) { return std::uint64_t{1} << (hex % hexes_a_word * 4); }

// The lowest bit of each hex round a vertex.
inline constexpr std::array<HexNibbles, vertex_count> nibbles_round = [] {
  std::array<HexNibbles, vertex_count> list{};
  for (int vertex = 0; vertex < vertex_count; ++vertex)
    for (const int hex : geometry.vertex_hexes[vertex])
      if (hex != nothing) list[vertex][hex / hexes_a_word] |= nibble(hex);
  return list;
}();

// A bit for each seat that can be robbed at a hex, or the lowest where
// there is none. Ascending bits are ascending actions.
struct Robberies {
  HexNibbles ways{};
  HexNibbles nobody{};  // of `ways`: with nobody to rob

  explicit Robberies(const Choices& own) {
    HexNibbles victims{};
    for (int other = 0; other < own.seats; ++other) {
      if (other == own.seat || own.size(other) == 0) continue;
      each_vertex(own.table.buildings(other), [&](int vertex) {
        victims[0] |= nibbles_round[vertex][0] << other;
        victims[1] |= nibbles_round[vertex][1] << other;
      });
    }
    constexpr HexNibbles all = {0x1111111111ULL, 0x111111111ULL};
    for (int half = 0; half < 2; ++half) {
      const std::uint64_t any =
          victims[half] | victims[half] >> 1 | victims[half] >> 2 | victims[half] >> 3;
      nobody[half] = all[half] & ~any;
      ways[half] = victims[half] | nobody[half];
    }
    ways[own.table.robber / hexes_a_word] &= ~(nibble(own.table.robber) * 15);
  }

  // What is added to the first robber or knight action.
  Action at(int half, int place) const {
    const int victim = nobody[half] >> place & 1 ? nothing : place % 4;
    return action::robber(half * hexes_a_word + place / 4, victim) - action::first_robber;
  }

  int size() const { return count(ways[0]) + count(ways[1]); }

  Action nth(int n) const {
    const int low = count(ways[0]);
    const int half = n < low ? 0 : 1;
    return at(half, catan::nth(ways[half], static_cast<std::uint32_t>(n - half * low)));
  }
};

}  // namespace otherminds::catan
