// Quirks that the rest of the options, or the game, leaves no room for.
#include "search/quirks.hpp"

#include "search/options.hpp"
#include "search/options/asked.hpp"
#include "search/options/refusals.hpp"

namespace otherminds {

namespace {

const Types* types(const SearchOptions& options) { return std::get_if<Types>(&options.others); }

bool has_availability(const SearchOptions& options) {
  const auto* sets = std::get_if<InformationSets>(&options.hidden);
  return sets && sets->availability;
}

bool models_decide_in_tree(const SearchOptions& options) {
  const auto* policies = std::get_if<Policies>(&options.others);
  return policies && policies->where != Where::rollout;
}

bool has_types_in_rollouts(const SearchOptions& options) {
  return types(options) && types(options)->where == Where::rollout && types(options)->reserve == 0;
}

bool walks_worlds(const Quirks& quirks) {
  return quirks.searcher_first || quirks.skips_new_move || quirks.opens || quirks.misses_hand;
}

}  // namespace

std::vector<Refusal> refused_quirks() {
  return {
      // ---- each belongs to one answer ----
      {.id = "ignores_first_tries_of_availability",
       .options = {"Quirks.ignores_first_tries", "InformationSets.availability"},
       .sentence = "The quirk ignores_first_tries leaves first tries out of availability: take "
                   "InformationSets with availability, or leave it out.",
       .example = "Search(hidden=Nothing(), quirks=Quirks(ignores_first_tries=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.ignores_first_tries && !has_availability(options);
           }},
      {.id = "forgets_in_information_sets",
       .options = {"Quirks.forgets", "hidden"},
       .sentence = "The quirk forgets is for the worlds of InformationSets: take that, or leave it "
                   "out.",
       .example = "Search(hidden=Nothing(), quirks=Quirks(forgets=['last_round']), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return !options.quirks.forgets.empty() &&
                    !std::holds_alternative<InformationSets>(options.hidden);
           }},
      {.id = "yields_in_the_tree",
       .options = {"Quirks.yields", "Policies.where"},
       .sentence = "The quirk yields is for Policies that decide in the tree: take where='both' or "
                   "'tree', or leave it out.",
       .example = "Search(quirks=Quirks(yields=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.yields && !models_decide_in_tree(options);
           }},
      {.id = "swapped_in_roll_outs",
       .options = {"Quirks.swapped", "Types.where", "Types.reserve"},
       .sentence = "The quirk swapped is for Types in roll-outs, without a reserve: add "
                   "where='rollout', or leave it out.",
       .example = "Search(quirks=Quirks(swapped=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.swapped && !has_types_in_rollouts(options);
           }},
      {.id = "count_forced_about_types",
       .options = {"Quirks.count_forced", "others"},
       .sentence = "The quirk count_forced is for evidence about Types: take those, or leave it "
                   "out.",
       .example = "Search(quirks=Quirks(count_forced=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.count_forced && !types(options);
           }},
      {.id = "extra_visit_of_ucb1",
       .options = {"Quirks.extra_visit", "bandit"},
       .sentence = "The quirk extra_visit is for UCB1: take that, or leave it out.",
       .example = "Search(bandit=PUCT(), quirks=Quirks(extra_visit=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.extra_visit && !std::holds_alternative<Ucb1>(options.bandit);
           }},
      {.id = "root_over_fraction_of_puct",
       .options = {"Quirks.root_over_fraction", "bandit"},
       .sentence = "The quirk root_over_fraction is for PUCT: take that, or leave it out.",
       .example = "Search(quirks=Quirks(root_over_fraction=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.root_over_fraction &&
                    !std::holds_alternative<Puct>(options.bandit);
           }},
      {.id = "quirks_of_played_roll_outs",
       .options = {"Quirks.opens", "Quirks.misses_hand", "rollout"},
       .sentence =
           "The quirks opens and misses_hand are for roll-outs by policies: take Played, or "
           "leave them out.",
       .example = "Search(quirks=Quirks(opens=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return (options.quirks.opens || options.quirks.misses_hand) &&
                    !std::holds_alternative<Played>(options.rollout);
           }},
      // ---- in the tree ----
      {.id = "discount_counts_from_the_root",
       .options = {"Quirks.discount", "Tree.afterstates", "Tree.reuse"},
       .sentence =
           "A discount counts moves from the root to a move, which afterstates and a reused "
           "tree do not keep: leave out one of them.",
       .example = "Search(tree=Tree(reuse=True), quirks=Quirks(discount=0.95), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.discount != 1 &&
                    (options.tree.afterstates || options.tree.reuse);
           }},
      {.id = "coin_or_final_ties",
       .options = {"Quirks.coin_ties", "Tree.final_ties"},
       .sentence = "Either the quirk coin_ties or final_ties says who wins among equals: leave out "
                   "one.",
       .example = "Search(tree=Tree(final_ties='first'), quirks=Quirks(coin_ties=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.coin_ties && options.tree.final_ties;
           }},
      {.id = "virtual_visits_leave_no_new_move",
       .options = {"Quirks.skips_new_move", "Quirks.opens", "UCB1.virtual_visits"},
       .sentence =
           "With virtual visits no move is new: leave out virtual_visits, or skips_new_move "
           "and opens.",
       .example = "Search(bandit=UCB1(prior='random', virtual_visits=5), "
                  "quirks=Quirks(skips_new_move=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return has_virtual_visits(options) &&
                    (options.quirks.skips_new_move || options.quirks.opens);
           }},
      {.id = "widening_or_opens",
       .options = {"Quirks.opens", "Tree.widening"},
       .sentence = "Either the widening says what to try first or the roll-out's policy: leave out "
                   "one.",
       .example = "Search(rollout=Played('random'), tree=Tree(widening=1.0), "
                  "quirks=Quirks(opens=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.opens && options.tree.widening;
           }},
      {.id = "extremum_without_yields_and_discount",
       .options = {"Quirks.yields", "Quirks.discount", "BayesianUCB.extremum"},
       .sentence = "The extremum back-up cannot tell a model's moves from the search's own at one "
                   "node and knows no discount: leave out the quirks yields and discount.",
       .example = "Search(bandit=BayesianUCB(extremum=True), quirks=Quirks(discount=0.95), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return takes_extremum(options) &&
                    (options.quirks.yields || options.quirks.discount != 1);
           }},
      // ---- in roll-outs ----
      {.id = "depth_0_has_no_first_move",
       .options = {"Quirks.searcher_first", "Uniform.depth"},
       .sentence = "A roll-out of depth 0 has no first move: leave out searcher_first.",
       .example = "Search(rollout=Evaluated('score'), quirks=Quirks(searcher_first=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.searcher_first && options.limit().judges_at_once();
           }},
      {.id = "puct_judges_the_new_move",
       .options = {"Quirks.skips_new_move", "bandit", "Uniform.depth"},
       .sentence = "PUCT takes an evaluation's priors for the position that is judged, which with "
                   "skips_new_move is another one: leave out one of them, or judge at a depth.",
       .example = "Search(bandit=PUCT(), rollout=Evaluated('disks'), "
                  "quirks=Quirks(skips_new_move=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.quirks.skips_new_move && options.limit().judges_at_once() &&
                    std::holds_alternative<Puct>(options.bandit);
           }},
      {.id = "belief_tree_walks_no_world",
       .options = {"hidden", "Quirks.searcher_first", "Quirks.skips_new_move", "Quirks.opens",
                   "Quirks.misses_hand"},
       .sentence = "BeliefTree walks no single world: leave out searcher_first, skips_new_move, "
                   "opens and misses_hand.",
       .example = "Search(hidden=BeliefTree(), quirks=Quirks(searcher_first=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return std::holds_alternative<BeliefTree>(options.hidden) &&
                    walks_worlds(options.quirks);
           }},
      // ---- of evolution ----
      {.id = "quirks_of_evolution",
       .options = {"Quirks.mutates_parts", "Quirks.equals"},
       .sentence = "The quirks mutates_parts and equals are for Evolve: leave them out.",
       .example = "Search(quirks=Quirks(mutates_parts=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return !options.evolve && (options.quirks.mutates_parts || options.quirks.equals != 1);
           }},
      {.id = "evolve_has_few_quirks",
       .options = {"Quirks"},
       .sentence = "Evolve grows no tree: of the quirks it has mutates_parts, equals, swapped and "
                   "count_forced.",
       .example = "Evolve(quirks=Quirks(coin_ties=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Quirks& quirks = options.quirks;
             return options.evolve && (quirks.change_the_loop() || quirks.misses_hand ||
                                       quirks.coin_ties || !quirks.forgets.empty());
           }},
      {.id = "parts_of_varying_plans",
       .options = {"Quirks.mutates_parts", "Evolve.varying"},
       .sentence = "The quirk mutates_parts changes the number of genes: add varying=True.",
       .example = "Evolve(quirks=Quirks(mutates_parts=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && options.quirks.mutates_parts && !options.evolve->varying;
           }},
      {.id = "equals_of_one_plan",
       .options = {"Quirks.equals", "Evolve.population"},
       .sentence = "The quirk equals is for a population of one plan: leave it out.",
       .example = "Evolve(quirks=Quirks(equals=0.25), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.evolve && options.quirks.equals != 1 && options.evolve->population != 1;
           }},
      // ---- in a game ----
      {.id = "searcher_first_changes_turns",
       .options = {"Quirks.searcher_first"},
       .sentence = "The quirk searcher_first needs a game that can change whose turn it is, which "
                   "{game} cannot.",
       .example = "Search(quirks=Quirks(searcher_first=True), iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.quirks.searcher_first && !setting.can_give_turn;
           }},
      {.id = "misses_hand_has_a_hand",
       .options = {"Quirks.misses_hand"},
       .sentence = "The quirk misses_hand is for games with a hand that is hidden from its seat, "
                   "which {game} has not.",
       .example = "Search(rollout=Played('random'), quirks=Quirks(misses_hand=True), "
                  "iterations=20)",
       .game = "othello",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.quirks.misses_hand && !setting.can_miss_hand;
           }},
      {.id = "swapped_has_two_seats",
       .options = {"Quirks.swapped"},
       .sentence = "The quirk swapped is for games of two seats.",
       .example = "Search(hidden=InformationSets(), others=Types(['random'], where='rollout'), "
                  "quirks=Quirks(swapped=True), iterations=20)",
       .game = "bazaar",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return options.quirks.swapped && setting.seats != 2;
           }},
      {.id = "forgets_what_the_game_names",
       .options = {"Quirks.forgets"},
       .sentence = "The quirk forgets needs a game that says what can be forgotten, which {game} "
                   "does not.",
       .example = "Search(hidden=InformationSets(), quirks=Quirks(forgets=['last_round']), "
                  "iterations=20)",
       .game = "leduc",
       .where =
           [](const SearchOptions& options, const Setting& setting) {
             return !options.quirks.forgets.empty() && !setting.can_forget;
           }},
  };
}

}  // namespace otherminds
