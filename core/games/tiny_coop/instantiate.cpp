// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/tiny_coop/tiny_coop.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::tiny_coop::TinyCoop>;
template struct otherminds::Dynamic<otherminds::tiny_coop::TinyCoop>;
