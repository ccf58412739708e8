// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/othello/othello.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::othello::Othello>;
template struct otherminds::Dynamic<otherminds::othello::Othello>;
