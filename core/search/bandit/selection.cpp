#include "search/bandit/selection.hpp"

#include <algorithm>
#include <cmath>

namespace otherminds {

std::uint32_t opened(const TreeOptions& tree, double widening, double visits) {
  const double number = widening * std::pow(visits, tree.widening_exponent);
  return static_cast<std::uint32_t>(std::min(std::max(std::ceil(number), 1.0), 4e9));
}

namespace {

// In how many visits an edge that is legal now was legal, whole ones of the node apart. This one
// counts.
std::uint32_t available_visits(Tree& tree, std::uint32_t edge, bool whole) {
  return whole ? loaded(tree.available(edge)) : tree.add(tree.available(edge), 1U);
}

}  // namespace

Selection::Selection(const SearchOptions& options, bool seeded,
                     std::span<const std::uint16_t> types)
    : options_(options),
      seeded_(seeded),
      tries_all_(tries_all(options.bandit) || options.tree.widening),
      types_(types) {
  if (const auto* ucb = std::get_if<Ucb1>(&options.bandit)) {
    warm_up_ = static_cast<double>(ucb->warm_up);
    plain_ = ucb->warm_up == 0 && ucb->decay == 0 && !options.tree.widening &&
             !options.tree.by_type && !options.quirks.ignores_first_tries;
  }
}

Selection::Choice Selection::choose(Tree& tree, std::uint32_t at, int actor,
                                    const ActionList* legal, std::span<const double> weights,
                                    Rng& rng) {
  const Node& node = tree.node(at);
  if (plain_ && weights.empty()) return {by_bound(tree, at, actor, legal, rng)};
  gather(tree, at, actor, legal, weights);
  double visits = loaded(node.visits);
  const bool warms_up = visits < warm_up_;
  if (options_.tree.by_type && !warms_up) visits = keep_one_type(tree, visits, rng);
  const auto tried = static_cast<std::size_t>(
      std::ranges::count_if(arms_, [](const Arm& arm) { return arm.visits > 0; }));
  std::size_t open = arms_.size();
  const std::optional<double> widening = options_.tree.widening;
  if (widening) open = std::min<std::size_t>(open, opened(options_.tree, *widening, visits));
  std::size_t chosen;
  if (warms_up || (tries_all_ && tried < open)) {
    chosen = warms_up ? rng.below(static_cast<std::uint32_t>(arms_.size())) : untried(arms_, rng);
    if (options_.quirks.ignores_first_tries) {
      for (const std::uint32_t edge : candidates_) tree.add(tree.available(edge), ~0U);  // less 1
    }
  } else {
    if (tried < arms_.size() && widening) drop_untried();
    chosen = pick(options_.bandit, arms_, options_.tree.ties, options_.quirks, rng);
  }
  return {candidates_[chosen], arms_[chosen].weight};
}

// The same choice by UCB1, without arms: one pass over the edges where they lie. Nodes with
// hundreds of moves are most of the time of some searches.
std::uint32_t Selection::by_bound(Tree& tree, std::uint32_t at, int actor, const ActionList* legal,
                                  Rng& rng) const {
  const Node& node = tree.node(at);
  const Run run = linked(node.run);
  const auto& bandit = std::get<Ucb1>(options_.bandit);
  const bool afterstates = options_.tree.afterstates;
  const bool available = tree.needs().available;
  const bool whole = available && tree.count_if_whole(at, run, legal);
  const std::uint32_t in_whole = available ? loaded(tree.whole_visits(at)) : 0;
  const Rng before = rng;
  std::uint32_t best = no_node;
  std::uint32_t equals = 0;  // of which the best is one
  double best_bound = 0;
  bool untried = false;  // the best has no visits
  double parent = loaded(node.visits);
  double log_of = -1;  // most edges have the same parent visits, and a logarithm takes long
  double log = 0;
  const auto consider = [&](std::uint32_t edge) {
    const Edge& own = tree.edge(edge);
    const std::uint32_t child = afterstates ? linked(own.child) : no_node;
    const bool known = child != no_node;
    const std::uint32_t visits = loaded(known ? tree.node(child).visits : own.visits);
    if (available) parent = available_visits(tree, edge, whole) + in_whole;
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
      const double total = loaded(known ? tree.node_total(child, actor) : own.total);
      const double bound = upper_bound(bandit, total, visits, log);
      if (equals > 0 && bound < best_bound) return;
      equals = equals > 0 && bound == best_bound ? equals + 1 : 1;
      best_bound = bound;
    }
    if (equals == 1 || (options_.tree.ties == Ties::random && rng.below(equals) == 0)) best = edge;
  };
  if (legal)
    tree.each_legal(run, *legal, [&](std::size_t, std::uint32_t edge) { consider(edge); });
  else
    for (std::uint32_t i = 0; i < run.count; ++i) consider(run.first + i);
  return best;
}

