// The code of the hat-guessing player (after Cox et al. 2015, who let a hint name a sum, and with
// knowledge instead of advice in it).
//
// By what everybody knows of it, every hand has a number below N. Somebody who gives a hint names
// the sum of all other hands' numbers modulo N; each of the others sees all of these hands but the
// own, and so learns the number of its own one. Which hint it was is what names the sum. In the
// same way a player who could as well discard another card names a sum by the one discarded.
#pragma once

#include "games/hanabi/hat_guessing/knowledge.hpp"

namespace otherminds::hanabi {

// The hints of a seat as numbers. A hint for a player says one of four things: it is about a rank
// or a colour, and it touches a card that everybody knows to ask for or does not.
class HintCode {
 public:
  HintCode(const Hanabi& game, const View& view, const PublicKnowledge& knowledge, int giver);

  int numbers() const { return numbers_; }
  int number(const Move& hint, unsigned slots) const;

 private:
  struct Target {
    int first = 0;
    int rank_numbers = 0;
    int colour_numbers = 0;
    int asked = 0;  // the slot
  };
  std::array<Target, most_seats> targets_{};
  int numbers_ = 0;
};

// The slots of a seat from which one can be taken as well as another, as bits: those of which
// everybody knows that all they can be is among these kinds.
unsigned slots_within(const Possible& hand, Kinds kinds);

// The sum that the viewing seat has to name, modulo `numbers`, which is at least 1.
int sum_to_name(const Hanabi& game, const View& view, const PublicTable& table,
                const PublicKnowledge& knowledge, int numbers);

// What everybody knows after `teller` has named a sum, as the viewing seat works it out.
void learn_sum(const Hanabi& game, const View& view, const PublicTable& table,
               PublicKnowledge& knowledge, int teller, int numbers, int sum);

}  // namespace otherminds::hanabi
