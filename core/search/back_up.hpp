// Adds the returns of an iteration to every edge and node on its way.
#pragma once

#include "engine/game.hpp"
#include "search/descent.hpp"
#include "search/options.hpp"
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

  void add(const Descent& descent, const Returns& returns);

  // The same where edges keep nothing but visits and totals.
  void add_simply(const Descent& descent, const Returns& returns) {
    for (const Step& step : descent.path)
      tree_.edge(step.edge).total += scale_.reward(returns[static_cast<std::size_t>(step.seat)]);
    for (std::size_t seat = 0; seat < seats_; ++seat) totals_[seat] += returns[seat];
  }

  // The mean return of each seat.
  Returns means(std::int64_t iterations) const;

 private:
  Tree& tree_;
  const SearchOptions& options_;
  RewardScale scale_;
  std::size_t seats_;
  std::size_t searcher_;
  bool masked_;
  bool paranoid_;
  bool weighs_returns_;
  Returns totals_{};
};

}  // namespace otherminds
