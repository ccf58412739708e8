// Random play in which a kind of action is drawn first, as the roll-outs of Dobre's program do it.
#pragma once

#include "games/catan/catan.hpp"

namespace otherminds::catan {

PolicyEntry<Catan> typed_policy();

}  // namespace otherminds::catan
