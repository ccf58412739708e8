// Where a search in another game than the one that is played (engine/planning_model.hpp) finds the
// policies that its options name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "search/resolved.hpp"

namespace otherminds {

template <Game M>
class ModelToolbox final : public Toolbox<M> {
 public:
  explicit ModelToolbox(const M& game) : game_(game) {}

  std::shared_ptr<const Policy<M>> named_policy(const std::string& name,
                                                const Value& options) const override {
    if (name == "random") return std::make_shared<UniformPolicy<M>>();
    std::vector<std::string> names = {"random", "typed"};
    for (const auto& entry : policies(game_)) {
      if (entry.name == name) return entry.checked(game_, options);
      names.push_back(entry.name);
    }
    throw Error(ErrorKind::option, unknown_name("policy in " + game_.name(), name, names));
  }
  std::shared_ptr<const Policy<M>> foreign_policy(const std::shared_ptr<Foreign>&) const override {
    throw Error(ErrorKind::option,
                "A policy from outside sees views, of which " + game_.name() + " has none.");
  }
  std::shared_ptr<const Evaluator<M>> named_evaluator(const std::string&) const override {
    throw Error(ErrorKind::option, "There is no evaluation of " + game_.name() + ".");
  }
  std::shared_ptr<const Evaluator<M>> foreign_evaluator(
      const std::shared_ptr<Foreign>&) const override {
    return named_evaluator("");
  }
  std::vector<std::string_view> type_names() const override {
    const auto names = game_.game().type_names();
    return {names.begin(), names.end()};
  }

 private:
  const M& game_;
};

}  // namespace otherminds
