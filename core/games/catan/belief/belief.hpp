// What a seat of Catan believes of the hands and the development cards of the others (Dobre 2018).
//
// The hands of the others are independent of each other: what the theft of an unknown card ties
// together is not kept, so that some combinations count as possible that are not, and never the
// other way round. Where nothing is hidden, the view says it all and the rest is unused.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/belief/hands.hpp"
#include "games/catan/belief/unseen_cards.hpp"
#include "games/catan/rules/state.hpp"

namespace otherminds::catan {

// A change of a hand as what is paid and what is gained.
struct HandChange {
  Hand cost{};
  Hand gain{};
};

struct Belief {
  View view;
  BySeat<Hands> hands;  // for the seat itself an empty hand
  UnseenCards cards;

  template <class Self, class Archive>
  static void beyond_view(Self& self, Archive& archive) {
    archive(self.hands, self.cards);
  }
};

// Draws so many of some cards, any of them as likely, and adds them to the fresh ones.
void draw_fresh(CardCounts from, int cards, CardCounts& fresh, Rng& rng);

// What tells beliefs apart for a planner (Dobre 2018, 6.2), in 82 numbers. For each seat the fewest
// and the most of each resource, the size of the hand and the number of possible hands; then the
// unseen development cards, in all and of each kind; then for each seat how many of its cards are
// certainly no victory points, how many it has, and how many it has played or shown of each kind.
using AbstractBelief = std::array<std::int32_t, 82>;
AbstractBelief abstract(const Belief& belief);

}  // namespace otherminds::catan
