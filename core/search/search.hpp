// The search: what one iteration does, in every game and with every walker. How iterations follow
// each other, in how many threads and until when, search/loop.hpp says.
//
// An iteration draws a world and a type for each modelled seat, descends by the bandit to a move
// that was never tried, judges the position behind it, and adds the returns to every edge on the
// way. Each seat maximises its own return (max-n) unless a model decides for it. Chance is sampled
// by its probabilities. When the tree has max_nodes nodes it grows no further; iterations go on
// and roll out from its rim.
//
// Same game, root, options and seed: same tree, on any machine, as long as the budget is in
// iterations and there is one thread.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "search/bandit/node_priors.hpp"
#include "search/descender.hpp"
#include "search/final_move.hpp"
#include "search/hidden/walkers.hpp"
#include "search/loop.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/resolved.hpp"
#include "search/result.hpp"
#include "search/rollout/rollout.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"

namespace otherminds {

template <Game G, class Walker>
class SearchRun final : public SearchLoop {
 public:
  SearchRun(const G& game, const Root<G>& root, const Walker& walker, const SearchOptions& options,
            const Resolved<G>& resolved, Tree tree, Stream stream, PlaceBeside beside = {})
      : SearchLoop({.seat = root.seat,
                    .seats = game.seats(),
                    .range = game.return_range(),
                    .keyed = Walker::keyed,
                    .masked = Walker::keyed && (!options.tree.transpositions || options.believes()),
                    .types = resolved.types},
                   options, std::move(tree), stream, beside),
        game_(game),
        lines_(root.lines),
        limit_(options.limit()),
        resolved_(resolved),
        known_(*root.known),
        walker_(walker),
        node_priors_(game, options, resolved, tree_),
        descender_(game, root.seat, options, resolved, tree_, node_priors_, masked_),
        by_uct_(descender_.only_uct() && !resolved.others.paranoid && !limit_.depth) {}

 private:
  struct Hands : Descender<G, Walker>::Hands {
    Hands(const SearchRun& run, Rng own)
        : Descender<G, Walker>::Hands(run.descender_, run.walker_, run.known_, own) {}

    std::vector<typename G::State> positions;  // of the descents that wait for an evaluation
  };

  std::unique_ptr<Worker> make_worker(Rng rng) override { return hands(rng); }

  [[gnu::noinline]] std::unique_ptr<Hands> hands(Rng rng) const {
    return std::make_unique<Hands>(*this, rng);
  }

  void iterate(Worker& worker) override {
    auto& hands = static_cast<Hands&>(worker);
    if constexpr (!Walker::keyed) {
      if (by_uct_) return iterate_by_uct(hands);
    }
    {
      const Inside inside(hands.plot);
      descender_.descend(hands);
    }
    Returns returns{};
    if (judge(hands, returns)) add_returns(hands, returns);
  }

  void iterate_by_uct(Hands& hands) {
    {
      const Inside inside(hands.plot);
      descender_.descend_by_uct(hands);
    }
    const Returns returns = play_on(hands);
    const Inside inside(hands.plot);
    back_up_.add_simply(hands.descent, returns, hands.tally);
    hands.underway = false;
  }

  // Most of the time of a plain search goes here. In so large a translation unit the compiler would
  // stop inlining before it gets to the rules, so it is told.
  [[gnu::flatten]] Returns play_on(Hands& hands) {
    return playout(game_, hands.walker.world(hands.rng), hands.actions, hands.rng);
  }

  // Fills the returns, or sets the descent aside for an evaluation and returns false.
  bool judge(Hands& hands, Returns& returns) {
    if constexpr (Walker::weighted) {
      if (hands.walker.actor() == nobody) {
        returns = hands.walker.returns();
        return true;
      }
      if (!hands.walker.observable()) {
        const Others<G>& others = resolved_.others;
        const bool modelled = others.any && others.in_rollout;
        if (modelled && !others.in_tree) hands.drawn.restart_count();
        returns = hands.walker.roll_out(hands.drawn, modelled, hands.actions, hands.rng);
        return true;
      }
    }
    typename G::State& world = hands.walker.world(hands.rng);
    before_roll_out(game_, options_.quirks, world, seat_);
    if (roll_out(resolved_.rules_of_rollouts(game_), world, resolved_, limit_, hands.descent.moves,
                 hands.drawn, hands.actions, hands.rng, returns))
      return true;
    hands.positions.push_back(world);
    // Priors are for the moves of the leaf, so only where the leaf itself is judged.
    ActionList legal;
    if (limit_.judges_at_once() && std::holds_alternative<Puct>(options_.bandit))
      judged_moves(hands, world, legal);
    set_aside(hands, std::move(legal));
    return false;
  }

  // An evaluation has a prior for each legal move; those that the tree does not list are hidden.
  void judged_moves(Hands& hands, const typename G::State& world, ActionList& legal) {
    game_.legal(world, legal);
    if constexpr (HasAllowed<G>) {
      hands.walker.legal(hands.actions);
      for (Action& action : legal)
        if (!std::ranges::binary_search(hands.actions, action)) action = hidden_action;
    }
  }

  void evaluate(Worker& worker, std::span<Returns> values,
                std::vector<std::vector<double>>& priors) override {
    auto& waiting = static_cast<Hands&>(worker).positions;
    std::vector<const typename G::State*> positions;
    for (const auto& each : waiting) positions.push_back(&each);
    resolved_.evaluator->evaluate(game_, positions, values, priors);
    waiting.clear();
  }

  ActionList root_moves(Rng rng) override {
    const auto own = hands(rng);
    own->walker.reset(own->rng);
    ActionList moves;
    own->walker.legal(moves);
    return moves;
  }

  Action usual_move(Rng rng) override {
    const auto own = hands(rng);
    own->walker.reset(own->rng);
    typename G::State& world = own->walker.world(own->rng);
    const auto place = static_cast<std::size_t>(seat_);
    return resolved_.rollout[place]->act(game_, world, seat_, known_.rollout[place], own->rng);
  }

  void explain(SearchResult& result, Rng rng) override {
    const auto own = hands(rng);
    own->walker.reset(own->rng);
    own->drawn.draw_types(own->rng);
    const auto line_after = [&](Action move) {
      return principal_line(tree_, own->walker, masked_, move, result.depth, own->actions,
                            own->rng);
    };
    result.line = line_after(result.action);
    if (lines_) {
      constexpr std::size_t told = 10;
      for (ActionStatistics* each : most_visited(result, told)) {
        own->walker.reset(own->rng);
        each->line = each->action == result.action ? result.line : line_after(each->action);
      }
    }
    result.posterior = type_beliefs(resolved_.others.names, seat_, known_);
  }

  [[noreturn]] void report_fickle() const override { descender_.report_fickle(); }

  const G& game_;
  const bool lines_;  // of moves that are not made, too
  const RolloutLimit& limit_;
  const Resolved<G>& resolved_;
  const Acquaintance& known_;
  const Walker walker_;
  const NodePriors<G> node_priors_;
  Descender<G, Walker> descender_;
  const bool by_uct_;  // the quick way: UCT on a plain tree and random play to the end
};

}  // namespace otherminds
