// The search, compiled for this game.
#include "games/cluedo/belief_game.hpp"
#include "search/planner_of.hpp"

extern template class otherminds::Planner<otherminds::cluedo::BeliefGame>;
template class otherminds::Planner<otherminds::cluedo::Cluedo>;
