// Exact distances in ticks, computed once a game when they are first needed.
#pragma once

#include <memory>
#include <mutex>
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

// The ticks that two agents need for one visit, and for each two visits, whatever else is still to
// do: what the evaluation `distance` looks up. There are few of them however many goals and agents
// a level has, because agents are told apart only by who moves first.
class Visits {
 public:
  explicit Visits(const TinyCoop& game);

  // Until two of the missing visits are made, whichever are made soonest; until the last one, where
  // one is missing. Helpers are those for whom it is quickest.
  double ticks(const TinyCoop& game, const Cells& cells, const Visited& visited) const;

 private:
  using Table = std::vector<Ticks>;

  // A visit of the first or the second of two agents.
  int place(bool second, int goal) const { return (second ? goals_ : 0) + goal; }
  const Table& table(int one, int other) const {
    return both_[static_cast<std::size_t>(one * 2 * goals_ + other)];
  }
  Table both(int one, int other) const;
  double with_any_helper(const TinyCoop& game, const Cells& cells, int agent, int goal,
                         int other_goal) const;
  double of_two(const TinyCoop& game, const Cells& cells, int agent, int goal, int other,
                int other_goal) const;

  Graph graph_;
  int goals_;
  std::vector<std::vector<std::uint32_t>> made_;  // by visit, the positions in which it is made
  std::vector<Table> both_;                       // by two visits, once in either order
  std::vector<Table> alone_;                      // by goal and cell: with all doors open
};

class Tables {
 public:
  // Nothing where the level is too large.
  const Solution* find_solution(const TinyCoop& game) const;
  // Throws there.
  const Solution& solution(const TinyCoop& game) const;
  const Visits& visits(const TinyCoop& game) const;

 private:
  mutable std::once_flag solved_;
  mutable std::unique_ptr<const Solution> solution_;
  mutable std::once_flag measured_;
  mutable std::unique_ptr<const Visits> visits_;
};

}  // namespace otherminds::tiny_coop
