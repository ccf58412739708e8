// A policy for priors: what a sensible player might do, judged from a view alone.
#pragma once

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

PolicyEntry<Cluedo> plausible_policy();

}  // namespace otherminds::cluedo
