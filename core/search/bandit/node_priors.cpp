#include "search/bandit/node_priors.hpp"

namespace otherminds {

void set_priors(std::span<Edge> edges, const ActionList& legal, const std::vector<double>& priors) {
  for (Edge& edge : edges) {
    const auto place = std::ranges::find(legal, edge.action);
    if (place != legal.end())
      store(edge.prior,
            static_cast<float>(priors[static_cast<std::size_t>(place - legal.begin())]));
  }
}

void fill_leaf(Tree& tree, std::uint32_t leaf, const ActionList& legal,
               const std::vector<double>& priors, Plot& plot) {
  if (leaf == no_node || legal.empty() || priors.size() != legal.size()) return;
  if (linked(tree.node(leaf).run).count == 0) {
    ActionList listed = legal;
    std::erase(listed, hidden_action);
    const Run run = tree.lay(listed, plot);
    set_priors(tree.edges(run), legal, priors);
    if (tree.give(leaf, run, plot)) return;
  }
  // Another descent of the same batch, or another thread, has been there first.
  set_priors(tree.edges(tree.node(leaf)), legal, priors);
}

double usual_prior(Tree& tree, Run run) {
  double sum = 0;
  double known = 0;
  for (const Edge& edge : tree.edges(run)) {
    if (edge.prior == no_prior) continue;
    sum += edge.prior;
    ++known;
  }
  return known > 0 ? sum / known : 1.0;
}

}  // namespace otherminds
