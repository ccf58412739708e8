#include "games/othello/solve.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "engine/error.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/order.hpp"
#include "games/othello/stable.hpp"
#include "games/othello/table.hpp"

namespace otherminds::othello {

namespace {

constexpr int none = -100;        // below every score
constexpr int fold_from = 14;     // empty squares from which reflections count as one position
constexpr int look_up_from = 10;  // empty squares from which replies are looked up before a search

struct Child {
  Board own;  // as the one who moves next sees it
  Board opponent;
  int square;
  int promise;
};

// Null-window searches (is the score above alpha?) that narrow the score down, with a table that
// carries what one found over to the next (Plaat et al. 1996, "MTD(f)"). Scores are fail-soft.
class Solver {
 public:
  Solver(const Othello& game, int empties, const SolveLimits& limits, const Poll& poll)
      : in_(game.options().size),
        limits_(limits),
        poll_(poll),
        // A short search fills a small table, and a large one costs time to touch.
        table_(std::min(limits.memory, sizeof(Entry) << std::min(empties, 40))),
        order_(in_, nodes_),
        endgame_(in_, nodes_) {}

  std::int64_t nodes() const { return nodes_; }

  int score(Board own, Board opponent) {
    int low = -in_.squares();
    int high = in_.squares();
    int guess = 0;
    while (low < high) {
      const int alpha = guess == low ? guess : guess - 1;
      guess = above(own, opponent, alpha);
      (guess > alpha ? low : high) = guess;
    }
    return guess;
  }

  // A square that reaches the score, which is known; there is a legal one.
  int best_square(Board own, Board opponent, int score) {
    std::array<Child, 64> room;
    const std::span<Child> children = replies(own, opponent, room);
    const int empties = count(in_.empty(own, opponent));
    const Position remembered = remembered_reply(own, opponent, empties);
    std::ranges::stable_partition(children, [&](const Child& child) {
      return key(child.own, child.opponent, empties - 1) == remembered;
    });
    for (const Child& child : children.first(children.size() - 1))
      if (above(child.own, child.opponent, -score) <= -score) return child.square;
    return children.back().square;
  }

 private:
  // A bound of the score of the side to move: a lower one if it is above alpha, else an upper one.
  int above(Board own, Board opponent, int alpha) {
    const Board empty = in_.empty(own, opponent);
    const int bound = search(own, opponent, alpha, count(empty), in_.odd(empty));
    check();
    return bound;
  }

  int search(Board own, Board opponent, int alpha, int empties, Board odd) {
    if (empties <= Endgame::most_empties)
      return endgame_.search(own, opponent, alpha, empties, odd);
    ++nodes_;
    if (nodes_ >= next_check_) check();
    if (in_.squares() - 2 * count(opponent) <= alpha) {
      const int most = in_.squares() - 2 * count(stable(opponent, own, in_.board));
      if (most <= alpha) return most;
    }
    if (empties >= fold_from) {
      std::tie(own, opponent) = in_.canonical({own, opponent});
      odd = in_.odd(in_.empty(own, opponent));
    }
    Entry entry{own, opponent, none, -none, -1, static_cast<std::int8_t>(empties)};
    if (const Entry* found = table_.find(own, opponent)) {
      if (found->lower > alpha) return found->lower;
      if (found->upper <= alpha) return found->upper;
      entry = *found;
    }
    std::array<Child, 64> room;
    const std::span<Child> children = replies(own, opponent, room);
    if (children.empty()) {
      if (moves(opponent, own, in_.board) == 0) return count(own) - count(opponent);
      return -search(opponent, own, -alpha - 1, empties, odd);
    }
    if (empties > look_up_from) {
      for (const Child& child : children) {
        const auto [next, other] = key(child.own, child.opponent, empties - 1);
        const Entry* found = table_.find(next, other);
        if (found && -found->upper > alpha) return -found->upper;
      }
    }
    sort(children, entry.move, empties, odd);
    int best = none;
    for (const Child& child : children) {
      const int score = -search(child.own, child.opponent, -alpha - 1, empties - 1,
                                odd ^ in_.quadrant[static_cast<std::size_t>(child.square)]);
      if (score <= best) continue;
      best = score;
      entry.move = static_cast<std::int8_t>(child.square);
      if (best > alpha) break;
    }
    (best > alpha ? entry.lower : entry.upper) = static_cast<std::int8_t>(best);
    table_.keep(entry);
    return best;
  }

