// A player who follows conventions that people follow, and no code.
#pragma once

#include "games/hanabi/conventions/turn.hpp"

namespace otherminds::hanabi {

std::shared_ptr<const Policy<Hanabi>> make_conventions(const Weights& weights);

PolicyEntry<Hanabi> conventions_policy();

}  // namespace otherminds::hanabi
