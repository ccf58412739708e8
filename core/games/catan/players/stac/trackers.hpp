// What a player of the plan-based family keeps in sight for each seat: where it could build soon,
// what the two awards would take, and how long it may need to win.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/catan.hpp"
#include "games/catan/players/stac/speed.hpp"

namespace otherminds::catan::stac {

// ---- where a seat could settle ----

inline constexpr int farthest = 2;  // roads to a settlement; nobody looks farther

struct Reach {
  std::array<VertexSet, farthest + 1> sites{};  // by how many roads are still missing

  VertexSet all() const { return sites[0] | sites[1] | sites[2]; }
};
Reach reach_of(const Table& table, int seat);

struct Way {
  std::array<std::int8_t, most_roads> edges{};  // in the order of building
  int length = 0;
};
// The roads to one of the sites of a seat's reach; of equally short ways that by the lower edges.
Way way_to(const Table& table, int seat, int roads, int vertex);

// ---- the awards ----

// The fewest roads that win the longest road for a seat which does not have it; empty where none
// do. Only trails that go on from the end of one of its own are looked at, and what another part
// of its network adds to them.
Way way_to_longest_road(const Table& table, int seat);

struct Knights {
  int unplayed = 0;  // that may be played, as far as one knows
  int fresh = 0;     // bought in this turn
};
// The cards to buy for the largest army, as if every one were a knight; 0 if the seat has it.
// `forgets_new`: fresh ones count only if they suffice (a quirk of the originals).
int cards_to_largest_army(const Table& table, int seat, Knights knights, bool forgets_new);
// Whether the knights in hand would take an army that the seat does not have.
bool can_take_army(const Table& table, int seat, Knights knights);

// ---- who may win soon ----

inline constexpr int out_of_reach = 500;

struct Prospects {
  int points = 0;
  int army_cards = 0;             // to buy
  int army_rolls = out_of_reach;  // what the last point asks
  int roads = 20;                 // to the longest road
  int road_rolls = out_of_reach;
};
// Rolls until a seat that starts with an empty hand has won, always by the quickest two points.
int rolls_to_win(const Catan& game, const Table& table, int seat, const Prospects& prospects,
                 bool shared_limit);

}  // namespace otherminds::catan::stac
