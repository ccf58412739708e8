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

// What a number of ticks leaves of 1.
double fade(double ticks) {
  static const std::vector<double> powers = [] {
    std::vector<double> filled;
    for (int exponent = 0; exponent < 256; ++exponent) filled.push_back(std::pow(0.95, exponent));
    return filled;
  }();
  return powers[std::min(static_cast<std::size_t>(ticks), powers.size() - 1)];
}

// The position as it will be if those who have not chosen yet wait.
State completed(const TinyCoop& game, State state) {
  while (state.turn > 0) game.apply(state, wait);
  return state;
}

Returns distance(const TinyCoop& game, const State& state) {
  const State judged = completed(game, state);
  if (game.won(judged.visited)) return everybody(game, 1.0);
  const double ticks = game.tables()->visits(game).ticks(game, judged.cells, judged.visited);
  const double visit = 1.0 / (game.seats() * game.level().goals);
  return everybody(game, game.score(judged.visited) + visit * fade(ticks));
}

Returns exact(const TinyCoop& game, const State& state) {
  const Solution* solution = game.tables()->find_solution(game);
  if (!solution) return distance(game, state);
  const State judged = completed(game, state);
  const Ticks ticks = solution->ticks(judged.cells, judged.visited);
  return everybody(game, ticks == never ? 0.0 : fade(ticks));
}

}  // namespace

const std::vector<EvaluatorEntry<TinyCoop>>& evaluators(const TinyCoop&) {
  static const std::vector<EvaluatorEntry<TinyCoop>> entries = {
      {"score", "The shared score so far.", score},
      {"win", "1 if the level is won, else 0.", win},
      {"distance",
       "The score, and of one visit more 0.95 to the power of the ticks that two agents need for "
       "the next two visits.",
       distance},
      {"exact",
       "0.95 to the power of the ticks of a shortest win, 0 where there is none; `distance` where "
       "the level is too large to be solved.",
       exact},
  };
  return entries;
}

}  // namespace otherminds::tiny_coop
