// Pawns on the board: where one can go, and how it gets there.
//
// Other pawns block corridor squares; rooms hold any number. The board knows a shortest way from
// everywhere to everywhere; as long as no pawn stands on it, which is the usual case, nothing has
// to be searched for.
#include <algorithm>
#include <bitset>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

Squares occupied(const Table& table, int except) {
  Squares result;
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

Start start_of(const Rules& rules, const Table& table, int pawn, const Squares& blocked) {
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

// What a walk is for: into a room, by the nearest door that nobody stands before.
struct Goal {
  int room;
  std::span<const Door> doors;
  const Ways* all;             // to whichever door is nearest, pawns or not
  const Ways* ways = nullptr;  // to that door
  std::uint8_t first = 0;      // where the way to it begins

  Goal(const Rules& rules, int room, const Start& start, const Squares& blocked)
      : room(room),
        doors(entrances(rules, room)),
        all(rules.first_door ? &board().to_door[doors.front()] : &board().to_room[room]) {
    int shortest = far_away;
    for (const Door door : doors) {
      if (blocked[board().outside[door]]) continue;
      const Ways& candidate = board().to_door[door];
      for (int i = 0; i < start.count; ++i) {
        if (candidate.pips[start.squares[i]] >= shortest) continue;
        shortest = candidate.pips[start.squares[i]];
        first = start.squares[i];
        ways = &candidate;
      }
    }
  }

  // The door of the room before which the square lies.
  Door door_at(int square) const {
    for (const Door door : doors)
      if (board().outside[door] == square) return door;
    return no_door;
  }
};

// A way to a goal: all its squares where it had to be searched for.
struct Way {
  const Ways* known = nullptr;  // the board's own, from `first` on
  std::uint8_t first = 0;
  int length = 0;  // squares; 0: there is no way
  std::array<std::uint8_t, square_count> squares;

  // The square that is reached after so many steps from the first.
  std::uint8_t at(int steps) const {
    if (!known) return squares[steps];
    std::uint8_t square = first;
    for (; steps > 0; --steps) square = known->next[square];
    return square;
  }
};

bool known_way(const Goal& goal, const Squares& blocked, Way& way) {
  if ((goal.ways->squares[goal.first] & blocked).any()) return false;
  way.known = goal.ways;
  way.first = goal.first;
  way.length = goal.ways->pips[goal.first];
  return true;
}

// As short as with nobody in the way: only steps that lead nearer, tried depth first.
bool dodging_way(const Goal& goal, const Squares& blocked, Way& way) {
  const Board& squares = board();
  Squares barred = blocked;  // and where it does not go on
  way.known = nullptr;
  way.length = 1;
  way.squares[0] = goal.first;
  while (way.length > 0) {
    const std::uint8_t at = way.squares[way.length - 1];
    const int left = goal.ways->pips[at];
    if (left == 1) return true;
    bool found = false;
    for (int i = 0; i < squares.neighbour_count[at] && !found; ++i) {
      const std::uint8_t next = squares.neighbours[at][i];
      if (goal.ways->pips[next] != left - 1 || barred[next]) continue;
      way.squares[way.length++] = next;
      found = true;
    }
    if (found) continue;
    barred.set(at);
    --way.length;
  }
  return false;
}

// The shortest of those that go round: squares are taken by the length of a way through them were
// nobody in its way from there on, and that never falls from a square to the next.
bool searched_way(const Goal& goal, const Start& start, const Squares& blocked, Way& way) {
  struct Stop {
    std::uint8_t square;
    std::uint8_t from;
    std::uint8_t steps;
    std::int16_t next;  // that waits for the same length, or none
  };
  constexpr int longest = 512;  // more than steps and pips can add up to
  const Board& squares = board();
  const auto& pips = goal.all->pips;
  std::array<std::uint8_t, square_count> from;
  Squares met = blocked;
  // Every square waits at most once for each of its neighbours.
  std::array<Stop, 4 * square_count + 4> waiting;
  std::array<std::int16_t, longest> first;
  first.fill(none);
  std::int16_t filled = 0;
  int length = longest;
  const auto wait = [&](std::uint8_t square, std::uint8_t before, std::uint8_t steps) {
    const int whole = steps + pips[square];
    waiting[filled] = {square, before, steps, first[whole]};
    first[whole] = filled++;
    length = std::min(length, whole);
  };
  for (int i = 0; i < start.count; ++i) wait(start.squares[i], start.squares[i], 0);
  for (; length < longest; ++length) {
    while (first[length] != none) {
      const Stop stop = waiting[first[length]];
      first[length] = stop.next;
      const std::uint8_t at = stop.square;
      if (met[at]) continue;
      met.set(at);
      from[at] = stop.from;
      if (pips[at] == 1) {
        way.known = nullptr;
        way.length = 0;
        for (std::uint8_t behind = at;; behind = from[behind]) {
          way.squares[way.length++] = behind;
          if (from[behind] == behind) break;
        }
        std::reverse(way.squares.begin(), way.squares.begin() + way.length);
        return true;
      }
      for (int i = 0; i < squares.neighbour_count[at]; ++i) {
        const std::uint8_t beside = squares.neighbours[at][i];
        if (!met[beside]) wait(beside, at, static_cast<std::uint8_t>(stop.steps + 1));
      }
    }
  }
  way.length = 0;
  return false;
}

// The board's own way where it is free, or one that dodges the pawns on it and is as short, or else
// the shortest that there is.
bool find_way(const Goal& goal, const Start& start, const Squares& blocked, Way& way) {
  if (!goal.ways) return false;
  return known_way(goal, blocked, way) || dodging_way(goal, blocked, way) ||
         searched_way(goal, start, blocked, way);
}

}  // namespace

bool Cluedo::can_go(const Table& table, int seat, int room) const {
  return pips(table, seat, room) != far_away;
}

int Cluedo::pips(const Table& table, int seat, int room) const {
  const int pawn = suspects_[seat];
  if (room_of(table.places[pawn]) == room && !options_.reenter) return far_away;
  const Squares blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  Way way;
  if (!find_way(Goal(rules_, room, start, blocked), start, blocked, way)) return far_away;
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
    const Squares blocked = occupied(table, pawn);
    const Start start = start_of(rules_, table, pawn, blocked);
    const Goal goal(rules_, room, start, blocked);
    Way way;
    find_way(goal, start, blocked, way);
    const int left = table.roll - start.spent;  // pips, once the first square is reached
    if (left >= way.length) {
      table.roll = 0;
      return arrive(table, pawn, room, goal.door_at(way.at(way.length - 1)));
    }
    table.places[pawn] = way.at(left);
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
  const Squares blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  if (!rules_.free_moves) {
    const int here = options_.reenter ? none : room_of(table.places[pawn]);
    Way way;
    if (start.count == 0) return false;
    for (int room = 0; room < cards_.room_count(); ++room) {
      const Goal goal(rules_, room, start, blocked);
      if (room != here && goal.ways && known_way(goal, blocked, way)) return true;
    }
    for (int room = 0; room < cards_.room_count(); ++room)
      if (room != here && find_way(Goal(rules_, room, start, blocked), start, blocked, way))
        return true;
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
  const Squares blocked = occupied(table, pawn);
  const Start start = start_of(rules_, table, pawn, blocked);
  std::array<std::uint8_t, square_count> spent;
  std::array<std::uint8_t, square_count> queue;
  Squares met = blocked;
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
