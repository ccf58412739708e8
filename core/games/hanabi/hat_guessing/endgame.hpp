// Who plays what in the last turns: an exact plan for a simple picture of them.
//
// In the picture everybody always has a card to discard and a hint to give, any hint tells every
// other player of all useful cards that he holds, and the deck has useful cards only where nobody
// is seen to hold one. What is left is the trouble of the real endgame: players run out of turns.
#pragma once

#include <vector>

#include "games/hanabi/hat_guessing/knowledge.hpp"

namespace otherminds::hanabi {

using Seats = std::uint8_t;  // a bit for each seat

// The turns that are left when the last card has been drawn.
int last_turns(const Hanabi& game);

class Endgame {
 public:
  static constexpr int most_missing = 2;

  struct Position {
    Stacks stacks{};
    std::uint8_t deck = 0;
    std::uint8_t clues = 0;
    std::uint8_t actor = 0;
    std::uint8_t turns_left = 0;
    Seats told = 0;                                   // who knows what he held at the start
    std::array<std::uint8_t, most_missing> drawer{};  // of each missing card: its seat
    std::array<std::uint8_t, most_missing> known{};   // whether that seat knows it
  };

  // A useful kind that nobody is seen to hold.
  struct Missing {
    Card kind = no_card;
    int copies = 0;
  };

  Endgame(const Hanabi& game, const View& view);

  // To be said of all useful cards before anything is asked.
  void hold(int seat, Card card, bool knows);
  // A card of the viewing seat that can be anything.
  void hold_unknown() { ++unknown_; }
  // Whether the useful kinds that nobody holds are few enough to plan.
  bool ready();

  // All points that the cards still allow.
  float goal() const { return static_cast<float>(goal_); }
  // The points to expect if the viewing seat does this now; negative for a play that the plan does
  // not expect to fit, given what it takes its own cards for.
  float promise(Action action, const Hand& own);
  // Whether the plan took more work than it is worth; what it says is then void.
  bool gave_up() const { return visits_ > most_visits; }

 private:
  static constexpr int most_visits = 20000;
  static constexpr std::uint8_t nobody_yet = most_seats;

  struct Entry {
    std::uint64_t key = 0;
    float value = 0;
  };

  bool can_play(const Position& at, int colour) const;
  float play(Position at, int colour);
  float hint(Position at);
  float discard(Position at);
  float draw(Position at);
  float pass(Position at, bool in_last_round);
  float value(const Position& at);
  float best_of(const Position& at);

  const Hanabi& game_;
  int last_turns_ = 0;
  Kinds useful_ = 0;
  Stacks reachable_{};
  int goal_ = 0;
  Position start_{};
  std::array<Seats, kind_count> holders_{};
  std::array<Seats, kind_count> knowers_{};
  Kinds held_ = 0;
  std::array<Missing, most_missing> missing_{};  // no copies where there are fewer
  Counts unseen_{};
  int unknown_ = 0;
  int visits_ = 0;
  std::vector<Entry> table_;
};

}  // namespace otherminds::hanabi
