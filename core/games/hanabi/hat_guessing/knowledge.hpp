// What everybody at the table knows, and knows that everybody knows: the ground that the code of
// the hat-guessing player stands on. Nothing here may depend on which seat looks.
#pragma once

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

// The stacks and the discarded cards, as sets of kinds.
struct PublicTable {
  PublicTable(const Hanabi& game, const View& view);
  // As it was before this card was played or discarded, from a view right after that.
  static PublicTable before(const Hanabi& game, const View& after, Card taken, bool fits);

  Kinds playable = 0;
  Kinds dead = 0;  // no play can ever use them
  Counts left{};   // cards in hands or in the deck
};

using Hand = std::array<Card, largest_hand>;
using Possible = std::array<Kinds, largest_hand>;  // what each card of a hand can be; 0: no card

struct PublicKnowledge {
  std::array<Possible, most_seats> possible{};

  bool operator==(const PublicKnowledge&) const = default;

  // Drops what hints rule out, and kinds of which all copies lie where everybody knows them. A card
  // of which nothing would be left (somebody did not keep to the code) is what hints say it is.
  void settle(const Hanabi& game, const View& view, const PublicTable& table);
  // The cards of the table that are not known to be in a certain place.
  Counts loose(const PublicTable& table) const;
};

// 20 sets of 25 kinds fit a Memory. What is stored are the kinds that are ruled out, so that a
// fresh memory is that of a player who knows nothing yet.
inline constexpr int most_cards_remembered = 20;
PublicKnowledge recall(const Hanabi& game, const Memory& memory);
void remember(const Hanabi& game, const PublicKnowledge& knowledge, Memory& memory);

}  // namespace otherminds::hanabi
