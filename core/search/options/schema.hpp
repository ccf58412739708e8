// The options of every planner and answer as plain values, made from their declarations.
#pragma once

#include "engine/value.hpp"

namespace otherminds {

// {"planners": [answer, ...], "answers": [answer, ...]} where an answer is
//
//   {"name": "Worlds", "question": "hidden", "options": [option, ...]}
//
// and an option is
//
//   {"name": "count", "kind": "whole number", "default": 20, "required": false, "optional": false,
//    "choices": [], "least": 1, "most": 1000000, "above": false, "below": false, "answers": []}
//
// The kind is one of boolean, whole number, number, choice, names, weights, policy, policies (one
// for each seat), types (several for each seat), evaluation, options (by name), game options (of a
// belief game or a planning model), or answer, for which `answers` names what can be given.
// `choices` are texts that are accepted, besides numbers where the kind is one of numbers. `above`
// and `below` say that the bound itself is not accepted; `optional` that None is.
Value search_schema();

}  // namespace otherminds
