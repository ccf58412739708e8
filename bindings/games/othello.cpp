#include "games/othello/othello.hpp"

#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/othello/solve.hpp"
#include "lock.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

othello::Solution solve(nb::object state, std::size_t memory, std::int64_t nodes) {
  if (!nb::isinstance<AnyState>(state))
    throw Error(ErrorKind::option, "A state of Othello can be solved, not " + show(state) + ".");
  const auto& given = nb::cast<const AnyState&>(state);
  const auto position = othello::unwrap(given);
  if (!position) {
    throw Error(ErrorKind::option,
                "A state of Othello can be solved, not one of " + given.game()->name() + ".");
  }
  const Unlocked unlocked;
  return othello::solve(position->first, position->second, {.memory = memory, .nodes = nodes}, [] {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

}  // namespace

void bind_othello(nb::module_& module) {
  add_game("othello", othello::make);
  nb::class_<othello::Solution>(module, "OthelloSolution", "What perfect play leads to.")
      .def_ro("score", &othello::Solution::score)
      .def_ro("line", &othello::Solution::line)
      .def_ro("nodes", &othello::Solution::nodes);
  module.def("solve_othello", solve, nb::arg("state").none(), nb::arg("memory"), nb::arg("nodes"),
             nb::sig("def solve_othello(state: typing.Any, memory: int, nodes: int) "
                     "-> OthelloSolution"),
             "Searches to the end of the game; otherminds.games.othello.solve is the way to call "
             "it. Memory is in bytes.");
}

}  // namespace otherminds::python
