#include "search/bandit/selection.hpp"

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
      tries_all_(tries_all(options.bandit) || options.tree.widening) {
  if (const auto* ucb = std::get_if<Ucb1>(&options.bandit)) {
    warm_up_ = static_cast<double>(ucb->warm_up);
    plain_ = ucb->warm_up == 0 && !options.tree.widening && !options.quirks.ignores_first_tries;
  }
}

Selection::Choice Selection::choose(Tree& tree, std::uint32_t at, int actor,
                                    const ActionList* legal, std::span<const double> weights,
                                    Rng& rng) {
  const Node& node = tree.node(at);
  if (plain_ && weights.empty()) return {by_bound(tree, node, actor, legal, rng)};
  gather(tree, node, actor, legal, weights);
  const auto tried = static_cast<std::size_t>(
      std::ranges::count_if(arms_, [](const Arm& arm) { return arm.visits > 0; }));
  std::size_t open = arms_.size();
  const std::optional<double> widening = options_.tree.widening;
  if (widening) open = std::min<std::size_t>(open, opened(options_.tree, *widening, node.visits));
  std::size_t chosen;
  const bool warms_up = node.visits < warm_up_;
  if (warms_up || (tries_all_ && tried < open)) {
    chosen = warms_up ? rng.below(static_cast<std::uint32_t>(arms_.size())) : untried(rng);
    if (options_.quirks.ignores_first_tries) {
      for (const std::uint32_t edge : candidates_) --tree.available(edge);
    }
  } else {
    if (tried < arms_.size() && widening) drop_untried();
    chosen = pick(options_.bandit, arms_, options_.tree.ties, options_.quirks, rng);
  }
  return {candidates_[chosen], arms_[chosen].weight};
}

// The same choice by UCB1, without arms: one pass over the edges where they lie. Nodes with
// hundreds of moves are most of the time of some searches.
std::uint32_t Selection::by_bound(Tree& tree, const Node& node, int actor, const ActionList* legal,
                                  Rng& rng) const {
  const auto& bandit = std::get<Ucb1>(options_.bandit);
  const bool afterstates = options_.tree.afterstates;
  const bool available = tree.needs().available;
  const Rng before = rng;
  std::uint32_t best = no_node;
  std::uint32_t equals = 0;  // of which the best is one
  double best_bound = 0;
  bool untried = false;  // the best has no visits
  double parent = node.visits;
  double log_of = -1;  // most edges have the same parent visits, and a logarithm takes long
  double log = 0;
  const auto consider = [&](std::uint32_t edge) {
    const Edge& own = tree.edge(edge);
    const bool known = afterstates && own.child != no_node;
    const std::uint32_t visits = known ? tree.node(own.child).visits : own.visits;
    if (available) parent = ++tree.available(edge);
    if (visits == 0) {
      if (!untried) {
        // What was drawn among bounds never happened.
        rng = before;
        equals = 0;
        untried = true;
      }
      ++equals;
    } else {
      if (untried) return;
      if (parent != log_of) log = log_visits(options_.quirks.parent_visits(log_of = parent));
      const double total = known ? tree.node_total(own.child, actor) : own.total;
      const double bound = upper_bound(bandit, total, visits, log);
      if (equals > 0 && bound < best_bound) return;
      equals = equals > 0 && bound == best_bound ? equals + 1 : 1;
      best_bound = bound;
    }
    if (equals == 1 || (options_.tree.ties == Ties::random && rng.below(equals) == 0)) best = edge;
  };
  if (legal)
    tree.each_legal(node, *legal, [&](std::size_t, std::uint32_t edge) { consider(edge); });
  else
    for (std::uint32_t i = 0; i < node.count; ++i) consider(node.first + i);
  return best;
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
    arm.parent = options_.quirks.parent_visits(node.visits);
    if (options_.tree.afterstates && own.child != no_node) {
      arm.visits = tree.node(own.child).visits;
      arm.total = tree.node_total(own.child, actor);
    }
    const TreeNeeds& needs = tree.needs();
    if (needs.squares) arm.squares = tree.squares(edge);
    if (needs.levels) arm.levels = tree.levels(edge);
    if (needs.available) arm.parent = options_.quirks.parent_visits(++tree.available(edge));
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
  const bool by_prior = options_.tree.widening && seeded_;
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
