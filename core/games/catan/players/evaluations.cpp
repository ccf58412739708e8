// What a position of Catan that is not over is worth.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/evaluation.hpp"
#include "games/catan/players/appraisal.hpp"

namespace otherminds::catan {

namespace {

// Of the chances to win, per point. The log loss over 300 positions of games of four Stacs was
// least at .84, over 300 of games of two Stacs and two value players at .53.
constexpr double sharpness = 0.75;

// The chance of each seat to win, from what each thinks its own position worth with its cards.
Returns chances(const Catan& game, const State& state) {
  Returns worth{};
  double best = -1e300;
  for (int seat = 0; seat < game.seats(); ++seat) {
    const View view = game.view(state, seat);
    const Appraisal appraisal(game, view);
    double own =
        appraisal.board(view.table) + appraisal.hand(appraisal.goals(view.table), view.hand());
    for (int kind = 0; kind < card_kinds; ++kind)
      own += view.held[seat][kind] * appraisal.card(view.table, kind);
    worth[static_cast<std::size_t>(seat)] = own;
    best = std::max(best, own);
  }
  double sum = 0;
  for (int seat = 0; seat < game.seats(); ++seat) {
    double& each = worth[static_cast<std::size_t>(seat)];
    sum += each = std::exp(sharpness * (each - best));
  }
  for (double& each : worth) each /= sum;
  for (std::size_t seat = static_cast<std::size_t>(game.seats()); seat < worth.size(); ++seat)
    worth[seat] = 0;
  return worth;
}

}  // namespace

const std::vector<EvaluatorEntry<Catan>>& evaluators(const Catan&) {
  static const std::vector<EvaluatorEntry<Catan>> entries = {
      {"value", "The chance to win, from what the player `value` thinks of each seat's position.",
       chances},
  };
  return entries;
}

}  // namespace otherminds::catan
