#include "search/quirks.hpp"

#include "search/options.hpp"

namespace otherminds {

namespace {

void require(bool holds, const std::string& sentence) {
  if (!holds) throw Error(ErrorKind::option, sentence);
}

// Each of these belongs to one answer.
void check_answers(const SearchOptions& options) {
  const Quirks& quirks = options.quirks;
  const auto* sets = std::get_if<InformationSets>(&options.hidden);
  require(!quirks.ignores_first_tries || (sets && sets->availability),
          "The quirk ignores_first_tries leaves first tries out of availability: take "
          "InformationSets with availability, or leave it out.");
  require(quirks.forgets.empty() || sets,
          "The quirk forgets is for the worlds of InformationSets: take that, or leave it out.");
  const auto* policies = std::get_if<Policies>(&options.others);
  require(!quirks.yields || (policies && policies->where != Where::rollout),
          "The quirk yields is for Policies that decide in the tree: take where='both' or 'tree', "
          "or leave it out.");
  const auto* types = std::get_if<Types>(&options.others);
  require(!quirks.swapped || (types && types->where == Where::rollout && types->reserve == 0),
          "The quirk swapped is for Types in roll-outs, without a reserve: add where='rollout', or "
          "leave it out.");
  require(!quirks.count_forced || types,
          "The quirk count_forced is for evidence about Types: take those, or leave it out.");
  require(!quirks.extra_visit || std::holds_alternative<Ucb1>(options.bandit),
          "The quirk extra_visit is for UCB1: take that, or leave it out.");
  require(!quirks.root_over_fraction || std::holds_alternative<Puct>(options.bandit),
          "The quirk root_over_fraction is for PUCT: take that, or leave it out.");
  const bool played = std::holds_alternative<Played>(options.rollout);
  require(played || (!quirks.opens && !quirks.misses_hand),
          "The quirks opens and misses_hand are for roll-outs by policies: take Played, or leave "
          "them out.");
}

void check_tree(const SearchOptions& options) {
  const Quirks& quirks = options.quirks;
  const TreeOptions& tree = options.tree;
  require(quirks.discount > 0 && quirks.discount <= 1,
          "The discount of quirks must be above 0 and at most 1.");
  require(quirks.discount == 1 || (!tree.afterstates && !tree.reuse),
          "A discount counts moves from the root to a move, which afterstates and a reused tree "
          "do not keep: leave out one of them.");
  require(!quirks.coin_ties || tree.final_ties == FinalTies::same,
          "Either the quirk coin_ties or final_ties says who wins among equals: leave out one.");
  const auto* ucb = std::get_if<Ucb1>(&options.bandit);
  require(!ucb || ucb->virtual_visits == 0 || !(quirks.skips_new_move || quirks.opens),
          "With virtual visits no move is new: leave out them, or skips_new_move and opens.");
  require(tree.widening == 0 || !quirks.opens,
          "Either the widening says what to try first or the roll-out's policy: leave out one.");
  const auto* bayesian = std::get_if<BayesianUcb>(&options.bandit);
  require(!bayesian || !bayesian->extremum || (!quirks.yields && quirks.discount == 1),
          "The extremum back-up cannot tell a model's moves from the search's own at one node and "
          "knows no discount: leave out the quirks yields and discount.");
}

void check_rollout(const SearchOptions& options) {
  const Quirks& quirks = options.quirks;
  const std::int64_t depth = options.limit().depth;
  require(!quirks.searcher_first || depth != 0,
          "A roll-out of depth 0 has no first move: leave out searcher_first.");
  require(!quirks.skips_new_move || depth != 0 || !std::holds_alternative<Puct>(options.bandit),
          "PUCT takes an evaluation's priors for the position that is judged, which with "
          "skips_new_move is another one: leave out one of them, or judge at a depth.");
  require(
      !std::holds_alternative<BeliefTree>(options.hidden) ||
          !(quirks.searcher_first || quirks.skips_new_move || quirks.opens || quirks.misses_hand),
      "BeliefTree walks no single world: leave out searcher_first, skips_new_move, opens "
      "and misses_hand.");
}

void check_evolution(const SearchOptions& options) {
  const Quirks& quirks = options.quirks;
  if (!options.evolve) {
    require(!quirks.mutates_parts && quirks.equals == 1,
            "The quirks mutates_parts and equals are for Evolve: leave them out.");
    return;
  }
  require(!quirks.change_the_loop() && !quirks.misses_hand && !quirks.coin_ties &&
              quirks.forgets.empty(),
          "Evolve grows no tree: of the quirks it has mutates_parts, equals, swapped and "
          "count_forced.");
  require(!quirks.mutates_parts || options.evolve->varying,
          "The quirk mutates_parts changes the number of genes: add varying=True.");
  require(quirks.equals >= 0 && quirks.equals <= 1, "The equals of quirks must be from 0 to 1.");
  require(quirks.equals == 1 || options.evolve->population == 1,
          "The quirk equals is for a population of one plan: leave it out.");
}

}  // namespace

void check_quirks(const SearchOptions& options) {
  if (options.quirks == Quirks{}) return;
  require(!options.exhaustive, "Exhaustive has no quirks: leave them out.");
  check_answers(options);
  check_tree(options);
  check_rollout(options);
  check_evolution(options);
}

}  // namespace otherminds
