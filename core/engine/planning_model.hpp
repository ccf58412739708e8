// Planning in another game than the one that is played. The other game is a game of its own, with
// states, moves and chance, and is searched like any other; the game that is played names it and
// says how to get there.
//
// A planning model decides part of the real game, such as what to build. A game names it as
// G::PlanningModel:
//
//   M(game, options)        the model of a game, with its own options
//   is_planning_model       true
//   project(state)          where a plan starts from in a position of the game
//   project(belief, rng)    the same from what a seat believes: an M::Belief, from which
//                           M::sample draws such a start for each iteration
//   steps(view, action)     the moves of the game that carry out an action of the model where the
//                           seat sees this, in order; none where that cannot be done
//   decides_nothing         a sentence for positions in which the model has nothing to decide
//
// and the game says by planned(view) whether its model decides anything where a seat sees this.
//
// A belief game is for planning in beliefs: its states are what is public and what the seats
// believe, its chance is what can be witnessed. A game names it as G::BeliefGame:
//
//   B(game, options, light)   the belief game of a game, with its own options; `light`: with light
//                             determinization
//   is_belief_game            true
//   project(belief, rng)      where a plan starts from, made from a seat's belief
//   sample(belief, rng)       that start, with what one iteration takes for granted drawn
//   legality(s, actions, out) how likely each legal action is possible
//   settle(s, belief, rng)    draws everything that is hidden, for observable roll-outs
#pragma once

namespace otherminds {

template <class G>
concept IsPlanningModel = requires { G::is_planning_model; };

template <class G>
concept HasPlanningModel = !IsPlanningModel<G> && requires { typename G::PlanningModel; };

template <class G>
concept IsBeliefGame = requires { G::is_belief_game; };

template <class G>
concept HasBeliefGame = !IsBeliefGame<G> && requires { typename G::BeliefGame; };

}  // namespace otherminds
