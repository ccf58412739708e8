// The search, compiled for the belief game: nothing but its own walker is needed there.
#include "games/catan/belief_game/belief_game.hpp"
#include "search/planner_of.hpp"

namespace otherminds {

using catan::BeliefGame;

template Planner<BeliefGame>::Planner(const BeliefGame&, const SearchOptions&,
                                      const Resolved<BeliefGame>&);
template SearchResult Planner<BeliefGame>::plan(const Root<BeliefGame>&, Stream, Monitor*);

}  // namespace otherminds
