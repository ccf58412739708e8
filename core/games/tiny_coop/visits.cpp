#include "games/tiny_coop/visits.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace otherminds::tiny_coop {

namespace {

// From every cell, the steps to this one with all doors open.
std::vector<Ticks> steps_to(const Level& level, Cell there) {
  std::vector<Ticks> found(most_cells, never);
  std::vector<Cell> frontier = {there};
  found[there] = 0;
  for (Ticks ticks = 1; !frontier.empty(); ++ticks) {
    std::vector<Cell> next;
    for (const Cell cell : frontier) {
      for (int move = up; move < move_count; ++move) {
        const Cell other = level.target[cell][move];
        if (found[other] != never) continue;
        found[other] = ticks;
        next.push_back(other);
      }
    }
    frontier = std::move(next);
  }
  return found;
}

}  // namespace

Visits::Visits(const TinyCoop& game) : graph_(game, 2), goals_(game.level().goals) {
  const Level& level = game.level();
  made_.resize(static_cast<std::size_t>(2 * goals_));
  for (std::uint32_t position = 0; position < graph_.size(); ++position) {
    const Cells cells = graph_.cells(position);
    for (int goal = 0; goal < goals_; ++goal) {
      for (const bool second : {false, true}) {
        if (cells[second] == level.goal_cells[goal])
          made_[static_cast<std::size_t>(place(second, goal))].push_back(position);
      }
    }
  }
  both_.resize(made_.size() * made_.size());
  for (std::size_t one = 0; one < made_.size(); ++one)
    both_[one * made_.size() + one] = graph_.distances(made_[one]);
  for (int one = 0; one < 2 * goals_; ++one) {
    for (int other = 0; other < one; ++other) {
      Table found = both(one, other);
      both_[static_cast<std::size_t>(other * 2 * goals_ + one)] = found;
      both_[static_cast<std::size_t>(one * 2 * goals_ + other)] = std::move(found);
    }
  }
  for (int goal = 0; goal < goals_; ++goal)
    alone_.push_back(steps_to(level, level.goal_cells[goal]));
}

// Where one visit is made, the way to the other one is left.
Visits::Table Visits::both(int one, int other) const {
  Table found(graph_.size(), never);
  std::vector<std::vector<std::uint32_t>> rim;
  const auto add = [&](int made, int missing) {
    for (const std::uint32_t position : made_[static_cast<std::size_t>(made)]) {
      const Ticks ticks = table(missing, missing)[position];
      if (ticks == never || found[position] != never) continue;
      found[position] = ticks;
      if (rim.size() <= ticks) rim.resize(ticks + 1U);
      rim[ticks].push_back(position);
    }
  };
  add(one, other);
  add(other, one);
  for (std::size_t ticks = 0; ticks < rim.size(); ++ticks) {
    const auto frontier = std::move(rim[ticks]);
    for (const std::uint32_t position : frontier) {
      graph_.each_before(position, [&](std::uint32_t earlier) {
        if (found[earlier] <= ticks + 1) return;
        found[earlier] = static_cast<Ticks>(ticks + 1);
        if (rim.size() <= ticks + 1) rim.resize(ticks + 2);
        rim[ticks + 1].push_back(earlier);
      });
    }
  }
  return found;
}

// Two agents are not always enough; then a detour of this length stands for what is not known.
constexpr double detour = 20;

double Visits::with_any_helper(const TinyCoop& game, const Cells& cells, int agent, int goal,
                               int other_goal) const {
  Ticks least = never;
  for (int helper = 0; helper < game.level().agents; ++helper) {
    if (helper == agent) continue;
    const bool second = helper < agent;
    const std::uint32_t position =
        graph_.index({cells[std::min(agent, helper)], cells[std::max(agent, helper)]});
    least = std::min(least, table(place(second, goal), place(second, other_goal))[position]);
  }
  if (least != never) return least;
  const Cell from = cells[agent];
  return detour + std::max(alone_[goal][from], alone_[other_goal][from]);
}

double Visits::of_two(const TinyCoop& game, const Cells& cells, int agent, int goal, int other,
                      int other_goal) const {
  if (agent == other) return with_any_helper(game, cells, agent, goal, other_goal);
  const std::uint32_t position = graph_.index({cells[agent], cells[other]});
  const Ticks found = table(place(false, goal), place(true, other_goal))[position];
  if (found != never) return found;
  return detour + std::max(alone_[goal][cells[agent]], alone_[other_goal][cells[other]]);
}

double Visits::ticks(const TinyCoop& game, const Cells& cells, const Visited& visited) const {
  const double late = game.credits_late() ? 1 : 0;
  double least = never;
  std::array<std::pair<int, int>, most_agents * most_goals> missing;
  std::size_t count = 0;
  for (int agent = 0; agent < game.level().agents; ++agent) {
    for (int goal = 0; goal < goals_; ++goal)
      if (!(visited[agent] >> goal & 1)) missing[count++] = {agent, goal};
  }
  if (count == 1)
    return late +
           with_any_helper(game, cells, missing[0].first, missing[0].second, missing[0].second);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      least = std::min(least, of_two(game, cells, missing[i].first, missing[i].second,
                                     missing[j].first, missing[j].second));
    }
  }
  return late + least;
}

}  // namespace otherminds::tiny_coop
