// The search, compiled for this game.
#include "games/leduc/leduc.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::leduc::Leduc>;
