// What is compiled of the search and of the dynamic classes for this game; its belief game has the
// same next door.
#include "dynamic/game_of.hpp"
#include "games/cluedo/belief_game/belief_game.hpp"
#include "search/planner_of.hpp"

namespace otherminds {

using cluedo::BeliefGame;

extern template Planner<BeliefGame>::Planner(const BeliefGame&, const SearchOptions&,
                                             const Resolved<BeliefGame>&);
extern template SearchResult Planner<BeliefGame>::plan(const Root<BeliefGame>&, Stream, Monitor*);

template class Planner<cluedo::Cluedo>;
template struct Dynamic<cluedo::Cluedo>;

}  // namespace otherminds
