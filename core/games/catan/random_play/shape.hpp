// The shape of random games: how long they are, how many choices there are, and of which kinds.
//
// A step is one choice or one throw of chance; what a seat gives up after a seven, card by card, is
// one step, and so is an exchange that chance draws together with the choice to make one. Dobre's
// program counts the steps whose list of options has more than one entry (docs/sources/dobre.md,
// A14); here everything is counted apart, so that each way to count can be told.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/pulse.hpp"
#include "games/catan/catan.hpp"

namespace otherminds::catan {

struct GameShape {
  int steps = 0;
  int decisions = 0;          // steps of seats
  int choices = 0;            // those with more than one option
  int events = 0;             // steps of chance with more than one outcome
  std::int64_t options = 0;   // summed over the choices
  std::int64_t outcomes = 0;  // summed over the events
  int turns = 0;
  int exchanges = 0;  // with other players
  int winner = nothing;
};

// The choices in the middle of turns, after the roll, by type.
struct TypeShape {
  std::int64_t decisions = 0;
  std::array<std::int64_t, turn_types> possible{};  // decisions with an action of the type
  std::array<std::int64_t, turn_types> options{};   // its actions, summed over those
  std::array<std::int64_t, turn_types> most{};
};

struct Shape {
  std::vector<GameShape> games;
  TypeShape types;
};

// Plays random games. All legal actions are as likely; if typed, after the roll first all types
// that have one, then the actions of the type that was drawn, which are the options that count.
Shape random_shape(const Catan& game, bool typed, std::int64_t games, Stream stream,
                   Pulse* pulse = nullptr);

// The same without counting anything but the games that somebody won, for what it costs.
std::int64_t typed_playouts(const Catan& game, std::int64_t games, Stream stream,
                            Pulse* pulse = nullptr);

}  // namespace otherminds::catan
