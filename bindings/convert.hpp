// Between Python objects and the core's plain values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/value.hpp"

namespace nb = nanobind;

namespace otherminds::python {

// A Python object made of None, bool, int, float, str, lists and dicts as a Value. Anything else is
// refused with an error of the given kind.
Value to_core(nb::handle object, ErrorKind kind, int depth = 0);

// The same for the options of a search, which may hold functions and options of other searches.
Value to_search_options(nb::handle object);

nb::object to_python(const Value& value);

// A Python int as an action id; one that fits no id is an illegal action, not a type error.
Action to_action(nb::int_ number);

// A Python int as a seat or the number of a type; one that fits no int is an impossible option.
int to_index(nb::int_ number);

// A Python int of any size and sign as 64 bits: the number itself where it fits, else a hash.
std::uint64_t to_number(nb::handle number);

// A stream from a Stream or a seed (an int of any size and sign).
Stream to_stream(nb::handle seed);

// A Python text as UTF-8, with a mark in place of what UTF-8 cannot hold.
std::string to_text(nb::str text);

// Python's repr, for error sentences; never throws.
std::string show(nb::handle object);

}  // namespace otherminds::python
