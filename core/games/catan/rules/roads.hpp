// How long a seat's longest road is.
#pragma once

#include "games/catan/rules/state.hpp"

namespace otherminds::catan {

// The rule: the longest trail that uses no road twice. It may pass its own junctions again, and it
// may end, but not go on, where another seat has a building.
int longest_trail(const Table& table, int seat);

// As in Dobre's program, which has it from SmartSettlers: the farthest vertex from some vertex of
// the network, and the farthest from there, never entering a vertex twice. A ring of six roads
// counts five, and a walk that starts at another's building goes on from there.
int inherited_length(const Table& table, int seat);

// The same after one more road, whose one end touches no other road of the seat, from the length
// before: nothing can have become longer than before but what ends there.
int longest_trail_with(const Table& table, int seat, int end, int before);
int inherited_length_with(const Table& table, int seat, int end, int before);

}  // namespace otherminds::catan
