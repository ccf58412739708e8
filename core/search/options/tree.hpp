// The tree of a search: its options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "search/options/declaration.hpp"

namespace otherminds {

// Nodes and visits are counted in 32 bits.
inline constexpr std::int64_t most_iterations = 4'000'000'000;

enum class Loop { closed, open };
constexpr std::array<std::string_view, 2> names_of(Loop) { return {"closed", "open"}; }

enum class Parallel { tree, root };
constexpr std::array<std::string_view, 2> names_of(Parallel) { return {"tree", "root"}; }

enum class FinalMove { visits, mean, lower, total, posterior };
constexpr std::array<std::string_view, 5> names_of(FinalMove) {
  return {"visits", "mean", "lower", "total", "posterior"};
}

enum class Ties { random, first };
constexpr std::array<std::string_view, 2> names_of(Ties) { return {"random", "first"}; }

struct TreeOptions {
  static constexpr std::string_view title = "Tree";

  std::int64_t max_nodes = 4'000'000;
  Loop loop = Loop::closed;
  std::optional<std::int64_t> depth = {};  // decisions in the tree at most
  bool transpositions = false;             // equal positions share a node
  bool same_belief = false;             // and where facts are hidden the beliefs must be equal, too
  bool afterstates = false;             // a move counts as the position it leads to
  bool by_type = false;                 // the type of a move is chosen first, then a move of it
  std::optional<double> widening = {};  // ceil(widening * visits^widening_exponent) moves are open
  double widening_exponent = 0.5;
  std::optional<double> outcome_widening = {};  // the same for the outcomes of chance
  bool reuse = false;                           // the next search goes on with what fits
  std::int64_t threads = 1;
  Parallel parallel = Parallel::tree;
  FinalMove final = FinalMove::visits;
  Ties ties = Ties::random;
  std::optional<Ties> final_ties = {};  // among equal final moves, where it differs
  std::optional<double> margin = {};    // by which a move must beat that of the roll-out's policy
  std::optional<double> significance = {};  // and by how many standard errors, in the same worlds
  bool next_best = false;  // after a move that was refused: the next best, without a new search
  std::int64_t batch = 1;  // positions that an evaluation judges at once

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("max_nodes", self.max_nodes, between(1, most_iterations));
    visit("loop", self.loop);
    visit("depth", self.depth, at_least(1));
    visit("transpositions", self.transpositions);
    visit("same_belief", self.same_belief);
    visit("afterstates", self.afterstates);
    visit("by_type", self.by_type);
    visit("widening", self.widening, above(0));
    visit("widening_exponent", self.widening_exponent, share);
    visit("outcome_widening", self.outcome_widening, above(0));
    visit("reuse", self.reuse);
    visit("threads", self.threads, between(1, 256));
    visit("parallel", self.parallel);
    visit("final", self.final);
    visit("ties", self.ties);
    visit("final_ties", self.final_ties);
    visit("margin", self.margin, at_least(0));
    visit("significance", self.significance, above(0));
    visit("next_best", self.next_best);
    visit("batch", self.batch, between(1, 65'536));
  }
};

}  // namespace otherminds
