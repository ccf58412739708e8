#include "games/tiny_coop/level.hpp"

#include <algorithm>
#include <optional>

#include "engine/error.hpp"
#include "engine/value.hpp"

namespace otherminds::tiny_coop {

void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

namespace {

// What a person may read in a sentence: "line 3, place 7".
struct Place {
  int x;
  int y;
};

std::string show(Place place) { return std::to_string(place.x) + "," + std::to_string(place.y); }

std::string show(char letter) {
  if (letter > ' ' && letter < 127) return "'" + std::string(1, letter) + "'";
  return "the character number " + std::to_string(static_cast<unsigned char>(letter));
}

bool is_button(char square) { return square >= 'a' && square <= 'z' && square != 'g'; }
bool is_door(char square) { return square >= 'A' && square <= 'Z' && square != 'G'; }
bool is_start(char square) { return square >= '0' && square < '0' + most_agents; }

Signals signal_of(char letter) { return Signals{1} << (letter | 0x20) % 32; }

std::vector<std::string> lines_of(const std::string& map) {
  constexpr std::string_view blank = " \t\r";
  std::vector<std::string> lines;
  std::size_t from = 0;
  while (from <= map.size()) {
    const std::size_t end = std::min(map.find('\n', from), map.size());
    std::string line = map.substr(from, end - from);
    line.erase(0, std::min(line.find_first_not_of(blank), line.size()));
    line.erase(line.find_last_not_of(blank) + 1);
    lines.push_back(std::move(line));
    from = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  lines.erase(lines.begin(),
              std::ranges::find_if(lines, [](const std::string& line) { return !line.empty(); }));
  return lines;
}

void check_shape(const std::vector<std::string>& lines) {
  const std::size_t width = lines.empty() ? 0 : lines.front().size();
  for (std::size_t y = 0; y < lines.size(); ++y) {
    if (lines[y].size() != width) {
      refuse("All lines of a level have the same length; line " + std::to_string(y + 1) + " has " +
             std::to_string(lines[y].size()) + " squares, the first has " + std::to_string(width) +
             ".");
    }
  }
  const std::size_t height = lines.size();
  if (width < smallest_side || height < smallest_side || width * height > most_cells) {
    refuse("A level is at least 3 squares wide and high and has at most 256 squares; this one is " +
           std::to_string(width) + " by " + std::to_string(height) + ".");
  }
}

void check_squares(const std::vector<std::string>& lines) {
  const int height = static_cast<int>(lines.size());
  const int width = static_cast<int>(lines.front().size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const char square = lines[y][x];
      if (square != '#' && square != '.' && square != 'G' && !is_button(square) &&
          !is_door(square) && !is_start(square)) {
        refuse("There is " + show(square) + " at " + show(Place{x, y}) +
               " of the level; a square is '#' (wall), '.' (floor), 'G' (goal), '0' to '3' (the "
               "start of an agent), a small letter but g (button) or a capital one (its door).");
      }
      const bool border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
      if (border && square != '#') {
        refuse("A level has walls all around; the border is open at " + show(Place{x, y}) + ".");
      }
    }
  }
}

// Reads the squares one by one, column by column.
Level laid_out(const std::vector<std::string>& lines) {
  Level level;
  level.width = static_cast<int>(lines.front().size());
  level.height = static_cast<int>(lines.size());
  std::array<int, most_agents> seen{};
  level.square.fill('#');
  for (int cell = 0; cell < level.cells(); ++cell) {
    const char square = lines[level.y(cell)][level.x(cell)];
    level.square[cell] = is_start(square) ? '.' : square;
    if (is_start(square)) {
      ++seen[square - '0'];
      level.starts[square - '0'] = static_cast<Cell>(cell);
      level.agents = std::max(level.agents, square - '0' + 1);
    }
    if (square == 'G') {
      if (level.goals == most_goals) refuse("A level has at most 8 goals.");
      level.goal[cell] = static_cast<std::uint8_t>(1U << level.goals);
      level.goal_cells[level.goals++] = static_cast<Cell>(cell);
    }
    level.button[cell] = is_button(square) ? signal_of(square) : 0;
    level.need[cell] = is_door(square) ? signal_of(square) : always;
  }
  for (int agent = 0; agent < std::max(level.agents, 2); ++agent) {
    if (seen[agent] == 1) continue;
    refuse("A level has one start for each of 2 to 4 agents, numbered from 0; '" +
           std::to_string(agent) + "' occurs " + std::to_string(seen[agent]) + " times.");
  }
  if (level.goals == 0) refuse("A level has at least one goal, 'G'.");
  return level;
}

void check_letters(const Level& level) {
  Signals buttons = 0;
  Signals doors = 0;
  for (int cell = 0; cell < level.cells(); ++cell) {
    buttons |= level.button[cell];
    if (is_door(level.square[cell])) doors |= level.need[cell];
  }
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    const Signals signal = signal_of(letter);
    const std::string small(1, letter);
    const std::string capital(1, static_cast<char>(letter - 0x20));
    if ((doors & signal) && !(buttons & signal))
      refuse("The door '" + capital + "' has no button: there is no '" + small + "' in the level.");
    if ((buttons & signal) && !(doors & signal))
      refuse("The button '" + small + "' opens nothing: there is no '" + capital +
             "' in the level.");
  }
}

void connect(Level& level) {
  const std::array<int, move_count> steps = {0, -1, 1, -level.height, level.height};
  for (int cell = 0; cell < level.cells(); ++cell) {
    for (int move = 0; move < move_count; ++move) {
      // Only squares inside the border are ever left.
      const int next = cell + steps[move];
      const bool inside = level.walkable(cell) && level.walkable(next);
      level.target[cell][move] = static_cast<Cell>(inside ? next : cell);
    }
  }
}

// What an agent reaches while these signals are up.
std::array<bool, most_cells> reached(const Level& level, int from, Signals signals) {
  std::array<bool, most_cells> found{};
  std::vector<int> open = {from};
  found[from] = true;
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    for (int move = up; move < move_count; ++move) {
      const int next = level.target[cell][move];
      if (found[next] || !(level.need[next] & signals)) continue;
      found[next] = true;
      open.push_back(next);
    }
  }
  return found;
}

