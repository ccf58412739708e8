#include "search/extremum.hpp"

#include <array>
#include <vector>

#include "engine/game.hpp"
#include "search/bandit/bandit.hpp"

namespace otherminds {

namespace {

using Values = std::array<bayes::Moments, max_seats>;  // one per seat

// One way on from a node: how often or how surely it is gone, and what it is worth.
struct Child {
  double weight;
  Values values;
};

Values values_of(Tree& tree, std::uint32_t at, int seats) {
  Values values;
  for (int seat = 0; seat < seats; ++seat)
    values[static_cast<std::size_t>(seat)] = tree.moments(at, seat);
  return values;
}

// What the returns seen at a node say, whichever way they came from.
Values own_posterior(Tree& tree, const BayesianUcb& bandit, std::uint32_t at, int seats) {
  Values values;
  for (int seat = 0; seat < seats; ++seat) {
    values[static_cast<std::size_t>(seat)] =
        posterior_of(bandit.posterior, bandit.levels, tree.node(at).visits,
                     tree.node_total(at, seat), tree.node_squares(at, seat));
  }
  return values;
}

// Moves that were tried. One that has no node, since the tree is full, is known to the seat that
// chose it by its own returns and to the others by those of the whole node.
std::vector<Child> moves_of(Tree& tree, const BayesianUcb& bandit, std::uint32_t at, int seats,
                            int owner) {
  std::vector<Child> children;
  const Run run = tree.node(at).run;
  for (std::uint32_t edge = run.first; edge < run.first + run.count; ++edge) {
    const Edge& own = tree.edge(edge);
    if (own.visits == 0) continue;
    if (own.child != no_node) {
      children.push_back({0, values_of(tree, own.child, seats)});
      continue;
    }
    children.push_back({0, own_posterior(tree, bandit, at, seats)});
    children.back().values[static_cast<std::size_t>(owner)] =
        posterior_of(bandit.posterior, bandit.levels, own.visits, own.total, tree.squares(edge));
  }
  return children;
}

// Outcomes that were seen; those that found no room count as the node on average.
std::vector<Child> outcomes_of(Tree& tree, const BayesianUcb& bandit, std::uint32_t at, int seats) {
  std::vector<Child> children;
  double missing = tree.node(at).visits;
  tree.each_outcome(tree.node(at), [&](const SeenOutcome& outcome) {
    children.push_back(
        {static_cast<double>(outcome.visits), values_of(tree, outcome.child, seats)});
    missing -= outcome.visits;
  });
  if (!children.empty() && missing > 0)
    children.push_back({missing, own_posterior(tree, bandit, at, seats)});
  return children;
}

}  // namespace

void take_extremum(Tree& tree, const BayesianUcb& bandit, int seats, std::uint32_t at, int owner) {
  std::vector<Child> children;
  if (!tree.node(at).of_seat())
    children = outcomes_of(tree, bandit, at, seats);
  else if (owner >= 0)
    children = moves_of(tree, bandit, at, seats, owner);
  if (children.empty()) {
    const Values values = own_posterior(tree, bandit, at, seats);
    for (int seat = 0; seat < seats; ++seat)
      tree.moments(at, seat) = values[static_cast<std::size_t>(seat)];
    return;
  }
  if (owner >= 0) {
    std::vector<bayes::Moments> moments;
    std::vector<double> chances(children.size());
    for (const Child& child : children)
      moments.push_back(child.values[static_cast<std::size_t>(owner)]);
    tree.moments(at, owner) = bayes::maximum(moments, chances);
    for (std::size_t i = 0; i < children.size(); ++i) children[i].weight = chances[i];
  }
  double sum = 0;
  for (const Child& child : children) sum += child.weight;
  for (int seat = 0; seat < seats; ++seat) {
    if (seat == owner) continue;
    bayes::Moments mixed;
    for (const Child& child : children) {
      const bayes::Moments& own = child.values[static_cast<std::size_t>(seat)];
      const double share = child.weight / sum;
      mixed.mean += share * own.mean;
      mixed.variance += share * share * own.variance;
    }
    tree.moments(at, seat) = mixed;
  }
}

}  // namespace otherminds
