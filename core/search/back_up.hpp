// Adds the returns of an iteration to every edge and node on its way.
#pragma once

#include <cstdint>
#include <vector>

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

// What every seat got by each first move, and how often that was tried. Whoever adds the returns of
// an iteration adds them here instead of to one sum for all moves, so that nothing is lost.
class ReturnsByMove {
 public:
  struct Row {
    Action action = -1;  // -1: nobody chose a first move
    std::int64_t times = 0;
    Returns totals{};
  };

  Row& of(Action action) {
    std::size_t at = place(action);
    while (slots_[at] != empty) {
      if (rows_[slots_[at]].action == action) return rows_[slots_[at]];
      at = (at + 1) & (slots_.size() - 1);
    }
    return add(action, at);
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  std::size_t place(Action action) const {
    return static_cast<std::size_t>(action + 1) & (slots_.size() - 1);
  }
  Row& add(Action action, std::size_t at);

  std::vector<Row> rows_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16, empty);  // linear probing
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
    count(descent, returns);
  }

  // The mean return of each seat.
  Returns means() const;
  // How many iterations have been added.
  std::int64_t times() const;
  const ReturnsByMove& by_move() const { return by_move_; }

 private:
  void count(const Descent& descent, const Returns& returns) {
    auto& row = by_move_.of(descent.path.empty() ? -1 : descent.path.front().action);
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
  ReturnsByMove by_move_;
};

}  // namespace otherminds
