// The search, compiled for the build game.
#include "games/catan/build_game/build_game.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::catan::BuildGame>;
