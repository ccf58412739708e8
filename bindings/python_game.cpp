#include "python_game.hpp"

#include <cmath>
#include <memory>

#include "convert.hpp"
#include "lock.hpp"

namespace otherminds::python {

namespace {

// Interned once and kept for ever: looked up millions of times in a search.
nb::handle name_of(const char* method) { return PyUnicode_InternFromString(method); }

// Lets Python draw from a generator of ours. Python owns a copy, so nothing dangles if it keeps
// it; what it drew is taken over afterwards.
template <class Call>
nb::object with_rng(Rng& rng, Call&& use) {
  nb::object shared = nb::cast(rng);
  nb::object result = use(shared);
  rng = nb::cast<Rng>(shared);
  return result;
}

// A whole number from Python, or false.
bool whole(nb::handle object, long long& number) {
  if (!PyLong_Check(object.ptr())) return false;
  int overflow = 0;
  number = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  return overflow == 0;
}

// A finite number from Python, or false. A whole one is read as such: PyFloat_AsDouble would call
// the __float__ of a subclass, which may change the list that is being read.
bool real(nb::handle object, double& number) {
  if (!PyFloat_Check(object.ptr()) && !PyLong_Check(object.ptr())) return false;
  number =
      PyLong_Check(object.ptr()) ? PyLong_AsDouble(object.ptr()) : PyFloat_AsDouble(object.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    return false;
  }
  return std::isfinite(number);
}

bool is_list(nb::handle object) {
  return PyList_Check(object.ptr()) || PyTuple_Check(object.ptr());
}

nb::handle item(nb::handle list, Py_ssize_t index) {
  return PyList_Check(list.ptr()) ? PyList_GetItem(list.ptr(), index)
                                  : PyTuple_GetItem(list.ptr(), index);
}

Py_ssize_t length(nb::handle list) {
  return PyList_Check(list.ptr()) ? PyList_Size(list.ptr()) : PyTuple_Size(list.ptr());
}

}  // namespace

PyGame::Copied::Copied(const Copied& other) {
  static const nb::handle copy = name_of("copy");
  object = call(other.object, copy);
  if (object.is(other.object) || !object.type().is(other.object.type())) {
    throw Error(ErrorKind::game, "copy() of " + show(other.object.type()) +
                                     " must return another object of the same type, not " +
                                     show(object) + ".");
  }
}

PyGame::PyGame(nb::object game) : game_(std::move(game)) {
  try {
    name_ = nb::cast<std::string>(attribute(game_, "name"));
    seats_ = nb::cast<int>(attribute(game_, "seats"));
    action_count_ = nb::cast<int>(attribute(game_, "action_count"));
    const nb::object range = attribute(game_, "return_range");
    if (!is_list(range) || length(range) != 2 || !real(item(range, 0), range_.low) ||
        !real(item(range, 1), range_.high))
      throw std::bad_cast();
    perfect_information_ = nb::cast<bool>(attribute(game_, "perfect_information"));
  } catch (const nb::python_error& error) {
    if (!error.matches(PyExc_AttributeError) && !error.matches(PyExc_TypeError) &&
        !error.matches(PyExc_ValueError))
      throw;
    throw Error(ErrorKind::game, show(game_) + " is not a game: " +
                                     nb::cast<std::string>(nb::str(error.value())) + ".");
  } catch (const std::bad_cast&) {
    throw Error(ErrorKind::game, show(game_) +
                                     " is not a game: name, seats, action_count, return_range or "
                                     "perfect_information has a wrong type.");
  }
  if (seats_ < 1 || seats_ > max_seats)
    throw Error(ErrorKind::game,
                name_ + " has " + std::to_string(seats_) + " seats; 1 to 6 are possible.");
  if (!(range_.low < range_.high))
    throw Error(ErrorKind::game,
                "The return_range of " + name_ + " must be two numbers, the lower first.");
}

void PyGame::broken(const std::string& method, nb::handle answer, const std::string& wanted) const {
  throw Error(ErrorKind::game, method + "() of " + name_ + " returned " + show(answer) +
                                   "; it must return " + wanted + ".");
}

PyGame::State PyGame::read_state(const std::string& method, nb::object answer) const {
  if (!nb::hasattr(answer, "_apply_action")) broken(method, answer, "a state");
  return State(std::move(answer));
}

PyGame::State PyGame::initial(Rng& rng) const {
  static const nb::handle method = name_of("_deal");
  return read_state("_deal",
                    with_rng(rng, [&](nb::handle shared) { return call(game_, method, shared); }));
}

int PyGame::actor(const State& state) const {
  static const nb::handle method = name_of("actor");
  const nb::object answer = call(state.object, method);
  long long number = 0;
  if (!whole(answer, number) || number < nobody || number >= seats_)
    broken("actor", answer, "a seat, CHANCE or NOBODY");
  return static_cast<int>(number);
}

void PyGame::read_actions(nb::handle answer, ActionList& out) const {
  const char* wanted = "a list of at least one action id, ascending";
  out.clear();
  if (!is_list(answer)) broken("legal_actions", answer, wanted);
  const Py_ssize_t size = length(answer);
  if (size == 0) broken("legal_actions", answer, wanted);
  long long last = -1;
  for (Py_ssize_t i = 0; i < size; ++i) {
    long long number = 0;
    if (!whole(item(answer, i), number) || number <= last || number >= action_count_)
      broken("legal_actions", answer, wanted);
    last = number;
    out.push_back(static_cast<Action>(number));
  }
}

void PyGame::legal(const State& state, ActionList& out) const {
  static const nb::handle method = name_of("legal_actions");
  read_actions(call(state.object, method), out);
}

void PyGame::legal(const View& view, ActionList& out) const {
  static const nb::handle method = name_of("legal_actions");
  read_actions(call(view.object, method), out);
}

void PyGame::apply(State& state, Action action) const {
  static const nb::handle method = name_of("_apply_action");
  call(state.object, method, action);
}

void PyGame::outcomes(const State& state, OutcomeList& out) const {
  static const nb::handle method = name_of("chance_outcomes");
  const char* wanted = "pairs of an outcome and its probability, summing to 1";
  const nb::object answer = call(state.object, method);
  out.clear();
  if (!is_list(answer) || length(answer) == 0) broken("chance_outcomes", answer, wanted);
  double sum = 0;
  for (Py_ssize_t i = 0; i < length(answer); ++i) {
    const nb::handle pair = item(answer, i);
    long long id = 0;
    double probability = 0;
    if (!is_list(pair) || length(pair) != 2 || !whole(item(pair, 0), id) || id < 0 ||
        !std::in_range<Action>(id) || !real(item(pair, 1), probability) || probability <= 0)
      broken("chance_outcomes", answer, wanted);
    sum += probability;
    out.push_back({static_cast<Action>(id), probability});
  }
  if (std::abs(sum - 1.0) > 1e-9) broken("chance_outcomes", answer, wanted);
}

Action PyGame::sample_outcome(const State& state, Rng& rng) const {
  OutcomeList list;
  outcomes(state, list);
  return sample_from(list, rng);
}

Returns PyGame::returns(const State& state) const {
  static const nb::handle method = name_of("_returns");
  const nb::object answer = call(state.object, method);
  const std::string wanted = "one number a seat within the return_range of the game";
  if (!is_list(answer) || length(answer) != seats_) broken("_returns", answer, wanted);
  Returns returns{};
  for (int seat = 0; seat < seats_; ++seat) {
    double number = 0;
    if (!real(item(answer, seat), number) || number < range_.low || number > range_.high)
      broken("_returns", answer, wanted);
    returns[static_cast<std::size_t>(seat)] = number;
  }
  return returns;
}

Observation PyGame::observe(const State& before, Action action, const State&, int seat) const {
  static const nb::handle method = name_of("_observation");
  const nb::object answer = call(before.object, method, action, seat);
  Observation seen;
  if (!nb::try_cast(answer, seen)) broken("_observation", answer, "an Observation");
  return seen;
}

PyGame::View PyGame::view(const State& state, int seat) const {
  static const nb::handle method = name_of("view");
  return {call(state.object, method, seat)};
}

PyGame::Belief PyGame::belief(const View& view) const {
  static const nb::handle method = name_of("belief");
  return Belief(call(game_, method, view.object));
}

void PyGame::update(Belief& belief, const Observation& seen, const View& now) const {
  static const nb::handle method = name_of("update");
  call(belief.object, method, nb::cast(seen), now.object);
}

PyGame::State PyGame::sample(const Belief& belief, Rng& rng) const {
  static const nb::handle method = name_of("sample");
  return read_state("sample", with_rng(rng, [&](nb::handle shared) {
                      return call(belief.object, method, shared);
                    }));
}

const std::vector<std::string>& PyGame::type_names() const {
  if (!type_names_.empty()) return type_names_;
  const nb::object answer = attribute(game_, "action_types");
  const char* wanted = "a list of texts";
  if (!is_list(answer) || length(answer) == 0) broken("action_types", answer, wanted);
  std::vector<std::string> names;
  for (Py_ssize_t i = 0; i < length(answer); ++i) {
    std::string name;
    if (!nb::try_cast(item(answer, i), name)) broken("action_types", answer, wanted);
    names.push_back(std::move(name));
  }
  type_names_ = std::move(names);
  return type_names_;
}

int PyGame::type_of(Action action) const {
  if (types_.empty()) types_.assign(static_cast<std::size_t>(action_count_), -1);
  int& type = types_[static_cast<std::size_t>(action)];
  if (type >= 0) return type;
  static const nb::handle method = name_of("type_of");
  const nb::object answer = call(game_, method, action);
  long long number = 0;
  if (!whole(answer, number) || number < 0 || number >= static_cast<long long>(type_names().size()))
    broken("type_of", answer, "an index in action_types");
  return type = static_cast<int>(number);
}

std::uint64_t PyGame::state_key(const State& state) const {
  static const nb::handle method = name_of("key");
  return to_number(call(state.object, method));
}

std::uint64_t PyGame::view_key(const View& view) const {
  static const nb::handle method = name_of("key");
  return to_number(call(view.object, method));
}

void PyGame::archived(const Copied& value, ArchiveWriter& bytes) const {
  bytes.written.objects.push_back(std::make_shared<ArchivedObject>(call(value.object, "copy")));
}

void PyGame::archived(Copied& value, ArchiveReader& bytes) const {
  value.object = dynamic_cast<const ArchivedObject&>(*bytes.object()).object;
}

void PyGame::archived(const View& value, ArchiveWriter& bytes) const {
  bytes.written.objects.push_back(std::make_shared<ArchivedObject>(value.object));
}

void PyGame::archived(View& value, ArchiveReader& bytes) const {
  value.object = dynamic_cast<const ArchivedObject&>(*bytes.object()).object;
}

void PyGame::worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const {
  out.clear();
  if (!nb::hasattr(belief.object, "worlds")) return;
  const nb::object answer = call(belief.object, "worlds");
  const char* wanted = "pairs of a state and its weight above 0";
  if (!is_list(answer)) broken("worlds", answer, wanted);
  for (Py_ssize_t i = 0; i < length(answer); ++i) {
    const nb::handle pair = item(answer, i);
    double weight = 0;
    if (!is_list(pair) || length(pair) != 2 || !real(item(pair, 1), weight) || !(weight > 0))
      broken("worlds", answer, wanted);
    out.emplace_back(read_state("worlds", nb::borrow(item(pair, 0))), weight);
  }
}

}  // namespace otherminds::python
