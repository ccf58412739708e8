// The search, compiled for this game.
#include "games/tiny_coop/tiny_coop.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::tiny_coop::TinyCoop>;
