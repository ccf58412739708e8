// What a search is asked to do: an answer to each of the four questions, a tree and a budget.
//
// Each answer is a plain struct whose fields are its options; Python has a class of the same name
// and the same option names. A question with several answers is a variant of them.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "engine/value.hpp"

namespace otherminds {

// hidden: the world is as it is shown. In games that hide facts this is looking at them, so it has
// to be asked for by name.
struct Nothing {
  static constexpr std::string_view title = "Nothing";

  bool peek = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("peek", self.peek);
  }
};

// others: every seat searches for itself (max-n; in a game for two with opposite returns: minimax).
struct Themselves {
  static constexpr std::string_view title = "Themselves";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

// bandit: UCB1, mean + exploration * sqrt(ln parent visits / visits), means scaled to [0, 1].
struct Ucb1 {
  static constexpr std::string_view title = "UCB1";

  double exploration = 1.4142135623730951;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("exploration", self.exploration);
  }
};

// rollout: uniformly random moves to the end of the game.
struct Uniform {
  static constexpr std::string_view title = "Uniform";

  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

struct TreeOptions {
  std::int64_t max_nodes = 4'000'000;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("max_nodes", self.max_nodes);
  }
};

// A search ends when either limit is reached; 0 means that this limit is not set. Nodes and visits
// are counted in 32 bits, so no search has more iterations than `most`.
struct Budget {
  static constexpr std::int64_t most = 4'000'000'000;

  std::int64_t iterations = 0;
  double seconds = 0;
};

struct SearchOptions {
  std::variant<Nothing> hidden;
  std::variant<Themselves> others;
  std::variant<Ucb1> bandit;
  std::variant<Uniform> rollout;
  TreeOptions tree;
  Budget budget;
};

// Refuses what no search could do, in a sentence.
void check(const SearchOptions& options);

// Reads {"hidden": {"answer": "Nothing", ...}, ..., "tree": {...}, "iterations": n, "seconds": s}.
SearchOptions read_search_options(const Value& value);

}  // namespace otherminds
