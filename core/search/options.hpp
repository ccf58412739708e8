// What a search is asked to do: an answer to each of the four questions, a tree and a budget.
//
// Each answer is a plain struct whose fields are its options; Python has a class of the same name
// and the same option names. A question with several answers is a variant of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/value.hpp"
#include "search/quirks.hpp"

namespace otherminds {

// A policy by name: one of the game's, or one that every game has (random, typed, search, python).
struct PolicySpec {
  std::string name = "random";
  Value options = {Value::Members{}};
  std::string label;  // what results call it

  void read(const Value& value, const std::string& where);
};

// The policies of one seat, or of every other seat when `seat` is `any_seat`.
inline constexpr int any_seat = -1;

struct SeatPolicies {
  int seat = any_seat;
  std::vector<PolicySpec> policies = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("policies", self.policies);
  }
};

// How to judge a position that is not over: a function of the game by name, or one from outside.
struct EvaluationSpec {
  std::string name;  // empty: none
  std::shared_ptr<Foreign> foreign = {};

  explicit operator bool() const { return foreign || !name.empty(); }
  void read(const Value& value, const std::string& where);
};

// ---- hidden: what is hidden from me? ----

// The world is as it is shown. In games that hide facts this is looking at them, so it has to be
// asked for by name.
struct Nothing {
  static constexpr std::string_view title = "Nothing";

  bool peek = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("peek", self.peek);
  }
};

// Determinization: some worlds are drawn, each gets a tree of its own, and their votes are added.
struct Worlds {
  static constexpr std::string_view title = "Worlds";

  std::int64_t count = 20;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count);
  }
};

// Whose knowledge tells two nodes apart: the searching seat's, or that of the seat which acts.
enum class Observers { one, each };
constexpr std::array<std::string_view, 2> names_of(Observers) { return {"one", "each"}; }

// Information-set search: a world an iteration, one tree over what the observer can tell apart.
struct InformationSets {
  static constexpr std::string_view title = "InformationSets";

  Observers observers = Observers::one;
  bool availability = true;  // the bandit counts only visits in which a move was legal

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("observers", self.observers);
    visit("availability", self.availability);
  }
};

// Particles live on from move to move; or worlds come from the game's belief; or worlds from there
// are weighed by how well the models of the others explain all that these have done.
enum class RootBelief { particles, game, history };
constexpr std::array<std::string_view, 3> names_of(RootBelief) {
  return {"particles", "game", "history"};
}

// POMCP: nodes are the searching seat's histories, worlds come from particles or from the belief.
struct Particles {
  static constexpr std::string_view title = "Particles";

  std::int64_t count = 1000;
  RootBelief belief = RootBelief::particles;
  double reinvigorate = 0;  // the share of particles that is drawn anew at each observation

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count);
    visit("belief", self.belief);
    visit("reinvigorate", self.reinvigorate);
  }
};

// The options of another game to plan in, or of other rules; not given: there are none.
struct OptionsSpec {
  bool given = false;
  Value options = {Value::Members{}};

  void read(const Value& value, const std::string& where);
};

// Belief search: the tree walks the belief itself, a weighted set of worlds, or the belief game.
struct BeliefTree {
  static constexpr std::string_view title = "BeliefTree";

  std::int64_t count = 100;       // worlds in the belief at most
  bool legality = true;           // others' moves weigh by the probability of being legal
  double temperature = 1;         // that probability to the power 1 / temperature
  bool weighted_returns = false;  // returns weigh by the legality of the moves below
  bool observable = false;        // roll-outs start from one world instead of the belief
  bool light = false;             // one drawn world decides what is observed, none what it is worth
  OptionsSpec belief_game = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("count", self.count);
    visit("legality", self.legality);
    visit("temperature", self.temperature);
    visit("weighted_returns", self.weighted_returns);
    visit("observable", self.observable);
    visit("light", self.light);
    visit("belief_game", self.belief_game);
  }
};

// ---- others: what will the others do? ----

// Every seat searches for itself (max-n; in a game for two with opposite returns: minimax), or all
// others against us (paranoid).
struct Themselves {
  static constexpr std::string_view title = "Themselves";

  bool paranoid = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("paranoid", self.paranoid);
  }
};

enum class Where { both, tree, rollout };
constexpr std::array<std::string_view, 3> names_of(Where) { return {"both", "tree", "rollout"}; }