  std::span<Child> replies(Board own, Board opponent, std::span<Child> room) const {
    std::size_t found = 0;
    for (Board left = moves(own, opponent, in_.board); left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      const Board turned = turned_by(own, opponent, square);
      room[found++] = {opponent & ~turned, own | turned | Board{1} << square, square, 0};
    }
    return room.first(found);
  }

  void sort(std::span<Child> children, int remembered, int empties, Board odd) {
    if (children.size() < 2) return;
    for (Child& child : children) {
      const Board placed = Board{1} << child.square;
      child.promise = child.square == remembered
                          ? 1'000'000'000
                          : order_.promise(child.own, child.opponent, empties - 1) +
                                (placed & in_.corners ? 20 : 0) + (placed & odd ? 6 : 0);
    }
    std::ranges::sort(children, std::greater<>(), [](const Child& child) {
      return std::pair(child.promise, child.square);  // no ties: the same order on every machine
    });
  }

  // Under which position the table keeps one.
  Position key(Board own, Board opponent, int empties) const {
    const Position position{own, opponent};
    return empties >= fold_from ? in_.canonical(position) : position;
  }

  // The key of the position after the move that the table holds for best; nothing if none is held.
  Position remembered_reply(Board own, Board opponent, int empties) const {
    const auto [mine, theirs] = key(own, opponent, empties);
    const Entry* found = table_.find(mine, theirs);
    if (!found || found->move < 0) return {};
    const Board turned = turned_by(mine, theirs, found->move);
    return key(theirs & ~turned, mine | turned | Board{1} << found->move, empties - 1);
  }

  void check() {
    if (nodes_ > limits_.nodes) {
      throw Error(ErrorKind::limit,
                  "The position is not solved within " + std::to_string(limits_.nodes) + " nodes.");
    }
    if (nodes_ < next_check_) return;
    poll_();
    next_check_ = std::min(nodes_ + (1 << 16), limits_.nodes + 1);
  }

  const Geometry in_;
  const SolveLimits limits_;
  const Poll& poll_;
  Table table_;
  std::int64_t nodes_ = 0;
  std::int64_t next_check_ = 0;
  Order order_;
  Endgame endgame_;
};

}  // namespace

Solution solve(const Othello& game, const State& state, const SolveLimits& limits,
               const Poll& poll) {
  const int empties = count(game.board() & ~(state.own.word | state.opponent.word));
  Solver solver(game, empties, limits, poll);
  Solution solution;
  State at = state;
  solution.score = at.over ? count(at.own.word) - count(at.opponent.word)
                           : solver.score(at.own.word, at.opponent.word);
  for (int score = solution.score; !at.over; score = -score) {
    const Action action =
        at.moves.word == 0 ? game.pass()
                           : game.action(solver.best_square(at.own.word, at.opponent.word, score));
    solution.line.push_back(action);
    game.apply(at, action);
  }
  solution.nodes = solver.nodes();
  return solution;
}

int best_score(const Othello& game, const State& state) {
  const int empties = count(game.board() & ~(state.own.word | state.opponent.word));
  if (empties == 0) return count(state.own.word) - count(state.opponent.word);
  static const Poll no_poll = [] {};
  return Solver(game, empties, {}, no_poll).score(state.own.word, state.opponent.word);
}

std::optional<SolvedMove> Othello::solved(const State& state, std::int64_t positions) const {
  constexpr int most_empties = 24;            // nothing that people wait for solves more
  constexpr std::int64_t nodes_for_one = 16;  // that cost what judging a position does
  constexpr std::int64_t most = std::int64_t{1} << 32;
  const Board own = state.own.word;
  const Board opponent = state.opponent.word;
  const int empties = count(board() & ~(own | opponent));
  if (state.over || state.moves.word == 0 || empties > most_empties) return {};
  const SolveLimits limits{.memory = std::size_t{64} << 20,
                           .nodes = std::min(positions, most) * nodes_for_one};
  const Poll no_poll = [] {};
  try {
    Solver solver(*this, empties, limits, no_poll);
    const int score = solver.score(own, opponent);
    const int square = solver.best_square(own, opponent, score);
    return SolvedMove{action(square), returns_of(score, state.to_move)};
  } catch (const Error& error) {
    if (error.kind != ErrorKind::limit) throw;
    return {};
  }
}

}  // namespace otherminds::othello
