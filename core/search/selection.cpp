#include "search/selection.hpp"

#include <algorithm>
#include <cmath>

namespace otherminds {

std::uint32_t opened(const TreeOptions& tree, double widening, double visits) {
  const double number = widening * std::pow(visits, tree.widening_exponent);
  return static_cast<std::uint32_t>(std::min(std::max(std::ceil(number), 1.0), 4e9));
}

Selection::Selection(const SearchOptions& options, bool seeded)
    : options_(options),
      seeded_(seeded),
      tries_all_(tries_all(options.bandit) || options.tree.widening > 0) {
  if (const auto* sets = std::get_if<InformationSets>(&options.hidden))
    counts_first_tries_ = sets->count_first_tries;
  if (const auto* ucb = std::get_if<Ucb1>(&options.bandit))
    warm_up_ = static_cast<double>(ucb->warm_up);
}

Selection::Choice Selection::choose(Tree& tree, std::uint32_t at, int actor,
                                    const ActionList* legal, std::span<const double> weights,
                                    Rng& rng) {
  const Node& node = tree.node(at);
  gather(tree, node, actor, legal, weights);
  const auto tried = static_cast<std::size_t>(
      std::ranges::count_if(arms_, [](const Arm& arm) { return arm.visits > 0; }));
  std::size_t open = arms_.size();
  const double widening = options_.tree.widening;
  if (widening > 0)
    open = std::min<std::size_t>(open, opened(options_.tree, widening, node.visits));
  std::size_t chosen;
  const bool warms_up = node.visits < warm_up_;
  if (warms_up || (tries_all_ && tried < open)) {
    chosen = warms_up ? rng.below(static_cast<std::uint32_t>(arms_.size())) : untried(rng);
    if (!counts_first_tries_) {
      for (const std::uint32_t edge : candidates_) --tree.available(edge);
    }
  } else {
    if (tried < arms_.size() && widening > 0) drop_untried();
    chosen = pick(options_.bandit, arms_, options_.tree.ties, rng);
  }
  return {candidates_[chosen], arms_[chosen].weight};
}

// The edges that are legal now, as arms.
void Selection::gather(Tree& tree, const Node& node, int actor, const ActionList* legal,
                       std::span<const double> weights) {
  arms_.clear();
  candidates_.clear();
  std::size_t next = 0;
  double priors = 0;
  for (std::uint32_t edge = node.first; edge < node.first + node.count; ++edge) {
    const Edge& own = tree.edge(edge);
    Arm arm;
    if (legal) {
      if (next == legal->size()) break;
      if ((*legal)[next] != own.action) continue;
      if (!weights.empty()) arm.weight = weights[next];
      ++next;
    }
    arm.total = own.total;
    arm.visits = own.visits;
    arm.prior = std::max(own.prior, 0.0F);
    arm.parent = node.visits;
    if (options_.tree.afterstates && own.child != no_node) {
      arm.visits = tree.node(own.child).visits;
      arm.total = tree.node_total(own.child, actor);
    }
    const TreeNeeds& needs = tree.needs();
    if (needs.squares) arm.squares = tree.squares(edge);
    if (needs.levels) arm.levels = tree.levels(edge);
    if (needs.available) arm.parent = ++tree.available(edge);
    if (needs.moments && own.child != no_node) arm.value = tree.moments(own.child, actor);
    priors += arm.prior;
    arms_.push_back(arm);
    candidates_.push_back(edge);
  }
  for (Arm& arm : arms_)
    arm.prior = priors > 0 ? arm.prior / priors : 1.0 / static_cast<double>(arms_.size());
}

// One of the arms that have no visits: the likeliest to be legal, then the greatest prior where
// moves open one by one, then the first or a random one.
std::size_t Selection::untried(Rng& rng) const {
  const bool by_prior = options_.tree.widening > 0 && seeded_;
  std::size_t best = arms_.size();
  std::uint32_t equals = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    const Arm& arm = arms_[i];
    if (arm.visits > 0) continue;
    if (best < arms_.size()) {
      const Arm& leader = arms_[best];
      if (arm.weight < leader.weight) continue;
      const bool better = arm.weight > leader.weight || (by_prior && arm.prior > leader.prior);
      if (!better && by_prior && arm.prior < leader.prior) continue;
      equals = better ? 1 : equals + 1;
    } else {
      equals = 1;
    }
    if (equals == 1 || (options_.tree.ties == Ties::random && rng.below(equals) == 0)) best = i;
  }
  return best;
}

void Selection::drop_untried() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (arms_[i].visits <= 0) continue;
    arms_[kept] = arms_[i];
    candidates_[kept++] = candidates_[i];
  }
  arms_.resize(kept);
  candidates_.resize(kept);
}

}  // namespace otherminds
