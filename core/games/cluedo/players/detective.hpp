// A detective of ours: knows exactly what can be known, asks what tells most about the envelope,
// shows what tells least, and accuses when that is worth more than going on.
#pragma once

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

PolicyEntry<Cluedo> detective_policy();

}  // namespace otherminds::cluedo
