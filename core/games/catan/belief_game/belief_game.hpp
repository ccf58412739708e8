// The belief game of Catan (Dobre 2018, 6.4): what the planner plays when it plans in beliefs.
//
// A state is what everybody sees, the planner's own cards, and for each other seat its possible
// hands and what is known of its development cards. A move of another seat is possible where some
// of its hands allow it; once made, those that do not are dropped. Chance brings what the planner
// would witness: a card that one other seat steals from another or discards is not seen, and the
// hands spread; how many cards a monopoly takes is drawn seat by seat; and whoever could have won
// with victory points that nobody sees has, or has not and so holds fewer.
//
// Where the possible hands of a seat would become too many (FewHands), the planner sees the card.
// What a bank with limits holds is that of one world, drawn with the start of the plan.
//
// A state can be settled: all that is hidden is drawn, and from then on it is a game of Catan. So
// are roll-outs that see everything, and the whole plan where the game hides nothing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/type_distribution.hpp"
#include "games/catan/belief_game/few_hands.hpp"
#include "games/catan/catan.hpp"

namespace otherminds::catan {

// How roll-outs draw the type of a move: by the best chance of being legal that one of it has, or
// any that is possible.
enum class TypesBy { legality, possibility };
constexpr std::array<std::string_view, 2> names_of(TypesBy) { return {"legality", "possibility"}; }
// Whether the planner sees in roll-outs what others discard.
enum class Discards { shown, unseen };
constexpr std::array<std::string_view, 2> names_of(Discards) { return {"shown", "unseen"}; }

struct BeliefGameOptions {
  TypesBy types_by = TypesBy::legality;
  Discards discards = Discards::shown;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("types_by", self.types_by);
    visit("discards", self.discards);
  }
};

// Outcomes that the game itself does not have, after its own.
namespace believed {
inline constexpr Action goes_on = outcome::count;  // whoever could have won has not
inline constexpr Action won = goes_on + 1;
inline constexpr Action first_count = won + 1;  // cards that a monopoly takes from a seat
inline constexpr Action unseen = first_count + most_of_a_kind + 1;  // a card, nobody sees which
}  // namespace believed

class BeliefGame {
 public:
  enum Pending : std::uint8_t {
    none,
    verdict,   // whether the candidate has won with victory points that nobody sees
    counting,  // how many cards a seat has of what a monopoly takes
  };

  struct State {
    catan::State position;   // of others: a possible hand, and the development cards that are shown
    BySeat<FewHands> hands;  // of others
    UnseenCards cards;
    Action monopoly = 0;       // that is played when its cards are counted
    std::uint8_t planner = 0;  // whose beliefs these are
    std::uint8_t pending = none;
    std::uint8_t candidate = 0;  // for a verdict; or the seat whose cards are counted
    bool settled = false;        // all is drawn: the position is a state of Catan
  };

  // Where a seat stands; made for the moment of a decision.
  struct View {
    const State* state;
    int seat;
  };

  // Where a plan starts.
  struct Belief {
    State start;
  };

  static constexpr bool is_belief_game = true;

  BeliefGame(const Catan& game, const Value& options, bool light);

  std::string name() const { return "the belief game of catan"; }
  int seats() const { return game_->seats(); }
  int action_count() const { return game_->action_count(); }
  ReturnRange return_range() const { return game_->return_range(); }
  bool perfect_information() const { return true; }
  const Catan& game() const { return *game_; }
  // The same with other rules of the game, as for Catan.
  std::shared_ptr<const BeliefGame> variant(const Value& changes) const;

  // The plan starts from what a seat of Catan believes.
  Belief project(const catan::Belief& belief, Rng& rng) const;

  State initial(Rng&) const { return {}; }
  int actor(const State& state) const;
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const { legal(*view.state, out); }
  int type_of(Action action) const { return game_->type_of(action); }
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const { return game_->returns(state.position); }
  Observation observe(const State& before, Action action, const State&, int) const {
    return {actor(before), action, {}};
  }
  View view(const State& state, int seat) const { return {&state, seat}; }
  std::uint64_t view_key(const View& view) const { return state_key(*view.state); }
  std::uint64_t state_key(const State& state) const;
  Belief belief(const View& view) const { return {*view.state}; }
  void update(Belief&, const Observation&, const View&) const {}
  State sample(const Belief& belief, Rng&) const { return belief.start; }
  // A roll-out: types by a distribution and by how likely they are legal, then an action of that
  // type by how likely it is.
  void play_typed(State& state, const TypeDistribution& types, Rng& rng) const;

  // ---- for the walker ----
  // How likely each legal action is possible for the seat that acts.
  void legality(const State& state, const ActionList& actions, std::vector<double>& out) const;
  // Draws all that is hidden.
  void settle(State& state, const Belief& belief, Rng& rng) const;

 private:
  struct Believed;
  class Rollout;

  BeliefGame(std::shared_ptr<const Catan> game, const BeliefGameOptions& options)
      : owned_(std::move(game)), game_(owned_.get()), options_(options) {}

  bool hides_discard(const State& state) const;
  bool hides_theft(const State& state) const;
  bool hides_draw(const State& state) const;
  int fresh_unseen(const State& state, int seat) const;
  void list_pending(const State& state, OutcomeList& out) const;
  void list_draw(const State& state, OutcomeList& out) const;
  void list_exchanges(const State& state, OutcomeList& out) const;
  void show(State& state, int seat, Hand cards) const;
  void follow(State& state, Action given, int drawn_from = nothing, int drawn = 0) const;
  void represent(State& state, int seat) const;
  void resolve(State& state, Action given) const;
  void count_on(State& state, int from) const;
  void act(State& state, Action given) const;
  void play(State& state, Action given) const;
  void happen(State& state, Action given) const;
  void discard_unseen(State& state) const;
  void steal_unseen(State& state) const;
  void draw_unseen(State& state) const;
  void exchange(State& state, Action given) const;
  void look_for_winner(State& state) const;

  std::shared_ptr<const Catan> owned_;
  const Catan* game_;
  BeliefGameOptions options_;
};

const std::vector<PolicyEntry<BeliefGame>>& policies(const BeliefGame&);

}  // namespace otherminds::catan
