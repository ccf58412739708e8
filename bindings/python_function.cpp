#include "python_function.hpp"

#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <utility>

#include "convert.hpp"
#include "dynamic/networks.hpp"
#include "lock.hpp"

namespace otherminds::python {

namespace {

// A list of finite numbers, or false.
bool numbers(nb::handle object, std::vector<double>& out) {
  out.clear();
  if (!PyList_Check(object.ptr()) && !PyTuple_Check(object.ptr())) return false;
  const nb::object list = nb::steal(PySequence_Tuple(object.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  for (Py_ssize_t i = 0; i < PyTuple_Size(list.ptr()); ++i) {
    const nb::handle item = PyTuple_GetItem(list.ptr(), i);
    if (!PyFloat_Check(item.ptr()) && !PyLong_Check(item.ptr())) return false;
    const double number =
        PyLong_Check(item.ptr()) ? PyLong_AsDouble(item.ptr()) : PyFloat_AsDouble(item.ptr());
    if (number == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    if (!std::isfinite(number)) return false;
    out.push_back(number);
  }
  return true;
}

// Weights of 0 or more, one above 0, made to sum to 1; or false.
bool weights(nb::handle object, std::size_t count, std::vector<double>& out) {
  if (!numbers(object, out) || out.size() != count) return false;
  double sum = 0;
  for (const double weight : out) {
    if (weight < 0) return false;
    sum += weight;
  }
  if (!(sum > 0) || std::isinf(sum)) return false;
  for (double& weight : out) weight /= sum;
  return true;
}

const PythonFunction& function_of(const std::shared_ptr<Foreign>& object) {
  const auto* function = dynamic_cast<const PythonFunction*>(object.get());
  if (!function)
    throw Error(ErrorKind::option, "Something to call is needed, not " + object->text() + ".");
  return *function;
}

class FunctionPolicy final : public Policy<PyGame> {
 public:
  explicit FunctionPolicy(std::shared_ptr<Foreign> object)
      : object_(std::move(object)), function_(function_of(object_)) {}

  bool watches() const override { return false; }
  void probabilities(const PyGame&, const PyGame::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    function_.ask_probabilities(view.object, legal, out);
  }

 private:
  std::shared_ptr<Foreign> object_;
  const PythonFunction& function_;
};

class FunctionEvaluator final : public Evaluator<PyGame> {
 public:
  explicit FunctionEvaluator(std::shared_ptr<Foreign> object)
      : object_(std::move(object)), function_(function_of(object_)) {}

  void evaluate(const PyGame& game, std::span<const PyGame::State* const> positions,
                std::span<Returns> values,
                std::vector<std::vector<double>>& priors) const override {
    nb::list states;
    for (const auto* position : positions) states.append(PyGame::State(*position).object);
    function_.ask_values(std::move(states), game.seats(), game.return_range(), values, priors);
  }

 private:
  std::shared_ptr<Foreign> object_;
  const PythonFunction& function_;
};

}  // namespace

PythonFunction::PythonFunction(nb::object function)
    : function_(std::move(function)), text_(show(function_)) {}

PythonFunction::~PythonFunction() {
  const Locked locked;
  function_.reset();
}

void PythonFunction::broken(nb::handle answer, const std::string& wanted) const {
  throw Error(ErrorKind::agent,
              text_ + " returned " + show(answer) + "; it must return " + wanted + ".");
}

void PythonFunction::probabilities(std::unique_ptr<AnyView> view, std::span<const Action> legal,
                                   std::span<double> out) const {
  const Locked locked;
  ask_probabilities(nb::cast(std::move(view)), legal, out);
}

void PythonFunction::ask_probabilities(nb::object view, std::span<const Action> legal,
                                       std::span<double> out) const {
  const nb::object answer =
      call_function(function_, view, std::vector<Action>(legal.begin(), legal.end()));
  std::vector<double> chances;
  if (!weights(answer, legal.size(), chances))
    broken(answer, "one weight of 0 or more for each legal action, not all 0");
  std::ranges::copy(chances, out.begin());
}

void PythonFunction::evaluate(std::vector<std::unique_ptr<AnyState>> positions, int seats,
                              ReturnRange range, std::span<Returns> values,
                              std::vector<std::vector<double>>& priors) const {
  const Locked locked;
  nb::list states;
  for (auto& position : positions) states.append(nb::cast(std::move(position)));
  ask_values(std::move(states), seats, range, values, priors);
}

void PythonFunction::ask_values(nb::list states, int seats, ReturnRange range,
                                std::span<Returns> values,
                                std::vector<std::vector<double>>& priors) const {
  const std::string wanted =
      "for each state the values of the seats within the game's return_range, and the weights of "
      "the legal actions or None";
  // The function owns the list that it gets; what it does to it is its own affair.
  std::vector<std::size_t> choices;
  for (const nb::handle state : states)
    choices.push_back(nb::len(call(nb::borrow(state), "legal_actions")));
  const nb::object given = call_function(function_, states);
  if (!PyList_Check(given.ptr())) broken(given, wanted);
  const nb::object answer = nb::steal(PySequence_Tuple(given.ptr()));
  if (!answer.is_valid()) throw nb::python_error();
  if (PyTuple_Size(answer.ptr()) != static_cast<Py_ssize_t>(values.size())) broken(given, wanted);
  priors.assign(values.size(), {});
  std::vector<double> read;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const nb::handle entry = PyTuple_GetItem(answer.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyTuple_Check(entry.ptr()) || PyTuple_Size(entry.ptr()) != 2) broken(entry, wanted);
    if (!numbers(PyTuple_GetItem(entry.ptr(), 0), read) ||
        read.size() != static_cast<std::size_t>(seats))
      broken(entry, wanted);
    values[i] = {};
    for (std::size_t seat = 0; seat < read.size(); ++seat) {
      if (read[seat] < range.low || read[seat] > range.high) broken(entry, wanted);
      values[i][seat] = read[seat];
    }
    const nb::handle chances = PyTuple_GetItem(entry.ptr(), 1);
    if (chances.is_none()) continue;
    if (!weights(chances, choices[i], priors[i])) broken(entry, wanted);
  }
}

std::vector<PolicyEntry<PyGame>> python_policies() {
  return {uniform_policy_entry<PyGame>(), typed_policy_entry<PyGame>()};
}

std::shared_ptr<const Policy<PyGame>> PythonToolbox::named_policy(const std::string& name,
                                                                  const Value& options) const {
  if (name == network_name)
    throw Error(ErrorKind::option,
                "A network plays native games; " + game_.name() + " is written in Python.");
  std::vector<std::string> names;
  for (const auto& entry : python_policies()) {
    if (entry.name == name) return entry.checked(game_, options);
    names.push_back(entry.name);
  }
  throw Error(ErrorKind::option, unknown_name("policy of " + game_.name(), name, names));
}

std::shared_ptr<const Policy<PyGame>> PythonToolbox::foreign_policy(
    const std::shared_ptr<Foreign>& object) const {
  return std::make_shared<FunctionPolicy>(object);
}

std::shared_ptr<const Evaluator<PyGame>> PythonToolbox::named_evaluator(const std::string&) const {
  throw Error(ErrorKind::option, game_.name() +
                                     " is written in Python and has no evaluation to name; give a "
                                     "function.");
}

std::shared_ptr<const Evaluator<PyGame>> PythonToolbox::foreign_evaluator(
    const std::shared_ptr<Foreign>& object) const {
  return std::make_shared<FunctionEvaluator>(object);
}

std::vector<std::string_view> PythonToolbox::type_names() const {
  const auto& names = game_.type_names();
  return {names.begin(), names.end()};
}

}  // namespace otherminds::python
