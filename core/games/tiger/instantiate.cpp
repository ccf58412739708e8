// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/tiger/tiger.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::tiger::Tiger>;
template struct otherminds::Dynamic<otherminds::tiger::Tiger>;
