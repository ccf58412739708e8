// The board of Cluedo against distances that were counted on the printed one: pips from inside a
// room to inside another, of which leaving and entering are one each.
#include "games/cluedo/rules/board.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <set>
#include <vector>

using namespace otherminds::cluedo;

namespace {

constexpr int same = 0;

constexpr std::array<std::array<int, most_rooms>, most_rooms> between_rooms = {{
    {0, 4, 17, 17, 28, 17, 20, 15, 7},
    {4, 0, 8, 8, 19, 13, 20, 15, 7},
    {17, 8, 0, 4, 19, 15, 27, 22, 14},
    {17, 8, 4, 0, 11, 7, 19, 14, 14},
    {28, 19, 19, 11, 0, 7, 20, 17, 23},
    {17, 13, 15, 7, 7, 0, 4, 6, 12},
    {20, 20, 27, 19, 20, 4, 0, 7, 14},
    {15, 15, 22, 14, 17, 6, 7, 0, 4},
    {7, 7, 14, 14, 23, 12, 14, 4, 0},
}};

// By suspect: Scarlett, Mustard, White, Green, Peacock, Plum.
constexpr std::array<std::array<int, most_rooms>, pawn_count> from_starts = {{
    {21, 12, 8, 10, 23, 19, 31, 26, 18},
    {21, 12, 8, 8, 23, 19, 31, 26, 18},
    {33, 24, 24, 16, 13, 8, 25, 22, 28},
    {24, 24, 31, 23, 24, 8, 10, 13, 19},
    {23, 23, 30, 22, 23, 9, 7, 10, 17},
    {8, 10, 21, 21, 32, 21, 24, 19, 11},
}};

constexpr std::array<std::array<int, door_count>, door_count> between_doors = {{
    {0, 4, 10, 11, 17, 17, 19, 28, 27, 22, 17, 18, 20, 15, 16, 14, 7},
    {4, 0, 0, 0, 15, 15, 17, 26, 25, 20, 15, 18, 20, 15, 16, 14, 7},
    {10, 0, 0, 0, 9, 9, 11, 20, 19, 14, 15, 18, 20, 15, 16, 14, 7},
    {11, 0, 0, 0, 8, 8, 10, 19, 18, 13, 16, 19, 21, 16, 17, 15, 8},
    {17, 15, 9, 8, 0, 4, 10, 19, 18, 15, 20, 25, 27, 22, 23, 21, 14},
    {17, 15, 9, 8, 4, 0, 0, 17, 16, 13, 18, 23, 25, 20, 23, 21, 14},
    {19, 17, 11, 10, 10, 0, 0, 11, 10, 7, 12, 17, 19, 14, 23, 21, 16},
    {28, 26, 20, 19, 19, 17, 11, 0, 7, 8, 13, 18, 20, 17, 26, 24, 23},
    {27, 25, 19, 18, 18, 16, 10, 7, 0, 0, 0, 0, 19, 16, 25, 23, 22},
    {22, 20, 14, 13, 15, 13, 7, 8, 0, 0, 0, 0, 14, 11, 20, 18, 17},
    {17, 15, 15, 16, 20, 18, 12, 13, 0, 0, 0, 0, 9, 6, 15, 13, 12},
    {18, 18, 18, 19, 25, 23, 17, 18, 0, 0, 0, 0, 4, 7, 16, 14, 13},
    {20, 20, 20, 21, 27, 25, 19, 20, 19, 14, 9, 4, 0, 7, 16, 14, 15},
    {15, 15, 15, 16, 22, 20, 14, 17, 16, 11, 6, 7, 7, 0, 0, 9, 10},
    {16, 16, 16, 17, 23, 23, 23, 26, 25, 20, 15, 16, 16, 0, 0, 4, 11},
    {14, 14, 14, 15, 21, 21, 21, 24, 23, 18, 13, 14, 14, 9, 4, 0, 0},
    {7, 7, 7, 8, 14, 14, 16, 23, 22, 17, 12, 13, 15, 10, 11, 0, 0},
}};

void squares() {
  std::set<int> reached = {0};
  std::vector<int> open = {0};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    for (int i = 0; i < board().neighbour_count[at]; ++i) {
      const int next = board().neighbours[at][i];
      const Point a = board().points[at];
      const Point b = board().points[next];
      assert(std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1);
      if (reached.insert(next).second) open.push_back(next);
    }
  }
  assert(reached.size() == square_count && square_count == 188);
}

void distances() {
  for (int from = 0; from < door_count; ++from) {
    for (int to = 0; to < door_count; ++to) {
      if (board().doors[from].room == board().doors[to].room) {
        assert(between_doors[from][to] == same);
        continue;
      }
      assert(board().to_door[to].pips[board().outside[from]] + 1 == between_doors[from][to]);
    }
  }
  for (int room = 0; room < most_rooms; ++room) {
    for (int pawn = 0; pawn < pawn_count; ++pawn)
      assert(board().to_room[room].pips[board().starts[pawn]] == from_starts[pawn][room]);
    for (int from = 0; from < most_rooms; ++from) {
      if (from == room) continue;
      int pips = far_away;
      for (const Door door : board().room_doors[from])
        pips = std::min(pips, board().to_room[room].pips[board().outside[door]] + 1);
      assert(pips == between_rooms[from][room]);
    }
  }
}

void doors_and_passages() {
  for (const DoorFacts& door : board().doors) {
    assert(board().square_at(door.inside) < 0);  // nobody stands in a doorway
    int corridor = 0;
    for (const Point step : {Point{0, 1}, Point{1, 0}, Point{0, -1}, Point{-1, 0}}) {
      const Point next{door.inside.x + step.x, door.inside.y + step.y};
      corridor += next == door.outside;
    }
    assert(corridor == 1 && board().square_at(door.outside) >= 0);
  }
  constexpr int study = 0;
  constexpr int lounge = 2;
  constexpr int kitchen = 4;
  constexpr int conservatory = 6;
  for (int room = 0; room < most_rooms; ++room) {
    const int other = room == study          ? kitchen
                      : room == kitchen      ? study
                      : room == lounge       ? conservatory
                      : room == conservatory ? lounge
                                             : -1;
    assert(passage_from(room) == other);
  }
}

}  // namespace

int main() {
  squares();
  distances();
  doors_and_passages();
  std::puts("ok");
}
