#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

Belief Hanabi::Quirks::forgetful(const Hanabi& game, const Belief& belief,
                                 std::span<const std::string> facts) {
  const auto forgets = [&](std::string_view fact) {
    return std::ranges::find(facts, fact) != facts.end();
  };
  View view = belief.view;
  // Who has no card cannot take the turns that the others would still expect.
  if (view.actor == nobody || !game.all_hold_cards(view)) return belief;
  if (forgets("own_cards")) {
    for (const Card card : belief.gone) {
      if (card == no_card) continue;
      view.unseen.add(card);
      ++view.deck_left;
    }
    if (view.deck_left > 0) view.turns_left = 0;
  }
  if (forgets("last_round") && view.turns_left > 0)
    view.turns_left = static_cast<std::uint8_t>(game.options_.players);
  return game.belief(view);
}

void Hanabi::Quirks::give_turn(const Hanabi& game, State& state, int seat) {
  if (state.actor != nobody && game.all_hold_cards(state)) state.actor = static_cast<Small>(seat);
}

View Hanabi::Quirks::view_without_hand(const Hanabi& game, const State& state, int seat) {
  View view = game.view(state, seat);
  view.unseen = state.undrawn;
  return view;
}

}  // namespace otherminds::hanabi
