// Hanabi (Bauza 2010): everybody holds cards that only the others see, and together they build a
// stack of each colour from 1 to 5. A hint costs a clue, a discard returns one, a card that does
// not fit costs a life. docs/games/hanabi.md has the rules.
//
// There is no chance: the deck is shuffled at the start and lies in its order in the state. Hidden
// from a seat are its own cards and that order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/evaluation.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"
#include "games/hanabi/cards.hpp"

namespace otherminds::hanabi {

inline constexpr int most_seats = 5;
inline constexpr int largest_hand = 5;
inline constexpr int none = -1;

struct Options {
  int players = 2;
  int colours = 5;
  int ranks = 5;
  int hand = 0;  // by the rules: 5 cards for two or three players, 4 for more
  int clues = 8;
  int lives = 3;
  std::string bombed = "lost";
  std::string last_round = "standard";
  bool open_hand = false;
  bool empty_clues = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("players", self.players, between(2, most_seats), Says{"How many play."});
    visit("colours", self.colours, between(1, most_colours), Says{"Colours of the deck."});
    visit("ranks", self.ranks, between(1, most_ranks), Says{"The highest card of a colour."});
    visit("hand", self.hand, between(0, largest_hand),
          Says{"Cards in a hand; 0 is what the rules say: 5 for two or three players, else 4."});
    visit("clues", self.clues, between(1, 20), Says{"Clues at the start, and at most."});
    visit("lives", self.lives, between(1, 20), Says{"The life that, lost, ends the game."});
    visit("bombed", self.bombed, OneOf{{"lost", "kept"}},
          Says{"What becomes of the points when the last life is lost."});
    visit("last_round", self.last_round, OneOf{{"standard", "none"}},
          Says{"Whether everybody has one more turn after the last card is drawn."});
    visit("open_hand", self.open_hand, Says{"Everybody sees their own cards too."});
    visit("empty_clues", self.empty_clues, Says{"Hints may be given that fit no card."});
  }
};

enum ActionType : int { play, discard, hint_colour, hint_rank };
inline constexpr int type_count = 4;

// An action, read.
struct Move {
  ActionType type = play;
  int slot = none;    // of a play or discard
  int target = none;  // the seat that a hint is for
  int value = none;   // the colour, or the rank from 1 on
};

using Small = std::int8_t;
template <class T>
using BySlot = std::array<std::array<T, largest_hand>, most_seats>;  // [seat][slot]
using Stacks = std::array<std::uint8_t, most_colours>;               // the highest rank of each

// What everybody saw somebody do.
struct Event {
  Small seat = none;  // none: nothing has happened yet
  Small action = none;
  std::uint8_t slots =
      0;                  // a bit for the slot that was played or discarded, or for each one hinted
  Card card = no_card;    // that was played or discarded
  std::uint8_t fits = 0;  // 1 for a play that succeeded

  bool operator==(const Event&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("action", self.action);
    visit("slots", self.slots);
    visit("card", self.card);
    visit("fits", self.fits);
  }
};
using Events = std::array<Event, 2>;  // the last one first

// 192 bytes. What is not there (a slot without a card, a seat without a player, a card that has
// left the deck) is no_card or 0, so that equal positions have equal bytes.
struct State {
  Counts discarded{};
  Counts undrawn{};  // the cards of the deck, whatever their order
  BySlot<Card> hands{};
  BySlot<Mask> colours{};  // what hints leave, those that did not touch the card too: public
  BySlot<Mask> ranks{};
  BySlot<std::uint8_t> ages{};                   // in each hand the oldest card has the smallest
  std::array<std::uint8_t, most_seats> drawn{};  // cards that each seat has had so far
  std::array<Card, largest_deck> deck{};         // the next card is the last of the first deck_left
  std::uint8_t deck_left = 0;
  Stacks stacks{};
  std::uint8_t clues = 0;
  std::uint8_t lives = 0;
  std::uint8_t turn = 0;        // moves made so far
  std::uint8_t turns_left = 0;  // once the deck is empty; 0 before and after
  Small actor = 0;              // or nobody
  Events events{};

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("discarded", self.discarded);
    visit("undrawn", self.undrawn);
    visit("hands", self.hands);
    visit("colours", self.colours);
    visit("ranks", self.ranks);
    visit("ages", self.ages);
    visit("drawn", self.drawn);
    visit("deck", self.deck);
    visit("deck_left", self.deck_left);
    visit("stacks", self.stacks);
    visit("clues", self.clues);
    visit("lives", self.lives);
    visit("turn", self.turn);
    visit("turns_left", self.turns_left);
    visit("actor", self.actor);
    visit("events", self.events);
  }
};

