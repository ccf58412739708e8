#include "search/final_move.hpp"

namespace otherminds {

namespace {

void add_vote(Tree& tree, const Edge& edge, bool afterstates, SearchResult& result) {
  auto place = std::ranges::find(result.actions, edge.action, &ActionStatistics::action);
  if (place == result.actions.end()) {
    result.actions.push_back({edge.action, 0, 0.0});
    place = result.actions.end() - 1;
  }
  double total = edge.total;
  std::int64_t visits = edge.visits;
  if (afterstates && edge.child != no_node) {
    visits = tree.node(edge.child).visits;
    total = tree.node_total(edge.child, result.seat);
  }
  place->visits += visits;
  place->total += total;
  place->prior = std::max(edge.prior, 0.0F);
}

}  // namespace

void count_votes(Tree& tree, std::span<const std::uint32_t> roots, const TreeOptions& options,
                 RewardScale scale, std::int64_t virtual_visits, SearchResult& result) {
  for (const std::uint32_t root : roots) {
    for (const Edge& edge : tree.edges(tree.node(root)))
      add_vote(tree, edge, options.afterstates, result);
  }
  std::ranges::sort(result.actions, {}, &ActionStatistics::action);
  result.virtual_visits = virtual_visits * static_cast<std::int64_t>(roots.size());
  double priors = 0;
  for (const ActionStatistics& action : result.actions) priors += action.prior;
  for (ActionStatistics& action : result.actions) {
    if (action.visits > result.virtual_visits)
      action.value = scale.value(action.total / static_cast<double>(action.visits));
    action.visits -= result.virtual_visits;
    if (priors > 0) action.prior /= priors;
  }
}

Action unless_better(const SearchResult& result, Action usual, double margin) {
  const auto of = [&](Action action) {
    return std::ranges::find(result.actions, action, &ActionStatistics::action);
  };
  const auto old = of(usual);
  if (old == result.actions.end() || old->visits == 0) return usual;
  return of(result.action)->value > old->value + margin ? result.action : usual;
}

}  // namespace otherminds
