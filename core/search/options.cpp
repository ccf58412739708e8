#include "search/options.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "search/bandit/bandit.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

void require(bool holds, const std::string& sentence) {
  if (!holds) refuse(sentence);
}

bool number(double given) { return std::isfinite(given); }

bool share(double given) { return given >= 0 && given <= 1; }

// Reads the answer whose title the value names into the variant.
template <class... Answers>
void read_answer(const std::string& question, const Value& value,
                 std::variant<Answers...>& chosen) {
  const auto* members = std::get_if<Value::Members>(&value.data);
  if (!members)
    refuse(question + " must be an answer to that question, not " + describe(value) + ".");
  std::string title;
  Value::Members options;
  for (const auto& [name, member] : *members) {
    if (name == "answer" && std::holds_alternative<std::string>(member.data))
      title = std::get<std::string>(member.data);
    else
      options.emplace_back(name, member);
  }
  bool known = false;
  const auto try_answer = [&]<class Answer>(Answer answer) {
    if (Answer::title != title) return;
    known = true;
    from_value(Value{options}, answer, ErrorKind::option, title + " option", true);
    chosen = std::move(answer);
  };
  (try_answer(Answers{}), ...);
  if (!known)
    refuse(unknown_name("answer to " + question, title, {std::string(Answers::title)...}));
}

void check_hidden(const Nothing&) {}
void check_hidden(const Worlds& worlds) {
  require(worlds.count >= 1 && worlds.count <= 1'000'000,
          "The count of Worlds must be from 1 to 1,000,000.");
}
void check_hidden(const InformationSets&) {}
void check_hidden(const Particles& particles) {
  const Particles usual;
  require(particles.belief != RootBelief::game || particles.count == usual.count,
          "Particles(belief='game') keeps no particles: leave out count.");
  require(particles.belief == RootBelief::particles || particles.reinvigorate == usual.reinvigorate,
          "Only particles that live on are drawn anew in part: leave out reinvigorate.");
  require(particles.count >= 1 && particles.count <= 10'000'000,
          "The count of Particles must be from 1 to 10,000,000.");
  require(share(particles.reinvigorate), "The reinvigorate of Particles must be from 0 to 1.");
}
void check_hidden(const BeliefTree& belief) {
  require(belief.count >= 1 && belief.count <= 1'000'000,
          "The count of BeliefTree must be from 1 to 1,000,000.");
  require(belief.legality || (belief.temperature == 1 && !belief.weighted_returns),
          "BeliefTree(legality=False) weighs nothing: leave out temperature and "
          "weighted_returns.");
  require(number(belief.temperature) && belief.temperature > 0,
          "The temperature of BeliefTree must be a number above 0.");
}

void check_seats(const std::vector<SeatPolicies>& all, const std::string& what) {
  require(!all.empty(), what + " needs at least one policy.");
  for (const SeatPolicies& seat : all) {
    require(!seat.policies.empty(), what + " needs at least one policy for each seat it names.");
    require(seat.seat >= any_seat && seat.seat < 6, what + " names a seat that does not exist.");
    require(std::ranges::count(all, seat.seat, &SeatPolicies::seat) == 1,
            what + " names a seat twice.");
  }
}

void check_recall(std::int64_t recall, const std::vector<SeatPolicies>& all,
                  const std::string& what) {
  require(recall >= 0 && recall <= 100'000,
          "The recall of " + what + " must be from 0 to 100,000 answers.");
  const auto searches = [](const SeatPolicies& seat) {
    return std::ranges::count(seat.policies, "search", &PolicySpec::name) > 0;
  };
  require(recall == 0 || std::ranges::any_of(all, searches),
          what + " has no search among its models that could recall anything: leave out recall.");
}

