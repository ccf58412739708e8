// A judgement of 8x8 positions by patterns (Buro 1997, "Experiments with Multi-ProbCut and a new
// high-quality evaluation function for Othello"): lines, edges and corners of the board are looked
// up in tables, and what the tables say is added up to the discs by which the side to move will be
// ahead at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "games/othello/board.hpp"

namespace otherminds::othello::patterns {

inline constexpr int stages = 12;     // by the number of discs, five to a stage
inline constexpr int instances = 46;  // places on the board where some pattern lies
inline constexpr int shapes = 11;     // patterns that are no reflection or turn of another

// Which contents of a pattern, as numbers to base three, are at each instance: 1 is the side to
// move, 2 the other. The last two are no instance; they make it a multiple of eight.
using Contents = std::array<std::uint16_t, 48>;
Contents contents(Board own, Board opponent);

constexpr int stage_of(Board own, Board opponent) {
  const int found = (count(own | opponent) - 4) / 5;
  return found < stages ? found : stages - 1;
}

// The table of a stage has one weight for all contents that are reflections of each other.
int slots();
// The place in that table for the contents of an instance.
int slot(int instance, int content);

// Discs, for 16-bit weights as they are stored.
inline constexpr double unit = 1.0 / 128;

// The weights that come with the package: `stages` tables, one after the other.
std::span<const std::int16_t> shipped();

// The lead in discs that the shipped weights foretell for the side to move.
double lead(Board own, Board opponent);

// What a lead is worth as a return, between -1 and 1.
double worth(double discs);

}  // namespace otherminds::othello::patterns
