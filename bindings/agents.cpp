// Native agents, driven by hand.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "dynamic/any.hpp"
#include "dynamic/game_of.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "planner_options.hpp"
#include "python_agent.hpp"
#include "python_function.hpp"
#include "python_game.hpp"
#include "search/agent.hpp"

namespace otherminds::python {

namespace {

bool is_native(nb::handle game) { return nb::isinstance<AnyGame>(game); }

nb::object policy_schema(nb::object game) {
  if (is_native(game)) return to_python(nb::cast<const AnyGame&>(game).policy_schema());
  Value::List all;
  for (const auto& entry : python_policies())
    all.push_back(described(entry.name, entry.summary, entry.options));
  return to_python({std::move(all)});
}

std::unique_ptr<AnyAgent> policy_agent(nb::object game, const std::string& name, nb::dict options) {
  const Value chosen = to_core(options, ErrorKind::option);
  std::unique_ptr<AnyAgent> agent;
  if (is_native(game)) {
    agent = nb::cast<const AnyGame&>(game).policy_agent(name, chosen);
  } else {
    const PyGame rules(game);
    auto policy = PythonToolbox(rules).named_policy(name, chosen);
    agent = std::make_unique<AgentOnPythonGame>(
        rules, std::make_unique<PolicyAgent<PyGame>>(std::move(policy)));
  }
  agent->policy = {{}, name, chosen};
  return agent;
}

std::unique_ptr<AnyAgent> search_agent(nb::object game, nb::object options) {
  if (!nb::isinstance<PlannerOptions>(options))
    throw nb::type_error("The options of a planner are needed.");
  auto held = std::make_shared<HeldOptions>(std::move(options));
  const SearchOptions& chosen = *held->options();
  auto monitor = make_monitor(nb::none(), nb::none());
  std::unique_ptr<AnyAgent> agent;
  if (is_native(game)) {
    agent = nb::cast<const AnyGame&>(game).search_agent(chosen, std::move(monitor));
  } else {
    const PyGame rules(game);
    agent = std::make_unique<AgentOnPythonGame>(
        rules, std::make_unique<SearchAgent<PyGame>>(rules, chosen, PythonToolbox(rules),
                                                     std::move(monitor)));
  }
  agent->held = std::move(held);
  return agent;
}

// Driving a native agent by hand. Views of native games come typed; those of Python games are
// whatever their state.view() returned.
DrivenAgent* driven(AnyAgent& agent) { return dynamic_cast<DrivenAgent*>(&agent); }

const AnyView& native_view(nb::handle view) {
  if (!nb::isinstance<AnyView>(view))
    throw Error(ErrorKind::option, "The agent needs a view of its game, not " + show(view) + ".");
  return nb::cast<const AnyView&>(view);
}

AgentOnPythonGame& on_python_game(AnyAgent& agent) {
  auto& typed = dynamic_cast<AgentOnPythonGame&>(agent);
  if (!typed.begun)
    throw Error(ErrorKind::agent, "The agent has not begun a match: call begin first.");
  return typed;
}

// The view of the agent's seat, which the state and other seats' views are not.
PyGame::View python_view(const PyGame& game, int seat, nb::handle view) {
  if (!nb::hasattr(view, "game") || !nb::hasattr(view, "seat"))
    throw Error(ErrorKind::option, "The agent needs a view of its game, not " + show(view) + ".");
  if (nb::isinstance<AnyView>(view) || !equal(attribute(view, "game"), game.object()))
    throw Error(ErrorKind::option, "This is a view of another game than " + game.name() + ".");
  const nb::object whose = attribute(view, "seat");
  if (!equal(whose, nb::int_(seat)))
    throw Error(ErrorKind::option, "This is the view of seat " + show(whose) +
                                       "; the agent sits in seat " + std::to_string(seat) + ".");
  return {nb::borrow(view)};
}

void begin(AnyAgent& agent, int seat, nb::object view, const Stream& stream) {
  AnyAgent* const self = &agent;
  const Seated seated(std::span(&self, 1));
  if (auto* native = driven(agent)) {
    const AnyView& first = native_view(view);
    const Unlocked unlocked;  // models may search, with threads that need the lock
    return native->begin(seat, first, stream);
  }
  auto& typed = dynamic_cast<AgentOnPythonGame&>(agent);
  check_seat(seat, typed.game.seats());
  const PyGame::View first = python_view(typed.game, seat, view);
  typed.begun = false;
  typed.agent->begin(typed.game, seat, first, stream);
  typed.seat = seat;
  typed.begun = true;
}

void observe(AnyAgent& agent, const Observation& seen, nb::object view) {
  AnyAgent* const self = &agent;
  const Seated seated(std::span(&self, 1));
  if (auto* native = driven(agent)) {
    const AnyView& now = native_view(view);
    const Observation copy = seen;
    const Unlocked unlocked;
    return native->observe(copy, now);
  }
  AgentOnPythonGame& typed = on_python_game(agent);
  typed.agent->observe(seen, python_view(typed.game, typed.seat, view));
}

Action act(AnyAgent& agent, nb::object view, nb::object truth) {
  AnyAgent* const self = &agent;
  const Seated seated(std::span(&self, 1));
  if (auto* native = driven(agent)) {
    const AnyView& typed = native_view(view);
    std::unique_ptr<AnyState> state;
    if (nb::isinstance<AnyState>(truth)) state = nb::cast<const AnyState&>(truth).copy();
    const Unlocked unlocked;
    return native->act(typed, state.get());
  }
  AgentOnPythonGame& typed = on_python_game(agent);
  const PyGame::View own = python_view(typed.game, typed.seat, view);
  typed.agent->thoughtful = true;
  if (!typed.agent->peeks()) return typed.agent->act(own, nullptr);
  if (!nb::hasattr(truth, "_apply_action") || !nb::hasattr(truth, "game") ||
      !equal(attribute(truth, "game"), typed.game.object()))
    throw Error(ErrorKind::option, "An agent that peeks needs the state in which it acts.");
  const PyGame::State state{call(truth, "copy")};
  return typed.agent->act(own, &state);
}

void end(AnyAgent& agent, const std::vector<double>& returns) {
  AnyAgent* const self = &agent;
  const Seated seated(std::span(&self, 1));
  if (auto* native = driven(agent)) return native->end(returns);
  AgentOnPythonGame& typed = on_python_game(agent);
  const Returns checked = to_returns(returns, typed.game.seats());
  typed.begun = false;
  typed.agent->end(checked);
}

bool peeks(const AnyAgent& agent) {
  if (const auto* native = dynamic_cast<const DrivenAgent*>(&agent)) return native->peeks();
  const auto* typed = dynamic_cast<const AgentOnPythonGame*>(&agent);
  return typed && typed->agent->peeks();
}

bool decides(AnyAgent& agent, nb::object view) {
  const Consulted consulted(agent);
  if (const auto* native = driven(agent)) return native->decides(native_view(view));
  const AgentOnPythonGame& typed = on_python_game(agent);
  return typed.agent->decides(python_view(typed.game, typed.seat, view));
}

bool informed(const AnyAgent& agent) {
  if (const auto* native = dynamic_cast<const DrivenAgent*>(&agent)) return native->informed();
  const auto* typed = dynamic_cast<const AgentOnPythonGame*>(&agent);
  return typed && typed->agent->informed();
}

void inform(AnyAgent& agent, const std::vector<std::string>& types) {
  AnyAgent* const self = &agent;
  const Seated seated(std::span(&self, 1));
  if (auto* native = driven(agent)) return native->inform(types);
  AgentOnPythonGame& typed = on_python_game(agent);
  typed.agent->inform(by_seat(types, typed.game.seats()));
}

std::string current_type(AnyAgent& agent) {
  const Consulted consulted(agent);
  return agent.current_type();
}

std::optional<SearchResult> last_result(AnyAgent& agent) {
  const Consulted consulted(agent);
  return agent.last_result();
}

nb::dict posterior(AnyAgent& agent) {
  const Consulted consulted(agent);
  nb::dict seats;
  for (const TypeBelief& belief : agent.posterior()) {
    nb::int_ seat(belief.seat);
    if (!seats.contains(seat)) seats[seat] = nb::dict();
    auto types = nb::cast<nb::dict>(seats[seat]);
    const char* name = belief.type.c_str();
    // Types may share a name.
    const double before = types.contains(name) ? nb::cast<double>(types[name]) : 0.0;
    types[name] = before + belief.probability;
  }
  return seats;
}

nb::object game_of(AnyAgent& agent) {
  if (const auto* typed = dynamic_cast<const AgentOnPythonGame*>(&agent))
    return typed->game.object();
  return nb::cast(agent.game());
}

nb::object decision(AnyAgent& agent) {
  const Consulted consulted(agent);
  const std::optional<PolicyDecision> made = agent.decision();
  if (!made) return nb::none();
  nb::dict chances;
  for (const auto& [action, chance] : made->chances) chances[nb::int_(action)] = chance;
  return nb::make_tuple(made->seat, made->action, chances);
}

nb::object belief(AnyAgent& agent) {
  const Consulted consulted(agent);
  if (const auto* typed = dynamic_cast<const AgentOnPythonGame*>(&agent)) return typed->belief_of();
  auto found = agent.belief();
  return found ? nb::cast(std::move(found)) : nb::object(nb::none());
}

// Not consulted: a listener may be set while the agent thinks, by whoever grew tired of it.
void listen(AnyAgent& agent, nb::object hear) {
  if (!hear.is_none() && !PyCallable_Check(hear.ptr()))
    throw nb::type_error("A listener is something to call, or None.");
  if (Monitor* monitor = agent.monitor()) set_listener(*monitor, std::move(hear));
}

nb::list worlds(AnyAgent& agent) {
  const Consulted consulted(agent);
  nb::list result;
  for (auto& [state, weight] : agent.worlds())
    result.append(nb::make_tuple(nb::cast(std::move(state)), weight));
  return result;
}

// What an agent was made of: the options of a planner, or the name and the options of a policy.
nb::object recipe_of(const AnyAgent& agent) {
  if (agent.held) return nb::borrow(python_object(*agent.held));
  return nb::make_tuple(agent.policy.name, to_python(agent.policy.options));
}

std::uint64_t recipe_key(const AnyAgent& agent) {
  if (!agent.held) return hash_text(agent.policy.name + recipe_text(agent.policy.options));
  return hash_text(
      recipe_text(nb::cast<const PlannerOptions&>(nb::object(recipe_of(agent))).given));
}

Archived archived(AnyAgent& agent) {
  const Consulted consulted(agent);
  const std::uint64_t recipe = recipe_key(agent);
  if (const auto* native = driven(agent)) return native->archived(recipe);
  return dynamic_cast<AgentOnPythonGame&>(agent).archived(recipe);
}

nb::list objects_of(const Archived& archived) {
  nb::list objects;
  for (const auto& object : archived.objects) objects.append(nb::borrow(python_object(*object)));
  return objects;
}

std::unique_ptr<AnyAgent> restore_agent(nb::object game, nb::object recipe, nb::bytes data,
                                        nb::list objects) {
  std::unique_ptr<AnyAgent> agent;
  std::pair<std::string, nb::dict> policy;
  if (nb::isinstance<PlannerOptions>(recipe))
    agent = search_agent(game, recipe);
  else if (nb::try_cast(recipe, policy))
    agent = policy_agent(game, policy.first, policy.second);
  else
    throw Error(ErrorKind::format, "This is no recipe of an agent: " + show(recipe) + ".");
  Archived read{{data.c_str(), data.size()}};
  for (nb::handle object : objects)
    read.objects.push_back(std::make_shared<ArchivedObject>(nb::borrow(object)));
  const std::uint64_t key = recipe_key(*agent);
  if (auto* native = driven(*agent))
    native->restore(read, key);
  else
    dynamic_cast<AgentOnPythonGame&>(*agent).restore(read, key);
  return agent;
}

// Python finds a function by its name in a module, which some do not have.
void check_functions(const AnyAgent& agent) {
  if (!agent.held) return;
  const nb::object dumps = nb::module_::import_("pickle").attr("dumps");
  for (const nb::object& function :
       functions_of(nb::cast<const PlannerOptions&>(nb::object(recipe_of(agent))))) {
    try {
      call_function(dumps, function);
    } catch (const nb::python_error& error) {
      if (!error.matches(PyExc_Exception)) throw;
      throw Error(ErrorKind::agent,
                  "An agent that asks " + show(function) +
                      " cannot be pickled, because Python cannot pickle that: use a function or a "
                      "class that stands by its name in a module.");
    }
  }
}

nb::tuple reduce_agent(AnyAgent& agent) {
  check_functions(agent);
  const Archived written = archived(agent);
  return nb::make_tuple(
      nb::module_::import_("otherminds.contracts.players").attr("restore_agent"),
      nb::make_tuple(game_of(agent), recipe_of(agent),
                     nb::bytes(written.bytes.data(), written.bytes.size()), objects_of(written)));
}

std::unique_ptr<AnyAgent> copy_agent(AnyAgent& agent, nb::object memo) {
  const Archived written = archived(agent);
  const nb::object deep = nb::module_::import_("copy").attr("deepcopy");
  return restore_agent(game_of(agent), recipe_of(agent),
                       nb::bytes(written.bytes.data(), written.bytes.size()),
                       nb::list(call_function(deep, objects_of(written), memo)));
}

// Tells the garbage collector which Python objects an agent holds: a game that knows an agent, be
// it by the traceback of an exception, is a cycle with it.
int visit_agent(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const auto* any = nb::inst_ptr<AnyAgent>(self);
  if (any->held) Py_VISIT(python_object(*any->held).ptr());
  if (const Monitor* monitor = any->monitor()) Py_VISIT(listener(*monitor).ptr());
  const auto* agent = dynamic_cast<const AgentOnPythonGame*>(any);
  if (!agent) return 0;
  Py_VISIT(agent->game.object().ptr());
  const auto* policy = dynamic_cast<const PolicyAgent<PyGame>*>(agent->agent.get());
  if (policy && policy->asked()) Py_VISIT(policy->asked()->object.ptr());
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent->agent.get());
  if (!searching) return 0;
  if (searching->belief()) Py_VISIT(searching->belief()->object.ptr());
  return 0;
}

PyType_Slot agent_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(visit_agent)}, {0, nullptr}};

}  // namespace

