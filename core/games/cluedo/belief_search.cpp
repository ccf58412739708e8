// The search, compiled for the belief game.
#include "games/cluedo/belief_game.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::cluedo::BeliefGame>;
