#include "games/leduc/leduc.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_leduc(nanobind::module_&) { add_game("leduc", Dynamic<leduc::Leduc>::make); }

}  // namespace otherminds::python
