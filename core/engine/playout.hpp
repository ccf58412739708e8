// Random play to the end of a game: the roll-out of the search and the yardstick of speed.
#pragma once

#include <string>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/pulse.hpp"

namespace otherminds {

// The moves after which a game counts as endless and is reported instead of hanging. No native
// game comes near the number here; others may say less.
template <Game G>
constexpr int longest_game(const G& game) {
  if constexpr (requires { game.longest_game(); }) {
    return game.longest_game();
  } else {
    return 1'000'000;
  }
}

template <Game G>
[[noreturn]] void report_endless(const G& game) {
  throw Error(ErrorKind::game, "A game of " + game.name() + " did not end within " +
                                   std::to_string(longest_game(game)) + " moves.");
}

// Plays `state` to its end with uniformly random moves and returns what each seat got.
template <Game G>
Returns playout(const G& game, typename G::State& state, ActionList& scratch, Rng& rng) {
  for (int moves = 0; moves < longest_game(game); ++moves) {
    const int actor = game.actor(state);
    if (actor == nobody) return game.returns(state);
    game.apply(state, actor == chance ? game.sample_outcome(state, rng)
                                      : sample_legal(game, state, scratch, rng));
  }
  report_endless(game);
}

struct PlayoutTotals {
  Returns returns{};       // summed over the games
  std::int64_t games = 0;  // games played
};

// Many random games from the start, each from a deal of its own.
template <Game G>
PlayoutTotals playouts(const G& game, std::int64_t games, Stream stream, Pulse* pulse = nullptr) {
  PlayoutTotals totals;
  ActionList scratch;
  Rng deal = stream.child("deal").rng();
  Rng rng = stream.child("chance").rng();
  for (; totals.games < games; ++totals.games) {
    if (pulse) pulse->beat();
    typename G::State state = game.initial(deal);
    const Returns returns = playout(game, state, scratch, rng);
    for (int seat = 0; seat < game.seats(); ++seat) totals.returns[seat] += returns[seat];
  }
  return totals;
}

}  // namespace otherminds
