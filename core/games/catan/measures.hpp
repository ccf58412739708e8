// What the moves of a match tell of each seat: what it built, got, traded and knew.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

struct Measured {
  std::string_view name;
  BySeat<double> values{};
};

// Replays the moves, chance included; stops at the first that cannot be made, and says so. The
// names are the same for every match:
//
//   points to holds longest road
//                      of the last position: points with hidden ones, place (ties share the better
//                      one), seats with fewer points, distance to the winner, whether above the
//                      mean, mean of the others, awards held
//   actions            pieces built after the set-up and development cards played, then the share
//                      of each kind among them
//   sites settled      roads to new sites for settlements that were followed by one there;
//   sites left         those that were not within three turns though it could be paid;
//   sites taken        settlements on a site that another seat could have built on
//   decisions          choices with more than one option; what follows a refused offer of one's own
//                      belongs to the same decision
//   uncertain ...      the share of decisions in which a hand of another seat was uncertain; then,
//                      over these, how many hands were; and over the hands, how many they could be
//                      and their entropy in nats
struct MatchMeasures {
  std::vector<Measured> rows;
  bool whole = true;
};
MatchMeasures measure(const Catan& game, State state, std::span<const Action> moves);

}  // namespace otherminds::catan
