// What is compiled of the search and of the dynamic classes for this game; its build game has the
// same next door.
#include "dynamic/game_of.hpp"
#include "games/catan/build_game/build_game.hpp"
#include "search/planner_of.hpp"

extern template class otherminds::Planner<otherminds::catan::BuildGame>;
template class otherminds::Planner<otherminds::catan::Catan>;
template struct otherminds::Dynamic<otherminds::catan::Catan>;