enum class Count { plies, moves };
constexpr std::array<std::string_view, 2> names_of(Count) { return {"plies", "moves"}; }

// Known policies (Predictor MCTS).
struct Policies {
  static constexpr std::string_view title = "Policies";

  std::vector<SeatPolicies> policies = {};
  Where where = Where::both;
  double error = 0;           // the chance that a modelled seat moves at random instead
  std::int64_t horizon = -1;  // after so many plies or moves the model ends; -1: never
  Count count = Count::plies;
  std::int64_t recall = 0;  // answers that a nested search has for one position; 0: always new ones

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("policies", self.policies);
    visit("where", self.where);
    visit("error", self.error);
    visit("horizon", self.horizon);
    visit("count", self.count);
    visit("recall", self.recall);
  }
};

enum class PosteriorKind { product, sum, time_weighted, correlated, switching };
constexpr std::array<std::string_view, 5> names_of(PosteriorKind) {
  return {"product", "sum", "time_weighted", "correlated", "switching"};
}

enum class Likelihood { probability, indicator };
constexpr std::array<std::string_view, 2> names_of(Likelihood) {
  return {"probability", "indicator"};
}

// Time weights f(age) = max(0, a - b (age - 1)^c), the newest observation having age 1. With
// `switching` a seat takes another type with chance `rate` before each move, drawn by the prior; it
// begins or ceases to be of no type at all with chance `reserve_rate`.
struct Posterior {
  PosteriorKind kind = PosteriorKind::product;
  double a = 10;
  double b = 0.01;
  double c = 5;
  double rate = 0.15;
  double reserve_rate = 0.02;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("kind", self.kind);
    visit("a", self.a);
    visit("b", self.b);
    visit("c", self.c);
    visit("rate", self.rate);
    visit("reserve_rate", self.reserve_rate);
  }
};

// A horizon that is learned: as far as the types have been seen to foretell moves.
inline constexpr std::int64_t learned_horizon = -2;

// Hypothesised types a seat and a belief about them (HBA).
struct Types {
  static constexpr std::string_view title = "Types";

  std::vector<SeatPolicies> types = {};
  std::vector<double> prior = {};  // empty: uniform
  bool random_prior = false;       // 0.0001 for a random half, the rest shared
  Posterior posterior = {};
  Likelihood likelihood = Likelihood::probability;
  Where where = Where::both;
  double error = 0;
  std::int64_t horizon = -1;
  Count count = Count::plies;
  bool frozen = false;        // never learns: the control
  bool informed = false;      // is told the current types: the other control
  double reserve = 0;         // the prior of a seat being of no type, but searching for itself
  double redraw = 0;          // the chance that a seat's type is drawn anew after each of its moves
  bool carry_over = false;    // what was learned lives on in the next match
  std::int64_t samples = 16;  // worlds over which a likelihood is averaged where facts are hidden
  std::int64_t recall = 0;    // as in Policies

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("types", self.types);
    visit("prior", self.prior);
    visit("random_prior", self.random_prior);
    visit("posterior", self.posterior);
    visit("likelihood", self.likelihood);
    visit("where", self.where);
    visit("error", self.error);
    visit("horizon", self.horizon);
    visit("count", self.count);
    visit("frozen", self.frozen);
    visit("informed", self.informed);
    visit("reserve", self.reserve);
    visit("redraw", self.redraw);
    visit("carry_over", self.carry_over);
    visit("samples", self.samples);
    visit("recall", self.recall);
  }
};

// ---- bandit: what do I try next? ----

// mean + exploration * sqrt(ln parent visits / visits), means scaled to [0, 1].
struct Ucb1 {
  static constexpr std::string_view title = "UCB1";

  double exploration = 1.4142135623730951;
  std::vector<PolicySpec> prior = {};  // none or one
  std::int64_t virtual_visits = 0;     // each action starts with so many, won by its prior
  OptionsSpec virtual_wins = {};       // by type of action: each starts with so many, unvisited
  std::int64_t warm_up = 0;            // at a node with fewer visits any move is as likely

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("exploration", self.exploration);
    visit("prior", self.prior);
    visit("virtual_visits", self.virtual_visits);
    visit("virtual_wins", self.virtual_wins);
    visit("warm_up", self.warm_up);
  }
};

