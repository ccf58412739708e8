// The relaxed planner: how long two agents need for the next visits, whatever else is to do.
#pragma once

#include <cstdint>
#include <vector>

#include "games/tiny_coop/graph.hpp"

namespace otherminds::tiny_coop {

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

}  // namespace otherminds::tiny_coop
