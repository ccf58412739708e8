// Planning in another game than the one that is played. A game names a planning model as
// G::PlanningModel: a game of its own, searched like any other, in which part of the real one is
// decided. The belief game of a game (search/belief_game.hpp) is planned in the same way.
//
//   M(game, options)        the model of a game, with its own options
//   project(state)          where a plan starts from in a position of the game
//   project(belief, rng)    the same from what a seat believes: an M::Belief, from which
//                           M::sample draws such a start for each iteration
//   steps(view, action)     the moves of the game that carry out an action of the model where the
//                           seat sees this, in order; none where that cannot be done
//   decides_nothing         a sentence for positions in which the model has nothing to decide
//
// and the game says by planned(view) whether its model decides anything where a seat sees this.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "search/equipment.hpp"

namespace otherminds {

template <class G>
concept IsPlanningModel = requires { G::is_planning_model; };

template <class G>
concept HasPlanningModel = !IsPlanningModel<G> && requires { typename G::PlanningModel; };

// Where a search of a model finds the policies that its options name.
template <Game M>
class ModelToolbox final : public Toolbox<M> {
 public:
  explicit ModelToolbox(const M& game) : game_(game) {}

  std::shared_ptr<const Policy<M>> named_policy(const std::string& name,
                                                const Value& options) const override {
    if (name == "random") return std::make_shared<UniformPolicy<M>>();
    std::vector<std::string> names = {"random", "typed"};
    for (const auto& entry : policies(game_)) {
      if (entry.name == name) return entry.make(game_, options);
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
