// Cluedo (Pratt 1949): who, with what, where? Three cards lie in an envelope, everybody holds some
// of the others, walks from room to room and asks; who is asked and has one of the three named
// cards shows one to the asker alone. docs/games/cluedo.md has the rules and the options.
//
// The cards are dealt at the start and chance rolls the die. Hidden from a seat are the envelope,
// the other hands, and which card one seat has shown to another.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"
#include "games/cluedo/belief/deals.hpp"
#include "games/cluedo/belief/events.hpp"
#include "games/cluedo/rules/board.hpp"
#include "games/cluedo/rules/cards.hpp"

namespace otherminds::cluedo {

inline constexpr int none = -1;
inline constexpr int most_turns = 60'000;

// An empty text is what `rules` says; the game's options() have none.
struct Options {
  std::string rules = "official";
  int players = 4;
  std::string cards = "uk";
  int dice = 1;
  int turns = 4000;         // then nobody wins
  std::string leftovers;    // dealt, open
  std::string moves;        // free, towards
  std::string exits;        // any, entry
  std::string rolls;        // chosen, automatic
  std::string suggestions;  // free, forced
  std::string accusations;  // any, start
  std::string failures;     // announced, hidden
  std::string last;         // plays, wins
  std::string losers;       // inside, stay
  std::string pawns;        // all, players
  std::string doors;        // nearest, first
  std::string dragged;      // suggester, first
  std::string starts;       // board, program
  bool reenter = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rules", self.rules, OneOf{{"official", "ledford"}},
          Says{"The official game, or Ledford's, which says what is not given here."});
    visit("players", self.players, between(2, most_seats), Says{"How many play."});
    visit("cards", self.cards, OneOf{{"uk", "us"}, true},
          Says{"The names of an edition, or your own: 'A, B; C, D; E, F'."});
    visit("dice", self.dice, OneOf{{"1", "2"}}, Says{"Dice that are thrown."});
    visit("turns", self.turns, between(1, most_turns), Says{"After how many nobody wins."});
    visit("leftovers", self.leftovers, OneOf{{"dealt", "open"}},
          Says{"Cards that do not share out evenly: one more for some, or face up."});
    visit("moves", self.moves, OneOf{{"free", "towards"}},
          Says{"To any square in reach, or towards a room by a shortest way."});
    visit("exits", self.exits, OneOf{{"any", "entry"}},
          Says{"By which door a room is left: any, or that by which it was entered."});
    visit("rolls", self.rolls, OneOf{{"chosen", "automatic"}},
          Says{"The die is thrown by choice, or before everything else."});
    visit("suggestions", self.suggestions, OneOf{{"free", "forced"}},
          Says{"Whoever enters a room may suggest, or must."});
    visit("accusations", self.accusations, OneOf{{"any", "start"}},
          Says{"At the start and the end of a seat's own turn, or at its start only."});
    visit("failures", self.failures, OneOf{{"announced", "hidden"}},
          Says{"Everybody hears a wrong accusation, or only that it was wrong."});
    visit("last", self.last, OneOf{{"plays", "wins"}},
          Says{"The last player who has not accused wrongly plays on, or wins."});
    visit("losers", self.losers, OneOf{{"inside", "stay"}},
          Says{"The pawn of a loser in front of a door goes into the room, or stays there."});
    visit("pawns", self.pawns, OneOf{{"all", "players"}}, Says{"Which pawns are on the board."});
    visit("doors", self.doors, OneOf{{"nearest", "first"}},
          Says{"By which door a room is entered: the nearest, or the first of a list."});
    visit("dragged", self.dragged, OneOf{{"suggester", "first"}},
          Says{"By whose door a pawn leaves that was brought: the suggester's, or the first."});
    visit("starts", self.starts, OneOf{{"board", "program"}},
          Says{"The start squares of the board, or those of Ledford's program."});
    visit("reenter", self.reenter, Says{"A room may be left and entered again in one move."});
  }
};

// What the options mean, read once.
struct Rules {
  bool open_leftovers = false;
  bool free_moves = true;  // to any square in reach; otherwise towards a room
  bool entry_exit = false;
  bool automatic_roll = false;
  bool forced_suggestion = false;
  bool accuse_at_start_only = false;
  bool hidden_failures = false;
  bool last_wins = false;
  bool clear_doors = true;  // of the pawns of those who have accused wrongly
  bool all_pawns = true;
  bool first_door = false;
  bool dragged_to_first_door = false;
  bool program_starts = false;
};

enum ActionType : int { move, passage, roll, suggest, show, no_card_to_show, accuse, waiting };
inline constexpr int type_count = 8;

enum Phase : std::uint8_t {
  rolling,     // chance rolls
  beginning,   // what to do with the turn
  moving,      // where to, once the die was chosen
  suggesting,  // in the room just entered
  answering,   // the seat that is asked
  finishing,   // a last chance to accuse
  over,
};

