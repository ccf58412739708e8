// The search, compiled for this game.
#include "games/bazaar/bazaar.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::bazaar::Bazaar>;
