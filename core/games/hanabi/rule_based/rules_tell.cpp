// Rules that tell somebody something. They are consulted only where there is a clue to spend.
#include "games/hanabi/rule_based/rules.hpp"

namespace otherminds::hanabi {

namespace {

bool colour_missing(const Situation& now, int seat, int slot) {
  return now.known_colour(seat, slot) == unknown;
}
bool rank_missing(const Situation& now, int seat, int slot) {
  return now.known_rank(seat, slot) == unknown;
}

Action tell_colour(const Situation& now, int seat, int slot) {
  return now.tell_colour(seat, now.colour_of(seat, slot));
}
Action tell_rank(const Situation& now, int seat, int slot) {
  return now.tell_rank(seat, now.rank_of(seat, slot));
}

// What the holder does not know, the rank first; nothing of a card that is fully known.
Proposal missing(const Situation& now, int seat, int slot) {
  if (rank_missing(now, seat, slot)) return Proposal::of(tell_rank(now, seat, slot));
  if (colour_missing(now, seat, slot)) return Proposal::of(tell_colour(now, seat, slot));
  return {};
}
Proposal missing_colour_first(const Situation& now, int seat, int slot) {
  if (colour_missing(now, seat, slot)) return Proposal::of(tell_colour(now, seat, slot));
  return missing(now, seat, slot);
}

// The first proposal over a hand.
template <class Tell>
Proposal over_hand(const Situation& now, int seat, Tell&& tell) {
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(seat, slot)) continue;
    if (const Proposal found = tell(seat, slot)) return found;
  }
  return {};
}

// The first over the others' hands, beginning with the next player's.
template <class Tell>
Proposal in_turn(const Situation& now, Tell&& tell) {
  for (int step = 1; step < now.seats(); ++step) {
    if (const Proposal found = over_hand(now, now.after(step), tell)) return found;
  }
  return {};
}

// The same in the order of the seats.
template <class Tell>
Proposal by_seat(const Situation& now, Tell&& tell) {
  for (int seat = 0; seat < now.seats(); ++seat) {
    if (seat == now.self()) continue;
    if (const Proposal found = over_hand(now, seat, tell)) return found;
  }
  return {};
}

Proposal colour_or_rank(const Situation& now, int seat, int slot) {
  Proposal coin;
  coin.add(tell_rank(now, seat, slot), 0.5);
  coin.add(tell_colour(now, seat, slot), 0.5);
  return coin;
}

Proposal tell_anything(const Situation& now) {
  Proposal all;
  const int next = now.after(1);
  const double share = 0.5 / now.cards_held(next);
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(next, slot)) continue;
    all.add(tell_rank(now, next, slot), share);
    all.add(tell_colour(now, next, slot), share);
  }
  return all;
}

// The first useless card met decides: if its holder knows it already there is nothing to tell.
Proposal useless_card(const Situation& now) {
  for (int step = 1; step < now.seats(); ++step) {
    const int seat = now.after(step);
    for (int slot = 0; slot < now.hand(); ++slot) {
      if (now.held(seat, slot) && (now.useless() & now.bit(seat, slot)))
        return missing(now, seat, slot);
    }
  }
  return {};
}

// Lets the holder prove that a card can go. Cards beyond reach are not considered.
Proposal dispensable(const Situation& now) {
  return by_seat(now, [&](int seat, int slot) -> Proposal {
    const int colour = now.colour_of(seat, slot);
    const int rank = now.rank_of(seat, slot);
    const bool no_colour = colour_missing(now, seat, slot);
    const bool no_rank = rank_missing(now, seat, slot);
    if (no_colour && now.top(colour) == now.ranks())
      return Proposal::of(tell_colour(now, seat, slot));
    if (no_rank && rank <= now.lowest_top()) return Proposal::of(tell_rank(now, seat, slot));
    if (no_colour != no_rank && rank <= now.top(colour)) return missing(now, seat, slot);
    return {};
  });
}

// The hint that points at the most cards, or at the most that do not know it yet.
Proposal most_information(const Situation& now, bool fresh) {
  Proposal best;
  int most = 0;
  const auto consider = [&](int seat, auto&& touches, Action action) {
    int number = 0;
    for (int slot = 0; slot < now.hand(); ++slot)
      number += now.held(seat, slot) && touches(slot) ? 1 : 0;
    if (number <= most) return;
    most = number;
    best = Proposal::of(action);
  };
  for (int seat = 0; seat < now.seats(); ++seat) {
    if (seat == now.self()) continue;
    for (int rank = 1; rank <= now.ranks(); ++rank) {
      const auto touches = [&](int slot) {
        return now.rank_of(seat, slot) == rank && (!fresh || rank_missing(now, seat, slot));
      };
      consider(seat, touches, now.tell_rank(seat, rank));
    }
    for (int colour = 0; colour < now.colours(); ++colour) {
      const auto touches = [&](int slot) {
        return now.colour_of(seat, slot) == colour && (!fresh || colour_missing(now, seat, slot));
      };
      consider(seat, touches, now.tell_colour(seat, colour));
    }
  }
  return best;
}

Proposal about_kinds(const Situation& now, Kinds kinds) {
  return in_turn(now, [&](int seat, int slot) -> Proposal {
    return kinds & now.bit(seat, slot) ? missing(now, seat, slot) : Proposal{};
  });
}

