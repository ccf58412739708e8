// The search, compiled for this game.
#include "games/catan/catan.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::catan::Catan>;
