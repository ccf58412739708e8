// What a seat of Cluedo learns from what it witnesses.
//
// Each answer is a fact about one hand: none of three cards, one of three cards, or this card. A
// card shown to the seat itself also weighs the hand by how the other chooses (deals.hpp); which
// card one other seat showed another is known to be one of those named, nothing more. Why somebody
// asked what it asked is not evidence here; that is the work of a model of that seat.
#include <algorithm>

#include "engine/contradiction.hpp"
#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

template <class T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

// The suggestion that is being answered.
Event& event_of(Witness& witness, const Table& table) {
  const int turn = static_cast<int>(table.turn) + 1;
  if (witness.events.empty() || witness.events.back().turn != turn ||
      witness.events.back().accusation)
    witness.events.push_back({.turn = turn, .seat = table.current, .named = table.suggestion});
  return witness.events.back();
}

}  // namespace

const Deals& LazyDeals::of(const Evidence& evidence) const {
  std::call_once(slot_->once, [&] { slot_->deals.emplace(evidence); });
  return *slot_->deals;
}

// From a later view than the first, of what was shown between others nothing is known.
Belief Cluedo::belief(const View& view) const {
  Belief belief;
  belief.view = view;
  Evidence& evidence = belief.evidence;
  evidence.seats = seats();
  evidence.self = view.seat;
  evidence.kinds = cards_.kinds();
  evidence.open = view.table.open;
  for (int seat = 0; seat < seats(); ++seat) {
    evidence.hand_sizes[seat] = view.table.hand_sizes[seat];
    evidence.holds[seat] = seat == view.seat ? view.hand : view.seen[seat];
    if (seat != view.seat) evidence.lacks[seat] = view.table.lacks[seat];
  }
  Witness& witness = belief.witness;
  witness.seats = evidence.seats;
  witness.self = evidence.self;
  witness.kinds = evidence.kinds;
  witness.open = evidence.open;
  witness.hand = view.hand;
  witness.hand_sizes = evidence.hand_sizes;
  return belief;
}

// The view afterwards as far as cards go: what was shown to the seat and by it, and who has none of
// what. All else follows the rules and is taken from the view itself.
View Cluedo::expected(const View& old, const Observation& seen, const View& now) const {
  View view = now;
  view.seen = old.seen;
  view.given = old.given;
  view.table.lacks = old.table.lacks;
  view.table.hand_sizes = old.table.hand_sizes;
  if (old.table.phase != answering) return view;
  const int by = old.table.asked;
  const int asker = old.table.current;
  const bool shown = seen.action >= first_show_ && seen.action < action_count();
  if (seen.action == no_card_) view.table.lacks[by] |= old.table.suggestion.cards();
  if (shown && asker == old.seat) view.seen[by] |= only(seen.action - first_show_);
  if (shown && by == old.seat) view.given[asker] |= only(seen.action - first_show_);
  return view;
}

// What an observation says must be what the rules let happen in the view before it: it may come
// from outside.
void Cluedo::update(Belief& belief, const Observation& seen, const View& now) const {
  const View old = belief.view;
  const Table& table = old.table;
  if (now.seat != old.seat || now.hand != old.hand || now.table.open != table.open ||
      old.actor == nobody || seen.actor != old.actor)
    contradict("No deal fits");
  if (seen.action < hidden_action || seen.action >= std::max(action_count(), outcome_count()))
    contradict("No deal fits");
  if (now != expected(old, seen, now)) contradict("No deal fits");
  belief.view = now;
  if (table.phase == answering) {
    const int by = table.asked;
    const Triple& asked = table.suggestion;
    const Cards named = asked.cards();
    const bool none_shown = seen.action == no_card_;
    Card card = no_card;
    if (!none_shown && seen.action != hidden_action) {
      if (type_of(seen.action) != show || !has(named, seen.action - first_show_))
        contradict("No deal fits");
      card = static_cast<Card>(seen.action - first_show_);
    }
    Event& event = event_of(belief.witness, table);
    if (none_shown)
      event.without.push_back(by);
    else
      event.shower = by;
    event.shown = card;
    if (by == old.seat) return;
    Evidence& evidence = belief.evidence;
    const Cards excluded = evidence.open | (none_shown ? evidence.holds[by] : evidence.lacks[by]);
    if (none_shown        ? (named & evidence.holds[by]) != 0
        : card != no_card ? has(excluded, card)
                          : (named & ~excluded) == 0)
      contradict("No deal fits");
    belief.lazy = {};
    if (none_shown) {
      evidence.lacks[by] |= named;
    } else if (card == no_card) {
      add_once(evidence.clauses, Clause{static_cast<std::uint8_t>(by), named});
      add_once(belief.exchanges, Exchange{table.current, static_cast<std::uint8_t>(by), named});
    } else {
      evidence.holds[by] |= only(card);
      evidence.showings.push_back({static_cast<std::uint8_t>(by), card, named});
    }
  } else if (seen.action >= first_accusation_ && seen.action < first_move_ &&
             table.phase != rolling && seen.facts[1] == 0) {
    const Triple named = triple_of(seen.action);
    belief.evidence.wrong.push_back(named.cards());
    belief.witness.events.push_back({.turn = static_cast<int>(table.turn) + 1,
                                     .seat = table.current,
                                     .named = named,
                                     .accusation = true});
    belief.lazy = {};
  } else if (now.table.phase == over && now.table.winner != none &&
             seen.action >= first_accusation_ && seen.action < first_move_) {
    // The envelope was named.
    const Cards right = triple_of(seen.action).cards();
    for (int seat = 0; seat < seats(); ++seat)
      if (seat != old.seat) belief.evidence.lacks[seat] |= right;
    belief.lazy = {};
  }
}

// Showings between others are drawn as they choose: uniformly among the named cards held.
State Cluedo::sample(const Belief& belief, Rng& rng) const {
  const Deal deal = belief.deals().sample(rng);
  const View& view = belief.view;
  State state;
  state.table = view.table;
  state.hands = deal.hands;
  state.envelope = deal.envelope;
  state.shown[view.seat] = view.seen;
  for (int other = 0; other < seats(); ++other) state.shown[other][view.seat] = view.given[other];
  for (const Exchange& exchange : belief.exchanges) {
    const Cards held = exchange.asked & deal.hands[exchange.by];
    const auto pick = rng.below(static_cast<std::uint32_t>(count(held)));
    state.shown[exchange.to][exchange.by] |= only(nth_of(held, pick));
  }
  return state;
}

}  // namespace otherminds::cluedo
