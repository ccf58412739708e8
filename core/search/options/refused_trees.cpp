// Trees that do not go with an answer or with themselves.
#include "search/bandit/bandit.hpp"
#include "search/options/asked.hpp"
#include "search/options/refusals.hpp"

namespace otherminds {

namespace {

const BeliefTree* belief_tree(const SearchOptions& options) {
  return std::get_if<BeliefTree>(&options.hidden);
}

bool has_virtual_wins(const SearchOptions& options) {
  return ucb1(options) && !ucb1(options)->virtual_wins.empty();
}

// Nodes are told apart by the moves and outcomes that lead there, and nothing is hidden.
bool is_plain(const SearchOptions& options) {
  return !options.believes() && options.tree.loop == Loop::closed && !options.tree.transpositions;
}

// Trees that grow apart and vote.
bool votes(const TreeOptions& tree) { return tree.threads > 1 && tree.parallel == Parallel::root; }

bool ends_within_tree(const SearchOptions& options) {
  return std::visit(
      [](const auto& answer) {
        if constexpr (requires { answer.horizon; })
          return answer.where != Where::rollout && answer.horizon.has_value();
        else
          return false;
      },
      options.others);
}

bool has_too_few_iterations(const SearchOptions& options) {
  const auto* worlds = std::get_if<Worlds>(&options.hidden);
  const TreeOptions& tree = options.tree;
  if (!worlds || !options.budget.iterations) return false;
  return worlds->count * (votes(tree) ? tree.threads : 1) > *options.budget.iterations;
}

bool keeps_totals_and_visits(const SearchOptions& options) {
  if (ucb1(options)) return !has_virtual_visits(options) && !has_virtual_wins(options);
  return std::holds_alternative<Puct>(options.bandit);
}

// Nothing is asked of a bandit, nor of a tree but how moves race.
bool is_bare(const SearchOptions& options) {
  const Ucb1* bandit = ucb1(options);
  const Ucb1 usual;
  const TreeOptions& tree = options.tree;
  const TreeOptions plain;
  return bandit && bandit->exploration == usual.exploration && !bandit->prior &&
         bandit->virtual_visits == 0 && bandit->virtual_wins.empty() && bandit->decay == 0 &&
         bandit->warm_up == 0 && tree.max_nodes == plain.max_nodes && tree.loop == plain.loop &&
         !tree.transpositions && !tree.same_belief && !tree.afterstates && !tree.by_type &&
         !tree.widening && !tree.outcome_widening && !tree.reuse && tree.threads == 1 &&
         tree.parallel == plain.parallel && tree.final == plain.final && tree.ties == plain.ties &&
         !tree.final_ties && !tree.next_best && tree.batch == 1;
}

bool compares_own_beliefs(const SearchOptions& options) {
  const auto* sets = std::get_if<InformationSets>(&options.hidden);
  return std::holds_alternative<Particles>(options.hidden) ||
         (sets && sets->observers == Observers::one);
}

}  // namespace

std::vector<Refusal> refused_trees() {
  return {
      // ---- a tree by itself ----
      {.id = "afterstates_need_transpositions",
       .options = {"Tree.afterstates", "Tree.transpositions"},
       .sentence = "afterstates needs transpositions: a move counts as the position it leads to.",
       .example = "Search(tree=Tree(afterstates=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.afterstates && !options.tree.transpositions;
           }},
      {.id = "same_belief_needs_transpositions",
       .options = {"Tree.same_belief", "Tree.transpositions"},
       .sentence = "same_belief says which positions are equal: it needs transpositions.",
       .example = "Search(hidden=Particles(), tree=Tree(same_belief=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.same_belief && !options.tree.transpositions;
           }},
      {.id = "open_loop_shares_nothing",
       .options = {"Tree.loop", "Tree.transpositions"},
       .sentence = "An open loop has no positions to share: leave out transpositions or the open "
                   "loop.",
       .example = "Search(tree=Tree(loop='open', transpositions=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.loop == Loop::open && options.tree.transpositions;
           }},
      {.id = "open_loop_is_not_reused",
       .options = {"Tree.loop", "Tree.reuse"},
       .sentence = "An open loop cannot be reused: leave out reuse or the open loop.",
       .example = "Search(tree=Tree(loop='open', reuse=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.loop == Loop::open && options.tree.reuse;
           }},
      {.id = "voting_trees_are_not_reused",
       .options = {"Tree.parallel", "Tree.threads", "Tree.reuse"},
       .sentence = "Root-parallel trees are not kept: leave out reuse or take parallel='tree'.",
       .example = "Search(tree=Tree(threads=2, parallel='root', reuse=True), iterations=20)",
       .when =
           [](const SearchOptions& options) { return votes(options.tree) && options.tree.reuse; }},
      {.id = "voting_trees_have_no_margin",
       .options = {"Tree.parallel", "Tree.threads", "Tree.margin"},
       .sentence = "Trees that vote have no margin: use parallel='tree'.",
       .example = "Search(rollout=Played('random'), tree=Tree(threads=2, parallel='root', "
                  "margin=0.1), iterations=20)",
       .when =
           [](const SearchOptions& options) { return votes(options.tree) && options.tree.margin; }},
      {.id = "batch_needs_one_thread",
       .options = {"Tree.batch", "Tree.threads"},
       .sentence = "A batch needs threads=1.",
       .example = "Search(rollout=Evaluated(Evaluation(len)), tree=Tree(batch=2, threads=2), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.batch > 1 && options.tree.threads > 1;
           }},
      // ---- with an answer to `rollout` ----
      {.id = "margin_needs_a_policy",
       .options = {"Tree.margin", "rollout"},
       .sentence = "A margin says when to leave the roll-out's policy: give one, "
                   "rollout=Played(...).",
       .example = "Search(tree=Tree(margin=0.1), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.margin && !std::holds_alternative<Played>(options.rollout);
           }},
      {.id = "significance_needs_a_margin",
       .options = {"Tree.significance", "Tree.margin"},
       .sentence = "significance compares moves with that of the roll-out's policy: give a margin "
                   "as well, such as margin=0.",
       .example = "Search(hidden=Particles(), rollout=Played('random'), "
                  "tree=Tree(depth=1, significance=2.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.significance && !options.tree.margin;
           }},
      {.id = "moves_race_in_drawn_worlds",
       .options = {"Tree.significance", "hidden"},
       .sentence = "Moves are compared in worlds that the agent keeps: significance needs "
                   "hidden=Particles(...), with belief='particles' or 'history'.",
       .example = "Search(hidden=Worlds(), rollout=Played('random'), "
                  "tree=Tree(depth=1, margin=0, significance=2.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const auto* given = std::get_if<Particles>(&options.hidden);
             return options.tree.significance && (!given || given->belief == RootBelief::game);
           }},
      {.id = "moves_race_for_one_decision",
       .options = {"Tree.significance", "Tree.depth"},
       .sentence = "significance compares the moves of one decision: give depth=1.",
       .example = "Search(hidden=Particles(), rollout=Played('random'), "
                  "tree=Tree(margin=0, significance=2.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.significance && options.tree.depth != std::int64_t{1};
           }},
      {.id = "moves_race_alone",
       .options = {"Tree.significance", "bandit", "Tree"},
       .sentence = "Where moves are compared by significance there is no tree and nothing for a "
                   "bandit to choose: leave out the bandit and everything of the tree but depth, "
                   "margin and significance.",
       .example = "Search(hidden=Particles(), rollout=Played('random'), "
                  "tree=Tree(depth=1, margin=0, significance=2.0, threads=2), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.significance && !is_bare(options);
           }},
      {.id = "races_are_played_out",
       .options = {"Tree.significance", "rollout"},
       .sentence = "Where moves are compared by significance, games are played to their end: leave "
                   "out depth and evaluation of the roll-out.",
       .example = "Search(hidden=Particles(), rollout=Played('random', depth=3, "
                  "evaluation=Evaluation(len)), "
                  "tree=Tree(depth=1, margin=0, significance=2.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.significance &&
                    (options.limit().depth || options.limit().evaluation);
           }},
      {.id = "batch_needs_an_evaluation",
       .options = {"Tree.batch", "rollout"},
       .sentence = "A batch is for an evaluation from outside, such as a network: give one, "
                   "rollout=Evaluated(...).",
       .example = "Search(tree=Tree(batch=2), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const auto& evaluation = options.limit().evaluation;
             return options.tree.batch > 1 && !(evaluation && evaluation->foreign);
           }},
      // ---- with an answer to `others` ----
      {.id = "horizon_within_the_tree_is_not_reused",
       .options = {"Policies.horizon", "Types.horizon", "Tree.reuse"},
       .sentence =
           "A horizon moves on with the root: models that end within the tree leave nothing "
           "to reuse.",
       .example = "Search(others=Policies('random', horizon=2), tree=Tree(reuse=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.reuse && ends_within_tree(options);
           }},
      // ---- with a bandit ----
      {.id = "final_posterior_needs_a_posterior",
       .options = {"Tree.final", "bandit"},
       .sentence = "final='posterior' is for bandits with a posterior over rewards in levels or a "
                   "Beta: BayesianUCB, VPI or Thompson.",
       .example = "Search(tree=Tree(final='posterior'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.final == FinalMove::posterior && prior_visits(options.bandit) <= 0;
           }},
      {.id = "totals_would_count_virtual_wins",
       .options = {"Tree.final", "UCB1.virtual_wins"},
       .sentence = "final='total' would count virtual wins: take the mean or the visits.",
       .example = "Search(bandit=UCB1(virtual_wins={'place': 1.0}), tree=Tree(final='total'), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.final == FinalMove::total && has_virtual_wins(options);
           }},
      {.id = "afterstates_keep_totals_and_visits",
       .options = {"Tree.afterstates", "bandit"},
       .sentence = "afterstates keep totals and visits only: take UCB1 without virtual visits and "
                   "wins, or PUCT.",
       .example = "Search(bandit=Thompson(), tree=Tree(transpositions=True, afterstates=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.afterstates && !keeps_totals_and_visits(options);
           }},
      {.id = "types_are_compared_by_totals_and_visits",
       .options = {"Tree.by_type", "bandit"},
       .sentence = "by_type compares action types by totals and visits: take UCB1 without virtual "
                   "visits, wins and decay, or PUCT.",
       .example = "Search(bandit=Thompson(), tree=Tree(by_type=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const bool fades = ucb1(options) && ucb1(options)->decay > 0;
             return options.tree.by_type && (!keeps_totals_and_visits(options) || fades);
           }},
      {.id = "virtual_visits_open_every_move",
       .options = {"Tree.widening", "UCB1.virtual_visits"},
       .sentence = "Virtual visits open every move at once: leave out virtual_visits or the "
                   "widening.",
       .example = "Search(bandit=UCB1(prior='random', virtual_visits=5), tree=Tree(widening=1.0), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.widening && has_virtual_visits(options);
           }},
      {.id = "warm_up_opens_every_move",
       .options = {"Tree.widening", "UCB1.warm_up"},
       .sentence = "In a warm-up every move is open: leave out warm_up or the widening.",
       .example = "Search(bandit=UCB1(warm_up=5), tree=Tree(widening=1.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.widening && ucb1(options) && ucb1(options)->warm_up > 0;
           }},
      {.id = "extremum_needs_a_plain_tree",
       .options = {"BayesianUCB.extremum", "hidden", "Tree.loop", "Tree.transpositions"},
       .sentence = "The extremum back-up needs a plain tree: Nothing, a closed loop, no "
                   "transpositions.",
       .example = "Search(hidden=Particles(), bandit=BayesianUCB(extremum=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return takes_extremum(options) && !is_plain(options);
           }},
      {.id = "extremum_takes_all_moves",
       .options = {"BayesianUCB.extremum", "Tree.widening"},
       .sentence = "The extremum back-up takes all moves: leave out the widening.",
       .example = "Search(bandit=BayesianUCB(extremum=True), tree=Tree(widening=1.0), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return takes_extremum(options) && options.tree.widening;
           }},
      {.id = "extremum_tells_no_moves_apart",
       .options = {"BayesianUCB.extremum", "Types.reserve", "Types.where"},
       .sentence = "The extremum back-up cannot tell a model's moves from the search's own at one "
                   "node: leave out the reserve, or keep it to roll-outs.",
       .example = "Search(others=Types(['random'], reserve=0.1), "
                  "bandit=BayesianUCB(extremum=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return takes_extremum(options) && options.has_reserve_in_tree();
           }},
      {.id = "extremum_needs_one_thread",
       .options = {"BayesianUCB.extremum", "Tree.threads", "Tree.batch"},
       .sentence = "The extremum back-up needs one thread and no batch.",
       .example = "Search(bandit=BayesianUCB(extremum=True), tree=Tree(threads=2), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return takes_extremum(options) && (options.tree.threads > 1 || options.tree.batch > 1);
           }},
      // ---- with an answer to `hidden` ----
      {.id = "outcome_widening_needs_a_plain_tree",
       .options = {"Tree.outcome_widening", "hidden", "Tree.loop", "Tree.transpositions"},
       .sentence =
           "outcome_widening needs a plain tree: Nothing, a closed loop, no transpositions.",
       .example = "Search(tree=Tree(outcome_widening=1.0, loop='open'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.outcome_widening && !is_plain(options);
           }},
      {.id = "worlds_are_not_reused",
       .options = {"hidden", "Tree.reuse"},
       .sentence = "Worlds are drawn anew for each move: their trees cannot be reused.",
       .example = "Search(hidden=Worlds(), tree=Tree(reuse=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return std::holds_alternative<Worlds>(options.hidden) && options.tree.reuse;
           }},
      {.id = "worlds_share_nothing",
       .options = {"hidden", "Tree.transpositions"},
       .sentence = "Worlds keep a plain tree each: leave out transpositions.",
       .example = "Search(hidden=Worlds(), tree=Tree(transpositions=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return std::holds_alternative<Worlds>(options.hidden) && options.tree.transpositions;
           }},
      {.id = "each_world_needs_an_iteration",
       .options = {"Worlds.count", "iterations", "Tree.threads", "Tree.parallel"},
       .sentence = "Worlds needs at least one iteration for each world, in each thread of a "
                   "root-parallel search.",
       .example = "Search(hidden=Worlds(count=21), iterations=20)",
       .when = has_too_few_iterations},
      {.id = "trees_of_each_observer_are_not_reused",
       .options = {"InformationSets.observers", "Tree.reuse"},
       .sentence = "What the others have witnessed is not known, so the tree of each observer "
                   "cannot be reused: leave out reuse, or take observers='one'.",
       .example = "Search(hidden=InformationSets(observers='each'), tree=Tree(reuse=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const auto* sets = std::get_if<InformationSets>(&options.hidden);
             return options.tree.reuse && sets && sets->observers == Observers::each;
           }},
      {.id = "same_belief_is_the_searching_seats",
       .options = {"Tree.same_belief", "hidden", "InformationSets.observers"},
       .sentence = "same_belief compares what the searching seat would believe: take "
                   "InformationSets of one observer, or Particles.",
       .example = "Search(hidden=Nothing(), tree=Tree(transpositions=True, same_belief=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.tree.same_belief && !compares_own_beliefs(options);
           }},
      {.id = "belief_tree_has_its_own_nodes",
       .options = {"hidden", "BeliefTree.belief_game", "Tree.transpositions", "Tree.loop"},
       .sentence = "BeliefTree has nodes of its own: leave out transpositions and the open loop; a "
                   "belief game may have transpositions.",
       .example = "Search(hidden=BeliefTree(), tree=Tree(transpositions=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const bool shares = options.tree.transpositions && !options.in_belief_game();
             return belief_tree(options) && (shares || options.tree.loop == Loop::open);
           }},
      {.id = "roll_outs_in_the_belief_draw_by_legality",
       .options = {"BeliefTree.observable", "rollout"},
       .sentence = "A roll-out in the belief draws by legality to the end; set observable=True for "
                   "another one.",
       .example = "Search(hidden=BeliefTree(), rollout=Played('random'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const auto* belief = belief_tree(options);
             return belief && !belief->belief_game && !belief->observable &&
                    !(std::holds_alternative<Uniform>(options.rollout) && !options.limit().depth);
           }},
      {.id = "belief_games_start_anew",
       .options = {"BeliefTree.belief_game", "Tree.reuse"},
       .sentence = "A plan in a belief game starts from new beliefs each time: leave out reuse.",
       .example = "Search(hidden=BeliefTree(belief_game=cluedo.Sheets()), tree=Tree(reuse=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.in_belief_game() && options.tree.reuse;
           }},
      // ---- with a planning model ----
      {.id = "model_or_belief_game",
       .options = {"model", "BeliefTree.belief_game"},
       .sentence = "Either the planning model or the belief game is planned in: leave out one.",
       .example = "Search(hidden=BeliefTree(belief_game=cluedo.Sheets()), model=catan.Builds(), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) { return options.model && options.in_belief_game(); }},
      {.id = "models_start_anew",
       .options = {"model", "Tree.reuse"},
       .sentence = "A plan in a model starts anew each time: leave out reuse.",
       .example = "Search(model=catan.Builds(), tree=Tree(reuse=True), iterations=20)",
       .when = [](const SearchOptions& options) { return options.model && options.tree.reuse; }},
  };
}

}  // namespace otherminds
