// Players of Hanabi that follow a list of rules.
#pragma once

#include <vector>

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

// `rules`, which takes any list, and the named agents of Walton-Rivers 2022.
std::vector<PolicyEntry<Hanabi>> rule_policies();

// What one rule alone would do where a seat acts: the actions it proposes with their chances, none
// where it does not apply. Rules that ask for past hints know of none.
std::vector<Outcome> answer(const Hanabi& game, const View& view, const std::string& rule,
                            bool published);

}  // namespace otherminds::hanabi
