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

// The evaluation's priors for the moves of a leaf that it judged.
void fill_leaf(Tree& tree, std::uint32_t leaf, const ActionList& legal,
               const std::vector<double>& priors);

// What a move gets that no policy has an opinion about: as much as the others have on average.
double usual_prior(Tree& tree, const Node& node);

template <Game G>
class NodePriors {
 public:
  using State = typename G::State;

  // `masked`: a node's moves may differ between visits.
  NodePriors(const G& game, const SearchOptions& options, const Resolved<G>& resolved, Tree& tree,
             bool masked)
      : game_(game),
        options_(options),
        resolved_(resolved),
        tree_(tree),
        masked_(masked),
        virtual_visits_(otherminds::virtual_visits(options.bandit)) {
    priors_ = resolved.prior != nullptr || std::holds_alternative<Puct>(options.bandit);
  }

  // Whether edges have priors.
  bool priors() const { return priors_; }
  std::uint32_t virtual_visits() const { return virtual_visits_; }

  // Fills in the new edges of a node, `legal` being its moves now; world(): the position there.
  template <class World>
  void fill(std::uint32_t at, const ActionList& legal, World&& world, Rng& rng) {
    if (!priors_ && virtual_visits_ == 0 && resolved_.virtual_wins.empty()) return;
    Node& node = tree_.node(at);
    chances_.assign(legal.size(), usual_prior(tree_, node));
    if (resolved_.prior) {
      State& position = world();
      const int seat = game_.actor(position);
      Memory memory;  // a prior has seen nothing of the match
      resolved_.prior->begin(game_, memory, seat, rng);
      resolved_.prior->probabilities(game_, position, seat, memory, legal, chances_);
    }
    const double best = *std::ranges::max_element(chances_);
    std::uint32_t added = 0;
    tree_.each_legal(node, legal, [&](std::size_t, std::uint32_t edge) {
      added += tree_.edge(edge).prior == no_prior ? 1U : 0U;
    });
    const auto moves = static_cast<std::uint32_t>(legal.size());
    const bool wins = prefers_types(legal);
    tree_.each_legal(node, legal, [&](std::size_t i, std::uint32_t edge) {
      Edge& own = tree_.edge(edge);
      const bool fresh = own.prior == no_prior;
      // A virtual visit to one move is one in which the others could have been chosen.
      if (tree_.needs().available)
        tree_.available(edge) += virtual_visits_ * (fresh ? moves : added);
      if (!fresh) return;
      own.prior = priors_ || virtual_visits_ > 0 ? static_cast<float>(chances_[i]) : 0.0F;
      own.visits = virtual_visits_;
      own.total = best > 0 ? virtual_visits_ * chances_[i] / best : 0.0;
      if (wins)
        own.total += resolved_.virtual_wins[static_cast<std::size_t>(game_.type_of(own.action))];
      node.visits += virtual_visits_;
    });
    if (virtual_visits_ > 0 && !masked_) node.tried = node.count;
  }

  // The evaluation's priors for the root, which is never a leaf.
  template <class World>
  void fill_root(std::uint32_t at, World&& world) {
    if (!std::holds_alternative<Puct>(options_.bandit) || resolved_.prior || !resolved_.evaluator ||
        !options_.limit().judges_at_once())
      return;
    const State* position = &world();
    Returns value{};
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, std::span(&position, 1), std::span(&value, 1), priors);
    const Node& node = tree_.node(at);
    if (priors.empty() || priors[0].size() != node.count) return;
    for (std::uint32_t i = 0; i < node.count; ++i)
      tree_.edge(node.first + i).prior = static_cast<float>(priors[0][i]);
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
  bool masked_;
  bool priors_ = false;
  const std::uint32_t virtual_visits_;
  std::vector<double> chances_;
};

}  // namespace otherminds
