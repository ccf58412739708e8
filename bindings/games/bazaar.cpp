#include "games/bazaar/bazaar.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_bazaar(nanobind::module_&) { add_game("bazaar", Dynamic<bazaar::Bazaar>::make); }

}  // namespace otherminds::python
