#include "games/hanabi/hanabi.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_hanabi(nanobind::module_&) { add_game("hanabi", hanabi::make); }

}  // namespace otherminds::python
