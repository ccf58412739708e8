// A team of players that share a code for hints.
#pragma once

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

PolicyEntry<Hanabi> hat_guessing_policy();

}  // namespace otherminds::hanabi
