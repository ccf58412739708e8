// Pawns on the board: where one can go, and how it gets there.
//
// The board knows a shortest way from everywhere to everywhere; as long as no pawn stands on it,
// which is the usual case, nothing has to be searched for.
#include <algorithm>
#include <span>

#include "games/cluedo/cluedo.hpp"
#include "games/cluedo/rules/pawn.hpp"

namespace otherminds::cluedo {

namespace {

// The doors by which a room is entered.
std::span<const Door> entrances(const Rules& rules, int room) {
  const std::span<const Door> doors = board().room_doors[room];
  return rules.first_door ? doors.first(1) : doors;
}

// The same as bits.
std::uint32_t entrance_bits(const Rules& rules, int room) {
  const std::uint32_t doors = board().room_door_bits[room];
  return rules.first_door ? doors & (~doors + 1) : doors;
}

// What a walk is for: into a room, by the nearest door that nobody stands before.
struct Goal {
  int room;
  std::span<const Door> doors;
  const Ways* ways = nullptr;  // to that door
  std::uint8_t first = 0;      // where the way to it begins

  Goal(const Rules& rules, int room, const Pawn& pawn) : room(room), doors(entrances(rules, room)) {
    int shortest = far_away;
    for (const Door door : doors) {
      if (pawn.blocked()[board().outside[door]]) continue;
      const Ways& candidate = board().to_door[door];
      for (const std::uint8_t start : pawn.starts()) {
        if (candidate.pips[start] >= shortest) continue;
        shortest = candidate.pips[start];
        first = start;
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
    barred[at] = true;
    --way.length;
  }
  return false;
}

using From = std::array<std::uint8_t, square_count>;

// The way that leads to a square, followed back.
void follow_back(const From& from, std::uint8_t last, Way& way) {
  way.length = 0;
  for (std::uint8_t behind = last;; behind = from[behind]) {
    way.squares[way.length++] = behind;
    if (from[behind] == behind) break;
  }
  std::reverse(way.squares.begin(), way.squares.begin() + way.length);
}

// The shortest way round to a door that can be reached, from one square. Squares are taken by the
// length of a way through them were nobody in its way from there on. Squares are coloured like
// those of a chess board, so a step leaves that length as it is or adds 2: what waits has at most
// two lengths.
void find_way_to_door(const Ways& ways, std::uint8_t start, const Squares& blocked, Way& way) {
  struct Stop {
    std::uint8_t square;
    std::uint8_t from;
  };
  const Board& squares = board();
  From from;
  Squares met = blocked;
  // Every square waits at most once on each side for each of its neighbours.
  constexpr std::size_t room_for = 4 * square_count + 4;
  std::array<Stop, 2 * room_for> waiting;
  std::size_t front = room_for;
  std::size_t back = room_for;
  waiting[back++] = {start, start};
  while (front < back) {
    const Stop stop = waiting[front++];
    const std::uint8_t at = stop.square;
    if (met[at]) continue;
    met[at] = true;
    from[at] = stop.from;
    if (ways.pips[at] == 1) return follow_back(from, at, way);
    for (int i = 0; i < squares.neighbour_count[at]; ++i) {
      const std::uint8_t beside = squares.neighbours[at][i];
      if (met[beside]) continue;
      if (ways.pips[beside] < ways.pips[at])
        waiting[--front] = {beside, at};
      else
        waiting[back++] = {beside, at};
    }
  }
}

// The shortest way round from several squares, one of which can reach a door: breadth first.
void find_way_from_any(const Goal& goal, const Pawn& pawn, Way& way) {
  const Board& squares = board();
  From from;
  std::array<std::uint8_t, square_count> queue;
  Squares met = pawn.blocked();
  int filled = 0;
  for (const std::uint8_t start : pawn.starts()) {
    met[start] = true;
    from[start] = start;
    queue[filled++] = start;
  }
  for (int next = 0; next < filled; ++next) {
    const std::uint8_t at = queue[next];
    if (goal.door_at(at) != no_door) return follow_back(from, at, way);
    for (int i = 0; i < squares.neighbour_count[at]; ++i) {
      const std::uint8_t beside = squares.neighbours[at][i];
      if (met[beside]) continue;
      met[beside] = true;
      from[beside] = at;
      queue[filled++] = beside;
    }
  }
}

// The shortest of the ways that go round, through whichever of these doors.
void find_way_round(const Goal& goal, const Pawn& pawn, std::uint32_t doors, Way& way) {
  if (pawn.starts().size() > 1) return find_way_from_any(goal, pawn, way);
  const std::uint8_t first = pawn.starts().front();
  way.length = 0;
  Way other;
  for (const Door door : goal.doors) {
    const Ways& ways = board().to_door[door];
    if (!(doors >> door & 1) || (way.length > 0 && ways.pips[first] >= way.length)) continue;
    find_way_to_door(ways, first, pawn.blocked(), other);
    if (way.length == 0 || other.length < way.length) way = other;
  }
}

// The board's own way where it is free, or one that dodges the pawns on it and is as short, or else
// the shortest that there is.
Way find_way(const Rules& rules, const Goal& goal, const Pawn& pawn) {
  Way way;
  if (!goal.ways || known_way(goal, pawn.blocked(), way)) return way;
  const std::uint32_t doors = pawn.doors_in_reach();
  if ((doors & entrance_bits(rules, goal.room)) == 0) return way;
  if (!dodging_way(goal, pawn.blocked(), way)) find_way_round(goal, pawn, doors, way);
  return way;
}

}  // namespace

std::uint32_t Cluedo::rooms_in_reach(const Table& table, int seat, std::uint32_t rooms) const {
  const int suspect = suspects_[seat];
  const std::uint32_t doors = Pawn(rules_, table, suspect).doors_in_reach();
  const int here = options_.reenter ? none : room_of(table.places[suspect]);
  std::uint32_t reached = 0;
  for (std::uint32_t left = rooms; left != 0; left &= left - 1) {
    const int room = std::countr_zero(left);
    if (room != here && (doors & entrance_bits(rules_, room)) != 0) reached |= 1U << room;
  }
  return reached;
}

int Cluedo::pips(const Table& table, int seat, int room) const {
  const int suspect = suspects_[seat];
  if (room_of(table.places[suspect]) == room && !options_.reenter) return far_away;
  const Pawn pawn(rules_, table, suspect);
  const Way way = find_way(rules_, Goal(rules_, room, pawn), pawn);
  return way.length == 0 ? far_away : pawn.spent() + way.length;
}

// Goes to a square or towards a room, as far as the roll allows.
void Cluedo::walk(Table& table, Action action) const {
  const int suspect = suspects_[table.current];
  table.dragged &= static_cast<std::uint8_t>(~(1 << table.current));
  if (action >= first_square_) {
    table.places[suspect] = static_cast<Place>(action - first_square_);
    table.doors[suspect] = no_door;
  } else {
    const int room = action - first_move_;
    const Pawn pawn(rules_, table, suspect);
    const Goal goal(rules_, room, pawn);
    const Way way = find_way(rules_, goal, pawn);
    const int left = table.roll - pawn.spent();  // pips, once the first square is reached
    if (left >= way.length) {
      table.roll = 0;
      return arrive(table, suspect, room, goal.door_at(way.at(way.length - 1)));
    }
    table.places[suspect] = way.at(left);
    table.doors[suspect] = no_door;
  }
  table.roll = 0;
  if (rules_.accuse_at_start_only)
    end_turn(table);
  else
    table.phase = finishing;
}

bool Cluedo::can_move(const Table& table) const {
  if (!rules_.free_moves) return rooms_in_reach(table, table.current, all_rooms()) != 0;
  const Pawn pawn(rules_, table, suspects_[table.current]);
  if (pawn.spent() > 0) return !pawn.starts().empty();
  const std::uint8_t at = pawn.starts().front();
  for (int i = 0; i < board().neighbour_count[at]; ++i)
    if (!pawn.blocked()[board().neighbours[at][i]]) return true;
  for (int room = 0; room < cards_.room_count(); ++room)
    for (const Door door : entrances(rules_, room))
      if (board().outside[door] == at) return true;
  return false;
}

// Rooms first, then squares, as the actions are numbered.
void Cluedo::add_moves(const Table& table, ActionList& out) const {
  if (!rules_.free_moves) {
    const std::uint32_t rooms = rooms_in_reach(table, table.current, all_rooms());
    for (std::uint32_t left = rooms; left != 0; left &= left - 1)
      out.push_back(first_move_ + std::countr_zero(left));
    return;
  }
  const int suspect = suspects_[table.current];
  const Pawn pawn(rules_, table, suspect);
  std::array<std::uint8_t, square_count> spent;
  std::array<std::uint8_t, square_count> queue;
  Squares met = pawn.blocked();
  int filled = 0;
  for (const std::uint8_t start : pawn.starts()) {
    if (pawn.spent() > table.roll) break;
    spent[start] = static_cast<std::uint8_t>(pawn.spent());
    met[start] = true;
    queue[filled++] = start;
  }
  for (int next = 0; next < filled; ++next) {
    const std::uint8_t at = queue[next];
    if (spent[at] == table.roll) continue;
    for (int i = 0; i < board().neighbour_count[at]; ++i) {
      const std::uint8_t beside = board().neighbours[at][i];
      if (met[beside]) continue;
      met[beside] = true;
      spent[beside] = static_cast<std::uint8_t>(spent[at] + 1);
      queue[filled++] = beside;
    }
  }
  const int here = room_of(table.places[suspect]);
  const Squares reached = met & ~pawn.blocked();
  for (int room = 0; room < cards_.room_count(); ++room) {
    if (room == here && !options_.reenter) continue;
    const bool enters = std::ranges::any_of(entrances(rules_, room), [&](Door door) {
      const std::uint8_t before = board().outside[door];
      return reached[before] && spent[before] < table.roll;
    });
    if (enters) out.push_back(first_move_ + room);
  }
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (int next = 0; next < filled; ++next)
    if (queue[next] != table.places[suspect]) out.push_back(first_square_ + queue[next]);
  std::sort(out.begin() + first, out.end());
}

}  // namespace otherminds::cluedo