void check_others(const Themselves&) {}
void check_others(const Policies& policies) {
  check_seats(policies.policies, "Policies");
  for (const SeatPolicies& seat : policies.policies)
    require(seat.policies.size() == 1, "Policies takes one policy a seat; Types takes several.");
  require(share(policies.error), "The error of Policies must be from 0 to 1.");
  require(policies.horizon >= -1, "The horizon of Policies must not be negative.");
  require(policies.horizon != -1 || policies.count == Count::plies,
          "Policies without a horizon have nothing to count: leave out count.");
  check_recall(policies.recall, policies.policies, "Policies");
}
void check_others(const Types& types) {
  check_seats(types.types, "Types");
  check_recall(types.recall, types.types, "Types");
  require(share(types.error), "The error of Types must be from 0 to 1.");
  require(types.horizon >= learned_horizon, "The horizon of Types must not be negative.");
  require(types.horizon != learned_horizon || !types.frozen,
          "Frozen types learn nothing, no horizon either.");
  require(share(types.reserve) && types.reserve < 1,
          "The reserve of Types must be from 0 to below 1.");
  require(types.reserve == 0 || types.likelihood == Likelihood::probability,
          "A reserve is weighed against the types by probabilities: take "
          "likelihood='probability'.");
  require(share(types.redraw), "The redraw of Types must be from 0 to 1.");
  require(!types.carry_over || types.types.size() == 1,
          "Types(carry_over=True) needs one list of types for all seats: seats change.");
  require(!types.carry_over || !types.frozen, "Frozen types learn nothing to carry over.");
  require(types.reserve > 0 || types.posterior.reserve_rate == Posterior{}.reserve_rate,
          "The reserve_rate of Switching is for Types with a reserve.");
  require(types.horizon != -1 || types.count == Count::plies,
          "Types without a horizon have nothing to count: leave out count.");
  for (const SeatPolicies& seat : types.types) {
    require(types.redraw == 0 || types.reserve > 0 || seat.policies.size() > 1,
            "One type alone is always drawn again: leave out redraw.");
    for (const PolicySpec& type : seat.policies)
      require(types.reserve == 0 || type.label != "itself",
              "With a reserve, 'itself' is no name for a type.");
  }
  require(types.samples >= 1 && types.samples <= 1'000'000,
          "The samples of Types must be from 1 to 1,000,000.");
  double sum = 0;
  for (const double weight : types.prior) {
    require(weight >= 0 && weight <= 1e100, "The prior of Types must be weights of 0 or more.");
    sum += weight;
  }
  require(types.prior.empty() || sum > 0, "The prior of Types needs a weight above 0.");
  for (const SeatPolicies& seat : types.types) {
    require(types.prior.empty() || types.prior.size() == seat.policies.size(),
            "The prior of Types needs one weight for each type.");
  }
  const Posterior& posterior = types.posterior;
  for (const double weight : {posterior.a, posterior.b, posterior.c})
    require(weight >= 0 && weight <= 1e100, "The time weights a, b and c must be 0 or more.");
  for (const double rate : {posterior.rate, posterior.reserve_rate})
    require(share(rate), "The rates of Switching must be from 0 to 1.");
}

void check_exploration(double exploration, const std::string& title) {
  require(number(exploration) && exploration >= 0,
          "The exploration of " + title + " must be a number that is not negative.");
}

void check_levels(std::int64_t levels, const std::string& title) {
  require(levels >= 2 && levels <= 1000, "The levels of " + title + " must be from 2 to 1000.");
}

void check_prior(const std::vector<PolicySpec>& prior, const std::string& title) {
  require(prior.size() <= 1, title + " takes one policy as its prior.");
}

