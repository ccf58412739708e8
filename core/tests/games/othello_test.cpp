// What the exact search of Othello is built from, against the rules and by brute force.
#include <cassert>
#include <cstdio>
#include <functional>

#include "games/othello/endgame.hpp"
#include "games/othello/geometry.hpp"
#include "games/othello/lines.hpp"
#include "games/othello/othello.hpp"
#include "games/othello/solve.hpp"
#include "games/othello/stable.hpp"

using namespace otherminds;
using namespace otherminds::othello;

namespace {

void random_move(const Othello& game, State& state, Rng& rng) {
  game.apply(state, game.sample_legal(state, rng));
}

// Visits the positions of random games.
void play(int size, int games,
          const std::function<void(const Othello&, const State&, Rng&)>& visit) {
  const Othello game({.size = size});
  Rng rng(static_cast<std::uint64_t>(size));
  for (int i = 0; i < games; ++i) {
    State state = game.initial(rng);
    while (!state.over) {
      visit(game, state, rng);
      random_move(game, state, rng);
    }
  }
}

void lines_agree_with_flooding(const Othello& game, const State& state, Rng&) {
  const Board own = state.own.word;
  const Board opponent = state.opponent.word;
  const Board empty = game.board() & ~(own | opponent);
  for (Board left = empty; left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    assert(turned_by(own, opponent, square) == flips(own, opponent, square));
    if (count(empty) == 1) assert(last_count(own, square) == count(flips(own, opponent, square)));
  }
}

void stable_discs_stay(const Othello& game, const State& state, Rng& rng) {
  const Board mine = stable(state.own.word, state.opponent.word, game.board());
  const Board theirs = stable(state.opponent.word, state.own.word, game.board());
  assert((mine & ~state.own.word) == 0);
  State at = state;
  while (!at.over) random_move(game, at, rng);
  const bool same_side = at.to_move == state.to_move;
  assert((mine & ~(same_side ? at.own : at.opponent).word) == 0);
  assert((theirs & ~(same_side ? at.opponent : at.own).word) == 0);
}

void reflections_have_one_representative(const Othello& game, const State& state, Rng&) {
  const int size = game.options().size;
  const Geometry geometry(size);
  const auto map = [&](Board discs, auto place) {
    Board result = 0;
    for (Board left = discs; left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      result |= Board{1} << place(square / 8, square % 8);
    }
    return result;
  };
  const Position position{state.own.word, state.opponent.word};
  const auto same = [&](auto place) {
    return geometry.canonical({map(position.first, place), map(position.second, place)}) ==
           geometry.canonical(position);
  };
  assert(same([&](int row, int column) { return 8 * row + size - 1 - column; }));
  assert(same([&](int row, int column) { return 8 * (size - 1 - row) + column; }));
  assert(same([&](int row, int column) { return 8 * column + row; }));
  const auto [own, opponent] = geometry.canonical(position);
  assert(count(own) == count(position.first) && count(opponent) == count(position.second));
}

int minimax(const Othello& game, const State& state) {
  if (state.over) return count(state.own.word) - count(state.opponent.word);
  int best = -100;
  ActionList legal;
  game.legal(state, legal);
  for (const Action action : legal) {
    State after = state;
    game.apply(after, action);
    best = std::max(best, -minimax(game, after));
  }
  return best;
}

void scores_are_those_of_minimax(const Othello& game, const State& state, Rng&) {
  if (count(game.board() & ~(state.own.word | state.opponent.word)) > 8) return;
  const Solution solution = solve(game, state, {.memory = 1 << 16}, [] {});
  assert(solution.score == minimax(game, state));
}

}  // namespace

int main() {
  for (const int size : {4, 6, 8}) {
    play(size, 200, lines_agree_with_flooding);
    play(size, 100, stable_discs_stay);
    play(size, 20, reflections_have_one_representative);
    play(size, 120, scores_are_those_of_minimax);
  }
  std::puts("othello: all passed");
}