void bind_agents(nb::module_& module) {
  nb::class_<AnyAgent>(module, "NativeAgent", nb::type_slots(agent_slots),
                       "A native player. It lives on between matches and may remember.")
      .def("begin", begin, nb::arg("seat"), nb::arg("view"), nb::arg("stream"), "A match begins.")
      .def("observe", observe, nb::arg("observation"), nb::arg("view"), "What the seat witnessed.")
      .def("act", act, nb::arg("view"), nb::arg("truth").none() = nb::none(),
           "The action it takes; an agent that peeks needs the state as well.")
      .def("end", end, nb::arg("returns"), "The match is over.")
      .def_prop_ro("peeks", peeks, "Whether it is shown the true state.")
      .def("decides", decides, nb::arg("view"),
           "Whether it has anything to decide here: a search with a planning model decides part "
           "of a game only.")
      .def_prop_ro("informed", informed, "Whether it is told the others' types.")
      .def("inform", inform, nb::arg("types"), "The type that decides each seat's next move.")
      .def_prop_ro("current_type", current_type,
                   "The name of the type that decides the next move, or an empty text.")
      .def_prop_ro("last_result", last_result, "The last search, for those that search.")
      .def("posterior", posterior, nb::sig("def posterior(self) -> dict[int, dict[str, float]]"),
           "What a search with types believes of each other seat during a match.")
      .def_prop_ro("game", game_of, nb::sig("def game(self, /) -> typing.Any"),
                   "The game that it was made for.")
      .def("decision", decision,
           nb::sig("def decision(self) -> tuple[int, int, dict[int, float]] | None"),
           "The last decision of a policy: its seat, its action, and how likely each legal action "
           "was. None once it has witnessed something since, and for those that search.")
      .def_prop_ro("belief", belief, nb::sig("def belief(self, /) -> typing.Any"),
                   "A copy of what it believed at its last decision; None once it has witnessed "
                   "something since, and for those that believe nothing or peek.")
      .def("listen", listen, nb::arg("hear").none(),
           nb::sig("def listen(self, hear: collections.abc.Callable[[NativeSearchResult, bool], "
                   "typing.Any] | None) -> None"),
           "Has its searches tell what they think, about ten times a second and at the end, with "
           "whether it is the end; otherminds.search.listen is the way to call it.")
      .def("worlds", worlds, nb::sig("def worlds(self) -> list[tuple[State, float]]"),
           "The worlds that a search with particles keeps, with weights that sum to 1; those of "
           "its last move where it draws them anew for each.")
      .def(
          "__copy__", [](AnyAgent& agent) { return copy_agent(agent, nb::dict()); },
          "Another agent that goes on as this one would.")
      .def("__deepcopy__", copy_agent, nb::arg("memo"),
           nb::sig("def __deepcopy__(self, memo: dict[int, typing.Any]) -> NativeAgent"),
           "Another agent that goes on as this one would.")
      .def("__reduce__", reduce_agent, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  module.def("policy_schema", policy_schema, nb::arg("game"),
             nb::sig("def policy_schema(game: typing.Any) -> list[dict[str, typing.Any]]"),
             "The named policies of a game with their options as the core declares them.");
  module.def("policy_agent", policy_agent, nb::arg("game"), nb::arg("name"), nb::arg("options"),
             nb::sig("def policy_agent(game: typing.Any, name: str, "
                     "options: dict[str, typing.Any]) -> NativeAgent"),
             "A named policy of a game as a player.");
  module.def("search_agent", search_agent, nb::arg("game"), nb::arg("options"),
             nb::sig("def search_agent(game: typing.Any, options: PlannerOptions) -> NativeAgent"),
             "A search as a player.");
  module.def("restore_agent", restore_agent, nb::arg("game"), nb::arg("recipe").none(),
             nb::arg("data"), nb::arg("objects"),
             nb::sig("def restore_agent(game: typing.Any, recipe: typing.Any, data: bytes, "
                     "objects: list[typing.Any]) -> NativeAgent"),
             "The agent whose pickle this was.");
}

}  // namespace otherminds::python
