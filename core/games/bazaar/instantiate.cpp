// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/bazaar/bazaar.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::bazaar::Bazaar>;
template struct otherminds::Dynamic<otherminds::bazaar::Bazaar>;
