// Bazaar: three merchants with hidden goods, a small game with everything hard in it. A steal that
// two seats see and one does not, an offer with an answer, a simultaneous bid, chance.
// docs/games/bazaar.md has the rules.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"

namespace otherminds::bazaar {

inline constexpr int seat_count = 3;
inline constexpr int kind_count = 3;  // silk, spice, tea
inline constexpr int start_coins = 3;
inline constexpr int start_goods = 2;
inline constexpr int highest_bid = 2;
inline constexpr int none = -1;

// Every good that a seat gains costs it a coin and coins never come back, so coins + goods never
// grow: no hand gets larger than this.
inline constexpr int largest_hand = start_coins + start_goods;

// Action ids: bids by coins, pass, steals by victim, offers by recipient, given and wanted kind,
// then the answers.
inline constexpr Action pass = highest_bid + 1;
inline constexpr Action first_steal = pass + 1;
inline constexpr Action first_offer = first_steal + seat_count;
inline constexpr int offers_per_seat = kind_count * (kind_count - 1);
inline constexpr Action accept = first_offer + seat_count * offers_per_seat;
inline constexpr Action reject = accept + 1;

// Outcome ids: the kind for auction, then the kind that is stolen.
inline constexpr Action first_stolen = kind_count;

enum Phase : std::int8_t {
  reveal,  // chance shows the good for auction
  bidding,
  trade,   // the merchant passes, steals or offers
  theft,   // chance draws the stolen good
  answer,  // the recipient accepts or rejects
  over,
};

using Count = std::int8_t;
using Hand = std::array<Count, kind_count>;

struct Options {
  int rounds = 3;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rounds", self.rounds, between(1, 6), Says{"How often a merchant opens the bazaar."});
  }
};

// 21 bytes. What a phase does not use is `none`, so that equal positions have equal bytes.
struct State {
  std::array<Hand, seat_count> goods{};
  std::array<Count, seat_count> coins{};
  std::array<Count, seat_count> bids{none, none, none};  // of this auction, until it is settled
  Count round = 0;                                       // its merchant is seat round % 3
  Count phase = reveal;
  Count auction = none;  // kind, while seats bid
  Count target = none;   // victim of a theft or recipient of an offer
  Count give = none;     // kinds of a pending offer
  Count want = none;

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("goods", self.goods);
    visit("coins", self.coins);
    visit("bids", self.bids);
    visit("round", self.round);
    visit("phase", self.phase);
    visit("auction", self.auction);
    visit("target", self.target);
    visit("give", self.give);
    visit("want", self.want);
  }
};

// 24 bytes: the public facts, the seat's own goods and its own bid.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  Hand goods{};
  std::array<Count, seat_count> hand_sizes{};
  std::array<Count, seat_count> coins{};
  Count bid = none;
  Count round = 0;
  Count phase = reveal;
  Count auction = none;
  Count target = none;
  Count give = none;
  Count want = none;

  bool operator==(const View&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("goods", self.goods);
    visit("hand_sizes", self.hand_sizes);
    visit("coins", self.coins);
    visit("bid", self.bid);
    visit("round", self.round);
    visit("phase", self.phase);
    visit("auction", self.auction);
    visit("target", self.target);
    visit("give", self.give);
    visit("want", self.want);
  }
};

// The exact distribution over the hands of the two other seats. Their sizes are public, so a hand
// of n goods is one of (n + 1)(n + 2) / 2, and the joint weights fit a square that never grows.
struct Belief {
  static constexpr int hands = (largest_hand + 1) * (largest_hand + 2) / 2;

  View view;
  // [hand of the next seat][hand of the seat after it]; see hand_index. Sums to 1.
  std::array<std::array<double, hands>, hands> weights{};

  template <class Self, class Archive>
  static void beyond_view(Self& self, Archive& archive) {
    archive(self.weights);
  }
};

// Hands of one size, numbered: (size, 0, 0), (size - 1, 1, 0), (size - 1, 0, 1), ...
int hand_index(const Hand& hand);
Hand hand_at(int index, int size);

int hand_size(const Hand& hand);
int score(const Hand& goods, int coins);

class Bazaar {
 public:
  using Options = bazaar::Options;
  using State = bazaar::State;
  using View = bazaar::View;
  using Belief = bazaar::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "bazaar";

  explicit Bazaar(const Options& options);

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  int seats() const { return seat_count; }
  int action_count() const { return reject + 1; }
  int outcome_count() const { return first_stolen + kind_count; }
  ReturnRange return_range() const;
  bool perfect_information() const { return false; }

  State initial(Rng& rng) const;
  int actor(const State& state) const;
  void legal(const View& view, ActionList& out) const;
  void legal(const State& state, ActionList& out) const { legal(view(state, actor(state)), out); }
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const;

  // A bid is hidden from the others until the last one; that one shows all to all: facts[0] is 1
  // and facts[1 + seat] are the bids. The third seat does not see which good is stolen.
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

 private:
  void settle(State& state) const;
  void end_round(State& state) const;

  static constexpr std::array<std::string_view, 5> type_names_ = {"bid", "pass", "steal", "offer",
                                                                  "answer"};
  Options options_;
};

// Its named players.
const std::vector<PolicyEntry<Bazaar>>& policies(const Bazaar&);

}  // namespace otherminds::bazaar
