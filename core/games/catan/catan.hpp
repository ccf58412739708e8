// The Settlers of Catan (Teuber 1995) for two to four players: roll, build, trade, rob, and be the
// first to ten points. docs/games/catan.md has the rules and the options.
//
// Chance rolls the dice and draws development cards, stolen cards and, by option, discards.
// Hidden from a seat are the hands and the development cards of the others, which card one seat
// stole from another, and what others discard. A seat trades by offers: one other seat is asked,
// accepts, rejects or makes a counter-offer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/evaluation.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/type_distribution.hpp"
#include "engine/value.hpp"
#include "games/catan/belief/belief.hpp"
#include "games/catan/rules/actions.hpp"
#include "games/catan/rules/options.hpp"
#include "games/catan/rules/state.hpp"
#include "games/catan/rules/trades.hpp"

namespace otherminds::catan {

// What an observation tells beside the action, in its facts.
namespace fact {
inline constexpr int kind = 4;  // facts 0 to 3 are by seat
inline constexpr int what = 5;  // monopoly: the resource; unknown card: from whom
inline constexpr int to = 6;    // unknown card: to whom, or nothing for the bank

inline constexpr int nothing_changed = 0;
inline constexpr int known_change = 1;  // of each hand, packed
inline constexpr int monopolized = 2;   // how many each seat lost
inline constexpr int unknown_card = 3;  // one card went away, the seat does not know which
}  // namespace fact

// A change of a hand, from -32 to 31 of each resource, in one number.
std::int32_t pack_change(Hand before, Hand after);
std::array<int, resource_count> unpack_change(std::int32_t packed);

class BeliefGame;
class BuildGame;

class Catan {
 public:
  using Options = catan::Options;
  using State = catan::State;
  using View = catan::View;
  using Belief = catan::Belief;
  using PlanningModel = BuildGame;
  using BeliefGame = catan::BeliefGame;

  static constexpr std::string_view title = "Settlers of Catan";
  static constexpr int version = 1;

  explicit Catan(const Options& options);

  std::string name() const { return "catan"; }
  const Options& options() const { return options_; }
  const Rules& rules() const { return rules_; }
  int seats() const { return options_.players; }
  int action_count() const { return action_count_; }
  int outcome_count() const { return outcome::count; }
  ReturnRange return_range() const { return {0, 1}; }
  bool perfect_information() const { return rules_.hidden == Hidden::nothing; }

  State initial(Rng& rng) const;
  int actor(const State& state) const { return actor(state.table); }
  int actor(const Table& table) const {
    return by_chance >> table.phase & 1 ? chance : table.phase == over ? nobody : table.acting;
  }
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const;
  // Without offers that the other could not accept: in this world, or in none that is believed.
  void allowed(const State& state, ActionList& out) const;
  void allowed(const Belief& belief, ActionList& out) const;
  Action sample_legal(const State& state, Rng& rng) const;
  std::uint64_t legal_type_bits(const State& state) const;
  std::vector<int> legal_types(const State& state) const;
  void legal_of_type(const State& state, int type, ActionList& out) const;
  // One of the legal actions of a type that has some, each as likely.
  Action sample_of_type(const State& state, int type, Rng& rng) const;
  void apply(State& state, Action action) const;
  // Plays to the end, every seat drawing an action type and then an action of it, or
  // `only_in_turn` and elsewhere any action, of its cards any to discard. The draws are those of
  // sample_outcome, sample_of_type and sample_legal in the same order, so it is the same game as
  // move by move, only sooner.
  void play_typed(State& state, const TypeDistribution& types, Rng& rng,
                  bool only_in_turn = false) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const;

  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const;
  std::uint64_t state_key(const State& state) const;
  std::uint64_t view_key(const View& view) const;
  std::uint64_t belief_key(const Belief& belief) const;

  Belief belief(const View& view) const;
  void update(Belief& belief, const Observation& seen, const View& now) const;
  bool try_update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;

  std::string problem(const State& state) const;
  void fill_in(State& state) const;
  int type_of(Action action) const { return types_[static_cast<std::size_t>(action)]; }
  std::span<const std::string_view> type_names() const { return catan::type_names; }
  std::string action_text(Action action) const;
  std::string outcome_text(Action outcome) const;
  Value::Members action_parts(Action action) const;
  std::string text(const State& state) const;
  std::string text(const View& view) const;
  std::vector<int> tensor_shape() const;
  void tensor(const View& view, std::span<float> out) const;

