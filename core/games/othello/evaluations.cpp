// What a position of Othello that is not over is worth.
#include <vector>

#include "engine/evaluation.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/patterns.hpp"

namespace otherminds::othello {

namespace {

// A difference as a share of the sum, for the player to move and the other one.
Returns lead(const State& state, int own, int opponent) {
  const double value =
      own + opponent == 0 ? 0.0 : static_cast<double>(own - opponent) / (own + opponent);
  Returns returns{};
  returns[static_cast<std::size_t>(state.to_move)] = value;
  returns[static_cast<std::size_t>(1 - state.to_move)] = -value;
  return returns;
}

Returns disks(const Othello&, const State& state) {
  return lead(state, count(state.own.word), count(state.opponent.word));
}

Returns mobility_lead(const Othello& game, const State& state) {
  return lead(state, count(state.moves.word),
              count(moves(state.opponent.word, state.own.word, game.board())));
}

// Only the whole board has patterns.
Returns by_patterns(const Othello& game, const State& state) {
  if (game.options().size != 8) return mobility_lead(game, state);
  const bool passes = state.moves.word == 0;
  const double discs = passes ? -patterns::lead(state.opponent.word, state.own.word)
                              : patterns::lead(state.own.word, state.opponent.word);
  Returns returns{};
  returns[static_cast<std::size_t>(state.to_move)] = patterns::worth(discs);
  returns[static_cast<std::size_t>(1 - state.to_move)] = -patterns::worth(discs);
  return returns;
}

}  // namespace

const std::vector<EvaluatorEntry<Othello>>& evaluators(const Othello&) {
  static const std::vector<EvaluatorEntry<Othello>> entries = {
      {"disks", "The difference of disks as a share of those on the board.", disks},
      {"mobility", "The difference of legal moves as a share of both sides' moves.", mobility_lead},
      {"patterns",
       "The lead in discs at the end that learned tables of lines, edges and corners foretell; on "
       "boards smaller than 8x8 the same as mobility.",
       by_patterns},
  };
  return entries;
}

}  // namespace otherminds::othello
