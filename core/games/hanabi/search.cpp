// The search, compiled for this game.
#include "games/hanabi/hanabi.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::hanabi::Hanabi>;
