// Players of the belief game: they decide by the sheet that the game keeps for their seat.
#include <algorithm>

#include "games/cluedo/belief_game/belief_game.hpp"
#include "games/cluedo/players/policy_options.hpp"

namespace otherminds::cluedo {

namespace {

class BeliefHeuristic final : public Policy<BeliefGame> {
 public:
  explicit BeliefHeuristic(const HeuristicOptions& options) : options_(options) {}

  bool watches() const override { return false; }

  Action act(const BeliefGame& game, const BeliefGame::View& view, const Memory& memory,
             Rng& rng) const override {
    const auto& state = *view.state;
    if (state.table.phase == answering && view.seat != state.planner)
      return Policy::act(game, view, memory, rng);
    return Heuristic(game.game(), allowed(game, state))
        .act(state.table, view.seat, state.hand, state.sheets[view.seat], rng);
  }

  void probabilities(const BeliefGame& game, const BeliefGame::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    const auto& state = *view.state;
    if (state.table.phase == answering && view.seat != state.planner) {
      // Answers are no choice of the seat.
      return game.answer_chances(state, legal, out);
    }
    Heuristic(game.game(), allowed(game, state))
        .probabilities(state.table, view.seat, state.hand, state.sheets[view.seat], legal, out);
  }

 private:
  // It guesses only where the game lets it.
  HeuristicOptions allowed(const BeliefGame& game, const BeliefGame::State& state) const {
    HeuristicOptions options = options_;
    if (options.accuse_below > 0 && !game.may_accuse(state)) options.accuse_below = 0;
    return options;
  }

  HeuristicOptions options_;
};

// Walks anywhere and asks for what the seat has not seen.
class BeliefNaive final : public Policy<BeliefGame> {
 public:
  bool watches() const override { return false; }

  void probabilities(const BeliefGame& game, const BeliefGame::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    const auto& state = *view.state;
    const Sheet& sheet = state.sheets[view.seat];
    if (state.table.phase == answering) {
      if (view.seat != state.planner) return game.answer_chances(state, legal, out);
      for (double& chance : out) chance = 1.0 / static_cast<double>(legal.size());
      return;
    }
    std::array<double, type_count> kinds{};
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const int type = game.type_of(legal[i]);
      out[i] = 1;
      if (type == suggest) {
        const Triple triple = game.game().triple_of(legal[i]);
        out[i] = has(sheet.unseen, triple.suspect) && has(sheet.unseen, triple.weapon) ? 1 : 0;
      } else if (type == ActionType::move && sheet.goal != no_goal) {
        out[i] = game.game().room_of_move(legal[i]) == sheet.goal ? 1 : 0;
      } else if (type == accuse) {
        std::ranges::fill(out, 0.0);
        out[i] = 1;
        return;
      }
      kinds[static_cast<std::size_t>(type)] += out[i];
    }
    const auto many = std::ranges::count_if(kinds, [](double sum) { return sum > 0; });
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const double sum = kinds[static_cast<std::size_t>(game.type_of(legal[i]))];
      out[i] = many == 0 ? 1.0 / static_cast<double>(legal.size())
               : sum > 0 ? out[i] / sum / static_cast<double>(many)
                         : 0.0;
    }
  }
};

}  // namespace

const std::vector<PolicyEntry<BeliefGame>>& policies(const BeliefGame&) {
  static const std::vector<PolicyEntry<BeliefGame>> entries = {
      {"naive",
       "Walks to random rooms and asks for cards it has not seen.",
       {},
       [](const BeliefGame&, const Value&) { return std::make_shared<BeliefNaive>(); }},
      {"heuristic", "Asks for what its sheet knows least of.", policy_options<HeuristicFields>(),
       [](const BeliefGame&, const Value& value) {
         return std::make_shared<BeliefHeuristic>(heuristic_options(value));
       }},
      {"rooms",
       "Each room to walk to counts as a kind of action of its own.",
       {},
       [](const BeliefGame&, const Value&) { return std::make_shared<RoomsPolicy<BeliefGame>>(); }},
  };
  return entries;
}

}  // namespace otherminds::cluedo
