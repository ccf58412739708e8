// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/leduc/leduc.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::leduc::Leduc>;
template struct otherminds::Dynamic<otherminds::leduc::Leduc>;
