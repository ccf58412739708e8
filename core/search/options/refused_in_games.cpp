// What depends on the game, and on what the search is for there.
#include <algorithm>

#include "search/options/refusals.hpp"
#include "search/others/posterior.hpp"

namespace otherminds {

namespace {

bool from_history(const SearchOptions& options) {
  const auto* particles = std::get_if<Particles>(&options.hidden);
  return particles && particles->belief == RootBelief::history;
}

// Whether the roll-out has a policy for every seat that may search.
bool plays_every_seat(const SearchOptions& options, int seats) {
  const auto& policies = std::get<Played>(options.rollout).policies;
  for (int seat = 0; seat < seats; ++seat) {
    if (!entry_of(policies, seat)) return false;
  }
  return true;
}

}  // namespace

std::vector<Refusal> refused_in_games() {
  return {
      {.id = "nothing_is_not_all_that_is_hidden",
       .options = {"hidden", "Nothing.peek"},
       .sentence = "{game} hides facts from its seats: plan from what a seat knows by "
                   "hidden=InformationSets(), the default there, or look at everything by "
                   "hidden=Nothing(peek=True).",
       .example = "Search(hidden=Nothing(), iterations=20)",
       .game = "bazaar",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             const auto* nothing = std::get_if<Nothing>(&options.hidden);
             return setting.use == Use::agent && setting.hides_facts && nothing && !nothing->peek;
           }},
      {.id = "deepening_is_for_two_that_see_everything",
       .options = {"Exhaustive.deepening"},
       .sentence = "Exhaustive(deepening=True) is for games of two seats that see everything, "
                   "which {game} is not.",
       .example = "Exhaustive(deepening=True, evaluation='value', peek=True)",
       .game = "catan",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.exhaustive && options.exhaustive->deepening &&
                    (setting.seats != 2 || setting.hides_facts);
           }},
      {.id = "a_single_search_has_no_history",
       .options = {"Particles.belief"},
       .sentence = "Particles(belief='history') is for an agent, which has seen what the others "
                   "did: a single search starts from belief='game'.",
       .example = "Search(hidden=Particles(belief='history'), others=Policies('iggi'), "
                  "iterations=20)",
       .game = "hanabi",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.use == Use::once && from_history(options);
           }},
      {.id = "history_needs_earlier_states",
       .options = {"Particles.belief"},
       .sentence = "Particles(belief='history') needs a game that can tell what it was like "
                   "before, which {game} cannot.",
       .example = "Search(hidden=Particles(belief='history'), others=Policies('random'), "
                  "iterations=20)",
       .game = "leduc",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return from_history(options) && !setting.tells_earlier_states;
           }},
      {.id = "same_belief_needs_comparable_beliefs",
       .options = {"Tree.same_belief"},
       .sentence = "same_belief needs a game whose beliefs can be compared, which those of {game} "
                   "cannot.",
       .example = "Search(hidden=Particles(), tree=Tree(transpositions=True, same_belief=True), "
                  "iterations=20)",
       .game = "leduc",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.tree.same_belief && !setting.compares_beliefs;
           }},
      {.id = "next_best_needs_refusals",
       .options = {"Tree.next_best"},
       .sentence = "Tree(next_best=True) is for games in which a move can be refused, like an "
                   "offer in Catan; in {game} none can.",
       .example = "Search(tree=Tree(next_best=True), iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.tree.next_best && !setting.lets_moves_be_refused &&
                    setting.use != Use::inner;
           }},
      {.id = "margin_needs_a_policy_for_each_seat",
       .options = {"Tree.margin", "Played.policies"},
       .sentence = "A margin needs a policy of the roll-out for the seat that searches, which may "
                   "be any seat of {game}: give one for all seats.",
       .example = "Search(rollout=Played({0: 'random'}), tree=Tree(margin=0.1), iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.tree.margin && !plays_every_seat(options, setting.seats);
           }},
      {.id = "other_rules_for_roll_outs",
       .options = {"Uniform.under"},
       .sentence = "Roll-outs under other rules are for games that have such, like Catan; {game} "
                   "has not.",
       .example = "Search(rollout=Uniform(under={'size': 6}), iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return !options.limit().under.empty() && !setting.has_other_rules;
           }},
      {.id = "python_games_have_one_thread",
       .options = {"Tree.threads"},
       .sentence = "A game written in Python is searched by one thread: leave out threads.",
       .example = "Search(tree=Tree(threads=2), iterations=20)",
       .game = "tic_tac_toe",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.written_in_python && options.tree.threads > 1;
           }},
      {.id = "correlated_types_are_few",
       .options = {"Types.types", "Correlated"},
       .sentence = "A correlated posterior over so many combinations of types is too large for the "
                   "seats of {game}: name fewer types.",
       .example = "Search(hidden=InformationSets(), others=Types(['random'] * 400, "
                  "posterior=Correlated()), iterations=20)",
       .game = "bazaar",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             const auto* types = std::get_if<Types>(&options.others);
             return types && std::holds_alternative<Correlated>(types->posterior) &&
                    combinations_of(*types, setting.seats) > most_combinations;
           }},
      // ---- belief games and planning models ----
      {.id = "there_is_no_belief_game",
       .options = {"BeliefTree.belief_game"},
       .sentence = "{game} has no belief game to plan in: leave out belief_game.",
       .example = "Search(hidden=BeliefTree(belief_game=cluedo.Sheets()), iterations=20)",
       .game = "leduc",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.in_belief_game() && !setting.has_belief_game && !setting.is_belief_game;
           }},
      {.id = "belief_trees_have_no_memory",
       .options = {"hidden", "BeliefTree.belief_game", "others", "rollout"},
       .sentence = "BeliefTree cannot follow what a policy remembers: model the others and roll "
                   "out by policies that decide by their view alone.",
       .example = "Search(hidden=BeliefTree(observable=True), others=Policies('detective'), "
                  "iterations=20)",
       .game = "cluedo",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return std::holds_alternative<BeliefTree>(options.hidden) &&
                    !options.in_belief_game() && !options.model && setting.models_remember;
           }},
      {.id = "there_is_no_planning_model",
       .options = {"model"},
       .sentence = "{game} has no planning model to plan in: leave out model.",
       .example = "Search(model=catan.Builds(), iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.model && !setting.has_planning_model && !setting.is_planning_model;
           }},
      // ---- a search as the model of another seat ----
      {.id = "no_search_models_in_belief_games",
       .options = {"others", "BeliefTree.belief_game"},
       .sentence = "A search cannot be a model in {game}: name a policy instead.",
       .example = "Search(hidden=BeliefTree(belief_game=cluedo.Sheets()), "
                  "others=Policies(Search(hidden=Nothing(), iterations=20)), iterations=20)",
       .game = "cluedo",
       .where =
           [](const SearchOptions&, const Setting& setting) {
             return setting.use == Use::model && setting.is_belief_game;
           }},
      {.id = "models_plan_from_what_views_tell",
       .options = {"others", "hidden"},
       .sentence =
           "In {game} a seat's view does not tell what it believes, so a search that models "
           "another seat plans in the simulated world: its answer to hidden must be "
           "Nothing.",
       .example = "Search(hidden=InformationSets(), others=Policies(Search(hidden=Particles(), "
                  "iterations=20)), iterations=20)",
       .game = "leduc",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.use == Use::model && options.believes() && !setting.views_tell_all;
           }},
      {.id = "models_have_no_history",
       .options = {"others", "Particles.belief"},
       .sentence = "A search that models another seat has not seen what was done: its particles "
                   "have no history.",
       .example = "Search(hidden=InformationSets(), "
                  "others=Policies(Search(hidden=Particles(belief='history'), "
                  "others=Policies('iggi'), iterations=20)), iterations=20)",
       .game = "hanabi",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.use == Use::model && from_history(options);
           }},
      {.id = "models_plan_the_whole_game",
       .options = {"others", "model"},
       .sentence = "A search with a planning model decides part of a game only: it cannot model "
                   "another seat.",
       .example = "Search(hidden=InformationSets(), "
                  "others=Policies(Search(model=catan.Builds(), iterations=20)), iterations=20)",
       .game = "catan",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.use == Use::model && options.model.has_value();
           }},
      {.id = "models_are_not_reused",
       .options = {"others", "Tree.reuse"},
       .sentence = "A search that models another seat starts anew in each world: leave out reuse.",
       .example = "Search(others=Policies(Search(tree=Tree(reuse=True), iterations=20)), "
                  "iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return setting.use == Use::model && options.tree.reuse;
           }},
  };
}

}  // namespace otherminds
