#include "search/back_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "search/extremum.hpp"

namespace otherminds {

BackUp::BackUp(Tree& tree, const SearchOptions& options, RewardScale scale, int seats, int searcher,
               bool masked)
    : tree_(tree),
      options_(options),
      scale_(scale),
      seats_(static_cast<std::size_t>(seats)),
      searcher_(static_cast<std::size_t>(searcher)),
      masked_(masked) {
  const auto* themselves = std::get_if<Themselves>(&options.others);
  paranoid_ = themselves && themselves->paranoid;
  const auto* belief = std::get_if<BeliefTree>(&options.hidden);
  weighs_returns_ = belief && belief->weighted_returns;
}

void BackUp::add(const Descent& descent, const Returns& returns, Tally& tally) {
  std::array<double, max_seats> rewards{};
  count(descent, returns, tally);
  for (std::size_t seat = 0; seat < seats_; ++seat) rewards[seat] = scale_.reward(returns[seat]);
  if (paranoid_) {
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      if (seat != searcher_) rewards[seat] = 1 - rewards[searcher_];
    }
  }
  const TreeNeeds& needs = tree_.needs();
  if (tree_.shared()) expect_changes(descent);
  double factor = 1;
  for (auto step = descent.path.rbegin(); step != descent.path.rend(); ++step) {
    const double reward = options_.quirks.counted(
        rewards[static_cast<std::size_t>(step->seat)] * factor, step->moves);
    // Edges of a node whose moves vary may have been laid anew since.
    const std::uint32_t edge = masked_ ? tree_.edge_of(step->node, step->action) : step->edge;
    tree_.add(tree_.edge(edge).total, reward);
    if (needs.squares) tree_.add(tree_.squares(edge), reward * reward);
    if (needs.levels) {
      const auto top = static_cast<double>(needs.levels - 1);
      const double level = std::min(std::max(std::round(reward * top), 0.0), top);
      tree_.add(tree_.levels(edge)[static_cast<std::size_t>(level)], 1.0F);
    }
    if (weighs_returns_) factor *= step->legality;
  }
  if (!needs.seats) return;
  // From the last to the first, so that the legality of the steps below adds up.
  std::size_t below = descent.path.size();
  factor = 1;
  for (std::size_t i = descent.touched.size(); i-- > 0;) {
    const std::uint32_t node = descent.touched[i];
    for (; weighs_returns_ && below > descent.onward[i]; --below)
      factor *= descent.path[below - 1].legality;
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      const int of = static_cast<int>(seat);
      const double reward = rewards[seat] * factor;
      tree_.add(tree_.node_total(node, of), reward);
      if (needs.moments) tree_.add(tree_.node_squares(node, of), reward * reward);
    }
  }
  if (!needs.moments) return;
  for (auto node = descent.touched.rbegin(); node != descent.touched.rend(); ++node)
    take_extremum(tree_, std::get<BayesianUcb>(options_.bandit), static_cast<int>(seats_), *node,
                  descent.owner(*node));
}

}  // namespace otherminds
