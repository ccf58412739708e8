#include "games/tiger/tiger.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_tiger(nanobind::module_&) { add_game("tiger", Dynamic<tiger::Tiger>::make); }

}  // namespace otherminds::python
