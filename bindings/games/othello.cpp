#include "games/othello/othello.hpp"

#include <cstring>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/othello/patterns.hpp"
#include "games/othello/solve.hpp"
#include "games/othello/teaching.hpp"
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

// Weights come and go as bytes, four to a number.
std::pair<nb::bytes, std::pair<std::int64_t, double>> teach(
    const nb::bytes& weights, const std::vector<std::vector<int>>& openings, std::int64_t games,
    std::uint64_t seed, double rate, double trace, double explore, int random_moves, int exact) {
  std::vector<float> numbers(weights.size() / sizeof(float));
  std::memcpy(numbers.data(), weights.c_str(), numbers.size() * sizeof(float));
  const othello::Lesson lesson{games, seed, rate, trace, explore, random_moves, exact};
  othello::Progress progress;
  {
    const Unlocked unlocked;
    progress = othello::teach(numbers, lesson, openings, [] {
      const Locked locked;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    });
  }
  return {nb::bytes(numbers.data(), numbers.size() * sizeof(float)),
          {progress.positions, progress.squared_error}};
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
  module.attr("OTHELLO_PATTERN_STAGES") = othello::patterns::stages;
  module.attr("OTHELLO_PATTERN_SLOTS") = othello::patterns::slots();
  module.def("teach_othello", teach, nb::arg("weights").none(), nb::arg("openings").none(),
             nb::arg("games"), nb::arg("seed"), nb::arg("rate"), nb::arg("trace"),
             nb::arg("explore"), nb::arg("random_moves"), nb::arg("exact"),
             nb::sig("def teach_othello(weights: bytes, openings: list[list[int]], games: int, "
                     "seed: int, rate: float, trace: float, explore: float, random_moves: int, "
                     "exact: int) -> tuple[bytes, tuple[int, float]]"),
             "Teaches pattern weights by games against themselves; tools/teach_othello.py is the "
             "way to call it. Returns the weights, the positions learned from and their squared "
             "errors in discs, in total.");
}

}  // namespace otherminds::python