// 160 bytes: all but the seat's own cards and the order of the deck. With open hands the seat's own
// row of `hands` shows the cards, and the seat's own rows of `colours` and `ranks` know them; what
// the others know that the seat was told stays in told_colours and told_ranks.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  Counts discarded{};
  Counts unseen{};  // the deck and the seat's own hand
  BySlot<Card> hands{};
  BySlot<Mask> colours{};
  BySlot<Mask> ranks{};
  std::array<Mask, largest_hand> told_colours{};
  std::array<Mask, largest_hand> told_ranks{};
  BySlot<std::uint8_t> ages{};
  std::array<std::uint8_t, most_seats> drawn{};
  std::uint8_t deck_left = 0;
  Stacks stacks{};
  std::uint8_t score = 0;
  std::uint8_t clues = 0;
  std::uint8_t lives = 0;
  std::uint8_t turn = 0;
  std::uint8_t turns_left = 0;
  Events events{};

  bool operator==(const View&) const = default;

  // What hints leave of a card of any seat, the own included.
  Kinds plausible(int of, int slot) const { return kinds_of(colours[of][slot], ranks[of][slot]); }
  // What an own card can be: that, and not all of them in sight.
  Kinds possible(int slot) const { return plausible(seat, slot) & unseen.present(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("discarded", self.discarded);
    visit("unseen", self.unseen);
    visit("hands", self.hands);
    visit("colours", self.colours);
    visit("ranks", self.ranks);
    visit("told_colours", self.told_colours);
    visit("told_ranks", self.told_ranks);
    visit("ages", self.ages);
    visit("drawn", self.drawn);
    visit("deck_left", self.deck_left);
    visit("stacks", self.stacks);
    visit("score", self.score);
    visit("clues", self.clues);
    visit("lives", self.lives);
    visit("turn", self.turn);
    visit("turns_left", self.turns_left);
    visit("events", self.events);
  }
};

// How to deal unseen cards to slots that hints restrict, such that every deal is equally likely:
// core/games/hanabi/belief.cpp has the counting. What depends on the view only is worked out once.
struct Dealing {
  // Kinds that later slots do not tell apart, and in how many ways a hand begins with one of them.
  struct Class {
    Kinds kinds = 0;
    std::uint32_t ways = 0;
  };
  static constexpr int most_classes = 1 << (largest_hand - 1);

  std::array<std::uint8_t, largest_hand> slots{};  // the restricted ones, then the others
  std::array<Kinds, largest_hand> allowed{};       // for the restricted slots, in that order
  int restricted = 0;
  int occupied = 0;
  std::array<Class, most_classes> first{};  // for the first restricted slot
  std::size_t classes = 0;
  std::uint32_t ways = 1;  // in all, of the restricted slots
};

// The own cards and the order of the deck, given the view: every way to lay the unseen cards that
// hints allow is equally likely, and a view holds all that its seat has witnessed of them. Why
// another seat gave a hint is not evidence here; that is the work of a model of that seat.
struct Belief {
  View view;
  Dealing dealing;
  std::array<Card, largest_deck> gone = filled_with_no_card();  // own cards that have left, by age

  static constexpr std::array<Card, largest_deck> filled_with_no_card() {
    std::array<Card, largest_deck> cards{};
    cards.fill(no_card);
    return cards;
  }

  template <class Self, class Archive>
  static void beyond_view(Self& self, Archive& archive) {
    archive(self.gone);
    for (const Card card : self.gone) archive.check(card == no_card || is_card(card), "a card");
  }
};

// Shuffles in place. A number of the generator serves four draws, each taking what the one before
// left of it; the bias is below 50^4 / 2^64.
void shuffle(std::span<Card> cards, Rng& rng);

class Hanabi {
 public:
  using Options = hanabi::Options;
  using State = hanabi::State;
  using View = hanabi::View;
  using Belief = hanabi::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "hanabi";
  static constexpr bool views_tell_all = true;

  // What searches of a published program get wrong (search/quirks.hpp, and
  // docs/sources/walton-rivers-hanabi.md for each).
  struct Quirks {
    // A seat's own cards that have left are in the deck once more; the last round begins only now.
    static constexpr std::array<std::string_view, 2> forgettable = {"own_cards", "last_round"};
    static Belief forgetful(const Hanabi& game, const Belief& belief,
                            std::span<const std::string> facts);
    // Nothing happens where somebody has no card: then the next turns cannot be taken.
    static void give_turn(const Hanabi& game, State& state, int seat);
    static View view_without_hand(const Hanabi& game, const State& state, int seat);
  };