void check_reach(const Level& level) {
  Signals signals = always;
  for (;;) {
    Signals more = signals;
    for (int agent = 0; agent < level.agents; ++agent) {
      const auto found = reached(level, level.starts[agent], signals);
      for (int cell = 0; cell < level.cells(); ++cell)
        if (found[cell]) more |= level.button[cell];
    }
    if (more == signals) break;
    signals = more;
  }
  for (int agent = 0; agent < level.agents; ++agent) {
    const auto found = reached(level, level.starts[agent], signals);
    for (int goal = 0; goal < level.goals; ++goal) {
      const int cell = level.goal_cells[goal];
      if (found[cell]) continue;
      refuse("Agent " + std::to_string(agent) + " can never reach the goal at " +
             show(Place{level.x(cell), level.y(cell)}) +
             ": walls, or doors whose buttons nobody gets to, are in between.");
    }
  }
}

}  // namespace

const std::vector<NamedLevel>& named_levels() {
  static const std::vector<NamedLevel> levels = {
      {"pathfinding",
       "#########\n"
       "#0.1#...#\n"
       "#...#.G.#\n"
       "#.......#\n"
       "#.......#\n"
       "#...#...#\n"
       "#...#...#\n"
       "#...#...#\n"
       "#########"},
      {"single_door",
       "#########\n"
       "#0.1#...#\n"
       "#...#.G.#\n"
       "#...#...#\n"
       "#...A...#\n"
       "#...#...#\n"
       "#.a.#.a.#\n"
       "#...#...#\n"
       "#########"},
      {"symmetric_single_door",
       "#########\n"
       "#.0.#...#\n"
       "#...#...#\n"
       "#...#...#\n"
       "#.a.A.aG#\n"
       "#...#...#\n"
       "#...#...#\n"
       "#.1.#...#\n"
       "#########"},
      {"extended_side",
       "###############\n"
       "#0.1#...G.....#\n"
       "#...#.........#\n"
       "#...#.....#####\n"
       "#...A.........#\n"
       "#...#.........#\n"
       "#.a.#.a.G.....#\n"
       "#...#.........#\n"
       "###############"},
      {"side_by_side",
       "#########\n"
       "#...#...#\n"
       "#.G.#.G.#\n"
       "#...#...#\n"
       "#0..A.1.#\n"
       "#...#...#\n"
       "#.a.#.a.#\n"
       "#...#...#\n"
       "#########"},
      {"airlock",
       "###########\n"
       "#..#..#..G#\n"
       "#0.A..B.c.#\n"
       "#..#..#...#\n"
       "########C##\n"
       "#.........#\n"
       "#..a..b...#\n"
       "#1........#\n"
       "###########"},
      {"butterfly",
       "#######\n"
       "#G.#.G#\n"
       "#..#..#\n"
       "##A#B##\n"
       "#.....#\n"
       "#0a.b1#\n"
       "#.....#\n"
       "#######"},
  };
  return levels;
}

bool is_named(const std::string& level) {
  return std::ranges::find(named_levels(), level, &NamedLevel::name) != named_levels().end();
}

std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (const NamedLevel& level : named_levels()) names.emplace_back(level.name);
  return names;
}

Level read_level(const std::string& name_or_map) {
  std::string map = name_or_map;
  if (map.find('\n') == std::string::npos) {
    const auto found = std::ranges::find(named_levels(), name_or_map, &NamedLevel::name);
    if (found == named_levels().end())
      refuse(unknown_name("level", name_or_map, level_names()) + " A map has several lines.");
    map = found->map;
  }
  const std::vector<std::string> lines = lines_of(map);
  check_shape(lines);
  check_squares(lines);
  Level level = laid_out(lines);
  check_letters(level);
  connect(level);
  check_reach(level);
  return level;
}

std::string map_text(const Level& level) {
  std::string text;
  for (int y = 0; y < level.height; ++y) {
    if (y > 0) text += '\n';
    for (int x = 0; x < level.width; ++x) {
      const int cell = level.cell(x, y);
      char square = level.square[cell];
      for (int agent = 0; agent < level.agents; ++agent)
        if (level.starts[agent] == cell) square = static_cast<char>('0' + agent);
      text += square;
    }
  }
  return text;
}

}  // namespace otherminds::tiny_coop
