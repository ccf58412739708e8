// What is compiled of the search and of the dynamic classes for this game.
#include "dynamic/game_of.hpp"
#include "games/hanabi/hanabi.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::hanabi::Hanabi>;
template struct otherminds::Dynamic<otherminds::hanabi::Hanabi>;