int oldest_playable(const Situation& now, int seat) {
  int best = unknown;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(seat, slot) || !(now.playable() & now.bit(seat, slot))) continue;
    if (!colour_missing(now, seat, slot) && !rank_missing(now, seat, slot)) continue;
    if (best == unknown || now.age(seat, slot) < now.age(seat, best)) best = slot;
  }
  return best;
}

int last_playable(const Situation& now, int seat) {
  int last = unknown;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (now.held(seat, slot) && (now.playable() & now.bit(seat, slot))) last = slot;
  }
  return last;
}

// As published the age counts for nothing: the last playable slot does, its colour first.
Proposal oldest_useful(const Situation& now) {
  for (int step = 1; step < now.seats(); ++step) {
    const int seat = now.after(step);
    const int slot = now.published() ? last_playable(now, seat) : oldest_playable(now, seat);
    if (slot == unknown) continue;
    const Proposal found =
        now.published() ? missing_colour_first(now, seat, slot) : missing(now, seat, slot);
    if (found) return found;
  }
  return {};
}

// The card that becomes playable when the next player plays his newest one blindly, told to the
// player after him by a hint that points at nothing else.
Proposal tell_finesse(const Situation& now) {
  if (now.seats() < 3) return {};
  const int next = now.after(1);
  const int target = now.after(2);
  const int newest = now.newest(next);
  if (newest == unknown || !(now.playable() & now.bit(next, newest))) return {};
  const int colour = now.colour_of(next, newest);
  const int rank = now.rank_of(next, newest) + 1;
  for (int slot = 0; slot < now.hand(); ++slot) {
    if (!now.held(target, slot) || now.colour_of(target, slot) != colour ||
        now.rank_of(target, slot) != rank)
      continue;
    int same_colour = 0;
    int same_rank = 0;
    for (int other = 0; other < now.hand(); ++other) {
      if (!now.held(target, other)) continue;
      same_colour += now.colour_of(target, other) == colour ? 1 : 0;
      same_rank += now.rank_of(target, other) == rank ? 1 : 0;
    }
    if (same_colour == 1 && same_rank == 1 && !rank_missing(now, target, slot))
      return Proposal::of(tell_colour(now, target, slot));
    if (same_rank == 1) return Proposal::of(tell_rank(now, target, slot));
    if (same_colour == 1) return Proposal::of(tell_colour(now, target, slot));
    return {};
  }
  return {};
}

}  // namespace

Proposal propose_tell(const Rule& rule, const Situation& now) {
  const int next = now.after(1);
  switch (rule.name) {
    case RuleName::tell_playable_card:
      return over_hand(now, next, [&](int seat, int slot) -> Proposal {
        return now.playable() & now.bit(seat, slot) ? colour_or_rank(now, seat, slot) : Proposal{};
      });
    case RuleName::tell_playable_card_outer:
      return over_hand(now, next, [&](int seat, int slot) -> Proposal {
        return now.playable() & now.bit(seat, slot) ? missing(now, seat, slot) : Proposal{};
      });
    case RuleName::tell_randomly:
      return tell_anything(now);
    case RuleName::tell_about_ones:
      return over_hand(now, next, [&](int seat, int slot) -> Proposal {
        return now.rank_of(seat, slot) == 1 ? missing(now, seat, slot) : Proposal{};
      });
    case RuleName::tell_anyone_about_useful_card:
      return about_kinds(now, now.playable());
    case RuleName::tell_unknown:
      return over_hand(now, next,
                       [&](int seat, int slot) { return missing_colour_first(now, seat, slot); });
    case RuleName::tell_anyone_about_useless_card:
      return useless_card(now);
    case RuleName::tell_dispensable:
      return dispensable(now);
    case RuleName::tell_most_information:
      return most_information(now, false);
    case RuleName::tell_most_new_information:
      return most_information(now, true);
    case RuleName::tell_ill_informed:
      return about_kinds(now, now.playable() | (now.can_discard() ? now.useless() : 0));
    case RuleName::tell_fives:
      return in_turn(now, [&](int seat, int slot) -> Proposal {
        return now.rank_of(seat, slot) == now.ranks() && rank_missing(now, seat, slot)
                   ? Proposal::of(tell_rank(now, seat, slot))
                   : Proposal{};
      });
    case RuleName::tell_anyone_about_oldest_useful_card:
      return oldest_useful(now);
    case RuleName::tell_to_save:
      return about_kinds(now, now.necessary());
    case RuleName::tell_to_save_partial_only:
      return in_turn(now, [&](int seat, int slot) -> Proposal {
        const bool nothing = colour_missing(now, seat, slot) && rank_missing(now, seat, slot);
        return nothing && (now.necessary() & now.bit(seat, slot)) ? missing(now, seat, slot)
                                                                  : Proposal{};
      });
    case RuleName::complete_tell_useful_card:
      return in_turn(now, [&](int seat, int slot) -> Proposal {
        const bool one = colour_missing(now, seat, slot) != rank_missing(now, seat, slot);
        return one && (now.playable() & now.bit(seat, slot)) ? missing(now, seat, slot)
                                                             : Proposal{};
      });
    case RuleName::tell_finesse:
      return tell_finesse(now);
    default:
      return {};
  }
}

}  // namespace otherminds::hanabi
