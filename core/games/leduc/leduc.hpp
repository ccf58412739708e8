// Leduc poker (Southey et al. 2005): six cards, two betting rounds, one card on the board. Small
// enough to be solved, large enough for bluff and for evidence. docs/games/leduc.md has the rules.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"

namespace otherminds::leduc {

inline constexpr int seat_count = 2;
inline constexpr int rank_count = 3;  // jack, queen, king
inline constexpr int suit_count = 2;
inline constexpr int card_count = rank_count * suit_count;  // card = 2 * rank + suit
inline constexpr int round_count = 2;
inline constexpr int most_raises = 2;    // in a round, of both seats together
inline constexpr int longest_round = 4;  // call, raise, raise, call
inline constexpr int ante = 1;
inline constexpr std::array<int, round_count> raise_sizes = {2, 4};
inline constexpr int largest_stake = ante + most_raises * (raise_sizes[0] + raise_sizes[1]);
inline constexpr int none = -1;

inline constexpr Action fold = 0;
inline constexpr Action call = 1;  // a check, where there is nothing to call
inline constexpr Action raise = 2;
inline constexpr int kind_count = 3;

using Small = std::int8_t;
using Bets = std::array<std::array<Small, longest_round>, round_count>;

inline constexpr Bets no_bets = {{{none, none, none, none}, {none, none, none, none}}};

constexpr int rank_of(int card) { return card / suit_count; }

// A set of cards has a bit for each; `none` is the empty set.
inline constexpr unsigned all_cards = (1U << card_count) - 1;
constexpr unsigned card_set(int card) { return card == none ? 0U : 1U << card; }

struct Options {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}  // there are none
};

// 16 bytes. Everything but the cards follows from the bets; it is kept because every question about
// a state needs it. The last round is the one with a board.
struct State {
  std::array<Small, seat_count> cards{};
  Small board = none;
  Small actor = 0;                                 // a seat, chance or nobody
  std::array<Small, seat_count> paid{ante, ante};  // what each has put in so far
  Small raises = 0;                                // in this round
  Small acted = 0;                                 // actions in this round
  Bets bets = no_bets;                             // the actions of each round, in order

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("cards", self.cards);
    visit("board", self.board);
    visit("actor", self.actor);
    visit("paid", self.paid);
    visit("raises", self.raises);
    visit("acted", self.acted);
    visit("bets", self.bets);
  }
};

// 24 bytes: the public facts and the seat's own card; the other's once it is shown.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = 0;
  Small card = 0;
  Small other_card = none;
  Small board = none;
  Small round = 0;
  std::array<Small, seat_count> paid{};
  Small raises = 0;
  Small acted = 0;
  Bets bets = no_bets;

  bool operator==(const View&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("card", self.card);
    visit("other_card", self.other_card);
    visit("board", self.board);
    visit("round", self.round);
    visit("paid", self.paid);
    visit("raises", self.raises);
    visit("acted", self.acted);
    visit("bets", self.bets);
  }
};

// The other card is each of those that the seat does not see, equally likely: a view holds all that
// its seat has witnessed, and chance treats the unseen cards alike. Why another seat raised is not
// evidence here; that is the work of a model of that seat.
struct Belief {
  View view;
};

class Leduc {
 public:
  using Options = leduc::Options;
  using State = leduc::State;
  using View = leduc::View;
  using Belief = leduc::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "leduc";

  explicit Leduc(const Options& options) : options_(options) {}

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  int seats() const { return seat_count; }
  int action_count() const { return kind_count; }
  int outcome_count() const { return card_count; }
  ReturnRange return_range() const { return {-largest_stake, largest_stake}; }
  bool perfect_information() const { return false; }

  State initial(Rng& rng) const;
  int actor(const State& state) const { return state.actor; }

  void legal(const State& state, ActionList& out) const {
    list_legal(may_fold(state, state.actor), state.raises < most_raises, out);
  }
  void legal(const View& view, ActionList& out) const {
    list_legal(may_fold(view, view.seat), view.raises < most_raises, out);
  }
  Action sample_legal(const State& state, Rng& rng) const {
    const Action first = may_fold(state, state.actor) ? fold : call;
    const Action last = state.raises < most_raises ? raise : call;
    return first + static_cast<Action>(rng.below(static_cast<std::uint32_t>(last - first + 1)));
  }

  void apply(State& state, Action action) const {
    if (state.actor == chance) {
      state.board = static_cast<Small>(action);
      state.actor = state.raises = state.acted = 0;
      return;
    }
    const int round = state.board != none;
    const int other = 1 - state.actor;
    state.bets[round][state.acted++] = static_cast<Small>(action);
    if (action == fold) {
      state.actor = nobody;
      return;
    }
    Small& paid = state.paid[state.actor];
    paid = state.paid[other];
    if (action == raise) {
      paid = static_cast<Small>(paid + raise_sizes[round]);
      ++state.raises;
    } else if (state.acted > 1) {  // a call answers: the round is over
      state.actor = round == 0 ? chance : nobody;
      return;
    }
    state.actor = static_cast<Small>(other);
  }

  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const {
    return draw(card_set(state.cards[0]) | card_set(state.cards[1]), rng);
  }

  // Who has paid less has folded; otherwise the cards decide. The winner gets what the loser paid.
  Returns returns(const State& state) const;

  // Everybody sees every action and the card on the board.
  Observation observe(const State& before, Action action, const State&, int) const {
    return {.actor = before.actor, .action = action};
  }
  View view(const State& state, int seat) const;

  Belief belief(const View& view) const { return {view}; }
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;
  void worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const;

  std::string problem(const State& state) const;
  int type_of(Action action) const { return action; }
  std::span<const std::string_view> type_names() const { return names_; }
  std::string action_text(Action action) const { return std::string(names_[action]); }
  std::string outcome_text(Action card) const;
  Value::Members action_parts(Action) const { return {}; }
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const;
  void tensor(const View& view, std::span<float> out) const;

 private:
  template <class Position>
  static bool may_fold(const Position& position, int seat) {
    return position.paid[seat] < position.paid[1 - seat];
  }

  static void list_legal(bool may_fold, bool may_raise, ActionList& out) {
    out.clear();
    if (may_fold) out.push_back(fold);
    out.push_back(call);
    if (may_raise) out.push_back(raise);
  }

  // One of the cards that are not in the set, all equally likely.
  static Action draw(unsigned seen, Rng& rng) {
    unsigned left = all_cards & ~seen;
    for (auto skipped = rng.below(static_cast<std::uint32_t>(std::popcount(left))); skipped > 0;
         --skipped)
      left &= left - 1;
    return std::countr_zero(left);
  }

  static constexpr std::array<std::string_view, kind_count> names_ = {"fold", "call", "raise"};

  Options options_;
};

// Its named players.
const std::vector<PolicyEntry<Leduc>>& policies(const Leduc&);

}  // namespace otherminds::leduc
