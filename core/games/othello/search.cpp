// The search, compiled for this game.
#include "games/othello/othello.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::othello::Othello>;
