// The search, compiled for this game; that of its belief game is compiled next door.
#include "games/cluedo/belief_game.hpp"
#include "search/planner_of.hpp"

namespace otherminds {

using cluedo::BeliefGame;

extern template Planner<BeliefGame>::Planner(const BeliefGame&, const SearchOptions&,
                                             const Equipment<BeliefGame>&);
extern template SearchResult Planner<BeliefGame>::plan(const Root<BeliefGame>&, Stream, Monitor*);

template class Planner<cluedo::Cluedo>;

}  // namespace otherminds
