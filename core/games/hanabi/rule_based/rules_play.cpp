// Rules that play a card, and the one that plays or discards to get a clue back.
#include "games/hanabi/rule_based/rules.hpp"

namespace otherminds::hanabi {

namespace {

bool known_playable(const Situation& now, int seat, int slot) {
  const int colour = now.known_colour(seat, slot);
  const int rank = now.known_rank(seat, slot);
  return colour != unknown && rank != unknown && rank == now.top(colour) + 1;
}

template <class Fits>
Proposal play_first(const Situation& now, Fits&& fits) {
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (now.held(now.self(), slot) && fits(slot)) return Proposal::of(now.play(slot));
  }
  return {};
}

bool certainly_playable(const Situation& now, int slot) {
  const Kinds possible = now.possible(slot);
  return possible && !(possible & ~now.playable());
}

// Equal shares go to the highest slot.
Proposal probably_safe(const Situation& now, double threshold) {
  int best = unknown;
  double most = threshold;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot)) continue;
    const double share = now.share(slot, now.playable());
    if (share < most) continue;
    most = share;
    best = slot;
  }
  return best == unknown ? Proposal{} : Proposal::of(now.play(best));
}

// As published: a hint of a colour is followed if the card on top of that stack is unseen, one of
// a rank if some stack waits for that rank, whether the card is still there or not.
bool worth_following(const Situation& now, const SingleHint& hint) {
  if (!now.held(now.self(), hint.slot)) return false;
  if (!now.published()) return !hint.gone;
  if (hint.is_rank) {
    for (int colour = 0; colour < now.colours(); ++colour) {
      if (now.top(colour) == hint.value - 1 && now.is_unseen(colour, hint.value)) return true;
    }
    return false;
  }
  const int top = now.top(hint.value);
  return !hint.gone && top > 0 && now.is_unseen(hint.value, top);
}

// The newest hint to me that pointed at one card only: that card is meant to be played.
Proposal unique_possible_card(const Situation& now) {
  const auto hints = now.single_hints();
  for (auto hint = hints.rbegin(); hint != hints.rend(); ++hint) {
    if (worth_following(now, *hint)) return Proposal::of(now.play(hint->slot));
    if (!now.published()) return {};
  }
  return {};
}

// The player before me told the one after me about a card that is one step short: mine is the step.
Proposal play_finesse(const Situation& now) {
  const Event& last = now.event(0);
  const int next = now.after(1);
  if (!now.is_hint(last, next)) return {};
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!(last.slots >> slot & 1) || !now.held(next, slot)) continue;
    if (now.rank_of(next, slot) != now.top(now.colour_of(next, slot)) + 2) continue;
    const int newest = now.newest(now.self());
    return newest == unknown ? Proposal{} : Proposal::of(now.play(newest));
  }
  return {};
}

// I was told about one card, and then the player between us played: now mine fits.
Proposal finesse_told(const Situation& now) {
  const Event& hint = now.event(1);
  if (!now.is_play(now.event(0)) || !now.is_hint(hint, now.self())) return {};
  if (!is_known(hint.slots)) return {};
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (hint.slots >> slot & 1 && now.held(now.self(), slot)) return Proposal::of(now.play(slot));
  }
  return {};
}

// A move of a player that gives a clue back, as far as he knows his cards.
Proposal unblocking(const Situation& now, int seat) {
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(seat, slot)) continue;
    if (known_useless(now, seat, slot)) return Proposal::of(now.discard(slot));
    if (now.known_rank(seat, slot) == now.ranks() && known_playable(now, seat, slot))
      return Proposal::of(now.play(slot));
  }
  return {};
}

bool blocked(const Situation& now, int seat) {
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(seat, slot)) continue;
    if (known_useless(now, seat, slot) || known_playable(now, seat, slot)) return false;
  }
  return true;
}

// Without clues: if somebody is stuck before anybody else could help, I get a clue back for him.
Proposal unblock(const Situation& now) {
  if (now.clues() > 0) return {};
  for (int step = 1; step < now.seats(); ++step) {
    const int seat = now.after(step);
    if (blocked(now, seat)) return unblocking(now, now.self());
    if (unblocking(now, seat)) return {};
  }
  return {};
}

}  // namespace

Proposal propose_play(const Rule& rule, const Situation& now) {
  switch (rule.name) {
    case RuleName::play_if_certain:
      return play_first(now, [&](int slot) { return known_playable(now, now.self(), slot); });
    case RuleName::play_safe_card:
      return play_first(now, [&](int slot) { return certainly_playable(now, slot); });
    case RuleName::play_probably_safe:
      return probably_safe(now, rule.threshold);
    case RuleName::play_unique_possible_card:
      return unique_possible_card(now);
    case RuleName::play_finesse:
      return play_finesse(now);
    case RuleName::play_finesse_told:
      return finesse_told(now);
    case RuleName::try_to_unblock:
      return unblock(now);
    default:
      return {};
  }
}

}  // namespace otherminds::hanabi
