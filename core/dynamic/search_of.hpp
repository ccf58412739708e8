// What a search of one native game works with: its own policies and evaluations, and foreign ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/networks.hpp"
#include "dynamic/states_of.hpp"
#include "engine/typed_policy.hpp"
#include "search/models/nested_model.hpp"
#include "search/planner.hpp"

namespace otherminds {

// Finds the free function policies(const G&) that stands beside the game.
template <NativeGame G>
const std::vector<PolicyEntry<G>>& policies_of(const G& rules) {
  return policies(rules);
}

// Likewise evaluators(const G&), where there are some.
template <NativeGame G>
std::vector<EvaluatorEntry<G>> evaluators_of(const G& rules) {
  if constexpr (requires { evaluators(rules); }) {
    return evaluators(rules);
  } else {
    return {};
  }
}

// A policy from outside the core.
template <NativeGame G>
class ForeignPolicyOf final : public Policy<G> {
 public:
  ForeignPolicyOf(GamePointer<G> game, std::shared_ptr<const ForeignFunction> function)
      : game_(std::move(game)), function_(std::move(function)) {}

  bool watches() const override { return false; }
  void probabilities(const G&, const typename G::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    function_->probabilities(std::make_unique<ViewOf<G>>(game_, view), legal, out);
  }

 private:
  GamePointer<G> game_;
  std::shared_ptr<const ForeignFunction> function_;
};

// An evaluation from outside the core.
template <NativeGame G>
class ForeignEvaluatorOf final : public Evaluator<G> {
 public:
  ForeignEvaluatorOf(GamePointer<G> game, std::shared_ptr<const ForeignFunction> function)
      : game_(std::move(game)), function_(std::move(function)) {}

  void evaluate(const G& game, std::span<const typename G::State* const> positions,
                std::span<Returns> values,
                std::vector<std::vector<double>>& priors) const override {
    std::vector<std::unique_ptr<AnyState>> states;
    for (const auto* position : positions)
      states.push_back(std::make_unique<StateOf<G>>(game_, *position));
    function_->evaluate(std::move(states), game.seats(), game.return_range(), values, priors);
  }

 private:
  GamePointer<G> game_;
  std::shared_ptr<const ForeignFunction> function_;
};

// Where a search of a native game finds what its options name.
template <NativeGame G>
class ToolboxOf final : public Toolbox<G> {
 public:
  explicit ToolboxOf(GamePointer<G> game) : game_(std::move(game)) {}

  std::shared_ptr<const Policy<G>> named_policy(const std::string& name,
                                                const Value& options) const override {
    return game_->make_policy(name, options);
  }
  std::shared_ptr<const Policy<G>> foreign_policy(
      const std::shared_ptr<Foreign>& object) const override {
    return std::make_shared<ForeignPolicyOf<G>>(game_, function(object));
  }
  std::shared_ptr<const Evaluator<G>> named_evaluator(const std::string& name) const override {
    std::vector<std::string> names;
    for (const auto& entry : evaluators_of(game_->rules)) {
      if (entry.name == name) return std::make_shared<NamedEvaluator<G>>(entry);
      names.push_back(entry.name);
    }
    if (names.empty())
      throw Error(ErrorKind::option, game_->name() + " has no evaluation of its own to name.");
    throw Error(ErrorKind::option, unknown_name("evaluation of " + game_->name(), name, names));
  }
  std::shared_ptr<const Evaluator<G>> foreign_evaluator(
      const std::shared_ptr<Foreign>& object) const override {
    return std::make_shared<ForeignEvaluatorOf<G>>(game_, function(object));
  }
  std::shared_ptr<const Evaluator<G>> network_evaluator(const Value& options) const override {
    const NetworkOptions chosen = read_network_options(options);
    return std::make_shared<NetworkEvaluator<G>>(prepare_model(*game_, chosen));
  }
  std::vector<std::string_view> type_names() const override {
    const auto names = game_->rules.type_names();
    return {names.begin(), names.end()};
  }

 private:
  static std::shared_ptr<const ForeignFunction> function(const std::shared_ptr<Foreign>& object) {
    auto typed = std::dynamic_pointer_cast<const ForeignFunction>(object);
    if (!typed)
      throw Error(ErrorKind::option, "Something to call is needed, not " + object->text() + ".");
    return typed;
  }

  GamePointer<G> game_;
};

}  // namespace otherminds
