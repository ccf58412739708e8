#include "search/bandit/node_priors.hpp"

namespace otherminds {

void fill_leaf(Tree& tree, std::uint32_t leaf, const ActionList& legal,
               const std::vector<double>& priors) {
  if (leaf == no_node || legal.empty() || priors.size() != legal.size()) return;
  Node& node = tree.node(leaf);
  // Another descent of the same batch may have been there first.
  if (node.count == 0) tree.expand(node, legal);
  for (Edge& edge : tree.edges(node)) {
    const auto place = std::ranges::find(legal, edge.action);
    if (place != legal.end())
      edge.prior = static_cast<float>(priors[static_cast<std::size_t>(place - legal.begin())]);
  }
}

double usual_prior(Tree& tree, const Node& node) {
  double sum = 0;
  double known = 0;
  for (const Edge& edge : tree.edges(node)) {
    if (edge.prior == no_prior) continue;
    sum += edge.prior;
    ++known;
  }
  return known > 0 ? sum / known : 1.0;
}

}  // namespace otherminds
