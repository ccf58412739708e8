// Rules that discard. They are consulted only where discarding is allowed.
#include "games/hanabi/rule_based/rules.hpp"

namespace otherminds::hanabi {

bool known_useless(const Situation& now, int seat, int slot) {
  const int colour = now.known_colour(seat, slot);
  const int rank = now.known_rank(seat, slot);
  if (colour != unknown && now.top(colour) == now.ranks()) return true;
  if (rank == unknown) return false;
  if (rank <= now.lowest_top()) return true;
  return colour != unknown && (rank <= now.top(colour) || rank > now.highest_reachable(colour));
}

namespace {

template <class Fits>
Proposal discard_first(const Situation& now, Fits&& fits) {
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (now.held(now.self(), slot) && fits(slot)) return Proposal::of(now.discard(slot));
  }
  return {};
}

Proposal discard_any(const Situation& now) {
  Proposal all;
  const int held = now.cards_held(now.self());
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (now.held(now.self(), slot)) all.add(now.discard(slot), 1.0 / held);
  }
  return all;
}

bool known_below_top(const Situation& now, int slot) {
  const int colour = now.known_colour(now.self(), slot);
  const int rank = now.known_rank(now.self(), slot);
  return colour != unknown && rank != unknown && rank <= now.top(colour);
}

Proposal oldest(const Situation& now) {
  int best = unknown;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot)) continue;
    if (best == unknown || now.age(now.self(), slot) < now.age(now.self(), best)) best = slot;
  }
  return best == unknown ? Proposal{} : Proposal::of(now.discard(best));
}

bool uninformed(const Situation& now, int slot) {
  return now.known_colour(now.self(), slot) == unknown &&
         now.known_rank(now.self(), slot) == unknown;
}

// As published the age of a card is compared with the index of a slot.
Proposal oldest_without_information(const Situation& now) {
  int best = unknown;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot) || !uninformed(now, slot)) continue;
    if (best == unknown)
      best = slot;
    else if (now.published() ? now.age(now.self(), slot) <= best
                             : now.age(now.self(), slot) < now.age(now.self(), best))
      best = slot;
  }
  return best == unknown ? Proposal{} : Proposal::of(now.discard(best));
}

// A card of a known colour that cannot be reached any more.
bool beyond_reach(const Situation& now, int slot) {
  const int colour = now.known_colour(now.self(), slot);
  if (colour == unknown) return false;
  const int highest = now.highest_reachable(colour);
  const int rank = now.known_rank(now.self(), slot);
  if (rank != unknown) return rank > highest;
  const Kinds possible = now.possible(slot);
  if (!possible) return false;
  for (int low = 1; low <= highest; ++low) {
    if (possible & now.bit_of(colour, low)) return false;
  }
  return true;
}

Proposal osawa(const Situation& now) {
  const Proposal safe =
      discard_first(now, [&](int slot) { return known_useless(now, now.self(), slot); });
  if (safe) return safe;
  return discard_first(now, [&](int slot) { return beyond_reach(now, slot); });
}

// Equal shares go to the highest slot. Where all are certainly necessary only the published rule
// discards one.
Proposal least_necessary(const Situation& now) {
  int best = unknown;
  double least = 2;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot)) continue;
    const double share = now.share(slot, now.necessary());
    if (share > least) continue;
    least = share;
    best = slot;
  }
  if (best == unknown || (least >= 1 && !now.published())) return {};
  return Proposal::of(now.discard(best));
}

Proposal probably_useless(const Situation& now, double threshold) {
  int best = unknown;
  double most = threshold;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot)) continue;
    const double share = now.share(slot, now.useless());
    if (share < most) continue;
    most = share;
    best = slot;
  }
  return best == unknown ? Proposal{} : Proposal::of(now.discard(best));
}

Proposal highest(const Situation& now) {
  int best = unknown;
  int most = 0;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(now.self(), slot)) continue;
    const int rank = now.known_rank(now.self(), slot);
    if (rank == unknown || rank <= most) continue;
    most = rank;
    best = slot;
  }
  return best == unknown ? Proposal{} : Proposal::of(now.discard(best));
}

}  // namespace

Proposal propose_discard(const Rule& rule, const Situation& now) {
  switch (rule.name) {
    case RuleName::discard_randomly:
      return discard_any(now);
    case RuleName::discard_if_certain:
      return discard_first(now, [&](int slot) { return known_below_top(now, slot); });
    case RuleName::discard_safe_card:
      return discard_first(now, [&](int slot) { return known_useless(now, now.self(), slot); });
    case RuleName::discard_oldest_first:
      return oldest(now);
    case RuleName::discard_oldest_no_info_first:
      return oldest_without_information(now);
    case RuleName::discard_useless_card:
      return discard_first(now, [&](int slot) { return beyond_reach(now, slot); });
    case RuleName::osawa_discard:
      return osawa(now);
    case RuleName::discard_least_likely_to_be_necessary:
      return least_necessary(now);
    case RuleName::discard_probably_useless:
      return probably_useless(now, rule.threshold);
    case RuleName::discard_highest:
      return highest(now);
    case RuleName::discard_unidentified_card:
      return discard_first(now, [&](int slot) { return uninformed(now, slot); });
    default:
      return {};
  }
}

}  // namespace otherminds::hanabi
