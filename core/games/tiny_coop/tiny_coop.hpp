// Tiny Co-Op (Walton-Rivers 2022): agents in a maze of doors that stay open only while somebody
// stands on a button; together they win when each of them has been on every goal. Moves are
// simultaneous: seats choose in turn, and a choice is hidden until the last seat has chosen.
// docs/games/tiny_coop.md has the rules.
#pragma once

#include <array>
#include <bit>
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
#include "games/tiny_coop/level.hpp"

namespace otherminds::tiny_coop {

inline constexpr int none = -1;
inline constexpr int longest_cap = 30'000;

// Action ids: the moves, then flares. A relative flare names a direction, a full one a cell.
inline constexpr Action first_flare = move_count;
inline constexpr int direction_count = 4;
inline constexpr std::array<int, direction_count> flare_moves = {down, up, left, right};

enum class ActionSet { simple, relative, full };

struct Options {
  std::string level = "single_door";
  int edition = 2;
  std::string actions = "simple";
  std::string order = "edition";
  std::string collision = "edition";
  int ticks = 2000;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("level", self.level, OneOf{level_names(), true}, Says{"A level by name, or its map."});
    visit("edition", self.edition, OneOf{{"1", "2"}}, Says{"Of the published program's rules."});
    visit("actions", self.actions, OneOf{{"simple", "relative", "full"}},
          Says{"Which flares there are: none, towards a side, or at any square."});
    visit("order", self.order, OneOf{{"edition", "id", "scan"}},
          Says{"In which order agents move: as in the edition, by number, or by place."});
    visit("collision", self.collision, OneOf{{"edition", "share", "block"}},
          Says{"Whether agents may share a square: as in the edition, yes, or no."});
    visit("ticks", self.ticks, between(1, longest_cap), Says{"After how many the game is lost."});
  }
};

using Moves = std::array<std::uint8_t, most_agents>;
using Visited = std::array<std::uint8_t, most_agents>;  // of each agent, a bit a goal
using Numbers = std::array<std::int16_t, most_agents>;

inline constexpr Numbers no_numbers = {none, none, none, none};

// 28 bytes. Which doors are open follows from where the agents are.
struct State {
  Cells cells{};
  Visited visited{};
  Numbers choices = no_numbers;  // of this tick, until everybody has chosen
  Numbers flares = no_numbers;   // of the last tick: a direction or a cell
  std::int16_t tick = 0;         // ticks that are over
  std::int16_t turn = 0;         // the seat that chooses, or nobody

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("cells", self.cells);
    visit("visited", self.visited);
    visit("choices", self.choices);
    visit("flares", self.flares);
    visit("tick", self.tick);
    visit("turn", self.turn);
  }
};

// 28 bytes: everything but the others' choices of this tick.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  Cells cells{};
  Visited visited{};
  Numbers flares = no_numbers;
  std::int16_t tick = 0;
  std::int16_t choice = none;  // the seat's own

  bool operator==(const View&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("cells", self.cells);
    visit("visited", self.visited);
    visit("flares", self.flares);
    visit("tick", self.tick);
    visit("choice", self.choice);
  }
};

// Hidden are only choices of this tick, and every action is always legal: those of the others that
// have chosen are uniform and independent. Why somebody would choose something is the work of a
// model of that seat.
struct Belief {
  View view;
};

class Tables;

class TinyCoop {
 public:
  using Options = tiny_coop::Options;
  using State = tiny_coop::State;
  using View = tiny_coop::View;
  using Belief = tiny_coop::Belief;

  static constexpr int version = 1;
  static constexpr std::string_view title = "tiny_coop";
  static constexpr bool views_tell_all = true;

  explicit TinyCoop(const Options& options);

  std::string name() const { return std::string(title); }
  const Options& options() const { return options_; }
  const Level& level() const { return level_; }
  ActionSet action_set() const { return actions_; }
  int seats() const { return level_.agents; }
  int action_count() const { return action_count_; }
  int outcome_count() const { return 0; }
  ReturnRange return_range() const { return {0.0, 1.0}; }
  bool perfect_information() const { return false; }

  // Whether an agent that stands on a goal is credited with it at the start of the next tick, as in
  // the first edition, or at once.
  bool credits_late() const { return credits_late_; }
  // Whether an occupied cell cannot be entered.
  bool blocks() const { return blocks_; }

  State initial(Rng&) const {
    State state;
    state.cells = level_.starts;
    return state;
  }
  int actor(const State& state) const { return state.turn; }

  // Every action is always legal: what cannot be done, such as walking into a wall, is a wait.
  void legal(const State&, ActionList& out) const { out.assign(all_.begin(), all_.end()); }
  void legal(const View&, ActionList& out) const { out.assign(all_.begin(), all_.end()); }
  Action sample_legal(const State&, Rng& rng) const {
    return static_cast<Action>(rng.below(static_cast<std::uint32_t>(action_count_)));
  }

