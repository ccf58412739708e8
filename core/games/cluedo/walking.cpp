// Pawns on the board: where one can go, and how it gets there.
//
// Other pawns block corridor squares; rooms hold any number. A way along the distances of the empty
// board is a shortest one as long as no pawn stands on it, which is the usual case; only where one
// does is the way searched for.
#include <algorithm>
#include <bitset>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

using Occupied = std::bitset<square_count>;

Occupied occupied(const Table& table, int except) {
  Occupied result;
  for (int pawn = 0; pawn < pawn_count; ++pawn) {
    if (pawn != except && table.places[pawn] < square_count) result.set(table.places[pawn]);
  }
  return result;
}

// Where a walk can begin: its squares after `spent` pips.
struct Start {
  std::array<std::uint8_t, 4> squares;
  int count = 0;
  int spent = 0;
};

Start start_of(const Rules& rules, const Table& table, int pawn, const Occupied& blocked) {
  Start start;
  const Place from = table.places[pawn];
  if (!in_room(from)) {
    start.squares[0] = from;
    start.count = 1;
    return start;
  }
  start.spent = 1;
  const auto leave_by = [&](Door door) {
    const std::uint8_t square = board().outside[door];
    if (!blocked[square]) start.squares[start.count++] = square;
  };
  if (rules.entry_exit) {
    leave_by(table.doors[pawn]);
  } else {
    for (const Door door : board().room_doors[room_of(from)]) leave_by(door);
  }
  return start;
}

// The doors by which a room is entered.
std::span<const Door> entrances(const Rules& rules, int room) {
  const std::span<const Door> doors = board().room_doors[room];
  return rules.first_door ? doors.first(1) : doors;
}

// The pips from each square to a goal on a board without pawns.
struct Goal {
  std::span<const std::uint8_t, square_count> distances;
  std::span<const Door> doors;

  Goal(const Rules& rules, int room)
      : distances(rules.first_door ? board().to_door[board().room_doors[room].front()]
                                   : board().to_room[room]),
        doors(entrances(rules, room)) {}

  // The door of the room before which the square lies, no_door elsewhere.
  Door door_at(int square) const {
    for (const Door door : doors)
      if (board().outside[door] == square) return door;
    return no_door;
  }
};

struct Way {
  std::array<std::uint8_t, square_count> squares;  // from the first one on
  int length = 0;                                  // squares; 0: there is no way
};

bool straight_way(const Goal& goal, const Start& start, const Occupied& blocked, Way& way) {
  if (start.count == 0) return false;
  std::uint8_t at = start.squares[0];
  for (int i = 1; i < start.count; ++i) {
    if (goal.distances[start.squares[i]] < goal.distances[at]) at = start.squares[i];
  }
  way.length = 0;
  for (;;) {
    way.squares[way.length++] = at;
    const int left = goal.distances[at];
    if (left == 1) return true;
    bool found = false;
    for (int i = 0; i < board().neighbour_count[at] && !found; ++i) {
      const std::uint8_t next = board().neighbours[at][i];
      if (goal.distances[next] != left - 1 || blocked[next]) continue;
      at = next;
      found = true;
    }
    if (!found) return false;
  }
}

// Breadth first from the start; the way is followed back from the square before a door.
bool searched_way(const Goal& goal, const Start& start, const Occupied& blocked, Way& way) {
  std::array<std::uint8_t, square_count> from;
  std::array<std::uint8_t, square_count> queue;
  Occupied met = blocked;
  int filled = 0;
  for (int i = 0; i < start.count; ++i) {
    met.set(start.squares[i]);
    from[start.squares[i]] = start.squares[i];
    queue[filled++] = start.squares[i];
  }
  for (int next = 0; next < filled; ++next) {
    const std::uint8_t at = queue[next];
    if (goal.distances[at] == 1) {
      way.length = 0;
      for (std::uint8_t back = at;; back = from[back]) {
        way.squares[way.length++] = back;
        if (from[back] == back) break;
      }
      std::reverse(way.squares.begin(), way.squares.begin() + way.length);
      return true;
    }
    for (int i = 0; i < board().neighbour_count[at]; ++i) {
      const std::uint8_t beside = board().neighbours[at][i];
      if (met[beside]) continue;
      met.set(beside);
      from[beside] = at;
      queue[filled++] = beside;
    }
  }
  way.length = 0;
  return false;
}

bool find_way(const Goal& goal, const Start& start, const Occupied& blocked, Way& way) {
  return straight_way(goal, start, blocked, way) ||
         (start.count > 0 && searched_way(goal, start, blocked, way));
}

}  // namespace

