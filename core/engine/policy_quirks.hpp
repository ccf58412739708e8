// Quirks of a named policy: options that are marked as such (engine/policy_options.hpp) are not
// given among the others but under "quirks", {"perturb": 0.1, "quirks": {"legacy": true}}.
#pragma once

#include "engine/value.hpp"

namespace otherminds {

// The options that are given with the quirks among them, as chosen_options() reads them.
Value with_quirks(const Value& given);

}  // namespace otherminds
