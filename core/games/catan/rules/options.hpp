// The options of Catan, and what they mean.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "engine/policy_options.hpp"
#include "games/catan/rules/layout.hpp"
#include "games/catan/rules/state.hpp"
#include "games/catan/rules/trades.hpp"

namespace otherminds::catan {

// A number that nobody gives: what `rules` says.
inline constexpr int by_rules = std::numeric_limits<int>::min();

// An empty text or by_rules is what `rules` says; the game's options() have none.
struct Options {
  std::string rules = "official";  // official, dobre
  int players = 4;                 // 2 to 4
  int points = 10;                 // to win
  int turns = 2'000;               // then nobody wins
  std::string board = {};          // spiral, beginner, shuffled, or a layout as text
  std::string hidden = {};         // cards; points shown: all but victory points; nothing
  std::string trades = {};         // none, 1:1, pairs, 2:1, 2:2, 3:3
  std::string exchange = {};       // offers: the other answers; immediate; drawn by chance
  int offers = by_rules;           // most offers in a turn; 0: as many as one likes
  int counters = by_rules;         // counter-offers to one offer
  int bank = by_rules;             // cards of each resource; 0: as many as needed
  int drawn_discards = by_rules;   // more than so many are drawn by chance; 0: never
  std::string before_roll = {};    // any: card may be played; knight: no other
  std::string longest_road = {};   // official, inherited
  std::string wins = {};           // own turn; actor: whoever has to act
  std::string listing = {};        // once; program: some choices are listed twice

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rules", self.rules, OneOf{{"official", "dobre"}},
          Says{"The official game, or that of Dobre's program; it says what is not given here."});
    visit("players", self.players, between(2, most_seats), Says{"How many play."});
    visit("points", self.points, between(3, 20), Says{"Points that win."});
    visit("turns", self.turns, between(1, 60'000), Says{"After how many nobody wins."});
    visit("board", self.board, OneOf{{"spiral", "beginner", "shuffled"}, true},
          Says{"How the hexes are laid out, or a layout as text."});
    visit("hidden", self.hidden, OneOf{{"cards", "points shown", "nothing"}},
          Says{"Hands and development cards, or these but drawn victory points, or nothing."});
    visit("trades", self.trades, OneOf{trade_kinds}, Says{"Most cards on each side of an offer."});
    visit("exchange", self.exchange, OneOf{{"offers", "immediate", "drawn"}},
          Says{"Offers are answered, or made at once, or drawn by chance."});
    visit("offers", self.offers, between(0, 60'000), Says{"Most offers in a turn; 0 is no limit."});
    visit("counters", self.counters, between(0, 100), Says{"Most counter-offers to an offer."});
    visit("bank", self.bank, between(0, most_of_a_kind),
          Says{"Cards of each resource; 0: it never runs out."});
    visit("drawn_discards", self.drawn_discards, between(0, 200),
          Says{"Whoever has to discard more loses random cards; 0: everybody chooses."});
    visit("before_roll", self.before_roll, OneOf{{"any", "knight"}},
          Says{"Development cards that may be played before the roll."});
    visit("longest_road", self.longest_road, OneOf{{"official", "inherited"}},
          Says{"How it is measured: officially, or as in Dobre's program."});
    visit("wins", self.wins, OneOf{{"own turn", "actor"}},
          Says{"Who may win: the seat whose turn it is, or whoever has to act."});
    visit("listing", self.listing, OneOf{{"once", "program"}},
          Says{"Each choice once, or some twice, as in Dobre's program."});
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
