// What a belief says when it is told something that cannot have happened.
#pragma once

#include <string>

#include "engine/error.hpp"

namespace otherminds {

// `nothing_fits`: such as "No deal fits".
[[noreturn]] inline void contradict(const std::string& nothing_fits) {
  throw Error(ErrorKind::option,
              nothing_fits +
                  " both what this belief has witnessed and the observation and view given; a "
                  "belief takes each observation of its own seat once, in the order of play.");
}

}  // namespace otherminds