  explicit Hanabi(const Options& options);

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  int seats() const { return options_.players; }
  int hand_size() const { return hand_; }
  int most_points() const { return options_.colours * options_.ranks; }
  int deck_size() const { return deck_size_; }
  int action_count() const { return first_hint_ + seats() * hints_; }
  int outcome_count() const { return 0; }
  ReturnRange return_range() const { return {0.0, static_cast<double>(most_points())}; }
  bool perfect_information() const { return false; }

  // Actions: play slot 0 .. hand - 1, discard likewise, then for each seat a hint of each colour
  // and of each rank.
  Action play_action(int slot) const { return slot; }
  Action discard_action(int slot) const { return hand_ + slot; }
  Action colour_hint(int target, int colour) const {
    return first_hint_ + target * hints_ + colour;
  }
  Action rank_hint(int target, int rank) const {
    return first_hint_ + target * hints_ + options_.colours + rank - 1;
  }
  Move move_of(Action action) const {
    if (action < hand_) return {.type = play, .slot = action};
    if (action < first_hint_) return {.type = discard, .slot = action - hand_};
    const int target = (action - first_hint_) / hints_;
    const int hint = (action - first_hint_) % hints_;
    if (hint < options_.colours) return {.type = hint_colour, .target = target, .value = hint};
    return {.type = hint_rank, .target = target, .value = hint - options_.colours + 1};
  }

  State initial(Rng& rng) const;
  // The state in which these cards, in the order of drawing, are dealt. They are the whole deck.
  State dealt(std::span<const Card> cards) const;
  // Refuses cards that are not the deck of this game.
  void check_deck(std::span<const Card> cards) const;

  int actor(const State& state) const { return state.actor; }

  // The legal actions as bits; 60 are the most that a game has.
  std::uint64_t legal_bits(const State& state) const { return legal_bits(state, state.actor); }
  std::uint64_t legal_bits(const View& view) const { return legal_bits(view, view.actor); }
  void legal(const State& state, ActionList& out) const { list(legal_bits(state), out); }
  void legal(const View& view, ActionList& out) const { list(legal_bits(view), out); }
  Action sample_legal(const State& state, Rng& rng) const {
    const std::uint64_t actions = legal_bits(state);
    return nth_bit(actions, rng.below(static_cast<std::uint32_t>(bits_in(actions))));
  }

  void apply(State& state, Action action) const;
  void outcomes(const State&, OutcomeList& out) const { out.clear(); }
  Action sample_outcome(const State&, Rng&) const { return 0; }
  Returns returns(const State& state) const;

  // Facts: the card that was played or discarded, 1 if a play fits, the card that was drawn
  // (hidden_card for who draws it, unless hands are open), and the slots as bits, as in an Event.
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const;

  Belief belief(const View& view) const;
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;
  void reshuffle(State& state, Rng& rng) const {
    shuffle(std::span(state.deck).first(state.deck_left), rng);
  }
  // Of the deck, cards that are still there now lie as they do now; those drawn since come first.
  State earlier(const Belief& belief, const State& now, const View& then) const;
  // Whether the seat still holds a card that it held then.
  bool tells(const Belief& belief, const View& then) const;
  // Nothing where there are more than 10,000 worlds, as there are until the deck is nearly empty.
  void worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const;
  // For each own slot, the probability of each kind; zeros for an empty slot.
  std::array<std::array<double, kind_count>, largest_hand> chances(const View& view) const;

  // Sets of kinds that every seat can work out, from a state or a view.
  Kinds kinds() const { return kinds_; }
  int copies(Card card) const { return copies_.of(card); }
  template <class Position>
  Kinds played(const Position& position) const {
    Kinds kinds = 0;
    for (int colour = 0; colour < most_colours; ++colour)
      kinds |= ((1U << position.stacks[colour]) - 1) << (most_ranks * colour);
    return kinds;
  }
  // Those that fit now.
  template <class Position>
  Kinds playable(const Position& position) const {
    const Kinds done = played(position);
    return kinds_ & (done << 1 | first_ranks) & ~done;
  }
  // Those that no play can ever use: they lie on the stacks, or all copies of them or of a kind
  // below them are discarded.
  template <class Position>
  Kinds useless(const Position& position) const {
    return played(position) | and_above(lost(position));
  }
  // Useful kinds of which a single copy is not discarded.
  template <class Position>
  Kinds necessary(const Position& position) const {
    const Counts left = copies_.minus(position.discarded);
    return kinds_ & left.ones & ~left.twos & ~useless(position);
  }
  // The highest rank that the stack of a colour can still reach.
  template <class Position>
  int highest_reachable(const Position& position, int colour) const {
    const Kinds missing = lost(position) >> (most_ranks * colour) & 31U;
    return std::min(std::countr_zero(missing | 32U), options_.ranks);
  }
  template <class Position>
  static int points(const Position& position) {
    int sum = 0;
    for (const int top : position.stacks) sum += top;
    return sum;
  }

