// The build game of Catan (Karamalegkos): a planning model that decides what to build and nothing
// else. A seat builds a city, a settlement or a road, buys a card, or ends its turn; what it lacks
// it gets from the bank, if it can, as part of the action. Nobody trades with anybody else or plays
// a card. Dice are chance, and so is all that a seven brings. A card that is bought is not drawn:
// it is worth what it may bring towards the largest army, in points. After some rounds, or when
// somebody has the points to win, everybody gets its share of these points.
//
// Actions have the numbers of Catan's. Those of chance are Catan's outcomes; after a seven, and
// where no seat plans, they are the actions that a seat would have, drawn by chance.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "games/catan/catan.hpp"

namespace otherminds::catan {

// How many rounds a plan looks ahead: the published formula, or what the text says beside it.
enum class RoundsRule { formula, prose };
constexpr std::array<std::string_view, 2> names_of(RoundsRule) { return {"formula", "prose"}; }
// What a card is worth: as it must have been meant, or as it was printed.
enum class CardRule { corrected, printed };
constexpr std::array<std::string_view, 2> names_of(CardRule) { return {"corrected", "printed"}; }
// Whether a seven makes hands smaller, moves the robber and steals, all at random.
enum class SevenRule { random, nothing };
constexpr std::array<std::string_view, 2> names_of(SevenRule) { return {"random", "nothing"}; }

// Whose choices a plan is about: those of all seats, or those of the turn that goes on; after it
// all seats choose at random.
enum class Planned { game, turn };
constexpr std::array<std::string_view, 2> names_of(Planned) { return {"game", "turn"}; }

struct BuildGameOptions {
  std::int64_t depth = 15;  // rounds, before the rule shortens them
  RoundsRule rounds = RoundsRule::formula;
  CardRule cards = CardRule::corrected;
  SevenRule sevens = SevenRule::random;
  Planned planned = Planned::game;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("depth", self.depth);
    visit("rounds", self.rounds);
    visit("cards", self.cards);
    visit("sevens", self.sevens);
    visit("planned", self.planned);
  }
};

// The rounds that a plan made in a round of the game (the first is 1) looks ahead.
std::int64_t rounds_ahead(std::int64_t depth, std::int64_t round, RoundsRule rule);

// What buying a development card is worth to a seat, in points. `corrected`: knights that are yet
// unseen among the cards that the seat has not seen; `printed`: those not played among the deck.
double card_reward(const State& state, int seat, CardRule rule);

class BuildGame {
 public:
  struct State {
    catan::State position;
    BySeat<double> bonus{};       // for cards bought
    std::int64_t last_turn = 0;   // over when so many turns have ended
    std::int64_t first_turn = 0;  // in which the plan is made
  };

  // Where a seat stands; made for the moment of a decision.
  struct View {
    const State* state;
    int seat;
  };

  // What a seat of Catan believes, or one position.
  struct Belief {
    const catan::Belief* source = nullptr;
    State position;
  };

  static constexpr bool is_planning_model = true;
  static constexpr std::string_view decides_nothing =
      "The build game of catan decides what to build after the roll, and nothing here: let a "
      "Delegate ask another player for all else.";

  BuildGame(const Catan& game, const Value& options);

  std::string name() const { return "the build game of catan"; }
  int seats() const { return game_.seats(); }
  int action_count() const { return game_.action_count(); }
  ReturnRange return_range() const { return {0, 1}; }
  bool perfect_information() const { return game_.perfect_information(); }

  // ---- as a planning model of Catan ----
  State project(const catan::State& position) const;
  Belief project(const catan::Belief& belief, Rng& rng) const;
  std::vector<Action> steps(const catan::View& view, Action action) const;

  State initial(Rng&) const { return {}; }
  std::string problem(const State& state) const { return game_.problem(state.position); }
  int actor(const State& state) const {
    const Table& table = state.position.table;
    if (table.phase == playing) return by_chance_later(state) ? chance : table.acting;
    return table.phase == over ? nobody : chance;
  }
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const { legal(*view.state, out); }
  Action sample_legal(const State& state, Rng& rng) const;
  int type_of(Action action) const { return game_.type_of(action); }
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const;
  Observation observe(const State& before, Action action, const State& after, int seat) const {
    return game_.observe(before.position, action, after.position, seat);
  }
  View view(const State& state, int seat) const { return {&state, seat}; }
  std::uint64_t view_key(const View& view) const;
  std::uint64_t state_key(const State& state) const;
  Belief belief(const View& view) const { return {nullptr, *view.state}; }
  void update(Belief&, const Observation&, const View&) const {}
  State sample(const Belief& belief, Rng& rng) const;

  const Catan& game() const { return game_; }

 private:
  // Where the seat that acts can build now, with what it gets from the bank.
  struct Sites {
    EdgeSet roads{};
    VertexSet settlements = 0;
    VertexSet cities = 0;
    bool card = false;
  };
  // Whether the turn is over that is planned, and chance makes all choices.
  bool by_chance_later(const State& state) const {
    return options_.planned == Planned::turn && state.position.table.turn != state.first_turn;
  }
  Sites sites(const catan::State& position) const;
  bool affords(const catan::State& position, Hand cost) const;
  void go_on(State& state) const;

  const Catan& game_;
  BuildGameOptions options_;
};

const std::vector<PolicyEntry<BuildGame>>& policies(const BuildGame&);

}  // namespace otherminds::catan
