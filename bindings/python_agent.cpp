#include "python_agent.hpp"

#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "convert.hpp"
#include "dynamic/packed.hpp"
#include "dynamic/players_of.hpp"
#include "lock.hpp"
#include "search/agent.hpp"

namespace otherminds::python {

namespace {

// "ValueError: what it said", for the record of a forfeit.
std::string name_error(const nb::python_error& error) {
  std::string text = "an exception";
  try {
    text = to_text(nb::str(nb::object(error.type().attr("__name__"))));
    text += ": " + to_text(nb::str(error.value()));
  } catch (const nb::python_error&) {
    // It cannot even say what happened.
  }
  return text;
}

}  // namespace

void PythonMind::blame(const std::string& where, const nb::python_error& error) const {
  // Ctrl-C is no agent's fault; all else is, an agent that wants to end the program included.
  if (!forfeits_ || error.matches(PyExc_KeyboardInterrupt)) throw;
  throw AgentFault(where + " raised " + name_error(error));
}

template <class... Args>
nb::object PythonMind::ask(const char* method, Args&&... args) const {
  try {
    return call(agent_, method, args...);
  } catch (const nb::python_error& error) {
    blame(std::string(method) + "()", error);
  }
}

nb::object PythonMind::look_up(const char* name) const {
  try {
    return attribute(agent_, name);
  } catch (const nb::python_error& error) {
    blame(name, error);
  }
}

bool PythonMind::flag(const char* name) const {
  const nb::object value = look_up(name);
  try {
    return truth(value);
  } catch (const nb::python_error& error) {
    blame(name, error);
  }
}

void PythonMind::begin(int seat, nb::object first, Stream stream) {
  seat_ = seat;
  watches_ = flag("watches");
  try {
    peeks_ = truth(nb::module_::import_("otherminds.contracts.players").attr("peeks")(agent_));
  } catch (const nb::python_error& error) {
    blame("peeks()", error);
  }
  informed_ = flag("informed");
  ask("begin", seat, std::move(first), nb::cast(stream));
}

void PythonMind::observe(const Observation& seen, nb::object now) {
  ask("observe", nb::cast(seen), std::move(now));
}

Action PythonMind::act(nb::object view, nb::object truth) {
  const nb::object answer =
      peeks_ ? ask("act", std::move(view), std::move(truth)) : ask("act", std::move(view));
  int overflow = 1;
  const long long number =
      PyLong_Check(answer.ptr()) ? PyLong_AsLongLongAndOverflow(answer.ptr(), &overflow) : 0;
  if (overflow || !std::in_range<Action>(number)) {
    throw AgentFault("The agent in seat " + std::to_string(seat_) + " answered " + show(answer) +
                     ", which is not an action id.");
  }
  return static_cast<Action>(number);
}

void PythonMind::end(const std::vector<double>& returns) { ask("end", nb::cast(returns)); }

void PythonMind::inform(const std::vector<std::string>& types) { ask("inform", nb::cast(types)); }

std::string PythonMind::current_type() const {
  const nb::object type = look_up("current_type");
  return nb::isinstance<nb::str>(type) ? to_text(nb::borrow<nb::str>(type)) : std::string();
}

PythonAgent::PythonAgent(nb::object agent, bool forfeits) : mind_({std::move(agent), forfeits}) {}

PythonAgent::~PythonAgent() {
  const Locked locked;
  mind_.reset();
}

void PythonAgent::begin(int seat, std::unique_ptr<AnyView> first, Stream stream) {
  const Locked locked;
  mind_->begin(seat, nb::cast(std::move(first)), stream);
}

void PythonAgent::observe(const Observation& seen, std::unique_ptr<AnyView> now) {
  const Locked locked;
  mind_->observe(seen, nb::cast(std::move(now)));
}

Action PythonAgent::act(std::unique_ptr<AnyView> view, std::unique_ptr<AnyState> truth) {
  const Locked locked;
  return mind_->act(nb::cast(std::move(view)),
                    truth ? nb::cast(std::move(truth)) : nb::object(nb::none()));
}

void PythonAgent::end(const std::vector<double>& returns) {
  const Locked locked;
  mind_->end(returns);
}

void PythonAgent::inform(const std::vector<std::string>& types) {
  const Locked locked;
  mind_->inform(types);
}

std::string PythonAgent::current_type() const {
  const Locked locked;
  return mind_->current_type();
}

void PythonSeat::begin(const PyGame& game, int seat, const PyGame::View& first, Stream stream) {
  game_ = &game;
  mind_.begin(seat, first.object, stream);
}

void PythonSeat::observe(const Observation& seen, const PyGame::View& now) {
  mind_.observe(seen, now.object);
}

Action PythonSeat::act(const PyGame::View& view, const PyGame::State* truth) {
  ActionList legal;
  game_->legal(view, legal);  // asked first: the agent gets the view itself and could change it
  const Action action =
      mind_.act(view.object, truth ? call(truth->object, "copy") : nb::object(nb::none()));
  if (!std::ranges::binary_search(legal, action)) {
    throw AgentFault("The agent in seat " + std::to_string(mind_.seat()) + " answered " +
                     std::to_string(action) + ", which is not legal here.");
  }
  return action;
}

void PythonSeat::end(const Returns& returns) {
  mind_.end({returns.begin(), returns.begin() + game_->seats()});
}

void PythonSeat::inform(const std::array<std::string, max_seats>& types) {
  mind_.inform({types.begin(), types.begin() + game_->seats()});
}

std::optional<SearchResult> AgentOnPythonGame::last_result() const {
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent.get());
  return searching ? searching->last_result() : std::nullopt;
}

std::optional<PolicyDecision> AgentOnPythonGame::decision() const {
  const auto* policy = dynamic_cast<const PolicyAgent<PyGame>*>(agent.get());
  return policy ? policy->decision() : std::nullopt;
}

Monitor* AgentOnPythonGame::monitor() const {
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent.get());
  return searching ? searching->monitor() : nullptr;
}

nb::object AgentOnPythonGame::belief_of() const {
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent.get());
  if (!searching || !searching->current() || !searching->belief() || searching->peeks())
    return nb::none();
  return call(searching->belief()->object, "copy");
}

std::vector<TypeBelief> AgentOnPythonGame::posterior() const {
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent.get());
  return searching ? searching->posterior() : std::vector<TypeBelief>{};
}

namespace {

PackedHeader header_of(const PyGame& game) {
  const std::string options = show(attribute(game.object(), "options"));
  return {game.name(), 1, hash_text(options), "agent"};
}

}  // namespace

Archived AgentOnPythonGame::archived(std::uint64_t recipe) const {
  ArchiveWriter bytes;
  Archive<ArchiveWriter, PyGame> archive(bytes, game);
  archive_agent(*agent, begun, seat, recipe, archive);
  return {pack(header_of(game), bytes.written.bytes), bytes.written.objects};
}

void AgentOnPythonGame::restore(const Archived& archived, std::uint64_t recipe) {
  const std::string payload = unpack(header_of(game), archived.bytes);
  ArchiveReader bytes(payload, archived.objects);
  Archive<ArchiveReader, PyGame> archive(bytes, game);
  archive_agent(*agent, begun, seat, recipe, archive);
  bytes.finish();
}

}  // namespace otherminds::python
