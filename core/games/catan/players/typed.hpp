// Random play in which an action type is drawn first, as the roll-outs of Dobre's program do it.
#pragma once

#include "games/catan/catan.hpp"

namespace otherminds::catan {

PolicyEntry<Catan> typed_policy();

}  // namespace otherminds::catan
