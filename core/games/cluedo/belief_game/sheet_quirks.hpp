// Defects of Ledford's program that its belief game can be asked to repeat
// (docs/sources/ledford.md); all are off in a game of its own right.
#pragma once

#include <string>

#include "engine/error.hpp"

namespace otherminds::cluedo {

struct SheetQuirks {
  bool inconsistent = false;  // each answer is drawn from the seat's sheet, whatever came before
  double guess_below = 0;     // another seat may accuse its best guess with fewer bits in doubt
  bool forgetful = false;     // every step starts from the sheets of the root
  bool certain_wins = false;  // another seat that is certain has won
  bool uniform_outcomes = false;  // answers and accusations turn out each way with the same chance

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("inconsistent", self.inconsistent);
    visit("guess_below", self.guess_below);
    visit("forgetful", self.forgetful);
    visit("certain_wins", self.certain_wins);
    visit("uniform_outcomes", self.uniform_outcomes);
  }

  // `drawn_each_time`: the places of some cards are drawn for each iteration.
  void check(bool drawn_each_time) const {
    if (!(guess_below >= 0))
      throw Error(ErrorKind::option,
                  "The quirk guess_below is a number of bits of 0 or more, not " +
                      std::to_string(guess_below) + ".");
    if (forgetful && drawn_each_time)
      throw Error(ErrorKind::option,
                  "Who forgets every step forgets what was drawn for an iteration: draw it once "
                  "per decision.");
  }
};

}  // namespace otherminds::cluedo
