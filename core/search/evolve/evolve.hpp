// The worlds in which evolution plays its plans.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/playout.hpp"
#include "search/evolve/breeding.hpp"
#include "search/hidden/walkers.hpp"
#include "search/rollout/rollout.hpp"

namespace otherminds {

template <Game G>
class Evolution final : public Breeding {
 public:
  using State = typename G::State;
  using Source = std::function<void(State&, Rng&)>;

  // `source` draws the world in which a plan is played; `some` is one of them.
  Evolution(const G& game, int seat, const SearchOptions& options, const Resolved<G>& resolved,
            const Acquaintance& known, Source source, const State& some, Rng rng)
      : Breeding(GameSize(game), game.return_range(), seat, options, rng),
        game_(game),
        resolved_(resolved),
        known_(known),
        source_(std::move(source)),
        world_(some),
        drawn_(game, resolved, known, seat) {}

 private:
  ActionList first_moves() override {
    source_(world_, rng_);
    if (game_.actor(world_) != seat_)
      throw Error(ErrorKind::game,
                  "actor() of " + game_.name() + " answered differently in the same position.");
    ActionList legal;
    list_moves(game_, world_, Listed::allowed, legal);
    return legal;
  }

  Returns play(const Plan& plan) override {
    source_(world_, rng_);
    drawn_.draw_types(rng_);
    const Others<G>& others = resolved_.others;
    const bool modelled = others.any && others.in_tree;
    std::size_t gene = 0;
    std::int64_t turn = 0;
    std::int64_t moves = 0;
    std::int64_t events = 0;
    Returns returns{};
    for (;;) {
      const int actor = game_.actor(world_);
      if (actor == nobody) return game_.returns(world_);
      if (gene >= plan.genes.size() && actor >= 0) break;
      Action action;
      if (actor == chance) {
        action = game_.sample_outcome(world_, rng_);
      } else if (actor == seat_) {
        list_moves(game_, world_, Listed::allowed, scratch_);
        action = action_of(plan.genes[gene], scratch_);
        if (++turn >= plan.genes[gene].turns) {
          ++gene;
          turn = 0;
        }
      } else {
        const Model<G>* model = modelled ? drawn_.model(actor) : nullptr;
        if (model)
          action =
              erring_move(game_, *model, world_, actor, drawn_.memory(actor), drawn_.error(), rng_);
        else
          action = sample_legal(game_, world_, scratch_, rng_);
      }
      if (modelled && actor >= 0) drawn_.count(actor, rng_);
      if (drawn_.watches()) {
        const State before = world_;
        game_.apply(world_, action);
        drawn_.witness(before, action, world_);
      } else {
        game_.apply(world_, action);
      }
      if (actor >= 0) ++moves;
      if (++events > longest_game(game_)) report_endless(game_);
    }
    if (roll_out(resolved_.rules_of_rollouts(game_), world_, resolved_, options_.limit(), moves,
                 drawn_, scratch_, rng_, returns))
      return returns;
    const State* position = &world_;
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, std::span(&position, 1), std::span(&returns, 1), priors);
    return returns;
  }

  std::vector<TypeBelief> beliefs() const override {
    return type_beliefs(resolved_.others.names, seat_, known_);
  }

  const G& game_;
  const Resolved<G>& resolved_;
  const Acquaintance& known_;
  Source source_;
  State world_;
  DrawnModels<G> drawn_;
  ActionList scratch_;
};

}  // namespace otherminds
