#include "games/leduc/leduc.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_leduc(nanobind::module_&) { add_game("leduc", leduc::make); }

}  // namespace otherminds::python
