#include "games/othello/othello.hpp"

#include "engine/error.hpp"

namespace otherminds::othello {

Othello::Othello(const Options& options) : options_(options) {
  check_game_options("Othello", options);
  const int size = options.size;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const int bit = 8 * row + column;
      board_ |= Board{1} << bit;
      square_of_[static_cast<std::size_t>(row * size + column)] = static_cast<std::int8_t>(bit);
      action_of_[static_cast<std::size_t>(bit)] = static_cast<std::int8_t>(row * size + column);
    }
  }
  const int low = 9 * (size / 2 - 1);  // the upper left of the four central squares
  start_.own.word = (Board{1} << (low + 1)) | (Board{1} << (low + 8));
  start_.opponent.word = (Board{1} << low) | (Board{1} << (low + 9));
  find_moves(start_);
}

Returns Othello::returns(const State& state) const {
  return returns_of(count(state.own.word) - count(state.opponent.word), state.to_move);
}

Returns Othello::returns_of(int lead, int side) const {
  if (side == 1) lead = -lead;
  double black = lead > 0 ? 1.0 : lead < 0 ? -1.0 : 0.0;
  if (lead == 0 && options_.draw_is_white_win) black = -1.0;
  return {black, 0.0 - black};  // no negative zero
}

std::string Othello::problem(const State& state) const {
  if (state.to_move != 0 && state.to_move != 1)
    return "the side to move is neither Black nor White.";
  if (state.own.word & state.opponent.word) return "a square holds two discs.";
  if ((state.own.word | state.opponent.word) & ~board_) return "a disc lies outside the board.";
  State expected = state;
  expected.over = 0;
  find_moves(expected);
  if (expected.moves != state.moves || expected.over != state.over)
    return "its legal moves do not follow from its discs.";
  return {};
}

std::string Othello::action_text(Action action) const {
  if (action == pass()) return "pass";
  const int row = action / options_.size;
  const int column = action % options_.size;
  return {static_cast<char>('a' + column), static_cast<char>('1' + row)};
}

Value::Members Othello::action_parts(Action action) const {
  if (action == pass()) return {};
  return {{"square", {action_text(action)}}};
}

std::string Othello::text(const State& state) const {
  const Board black = (state.to_move == 0 ? state.own : state.opponent).word;
  const Board white = (state.to_move == 0 ? state.opponent : state.own).word;
  std::string lines = "  ";
  for (int column = 0; column < options_.size; ++column)
    lines += {static_cast<char>('a' + column), ' '};
  for (int row = 0; row < options_.size; ++row) {
    lines += "\n" + std::to_string(row + 1);
    for (int column = 0; column < options_.size; ++column) {
      const Board square = Board{1} << (8 * row + column);
      const bool legal = !state.over && (state.moves.word & square);
      lines += black & square ? " X" : white & square ? " O" : legal ? " *" : " .";
    }
  }
  lines +=
      "\nX Black " + std::to_string(count(black)) + ", O White " + std::to_string(count(white));
  if (state.over) return lines + "; game over";
  lines += state.to_move == 0 ? "; Black to move" : "; White to move";
  return state.moves.word ? lines + " (*)" : lines + " must pass";
}

// Planes: the seat's discs, the other's discs, ones where the seat is to move.
void Othello::tensor(const View& view, std::span<float> out) const {
  const bool to_move = view.state.to_move == view.seat;
  const Board mine = (to_move ? view.state.own : view.state.opponent).word;
  const Board theirs = (to_move ? view.state.opponent : view.state.own).word;
  const auto squares = static_cast<std::size_t>(pass());
  for (std::size_t i = 0; i < squares; ++i) {
    const Board bit = Board{1} << square_of_[i];
    out[i] = mine & bit ? 1.0F : 0.0F;
    out[squares + i] = theirs & bit ? 1.0F : 0.0F;
    out[2 * squares + i] = view.actor == view.seat ? 1.0F : 0.0F;
  }
}

}  // namespace otherminds::othello
