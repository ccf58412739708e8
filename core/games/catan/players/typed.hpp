// Random play in which an action type is drawn first, as the roll-outs of Dobre's program do it.
#pragma once

#include <memory>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

PolicyEntry<Catan> typed_policy();
PolicyEntry<Catan> people_policy();

// Draws types in the midst of its turn by a TypeDistribution of these options.
std::shared_ptr<const Policy<Catan>> typed_in_turn(const Catan& game, const Value& options);

}  // namespace otherminds::catan
