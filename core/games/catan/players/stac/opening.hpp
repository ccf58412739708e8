// Where the plan-based players put their first two settlements and roads.
#pragma once

#include <array>
#include <vector>

#include "games/catan/catan.hpp"
#include "games/catan/players/stac/options.hpp"

namespace otherminds::catan::stac {

// What Stac sees in a yield of so many ways out of 36 for each resource: all of it, and what could
// be bought with it where the bank gives one card for so many of each.
double yield_score(const std::array<double, resource_count>& yields, Hand rates);
// The same for the hexes of some vertices together; they yield less where numbers repeat.
double site_score(const Layout& layout, const std::vector<int>& vertices);

// The vertex of the next settlement of the set-up.
int opening_settlement(Opening opening, const Table& table, int seat);
// The edge of the road at `table.placed`.
int opening_road(Opening opening, const Table& table, int seat, int seats);

}  // namespace otherminds::catan::stac
