#include "search/extremum.hpp"

#include <vector>

#include "search/bandit.hpp"

namespace otherminds {

namespace {

struct Child {
  std::uint32_t node;
  double weight;
};

std::vector<Child> children_of(Tree& tree, const Node& node) {
  std::vector<Child> children;
  for (const Edge& edge : tree.edges(node)) {
    if (edge.visits > 0 && edge.child != no_node) children.push_back({edge.child, 0});
  }
  tree.each_outcome(node, [&](const SeenOutcome& outcome) {
    children.push_back({outcome.child, static_cast<double>(outcome.visits)});
  });
  return children;
}

}  // namespace

void take_extremum(Tree& tree, const BayesianUcb& bandit, int seats, std::uint32_t at, int owner) {
  const Node& node = tree.node(at);
  std::vector<Child> children = children_of(tree, node);
  if (children.empty() || (node.of_seat() && owner < 0)) {
    for (int seat = 0; seat < seats; ++seat) {
      tree.moments(at, seat) = posterior_of(bandit.posterior, bandit.levels, node.visits,
                                            tree.node_total(at, seat), tree.node_squares(at, seat));
    }
    return;
  }
  if (owner >= 0) {
    std::vector<bayes::Moments> moments;
    std::vector<double> chances(children.size());
    for (const Child& child : children) moments.push_back(tree.moments(child.node, owner));
    tree.moments(at, owner) = bayes::maximum(moments, chances);
    for (std::size_t i = 0; i < children.size(); ++i) children[i].weight = chances[i];
  }
  double sum = 0;
  for (const Child& child : children) sum += child.weight;
  for (int seat = 0; seat < seats; ++seat) {
    if (seat == owner) continue;
    bayes::Moments mixed;
    for (const Child& child : children) {
      const bayes::Moments& own = tree.moments(child.node, seat);
      const double share = child.weight / sum;
      mixed.mean += share * own.mean;
      mixed.variance += share * share * own.variance;
    }
    tree.moments(at, seat) = mixed;
  }
}

}  // namespace otherminds