  // An offer that nobody took.
  bool refused(const View& view, Action action, const View& now) const;
  // Whether the planning model decides anything where a seat sees this.
  bool planned(const View& view) const {
    return view.table.phase == playing && view.actor == view.seat;
  }
  // The same game with other rules that a state does not depend on: exchange, offers, counters,
  // drawn_discards, before_roll, wins, and trades where there are none. Nothing is hidden in it
  // where exchanges need that.
  std::shared_ptr<const Catan> variant(const Value& changes) const;

  // ---- exchanges between players ----
  const std::vector<Trade>& trades() const { return trades_; }
  const TradeSets& trade_sets() const { return trade_sets_; }
  Action offer_to(int seat, int trade) const {
    return action::first_offer + seat * static_cast<int>(trades_.size()) + trade;
  }
  // The number of an exchange, or nothing where it may not be offered.
  int trade_index(Hand give, Hand want) const;
  bool is_offer(Action action) const {
    return action >= action::first_offer && action < first_road_again_;
  }
  int recipient_of(Action offer) const {
    return (offer - action::first_offer) / static_cast<int>(trades_.size());
  }
  const Trade& trade_of(Action offer) const {
    return trades_[static_cast<std::size_t>(offer - action::first_offer) % trades_.size()];
  }
  Action road_again(int edge) const { return first_road_again_ + edge; }
  // The edge of a road, whichever of its two numbers is given.
  int edge_of(Action road) const {
    return road >= first_road_again_ ? road - first_road_again_ : road - action::first_road;
  }

  // ---- what else players ask ----
  // Points of a seat with its victory point cards.
  static int points(const State& state, int seat) {
    return state.table.points[seat] + state.held[seat][victory_point];
  }
  static int points(const View& view) {
    return view.table.points[view.seat] + view.held[view.seat][victory_point];
  }
  // The longest road of a seat by the rule of the options.
  int road_length(const Table& table, int seat) const;
  // Fills in all that follows from the rest (marked * in Table).
  void derive(Table& table) const;
  // Puts a piece or the robber on the board; nothing is paid and nobody wins.
  void put_road(Table& table, int seat, int edge) const;
  void put_settlement(Table& table, int seat, int vertex) const;
  void put_city(Table& table, int seat, int vertex) const;
  void put_robber(Table& table, int hex) const;
  // The bank holds what nobody has; nothing of what would be less than none.
  void refill_bank(State& state) const;

 private:
  class Rollout;

  bool learn_hands(Belief& belief, const Observation& seen, const View& now, HandChange& own) const;
  bool learn_cards(Belief& belief, const View& now) const;
  void begin_answer(State& state, Action offer) const;
  void exchange(State& state, int giver, int taker, const Trade& trade) const;
  void play(State& state, Action action) const;
  void draw(State& state, Action outcome) const;
  void play_card(State& state, int card) const;
  void rob(State& state, Action action) const;
  void rolled(State& state, int number) const;
  void produce(State& state, int number) const;
  void next_discard(State& state) const;
  void set_up(State& state, Action action) const;
  void begin_turn(State& state) const;
  void finish_turn(State& state) const;
  void look_for_winner(State& state) const;
  void resume(Table& table) const;
  void after_free_road(Table& table) const;
  void pay(State& state, int seat, Hand cost) const;
  void take(State& state, int seat, Hand cards) const;
  void look_at_bank(State& state) const;
  void award_road(Table& table) const;
  void award_army(Table& table, int seat) const;
  void end(State& state, int winner) const;

  Options options_;
  Rules rules_;
  std::vector<Trade> trades_;
  TradeSets trade_sets_;
  std::vector<std::uint8_t> types_;  // by action
  Action first_road_again_ = 0;
  int action_count_ = 0;
};

const std::vector<PolicyEntry<Catan>>& policies(const Catan&);
const std::vector<EvaluatorEntry<Catan>>& evaluators(const Catan&);

}  // namespace otherminds::catan