template <class T>
using BySeat = std::array<T, most_seats>;

// What everybody knows. What a phase does not use is 0, no_card or none, so that equal positions
// have equal bytes.
struct Table {
  Cards open = 0;
  BySeat<Cards> lacks{};   // what each seat has said it has none of
  std::uint32_t turn = 0;  // turns that have ended
  BySeat<std::uint8_t> hand_sizes{};
  std::array<Place, pawn_count> places{nowhere, nowhere, nowhere, nowhere, nowhere, nowhere};
  std::array<Door, pawn_count> doors{no_door, no_door, no_door, no_door, no_door, no_door};
  std::uint8_t dragged = 0;  // bits of seats: in a room by another's suggestion since its turn
  std::uint8_t out = 0;      // bits of seats that have accused wrongly
  std::uint8_t phase = rolling;
  std::uint8_t current = 0;  // whose turn it is
  std::uint8_t roll = 0;
  std::uint8_t asked = 0;  // the seat that answers
  Triple suggestion{};     // while seats answer
  std::int8_t winner = none;

  bool operator==(const Table&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("open", self.open);
    visit("lacks", self.lacks);
    visit("turn", self.turn);
    visit("hand_sizes", self.hand_sizes);
    visit("places", self.places);
    visit("doors", self.doors);
    visit("dragged", self.dragged);
    visit("out", self.out);
    visit("phase", self.phase);
    visit("current", self.current);
    visit("roll", self.roll);
    visit("asked", self.asked);
    visit("suggestion", self.suggestion);
    visit("winner", self.winner);
  }
};

// 232 bytes.
struct State {
  Table table{};
  BySeat<Cards> hands{};
  BySeat<BySeat<Cards>> shown{};  // [to][by]
  Cards envelope = 0;

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("table", self.table);
    visit("hands", self.hands);
    visit("shown", self.shown);
    visit("envelope", self.envelope);
  }
};

struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  Table table{};
  Cards hand = 0;
  BySeat<Cards> seen{};   // cards of each seat that it has shown me
  BySeat<Cards> given{};  // cards of mine that I have shown each seat

  bool operator==(const View&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("table", self.table);
    visit("hand", self.hand);
    visit("seen", self.seen);
    visit("given", self.given);
  }
};

// A showing between two others: which card it was, nobody else knows.
struct Exchange {
  std::uint8_t to;
  std::uint8_t by;
  Cards asked;
  bool operator==(const Exchange&) const = default;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.to, self.by, self.asked);
    archive.check(self.to < most_seats && self.by < most_seats, "a seat");
  }
};

// The exact posterior of a seat, computed when it is first asked for and shared by copies.
class LazyDeals {
 public:
  const Deals& of(const Evidence& evidence) const;

 private:
  struct Slot {
    std::once_flag once;
    std::optional<Deals> deals;
  };
  std::shared_ptr<Slot> slot_ = std::make_shared<Slot>();
};

// What a seat has learned. Each kind of evidence is kept once, however often it was given: at most
// one clause a seat and suggestion, of which there are finitely many.
struct Belief {
  View view;
  Evidence evidence;
  std::vector<Exchange> exchanges = {};
  Witness witness = {};  // the same event by event, for sheets and explanations
  LazyDeals lazy = {};

  const Deals& deals() const { return lazy.of(evidence); }

  template <class Self, class Archive>
  static void beyond_view(Self& self, Archive& archive) {
    archive(self.evidence, self.exchanges, self.witness);
  }
};

class BeliefGame;

class Cluedo {
 public:
  using Options = cluedo::Options;
  using State = cluedo::State;
  using View = cluedo::View;
  using Belief = cluedo::Belief;
  using BeliefGame = cluedo::BeliefGame;

  static constexpr std::string_view title = "Cluedo";
  static constexpr int version = 1;

  explicit Cluedo(const Options& options);

  std::string name() const { return "cluedo"; }
  const Options& options() const { return options_; }
  const Rules& rules() const { return rules_; }
  const CardSet& cards() const { return cards_; }
  int seats() const { return options_.players; }
  int action_count() const { return first_show_ + cards_.size(); }
  int outcome_count() const { return 6 * options_.dice + 1; }
  ReturnRange return_range() const { return {0, 1}; }
  bool perfect_information() const { return false; }

  State initial(Rng& rng) const;
  int actor(const State& state) const { return actor(state.table); }
  int actor(const Table& table) const;
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const;
  std::vector<int> legal_types(const State& state) const;
  void legal_of_type(const State& state, int type, ActionList& out) const;
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const { return returns(state.table); }
  Returns returns(const Table& table) const;

  // Which card was shown is for the asker and the one who shows. facts of an answer: 1, the asker,
  // and the three cards that were asked for; of an accusation: 2, and whether it was right.
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const;

  Belief belief(const View& view) const;
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;