void check_bandit(const Ucb1& bandit) {
  check_exploration(bandit.exploration, "UCB1");
  check_prior(bandit.prior, "UCB1");
  require(bandit.virtual_visits >= 0 && bandit.virtual_visits <= 1'000'000,
          "The virtual_visits of UCB1 must be from 0 to 1,000,000.");
  require(bandit.prior.empty() == (bandit.virtual_visits == 0),
          "UCB1 needs both a prior and virtual_visits, or neither.");
  require(bandit.warm_up >= 0 && bandit.warm_up <= 1'000'000'000,
          "The warm_up of UCB1 must be from 0 to 1,000,000,000.");
  require(bandit.warm_up == 0 || bandit.virtual_visits == 0,
          "With virtual visits no node has few: leave out them or the warm_up.");
}
void check_bandit(const Ucb1Tuned&) {}
void check_bandit(const BayesianUcb& bandit) {
  require(bandit.form == 1 || bandit.form == 2, "The form of BayesianUCB must be 1 or 2.");
  check_levels(bandit.levels, "BayesianUCB");
}
void check_bandit(const Vpi& bandit) {
  check_levels(bandit.levels, "VPI");
  require(bandit.samples >= 1 && bandit.samples <= 100'000,
          "The samples of VPI must be from 1 to 100,000.");
}
void check_bandit(const Puct& bandit) {
  check_exploration(bandit.exploration, "PUCT");
  check_prior(bandit.prior, "PUCT");
}
void check_bandit(const Thompson& bandit) { check_levels(bandit.levels, "Thompson"); }

void check_rollout(const RolloutLimit& limit) {
  require(limit.depth >= -1, "The depth of a roll-out must not be negative.");
  require(limit.depth < 0 || limit.evaluation,
          "A roll-out of limited depth needs an evaluation for positions that are not over.");
  require(limit.depth >= 0 || !limit.evaluation,
          "An evaluation needs a depth at which it judges; 0 judges at once.");
}

