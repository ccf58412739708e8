// What a seat of Leduc poker believes: each card that it does not see is as likely as the others.
#include <algorithm>

#include "engine/contradiction.hpp"
#include "games/leduc/leduc.hpp"

namespace otherminds::leduc {

namespace {

// The state that a view and the other card make up.
State world(const View& view, int other_card) {
  State state;
  state.cards[view.seat] = view.card;
  state.cards[1 - view.seat] = static_cast<Small>(other_card);
  state.board = view.board;
  state.actor = static_cast<Small>(view.actor);
  state.paid = view.paid;
  state.raises = view.raises;
  state.acted = view.acted;
  state.bets = view.bets;
  return state;
}

}  // namespace

// What a seat knew and witnessed decides what it knows now, up to the card that a showdown shows.
// Until then any other card will do to find out, as long as it is not the one that is dealt.
void Leduc::update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  if (old.actor == nobody || seen.actor != old.actor) contradict("No deal fits");
  unsigned unseen = all_cards & ~(card_set(old.card) | card_set(old.board));
  if (old.actor == chance) {
    if (seen.action < 0 || seen.action >= card_count || (unseen & card_set(seen.action)) == 0)
      contradict("No deal fits");
    unseen &= ~card_set(seen.action);
  } else {
    ActionList possible;
    legal(world(old, std::countr_zero(unseen)), possible);
    if (!std::ranges::binary_search(possible, seen.action)) contradict("No deal fits");
  }
  if (now.other_card != none) {
    if (now.other_card < 0 || now.other_card >= card_count) contradict("No deal fits");
    unseen &= card_set(now.other_card);
    if (unseen == 0) contradict("No deal fits");
  }
  const State before = world(old, std::countr_zero(unseen));
  State after = before;
  apply(after, seen.action);
  if (observe(before, seen.action, after, old.seat) != seen || view(after, old.seat) != now)
    contradict("No deal fits");
  belief.view = now;
}

State Leduc::sample(const Belief& belief, Rng& rng) const {
  const View& view = belief.view;
  if (view.other_card != none) return world(view, view.other_card);
  return world(view, draw(card_set(view.card) | card_set(view.board), rng));
}

void Leduc::worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const {
  const View& view = belief.view;
  const unsigned seen = card_set(view.card) | card_set(view.board);
  const unsigned unseen = view.other_card == none ? all_cards & ~seen : card_set(view.other_card);
  out.clear();
  for (unsigned left = unseen; left != 0; left &= left - 1)
    out.emplace_back(world(view, std::countr_zero(left)), 1.0 / std::popcount(unseen));
}

}  // namespace otherminds::leduc