  std::string problem(const State& state) const;
  int type_of(Action action) const;
  std::span<const std::string_view> type_names() const { return type_names_; }
  std::string action_text(Action action) const;
  std::string outcome_text(Action outcome) const;
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const;
  void tensor(const View& view, std::span<float> out) const;

  // ---- actions by what they mean ----
  Action suggestion(const Triple& triple) const { return triple_index(triple); }
  Action accusation(const Triple& triple) const { return first_accusation_ + triple_index(triple); }
  Action move_to(int room) const { return first_move_ + room; }
  Action show_card(int card) const { return first_show_ + card; }
  Action passage_action() const { return passage_; }
  Action roll_action() const { return roll_; }
  Action wait_action() const { return wait_; }
  Action no_card_action() const { return no_card_; }
  // Of a suggestion or an accusation.
  Triple triple_of(Action action) const;
  // The room that a move goes to, -1 for a square.
  int room_of_move(Action action) const {
    return action < first_square_ ? action - first_move_ : -1;
  }
  int square_of_move(Action action) const { return action - first_square_; }

  // ---- the board with its pawns ----
  int suspect_of(int seat) const { return suspects_[seat]; }
  int seat_of(int suspect) const { return suspect < pawn_count ? seat_by_suspect_[suspect] : none; }
  const std::string& seat_suspect_name(int seat) const { return cards_.suspects[suspects_[seat]]; }
  Place place(const Table& table, int seat) const { return table.places[suspects_[seat]]; }
  // The card of the room where a seat's pawn is, no_card in the corridor.
  Card room_card(const Table& table, int seat) const;
  // Rooms as bits: those of `rooms` to which a seat's pawn can get at all; not where it is already,
  // unless allowed.
  std::uint32_t rooms_in_reach(const Table& table, int seat, std::uint32_t rooms) const;
  std::uint32_t all_rooms() const { return (1U << cards_.room_count()) - 1; }
  // Pips to a room past the pawns that are in the way; far_away where there is no way.
  int pips(const Table& table, int seat, int room) const;
  bool may_suggest_at_once(const Table& table, int seat) const;
  bool may_take_passage(const Table& table, int seat) const;
  // The hand sizes that follow from the number of players.
  int hand_size(int seat) const;

  // ---- the rules that do not look at hidden cards, for those who plan without them ----
  void begin_turn(Table& table, int seat) const;
  void end_turn(Table& table) const;
  void walk(Table& table, Action action) const;
  void take_passage(Table& table) const;
  void ask(Table& table, const Triple& triple) const;
  void has_none(Table& table) const;
  void has_shown(Table& table) const;
  void accused(Table& table, bool right) const;
  void rolled(Table& table, int pips) const;
  void wait(Table& table) const;
  // The actions of a seat that its cards do not decide: all but answers.
  void legal_without_cards(const Table& table, ActionList& out) const;
  std::uint32_t legal_types_without_cards(const Table& table) const;  // bits
  void legal_of_type_without_cards(const Table& table, int type, ActionList& out) const;

 private:
  int triple_index(const Triple& triple) const {
    return (triple.suspect * cards_.weapon_count() + (triple.weapon - cards_.first_weapon())) *
               cards_.room_count() +
           (triple.room - cards_.first_room());
  }
  void legal_in(const Table& table, Cards hand, ActionList& out) const;
  View expected(const View& old, const Observation& seen, const View& now) const;
  void set_rules();
  void add_moves(const Table& table, ActionList& out) const;
  bool can_move(const Table& table) const;
  void add_suggestions(const Table& table, ActionList& out) const;
  void add_accusations(ActionList& out) const;
  void arrive(Table& table, int suspect, int room, Door door) const;
  void drag(Table& table, int suspect, int room, Door door) const;
  void clear_door(Table& table, int suspect) const;
  bool may_accuse(const Table& table) const;
  void next_to_answer(Table& table) const;
  std::string board_text(const Table& table) const;
  std::string table_text(const Table& table) const;
  std::string names(Cards cards) const;
  std::string seat_name(int seat) const;
  std::string problem_of_table(const State& state) const;
  std::string problem_of_cards(const State& state) const;

  static constexpr std::array<std::string_view, type_count> type_names_ = {
      "move", "passage", "roll", "suggest", "show", "no card", "accuse", "wait"};

  Options options_;
  Rules rules_;
  CardSet cards_;
  std::array<int, most_seats> suspects_{};
  std::array<int, pawn_count> seat_by_suspect_{};
  Action first_accusation_ = 0;
  Action first_move_ = 0;
  Action first_square_ = 0;
  Action passage_ = 0;
  Action roll_ = 0;
  Action wait_ = 0;
  Action no_card_ = 0;
  Action first_show_ = 0;
};

const std::vector<PolicyEntry<Cluedo>>& policies(const Cluedo&);

}  // namespace otherminds::cluedo
