// Games, states, views and beliefs of native games.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <map>
#include <utility>

#include "convert.hpp"
#include "dynamic/action_parts.hpp"
#include "dynamic/any.hpp"
#include "dynamic/packed.hpp"
#include "engine/hash.hpp"
#include "lock.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

std::map<std::string, GameFactory>& factories() {
  static std::map<std::string, GameFactory> known;
  return known;
}

std::shared_ptr<const AnyGame> make_game(const std::string& name, nb::dict options) {
  const auto found = factories().find(name);
  if (found == factories().end()) {
    std::vector<std::string> names;
    for (const auto& [known, make] : factories()) names.push_back(known);
    throw Error(ErrorKind::option, unknown_name("native game", name, names));
  }
  return found->second(to_core(options, ErrorKind::option));
}

nb::object json_text(nb::handle values) {
  return nb::module_::import_("json").attr("dumps")(values);
}

nb::object parse_json(const std::string& game, nb::str text) {
  try {
    return nb::module_::import_("json").attr("loads")(text);
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_RecursionError)) throw;
    throw Error(ErrorKind::format, "This is not JSON of a state of " + game + ".");
  }
}

nb::object registry(const char* function) {
  return nb::module_::import_("otherminds.games.registry").attr(function);
}

// How states and views are shown, natively or not, is said in one place.
nb::object shown_by(const char* function, nb::handle position) {
  return nb::module_::import_("otherminds.games.showing").attr(function)(position);
}

std::string bytes_of(nb::bytes bytes) { return {bytes.c_str(), bytes.size()}; }

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// A copy of what never changes.
nb::object itself(nb::handle self) { return nb::borrow(self); }

// Memories are of no game; a policy makes the best of what it finds in one.
const PackedHeader memory_header{"otherminds", 1, Memory::capacity, "memory"};

