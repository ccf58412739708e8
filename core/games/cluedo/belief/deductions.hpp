// What is certain of the cards, and why, in sentences for people.
#pragma once

#include <string>
#include <vector>

#include "games/cluedo/belief/events.hpp"

namespace otherminds::cluedo {

struct Names {
  std::vector<std::string> cards;  // without an article
  std::vector<std::string> seats;
};

struct Deduction {
  Card card;
  int place;  // envelope, or 1 + seat
  bool holds;
  std::string text;  // one sentence
};

// Everything that is certain, in the order in which it follows: the seat's own hand, then event by
// event what simple rules give, then what only all deals together show. A card whose place is
// listed is nowhere else, and a card that is not listed in the seat's own hand is not in it;
// neither is said again.
std::vector<Deduction> deduce(const Witness& witness, const Names& names);

}  // namespace otherminds::cluedo
