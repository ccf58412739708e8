#include "games/tiny_coop/tiny_coop.hpp"

#include <optional>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "convert.hpp"
#include "games/tiny_coop/tables.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "native.hpp"

namespace otherminds::python {

namespace {

// Copies, because Python may go on with the state as soon as it is unlocked.
std::pair<tiny_coop::TinyCoop, tiny_coop::State> tiny_coop_state(nb::object state) {
  return native_state<tiny_coop::TinyCoop>(state, "Tiny Co-Op");
}

std::optional<int> optimum(nb::object state) {
  const auto [game, position] = tiny_coop_state(state);
  const Unlocked unlocked;
  const tiny_coop::Ticks ticks =
      game.tables()->solution(game).ticks(position.cells, position.visited);
  if (ticks == tiny_coop::never) return std::nullopt;
  return ticks;
}

std::string map(nb::object state) {
  return tiny_coop::map_text(tiny_coop_state(state).first.level());
}

}  // namespace

void bind_tiny_coop(nb::module_& module) {
  add_game("tiny_coop", Dynamic<tiny_coop::TinyCoop>::make);
  module.def("tiny_coop_optimum", optimum, nb::arg("state").none(),
             nb::sig("def tiny_coop_optimum(state: typing.Any) -> int | None"),
             "The ticks of a shortest win from here; otherminds.games.tiny_coop.optimum is the way "
             "to call it.");
  module.def("tiny_coop_map", map, nb::arg("state").none(),
             nb::sig("def tiny_coop_map(state: typing.Any) -> str"),
             "The map of the level with everybody at the start.");
}

}  // namespace otherminds::python