// The exploration follows the variance that was seen.
struct Ucb1Tuned {
  static constexpr std::string_view title = "UCB1Tuned";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

enum class RewardModel { dirichlet, beta, normal };
constexpr std::array<std::string_view, 3> names_of(RewardModel) {
  return {"dirichlet", "beta", "normal"};
}

// Bayesian UCB: mean + sqrt(2 ln N / n) in form 1, mean + sqrt(2 ln N) * deviation in form 2.
struct BayesianUcb {
  static constexpr std::string_view title = "BayesianUCB";

  std::int64_t form = 2;
  RewardModel posterior = RewardModel::dirichlet;
  std::int64_t levels = 11;
  bool extremum = false;  // a node's value is the extremum over its moves, not their average

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("form", self.form);
    visit("posterior", self.posterior);
    visit("levels", self.levels);
    visit("extremum", self.extremum);
  }
};

enum class GainModel { dirichlet, normal_gamma, gaussian };
constexpr std::array<std::string_view, 3> names_of(GainModel) {
  return {"dirichlet", "normal_gamma", "gaussian"};
}

// mean + value of perfect information.
struct Vpi {
  static constexpr std::string_view title = "VPI";

  GainModel posterior = GainModel::dirichlet;
  std::int64_t levels = 11;
  std::int64_t samples = 32;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("posterior", self.posterior);
    visit("levels", self.levels);
    visit("samples", self.samples);
  }
};

// mean + exploration * prior * sqrt(other visits) / (1 + visits).
struct Puct {
  static constexpr std::string_view title = "PUCT";

  double exploration = 1.4142135623730951;
  std::vector<PolicySpec> prior = {};  // none: uniform, or the evaluator's
  bool try_all = false;                // each action is tried once before the rule applies

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("exploration", self.exploration);
    visit("prior", self.prior);
    visit("try_all", self.try_all);
  }
};

// Draws a value for each action from its posterior and takes the greatest.
struct Thompson {
  static constexpr std::string_view title = "Thompson";

  RewardModel posterior = RewardModel::beta;
  std::int64_t levels = 11;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("posterior", self.posterior);
    visit("levels", self.levels);
  }
};

// ---- rollout: how do I judge where I stopped? ----

// Where a roll-out starts, how far it goes and what judges its end.
struct RolloutLimit {
  std::int64_t depth = -1;  // moves of seats; -1: to the end of the game
  bool from_root = false;   // the moves in the tree count as well
  EvaluationSpec evaluation = {};
  OptionsSpec under = {};  // options of the game that are different in roll-outs
};

// Uniformly random moves.
struct Uniform : RolloutLimit {
  static constexpr std::string_view title = "Uniform";

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("depth", self.depth);
    visit("from_root", self.from_root);
    visit("evaluation", self.evaluation);
    visit("under", self.under);
  }
};

// Moves of a policy a seat; typed play is such a policy.
struct Played : RolloutLimit {
  static constexpr std::string_view title = "Played";

  std::vector<SeatPolicies> policies = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("depth", self.depth);
    visit("from_root", self.from_root);
    visit("evaluation", self.evaluation);
    visit("under", self.under);
    visit("policies", self.policies);
  }
};

// ---- the tree ----

enum class Loop { closed, open };
constexpr std::array<std::string_view, 2> names_of(Loop) { return {"closed", "open"}; }

enum class Parallel { tree, root };
constexpr std::array<std::string_view, 2> names_of(Parallel) { return {"tree", "root"}; }

enum class FinalMove { visits, mean, total, posterior };
constexpr std::array<std::string_view, 4> names_of(FinalMove) {
  return {"visits", "mean", "total", "posterior"};
}

enum class Ties { random, first };
constexpr std::array<std::string_view, 2> names_of(Ties) { return {"random", "first"}; }

// Among equal final moves: as `ties` says, or otherwise.
enum class FinalTies { same, random, first };
constexpr std::array<std::string_view, 3> names_of(FinalTies) {
  return {"same", "random", "first"};
}

