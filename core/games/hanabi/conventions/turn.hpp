// What a player who follows the conventions does when it is his turn: every move is given a worth
// in a common measure, and the best is made.
#pragma once

#include "games/hanabi/conventions/notes.hpp"

namespace otherminds::hanabi {

// Found by trying changes in thousands of mirror games of two to five players.
struct Weights {
  // A play.
  double play = 20;
  double low_rank = 0.6;  // for each rank below the highest
  double awaited = 2;     // somebody holds the next card of the colour
  double closes = 1.4;    // it returns a clue
  double misplay = 50;    // with three lives or more
  double misplay_2 = 80;  // with two
  double guess = 0.95;    // the least chance at which a card is played unasked
  double told = 0.55;     // with one life: the least chance by hints alone

  // What a hint brings about.
  double play_now = 9;
  double play_later = 3;
  double ready_now = 1.2;  // for each rank below the highest
  double misled = 25;      // a card that would be played and does not fit
  double finessed = 8;
  double mistaken = 3;  // a card that is taken for something else
  double trash = 5.6;   // a useless card that is pointed at
  double twin = 2;      // a card of which another copy is pointed at
  double known_trash = 2;
  double bit = 2;  // each halving of what a useful card can be
  double later_seat = 0.9;

  // What the next player would discard.
  double lose_last = 35;
  double lose_playable = 5.6;
  double lose_two = 3.5;
  double lose_useful = 1.2;
  double lose_seen = 0.3;
  double danger_without_clue = 1;
  double danger = 0.7;
  double danger_later = 0.28;

  // What a clue is worth, by how many there are.
  double clue = 4;
  double clue_scarce = 0.35;   // more for each clue below four
  double discard_known = 1.5;  // a card that is known to be useless
  double discard = 1;
  double own_chop = 0.3;  // weight of what the own chop may be
  double pace = 4;
  double pace_limit = 3;
};

Action choose_by_conventions(const Hanabi& game, const View& view, const Notes& notes,
                             const Weights& weights);

}  // namespace otherminds::hanabi