void check_tree(const TreeOptions& tree) {
  require(tree.max_nodes >= 1 && tree.max_nodes <= Budget::most,
          "max_nodes must be from 1 to 4,000,000,000.");
  require(tree.depth >= 0, "The depth of a tree must not be negative.");
  for (const double widening : {tree.widening, tree.outcome_widening})
    require(number(widening) && widening >= 0, "A widening must be a number that is not negative.");
  require(share(tree.widening_exponent), "The widening_exponent must be from 0 to 1.");
  require(tree.threads >= 1 && tree.threads <= 256, "The threads of a tree must be from 1 to 256.");
  require(tree.batch >= 1 && tree.batch <= 65'536, "The batch of a tree must be from 1 to 65,536.");
  require(!tree.afterstates || tree.transpositions,
          "afterstates needs transpositions: a move counts as the position it leads to.");
  require(!tree.same_belief || tree.transpositions,
          "same_belief says which positions are equal: it needs transpositions.");
  require(!tree.transpositions || tree.loop == Loop::closed,
          "An open loop has no positions to share: leave out transpositions or the open loop.");
}

// Combinations of answers that make no sense.
void check_together(const SearchOptions& options) {
  require(std::isfinite(options.tree.margin), "The margin of a tree must be a number.");
  require(options.tree.margin < 0 || std::holds_alternative<Played>(options.rollout),
          "A margin says when to leave the roll-out's policy: give one, rollout=Played(...).");
  require(options.tree.margin < 0 || options.tree.threads == 1 ||
              options.tree.parallel == Parallel::tree,
          "Trees that vote have no margin: use parallel='tree'.");
  const TreeOptions& tree = options.tree;
  require(tree.final != FinalMove::posterior || prior_visits(options.bandit) > 0,
          "final='posterior' is for bandits with a posterior over rewards in levels or a Beta: "
          "BayesianUCB, VPI or Thompson.");
  const auto* bayesian = std::get_if<BayesianUcb>(&options.bandit);
  if (bayesian && bayesian->extremum) {
    require(!options.believes() && tree.loop == Loop::closed && !tree.transpositions,
            "The extremum back-up needs a plain tree: Nothing, a closed loop, no transpositions.");
    require(tree.widening == 0, "The extremum back-up takes all moves: leave out the widening.");
    const auto* types = std::get_if<Types>(&options.others);
    require(!types || types->reserve == 0 || types->where == Where::rollout,
            "The extremum back-up cannot tell a model's moves from the search's own at one node: "
            "leave out the reserve, or keep it to roll-outs.");
    require(tree.threads == 1 && tree.batch == 1,
            "The extremum back-up needs one thread and no batch.");
  }
  if (std::holds_alternative<BeliefTree>(options.hidden)) {
    const auto& belief = std::get<BeliefTree>(options.hidden);
    const bool plays = belief.belief_game.given;  // a game like any other
    require(
        (plays || !tree.transpositions) && tree.loop == Loop::closed && tree.outcome_widening == 0,
        "BeliefTree has nodes of its own: leave out transpositions, open loop and "
        "outcome_widening.");
    require(!plays || !tree.reuse,
            "A plan in a belief game starts from new beliefs each time: leave out reuse.");
    require(plays || belief.observable ||
                (std::holds_alternative<Uniform>(options.rollout) && options.limit().depth < 0),
            "A roll-out in the belief draws by legality to the end; set observable=True for "
            "another one.");
  }
  if (std::holds_alternative<Worlds>(options.hidden)) {
    require(!tree.reuse, "Worlds are drawn anew for each move: their trees cannot be reused.");
    require(!tree.transpositions, "Worlds keep a plain tree each: leave out transpositions.");
  }
  const auto horizon = [](const auto& answer) {
    if constexpr (requires { answer.horizon; })
      return answer.where != Where::rollout && answer.horizon != -1;
    else
      return false;
  };
  require(!tree.reuse || !std::visit(horizon, options.others),
          "A horizon moves on with the root: models that end within the tree leave nothing to "
          "reuse.");
  if (tree.afterstates) {
    const auto* ucb = std::get_if<Ucb1>(&options.bandit);
    require((ucb && ucb->virtual_visits == 0 && !ucb->virtual_wins.given) ||
                std::holds_alternative<Puct>(options.bandit),
            "afterstates keep totals and visits only: take UCB1 without virtual visits and wins, "
            "or PUCT.");
  }
  const auto* sets_of_one = std::get_if<InformationSets>(&options.hidden);
  require(!tree.same_belief || std::holds_alternative<Particles>(options.hidden) ||
              (sets_of_one && sets_of_one->observers == Observers::one),
          "same_belief compares what the searching seat would believe: take Particles, or "
          "InformationSets of one observer.");
  const auto* seeded = std::get_if<Ucb1>(&options.bandit);
  require(tree.widening == 0 || !seeded || seeded->virtual_visits == 0,
          "Virtual visits open every move at once: leave out them or the widening.");
  require(!seeded || !seeded->virtual_wins.given || tree.final != FinalMove::total,
          "final='total' would count virtual wins: take the mean or the visits.");
  require(tree.widening == 0 || !seeded || seeded->warm_up == 0,
          "In a warm-up every move is open: leave out it or the widening.");
  require(!tree.reuse || tree.loop == Loop::closed, "An open loop cannot be reused.");
  if (const auto* sets = std::get_if<InformationSets>(&options.hidden)) {
    require(!tree.reuse || sets->observers == Observers::one,
            "What the others have witnessed is not known: a tree an observer cannot be reused.");
  }
  require(!tree.reuse || tree.threads == 1 || tree.parallel == Parallel::tree,
          "Root-parallel trees are not kept: leave out reuse or take parallel='tree'.");
  require(tree.outcome_widening == 0 ||
              (!options.believes() && tree.loop == Loop::closed && !tree.transpositions),
          "outcome_widening needs a plain tree: Nothing, a closed loop, no transpositions.");
  require(tree.batch == 1 || (options.limit().depth >= 0 && options.limit().evaluation.foreign),
          "A batch is for an evaluation from outside, such as a network.");
  require(tree.batch == 1 || tree.threads == 1, "A batch needs threads=1.");
  if (std::holds_alternative<Worlds>(options.hidden) && options.budget.iterations > 0) {
    const std::int64_t trees = tree.parallel == Parallel::root ? tree.threads : 1;
    require(std::get<Worlds>(options.hidden).count * trees <= options.budget.iterations,
            "Worlds needs at least one iteration for each world, in each thread of a "
            "root-parallel search.");
  }
}

}  // namespace

