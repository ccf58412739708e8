// A team of three to five players that share a code for hints: nearly always all points, but only
// among themselves.
#pragma once

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

// Refuses games for two, and hands that together have more cards than a player can remember.
PolicyEntry<Hanabi> hat_guessing_policy();

}  // namespace otherminds::hanabi
