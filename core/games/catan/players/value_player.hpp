// A player that looks one move ahead and judges what it sees by a weighted sum.
#pragma once

#include "games/catan/catan.hpp"

namespace otherminds::catan {

PolicyEntry<Catan> value_policy();

}  // namespace otherminds::catan
