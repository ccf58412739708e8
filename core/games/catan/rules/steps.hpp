// The parts of a step that roll-outs take all the time, inline for their sake.
#pragma once

#include <algorithm>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

// A bank without limit could fill a hand beyond what is counted; what nobody can hold is lost.
// All hands are looked at together.
template <class... Hands>
inline void bound(Hands&... hands) {
  constexpr std::uint64_t up_to_the_free_bit = 0x0101010101ULL * (127 - most_of_a_kind);
  if ((((hands.word() + up_to_the_free_bit) | ...) & 0x8080808080ULL) == 0) [[likely]]
    return;
  const auto bound_one = [](Hand& hand) {
    Hand kept{};
    for (int resource = 0; resource < resource_count; ++resource)
      kept += Hand::of(resource, std::min(hand[resource], most_of_a_kind));
    hand = kept;
  };
  (bound_one(hands), ...);
}

inline void Catan::look_at_bank(State& state) const {
  if (rules_.unlimited_bank) {
    state.table.no_stock = state.table.scarce = 0;
    return;
  }
  state.table.no_stock = static_cast<std::uint8_t>(~state.bank.held() & 0x1f);
  state.table.scarce =
      static_cast<std::uint8_t>(~state.bank.at_least(Hand::from(0x0202020202ULL)) & 0x1f);
}

inline void Catan::pay(State& state, int seat, Hand cost) const {
  state.hands[seat] -= cost;
  if (rules_.unlimited_bank) return;
  state.bank += cost;
  look_at_bank(state);
}

inline void Catan::take(State& state, int seat, Hand cards) const {
  state.hands[seat] += cards;
  if (rules_.unlimited_bank) return bound(state.hands[seat]);
  state.bank -= cards;
  look_at_bank(state);
}

inline void Catan::end(State& state, int winner) const {
  Table& table = state.table;
  table.phase = over;
  table.winner = static_cast<std::int8_t>(winner);
  table.acting = table.current;
  table.victim = nothing;
  table.offer = nothing;
  table.offerer = nothing;
  table.counters = 0;
  table.free_roads = 0;
  table.discards = {};
}

inline void Catan::resume(Table& table) const {
  table.phase = table.roll == 0 ? beginning : playing;
  table.acting = table.current;
  table.victim = nothing;
  table.offer = nothing;
  table.offerer = nothing;
  table.counters = 0;
  table.free_roads = 0;
}

inline void Catan::begin_turn(State& state) const {
  Table& table = state.table;
  table.roll = 0;
  table.card_played = 0;
  table.offers = 0;
  table.bought = 0;
  state.fresh = {};
  resume(table);
}

inline void Catan::finish_turn(State& state) const {
  Table& table = state.table;
  ++table.turn;
  table.current = static_cast<std::int8_t>(table.current + 1 == seats() ? 0 : table.current + 1);
  begin_turn(state);
}

// After every step: ends the game if somebody has won, or if it has gone on for too long.
inline void Catan::look_for_winner(State& state) const {
  const Table& table = state.table;
  const int candidate = rules_.actor_wins ? table.acting : table.current;
  if (points(state, candidate) >= options_.points &&
      !(rules_.actor_wins && table.phase == stealing))
    return end(state, candidate);
  if (table.turn >= options_.turns) end(state, nothing);
}

inline void Catan::exchange(State& state, int giver, int taker, const Trade& trade) const {
  state.hands[giver] += trade.want;
  state.hands[giver] -= trade.give;
  state.hands[taker] += trade.give;
  state.hands[taker] -= trade.want;
  bound(state.hands[giver], state.hands[taker]);
}

inline void Catan::next_discard(State& state) const {
  Table& table = state.table;
  for (int i = 0; i < seats(); ++i) {
    const int seat = table.current + i - (table.current + i < seats() ? 0 : seats());
    if (table.discards[seat] == 0) continue;
    table.acting = static_cast<std::int8_t>(seat);
    const bool drawn =
        options_.drawn_discards > 0 && table.discards[seat] > options_.drawn_discards;
    table.phase = drawn ? losing : discarding;
    return;
  }
  table.acting = table.current;
  table.phase = robbing;
}

inline void Catan::produce(State& state, int number) const {
  const BySeat<Hand>& due = state.table.yields[number - 2];
  const Hand all = due[0] + due[1] + due[2] + due[3];
  if (all.word() == 0) return;
  if (rules_.unlimited_bank || state.bank.covers(all)) {
    for (int seat = 0; seat < most_seats; ++seat) state.hands[seat] += due[seat];
    if (!rules_.unlimited_bank) {
      state.bank -= all;
      return look_at_bank(state);
    }
    auto& [first, second, third, fourth] = state.hands;
    return bound(first, second, third, fourth);
  }
  for (int resource = 0; resource < resource_count; ++resource) {
    int seats_due = 0;
    int one = nothing;
    for (int seat = 0; seat < seats(); ++seat) {
      if (due[seat][resource] == 0) continue;
      ++seats_due;
      one = seat;
    }
    if (all[resource] <= state.bank[resource]) {
      for (int seat = 0; seat < seats(); ++seat)
        take(state, seat, Hand::of(resource, due[seat][resource]));
    } else if (seats_due == 1) {
      take(state, one, Hand::of(resource, state.bank[resource]));
    }
  }
}

inline void Catan::rolled(State& state, int number) const {
  Table& table = state.table;
  table.roll = static_cast<std::uint8_t>(number);
  if (number != 7) {
    produce(state, number);
    table.phase = playing;
    return;
  }
  for (int seat = 0; seat < seats(); ++seat) {
    const int size = state.hands[seat].size();
    table.discards[seat] = static_cast<std::uint8_t>(size > 7 ? size / 2 : 0);
  }
  next_discard(state);
}

}  // namespace otherminds::catan
