// The search, compiled for this game.
#include "games/tiger/tiger.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::tiger::Tiger>;
