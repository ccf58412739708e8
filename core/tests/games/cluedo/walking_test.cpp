// Walks round pawns, against distances that are counted square by square.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

// Pips from each square to the room, or none where there is no way past the pawns.
std::map<int, int> pips_to(const Table& table, int pawn, int room, bool first_door) {
  std::array<bool, square_count> taken{};
  for (int other = 0; other < pawn_count; ++other)
    if (other != pawn && table.places[other] < square_count) taken[table.places[other]] = true;
  std::map<int, int> pips;
  std::vector<int> queue;
  for (const Door door : board().room_doors[room]) {
    const int square = board().outside[door];
    if (!taken[square] && pips.try_emplace(square, 1).second) queue.push_back(square);
    if (first_door) break;
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int at = queue[next];
    for (int i = 0; i < board().neighbour_count[at]; ++i) {
      const int beside = board().neighbours[at][i];
      if (!taken[beside] && pips.try_emplace(beside, pips.at(at) + 1).second)
        queue.push_back(beside);
    }
  }
  return pips;
}

// The same from where a pawn is: a square, or a room with the doors by which it may leave.
int counted_pips(const Cluedo& game, const Table& table, int pawn, int room) {
  const Rules& rules = game.rules();
  const std::map<int, int> pips = pips_to(table, pawn, room, rules.first_door);
  const auto from = [&](int square) {
    const auto found = pips.find(square);
    return found == pips.end() ? int{far_away} : found->second;
  };
  const Place at = table.places[pawn];
  if (!in_room(at)) return from(at);
  if (room_of(at) == room && !game.options().reenter) return far_away;
  int fewest = far_away;
  for (const Door door : board().room_doors[room_of(at)])
    if (!rules.entry_exit || door == table.doors[pawn])
      fewest = std::min<int>(fewest, std::min(from(board().outside[door]), far_away - 1) + 1);
  return fewest;
}

// Pawns on squares that crowd: half of them next to one that stands already or where it is narrow.
Table crowded(const Cluedo& game, Rng& rng) {
  Table table;
  const auto is_free = [&](int square) {
    return std::ranges::find(table.places, square) == table.places.end();
  };
  for (int pawn = 0; pawn < pawn_count; ++pawn) {
    if (rng.below(4) == 0) {
      const auto room = static_cast<int>(rng.below(most_rooms));
      const std::span<const Door> doors = board().room_doors[room];
      table.places[pawn] = place_of_room(room);
      if (game.rules().entry_exit)
        table.doors[pawn] = doors[rng.below(static_cast<std::uint32_t>(doors.size()))];
      continue;
    }
    for (int tries = 0;; ++tries) {
      const auto square = static_cast<int>(rng.below(square_count));
      const bool beside = std::ranges::any_of(table.places, [&](Place other) {
        return other < square_count &&
               std::abs(board().points[other].x - board().points[square].x) <= 1 &&
               std::abs(board().points[other].y - board().points[square].y) <= 1;
      });
      const bool tight = beside || board().neighbour_count[square] < 3;
      if (!is_free(square) || (pawn % 2 == 1 && !tight && tries < 500)) continue;
      table.places[pawn] = static_cast<Place>(square);
      break;
    }
  }
  return table;
}

void walks_are_shortest(const Options& options, int tables) {
  const Cluedo game(options);
  Rng rng(1);
  int shut = 0;
  int round = 0;
  for (int i = 0; i < tables; ++i) {
    Table table = crowded(game, rng);
    table.current = static_cast<std::uint8_t>(rng.below(static_cast<std::uint32_t>(game.seats())));
    table.phase = beginning;
    const int seat = table.current;
    const int pawn = game.suspect_of(seat);
    std::uint32_t open = 0;
    for (int room = 0; room < most_rooms; ++room) {
      const int pips = counted_pips(game, table, pawn, room);
      assert(game.pips(table, seat, room) == pips);
      if (pips == far_away) {
        ++shut;
        continue;
      }
      open |= 1U << room;
      if (!in_room(table.places[pawn]))
        round += pips > board().to_room[room].pips[table.places[pawn]] ? 1 : 0;
      Table after = table;
      after.roll = static_cast<std::uint8_t>(1 + rng.below(12));
      const int roll = after.roll;
      game.walk(after, game.move_to(room));
      if (roll >= pips)
        assert(after.places[pawn] == place_of_room(room));
      else
        assert(after.places[pawn] < square_count &&
               counted_pips(game, after, pawn, room) == pips - roll);
    }
    assert(game.rooms_in_reach(table, seat, game.all_rooms()) == open);
    const std::uint32_t some = rng.below(1U << most_rooms);
    assert(game.rooms_in_reach(table, seat, some) == (open & some));
  }
  assert(shut > tables / 100 && round > tables / 100);  // else nothing was in anybody's way
}

}  // namespace

}  // namespace otherminds::cluedo

int main() {
  using otherminds::cluedo::Options;
  using otherminds::cluedo::walks_are_shortest;
  Options options;
  options.players = 6;
  options.moves = "towards";
  walks_are_shortest(options, 1000);
  options.reenter = true;
  walks_are_shortest(options, 500);
  options.doors = "first";
  walks_are_shortest(options, 500);
  options.exits = "entry";
  walks_are_shortest(options, 1000);
  std::puts("walks round pawns: ok");
}
