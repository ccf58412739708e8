// The planners beside the search itself: their options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "search/options/declaration.hpp"

namespace otherminds {

// Looks at every position instead of searching.
struct ExhaustiveOptions {
  std::optional<std::int64_t> depth = {};  // moves of seats; none: to the end of the game
  std::int64_t positions = 10'000'000;
  bool deepening = false;  // one move deeper at a time, until the positions are used up
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
  double mutation = 0.1;     // the chance of each gene
  std::int64_t samples = 1;  // plays of a plan for one judgement
  bool shift = true;         // the next move starts from this one's plans
  bool commit = false;       // a gene is carried out whole before the next plan is made

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("population", self.population, between(1, 1'000'000));
    visit("length", self.length, between(1, 100'000));
    visit("macro", self.macro, between(1, 10'000));
    visit("turns", self.turns, between(1, 10'000));
    visit("varying", self.varying);
    visit("elites", self.elites, between(0, 1'000'000));
    visit("tournament", self.tournament, between(1, 1'000'000));
    visit("distinct", self.distinct);
    visit("crossover", self.crossover);
    visit("mutation", self.mutation, share);
    visit("samples", self.samples, between(1, 1'000'000));
    visit("shift", self.shift);
    visit("commit", self.commit);
  }
};

}  // namespace otherminds
