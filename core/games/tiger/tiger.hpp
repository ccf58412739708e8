// The tiger problem (Kaelbling, Littman and Cassandra 1998): a tiger behind one of two doors, a
// treasure behind the other, and ears that may be wrong. One seat, everything hard about planning
// with a belief. docs/games/tiger.md has the rules.
#pragma once

#include <array>
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

namespace otherminds::tiger {

inline constexpr int none = -1;
inline constexpr int longest_horizon = 1000;
inline constexpr double largest_amount = 1000;

// Doors.
inline constexpr int left = 0;
inline constexpr int right = 1;

inline constexpr Action listen = 0;
inline constexpr Action first_door = 1;  // open left, open right

// Outcome ids: the door at which the tiger is heard, then the door behind which it is hidden.
inline constexpr Action first_hidden = 2;

// Rewards are counted in billionths: whole numbers have one representation, and rounding is below
// what anybody asks for.
inline constexpr double unit = 1e9;

enum Phase : std::int8_t {
  acting,
  hearing,  // chance draws what listening tells
  hiding,   // after an open door, chance hides the tiger anew
  over,
};

struct Options {
  int horizon = 20;
  double discount = 0.95;
  double accuracy = 0.85;
  double listen_cost = 1;
  double treasure = 10;
  double tiger_cost = 100;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("horizon", self.horizon, between(1, longest_horizon), Says{"Actions in a game."});
    visit("discount", self.discount, above(0, 1), Says{"What a reward is worth one action later."});
    visit("accuracy", self.accuracy, between(0.5, 1),
          Says{"How likely the tiger is heard at its own door."});
    visit("listen_cost", self.listen_cost, between(0, largest_amount), Says{"Price of listening."});
    visit("treasure", self.treasure, above(0, largest_amount),
          Says{"Reward behind the door without the tiger."});
    visit("tiger_cost", self.tiger_cost, between(0, largest_amount), Says{"Price of the tiger."});
  }
};

// 16 bytes. The tiger is `none` while it is to be hidden and when the game is over, so that equal
// positions have equal bytes.
struct State {
  std::int64_t sum = 0;                 // the discounted rewards so far, in billionths
  std::int16_t step = 0;                // actions taken
  std::array<std::int16_t, 2> heard{};  // at each door, since the tiger was hidden
  std::int8_t tiger = none;             // its door
  std::int8_t phase = acting;

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("sum", self.sum);
    visit("step", self.step);
    visit("heard", self.heard);
    visit("tiger", self.tiger);
    visit("phase", self.phase);
  }
};

// 24 bytes: all but the tiger.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  std::int64_t sum = 0;
  std::int16_t step = 0;
  std::array<std::int16_t, 2> heard{};
  std::int16_t phase = acting;

  bool operator==(const View&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("sum", self.sum);
    visit("step", self.step);
    visit("heard", self.heard);
    visit("phase", self.phase);
  }
};

// What was heard since the tiger was hidden is all the evidence there is, and the view holds it:
// the odds of left against right are (accuracy / (1 - accuracy)) ^ (heard left - heard right).
struct Belief {
  View view;
};

class Tiger {
 public:
  using Options = tiger::Options;
  using State = tiger::State;
  using View = tiger::View;
  using Belief = tiger::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "tiger";

  explicit Tiger(const Options& options);

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  int seats() const { return 1; }
  int action_count() const { return first_door + 2; }
  int outcome_count() const { return first_hidden + 2; }
  ReturnRange return_range() const { return {least_.back() / unit, most_.back() / unit}; }
  bool perfect_information() const { return false; }

  State initial(Rng& rng) const {
    State state;
    state.tiger = static_cast<std::int8_t>(rng.below(2));
    return state;
  }
  int actor(const State& state) const {
    return state.phase == acting ? 0 : state.phase == over ? nobody : chance;
  }

  void legal(const State&, ActionList& out) const {
    out.assign({listen, first_door, first_door + 1});
  }
  void legal(const View&, ActionList& out) const {
    out.assign({listen, first_door, first_door + 1});
  }
  Action sample_legal(const State&, Rng& rng) const { return static_cast<Action>(rng.below(3)); }

  void apply(State& state, Action action) const {
    if (state.phase == hearing) {
      ++state.heard[action];
      state.phase = acting;
    } else if (state.phase == hiding) {
      state.tiger = static_cast<std::int8_t>(action - first_hidden);
      state.phase = acting;
    } else {
      const Rewards& rewards = rewards_[static_cast<std::size_t>(state.step++)];
      if (action == listen) {
        state.sum += rewards.listen;
        state.phase = hearing;
      } else {
        state.sum += action - first_door == state.tiger ? rewards.tiger : rewards.treasure;
        state.heard = {};
        state.tiger = none;
        state.phase = hiding;
      }
      if (state.step == options_.horizon) {
        state.tiger = none;
        state.phase = over;
      }
    }
  }

  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const {
    if (state.phase == hiding) return first_hidden + static_cast<Action>(rng.below(2));
    return rng.unit() < options_.accuracy ? state.tiger : 1 - state.tiger;
  }

  Returns returns(const State& state) const { return {static_cast<double>(state.sum) / unit}; }

  // The seat sees what it does and what it hears, not where the tiger is hidden. Behind a door that
  // it opens it finds the treasure (facts[0] is 1) or the tiger (facts[0] is -1).
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const {
    return {seat, actor(state), state.sum, state.step, state.heard, state.phase};
  }

  // How likely the tiger is behind a door, given what was heard.
  double probability(const View& view, int door) const;
  Belief belief(const View& view) const { return {view}; }
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;
  void worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const;

  std::string problem(const State& state) const;
  int type_of(Action action) const { return action == listen ? 0 : 1; }
  std::span<const std::string_view> type_names() const { return type_names_; }
  std::string action_text(Action action) const;
  std::string outcome_text(Action outcome) const;
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const { return {5}; }
  void tensor(const View& view, std::span<float> out) const;

 private:
  struct Rewards {
    std::int64_t listen;
    std::int64_t treasure;
    std::int64_t tiger;
  };

  static constexpr std::array<std::string_view, 2> type_names_ = {"listen", "open"};

  Options options_;
  std::vector<Rewards> rewards_;     // of each step, discounted
  std::vector<std::int64_t> least_;  // the least and the greatest sum after so many steps
  std::vector<std::int64_t> most_;
};

// Its named players.
const std::vector<PolicyEntry<Tiger>>& policies(const Tiger&);

}  // namespace otherminds::tiger
