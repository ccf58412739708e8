// The plan-based players of Catan as policies: Stac and the robots of JSettlers.
#pragma once

#include <vector>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

// stac, stac_2015, stac_original, jsettlers_fast, jsettlers_smart, jsettlers_mix; each is a preset
// whose options can be changed one by one.
std::vector<PolicyEntry<Catan>> stac_policies();

}  // namespace otherminds::catan
