// The belief game of Cluedo (Ledford 2018): what the planner plays when it plans in beliefs.
//
// Nobody holds cards here. A state is the table, a sheet for every seat, and one sheet more of what
// is true on this walk, which nobody sees. What a seat answers is drawn from that one, which is
// marked with all answers and with what follows from them, so that answers fit each other. Whether
// an accusation is right is drawn from the sheet of the one who accuses. The seats' sheets are
// marked as their owners would mark them. Light determinization writes the places of some drawn
// cards into the sheet of truths, and tells each seat what it holds of them: the envelope can then
// be shown by nobody, but accusing it wins no more often than the belief says.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "games/cluedo/belief_game/sheet_quirks.hpp"
#include "games/cluedo/players/heuristic.hpp"
#include "games/cluedo/players/sheet.hpp"

namespace otherminds::cluedo {

enum class RootSheet { sheet, exact };
constexpr std::array<std::string_view, 2> names_of(RootSheet) { return {"sheet", "exact"}; }
enum class Drawn { iteration, decision };
constexpr std::array<std::string_view, 2> names_of(Drawn) { return {"iteration", "decision"}; }
enum class DrawnBy { belief, support };
constexpr std::array<std::string_view, 2> names_of(DrawnBy) { return {"belief", "support"}; }
enum class AnswersBy { chance, search };
constexpr std::array<std::string_view, 2> names_of(AnswersBy) { return {"chance", "search"}; }

struct BeliefGameOptions {
  ShowingUpdate belief = ShowingUpdate::factored;  // how sheets are marked
  RootSheet root = RootSheet::exact;               // what the planner's own sheet says at first
  std::int64_t fixed = -1;             // drawn cards; -1: the envelope when light, else none
  Drawn drawn = Drawn::iteration;      // how often they are drawn
  DrawnBy drawn_by = DrawnBy::belief;  // by their chances, or evenly among what is possible
  AnswersBy answers = AnswersBy::chance;
  double accuse = 1;  // the planner may accuse when it is right with this chance or more
  SheetQuirks quirks = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("belief", self.belief);
    visit("root", self.root);
    visit("fixed", self.fixed);
    visit("drawn", self.drawn);
    visit("drawn_by", self.drawn_by);
    visit("answers", self.answers);
    visit("accuse", self.accuse);
    visit("quirks", self.quirks);
  }
};

// What a seat has on its sheet if it marked all that it has witnessed.
Sheet marked_sheet(const Cluedo& game, const Belief& belief, ShowingUpdate update);

class BeliefGame {
 public:
  struct State {
    Table table;
    Cards hand = 0;  // the planner's
    std::uint8_t planner = 0;
    std::uint8_t pending = 0;  // what chance decides next beside the die and answers
    std::array<std::uint8_t, 2> spare{};
    Sheet truths;
    std::array<Sheet, most_seats> sheets;
  };

  // Where a seat stands; made for the moment of a decision.
  struct View {
    const State* state;
    int seat;
  };

  // Where a plan starts, and how the places of some cards are drawn.
  struct Belief {
    State start;
    const Deals* deals = nullptr;
    bool drawn = false;  // they are drawn, once for the whole decision
  };

  enum Pending : std::uint8_t {
    nothing,
    verdict,  // whether an accusation is right
    look,     // which of the cards that it asks for a seat holds itself
  };

  static constexpr bool is_belief_game = true;

  BeliefGame(const Cluedo& game, const Value& options, bool light);

  std::string name() const { return "the belief game of cluedo"; }
  int seats() const { return game_.seats(); }
  int action_count() const { return game_.action_count(); }
  ReturnRange return_range() const { return game_.return_range(); }
  bool perfect_information() const { return true; }

  // The planning starts from what a seat of Cluedo believes.
  Belief project(const cluedo::Belief& belief, Rng& rng) const;

  State initial(Rng&) const { return {}; }
  int actor(const State& state) const;
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const { legal(*view.state, out); }
  std::vector<int> legal_types(const State& state) const;
  void legal_of_type(const State& state, int type, ActionList& out) const;
  int type_of(Action action) const { return game_.type_of(action); }
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const { return game_.returns(state.table); }
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const { return {&state, seat}; }
  std::uint64_t view_key(const View& view) const;
  std::uint64_t state_key(const State& state) const { return view_key({&state, state.planner}); }
  Belief belief(const View& view) const { return {*view.state}; }
  void update(Belief&, const Observation&, const View&) const {}
  State sample(const Belief& belief, Rng& rng) const;

  // ---- for the walker ----
  // How likely each legal action of a seat that answers is possible; 1 for all others.
  void legality(const State& state, const ActionList& actions, std::vector<double>& out) const;
  // How likely a seat that is no planner gives each of these answers.
  void answer_chances(const State& state, std::span<const Action> actions,
                      std::span<double> out) const;
  // Whether the seat whose turn it is may accuse its best guess.
  bool may_accuse(const State& state) const;
  // Goes back to the sheets of the start.
  void forget(State& state, const Belief& belief) const;
  bool forgetful() const { return options_.quirks.forgetful; }
  // Draws the places of all cards that are not certain, for roll-outs that see everything.
  void settle(State& state, const Belief& belief, Rng& rng) const;

  const Cluedo& game() const { return game_; }

 private:
  struct Chances {
    std::array<Action, 4> actions;
    std::array<double, 4> chances;
    int count = 0;
  };
  Chances answers(const State& state) const;
  double right(const State& state) const;
  Triple guess(const State& state) const;
  void draw(State& state, const Deals& deals, Rng& rng) const;
  void fix(State& state, const Deal& deal, Cards cards) const;
  void answered(State& state, Action answer) const;
  void conclude(State& state) const;
  void looked(State& state, int held) const;
  void settle_certainty(State& state) const;

  const Cluedo& game_;
  BeliefGameOptions options_;
};

const std::vector<PolicyEntry<BeliefGame>>& policies(const BeliefGame&);

}  // namespace otherminds::cluedo
