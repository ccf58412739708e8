// Planning in another game than the one that is played (engine/planning_model.hpp): a belief game,
// or a reduced game that decides part of it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/planning_model.hpp"
#include "search/hidden/world_set.hpp"
#include "search/model_toolbox.hpp"
#include "search/models/nested_model.hpp"
#include "search/others/drawn_models.hpp"
#include "search/planner.hpp"

namespace otherminds {

// A planner in another game than the one that is played.
template <Game G, Game M>
class PlanningIn {
 public:
  template <class... Settings>
  PlanningIn(const G& game, const SearchOptions& options, const Settings&... settings)
      : rules_(game, settings...),
        resolved_(resolve(rules_, options, ModelToolbox<M>(rules_), Use::inner)),
        planner_(rules_, options, resolved_) {}

  const M& rules() const { return rules_; }

  // What the planner keeps is of the other game.
  template <class Self, class Bytes>
  static void archived(Self& self, Bytes& bytes) {
    if constexpr (Bytes::reads)
      self.planner_.read(bytes);
    else
      self.planner_.write(bytes);
  }

  // What is believed of the others' types.
  std::vector<TypeBelief> beliefs(const Root<G>& root) const {
    return type_beliefs(resolved_.others.names, root.seat, *root.known);
  }

  // Plans where the root projects to.
  SearchResult plan(const Root<G>& root, Stream stream, Monitor* monitor) {
    Rng rng = stream.child("belief game").rng();
    Root<M> inner;
    inner.seat = root.seat;
    inner.known = root.known;
    inner.history = root.history;
    inner.lines = root.lines;
    std::optional<typename M::Belief> belief;
    if (root.belief) inner.belief = &belief.emplace(rules_.project(*root.belief, rng));
    if constexpr (requires { rules_.project(*root.state); }) {
      std::optional<typename M::State> state;
      WorldSet<M> worlds;
      if (root.state) inner.state = &state.emplace(rules_.project(*root.state));
      if (root.worlds && !root.worlds->empty()) {
        std::vector<typename WorldSet<M>::World> projected;
        for (const auto& world : root.worlds->worlds())
          projected.push_back({rules_.project(world.state), world.weight});
        worlds.assign(std::move(projected));
        inner.worlds = &worlds;
      }
      return planner_.plan(inner, stream, monitor);
    } else {
      return planner_.plan(inner, stream, monitor);
    }
  }

 private:
  M rules_;
  Resolved<M> resolved_;
  Planner<M> planner_;
};

// In the belief game of a game; its actions are those of the game.
template <Game G>
class BeliefPlanning : public PlanningIn<G, typename G::BeliefGame> {
 public:
  BeliefPlanning(const G& game, const BeliefTree& hidden, const SearchOptions& options)
      : PlanningIn<G, typename G::BeliefGame>(game, options, hidden.belief_game->options,
                                              hidden.light) {}
};

// In the planning model of a game; an action there may take several moves of the game. Once begun
// they are made without another search, as long as nothing else happens in between.
template <Game G>
class ModelPlanning {
 public:
  using M = typename G::PlanningModel;

  ModelPlanning(const G& game, const SearchOptions& options)
      : game_(game), model_(game, options, options.model->options) {}

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    PlanningIn<G, M>::archived(self.model_, archive.bytes());
    archive(self.begun_, self.last_);
    archive.check(
        !self.begun_ || (*self.begun_ >= 0 && *self.begun_ < self.model_.rules().action_count()),
        "an action");
  }

  SearchResult plan(const Root<G>& root, Stream stream, Monitor* monitor) {
    Rng rng = stream.child("model").rng();
    const typename G::State here = root.state ? *root.state : game_.sample(*root.belief, rng);
    const typename G::View view = game_.view(here, root.seat);
    if (!game_.planned(view)) throw Error(ErrorKind::option, std::string(M::decides_nothing));
    if (begun_ && root.moves.size() == 1 && root.moves.front() == last_.action) {
      const std::vector<Action> rest = model_.rules().steps(view, *begun_);
      if (!rest.empty()) return take_step(*begun_, rest);
    }
    begun_.reset();
    ActionList choices;
    model_.rules().legal(model_.rules().project(here), choices);
    last_ = choices.size() == 1 ? without_choice(root, choices.front())
                                : model_.plan(root, stream, monitor);
    const Action chosen = last_.action;
    const std::vector<Action> moves = model_.rules().steps(view, chosen);
    if (moves.empty())
      throw Error(ErrorKind::game, "The plan in " + model_.rules().name() + " cannot be made.");
    SearchResult result = last_;
    take_step(chosen, moves);
    result.action = moves.front();
    result.line = as_line(moves);
    return result;
  }

 private:
  // The first of the moves that an action takes; what is left of them follows next time.
  SearchResult take_step(Action action, const std::vector<Action>& moves) {
    last_.action = moves.front();
    last_.line = as_line(moves);
    last_.iterations = 0;
    last_.seconds = 0;
    begun_.reset();
    if (moves.size() > 1) begun_ = action;
    return last_;
  }

  // The moves that carry out an action are all of the seat that plans.
  Line as_line(const std::vector<Action>& moves) const {
    Line line;
    for (const Action move : moves) line.push_back({last_.seat, move});
    return line;
  }

  SearchResult without_choice(const Root<G>& root, Action action) const {
    SearchResult result;
    result.action = action;
    result.seat = root.seat;
    result.actions.push_back({action, 0, 0.0});
    result.posterior = model_.beliefs(root);
    return result;
  }

  const G& game_;
  PlanningIn<G, M> model_;
  std::optional<Action> begun_;  // an action of the model of which some moves are made
  SearchResult last_;
};

}  // namespace otherminds