struct TreeOptions {
  std::int64_t max_nodes = 4'000'000;
  Loop loop = Loop::closed;
  std::int64_t depth = 0;       // decisions in the tree at most; 0: any
  bool transpositions = false;  // equal positions share a node
  bool same_belief = false;     // and where facts are hidden the beliefs must be equal, too
  bool afterstates = false;     // a move counts as the position it leads to
  double widening = 0;          // ceil(widening * visits^widening_exponent) moves are open; 0: all
  double widening_exponent = 0.5;
  double outcome_widening = 0;  // the same for the outcomes of chance
  bool reuse = false;           // the next search goes on with what fits
  std::int64_t threads = 1;
  Parallel parallel = Parallel::tree;
  FinalMove final = FinalMove::visits;
  Ties ties = Ties::random;
  FinalTies final_ties = FinalTies::same;
  double margin = -1;  // by how much a move must beat that of the roll-out's policy; below 0: off
  bool next_best = false;  // after a move that was refused: the next best, without a new search
  std::int64_t batch = 1;  // positions that an evaluation judges at once

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("max_nodes", self.max_nodes);
    visit("loop", self.loop);
    visit("depth", self.depth);
    visit("transpositions", self.transpositions);
    visit("same_belief", self.same_belief);
    visit("afterstates", self.afterstates);
    visit("widening", self.widening);
    visit("widening_exponent", self.widening_exponent);
    visit("outcome_widening", self.outcome_widening);
    visit("reuse", self.reuse);
    visit("threads", self.threads);
    visit("parallel", self.parallel);
    visit("final", self.final);
    visit("ties", self.ties);
    visit("final_ties", self.final_ties);
    visit("margin", self.margin);
    visit("next_best", self.next_best);
    visit("batch", self.batch);
  }
};

// A search ends when either limit is reached; 0 means that this limit is not set. Nodes and visits
// are counted in 32 bits, so no search has more iterations than `most`.
struct Budget {
  static constexpr std::int64_t most = 4'000'000'000;

  std::int64_t iterations = 0;
  double seconds = 0;
};

// Looks at every position instead of searching.
struct ExhaustiveOptions {
  std::int64_t depth = 0;  // moves of seats; 0: to the end of the game
  std::int64_t positions = 10'000'000;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("depth", self.depth);
    visit("positions", self.positions);
  }
};

enum class Crossover { uniform, one_point, none };
constexpr std::array<std::string_view, 3> names_of(Crossover) {
  return {"uniform", "one_point", "none"};
}

// Breeds plans instead of growing a tree.
struct EvolveOptions {
  std::int64_t population = 20;
  std::int64_t length = 15;  // genes
  std::int64_t macro = 1;    // turns that each gene is played for
  std::int64_t turns = 1;    // a gene may ask for up to so many times that
  bool varying = false;      // plans may be shorter, and mutation changes their length
  std::int64_t elites = 2;
  std::int64_t tournament = 3;
  bool distinct = false;  // a tournament has no plan twice, and a child has two different parents
  Crossover crossover = Crossover::uniform;
  double mutation = 0.1;     // a gene
  std::int64_t samples = 1;  // plays of a plan for one judgement
  bool shift = true;         // the next move starts from this one's plans
  bool commit = false;       // a gene is carried out whole before the next plan is made

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("population", self.population);
    visit("length", self.length);
    visit("macro", self.macro);
    visit("turns", self.turns);
    visit("varying", self.varying);
    visit("elites", self.elites);
    visit("tournament", self.tournament);
    visit("distinct", self.distinct);
    visit("crossover", self.crossover);
    visit("mutation", self.mutation);
    visit("samples", self.samples);
    visit("shift", self.shift);
    visit("commit", self.commit);
  }
};

using Bandit = std::variant<Ucb1, Ucb1Tuned, BayesianUcb, Vpi, Puct, Thompson>;

struct SearchOptions {
  std::variant<Nothing, Worlds, InformationSets, Particles, BeliefTree> hidden;
  std::variant<Themselves, Policies, Types> others;
  Bandit bandit;
  std::variant<Uniform, Played> rollout;
  TreeOptions tree;
  OptionsSpec model = {};  // of the game's planning model, where the search plans in that
  Budget budget;
  Quirks quirks = {};
  std::optional<ExhaustiveOptions> exhaustive = {};
  std::optional<EvolveOptions> evolve = {};

  const RolloutLimit& limit() const {
    return std::visit([](const auto& answer) -> const RolloutLimit& { return answer; }, rollout);
  }

  // Whether the answer to `hidden` draws worlds from a belief instead of looking.
  bool believes() const { return !std::holds_alternative<Nothing>(hidden); }
};

// Refuses what no search could do, in a sentence.
void check(const SearchOptions& options);

// Reads {"hidden": {"answer": "Nothing", ...}, ..., "tree": {...}, "quirks": {...}, "iterations":
// n, "seconds": s}.
SearchOptions read_search_options(const Value& value);

}  // namespace otherminds
