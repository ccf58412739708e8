#include "games/cluedo/rules/pawn.hpp"

#include "engine/hash.hpp"

namespace otherminds::cluedo {

namespace {

// A square has four neighbours, so a pawn parts what was one into four at most.
constexpr int most_parts = 1 + 3 * (pawn_count - 1);

// The parts into which obstacles part the corridor.
struct Parts {
  Squares obstacles;
  std::array<std::uint8_t, square_count> part{};  // by square
  std::array<std::uint32_t, most_parts> doors{};  // by part, bits of the doors it leads to

  void number(const Squares& between) {
    obstacles = between;
    doors.fill(0);
    Squares met = obstacles;
    std::uint8_t found = 0;
    for (int first = 0; first < square_count; ++first)
      if (!met[first]) flood(static_cast<std::uint8_t>(first), found++, met);
  }

 private:
  void flood(std::uint8_t first, std::uint8_t number, Squares& met) {
    std::array<std::uint8_t, square_count> queue;
    int filled = 0;
    const auto meet = [&](std::uint8_t square) {
      if (met[square]) return;
      met[square] = true;
      part[square] = number;
      doors[number] |= board().doors_at[square];
      queue[filled++] = square;
    };
    meet(first);
    for (int next = 0; next < filled; ++next) {
      const std::uint8_t at = queue[next];
      for (int i = 0; i < board().neighbour_count[at]; ++i) meet(board().neighbours[at][i]);
    }
  }
};

// Few sets of obstacles make up most of play, so what they part is kept: 19 of 20 questions in
// games of four are answered from here.
const Parts& parts_between(const Squares& obstacles) {
  static thread_local std::array<Parts, 2048> known;
  Parts& parts = known[hash_bytes(obstacles) % known.size()];
  if (parts.obstacles != obstacles) parts.number(obstacles);
  return parts;
}

}  // namespace

Pawn::Pawn(const Rules& rules, const Table& table, int suspect) {
  for (int other = 0; other < pawn_count; ++other) {
    const Place at = table.places[other];
    if (other == suspect || at >= square_count) continue;
    pawns_[pawn_count_++] = at;
    blocked_[at] = true;
  }
  const Place from = table.places[suspect];
  if (!in_room(from)) {
    starts_[start_count_++] = from;
    return;
  }
  spent_ = 1;
  if (rules.entry_exit) {
    leave_by(table.doors[suspect]);
  } else {
    for (const Door door : board().room_doors[room_of(from)]) leave_by(door);
  }
}

// A pawn can be walked round within the squares round it, unless these are not connected or another
// pawn stands on one of them. All others part nothing, whatever way leads past them.
std::uint32_t Pawn::doors_in_reach() const {
  if (start_count_ == 0) return 0;
  Squares obstacles;
  std::uint32_t free = all_doors;
  for (int i = 0; i < pawn_count_; ++i) {
    const std::uint8_t at = pawns_[i];
    free &= ~board().doors_at[at];
    if (board().narrow[at] || (board().round[at] & blocked_).any()) obstacles[at] = true;
  }
  if (obstacles.none()) return free;
  const Parts& parts = parts_between(obstacles);
  std::uint32_t doors = 0;
  for (const std::uint8_t start : starts()) doors |= parts.doors[parts.part[start]];
  return doors & free;
}

}  // namespace otherminds::cluedo
