// What is possible in the belief game, how likely, and what tells its states apart.
#include <algorithm>
#include <bit>

#include "games/catan/belief_game/believed.hpp"

namespace otherminds::catan {

void BeliefGame::legal(const State& state, ActionList& out) const {
  if (state.settled) return game_->allowed(state.position, out);
  const Table& table = state.position.table;
  const Believed believed(*this, state);
  list_choices(*game_, believed.choices(*this, state), out);
  // Where all hands are known, the most of each resource is what there is.
  const auto surely = [&](int seat) {
    return seat == nothing || seat == state.planner || state.hands[seat].known();
  };
  bool certain = true;
  for (int seat = 0; seat < seats(); ++seat) certain = certain && surely(seat);
  if (certain || (table.phase != playing && table.phase != answering)) return;
  const auto can = [&](int seat, Hand cards) {
    return surely(seat) || state.hands[seat].may_cover(cards);
  };
  const int seat = table.acting;
  std::erase_if(out, [&](Action action) {
    const Needs needs = needs_of(*game_, table, action);
    return !can(seat, needs.own) || !can(needs.other, needs.others);
  });
}

void BeliefGame::legality(const State& state, const ActionList& actions,
                          std::vector<double>& out) const {
  out.assign(actions.size(), 1.0);
  const Table& table = state.position.table;
  const int seat = table.acting;
  if (state.settled || seat == state.planner) return;
  const FewHands& hands = state.hands[seat];
  Hand last{};  // most moves of a kind take the same
  double chance = 1;
  std::array<double, card_kinds> holds{};
  bool counted = false;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const int card = card_of(type_of(actions[i]));
    if (card != nothing) {
      if (!counted) holds = state.cards.holding(seat, fresh_unseen(state, seat));
      counted = true;
      out[i] = holds[card];
      continue;
    }
    const Hand own = needs_of(*game_, table, actions[i]).own;
    if (own != last) chance = hands.covers(last = own);
    out[i] = chance;
  }
}

// What everybody sees but the number of the turn, the planner's own cards, and of the others what
// the abstract belief of the thesis has.
std::uint64_t BeliefGame::state_key(const State& state) const {
  const catan::State& position = state.position;
  if (state.settled) return game_->state_key(position);
  std::uint64_t key = table_key(position.table);
  const auto add = [&](std::uint64_t word) { key = mix64(key ^ word); };
  const int me = state.planner;
  add(position.hands[me].word());
  std::uint64_t cards = 0;
  for (int kind = 0; kind < card_kinds; ++kind)
    cards = cards << 10 |
            static_cast<std::uint64_t>(position.held[me][kind] << 5 | position.fresh[kind]);
  add(cards);
  add(static_cast<std::uint64_t>(state.monopoly) << 16 |
      static_cast<std::uint64_t>(state.pending) << 8 | state.candidate);
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat == me) continue;
    const FewHands& hands = state.hands[seat];
    add(hands.least().word() + (static_cast<std::uint64_t>(hands.possible()) << 40) +
        (static_cast<std::uint64_t>(state.cards.highest(seat)) << 52) +
        (static_cast<std::uint64_t>(position.held[seat][victory_point]) << 56));
    if (!hands.known()) add(hands.most().word());
  }
  return key;
}

}  // namespace otherminds::catan
