// The plans that evolution breeds.
#pragma once

#include <vector>

#include "engine/game.hpp"

namespace otherminds {

struct Gene {
  Action action = 0;
  int turns = 1;
};

struct Plan {
  std::vector<Gene> genes;
  double fitness = 0;
  bool judged = false;
};

using Population = std::vector<Plan>;

// The population of the last move, moved on by the turn that was played.
inline void shift(Population& population) {
  for (Plan& plan : population) {
    if (--plan.genes.front().turns == 0) plan.genes.erase(plan.genes.begin());
  }
  std::erase_if(population, [](const Plan& plan) { return plan.genes.empty(); });
}

}  // namespace otherminds
