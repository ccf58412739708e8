// What lies open for everybody, as the conventions read it. Nothing here depends on which seat
// looks, so that all seats understand a hint alike.
#pragma once

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

using Slots = std::uint8_t;  // a bit for each slot of a hand

constexpr Slots slot_bit(int slot) { return static_cast<Slots>(1U << slot); }

struct OpenTable {
  OpenTable(const Hanabi& game, const View& view);

  const Hanabi& game;
  int seats = 0;
  int hand = 0;
  std::array<Slots, most_seats> held{};
  BySlot<Kinds> told{};  // what hints leave of each card; 0: no card
  BySlot<std::uint8_t> ages{};
  Kinds playable = 0;
  Kinds dead = 0;       // no play can ever use them
  Kinds necessary = 0;  // useful, and a single copy is left
  Counts left{};        // cards in hands or in the deck
  int lives = 0;

  bool holds(int seat, int slot) const { return held[seat] >> slot & 1; }
  // Of these slots of a seat; none where there are none.
  int newest(int seat, Slots among) const;
  int oldest(int seat, Slots among) const;
  // Narrows what is told of a hand by a hint that points at these slots.
  void tell(const Move& hint, Slots touched);
};

inline Kinds named_by(const Move& hint) {
  return hint.type == hint_colour ? kinds_of_colour(hint.value) : kinds_of_rank(hint.value);
}

}  // namespace otherminds::hanabi
