// What edges start with: priors of a policy or an evaluation, virtual visits, virtual wins.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/bandit/bandit.hpp"
#include "search/options.hpp"
#include "search/resolved.hpp"
#include "search/tree.hpp"

namespace otherminds {

// Gives each edge the prior of its action, of which `legal` has all.
void set_priors(std::span<Edge> edges, const ActionList& legal, const std::vector<double>& priors);

// The evaluation's priors for the moves of a leaf that it judged. Moves that the tree does not list
// are hidden_action.
void fill_leaf(Tree& tree, std::uint32_t leaf, const ActionList& legal,
               const std::vector<double>& priors, Plot& plot);

// What a move gets that no policy has an opinion about: as much as the others have on average.
double usual_prior(Tree& tree, Run run);

template <Game G>
class NodePriors {
 public:
  using State = typename G::State;

  NodePriors(const G& game, const SearchOptions& options, const Resolved<G>& resolved, Tree& tree)
      : game_(game),
        options_(options),
        resolved_(resolved),
        tree_(tree),
        virtual_visits_(otherminds::virtual_visits(options.bandit)) {
    priors_ = resolved.prior != nullptr || std::holds_alternative<Puct>(options.bandit);
  }

  // Whether edges have priors.
  bool priors() const { return priors_; }
  std::uint32_t virtual_visits() const { return virtual_visits_; }

  // Fills in the new ones of a node's edges, which no other thread sees; `legal`: its moves now,
  // world(): the position there. Returns how many virtual visits the node gets by them.
  template <class World>
  std::uint32_t fill(Run run, const ActionList& legal, World&& world, Rng& rng) const {
    if (legal.empty()) return 0;
    if (!priors_ && virtual_visits_ == 0 && resolved_.virtual_wins.empty()) return 0;
    std::vector<double> chances(legal.size(), usual_prior(tree_, run));
    if (resolved_.prior) {
      State& position = world();
      const int seat = game_.actor(position);
      Memory memory;  // a prior has seen nothing of the match
      resolved_.prior->begin(game_, memory, seat, rng);
      resolved_.prior->probabilities(game_, position, seat, memory, legal, chances);
    }
    const double best = *std::ranges::max_element(chances);
    std::uint32_t added = 0;
    tree_.each_legal(run, legal, [&](std::size_t, std::uint32_t edge) {
      added += tree_.edge(edge).prior == no_prior ? 1U : 0U;
    });
    const auto moves = static_cast<std::uint32_t>(legal.size());
    const bool wins = prefers_types(legal);
    tree_.each_legal(run, legal, [&](std::size_t i, std::uint32_t edge) {
      Edge& own = tree_.edge(edge);
      const bool fresh = own.prior == no_prior;
      // A virtual visit to one move is one in which the others could have been chosen.
      if (tree_.needs().available)
        tree_.available(edge) += virtual_visits_ * (fresh ? moves : added);
      if (!fresh) return;
      own.prior = priors_ || virtual_visits_ > 0 ? static_cast<float>(chances[i]) : 0.0F;
      own.visits = virtual_visits_;
      own.total = best > 0 ? virtual_visits_ * chances[i] / best : 0.0;
      if (wins)
        own.total += resolved_.virtual_wins[static_cast<std::size_t>(game_.type_of(own.action))];
    });
    return virtual_visits_ * added;
  }

  // The evaluation's priors for the root, which is never a leaf.
  template <class World>
  void fill_root(Run run, World&& world) const {
    if (!std::holds_alternative<Puct>(options_.bandit) || resolved_.prior || !resolved_.evaluator ||
        !options_.limit().judges_at_once())
      return;
    const State* position = &world();
    Returns value{};
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, std::span(&position, 1), std::span(&value, 1), priors);
    ActionList legal;
    game_.legal(*position, legal);
    if (priors.empty() || priors[0].size() != legal.size()) return;
    set_priors(tree_.edges(run), legal, priors[0]);
  }

 private:
  // Whether virtual wins tell these actions apart: not where all are of one type.
  bool prefers_types(const ActionList& actions) const {
    if (resolved_.virtual_wins.empty()) return false;
    return std::ranges::any_of(actions, [&](Action action) {
      return game_.type_of(action) != game_.type_of(actions.front());
    });
  }

  const G& game_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  Tree& tree_;
  bool priors_ = false;
  const std::uint32_t virtual_visits_;
};

}  // namespace otherminds
