// What a position of Tiny Co-Op that is not over is worth, to all seats alike.
#include <algorithm>
#include <cmath>

#include "games/tiny_coop/tables.hpp"

namespace otherminds::tiny_coop {

namespace {

Returns everybody(const TinyCoop& game, double value) {
  Returns returns{};
  for (int seat = 0; seat < game.seats(); ++seat) returns[static_cast<std::size_t>(seat)] = value;
  return returns;
}

Returns score(const TinyCoop& game, const State& state) {
  return everybody(game, game.score(state.visited));
}

Returns win(const TinyCoop& game, const State& state) {
  return everybody(game, game.won(state.visited) ? 1.0 : 0.0);
}

// What a visit that is some ticks away is worth. Powers fall ever more slowly, so of two ways to
// come nearer the one that finishes something first is preferred.
double worth(double ticks) {
  constexpr double fading = 0.93;
  static const std::vector<double> powers = [] {
    std::vector<double> filled;
    for (int exponent = 0; exponent < 256; ++exponent)
      filled.push_back(std::pow(fading, exponent));
    return filled;
  }();
  return powers[std::min(static_cast<std::size_t>(ticks), powers.size() - 1)];
}

// In the middle of a tick, those who have not chosen yet count as waiting.
Returns distance(const TinyCoop& game, const State& state) {
  State judged = state;
  while (judged.turn > 0) game.apply(judged, wait);
  const Visits& visits = game.tables()->visits(game);
  double sum = 0;
  for (int agent = 0; agent < game.seats(); ++agent) {
    for (int goal = 0; goal < game.level().goals; ++goal) {
      const bool visited = judged.visited[agent] >> goal & 1;
      sum += visited ? 1.0 : worth(visits.ticks(game, judged.cells, agent, goal));
    }
  }
  return everybody(game, sum / (game.seats() * game.level().goals));
}

}  // namespace

const std::vector<EvaluatorEntry<TinyCoop>>& evaluators(const TinyCoop&) {
  static const std::vector<EvaluatorEntry<TinyCoop>> entries = {
      {"score", "The shared score so far.", score},
      {"win", "1 if the level is won, else 0.", win},
      {"distance",
       "The mean over all visits of 0.93 to the power of the ticks that two agents need for the "
       "visit alone; a visit that was made counts 1.",
       distance},
  };
  return entries;
}

}  // namespace otherminds::tiny_coop