  std::string problem(const State& state) const;
  int type_of(Action action) const { return move_of(action).type; }
  std::span<const std::string_view> type_names() const { return type_names_; }
  std::string action_text(Action action) const;
  std::string outcome_text(Action) const { return {}; }
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const;
  void tensor(const View& view, std::span<float> out) const;

 private:
  static void list(std::uint64_t actions, ActionList& out) {
    out.clear();
    for (; actions != 0; actions &= actions - 1) out.push_back(std::countr_zero(actions));
  }

  // Kinds of which every copy is discarded and none was played before: a deck that is thought to
  // hold cards that have left can give more copies than there are.
  template <class Position>
  Kinds lost(const Position& position) const {
    return kinds_ & ~copies_.minus(position.discarded).present() & ~played(position);
  }

  template <class Position>
  bool all_hold_cards(const Position& position) const {
    for (int seat = 0; seat < options_.players; ++seat) {
      if (std::ranges::all_of(std::span(position.hands[seat]).first(hand_),
                              [](Card card) { return card == no_card; }))
        return false;
    }
    return true;
  }

  template <class Position>
  std::uint64_t legal_bits(const Position& position, int seat) const {
    std::uint64_t held = 0;
    for (int slot = 0; slot < hand_; ++slot)
      held |= static_cast<std::uint64_t>(position.hands[seat][slot] != no_card) << slot;
    std::uint64_t actions = held;
    if (position.clues < options_.clues) actions |= held << hand_;
    if (position.clues == 0) return actions;
    for (int other = 0; other < options_.players; ++other) {
      if (other == seat) continue;
      std::uint64_t hints = always_hinted_;
      for (int slot = 0; slot < hand_; ++slot) hints |= hints_of_[position.hands[other][slot]];
      actions |= hints << (first_hint_ + other * hints_);
    }
    return actions;
  }

  Event take(State& state, int slot, bool plays) const;
  Event hint(State& state, const Move& move) const;
  void draw(State& state, int seat, int slot) const;
  bool decided(const State& state) const {
    return state.lives == 0 || points(state) == most_points();
  }

  State world(const View& view) const;
  Dealing dealing(const View& view, std::array<Kinds, largest_hand> allowed,
                  const Counts& pool) const;
  void deal(State& state, int seat, const Dealing& dealing, Counts pool, Rng& rng) const;

  std::string problem_of_hand(const State& state, int seat) const;
  std::string problem_of_cards(const State& state) const;
  std::string problem_of_events(const State& state) const;
  template <class Position>
  std::string table_text(const Position& position) const;
  template <class Position>
  std::string events_text(const Position& position) const;
  std::string slots_text() const;
  std::string hand_text(const std::string& label, const std::array<Card, largest_hand>& hand) const;
  std::string told_text(const std::string& label, const std::array<Mask, largest_hand>& colours,
                        const std::array<Mask, largest_hand>& ranks) const;
  std::string event_text(const Event& event) const;

  static constexpr std::array<std::string_view, type_count> type_names_ = {
      "play", "discard", "hint colour", "hint rank"};

  Options options_;
  int hand_ = 0;
  int hints_ = 0;       // colours + ranks: the hints for one seat
  int first_hint_ = 0;  // the id of the first one
  int deck_size_ = 0;
  bool keeps_points_ = false;
  bool has_last_round_ = true;
  Mask all_colours_ = 0;
  Mask all_ranks_ = 0;
  Kinds kinds_ = 0;
  Counts copies_{};
  std::array<Card, largest_deck> sorted_deck_{};
  std::array<std::uint16_t, card_codes>
      hints_of_{};                   // that touch a card: bits by colour, then rank
  std::uint16_t always_hinted_ = 0;  // all of them where a hint may touch nothing
};

// "r1" for the red 1; what a slot holds instead is "??" or "--".
std::string card_text(Card card);

// Its named players and evaluations.
const std::vector<PolicyEntry<Hanabi>>& policies(const Hanabi&);
const std::vector<EvaluatorEntry<Hanabi>>& evaluators(const Hanabi&);

}  // namespace otherminds::hanabi
