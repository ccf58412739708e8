// Players of Hanabi that follow a list of rules.
#pragma once

#include <vector>

#include "games/hanabi/rule_based/situation.hpp"

namespace otherminds::hanabi {

// `rules`, which takes any list, the named agents of Walton-Rivers 2022, and one of ours.
std::vector<PolicyEntry<Hanabi>> rule_policies();

// What one rule alone would do where a seat acts that was given these hints at single cards: the
// actions it proposes with their chances, none where it does not apply.
std::vector<Outcome> answer(const Hanabi& game, const View& view, const std::string& rule,
                            bool published, std::span<const SingleHint> hints);

}  // namespace otherminds::hanabi
