// What everybody remembers who follows the conventions: what hints meant beyond what they told.
// All seats keep the same notes, because a hint is read by open facts only.
#pragma once

#include "engine/policy.hpp"
#include "games/hanabi/conventions/table.hpp"

namespace otherminds::hanabi {

// A hint that makes sense only if somebody between the hinting and the hinted player plays the
// missing card unasked.
struct Finesse {
  std::uint8_t open = 0;
  std::uint8_t giver = 0;
  std::uint8_t target = 0;
  std::uint8_t slot = 0;
  Kinds direct = 0;   // what the card is if nobody plays
  Kinds missing = 0;  // what it may be besides: each waits for one card
};

struct Notes {
  BySlot<Kinds> ruled_out{};
  std::array<Slots, most_seats> touched{};          // a hint has pointed at them
  std::array<Slots, most_seats> called{};           // a hint asked for them to be played
  BySlot<std::uint8_t> giver{};                     // the seat whose hint ruled something out
  std::array<std::uint8_t, most_seats> kept{};      // hints of a seat that meant what was read
  std::array<std::uint8_t, most_seats> broken{};    // and those that did not
  std::array<std::uint8_t, most_seats> followed{};  // plays that a seat was asked for
  std::array<std::uint8_t, most_seats> ignored{};   // and turns in which it made none of them
  Finesse finesse;

  static Notes of(const Hanabi& game, const Memory& memory);
  // Whether hints of a seat mean what they would among players who follow the conventions, and
  // whether it reads those of others so.
  bool trusts(int seat) const;
  bool heeds(int seat) const;
  // Whether nobody else is known to point at any card whatsoever.
  bool trusts_all_but(int seat) const;
  void forget(int seat, int slot);
};

// What everybody takes each card for, by hints, their meaning, and the rule that nobody points at a
// card that is of no use or that is known to be held already.
struct Common {
  Common(const OpenTable& table, const Notes& notes);

  BySlot<Kinds> kinds{};
  Kinds placed = 0;  // kinds that a pointed-at card is known to be
  Kinds next = 0;    // that fit once the known cards below them are played; none of `placed`
};

int chop(const OpenTable& table, const Notes& notes, int seat);
// The slot that a seat plays if somebody relies on it to hold this card; none.
int slot_relied_on(const OpenTable& table, const Notes& notes, const Common& common, int seat,
                   Card card);

// Folds in a hint; the table is that after it, the notes those before.
void read_hint(const OpenTable& table, int giver, const Move& hint, Slots touched, Notes& notes);
// Folds in what everybody saw last.
void read_event(const Hanabi& game, const View& view, Notes& notes);

}  // namespace otherminds::hanabi
