// What is compiled of the search and of the dynamic classes for this game; its build game and its
// belief game have the same next door.
#include "dynamic/game_of.hpp"
#include "games/catan/belief_game/belief_game.hpp"
#include "games/catan/build_game/build_game.hpp"
#include "search/planner_of.hpp"

namespace otherminds {

using catan::BeliefGame;

extern template Planner<BeliefGame>::Planner(const BeliefGame&, const SearchOptions&,
                                             const Resolved<BeliefGame>&);
extern template SearchResult Planner<BeliefGame>::plan(const Root<BeliefGame>&, Stream, Monitor*);
extern template class Planner<catan::BuildGame>;

template class Planner<catan::Catan>;
template struct Dynamic<catan::Catan>;

}  // namespace otherminds