void PolicySpec::read(const Value& value, const std::string& where) {
  const Value* policy = member(value, "policy");
  const auto* text = policy ? std::get_if<std::string>(&policy->data) : nullptr;
  if (!text) refuse(where + " must be a policy, not " + describe(value) + ".");
  name = *text;
  label = name;
  if (const Value* given = member(value, "options")) options = *given;
  if (const Value* given = member(value, "label")) {
    if (const auto* shown = std::get_if<std::string>(&given->data)) label = *shown;
  }
}

void OptionsSpec::read(const Value& value, const std::string& where) {
  if (std::holds_alternative<std::monostate>(value.data)) return;
  if (!std::holds_alternative<Value::Members>(value.data))
    refuse(where + " must be options by name, not " + describe(value) + ".");
  given = true;
  options = value;
}

void EvaluationSpec::read(const Value& value, const std::string& where) {
  if (std::holds_alternative<std::monostate>(value.data)) return;
  if (const auto* object = std::get_if<std::shared_ptr<Foreign>>(&value.data))
    foreign = *object;
  else if (const auto* text = std::get_if<std::string>(&value.data); text && !text->empty())
    name = *text;
  else
    refuse(where + " must be the name of an evaluation or something to call, not " +
           describe(value) + ".");
}

namespace {

void check_exhaustive(const SearchOptions& options) {
  const ExhaustiveOptions& exhaustive = *options.exhaustive;
  require(exhaustive.depth >= 0, "The depth of Exhaustive must not be negative.");
  require(exhaustive.positions >= 1, "The positions of Exhaustive must be at least 1.");
  require(!options.believes(), "Exhaustive looks at states: its answer to hidden is Nothing.");
  require((exhaustive.depth > 0) == static_cast<bool>(options.limit().evaluation),
          "Exhaustive needs both a depth and an evaluation, or neither.");
  if (const auto* types = std::get_if<Types>(&options.others)) {
    require(types->horizon == -1, "Exhaustive knows no horizon of types; it has a depth.");
    require(types->where == Where::both && types->redraw == 0,
            "Exhaustive looks at everything: leave out where and redraw.");
  }
  if (const auto* policies = std::get_if<Policies>(&options.others)) {
    require(policies->horizon < 0, "Exhaustive knows no horizon of policies; it has a depth.");
    require(policies->where == Where::both, "Exhaustive looks at everything: leave out where.");
  }
  if (const auto* themselves = std::get_if<Themselves>(&options.others))
    require(!themselves->paranoid, "Exhaustive knows no paranoid others.");
}

void check_evolve(const EvolveOptions& evolve) {
  const auto within = [](std::int64_t given, std::int64_t least, std::int64_t most,
                         const std::string& name) {
    require(given >= least && given <= most, "The " + name + " of Evolve must be from " +
                                                 std::to_string(least) + " to " +
                                                 std::to_string(most) + ".");
  };
  within(evolve.population, 1, 1'000'000, "population");
  within(evolve.length, 1, 100'000, "length");
  within(evolve.macro, 1, 10'000, "macro");
  within(evolve.turns, 1, 10'000, "turns");
  within(evolve.elites, 0, 1'000'000, "elites");
  within(evolve.tournament, 1, 1'000'000, "tournament");
  within(evolve.samples, 1, 1'000'000, "samples");
  require(share(evolve.mutation), "The mutation of Evolve must be from 0 to 1.");
  require(evolve.elites < evolve.population || evolve.population == 1,
          "Evolve needs fewer elites than its population.");
  require(!evolve.distinct || evolve.tournament < evolve.population,
          "Evolve(distinct=True) needs a population that is greater than a tournament.");
}

// Plans grow no tree, so what only concerns one must be left as it is.
void check_evolve_together(const SearchOptions& options) {
  if (const auto* themselves = std::get_if<Themselves>(&options.others))
    require(!themselves->paranoid,
            "Evolve plans the own moves only: there is nobody to be paranoid about.");
  if (const auto* sets = std::get_if<InformationSets>(&options.hidden))
    require(sets->observers == Observers::one && sets->availability,
            "Evolve grows no tree: leave out the options of InformationSets.");
  if (const auto* belief = std::get_if<BeliefTree>(&options.hidden))
    require(belief->legality && belief->temperature == 1 && !belief->weighted_returns &&
                !belief->observable && !belief->light && !belief->belief_game.given,
            "Evolve grows no tree: leave out the options of BeliefTree but count.");
}

// A planning model is a game like any other, but none that the next search could go on from.
void check_model(const SearchOptions& options) {
  if (!options.model.given) return;
  require(!options.exhaustive && !options.evolve,
          "Exhaustive and Evolve plan in the game itself: leave out the model.");
  const auto* belief = std::get_if<BeliefTree>(&options.hidden);
  require(!belief || !belief->belief_game.given,
          "Either the planning model or the belief game is planned in: leave out one.");
  require(!options.tree.reuse, "A plan in a model starts anew each time: leave out reuse.");
}

}  // namespace

void check(const SearchOptions& options) {
  const Budget& budget = options.budget;
  if (budget.iterations < 0) refuse("A budget of iterations must be at least 1.");
  if (!(budget.seconds >= 0) || std::isinf(budget.seconds))
    refuse("A budget of seconds must be a positive number.");
  if (budget.iterations == 0 && budget.seconds == 0 && !options.exhaustive)
    refuse("A search needs a budget: iterations, seconds or both.");
  if (budget.iterations > Budget::most) refuse("A budget of iterations is at most 4,000,000,000.");
  std::visit([](const auto& answer) { check_hidden(answer); }, options.hidden);
  std::visit([](const auto& answer) { check_others(answer); }, options.others);
  std::visit([](const auto& answer) { check_bandit(answer); }, options.bandit);
  check_rollout(options.limit());
  if (const auto* played = std::get_if<Played>(&options.rollout)) {
    check_seats(played->policies, "A roll-out");
    for (const SeatPolicies& seat : played->policies)
      require(seat.policies.size() == 1, "A roll-out takes one policy a seat.");
  }
  check_tree(options.tree);
  check_together(options);
  check_model(options);
  if (options.exhaustive) check_exhaustive(options);
  if (options.evolve) {
    check_evolve(*options.evolve);
    check_evolve_together(options);
  }
  check_quirks(options);
}

SearchOptions read_search_options(const Value& value) {
  SearchOptions options;
  const auto* members = std::get_if<Value::Members>(&value.data);
  if (!members) refuse("The options of a search must be named values.");
  for (const auto& [name, member] : *members) {
    if (name == "hidden") {
      read_answer(name, member, options.hidden);
    } else if (name == "others") {
      read_answer(name, member, options.others);
    } else if (name == "bandit") {
      read_answer(name, member, options.bandit);
    } else if (name == "rollout") {
      read_answer(name, member, options.rollout);
    } else if (name == "tree") {
      from_value(member, options.tree, ErrorKind::option, "tree option", true);
    } else if (name == "model") {
      options.model.read(member, name);
    } else if (name == "exhaustive") {
      from_value(member, options.exhaustive.emplace(), ErrorKind::option, "Exhaustive option",
                 true);
    } else if (name == "evolve") {
      from_value(member, options.evolve.emplace(), ErrorKind::option, "Evolve option", true);
    } else if (name == "quirks") {
      from_value(member, options.quirks, ErrorKind::option, "quirk of a search", true);
    } else if (name == "iterations") {
      from_value(member, options.budget.iterations, ErrorKind::option, name);
    } else if (name == "seconds") {
      from_value(member, options.budget.seconds, ErrorKind::option, name);
    } else {
      refuse(unknown_name("search option", name,
                          {"hidden", "others", "bandit", "rollout", "tree", "model", "exhaustive",
                           "evolve", "quirks", "iterations", "seconds"}));
    }
  }
  check(options);
  return options;
}

}  // namespace otherminds
