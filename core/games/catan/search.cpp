// The search, compiled for this game; that of its planning model is compiled next door.
#include "games/catan/build_game.hpp"
#include "search/planner_of.hpp"

extern template class otherminds::Planner<otherminds::catan::BuildGame>;
template class otherminds::Planner<otherminds::catan::Catan>;
