#include "games/tiny_coop/solution.hpp"

#include <algorithm>

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

bool Solution::quick(const TinyCoop& game) {
  constexpr std::uint64_t most_work = 1ULL << 25;  // each joint move with each set of visits
  const int agents = game.level().agents;
  return fits(game) && Graph::edges_of(game, agents) << (agents * game.level().goals) <= most_work;
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

}  // namespace otherminds::tiny_coop
