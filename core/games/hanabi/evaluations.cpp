// What a position of Hanabi that is not over is worth, to all seats alike.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

Returns score(const Hanabi& game, const State& state) {
  Returns returns{};
  for (int seat = 0; seat < game.seats(); ++seat)
    returns[static_cast<std::size_t>(seat)] = Hanabi::points(state);
  return returns;
}

}  // namespace

const std::vector<EvaluatorEntry<Hanabi>>& evaluators(const Hanabi&) {
  static const std::vector<EvaluatorEntry<Hanabi>> entries = {
      {"score", "The points on the table.", score},
  };
  return entries;
}

}  // namespace otherminds::hanabi
