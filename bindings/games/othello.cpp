#include "games/othello/othello.hpp"

#include "module.hpp"

namespace otherminds::python {

void bind_othello(nanobind::module_&) { add_game("othello", othello::make); }

}  // namespace otherminds::python