nb::object tensor_of(const AnyView& view) {
  std::vector<std::size_t> shape;
  for (const int extent : view.game()->tensor_shape())
    shape.push_back(static_cast<std::size_t>(extent));
  auto* numbers = new std::vector<float>(view.tensor());
  nb::capsule owner(numbers, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  return nb::cast(
      nb::ndarray<nb::numpy, float>(numbers->data(), shape.size(), shape.data(), owner));
}

// Outcomes as pairs, which is what people write in Python.
std::vector<std::pair<Action, double>> pairs(const OutcomeList& outcomes) {
  std::vector<std::pair<Action, double>> result;
  for (const Outcome& outcome : outcomes) result.emplace_back(outcome.id, outcome.probability);
  return result;
}

constexpr const char* equality = "def __eq__(self, other: object, /) -> bool";

void bind_observation(nb::module_& module) {
  nb::class_<Observation>(module, "Observation",
                          "What one seat witnesses of one action or chance outcome.\n\n"
                          "`action` is None where the seat may not know it; what the facts mean is "
                          "the game's to say.")
      .def(
          "__init__",
          [](Observation* self, int actor, nb::object action, nb::sequence facts) {
            Observation made;
            made.actor = actor;
            if (!action.is_none()) {
              if (!PyLong_Check(action.ptr()))
                throw nb::type_error("The action of an observation is a whole number or None.");
              made.action = to_action(nb::borrow<nb::int_>(action));
            }
            const std::size_t count = nb::len(facts);
            if (count > made.facts.size())
              throw Error(ErrorKind::option, "An observation holds at most 8 facts.");
            for (std::size_t i = 0; i < count; ++i) {
              const nb::object fact = facts[i];
              if (!nb::try_cast(fact, made.facts[i]))
                throw Error(ErrorKind::option,
                            "A fact of an observation is a whole number of 32 "
                            "bits, not " +
                                show(fact) + ".");
            }
            new (self) Observation(made);
          },
          nb::arg("actor"), nb::arg("action").none() = nb::none(), nb::arg("facts") = nb::tuple(),
          nb::sig("def __init__(self, actor: int, action: int | None = None, "
                  "facts: collections.abc.Sequence[int] = ()) -> None"))
      .def_ro("actor", &Observation::actor, "The seat that acted, or CHANCE.")
      .def_prop_ro(
          "action",
          [](const Observation& seen) -> nb::object {
            return seen.action == hidden_action ? nb::none() : nb::object(nb::int_(seen.action));
          },
          nb::sig("def action(self, /) -> int | None"), "The action or outcome, None if hidden.")
      .def_prop_ro(
          "facts",
          [](const Observation& seen) {
            nb::list facts;
            for (const std::int32_t fact : seen.facts) facts.append(fact);
            return nb::tuple(facts);
          },
          nb::sig("def facts(self, /) -> tuple[int, ...]"), "Eight numbers of the game's choice.")
      .def("key", &Observation::key, "64 bits that are equal for equal observations.")
      .def(
          "__eq__",
          [](const Observation& seen, nb::handle other) {
            return nb::isinstance<Observation>(other) && nb::cast<Observation>(other) == seen;
          },
          nb::arg("other").none(), nb::sig(equality))
      .def("__hash__", [](const Observation& seen) { return static_cast<Py_hash_t>(seen.key()); })
      .def(
          "__reduce__",
          [](nb::handle self) {
            return nb::make_tuple(
                self.type(),
                nb::make_tuple(self.attr("actor"), self.attr("action"), self.attr("facts")));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__repr__", [](const Observation& seen) {
        std::string facts;
        for (const std::int32_t fact : seen.facts)
          facts += (facts.empty() ? "" : ", ") + std::to_string(fact);
        return "Observation(actor=" + std::to_string(seen.actor) +
               ", action=" + (seen.action == hidden_action ? "None" : std::to_string(seen.action)) +
               ", facts=(" + facts + "))";
      });
}

void bind_view(nb::module_& module) {
  nb::class_<AnyView>(module, "View", "What one seat may know of a state of a native game.")
      .def_prop_ro("game", &AnyView::game)
      .def_prop_ro("seat", &AnyView::seat)
      .def("actor", &AnyView::actor)
      .def("legal_actions", &AnyView::legal_actions)
      .def("key", &AnyView::key)
      .def("tensor", tensor_of, nb::sig("def tensor(self) -> numpy.typing.NDArray[numpy.float32]"))
      .def_prop_ro(
          "facts", [](const AnyView& view) { return to_python(view.value()); },
          nb::sig("def facts(self, /) -> dict[str, typing.Any]"))
      .def(
          "to_json", [](const AnyView& view) { return json_text(to_python(view.value())); },
          nb::sig("def to_json(self) -> str"))
      .def(
          "__eq__",
          [](const AnyView& view, nb::handle other) {
            return nb::isinstance<AnyView>(other) && view.equals(nb::cast<const AnyView&>(other));
          },
          nb::arg("other").none(), nb::sig(equality))
      .def("__hash__", [](const AnyView& view) { return static_cast<Py_hash_t>(view.key()); })
      .def("__copy__", itself)
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return itself(self); }, nb::arg("memo"))
      .def(
          "__reduce__",
          [](const AnyView& view) {
            const auto game = view.game();
            return nb::make_tuple(
                registry("restore_view"),
                nb::make_tuple(game->name(), to_python(game->options()), view.seat(),
                               to_bytes(view.state_like()->bytes())));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__str__", &AnyView::text)
      .def(
          "__repr__", [](nb::handle view) { return shown_by("view_line", view); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "_repr_svg_", [](nb::handle view) { return shown_by("drawing", view); },
          nb::sig("def _repr_svg_(self) -> str | None"));
}

void bind_state(nb::module_& module) {
  nb::class_<AnyState>(module, "State", "The whole truth about one game in progress, natively.")
      .def_prop_ro("game", &AnyState::game)
      .def("actor", &AnyState::actor)
      .def("is_terminal", [](const AnyState& state) { return state.actor() == nobody; })
      .def("legal_actions", &AnyState::legal_actions)
      .def("legal_types", &AnyState::legal_types)
      .def(
          "actions_of_type",
          [](const AnyState& state, nb::int_ type) {
            return state.actions_of_type(to_index(type));
          },
          nb::arg("action_type"))
      .def(
          "apply_action", [](AnyState& state, nb::int_ action) { state.apply(to_action(action)); },
          nb::arg("action"))
      .def("chance_outcomes", [](const AnyState& state) { return pairs(state.outcomes()); })
      .def("sample_outcome", &AnyState::sample_outcome, nb::arg("rng"))
      .def("returns", &AnyState::returns)
      .def(
          "observation",
          [](const AnyState& state, nb::int_ action, nb::int_ seat) {
            return state.observation(to_action(action), to_index(seat));
          },
          nb::arg("action"), nb::arg("seat"))
      .def(
          "view", [](const AnyState& state, nb::int_ seat) { return state.view(to_index(seat)); },
          nb::arg("seat"))
      .def("copy", &AnyState::copy)
      .def("__copy__", &AnyState::copy)
      .def(
          "__deepcopy__", [](const AnyState& state, nb::handle) { return state.copy(); },
          nb::arg("memo"))
      .def("key", &AnyState::key)
      .def("to_bytes", [](const AnyState& state) { return to_bytes(state.bytes()); })
      .def(
          "to_dict", [](const AnyState& state) { return to_python(state.value()); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"))
      .def(
          "to_json", [](const AnyState& state) { return json_text(to_python(state.value())); },
          nb::sig("def to_json(self) -> str"))
      .def(
          "__reduce__",
          [](const AnyState& state) {
            const auto game = state.game();
            return nb::make_tuple(
                registry("restore_state"),
                nb::make_tuple(game->name(), to_python(game->options()), to_bytes(state.bytes())));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__eq__",
          [](const AnyState& state, nb::handle other) {
            return nb::isinstance<AnyState>(other) &&
                   state.equals(nb::cast<const AnyState&>(other));
          },
          nb::arg("other").none(), nb::sig(equality))
      .def("__str__", &AnyState::text)
      .def(
          "__repr__", [](nb::handle state) { return shown_by("state_line", state); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "_repr_svg_", [](nb::handle state) { return shown_by("drawing", state); },
          nb::sig("def _repr_svg_(self) -> str | None"))
      .def(
          "perft",
          [](const AnyState& state, int depth) {
            const auto copy = state.copy();
            Signals signals;
            const Unlocked unlocked;
            return copy->perft(depth, &signals);
          },
          nb::arg("depth"), "The number of positions exactly so many moves away.")
      .def("__hash__", [](const AnyState&) -> Py_hash_t {
        throw nb::type_error("A state changes and cannot be hashed; use its key().");
      });
}

void bind_belief(nb::module_& module) {
  nb::class_<AnyBelief>(module, "Belief", "A seat's distribution over states, natively.")
      .def_prop_ro("game", &AnyBelief::game)
      .def("update", &AnyBelief::update, nb::arg("observation"), nb::arg("view"))
      .def("sample", &AnyBelief::sample, nb::arg("rng"))
      .def("copy", &AnyBelief::copy)
      .def("__copy__", &AnyBelief::copy)
      .def(
          "__deepcopy__", [](const AnyBelief& belief, nb::handle) { return belief.copy(); },
          nb::arg("memo"))
      .def(
          "__reduce__",
          [](const AnyBelief& belief) {
            const auto game = belief.game();
            return nb::make_tuple(
                registry("restore_belief"),
                nb::make_tuple(game->name(), to_python(game->options()), to_bytes(belief.bytes())));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
}

void bind_policy(nb::module_& module) {
  nb::class_<Memory>(module, "Memory", "What a policy remembers: a small value that can be copied.")
      .def(nb::init<>())
      .def("copy", [](const Memory& memory) { return memory; })
      .def(
          "__getstate__",
          [](const Memory& memory) {
            const std::string content(reinterpret_cast<const char*>(&memory), sizeof memory);
            return to_bytes(pack(memory_header, content));
          },
          nb::sig("def __getstate__(self) -> bytes"))
      .def(
          "__setstate__",
          [](Memory& memory, nb::bytes data) {
            const std::string content = unpack(memory_header, bytes_of(data));
            if (content.size() != sizeof memory)
              throw Error(ErrorKind::format, "The bytes of a memory have another length.");
            new (&memory) Memory;
            std::memcpy(&memory, content.data(), sizeof memory);
          },
          nb::arg("state"), nb::sig("def __setstate__(self, state: bytes) -> None"));
  nb::class_<AnyPolicy>(module, "NativePolicy", "From a view and a memory to a distribution.")
      .def(
          "begin",
          [](const AnyPolicy& policy, Memory& memory, int seat, Rng& rng) {
            policy.begin(memory, seat, rng);
          },
          nb::arg("memory"), nb::arg("seat"), nb::arg("rng"), "A match begins.")
      .def("observe", &AnyPolicy::observe, nb::arg("memory"), nb::arg("observation"),
           nb::arg("view"), "Folds what the seat witnessed into the memory.")
      .def("end", &AnyPolicy::end, nb::arg("memory"), nb::arg("seat"), nb::arg("returns"),
           "The match is over.")
      .def(
          "probabilities",
          [](const AnyPolicy& policy, const AnyView& view, const Memory& memory) {
            nb::dict result;
            for (const auto& [action, probability] : policy.probabilities(view, memory))
              result[nb::int_(action)] = probability;
            return result;
          },
          nb::arg("view"), nb::arg("memory"),
          nb::sig("def probabilities(self, view: View, memory: Memory) -> dict[int, float]"),
          "The probability of each legal action.")
      .def("current_type", &AnyPolicy::current_type, nb::arg("memory"),
           "The name of the type that decides the next move, or an empty text.")
      .def(
          "__reduce__",
          [](const AnyPolicy& policy) {
            return nb::make_tuple(registry("restore_policy"),
                                  nb::make_tuple(policy.recipe.game, policy.recipe.name,
                                                 to_python(policy.recipe.options)));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
}

void bind_game(nb::module_& module) {
  nb::class_<AnyGame>(module, "Game", "The rules of a native game for one set of options.")
      .def_prop_ro("name", &AnyGame::name)
      .def_prop_ro("version", &AnyGame::version)
      .def_prop_ro(
          "options", [](const AnyGame& game) { return to_python(game.options()); },
          nb::sig("def options(self, /) -> dict[str, typing.Any]"))
      .def_prop_ro("seats", &AnyGame::seats)
      .def_prop_ro("perfect_information", &AnyGame::perfect_information)
      .def_prop_ro("return_range",
                   [](const AnyGame& game) {
                     const ReturnRange range = game.return_range();
                     return std::pair(range.low, range.high);
                   })
      .def_prop_ro("action_count", &AnyGame::action_count)
      .def_prop_ro("outcome_count", &AnyGame::outcome_count)
      .def_prop_ro("action_types", &AnyGame::action_types)
      .def_prop_ro(
          "tensor_shape",
          [](const AnyGame& game) { return nb::tuple(nb::cast(game.tensor_shape())); },
          nb::sig("def tensor_shape(self, /) -> tuple[int, ...]"))
      .def(
          "type_of",
          [](const AnyGame& game, nb::int_ action) { return game.type_of(to_action(action)); },
          nb::arg("action"))
      .def(
          "action_text",
          [](const AnyGame& game, nb::int_ action) { return game.action_text(to_action(action)); },
          nb::arg("action"))
      .def(
          "outcome_text",
          [](const AnyGame& game, nb::int_ outcome) {
            return game.outcome_text(to_action(outcome));
          },
          nb::arg("outcome"))
      .def(
          "parse_action",
          [](const AnyGame& game, nb::str text) { return game.parse_action(to_text(text)); },
          nb::arg("text"))
      .def(
          "parse_outcome",
          [](const AnyGame& game, nb::str text) { return game.parse_outcome(to_text(text)); },
          nb::arg("text"))
      .def(
          "action_parts",
          [](const AnyGame& game, nb::int_ action) {
            return to_python(game.action_parts(to_action(action)));
          },
          nb::arg("action"),
          nb::sig("def action_parts(self, action: int) -> dict[str, typing.Any]"))
      .def(
          "action_from_parts",
          [](const AnyGame& game, nb::object parts) {
            return game.action_from_parts(to_core(parts, ErrorKind::format));
          },
          nb::arg("parts").none(),
          nb::sig("def action_from_parts(self, parts: dict[str, typing.Any]) -> int"))
      .def(
          "option_schema", [](const AnyGame& game) { return to_python(game.option_schema()); },
          nb::sig("def option_schema(self) -> dict[str, typing.Any]"))
      .def(
          "action_schema", [](const AnyGame& game) { return to_python(game.action_schema()); },
          nb::sig("def action_schema(self) -> dict[str, dict[str, list[typing.Any]]]"))
      .def(
          "initial_state",
          [](const AnyGame& game, nb::object seed) { return game.initial(to_stream(seed)); },
          nb::arg("seed") = 0, nb::sig("def initial_state(self, seed: int | Stream = 0) -> State"))
      .def(
          "state_from_bytes",
          [](const AnyGame& game, nb::bytes data) { return game.from_bytes(bytes_of(data)); },
          nb::arg("data"))
      .def(
          "state_from_dict",
          [](const AnyGame& game, nb::dict values) {
            return game.from_value(to_core(values, ErrorKind::format));
          },
          nb::arg("values"),
          nb::sig("def state_from_dict(self, values: dict[str, typing.Any]) -> State"))
      .def(
          "state_from_json",
          [](const AnyGame& game, nb::str text) {
            return game.from_value(to_core(parse_json(game.name(), text), ErrorKind::format));
          },
          nb::arg("text"))
      .def("belief", &AnyGame::belief, nb::arg("view"))
      .def(
          "belief_from_bytes",
          [](const AnyGame& game, nb::bytes data) {
            return game.belief_from_bytes(bytes_of(data));
          },
          nb::arg("data"), "The belief whose pickle this was.")
      .def(
          "policies",
          [](const AnyGame& game) {
            nb::dict result;
            for (const auto& policy : game.policies())
              result[nb::str(policy.name.c_str())] = nb::str(policy.summary.c_str());
            return result;
          },
          nb::sig("def policies(self) -> dict[str, str]"),
          "The named policies of the game, each with a sentence.")
      .def("has_policy", &AnyGame::has_policy, nb::arg("name"),
           "Whether the game has a policy of that name.")
      .def(
          "policy",
          [](const AnyGame& game, const std::string& name, nb::dict options) {
            return game.policy(name, to_core(options, ErrorKind::option));
          },
          nb::arg("name"), nb::arg("options"),
          nb::sig("def policy(self, name: str, options: dict[str, typing.Any]) -> NativePolicy"))
      .def(
          "playouts",
          [](const AnyGame& game, std::int64_t games, nb::object seed) {
            const Stream stream = to_stream(seed);
            Signals signals;
            PlayoutTotals totals;
            {
              const Unlocked unlocked;
              totals = game.playouts(games, stream, &signals);
            }
            return std::vector<double>(totals.returns.begin(),
                                       totals.returns.begin() + game.seats());
          },
          nb::arg("games"), nb::arg("seed") = 0,
          nb::sig("def playouts(self, games: int, seed: int | Stream = 0) -> list[float]"),
          "Plays so many random games and sums the returns of each seat.")
      .def(
          "__eq__",
          [](const AnyGame& game, nb::handle other) {
            if (!nb::isinstance<AnyGame>(other)) return false;
            const auto& twin = nb::cast<const AnyGame&>(other);
            return game.name() == twin.name() &&
                   to_python(game.options()).equal(to_python(twin.options()));
          },
          nb::arg("other").none(), nb::sig(equality))
      .def("__hash__",
           [](const AnyGame& game) {
             return static_cast<Py_hash_t>(hash_text(
                 game.name() + nb::cast<std::string>(json_text(to_python(game.options())))));
           })
      .def(
          "__reduce__",
          [](const AnyGame& game) {
            return nb::make_tuple(registry("restore_game"),
                                  nb::make_tuple(game.name(), to_python(game.options())));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
      .def("__copy__", itself)
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return itself(self); }, nb::arg("memo"))
      .def("__repr__", [](const AnyGame& game) {
        std::string call = "load('" + game.name() + "'";
        const Value options = game.options();
        for (const auto& [option, value] : std::get<Value::Members>(options.data))
          call += ", " + option + "=" + show(to_python(value));
        return call + ")";
      });
}

// Parts as a game written in Python gives them; anything else is its fault.
std::vector<Value> listed_parts(const std::string& game, nb::list listed) {
  std::vector<Value> parts;
  for (nb::handle each : listed) {
    if (!nb::isinstance<nb::dict>(each))
      throw Error(ErrorKind::game, "The parts of an action of " + game +
                                       " must be named plain values, not " + show(each) + ".");
    parts.push_back(to_core(each, ErrorKind::game));
  }
  return parts;
}

void bind_action_parts(nb::module_& module) {
  nb::class_<ActionParts>(module, "ActionParts",
                          "The parts of all actions of a game, and the way back from them.")
      .def(
          "__init__",
          [](ActionParts* self, const std::string& game, const std::vector<std::string>& types,
             nb::list listed) { new (self) ActionParts(game, types, listed_parts(game, listed)); },
          nb::arg("game"), nb::arg("types"), nb::arg("listed"),
          nb::sig("def __init__(self, game: str, types: collections.abc.Sequence[str], "
                  "listed: list[dict[str, typing.Any]]) -> None"))
      .def(
          "find",
          [](const ActionParts& known, nb::object parts) {
            return known.find(to_core(parts, ErrorKind::format));
          },
          nb::arg("parts").none(), nb::sig("def find(self, parts: dict[str, typing.Any]) -> int"))
      .def(
          "schema", [](const ActionParts& known) { return to_python(known.schema()); },
          nb::sig("def schema(self) -> dict[str, dict[str, list[typing.Any]]]"));
}

}  // namespace

void add_game(const std::string& name, GameFactory make) { factories().emplace(name, make); }

void bind_games(nb::module_& module) {
  module.attr("CHANCE") = chance;
  module.attr("NOBODY") = nobody;
  bind_observation(module);
  bind_action_parts(module);
  // Declared before the classes that mention each other in signatures are used from Python.
  bind_game(module);
  bind_view(module);
  bind_state(module);
  bind_belief(module);
  bind_policy(module);

  module.def("make_game", make_game, nb::arg("name"), nb::arg("options"),
             nb::sig("def make_game(name: str, options: dict[str, typing.Any]) -> Game"),
             "A native game by name.");
  module.def(
      "unknown_name",
      [](const std::string& what, nb::str given, const std::vector<std::string>& accepted) {
        return unknown_name(what, to_text(given), accepted);
      },
      nb::arg("what"), nb::arg("given"), nb::arg("accepted"),
      "The sentence for a name that does not exist, with the nearest one that does.");
  module.def(
      "hash_text", [](const std::string& text) { return hash_text(text); }, nb::arg("text"),
      "64 bits of a text, the same on every machine.");
  module.def(
      "sample_outcome",
      [](const std::vector<std::pair<Action, double>>& listed, Rng& rng) {
        if (listed.empty()) throw Error(ErrorKind::game, "There is no outcome to draw from.");
        OutcomeList outcomes;
        for (const auto& [id, probability] : listed) outcomes.push_back({id, probability});
        return sample_from(outcomes, rng);
      },
      nb::arg("outcomes"), nb::arg("rng"), "Draws an outcome by the listed probabilities.");
  module.def(
      "pack_state",
      [](const std::string& game, int version, std::uint64_t options_key, nb::bytes payload) {
        return to_bytes(pack({game, version, options_key}, bytes_of(payload)));
      },
      nb::arg("game"), nb::arg("version"), nb::arg("options_key"), nb::arg("payload"),
      "A state as bytes with the header that native games write.");
  module.def(
      "unpack_state",
      [](const std::string& game, int version, std::uint64_t options_key, nb::bytes data) {
        return to_bytes(unpack({game, version, options_key}, bytes_of(data)));
      },
      nb::arg("game"), nb::arg("version"), nb::arg("options_key"), nb::arg("data"),
      "The payload of bytes that pack_state made with the same header.");
}

}  // namespace otherminds::python