  void apply(State& state, Action action) const {
    state.choices[state.turn] = static_cast<std::int16_t>(action);
    if (++state.turn == level_.agents) resolve(state);
  }

  // Moves the first `agents` agents; the others are not there. This is all of a tick but the goals.
  void move(Cells& cells, const Moves& moves, int agents) const {
    if (!plain_) return move_by_edition(cells, moves, agents);
    for (int agent = 0; agent < agents; ++agent) {
      const Cell target = level_.target[cells[agent]][moves[agent]];
      if (level_.need[target] & signals(cells)) cells[agent] = target;
    }
  }

  // What is visited after a tick from `before` to `after`.
  void credit(Visited& visited, const Cells& before, const Cells& after) const {
    const Cells& counted = credits_late_ ? before : after;
    for (int agent = 0; agent < most_agents; ++agent) {
      visited[agent] = static_cast<std::uint8_t>(visited[agent] | level_.goal[counted[agent]]);
    }
  }

  bool won(const Visited& visited) const { return visited == all_visited_; }
  double score(const Visited& visited) const;

  // What the agents raise by where they stand.
  Signals signals(const Cells& cells) const {
    Signals raised = always;
    for (const Cell cell : cells) raised |= level_.button[cell];
    return raised;
  }

  void outcomes(const State&, OutcomeList& out) const { out.clear(); }
  Action sample_outcome(const State&, Rng&) const { return 0; }
  Returns returns(const State& state) const;

  // A choice is hidden from the others until the last one; that one shows all to all: facts[0] is 1
  // and facts[1 + seat] are the choices.
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  Action revealed(const Observation& seen, int seat) const {
    return seen.facts[0] == 1 && seat != seen.actor ? seen.facts[1 + seat] : hidden_action;
  }
  View view(const State& state, int seat) const {
    return {seat,         state.turn, state.cells,        state.visited,
            state.flares, state.tick, state.choices[seat]};
  }

  // Flares lead nowhere by themselves, and the time counts only when the end is within reach.
  View outlook(const View& view, std::int64_t moves) const {
    View result = view;
    result.flares = no_numbers;
    if (static_cast<std::int64_t>(options_.ticks - view.tick - 1) * level_.agents > moves)
      result.tick = 0;
    return result;
  }

  Belief belief(const View& view) const { return {view}; }
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;
  // Nothing where there are more than 10,000 worlds: full flares of three others have millions.
  void worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const;

  std::string problem(const State& state) const;
  int type_of(Action action) const { return action == wait ? 0 : action < first_flare ? 1 : 2; }
  std::span<const std::string_view> type_names() const {
    return std::span(type_names_).first(actions_ == ActionSet::simple ? 2 : 3);
  }
  std::string action_text(Action action) const;
  std::string outcome_text(Action) const { return {}; }
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const;
  void tensor(const View& view, std::span<float> out) const;

  // Distances, made when they are first asked for.
  const std::shared_ptr<const Tables>& tables() const { return tables_; }

 private:
  void resolve(State& state) const {
    const Cells before = state.cells;
    Moves moves{};
    for (int agent = 0; agent < level_.agents; ++agent) {
      const std::int16_t choice = state.choices[agent];
      const bool flares = choice >= first_flare;
      moves[agent] = static_cast<std::uint8_t>(flares ? wait : choice);
      state.flares[agent] = static_cast<std::int16_t>(flares ? choice - first_flare : none);
    }
    state.choices = no_numbers;
    move(state.cells, moves, level_.agents);
    credit(state.visited, before, state.cells);
    ++state.tick;
    state.turn = won(state.visited) || state.tick == options_.ticks ? nobody : 0;
  }

  void move_by_edition(Cells& cells, const Moves& moves, int agents) const;
  std::string problem_of_agent(const State& state, int agent) const;
  template <class Position>
  std::string drawn(const Position& position) const;

  static constexpr std::array<std::string_view, 3> type_names_ = {"wait", "move", "flare"};

  Options options_;
  Level level_;
  ActionSet actions_ = ActionSet::simple;
  int action_count_ = 0;
  std::vector<Action> all_;
  Visited all_visited_{};
  bool plain_ = true;          // players in turn, signals at once, cells shared: the common case
  bool doors_lag_ = false;     // doors are as they were before the tick
  bool credits_late_ = false;  // and so are goals
  bool scans_ = false;         // agents move by where they are, not by their number
  bool blocks_ = false;
  std::shared_ptr<const Tables> tables_;
};

// Its named players and evaluations.
const std::vector<PolicyEntry<TinyCoop>>& policies(const TinyCoop&);
const std::vector<EvaluatorEntry<TinyCoop>>& evaluators(const TinyCoop&);

}  // namespace otherminds::tiny_coop
