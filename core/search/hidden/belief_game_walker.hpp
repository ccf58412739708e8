// The walk through a belief game (engine/planning_model.hpp), where a game has one.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "search/hidden/walkers.hpp"
#include "search/others/drawn_models.hpp"

namespace otherminds {

// Walks the belief game. Nodes are what the searching seat would have witnessed, or, with
// transpositions, what it would believe.
template <Game B>
class BeliefGameWalker {
 public:
  using State = typename B::State;

  static constexpr bool keyed = true;
  static constexpr bool weighted = true;

  BeliefGameWalker(const B& game, int seat, const typename B::Belief& root,
                   const BeliefTree& options, bool by_view, std::uint64_t history)
      : game_(game),
        seat_(seat),
        root_(&root),
        options_(options),
        by_view_(by_view),
        start_(history),
        world_(root.start),
        leaf_(root.start) {}

  void reset(Rng& rng) {
    world_ = game_.sample(*root_, rng);
    trace_ = start_;
  }

  int actor() const { return game_.actor(world_); }

  void legal(ActionList& out) {
    game_.legal(world_, out);
    weights_.assign(out.size(), 1.0);
    if (!options_.legality || actor() == seat_) return;
    game_.legality(world_, out, weights_);
    if (options_.temperature == 1) return;
    for (double& weight : weights_) weight = std::pow(weight, 1 / options_.temperature);
  }
  std::span<const double> weights() const { return weights_; }

  Action draw(Rng& rng) const { return game_.sample_outcome(world_, rng); }
  Action act(const Model<B>& model, int seat, const Memory& memory, double error, Rng& rng) const {
    return erring_move(game_, model, world_, seat, memory, error, rng);
  }

  void apply(Action action, bool, Rng&) {
    if (!by_view_)
      trace_ = extend_history(trace_, game_.observe(world_, action, world_, seat_).key());
    forget_steps(game_, world_, *root_);
    game_.apply(world_, action);
  }

  // Moves have weights, which are found out with them.
  bool settled() const { return false; }
  std::uint64_t key() const {
    if (by_view_) return view_key(game_, game_.view(world_, seat_));
    return trace_ ^ mix64(static_cast<std::uint64_t>(actor() + 3));
  }

  // Where roll-outs start; they play the belief game on. The walk itself stays as it is, because
  // priors ask for this in its midst.
  State& world(Rng& rng) {
    if (!forgets_steps(game_) && !options_.observable) return world_;
    leaf_ = world_;
    forget_steps(game_, leaf_, *root_);
    if (options_.observable) game_.settle(leaf_, *root_, rng);
    return leaf_;
  }
  bool observable() const { return true; }
  Returns returns() const { return game_.returns(world_); }
  Returns roll_out(DrawnModels<B>&, bool, ActionList&, Rng&) { return returns(); }

 private:
  const B& game_;
  int seat_;
  const typename B::Belief* root_;
  BeliefTree options_;
  bool by_view_;
  std::uint64_t start_;
  State world_;
  State leaf_;
  std::uint64_t trace_ = 0;
  std::vector<double> weights_;
};

}  // namespace otherminds
