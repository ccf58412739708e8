// Options of one answer that do not go together.
#include <algorithm>
#include <numeric>

#include "search/options/asked.hpp"
#include "search/options/refusals.hpp"

namespace otherminds {

namespace {

// The models of the answer, whichever it is.
const std::vector<SeatPolicies>* models_of(const SearchOptions& options) {
  if (const auto* policies = std::get_if<Policies>(&options.others)) return &policies->policies;
  if (const auto* types = std::get_if<Types>(&options.others)) return &types->types;
  return nullptr;
}

bool recalls_without_search(const SearchOptions& options) {
  const auto recall = [](const auto& answer) -> std::int64_t {
    if constexpr (requires { answer.recall; })
      return answer.recall;
    else
      return 0;
  };
  const auto searches = [](const SeatPolicies& seat) {
    return std::ranges::count(seat.policies, "search", &PolicySpec::name) > 0;
  };
  return std::visit(recall, options.others) > 0 &&
         std::ranges::none_of(*models_of(options), searches);
}

bool counts_without_horizon(const SearchOptions& options) {
  return std::visit(
      [](const auto& answer) {
        if constexpr (requires { answer.horizon; })
          return !answer.horizon && answer.count != Count::plies;
        else
          return false;
      },
      options.others);
}

const Types* types(const SearchOptions& options) { return std::get_if<Types>(&options.others); }

const Particles* particles(const SearchOptions& options) {
  return std::get_if<Particles>(&options.hidden);
}

bool redraws_one_type(const Types& types) {
  return types.redraw > 0 && types.reserve == 0 &&
         std::ranges::any_of(types.types,
                             [](const SeatPolicies& seat) { return seat.policies.size() == 1; });
}

bool has_type_called_itself(const Types& types) {
  return types.reserve > 0 && std::ranges::any_of(types.types, [](const SeatPolicies& seat) {
           return std::ranges::count(seat.policies, "itself", &PolicySpec::label) > 0;
         });
}

bool lacks_weights(const Types& types) {
  const std::vector<double>& prior = types.prior.weights;
  return !prior.empty() && std::ranges::any_of(types.types, [&](const SeatPolicies& seat) {
    return seat.policies.size() != prior.size();
  });
}

bool weighs_nothing(const Types& types) {
  const std::vector<double>& prior = types.prior.weights;
  return !prior.empty() && std::accumulate(prior.begin(), prior.end(), 0.0) <= 0;
}

bool has_idle_reserve_rate(const Types& types) {
  const auto* switching = std::get_if<Switching>(&types.posterior);
  return switching && types.reserve == 0 && switching->reserve_rate != Switching{}.reserve_rate;
}

}  // namespace

std::vector<Refusal> refused_answers() {
  return {
      // ---- hidden ----
      {.id = "worlds_of_the_game_are_not_counted",
       .options = {"Particles.belief", "Particles.count"},
       .sentence = "Particles(belief='game') keeps no particles: leave out count.",
       .example = "Search(hidden=Particles(belief='game', count=5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Particles* given = particles(options);
             return given && given->belief == RootBelief::game && given->count != Particles{}.count;
           }},
      {.id = "only_particles_are_reinvigorated",
       .options = {"Particles.belief", "Particles.reinvigorate"},
       .sentence = "Only particles that live on are drawn anew in part: leave out reinvigorate, or "
                   "take belief='particles'.",
       .example = "Search(hidden=Particles(belief='game', reinvigorate=0.5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Particles* given = particles(options);
             return given && given->belief != RootBelief::particles && given->reinvigorate != 0;
           }},
      {.id = "attempts_look_for_what_explains",
       .options = {"Particles.belief", "Particles.attempts"},
       .sentence = "attempts are for worlds that explain what the others have done: leave them "
                   "out, or take belief='history'.",
       .example = "Search(hidden=Particles(attempts=5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Particles* given = particles(options);
             return given && given->belief != RootBelief::history && given->attempts != 1;
           }},
      {.id = "history_needs_models",
       .options = {"Particles.belief", "others"},
       .sentence =
           "Particles(belief='history') weighs worlds by models of the others: name some in "
           "Policies or Types.",
       .example = "Search(hidden=Particles(belief='history'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Particles* given = particles(options);
             return given && given->belief == RootBelief::history && !models_of(options);
           }},
      {.id = "without_legality_nothing_is_weighed",
       .options = {"BeliefTree.legality", "BeliefTree.temperature", "BeliefTree.weighted_returns"},
       .sentence = "BeliefTree(legality=False) weighs nothing: leave out temperature and "
                   "weighted_returns.",
       .example = "Search(hidden=BeliefTree(legality=False, temperature=2.0), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const auto* given = std::get_if<BeliefTree>(&options.hidden);
             return given && !given->legality &&
                    (given->temperature != 1 || given->weighted_returns);
           }},
      // ---- others ----
      {.id = "only_searches_recall",
       .options = {"Policies.recall", "Types.recall"},
       .sentence = "There is no search among the models that could recall anything: leave out "
                   "recall.",
       .example = "Search(others=Policies('random', recall=5), iterations=20)",
       .when = recalls_without_search},
      {.id = "count_is_of_a_horizon",
       .options = {"Policies.count", "Policies.horizon", "Types.count", "Types.horizon"},
       .sentence = "Without a horizon there is nothing to count: leave out count.",
       .example = "Search(others=Policies('random', count='moves'), iterations=20)",
       .when = counts_without_horizon},
      {.id = "frozen_types_learn_no_horizon",
       .options = {"Types.frozen", "Types.horizon"},
       .sentence = "Frozen types learn nothing, no horizon either: leave out frozen, or give the "
                   "horizon as a number.",
       .example = "Search(others=Types(['random'], frozen=True, horizon='learned'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Types* given = types(options);
             return given && given->frozen && given->learns_horizon();
           }},
      {.id = "frozen_types_carry_nothing_over",
       .options = {"Types.frozen", "Types.carry_over"},
       .sentence = "Frozen types learn nothing to carry over: leave out one of the two.",
       .example = "Search(others=Types(['random'], frozen=True, carry_over=True), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Types* given = types(options);
             return given && given->frozen && given->carry_over;
           }},
      {.id = "carry_over_needs_one_list",
       .options = {"Types.types", "Types.carry_over"},
       .sentence = "Types(carry_over=True) needs one list of types for all seats: seats change.",
       .example = "Search(others=Types({0: ['random'], 1: ['random']}, carry_over=True), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Types* given = types(options);
             return given && given->carry_over && given->types.size() != 1;
           }},
      {.id = "reserve_is_weighed_by_probability",
       .options = {"Types.reserve", "Types.likelihood"},
       .sentence = "A reserve is weighed against the types by probabilities: take "
                   "likelihood='probability'.",
       .example = "Search(others=Types(['random'], reserve=0.1, likelihood='indicator'), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Types* given = types(options);
             return given && given->reserve > 0 && given->likelihood != Likelihood::probability;
           }},
      {.id = "reserve_rate_is_of_a_reserve",
       .options = {"Switching.reserve_rate", "Types.reserve"},
       .sentence = "The reserve_rate of Switching is for Types with a reserve: leave it out.",
       .example = "Search(others=Types(['random'], posterior=Switching(reserve_rate=0.5)), "
                  "iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return types(options) && has_idle_reserve_rate(*types(options));
           }},
      {.id = "itself_is_no_type",
       .options = {"Types.types", "Types.reserve"},
       .sentence = "With a reserve, 'itself' cannot be the name of a type.",
       .example = "Search(others=Types(['itself'], reserve=0.1), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return types(options) && has_type_called_itself(*types(options));
           }},
      {.id = "one_type_is_not_redrawn",
       .options = {"Types.types", "Types.redraw"},
       .sentence = "One type alone is always drawn again: leave out redraw.",
       .example = "Search(others=Types(['random'], redraw=0.5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return types(options) && redraws_one_type(*types(options));
           }},
      {.id = "prior_has_a_weight_for_each_type",
       .options = {"Types.types", "Types.prior"},
       .sentence = "The prior of Types needs one weight for each type.",
       .example = "Search(others=Types(['random'], prior=[1, 2]), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return types(options) && lacks_weights(*types(options));
           }},
      {.id = "prior_has_some_weight",
       .options = {"Types.prior"},
       .sentence = "The prior of Types needs a weight above 0.",
       .example = "Search(others=Types(['random'], prior=[0]), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return types(options) && weighs_nothing(*types(options));
           }},
      // ---- bandit ----
      {.id = "prior_and_virtual_visits",
       .options = {"UCB1.prior", "UCB1.virtual_visits", "UCB1.decay"},
       .sentence = "UCB1 needs a prior for virtual_visits or for decay, and takes one of the two.",
       .example = "Search(bandit=UCB1(virtual_visits=5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Ucb1* given = ucb1(options);
             if (!given) return false;
             const int uses = (given->virtual_visits > 0 ? 1 : 0) + (given->decay > 0 ? 1 : 0);
             return uses != (given->prior ? 1 : 0);
           }},
      {.id = "virtual_visits_leave_no_warm_up",
       .options = {"UCB1.virtual_visits", "UCB1.warm_up"},
       .sentence = "With virtual visits no node has few: leave out virtual_visits or warm_up.",
       .example = "Search(bandit=UCB1(prior='random', virtual_visits=5, warm_up=5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             const Ucb1* given = ucb1(options);
             return given && given->warm_up > 0 && given->virtual_visits > 0;
           }},
      // ---- rollout ----
      {.id = "depth_needs_an_evaluation",
       .options = {"Uniform.depth", "Uniform.evaluation"},
       .sentence = "A roll-out of limited depth needs an evaluation for positions that are not "
                   "over.",
       .example = "Search(rollout=Uniform(depth=5), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return options.limit().depth && !options.limit().evaluation;
           }},
      {.id = "evaluation_needs_a_depth",
       .options = {"Uniform.depth", "Uniform.evaluation"},
       .sentence = "An evaluation needs a depth at which it judges; 0 judges at once.",
       .example = "Search(rollout=Uniform(evaluation='disks'), iterations=20)",
       .when =
           [](const SearchOptions& options) {
             return !options.exhaustive && !options.limit().depth && options.limit().evaluation;
           }},
  };
}

}  // namespace otherminds