bool Cluedo::can_go(const Table& table, int seat, int room) const {
  return pips(table, seat, room) != far_away;
}

int Cluedo::pips(const Table& table, int seat, int room) const {
  const int pawn = suspects_[seat];
  if (room_of(table.places[pawn]) == room && !options_.reenter) return far_away;
  const Occupied blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  Way way;
  if (!find_way(Goal(rules_, room), start, blocked, way)) return far_away;
  return start.spent + way.length;
}

// Goes to a square or towards a room, as far as the roll allows.
void Cluedo::walk(Table& table, Action action) const {
  const int pawn = suspects_[table.current];
  table.dragged &= static_cast<std::uint8_t>(~(1 << table.current));
  if (action >= first_square_) {
    table.places[pawn] = static_cast<Place>(action - first_square_);
    table.doors[pawn] = no_door;
  } else {
    const int room = action - first_move_;
    const Occupied blocked = occupied(table, pawn);
    const Start start = start_of(rules_, table, pawn, blocked);
    const Goal goal(rules_, room);
    Way way;
    find_way(goal, start, blocked, way);
    const int left = table.roll - start.spent;  // pips, once the first square is reached
    if (left >= way.length) {
      table.roll = 0;
      return arrive(table, pawn, room, goal.door_at(way.squares[way.length - 1]));
    }
    table.places[pawn] = way.squares[left];
    table.doors[pawn] = no_door;
  }
  table.roll = 0;
  if (rules_.accuse_at_start_only)
    end_turn(table);
  else
    table.phase = finishing;
}

bool Cluedo::can_move(const Table& table) const {
  const int pawn = suspects_[table.current];
  const Occupied blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  if (!rules_.free_moves) {
    const int here = options_.reenter ? none : room_of(table.places[pawn]);
    Way way;
    for (int room = 0; room < cards_.room_count(); ++room)
      if (room != here && straight_way(Goal(rules_, room), start, blocked, way)) return true;
    for (int room = 0; room < cards_.room_count() && start.count > 0; ++room)
      if (room != here && searched_way(Goal(rules_, room), start, blocked, way)) return true;
    return false;
  }
  if (start.spent > 0) return start.count > 0;
  const std::uint8_t at = start.squares[0];
  for (int i = 0; i < board().neighbour_count[at]; ++i)
    if (!blocked[board().neighbours[at][i]]) return true;
  for (int room = 0; room < cards_.room_count(); ++room)
    for (const Door door : entrances(rules_, room))
      if (board().outside[door] == at) return true;
  return false;
}

// Rooms first, then squares, as the actions are numbered.
void Cluedo::add_moves(const Table& table, ActionList& out) const {
  if (!rules_.free_moves) {
    for (int room = 0; room < cards_.room_count(); ++room)
      if (can_go(table, table.current, room)) out.push_back(first_move_ + room);
    return;
  }
  const int pawn = suspects_[table.current];
  const Occupied blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  std::array<std::uint8_t, square_count> spent;
  std::array<std::uint8_t, square_count> queue;
  Occupied met = blocked;
  int filled = 0;
  for (int i = 0; i < start.count; ++i) {
    if (start.spent > table.roll) break;
    spent[start.squares[i]] = static_cast<std::uint8_t>(start.spent);
    met.set(start.squares[i]);
    queue[filled++] = start.squares[i];
  }
  for (int next = 0; next < filled; ++next) {
    const std::uint8_t at = queue[next];
    if (spent[at] == table.roll) continue;
    for (int i = 0; i < board().neighbour_count[at]; ++i) {
      const std::uint8_t beside = board().neighbours[at][i];
      if (met[beside]) continue;
      met.set(beside);
      spent[beside] = static_cast<std::uint8_t>(spent[at] + 1);
      queue[filled++] = beside;
    }
  }
  const int here = room_of(table.places[pawn]);
  const std::span<const std::uint8_t> reached(queue.data(), static_cast<std::size_t>(filled));
  for (int room = 0; room < cards_.room_count(); ++room) {
    if (room == here && !options_.reenter) continue;
    const bool enters = std::ranges::any_of(entrances(rules_, room), [&](Door door) {
      const std::uint8_t before = board().outside[door];
      return std::ranges::find(reached, before) != reached.end() && spent[before] < table.roll;
    });
    if (enters) out.push_back(first_move_ + room);
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (const std::uint8_t square : reached)
    if (square != table.places[pawn]) out.push_back(first_square_ + square);
  std::sort(out.begin() + first, out.end());
}

}  // namespace otherminds::cluedo
