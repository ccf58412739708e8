#include "games/catan/catan.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "convert.hpp"
#include "games/catan/measures.hpp"
#include "games/catan/random_play/shape.hpp"
#include "games/catan/text/notation.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "native.hpp"

namespace otherminds::python {

namespace {

std::string notation(nb::object state) {
  const auto [game, position] = native_state<catan::Catan>(state, "Catan");
  return catan::notation(game, position);
}

std::unique_ptr<AnyState> position(nb::object game, nb::str text) {
  const auto& rules = native_game<catan::Catan>(game, "Catan");
  const catan::State state = catan::parse_notation(rules, to_text(text));
  return nb::cast<const AnyGame&>(game).from_value(to_value(state));
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

bool is_known(const catan::Catan& game, const catan::View& view, int seat) {
  return seat == view.seat || game.perfect_information();
}

// By seat and resource, how likely it holds 0, 1, 2 and so on, up to what is possible.
std::vector<std::vector<std::vector<double>>> counts(nb::object belief) {
  const auto [game, own] = native_belief<catan::Catan>(belief, "Catan");
  std::vector<std::vector<std::vector<double>>> result;
  for (int seat = 0; seat < game.seats(); ++seat) {
    const bool known = is_known(game, own.view, seat);
    const catan::Hands hands = known ? catan::Hands(own.view.hands[seat]) : own.hands[seat];
    const catan::CountWeights marginals = hands.marginals();
    const catan::Hand most = hands.most();
    auto& list = result.emplace_back();
    for (std::size_t resource = 0; resource < catan::resource_count; ++resource) {
      const auto& chances = marginals[resource];
      list.emplace_back(chances.begin(), chances.begin() + most[static_cast<int>(resource)] + 1);
    }
  }
  return result;
}

// By seat and kind, how likely it holds a development card of that kind.
std::vector<std::vector<double>> cards(nb::object belief) {
  const auto [game, own] = native_belief<catan::Catan>(belief, "Catan");
  std::vector<std::vector<double>> result;
  for (int seat = 0; seat < game.seats(); ++seat) {
    auto& list = result.emplace_back();
    for (int kind = 0; kind < catan::card_kinds; ++kind) {
      const bool shown = own.view.held[seat][static_cast<std::size_t>(kind)] > 0;
      const bool known = is_known(game, own.view, seat);
      list.push_back(shown ? 1 : known ? 0 : own.cards.holds(seat, kind));
    }
  }
  return result;
}

// For each game its numbers, and for each type of a turn how often it was possible, how many
// actions it had then and at most; then the number of choices in turns.
nb::tuple shape(nb::object game, bool typed, std::int64_t games, nb::object seed) {
  const catan::Catan& rules = native_game<catan::Catan>(game, "Catan");
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

// What the moves of a match tell of each seat, by name, and whether all could be made.
nb::tuple measures(nb::object start, const std::vector<std::int64_t>& moves) {
  const auto [game, position] = native_state<catan::Catan>(start, "Catan");
  std::vector<Action> actions;
  for (const std::int64_t move : moves)
    actions.push_back(static_cast<Action>(std::clamp<std::int64_t>(move, -1, game.action_count())));
  const catan::State from = position;  // another thread may go on with the state meanwhile
  catan::MatchMeasures found;
  {
    const Unlocked unlocked;
    found = catan::measure(game, from, actions);
  }
  nb::dict rows;
  for (const catan::Measured& row : found.rows) {
    nb::list values;
    for (int seat = 0; seat < game.seats(); ++seat) values.append(row.values[seat]);
    rows[nb::str(row.name.data(), row.name.size())] = values;
  }
  return nb::make_tuple(rows, found.whole);
}

std::int64_t typed_playouts(nb::object game, std::int64_t games, nb::object seed) {
  const catan::Catan& rules = native_game<catan::Catan>(game, "Catan");
  const Stream stream = to_stream(seed);
  Signals signals;
  const Unlocked unlocked;
  return catan::typed_playouts(rules, games, stream, &signals);
}

}  // namespace

void bind_catan(nb::module_& module) {
  add_game("catan", Dynamic<catan::Catan>::make);
  module.def("catan_notation", notation, nb::arg("state").none(),
             nb::sig("def catan_notation(state: typing.Any) -> str"),
             "A state as one line; otherminds.games.catan.notation is the way to call it.");
  module.def("catan_position", position, nb::arg("game").none(), nb::arg("text"),
             nb::sig("def catan_position(game: typing.Any, text: str) -> State"),
             "The state of a line; otherminds.games.catan.position is the way to call it.");
  module.def("catan_geometry", geometry, nb::sig("def catan_geometry() -> dict[str, typing.Any]"),
             "Places of hexes and vertices, ends of edges, edges of ports.");
  module.def("catan_counts", counts, nb::arg("belief").none(),
             nb::sig("def catan_counts(belief: typing.Any) -> list[list[list[float]]]"),
             "Chances of counts by seat and resource; otherminds.games.catan.counts is the way to "
             "call it.");
  module.def("catan_cards", cards, nb::arg("belief").none(),
             nb::sig("def catan_cards(belief: typing.Any) -> list[list[float]]"),
             "Chances of development cards by seat; otherminds.games.catan.cards is the way to "
             "call it.");
  module.def(
      "catan_measures", measures, nb::arg("start").none(), nb::arg("moves"),
      nb::sig("def catan_measures(start: typing.Any, moves: collections.abc.Sequence[int]) "
              "-> tuple[dict[str, list[float]], bool]"),
      "What moves tell of each seat, and whether all could be made; the metrics of the arena "
      "are the way to ask for it.");
  module.def(
      "catan_shape", shape, nb::arg("game").none(), nb::arg("typed"), nb::arg("games"),
      nb::arg("seed"),
      nb::sig("def catan_shape(game: typing.Any, typed: bool, games: int, "
              "seed: int | Stream) -> tuple[list[tuple[int, ...]], list[tuple[int, int, int]], "
              "int]"),
      "Lengths and choices of random games; otherminds.lab.dobre.shape reads them.");
  module.def("catan_typed_playouts", typed_playouts, nb::arg("game").none(), nb::arg("games"),
             nb::arg("seed") = 0,
             nb::sig("def catan_typed_playouts(game: typing.Any, games: int, "
                     "seed: int | Stream = 0) -> int"),
             "Plays games in which types of actions are drawn first, and counts those that "
             "somebody won.");
}

}  // namespace otherminds::python
