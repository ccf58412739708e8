// Budgets, and what Exhaustive and Evolve cannot be asked for.
#include "search/options/refusals.hpp"

namespace otherminds {

namespace {

bool is_paranoid(const SearchOptions& options) {
  const auto* themselves = std::get_if<Themselves>(&options.others);
  return themselves && themselves->paranoid;
}

// Whether models end, or decide in some places only, or change within a look ahead.
bool limits_models(const SearchOptions& options) {
  if (const auto* types = std::get_if<Types>(&options.others))
    return types->horizon || types->where != Where::both || types->redraw > 0;
  const auto* policies = std::get_if<Policies>(&options.others);
  return policies && (policies->horizon || policies->where != Where::both);
}

bool has_options_of_sets(const SearchOptions& options) {
  const auto* sets = std::get_if<InformationSets>(&options.hidden);
  return sets && (sets->observers != Observers::one || !sets->availability);
}

bool has_options_of_beliefs(const SearchOptions& options) {
  const auto* belief = std::get_if<BeliefTree>(&options.hidden);
  return belief && (!belief->legality || belief->temperature != 1 || belief->weighted_returns ||
                    belief->observable || belief->light || belief->belief_game);
}

}  // namespace

std::vector<Refusal> refused_planners() {
  return {
      {.id = "a_search_needs_a_budget",
       .options = {"iterations", "seconds"},
       .sentence = "A search needs a budget: iterations, seconds or both.",
       .example = "Search()",
       .when =
           [](const SearchOptions& options) {
             return !options.exhaustive && !options.budget.iterations && !options.budget.seconds;
           }},
      {.id = "exhaustive_depth_and_evaluation",
       .options = {"Exhaustive.depth", "Exhaustive.evaluation"},
       .sentence = "Exhaustive needs both a depth and an evaluation, or neither.",
       .example = "Exhaustive(depth=3)",
       .when =
           [](const SearchOptions& options) {
             return options.exhaustive && !options.exhaustive->deepening &&
                    options.exhaustive->depth.has_value() != options.limit().evaluation.has_value();
           }},
      {.id = "deepening_needs_an_evaluation",
       .options = {"Exhaustive.deepening", "Exhaustive.evaluation"},
       .sentence = "Exhaustive(deepening=True) needs an evaluation for where it stops.",
       .example = "Exhaustive(deepening=True)",
       .when =
           [](const SearchOptions& options) {
             return options.exhaustive && options.exhaustive->deepening &&
                    !options.limit().evaluation;
           }},
      {.id = "deepening_knows_no_models",
       .options = {"Exhaustive.deepening", "Exhaustive.others"},
       .sentence = "Exhaustive(deepening=True) takes the best of both seats: leave out others.",
       .example = "Exhaustive(deepening=True, evaluation='mobility', others=Policies('random'))",
       .when =
           [](const SearchOptions& options) {
             return options.exhaustive && options.exhaustive->deepening &&
                    !std::holds_alternative<Themselves>(options.others);
           }},
      {.id = "exhaustive_models_decide_everywhere",
       .options = {"Exhaustive.others", "Policies.horizon", "Policies.where", "Types.horizon",
                   "Types.where", "Types.redraw"},
       .sentence = "Exhaustive looks at everything: leave out horizon, where and redraw.",
       .example = "Exhaustive(others=Policies('random', where='tree'))",
       .when =
           [](const SearchOptions& options) {
             return options.exhaustive && limits_models(options);
           }},
      {.id = "exhaustive_is_not_paranoid",
       .options = {"Exhaustive.others", "Themselves.paranoid"},
       .sentence = "Exhaustive knows no paranoid others: leave out paranoid.",
       .example = "Exhaustive(others=Themselves(paranoid=True))",
       .when =
           [](const SearchOptions& options) { return options.exhaustive && is_paranoid(options); }},
      {.id = "evolve_has_fewer_elites",
       .options = {"Evolve.elites", "Evolve.population"},
       .sentence = "Evolve needs fewer elites than its population.",
       .example = "Evolve(population=5, elites=5, iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && options.evolve->population > 1 &&
                    options.evolve->elites >= options.evolve->population;
           }},
      {.id = "evolve_distinct_tournaments",
       .options = {"Evolve.distinct", "Evolve.tournament", "Evolve.population"},
       .sentence = "Evolve(distinct=True) needs a population that is greater than a tournament.",
       .example = "Evolve(distinct=True, population=3, iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && options.evolve->distinct &&
                    options.evolve->tournament >= options.evolve->population;
           }},
      {.id = "evolve_is_not_paranoid",
       .options = {"Evolve.others", "Themselves.paranoid"},
       .sentence = "Evolve plans its own moves only: there is nobody to be paranoid about.",
       .example = "Evolve(others=Themselves(paranoid=True), iterations=20)",
       .when = [](const SearchOptions& options) { return options.evolve && is_paranoid(options); }},
      {.id = "evolve_grows_no_information_sets",
       .options = {"Evolve.hidden", "InformationSets.observers", "InformationSets.availability"},
       .sentence = "Evolve grows no tree: leave out the options of InformationSets.",
       .example = "Evolve(hidden=InformationSets(observers='each'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && has_options_of_sets(options);
           }},
      {.id = "evolve_grows_no_belief_tree",
       .options = {"Evolve.hidden", "BeliefTree.legality", "BeliefTree.temperature",
                   "BeliefTree.weighted_returns", "BeliefTree.observable", "BeliefTree.light",
                   "BeliefTree.belief_game"},
       .sentence = "Evolve grows no tree: leave out the options of BeliefTree but count.",
       .example = "Evolve(hidden=BeliefTree(light=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && has_options_of_beliefs(options);
           }},
  };
}

}  // namespace otherminds
