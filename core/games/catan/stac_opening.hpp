// Where the plan-based players put their first two settlements and roads.
#pragma once

#include <vector>

#include "games/catan/catan.hpp"
#include "games/catan/stac_options.hpp"

namespace otherminds::catan::stac {

// What the hexes of some vertices yield together in Stac's eyes: ways of rolling their numbers,
// less where numbers repeat, and what could be bought with it.
double site_score(const Layout& layout, const std::vector<int>& vertices);

// The vertex of the next settlement of the set-up.
int opening_settlement(Opening opening, const Table& table, int seat);
// The edge of the road at `table.placed`.
int opening_road(Opening opening, const Table& table, int seat, int seats);

}  // namespace otherminds::catan::stac
