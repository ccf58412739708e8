// What a planner is asked to do: an answer to each of the four questions, a tree and a budget.
//
// Each answer is a plain struct whose fields are its options; Python has a class of the same name
// and the same option names, and is held to the schema that is made from these declarations
// (search/options/schema.hpp). A question with several answers is a variant of them, the first
// being the default. Combinations that are refused are listed in search/options/refusals.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/value.hpp"
#include "search/options/bandit.hpp"
#include "search/options/hidden.hpp"
#include "search/options/others.hpp"
#include "search/options/planners.hpp"
#include "search/options/policies.hpp"
#include "search/options/rollout.hpp"
#include "search/options/tree.hpp"
#include "search/quirks.hpp"

namespace otherminds {

// A search ends when either limit is reached.
struct Budget {
  std::optional<std::int64_t> iterations = {};
  std::optional<double> seconds = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("iterations", self.iterations, between(1, most_iterations));
    visit("seconds", self.seconds, above(0));
  }
};

// Compiled once, copies included: every planner of every game takes some.
struct SearchOptions {
  SearchOptions();
  SearchOptions(const SearchOptions&);
  SearchOptions(SearchOptions&&) noexcept;
  SearchOptions& operator=(const SearchOptions&);
  SearchOptions& operator=(SearchOptions&&) noexcept;
  ~SearchOptions();

  Hidden hidden;
  OthersAnswer others;
  Bandit bandit;
  RolloutAnswer rollout;
  TreeOptions tree;
  std::optional<GameOptions> model = {};  // the game's planning model, where one is planned in
  Budget budget;
  Quirks quirks = {};
  std::optional<ExhaustiveOptions> exhaustive = {};
  std::optional<EvolveOptions> evolve = {};

  const RolloutLimit& limit() const;

  // Whether the answer to `hidden` draws worlds from a belief instead of looking.
  bool believes() const { return !std::holds_alternative<Nothing>(hidden); }

  // Whether several threads work on one tree.
  bool shares_tree() const { return tree.threads > 1 && tree.parallel == Parallel::tree; }

  // Whether a seat may be of no type, and then searches for itself at nodes where types decide.
  bool has_reserve_in_tree() const;

  // Whether moves are made at the nodes of the search that it has not chosen.
  bool shares_nodes() const { return has_reserve_in_tree() || quirks.yields || quirks.opens; }

  // Whether the search plans in the belief game of its game.
  bool in_belief_game() const {
    const auto* belief = std::get_if<BeliefTree>(&hidden);
    return belief && belief->belief_game;
  }
};

// The planners: which options each has. Everything is kept in one SearchOptions, made ready by
// start().
struct SearchPlanner {
  static constexpr std::string_view title = "Search";

  static void start(SearchOptions&) {}

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("hidden", self.hidden, or_none);  // none: it follows the game
    visit("others", self.others, AlsoWritten<Random>{});
    visit("bandit", self.bandit);
    visit("rollout", self.rollout, AlsoWritten<Typed, Evaluated>{});
    visit("tree", self.tree);
    visit("model", self.model);
    Budget::fields(self.budget, visit);
    visit("quirks", self.quirks, or_none);
  }
};

struct EvolvePlanner {
  static constexpr std::string_view title = "Evolve";

  static void start(SearchOptions& options) { options.evolve.emplace(); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("hidden", self.hidden, or_none);  // none: it follows the game
    visit("others", self.others, AlsoWritten<Random>{});
    visit("rollout", self.rollout, AlsoWritten<Typed, Evaluated>{});
    EvolveOptions::fields(*self.evolve, visit);
    Budget::fields(self.budget, visit);
    visit("quirks", self.quirks, or_none);
  }
};

struct ExhaustivePlanner {
  static constexpr std::string_view title = "Exhaustive";

  static void start(SearchOptions& options) {
    options.exhaustive.emplace();
    options.hidden = Nothing{};
    options.rollout = Uniform{};
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("others", self.others, AlsoWritten<Random>{});
    visit("depth", self.exhaustive->depth, at_least(1));
    visit("evaluation", std::get<Uniform>(self.rollout).evaluation);
    visit("positions", self.exhaustive->positions, at_least(1));
    visit("deepening", self.exhaustive->deepening);
    visit("peek", std::get<Nothing>(self.hidden).peek);
  }
};

using Planners = std::variant<SearchPlanner, EvolvePlanner, ExhaustivePlanner>;

// Refuses what no search could do, in a sentence.
void check(const SearchOptions& options);

// Reads and checks {"answer": "Search", "hidden": {"answer": "Nothing", ...}, ..., "tree": {...},
// "iterations": n, "seconds": s}.
SearchOptions read_search_options(const Value& value);

}  // namespace otherminds
