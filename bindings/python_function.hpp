// Python functions that a search asks: policies and evaluations, in native games and in Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "dynamic/any.hpp"
#include "python_game.hpp"
#include "search/resolved.hpp"

namespace otherminds::python {

namespace nb = nanobind;

// A Python callable inside a Value. As a policy it gets a view and its legal actions and returns
// one weight each; as an evaluation it gets a list of states and returns, for each, the values of
// the seats and the weights of the legal actions or None. Each call takes the interpreter lock.
class PythonFunction final : public ForeignFunction {
 public:
  explicit PythonFunction(nb::object function);
  ~PythonFunction() override;

  std::string text() const override { return text_; }
  const nb::object& object() const { return function_; }
  void probabilities(std::unique_ptr<AnyView> view, std::span<const Action> legal,
                     std::span<double> out) const override;
  void evaluate(std::vector<std::unique_ptr<AnyState>> positions, int seats, ReturnRange range,
                std::span<Returns> values, std::vector<std::vector<double>>& priors) const override;

  // The same with objects that are Python's already.
  void ask_probabilities(nb::object view, std::span<const Action> legal,
                         std::span<double> out) const;
  void ask_values(nb::list states, int seats, ReturnRange range, std::span<Returns> values,
                  std::vector<std::vector<double>>& priors) const;

 private:
  [[noreturn]] void broken(nb::handle answer, const std::string& wanted) const;

  nb::object function_;
  std::string text_;
};

// The policies that every game written in Python has.
std::vector<PolicyEntry<PyGame>> python_policies();

// Where a search of a game written in Python finds what its options name.
class PythonToolbox final : public Toolbox<PyGame> {
 public:
  explicit PythonToolbox(const PyGame& game) : game_(game) {}

  std::shared_ptr<const Policy<PyGame>> named_policy(const std::string& name,
                                                     const Value& options) const override;
  std::shared_ptr<const Policy<PyGame>> foreign_policy(
      const std::shared_ptr<Foreign>& object) const override;
  std::shared_ptr<const Evaluator<PyGame>> named_evaluator(const std::string& name) const override;
  std::shared_ptr<const Evaluator<PyGame>> foreign_evaluator(
      const std::shared_ptr<Foreign>& object) const override;
  std::vector<std::string_view> type_names() const override;

 private:
  const PyGame& game_;
};

}  // namespace otherminds::python
