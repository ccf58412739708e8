// The exact planner: how long the agents need to win from anywhere, and the first step there.
#pragma once

#include <cstdint>
#include <vector>

#include "games/tiny_coop/graph.hpp"

namespace otherminds::tiny_coop {

// The ticks from any position, with any goals visited, until everything is visited.
class Solution {
 public:
  // Entries that a table may have: 32 MiB of them.
  static constexpr std::uint64_t most_entries = 1ULL << 24;

  // Whether the level is small enough for it.
  static bool fits(const TinyCoop& game);
  // Whether it takes less than about a second.
  static bool quick(const TinyCoop& game);

  explicit Solution(const TinyCoop& game);

  Ticks ticks(const Cells& cells, const Visited& visited) const {
    const std::uint32_t position = graph_.index(cells);
    return at(pack(visited), position);
  }

  // The first joint move, in the order of the actions, that is a tick nearer to the end.
  Moves best(const TinyCoop& game, const Cells& cells, const Visited& visited) const;

 private:
  std::uint32_t pack(const Visited& visited) const {
    std::uint32_t packed = 0;
    for (int agent = 0; agent < graph_.agents(); ++agent)
      packed |= static_cast<std::uint32_t>(visited[agent]) << (agent * goals_);
    return packed;
  }

  // Who stands on a goal that does not count yet is credited with it by the next tick whatever is
  // done, so the way is the same as with it, unless nothing else is missing.
  Ticks at(std::uint32_t visited, std::uint32_t position) const {
    const std::uint32_t credited = visited | standing_[position];
    if (credited == all_) return credited != visited && late_ ? 1 : 0;
    return ticks_[static_cast<std::size_t>(credited) * graph_.size() + position];
  }

  void fill(std::uint32_t visited);

  Graph graph_;
  int goals_;
  bool late_;
  std::uint32_t all_;                    // everything visited
  std::vector<std::uint32_t> standing_;  // by position, the visits that are being made there
  std::vector<Ticks> ticks_;             // by visits, then by position
};

}  // namespace otherminds::tiny_coop
