#include "search/tally.hpp"

#include <algorithm>

namespace otherminds {

Returns Tally::means(std::size_t seats) const {
  Returns means{};
  const auto all = static_cast<double>(times());
  for (std::size_t seat = 0; seat < seats; ++seat) {
    for (const ReturnsByMove::Row& row : by_move.rows()) means[seat] += row.totals[seat];
    means[seat] /= all;
  }
  return means;
}

std::int64_t Tally::times() const {
  std::int64_t times = 0;
  for (const ReturnsByMove::Row& row : by_move.rows()) times += row.times;
  return times;
}

void Tally::add(const Tally& other) {
  for (const ReturnsByMove::Row& row : other.by_move.rows()) {
    ReturnsByMove::Row& own = by_move.of(row.action);
    own.times += row.times;
    for (std::size_t seat = 0; seat < own.totals.size(); ++seat)
      own.totals[seat] += row.totals[seat];
  }
  for (const std::uint32_t root : other.roots) {
    if (std::ranges::find(roots, root) == roots.end()) roots.push_back(root);
  }
  deepest = std::max(deepest, other.deepest);
  depths += other.depths;
}

ReturnsByMove::Row& ReturnsByMove::add(Action action, std::size_t at) {
  if (2 * (rows_.size() + 1) > slots_.size()) {
    slots_.assign(4 * slots_.size(), empty);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      std::size_t free = place(rows_[row].action);
      while (slots_[free] != empty) free = (free + 1) & (slots_.size() - 1);
      slots_[free] = static_cast<std::uint32_t>(row);
    }
    at = place(action);
    while (slots_[at] != empty) at = (at + 1) & (slots_.size() - 1);
  }
  slots_[at] = static_cast<std::uint32_t>(rows_.size());
  rows_.push_back({action, 0, {}});
  return rows_.back();
}

}  // namespace otherminds
