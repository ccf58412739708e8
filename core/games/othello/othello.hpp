// Othello on 4x4, 6x6 and 8x8 boards. Seat 0 is Black and moves first.
//
// A pass is an action of its own, legal only when nothing else is. The game ends when neither side
// can move. Actions are the squares row by row (a1, b1, ...) and then the pass.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/evaluation.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"
#include "games/othello/board.hpp"

namespace otherminds::othello {

struct Options {
  int size = 8;
  // The bookkeeping of Stevinson's experiments: a draw is a win for White.
  bool draw_is_white_win = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("size", self.size, OneOf{{"4", "6", "8"}}, Says{"Squares along a side of the board."});
    visit("draw_is_white_win", self.draw_is_white_win,
          Says{"A drawn game counts as won by White, as in Stevinson's experiments."});
  }
};

// 32 bytes. The legal squares are part of the state because every question about it needs them.
struct State {
  Bits own;       // discs of the side to move
  Bits opponent;  // discs of the other side
  Bits moves;     // legal squares of the side to move; none means pass, or that the game is over
  std::int32_t to_move = 0;
  std::int32_t over = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("own", self.own);
    visit("opponent", self.opponent);
    visit("moves", self.moves);
    visit("to_move", self.to_move);
    visit("over", self.over);
  }
};

// Nothing is hidden: a view is the state and whose view it is.
struct View {
  State state;
  std::int32_t seat;
  std::int32_t actor;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    State::fields(self.state, visit);
  }
};

struct Belief {
  State world;
};

class Othello {
 public:
  using Options = othello::Options;
  using State = othello::State;
  using View = othello::View;
  using Belief = othello::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "othello";

  explicit Othello(const Options& options);

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  int seats() const { return 2; }
  int action_count() const { return pass() + 1; }
  int outcome_count() const { return 0; }
  ReturnRange return_range() const { return {-1.0, 1.0}; }
  bool perfect_information() const { return true; }

  State initial(Rng&) const { return start_; }
  int actor(const State& state) const { return state.over ? nobody : state.to_move; }

  void legal(const State& state, ActionList& out) const {
    out.clear();
    for (Board left = state.moves.word; left != 0; left &= left - 1)
      out.push_back(action_of_[static_cast<std::size_t>(std::countr_zero(left))]);
    if (out.empty()) out.push_back(pass());
  }
  void legal(const View& view, ActionList& out) const { legal(view.state, out); }

  Action sample_legal(const State& state, Rng& rng) const {
    const Board moves = state.moves.word;
    if (moves == 0) {
      rng.below(1);  // the draw that picking from a list of one would make
      return pass();
    }
    const int pick = static_cast<int>(rng.below(static_cast<std::uint32_t>(count(moves))));
    return action_of_[static_cast<std::size_t>(nth(moves, pick))];
  }

  void apply(State& state, Action action) const {
    const Board own = state.own.word;
    const Board opponent = state.opponent.word;
    if (action == pass()) {
      state.own.word = opponent;
      state.opponent.word = own;
    } else {
      const int square = square_of_[static_cast<std::size_t>(action)];
      const Board turned = flips(own, opponent, square);
      state.own.word = opponent & ~turned;
      state.opponent.word = own | turned | (Board{1} << square);
    }
    state.to_move = 1 - state.to_move;
    find_moves(state);
  }

  void outcomes(const State&, OutcomeList& out) const { out.clear(); }
  Action sample_outcome(const State&, Rng&) const { return 0; }
  Returns returns(const State& state) const;

  Observation observe(const State&, Action action, const State& after, int) const {
    return {.actor = 1 - after.to_move, .action = action};
  }
  View view(const State& state, int seat) const { return {state, seat, actor(state)}; }

  Belief belief(const View& view) const { return {view.state}; }
  void update(Belief& belief, const Observation&, const View& now) const {
    belief.world = now.state;
  }
  State sample(const Belief& belief, Rng&) const { return belief.world; }

  // Perfect play with the most discs, which are also what counts as winning.
  std::optional<SolvedMove> solved(const State& state, std::int64_t positions) const;

  std::string problem(const State& state) const;
  int type_of(Action action) const { return action == pass() ? 1 : 0; }
  std::span<const std::string_view> type_names() const { return type_names_; }
  std::string action_text(Action action) const;
  std::string outcome_text(Action) const { return {}; }
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const { return text(view.state); }
  std::vector<int> tensor_shape() const { return {3, options_.size, options_.size}; }
  void tensor(const View& view, std::span<float> out) const;

  Action pass() const { return options_.size * options_.size; }
  int square(Action action) const { return square_of_[static_cast<std::size_t>(action)]; }
  Action action(int square) const { return action_of_[static_cast<std::size_t>(square)]; }
  Board board() const { return board_; }

 private:
  Returns returns_of(int lead, int side) const;  // discs by which a side is ahead at the end

  void find_moves(State& state) const {
    state.moves.word = moves(state.own.word, state.opponent.word, board_);
    if (state.moves.word == 0)
      state.over = moves(state.opponent.word, state.own.word, board_) == 0 ? 1 : 0;
  }

  static constexpr std::array<std::string_view, 2> type_names_ = {"place", "pass"};

  Options options_;
  Board board_ = 0;                          // the squares in play
  std::array<std::int8_t, 64> square_of_{};  // bit of an action
  std::array<std::int8_t, 64> action_of_{};  // action of a bit
  State start_;
};

// Its named players and evaluations.
const std::vector<PolicyEntry<Othello>>& policies(const Othello&);
const std::vector<EvaluatorEntry<Othello>>& evaluators(const Othello&);

}  // namespace otherminds::othello
