// A level of Tiny Co-Op: a map of squares, read from text and laid out for play. It never changes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace otherminds::tiny_coop {

inline constexpr int most_agents = 4;
inline constexpr int most_goals = 8;
inline constexpr int most_cells = 256;
inline constexpr int smallest_side = 3;

// Cells are numbered column by column, x * height + y: the order of the first edition's scan and of
// the flares of the full action set.
using Cell = std::uint8_t;
using Cells = std::array<Cell, most_agents>;  // entries past the last agent are 0, a wall

// The moves, in the order of the actions.
inline constexpr int wait = 0;
inline constexpr int up = 1;
inline constexpr int down = 2;
inline constexpr int left = 3;
inline constexpr int right = 4;
inline constexpr int move_count = 5;

// A bit a letter. `always` is a signal that never falls: the need of every square without a door.
using Signals = std::uint32_t;
inline constexpr Signals always = Signals{1} << 31;

struct Level {
  int width = 0;
  int height = 0;
  int agents = 0;
  int goals = 0;
  Cells starts{};
  std::array<Cell, most_goals> goal_cells{};

  // By cell; 8 instead of 5 places a row keep the index a shift.
  std::array<std::array<Cell, 8>, most_cells> target{};  // where a move leads; a wall: nowhere
  std::array<Signals, most_cells> button{};              // what standing here raises
  std::array<Signals, most_cells> need{};                // one of these must be up to enter
  std::array<std::uint8_t, most_cells> goal{};           // the bit of the goal here
  std::array<char, most_cells> square{};                 // as in the map, starts being floor

  int cells() const { return width * height; }
  int x(int cell) const { return cell / height; }
  int y(int cell) const { return cell % height; }
  int cell(int x, int y) const { return x * height + y; }
  bool walkable(int cell) const { return square[cell] != '#'; }
};

// Raises a sentence about an option of the game or its map.
[[noreturn]] void refuse(const std::string& sentence);

struct NamedLevel {
  std::string_view name;
  std::string_view map;
};

// The seven levels of the source.
const std::vector<NamedLevel>& named_levels();
bool is_named(const std::string& level);
std::vector<std::string> level_names();

// The level of that name, or the one that is drawn. Throws a sentence for a map that cannot be
// played or in which an agent cannot reach a goal even if doors open whenever somebody could get to
// a button of theirs. That the agents together can win takes a planner to tell.
Level read_level(const std::string& name_or_map);

// The map with everybody at the start, lines joined by line feeds.
std::string map_text(const Level& level);

}  // namespace otherminds::tiny_coop
