// What follows from evidence by simple rules, so that little is left to count.
#pragma once

#include <array>
#include <vector>

#include "games/cluedo/belief/deals.hpp"

namespace otherminds::cluedo {

// A place that takes a number of cards: one kind's part of the envelope, or a seat's hand.
struct Box {
  Cards certain = 0;   // cards that are in it
  Cards possible = 0;  // cards that may be in it besides
  int left = 0;        // how many of these are
};

inline constexpr int first_hand = 3;  // the boxes of the envelope are 0, 1 and 2
inline constexpr int box_count = first_hand + most_seats;

constexpr int place_of_box(int box) { return box < first_hand ? envelope : box - first_hand + 1; }

struct Narrowed {
  std::array<Box, box_count> boxes{};
  std::vector<Clause> clauses = {};  // that are not yet met, without cards that the seat lacks
  Cards free = 0;                    // cards of which the place is not certain
};

// Throws when the evidence makes no sense or when these rules show that no deal fits.
Narrowed narrow(const Evidence& evidence);

[[noreturn]] void refuse_contradiction();

}  // namespace otherminds::cluedo
