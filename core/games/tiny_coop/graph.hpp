// All positions of some agents on a level and the ticks between them, backwards: the ground on
// which distances are computed.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "games/tiny_coop/tiny_coop.hpp"

namespace otherminds::tiny_coop {

using Ticks = std::uint16_t;
inline constexpr Ticks never = std::numeric_limits<Ticks>::max();

class Graph {
 public:
  // Joint moves that a graph may have: 128 MiB of them.
  static constexpr std::uint64_t most_edges = 1ULL << 25;

  // How many joint moves the graph of so many agents has at most.
  static std::uint64_t edges_of(const TinyCoop& game, int agents);

  Graph(const TinyCoop& game, int agents);

  int agents() const { return agents_; }
  std::uint32_t size() const { return size_; }

  std::uint32_t index(const Cells& cells) const {
    std::uint32_t index = 0;
    for (int agent = 0; agent < agents_; ++agent)
      index = index * floor_size_ + number_[cells[agent]];
    return index;
  }
  Cells cells(std::uint32_t index) const;

  // Calls visit(position) for every position from which one tick leads to this one.
  template <class Visit>
  void each_before(std::uint32_t position, Visit&& visit) const {
    for (std::uint32_t i = first_[position]; i < first_[position + 1]; ++i) visit(before_[i]);
  }

  // From every position, the ticks until one of these is reached.
  std::vector<Ticks> distances(std::vector<std::uint32_t> from) const;

 private:
  int agents_;
  std::uint32_t floor_size_ = 0;
  std::uint32_t size_ = 0;
  std::vector<Cell> floor_;                         // the cells that can be entered
  std::array<std::uint32_t, most_cells> number_{};  // their places in it
  std::vector<std::uint32_t> first_;                // where the predecessors of a position begin
  std::vector<std::uint32_t> before_;
};

// Calls visit(moves) for each joint move of so many agents, in the order of the actions, the last
// agent's changing first.
template <class Visit>
void each_joint_move(int agents, Visit&& visit) {
  Moves moves{};
  for (;;) {
    visit(moves);
    int agent = agents - 1;
    while (agent >= 0 && ++moves[agent] == move_count) moves[agent--] = 0;
    if (agent < 0) return;
  }
}

}  // namespace otherminds::tiny_coop
