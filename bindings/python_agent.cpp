#include "python_agent.hpp"

#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "convert.hpp"
#include "lock.hpp"
#include "search/agent.hpp"

namespace otherminds::python {

Action read_answer(nb::handle answer, int seat) {
  int overflow = 1;
  const long long number =
      PyLong_Check(answer.ptr()) ? PyLong_AsLongLongAndOverflow(answer.ptr(), &overflow) : 0;
  if (overflow || !std::in_range<Action>(number)) {
    throw Error(ErrorKind::agent, "The agent in seat " + std::to_string(seat) + " answered " +
                                      show(answer) + ", which is not an action id.");
  }
  return static_cast<Action>(number);
}

namespace {

bool wants_observations(nb::handle agent) {
  const int answer = PyObject_IsTrue(nb::object(agent.attr("watches")).ptr());
  if (answer < 0) throw nb::python_error();
  return answer != 0;
}

}  // namespace

PythonAgent::PythonAgent(nb::object agent)
    : agent_(std::move(agent)), watches_(wants_observations(agent_)) {}

PythonAgent::~PythonAgent() {
  const Locked locked;
  agent_.reset();
}

void PythonAgent::begin(int seat, std::unique_ptr<AnyView> first, Stream stream) {
  const Locked locked;
  seat_ = seat;
  call(agent_, "begin", seat, nb::cast(std::move(first)), nb::cast(stream));
}

void PythonAgent::observe(const Observation& seen, std::unique_ptr<AnyView> now) {
  const Locked locked;
  call(agent_, "observe", nb::cast(seen), nb::cast(std::move(now)));
}

Action PythonAgent::act(std::unique_ptr<AnyView> view) {
  const Locked locked;
  return read_answer(call(agent_, "act", nb::cast(std::move(view))), seat_);
}

void PythonAgent::end(const std::vector<double>& returns) {
  const Locked locked;
  call(agent_, "end", nb::cast(returns));
}

PythonSeat::PythonSeat(nb::object agent)
    : agent_(std::move(agent)), watches_(wants_observations(agent_)) {}

void PythonSeat::begin(const PyGame& game, int seat, const PyGame::View& first, Stream stream) {
  game_ = &game;
  seat_ = seat;
  call(agent_, "begin", seat, first.object, nb::cast(stream));
}

void PythonSeat::observe(const Observation& seen, const PyGame::View& now) {
  call(agent_, "observe", nb::cast(seen), now.object);
}

Action PythonSeat::act(const PyGame::View& view, const PyGame::State*) {
  ActionList legal;
  game_->legal(view, legal);  // asked first: the agent gets the view itself and could change it
  const Action action = read_answer(call(agent_, "act", view.object), seat_);
  if (!std::ranges::binary_search(legal, action)) {
    throw Error(ErrorKind::agent, "The agent in seat " + std::to_string(seat_) + " answered " +
                                      std::to_string(action) + ", which is not legal here.");
  }
  return action;
}

void PythonSeat::end(const Returns& returns) {
  call(agent_, "end",
       nb::cast(std::vector<double>(returns.begin(), returns.begin() + game_->seats())));
}

std::optional<SearchResult> AgentOnPythonGame::last_result() const {
  const auto* searching = dynamic_cast<const SearchAgent<PyGame>*>(agent.get());
  return searching ? searching->last_result() : std::nullopt;
}

}  // namespace otherminds::python
