#include "games/cluedo/rules/board.hpp"

#include <algorithm>
#include <string_view>

namespace otherminds::cluedo {

namespace {

// '.' corridor, letters doors and starts, '#' the rest.
constexpr std::array<std::string_view, board_height> rows = {
    "#######.########s#######", "#######..######..#######", "#######..######..#######",
    "######S..######..#######", "#........H#####..#######", "u........######..O######",
    "######...##HH##........#", "#######................m", "######L..#####.........#",
    "#######..#####..#D######", "###L##...#####..########", "#........#####..########",
    "#I####...#####..D#######", "######...#####..########", "######...#####..########",
    "#####I.............#####", "######.................#", "#.......#B####B#........",
    "p.......########..#K####", "####C...B######B..######", "######..########..######",
    "######..########..######", "######..########..######", "#######...####...#######",
    "#########g####w#########"};

// The rooms in the order of their cards: Study, Hall, Lounge, Dining Room, Kitchen, Ballroom,
// Conservatory, Billiard Room, Library.
constexpr std::array<DoorFacts, door_count> door_list = {{
    {0, {6, 3}, {6, 4}},
    {1, {9, 4}, {8, 4}},
    {1, {11, 6}, {11, 7}},
    {1, {12, 6}, {12, 7}},
    {2, {17, 5}, {17, 6}},
    {3, {17, 9}, {17, 8}},
    {3, {16, 12}, {15, 12}},
    {4, {19, 18}, {19, 17}},
    {5, {15, 19}, {16, 19}},
    {5, {14, 17}, {14, 16}},
    {5, {9, 17}, {9, 16}},
    {5, {8, 19}, {7, 19}},
    {6, {4, 19}, {5, 19}},
    {7, {5, 15}, {6, 15}},
    {7, {1, 12}, {1, 11}},
    {8, {3, 10}, {3, 11}},
    {8, {6, 8}, {7, 8}},
}};

constexpr std::string_view start_letters = "smwgpu";  // by suspect, in the order of play

constexpr std::array<Point, 4> steps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

}  // namespace

Board::Board() {
  int found = 0;
  for (int y = 0; y < board_height; ++y) {
    for (int x = 0; x < board_width; ++x) {
      const char letter = rows[y][static_cast<std::size_t>(x)];
      const auto start = start_letters.find(letter);
      const bool corridor = letter == '.' || start != std::string_view::npos;
      squares[y][x] = corridor ? found : -1;
      if (!corridor) continue;
      points[found] = {x, y};
      if (start != std::string_view::npos) starts[start] = static_cast<std::uint8_t>(found);
      ++found;
    }
  }
  for (int square = 0; square < square_count; ++square) {
    for (const Point step : steps) {
      const int next = square_at({points[square].x + step.x, points[square].y + step.y});
      if (next >= 0)
        neighbours[square][neighbour_count[square]++] = static_cast<std::uint8_t>(next);
    }
  }
  for (int square = 0; square < square_count; ++square) {
    const Point at = points[square];
    for (int y = at.y - 1; y <= at.y + 1; ++y)
      for (int x = at.x - 1; x <= at.x + 1; ++x)
        if (const int each = square_at({x, y}); each >= 0 && each != square)
          round[square].set(each);
    if (is_narrow(square)) narrow.set(square);
  }
  doors = door_list;
  for (Ways& ways : to_room) ways.pips.fill(far_away);
  for (int door = 0; door < door_count; ++door) {
    listed_[door] = static_cast<Door>(door);
    outside[door] = static_cast<std::uint8_t>(square_at(doors[door].outside));
    doors_at[outside[door]] |= 1U << door;
    room_door_bits[doors[door].room] |= 1U << door;
    auto& distances = to_door[door].pips;
    distances.fill(far_away);
    std::vector<int> queue = {outside[door]};
    distances[outside[door]] = 1;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const int at = queue[next];
      for (int i = 0; i < neighbour_count[at]; ++i) {
        const int beside = neighbours[at][i];
        if (distances[beside] != far_away) continue;
        distances[beside] = static_cast<std::uint8_t>(distances[at] + 1);
        queue.push_back(beside);
      }
    }
    auto& nearest = to_room[doors[door].room].pips;
    for (int square = 0; square < square_count; ++square)
      nearest[square] = std::min(nearest[square], distances[square]);
    lay(to_door[door]);
  }
  for (Ways& ways : to_room) lay(ways);
  for (int room = 0; room < most_rooms; ++room) {
    const auto of_room = [&](Door door) { return doors[door].room == room; };
    const auto first = std::ranges::find_if(listed_, of_room);
    const auto last = std::find_if_not(first, listed_.end(), of_room);
    room_doors[room] = {first, last};
  }
}

// Whether the squares beside one are not connected by the eight squares round it.
bool Board::is_narrow(int square) const {
  Squares met;
  std::vector<int> queue = {neighbours[square][0]};
  met.set(neighbours[square][0]);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (int i = 0; i < neighbour_count[queue[next]]; ++i) {
      const int beside = neighbours[queue[next]][i];
      if (met[beside] || !round[square][beside]) continue;
      met.set(beside);
      queue.push_back(beside);
    }
  }
  for (int i = 0; i < neighbour_count[square]; ++i)
    if (!met[neighbours[square][i]]) return true;
  return false;
}

// Nearer squares first, so that a way is a step and the way from there.
void Board::lay(Ways& ways) const {
  for (int pips = 1; pips < far_away; ++pips) {
    for (int square = 0; square < square_count; ++square) {
      if (ways.pips[square] != pips) continue;
      ways.next[square] = static_cast<std::uint8_t>(square);
      for (int i = neighbour_count[square] - 1; i >= 0; --i)
        if (ways.pips[neighbours[square][i]] == pips - 1) ways.next[square] = neighbours[square][i];
      if (pips == 1) continue;
      ways.squares[square] = ways.squares[ways.next[square]];
      ways.squares[square].set(ways.next[square]);
    }
  }
}

const Board the_board;

int passage_from(int room) {
  constexpr std::array<int, most_rooms> ends = {4, -1, 6, -1, 0, -1, 2, -1, -1};
  return ends[static_cast<std::size_t>(room)];
}

}  // namespace otherminds::cluedo
