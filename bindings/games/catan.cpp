#include "games/catan/catan.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/catan/notation.hpp"
#include "games/catan/shape.hpp"
#include "lock.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

template <class Any>
const Any& given(nb::object object, const std::string& what) {
  if (!nb::isinstance<Any>(object))
    throw Error(ErrorKind::option, "A " + what + " of Catan is needed, not " + show(object) + ".");
  return nb::cast<const Any&>(object);
}

std::string notation(nb::object state) {
  const auto [game, position] = catan::unwrap(given<AnyState>(state, "state"));
  return catan::notation(game, position);
}

std::unique_ptr<AnyState> position(nb::object game, nb::str text) {
  const auto& any = given<AnyGame>(game, "game");
  const catan::State state = catan::parse_notation(catan::unwrap(any), to_text(text));
  return any.from_value(to_value(state));
}

nb::dict geometry() {
  nb::list hexes;
  nb::list vertices;
  nb::list edges;
  nb::list ports;
  for (const auto& [column, row] : catan::geometry.hexes) hexes.append(nb::make_tuple(column, row));
  for (const auto& [column, line] : catan::geometry.vertices)
    vertices.append(nb::make_tuple(column, line));
  for (const auto& [from, to] : catan::geometry.edge_vertices)
    edges.append(nb::make_tuple(from, to));
  for (const auto edge : catan::geometry.port_edges) ports.append(edge);
  nb::dict result;
  result["hexes"] = hexes;
  result["vertices"] = vertices;
  result["edges"] = edges;
  result["ports"] = ports;
  return result;
}

// For each seat the possible hands with their probabilities; one for the seat that believes.
std::vector<std::vector<std::pair<std::vector<int>, double>>> hands(nb::object belief) {
  const auto [game, own] = catan::unwrap(given<AnyBelief>(belief, "belief"));
  std::vector<std::vector<std::pair<std::vector<int>, double>>> result;
  const auto counts = [](catan::Hand hand) {
    std::vector<int> list;
    for (int resource = 0; resource < catan::resource_count; ++resource)
      list.push_back(hand[resource]);
    return list;
  };
  for (int seat = 0; seat < game.seats(); ++seat) {
    auto& list = result.emplace_back();
    if (seat == own.view.seat || game.perfect_information()) {
      list.emplace_back(counts(own.view.hands[seat]), 1.0);
      continue;
    }
    for (const auto& [hand, probability] : own.hands[seat].possible)
      list.emplace_back(counts(hand), probability);
  }
  return result;
}

// For each game its numbers, and for each type of a turn how often it was possible, how many actions
// it had then and at most; then the number of choices in turns.
nb::tuple shape(nb::object game, bool typed, std::int64_t games, nb::object seed) {
  const catan::Catan& rules = catan::unwrap(given<AnyGame>(game, "game"));
  const Stream stream = to_stream(seed);
  Signals signals;
  catan::Shape shape;
  {
    const Unlocked unlocked;
    shape = catan::random_shape(rules, typed, games, stream, &signals);
  }
  nb::list played;
  for (const catan::GameShape& each : shape.games)
    played.append(nb::make_tuple(each.steps, each.decisions, each.choices, each.events,
                                 each.options, each.outcomes, each.turns, each.exchanges,
                                 each.winner));
  nb::list types;
  for (std::size_t type = 0; type < catan::turn_types; ++type)
    types.append(nb::make_tuple(shape.types.possible[type], shape.types.options[type],
                                shape.types.most[type]));
  return nb::make_tuple(played, types, shape.types.decisions);
}

std::int64_t typed_playouts(nb::object game, std::int64_t games, nb::object seed) {
  const catan::Catan& rules = catan::unwrap(given<AnyGame>(game, "game"));
  const Stream stream = to_stream(seed);
  Signals signals;
  const Unlocked unlocked;
  return catan::typed_playouts(rules, games, stream, &signals);
}

}  // namespace

void bind_catan(nb::module_& module) {
  add_game("catan", catan::make);
  module.def("catan_notation", notation, nb::arg("state").none(),
             nb::sig("def catan_notation(state: typing.Any) -> str"),
             "A state as one line; otherminds.games.catan.notation is the way to call it.");
  module.def("catan_position", position, nb::arg("game").none(), nb::arg("text"),
             nb::sig("def catan_position(game: typing.Any, text: str) -> State"),
             "The state of a line; otherminds.games.catan.position is the way to call it.");
  module.def("catan_geometry", geometry,
             nb::sig("def catan_geometry() -> dict[str, typing.Any]"),
             "Places of hexes and vertices, ends of edges, edges of ports.");
  module.def("catan_hands", hands, nb::arg("belief").none(),
             nb::sig("def catan_hands(belief: typing.Any) "
                     "-> list[list[tuple[list[int], float]]]"),
             "The possible hands of each seat; otherminds.games.catan.hands is the way to call "
             "it.");
  module.def("catan_shape", shape, nb::arg("game").none(), nb::arg("typed"), nb::arg("games"),
             nb::arg("seed"),
             nb::sig("def catan_shape(game: typing.Any, typed: bool, games: int, "
                     "seed: int | Stream) -> tuple[list[tuple[int, ...]], list[tuple[int, int, int]], "
                     "int]"),
             "Lengths and choices of random games; otherminds.experiments.dobre.shape reads them.");
  module.def("catan_typed_playouts", typed_playouts, nb::arg("game").none(), nb::arg("games"),
             nb::arg("seed") = 0,
             nb::sig("def catan_typed_playouts(game: typing.Any, games: int, "
                     "seed: int | Stream = 0) -> int"),
             "Plays games in which types of actions are drawn first, and counts those that "
             "somebody won.");
}

}  // namespace otherminds::python
