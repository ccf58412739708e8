#include "search/final_move.hpp"

#include <utility>

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
                 RewardScale scale, std::int64_t virtual_visits, std::span<const Action> underway,
                 SearchResult& result) {
  for (const std::uint32_t root : roots) {
    for (const Edge& edge : tree.edges(tree.node(root)))
      add_vote(tree, edge, options.afterstates, result);
  }
  std::ranges::sort(result.actions, {}, &ActionStatistics::action);
  for (const Action first : underway) {
    const auto place = std::ranges::find(result.actions, first, &ActionStatistics::action);
    if (place != result.actions.end()) --place->visits;
  }
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

void share_returns(const ReturnsByMove& by_move, std::size_t seats, SearchResult& result) {
  for (const ReturnsByMove::Row& row : by_move.rows()) {
    const auto place = std::ranges::find(result.actions, row.action, &ActionStatistics::action);
    if (place == result.actions.end()) continue;
    place->samples = row.times;
    for (std::size_t seat = 0; seat < seats; ++seat)
      place->values[seat] = row.totals[seat] / static_cast<double>(row.times);
  }
}

std::vector<ActionStatistics*> most_visited(SearchResult& result, std::size_t number) {
  std::vector<ActionStatistics*> ranked;
  for (ActionStatistics& each : result.actions) {
    if (each.visits > 0 || each.action == result.action) ranked.push_back(&each);
  }
  std::ranges::stable_sort(ranked, [&](const ActionStatistics* one, const ActionStatistics* other) {
    return std::pair(one->action == result.action, one->visits) >
           std::pair(other->action == result.action, other->visits);
  });
  ranked.resize(std::min(number, ranked.size()));
  return ranked;
}

void decide_together(SearchResult& result, const SearchOptions& options, Rng rng) {
  result.action = final_move(result, options, rng);
  if (!result.line.empty() && result.line.front().action == result.action) return;
  const auto own = std::ranges::find(result.actions, result.action, &ActionStatistics::action);
  result.line = own->line.empty() ? Line{{result.seat, result.action}} : own->line;
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
