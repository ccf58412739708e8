#include "games/tiny_coop/tables.hpp"

#include <algorithm>
#include <string>

namespace otherminds::tiny_coop {

bool Solution::fits(const TinyCoop& game) {
  const int agents = game.level().agents;
  const std::uint64_t edges = Graph::edges_of(game, agents);
  if (edges > Graph::most_edges) return false;
  std::uint64_t joint_moves = 1;
  for (int agent = 0; agent < agents; ++agent) joint_moves *= move_count;
  // At most 32 bits of visits and 25 of positions.
  return (edges / joint_moves) << (agents * game.level().goals) <= most_entries;
}

Solution::Solution(const TinyCoop& game)
    : graph_(game, game.level().agents),
      goals_(game.level().goals),
      late_(game.credits_late()),
      all_((1U << (game.level().agents * game.level().goals)) - 1),
      standing_(graph_.size()),
      ticks_(static_cast<std::size_t>(graph_.size()) << (game.level().agents * goals_), never) {
  for (std::uint32_t position = 0; position < graph_.size(); ++position) {
    const Cells cells = graph_.cells(position);
    Visited here{};
    for (int agent = 0; agent < graph_.agents(); ++agent)
      here[agent] = game.level().goal[cells[agent]];
    standing_[position] = pack(here);
  }
  // A visit is never undone, so a set of visits leads only to sets that contain it, which are
  // greater numbers.
  for (std::uint32_t visited = all_; visited-- > 0;) fill(visited);
}

// Breadth first, backwards, within one set of visits; positions that add a visit are the rim, whose
// distances are those of a set that is already filled.
void Solution::fill(std::uint32_t visited) {
  std::vector<std::vector<std::uint32_t>> rim;
  for (std::uint32_t position = 0; position < graph_.size(); ++position) {
    if ((visited | standing_[position]) == visited) continue;
    const Ticks ticks = at(visited, position);
    if (ticks == never) continue;
    if (rim.size() <= ticks) rim.resize(ticks + 1U);
    rim[ticks].push_back(position);
  }
  Ticks* const own = &ticks_[static_cast<std::size_t>(visited) * graph_.size()];
  std::vector<std::uint32_t> frontier;
  for (std::size_t ticks = 0; ticks < rim.size() || !frontier.empty(); ++ticks) {
    std::vector<std::uint32_t> next;
    const auto reach = [&](std::uint32_t position) {
      graph_.each_before(position, [&](std::uint32_t earlier) {
        if (own[earlier] != never || (visited | standing_[earlier]) != visited) return;
        own[earlier] = static_cast<Ticks>(ticks + 1);
        next.push_back(earlier);
      });
    };
    if (ticks < rim.size()) std::ranges::for_each(rim[ticks], reach);
    std::ranges::for_each(frontier, reach);
    frontier = std::move(next);
  }
}

Moves Solution::best(const TinyCoop& game, const Cells& cells, const Visited& visited) const {
  Moves found{};
  Ticks least = ticks(cells, visited);
  if (least == never) return found;
  bool searching = true;
  each_joint_move(graph_.agents(), [&](const Moves& moves) {
    if (!searching) return;
    Cells after = cells;
    game.move(after, moves, graph_.agents());
    Visited then = visited;
    game.credit(then, cells, after);
    if (ticks(after, then) + 1 != least) return;
    found = moves;
    searching = false;
  });
  return found;
}

Visits::Visits(const TinyCoop& game) : graph_(game, 2) {
  const Level& level = game.level();
  for (int goal = 0; goal < level.goals; ++goal) {
    const Cell there = level.goal_cells[goal];
    std::vector<std::uint32_t> by_first;
    std::vector<std::uint32_t> by_second;
    for (std::uint32_t position = 0; position < graph_.size(); ++position) {
      const Cells cells = graph_.cells(position);
      if (cells[0] == there) by_first.push_back(position);
      if (cells[1] == there) by_second.push_back(position);
    }
    first_.push_back(graph_.distances(std::move(by_first)));
    second_.push_back(graph_.distances(std::move(by_second)));

    std::vector<Ticks> alone(most_cells, never);
    std::vector<Cell> frontier = {there};
    alone[there] = 0;
    for (Ticks ticks = 1; !frontier.empty(); ++ticks) {
      std::vector<Cell> next;
      for (const Cell cell : frontier) {
        for (int move = up; move < move_count; ++move) {
          const Cell other = level.target[cell][move];
          if (alone[other] != never) continue;
          alone[other] = ticks;
          next.push_back(other);
        }
      }
      frontier = std::move(next);
    }
    alone_.push_back(std::move(alone));
  }
}

double Visits::ticks(const TinyCoop& game, const Cells& cells, int agent, int goal) const {
  // Two agents are not always enough; then a detour of this length stands for what is not known.
  constexpr double detour = 20;
  Ticks least = never;
  for (int other = 0; other < game.level().agents; ++other) {
    if (other == agent) continue;
    const bool first = agent < other;
    const std::uint32_t position =
        graph_.index({cells[std::min(agent, other)], cells[std::max(agent, other)]});
    least = std::min(least, (first ? first_ : second_)[goal][position]);
  }
  const double late = game.credits_late() ? 1 : 0;
  return late + (least == never ? detour + alone_[goal][cells[agent]] : least);
}

const Solution& Tables::solution(const TinyCoop& game) const {
  std::call_once(solved_, [&] {
    if (!Solution::fits(game)) {
      throw Error(ErrorKind::limit,
                  "This level is too large to be solved: there may be at most 16,777,216 "
                  "combinations of places and visits, with 33,554,432 joint moves between places.");
    }
    solution_ = std::make_unique<const Solution>(game);
  });
  return *solution_;
}

const Visits& Tables::visits(const TinyCoop& game) const {
  std::call_once(measured_, [&] { visits_ = std::make_unique<const Visits>(game); });
  return *visits_;
}

}  // namespace otherminds::tiny_coop
