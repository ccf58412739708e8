#include "games/tiny_coop/graph.hpp"

namespace otherminds::tiny_coop {

namespace {

bool overlap(const Cells& cells, int agents) {
  for (int agent = 0; agent < agents; ++agent)
    for (int other = 0; other < agent; ++other)
      if (cells[agent] == cells[other]) return true;
  return false;
}

}  // namespace

std::uint64_t Graph::edges_of(const TinyCoop& game, int agents) {
  std::uint64_t floor = 0;
  for (int cell = 0; cell < game.level().cells(); ++cell) floor += game.level().walkable(cell);
  std::uint64_t edges = 1;
  for (int agent = 0; agent < agents; ++agent) edges *= floor * move_count;
  return edges;
}

Graph::Graph(const TinyCoop& game, int agents) : agents_(agents) {
  for (int cell = 0; cell < game.level().cells(); ++cell) {
    if (!game.level().walkable(cell)) continue;
    number_[cell] = static_cast<std::uint32_t>(floor_.size());
    floor_.push_back(static_cast<Cell>(cell));
  }
  floor_size_ = static_cast<std::uint32_t>(floor_.size());
  size_ = 1;
  for (int agent = 0; agent < agents; ++agent) size_ *= floor_size_;

  // Forwards first; many joint moves lead to the same place, so each place is noted once.
  std::vector<std::uint32_t> after;
  std::vector<std::uint32_t> ends(size_);
  std::vector<std::uint32_t> noted(size_, size_);
  first_.assign(size_ + 1, 0);
  for (std::uint32_t position = 0; position < size_; ++position) {
    const Cells here = cells(position);
    if (!game.blocks() || !overlap(here, agents)) {
      each_joint_move(agents, [&](const Moves& moves) {
        Cells there = here;
        game.move(there, moves, agents);
        const std::uint32_t next = index(there);
        if (noted[next] == position) return;
        noted[next] = position;
        after.push_back(next);
        ++first_[next + 1];
      });
    }
    ends[position] = static_cast<std::uint32_t>(after.size());
  }
  for (std::uint32_t position = 0; position < size_; ++position)
    first_[position + 1] += first_[position];
  before_.resize(after.size());
  std::vector<std::uint32_t> place(first_.begin(), first_.end() - 1);
  std::uint32_t edge = 0;
  for (std::uint32_t position = 0; position < size_; ++position)
    for (; edge < ends[position]; ++edge) before_[place[after[edge]]++] = position;
}

Cells Graph::cells(std::uint32_t index) const {
  Cells cells{};
  for (int agent = agents_ - 1; agent >= 0; --agent) {
    cells[agent] = floor_[index % floor_size_];
    index /= floor_size_;
  }
  return cells;
}

std::vector<Ticks> Graph::distances(std::vector<std::uint32_t> from) const {
  std::vector<Ticks> found(size_, never);
  for (const std::uint32_t position : from) found[position] = 0;
  for (Ticks ticks = 1; !from.empty(); ++ticks) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t position : from) {
      each_before(position, [&](std::uint32_t earlier) {
        if (found[earlier] != never) return;
        found[earlier] = ticks;
        next.push_back(earlier);
      });
    }
    from = std::move(next);
  }
  return found;
}

}  // namespace otherminds::tiny_coop
