// Players of Hanabi that follow a list of rules.
#pragma once

#include <vector>

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

// `rules`, which takes any list, and the named agents of Walton-Rivers 2022.
std::vector<PolicyEntry<Hanabi>> rule_policies();

}  // namespace otherminds::hanabi
