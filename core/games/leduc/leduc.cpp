#include "games/leduc/leduc.hpp"

#include <algorithm>

#include "engine/error.hpp"

namespace otherminds::leduc {

namespace {

constexpr std::array<std::string_view, rank_count> rank_names = {"jack", "queen", "king"};
constexpr std::array<std::string_view, suit_count> suit_names = {"hearts", "spades"};

std::string card_name(int card) {
  return std::string(rank_names[rank_of(card)]) + " of " +
         std::string(suit_names[card % suit_count]);
}

bool is_card(int card) { return card >= 0 && card < card_count; }

// Whether the cards lie open: nobody acts and nobody has folded.
bool shown(const State& state) { return state.actor == nobody && state.paid[0] == state.paid[1]; }

// A pair with the board beats everything else, then the higher rank.
int strength(int card, int board) {
  return rank_of(card) == rank_of(board) ? rank_count : rank_of(card);
}

std::string bets_text(const Bets& bets, int round) {
  constexpr std::array<std::string_view, kind_count> names = {"fold", "call", "raise"};
  std::string text;
  for (const Small bet : bets[round])
    if (bet != none) text += (text.empty() ? "" : ", ") + std::string(names[bet]);
  return text.empty() ? "none" : text;
}

// What both a state and a view tell of the position, after a line for each seat.
template <class Position>
std::string public_lines(const Position& position) {
  std::string lines = "\nfirst round: " + bets_text(position.bets, 0);
  if (position.board != none) {
    lines +=
        "\nboard: " + card_name(position.board) + "\nsecond round: " + bets_text(position.bets, 1);
  }
  if (position.actor >= 0) return lines + "\nseat " + std::to_string(position.actor) + " to act";
  return lines + (position.actor == chance ? "\nthe board is to be dealt" : "\nthe hand is over");
}

std::string seat_line(int seat, int card, int paid) {
  return "seat " + std::to_string(seat) + ": " +
         (card == none ? "a hidden card" : card_name(card)) + ", paid " + std::to_string(paid);
}

}  // namespace

State Leduc::initial(Rng& rng) const {
  State state;
  state.cards[0] = static_cast<Small>(draw(0, rng));
  state.cards[1] = static_cast<Small>(draw(card_set(state.cards[0]), rng));
  return state;
}

void Leduc::outcomes(const State& state, OutcomeList& out) const {
  out.clear();
  for (Action card = 0; card < card_count; ++card) {
    if (card != state.cards[0] && card != state.cards[1])
      out.push_back({card, 1.0 / (card_count - seat_count)});
  }
}

Returns Leduc::returns(const State& state) const {
  int lead = state.paid[0] - state.paid[1];
  if (lead == 0)
    lead = strength(state.cards[0], state.board) - strength(state.cards[1], state.board);
  const double stake = std::min(state.paid[0], state.paid[1]);
  Returns returns{};
  if (lead != 0) {
    returns[0] = lead > 0 ? stake : -stake;
    returns[1] = -returns[0];
  }
  return returns;
}

View Leduc::view(const State& state, int seat) const {
  View view;
  view.seat = seat;
  view.actor = state.actor;
  view.card = state.cards[seat];
  if (shown(state)) view.other_card = state.cards[1 - seat];
  view.board = state.board;
  view.round = state.board != none;
  view.paid = state.paid;
  view.raises = state.raises;
  view.acted = state.acted;
  view.bets = state.bets;
  return view;
}

// The bets are played again: what the other fields hold must come of it.
std::string Leduc::problem(const State& state) const {
  if (!is_card(state.cards[0]) || !is_card(state.cards[1]) || state.cards[0] == state.cards[1])
    return "the cards are not two different ones of 0 to 5.";
  if (state.board != none && !is_card(state.board)) return "the board is not -1 or a card.";
  if (state.board == state.cards[0] || state.board == state.cards[1])
    return "the board is a card that a seat holds.";
  State replay;
  replay.cards = state.cards;
  ActionList possible;
  for (int round = 0; round < round_count; ++round) {
    if (round == 1) {
      if (replay.actor != chance || state.board == none) break;
      apply(replay, state.board);
    }
    for (const Small bet : state.bets[round]) {
      if (bet == none || replay.actor < 0) break;
      legal(replay, possible);
      if (!std::ranges::binary_search(possible, bet)) return "a bet is not one that was legal.";
      apply(replay, bet);
    }
  }
  return replay == state ? "" : "the fields do not follow from the cards and the bets.";
}

std::string Leduc::outcome_text(Action card) const { return card_name(card); }

std::string Leduc::text(const State& state) const {
  return seat_line(0, state.cards[0], state.paid[0]) + "\n" +
         seat_line(1, state.cards[1], state.paid[1]) + public_lines(state);
}

std::string Leduc::text(const View& view) const {
  std::string lines;
  for (int seat = 0; seat < seat_count; ++seat) {
    lines += (seat > 0 ? "\n" : "") +
             seat_line(seat, seat == view.seat ? view.card : view.other_card, view.paid[seat]);
  }
  return lines + public_lines(view);
}

// One number for each seat, for each card (own, other, board) and for each action at each place.
std::vector<int> Leduc::tensor_shape() const {
  return {seat_count + 3 * card_count + round_count * longest_round * kind_count};
}

void Leduc::tensor(const View& view, std::span<float> out) const {
  std::ranges::fill(out, 0.0F);
  std::size_t start = 0;
  const auto mark = [&](int which, int count) {
    if (which != none) out[start + static_cast<std::size_t>(which)] = 1.0F;
    start += static_cast<std::size_t>(count);
  };
  mark(view.seat, seat_count);
  for (const int card : {view.card, view.other_card, view.board}) mark(card, card_count);
  for (const auto& round : view.bets)
    for (const int bet : round) mark(bet, kind_count);
}

}  // namespace otherminds::leduc
