#include "games/othello/othello.hpp"

#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/othello/solve.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "native.hpp"

namespace otherminds::python {

namespace {

othello::Solution solve(nb::object state, std::size_t memory, std::int64_t nodes) {
  // Copied, because Python may go on with the state as soon as it is unlocked.
  const auto [rules, position] = native_state<othello::Othello>(state, "Othello");
  const othello::Othello game = rules;
  const othello::State start = position;
  const Unlocked unlocked;
  return othello::solve(game, start, {.memory = memory, .nodes = nodes}, [] {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  });
}

}  // namespace

void bind_othello(nb::module_& module) {
  add_game("othello", Dynamic<othello::Othello>::make);
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
