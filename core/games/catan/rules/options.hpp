// The options of Catan, and what they mean.
#pragma once

#include <optional>
#include <string>

#include "games/catan/rules/layout.hpp"

namespace otherminds::catan {

// An empty text or -1 is what `rules` says; the game's options() have none.
struct Options {
  std::string rules = "official";  // official, dobre
  int players = 4;                 // 2 to 4
  int points = 10;                 // to win
  int turns = 2'000;               // then nobody wins
  std::string board = {};          // spiral, beginner, shuffled, or a layout as text
  std::string hidden = {};         // cards; points shown: all but victory points; nothing
  std::string trades = {};         // none, 1:1, pairs, 2:1, 2:2, 3:3
  std::string exchange = {};       // offers: the other answers; immediate; drawn by chance
  int offers = -1;                 // most offers in a turn; 0: as many as one likes
  int counters = -1;               // counter-offers to one offer
  int bank = -1;                   // cards of each resource; 0: as many as needed
  int drawn_discards = -1;         // more than so many are drawn by chance; 0: never
  std::string before_roll = {};    // any: card may be played; knight: no other
  std::string longest_road = {};   // official, inherited
  std::string wins = {};           // own turn; actor: whoever has to act
  std::string listing = {};        // once; program: some choices are listed twice

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rules", self.rules);
    visit("players", self.players);
    visit("points", self.points);
    visit("turns", self.turns);
    visit("board", self.board);
    visit("hidden", self.hidden);
    visit("trades", self.trades);
    visit("exchange", self.exchange);
    visit("offers", self.offers);
    visit("counters", self.counters);
    visit("bank", self.bank);
    visit("drawn_discards", self.drawn_discards);
    visit("before_roll", self.before_roll);
    visit("longest_road", self.longest_road);
    visit("wins", self.wins);
    visit("listing", self.listing);
  }
};

enum class Exchange { offers, immediate, drawn };
enum class Hidden { cards, points_shown, nothing };
enum class Board { spiral, beginner, shuffled, given };

// What the options mean, read once.
struct Rules {
  Board board = Board::spiral;
  std::optional<Layout> layout;  // where one is given
  Hidden hidden = Hidden::cards;
  Exchange exchange = Exchange::offers;
  bool unlimited_bank = false;
  bool only_knights_before_roll = false;
  bool inherited_roads = false;
  bool actor_wins = false;
  bool program_listing = false;
};

// Fills in what `rules` says and refuses, in a sentence, what is not an option.
Options complete(const Options& given);
Rules rules_of(const Options& complete);

}  // namespace otherminds::catan
