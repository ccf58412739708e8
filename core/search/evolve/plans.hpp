// The plans that evolution breeds.
#pragma once

#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"

namespace otherminds {

struct Gene {
  Action action = 0;
  int turns = 1;

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

struct Plan {
  std::vector<Gene> genes;
  double fitness = 0;
  bool judged = false;

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

using Population = std::vector<Plan>;

// The population of the last move, moved on by the turn that was played.
void shift(Population& population);

}  // namespace otherminds
