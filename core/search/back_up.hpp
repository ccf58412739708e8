// Adds the returns of an iteration to every edge and node on its way.
#pragma once

#include <cstddef>

#include "engine/game.hpp"
#include "search/descent.hpp"
#include "search/options.hpp"
#include "search/tally.hpp"
#include "search/tree.hpp"

namespace otherminds {

// Returns of a game as rewards from 0 to 1, and back.
struct RewardScale {
  double low = 0;
  double scale = 1;

  explicit RewardScale(ReturnRange range)
      : low(range.low), scale(range.high > range.low ? 1.0 / (range.high - range.low) : 1.0) {}

  double reward(double value) const { return (value - low) * scale; }
  double value(double reward) const { return reward / scale + low; }
};

class BackUp {
 public:
  // `masked`: a node's moves may differ between visits.
  BackUp(Tree& tree, const SearchOptions& options, RewardScale scale, int seats, int searcher,
         bool masked);

  void add(const Descent& descent, const Returns& returns, Tally& tally);

  // The same where edges keep nothing but visits and totals.
  void add_simply(const Descent& descent, const Returns& returns, Tally& tally) {
    if (tree_.shared()) expect_changes(descent);
    for (const Step& step : descent.path)
      tree_.add(tree_.edge(step.edge).total,
                scale_.reward(returns[static_cast<std::size_t>(step.seat)]));
    count(descent, returns, tally);
  }

 private:
  // What the threads wait for most is the root, where the next descent will be at once.
  void expect_changes(const Descent& descent) const {
    if (!masked_)
      for (const Step& step : descent.path) expect(&tree_.edge(step.edge));
    if (!descent.path.empty()) tree_.expect_changes(descent.path.front().node);
  }

  void count(const Descent& descent, const Returns& returns, Tally& tally) const {
    auto& row = tally.by_move.of(descent.path.empty() ? -1 : descent.path.front().action);
    ++row.times;
    for (std::size_t seat = 0; seat < seats_; ++seat) row.totals[seat] += returns[seat];
  }

  Tree& tree_;
  const SearchOptions& options_;
  RewardScale scale_;
  std::size_t seats_;
  std::size_t searcher_;
  bool masked_;
  bool paranoid_;
  bool weighs_returns_;
};

}  // namespace otherminds
