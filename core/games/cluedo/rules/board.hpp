// The board of Cluedo: 24 x 25 squares of which 188 are corridor, nine rooms with seventeen doors,
// two secret passages. The Study is in the top left corner.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "games/cluedo/rules/cards.hpp"

namespace otherminds::cluedo {

inline constexpr int board_width = 24;
inline constexpr int board_height = 25;
inline constexpr int square_count = 188;
inline constexpr int door_count = 17;
inline constexpr std::uint32_t all_doors = (1U << door_count) - 1;  // as bits
inline constexpr int most_doors = 4;                                // of a room
inline constexpr int pawn_count = 6;

// Where a pawn is: a corridor square, a room, or nowhere.
using Place = std::uint8_t;
inline constexpr Place first_room_place = square_count;
inline constexpr Place nowhere = 255;
using Door = std::uint8_t;
inline constexpr Door no_door = 255;

constexpr bool in_room(Place place) { return place >= first_room_place && place != nowhere; }
constexpr int room_of(Place place) { return in_room(place) ? place - first_room_place : -1; }
constexpr Place place_of_room(int room) { return static_cast<Place>(first_room_place + room); }

struct Point {
  int x;
  int y;
  bool operator==(const Point&) const = default;
};

struct DoorFacts {
  int room;
  Point inside;
  Point outside;
};

inline constexpr std::uint8_t far_away = 255;

using Squares = std::bitset<square_count>;

// The ways to one goal, a room or one of its doors, with nobody in the way.
struct Ways {
  std::array<std::uint8_t, square_count> pips{};  // the step through the door counts
  std::array<std::uint8_t, square_count> next{};  // the next square of a shortest way
  std::array<Squares, square_count> squares{};    // all squares of that way, but the first
};

// All that is known of the board without pawns; made once.
struct Board {
  Board();

  std::array<Point, square_count> points{};
  std::array<std::array<int, board_width>, board_height> squares{};  // [y][x], -1: no corridor
  std::array<std::array<std::uint8_t, 4>, square_count> neighbours{};
  std::array<std::uint8_t, square_count> neighbour_count{};
  std::array<DoorFacts, door_count> doors{};
  std::array<std::uint8_t, door_count> outside{};            // the square before a door
  std::array<std::uint32_t, square_count> doors_at{};        // bits of the doors before which it is
  std::array<std::span<const Door>, most_rooms> room_doors;  // in the order of the list
  std::array<std::uint32_t, most_rooms> room_door_bits{};
  std::array<std::uint8_t, pawn_count> starts{};  // by suspect
  std::array<Squares, square_count> round{};      // the corridor among the eight squares round one
  Squares narrow;  // where a pawn cuts the corridor round it, and cannot simply be walked round
  std::array<Ways, door_count> to_door{};
  std::array<Ways, most_rooms> to_room{};  // into the nearest door

  // The square of a point, -1 where there is no corridor.
  int square_at(Point point) const {
    if (point.x < 0 || point.x >= board_width || point.y < 0 || point.y >= board_height) return -1;
    return squares[point.y][point.x];
  }

 private:
  void lay(Ways& ways) const;
  bool is_narrow(int square) const;

  std::array<Door, door_count> listed_{};
};

extern const Board the_board;
inline const Board& board() { return the_board; }

// The other end of a room's secret passage, -1 where there is none.
int passage_from(int room);

}  // namespace otherminds::cluedo