std::span<const float> Selection::levels_of(Tree& tree, std::uint32_t edge, Run run) {
  const std::span<float> own = tree.levels(edge);
  if (!tree.shared()) return own;
  levels_.resize(run.count * own.size());  // the same for all edges of a node: it moves only then
  const std::span copy(levels_.data() + (edge - run.first) * own.size(), own.size());
  for (std::size_t i = 0; i < own.size(); ++i) copy[i] = loaded(own[i]);
  return copy;
}

// The edges that are legal now, as arms.
void Selection::gather(Tree& tree, std::uint32_t at, int actor, const ActionList* legal,
                       std::span<const double> weights) {
  const Node& node = tree.node(at);
  const TreeNeeds& needs = tree.needs();
  arms_.clear();
  candidates_.clear();
  std::size_t next = 0;
  double priors = 0;
  const Run run = linked(node.run);
  const bool whole = needs.available && tree.count_if_whole(at, run, legal);
  const std::uint32_t in_whole = needs.available ? loaded(tree.whole_visits(at)) : 0;
  for (std::uint32_t edge = run.first; edge < run.first + run.count; ++edge) {
    const Edge& own = tree.edge(edge);
    Arm arm;
    if (legal) {
      if (next == legal->size()) break;
      if ((*legal)[next] != own.action) continue;
      if (!weights.empty()) arm.weight = weights[next];
      ++next;
    }
    const std::uint32_t child = linked(own.child);
    arm.total = loaded(own.total);
    arm.visits = loaded(own.visits);
    arm.prior = std::max(loaded(own.prior), 0.0F);
    arm.parent = options_.quirks.parent_visits(loaded(node.visits));
    if (options_.tree.afterstates && child != no_node) {
      arm.visits = loaded(tree.node(child).visits);
      arm.total = loaded(tree.node_total(child, actor));
    }
    if (needs.squares) arm.squares = loaded(tree.squares(edge));
    if (needs.levels) arm.levels = levels_of(tree, edge, run);
    if (needs.available)
      arm.parent = options_.quirks.parent_visits(available_visits(tree, edge, whole) + in_whole);
    if (needs.moments && child != no_node) arm.value = tree.moments(child, actor);
    priors += arm.prior;
    arms_.push_back(arm);
    candidates_.push_back(edge);
  }
  for (Arm& arm : arms_)
    arm.prior = priors > 0 ? arm.prior / priors : 1.0 / static_cast<double>(arms_.size());
}

// Chooses a type of move by what all moves of each type have earned together, and keeps its arms.
// Returns the visits among which these are compared.
double Selection::keep_one_type(const Tree& tree, double visits, Rng& rng) {
  groups_.clear();
  group_types_.clear();
  const auto type_of = [&](std::size_t i) {
    return types_[static_cast<std::size_t>(tree.edge(candidates_[i]).action)];
  };
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    const auto place = static_cast<std::size_t>(std::ranges::find(group_types_, type_of(i)) -
                                                group_types_.begin());
    if (place == groups_.size()) {
      group_types_.push_back(type_of(i));
      groups_.emplace_back().weight = 0;
    }
    Arm& group = groups_[place];
    group.total += arms_[i].total;
    group.visits += arms_[i].visits;
    group.squares += arms_[i].squares;
    group.prior += arms_[i].prior;
    group.parent = std::max(group.parent, arms_[i].parent);
    group.weight = std::max(group.weight, arms_[i].weight);
  }
  if (groups_.size() < 2) return visits;
  std::size_t chosen = tries_all_ ? untried(groups_, rng) : groups_.size();
  if (chosen == groups_.size())
    chosen = pick(options_.bandit, groups_, options_.tree.ties, options_.quirks, rng);
  const Arm& group = groups_[chosen];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < arms_.size(); ++i) {
    if (type_of(i) != group_types_[chosen]) continue;
    arms_[kept] = arms_[i];
    arms_[kept].parent = group.visits;
    arms_[kept].prior = group.prior > 0 ? arms_[i].prior / group.prior : 0.0;
    candidates_[kept++] = candidates_[i];
  }
  arms_.resize(kept);
  candidates_.resize(kept);
  for (Arm& arm : arms_)
    if (group.prior <= 0) arm.prior = 1.0 / static_cast<double>(kept);
  return group.visits;
}

// One of the arms that have no visits: the likeliest to be legal, then the greatest prior where
// moves open one by one, then the first or a random one.
std::size_t Selection::untried(std::span<const Arm> arms, Rng& rng) const {
  const bool by_prior = options_.tree.widening && seeded_;
  std::size_t best = arms.size();
  std::uint32_t equals = 0;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const Arm& arm = arms[i];
    if (arm.visits > 0) continue;
    if (best < arms.size()) {
      const Arm& leader = arms[best];
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
