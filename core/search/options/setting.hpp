// What a game can do, as the table of refusals asks.
#pragma once

#include <type_traits>

#include "engine/game.hpp"
#include "engine/planning_model.hpp"
#include "search/options/refusals.hpp"
#include "search/quirks.hpp"

namespace otherminds {

template <Game G>
Setting setting_of(const G& game, Use use, bool models_remember) {
  return {
      .game = game.name(),
      .seats = game.seats(),
      .use = use,
      .hides_facts = !game.perfect_information(),
      .written_in_python = !std::is_trivially_copyable_v<typename G::State>,
      .is_belief_game = IsBeliefGame<G>,
      .has_belief_game = HasBeliefGame<G>,
      .is_planning_model = IsPlanningModel<G>,
      .has_planning_model = HasPlanningModel<G>,
      .tells_earlier_states = HasEarlier<G>,
      .compares_beliefs = HasBeliefKey<G>,
      .lets_moves_be_refused = CanRefuse<G>,
      .views_tell_all = views_tell_all<G>(),
      .has_other_rules = requires(const Value& options) { game.variant(options); },
      .can_give_turn = CanGiveTurn<G>,
      .can_miss_hand = CanMissHand<G>,
      .can_forget = CanForget<G>,
      .models_remember = models_remember,
  };
}

}  // namespace otherminds
