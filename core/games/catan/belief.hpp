// What a seat of Catan believes of the hands and the development cards of the others.
#pragma once

#include <utility>
#include <vector>

#include "games/catan/state.hpp"

namespace otherminds::catan {

// The possible hands of one seat, each with its probability; the sizes are public and equal.
struct Hands {
  std::vector<std::pair<Hand, double>> possible;
};

struct Belief {
  View view;
  BySeat<Hands> hands;                         // empty for the seat itself
  BySeat<std::uint8_t> most_victory_points{};  // that a seat can hold, since it has not won
};

}  // namespace otherminds::catan
