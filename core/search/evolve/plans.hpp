// The plans that evolution breeds.
#pragma once

#include <vector>

#include "engine/game.hpp"

namespace otherminds {

struct Gene {
  Action action = 0;
  int turns = 1;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.action, self.turns);
    archive.check(self.action >= 0 && self.action < archive.game().action_count(), "an action");
    archive.check(self.turns > 0, "a number of turns");
  }
};

struct Plan {
  std::vector<Gene> genes;
  double fitness = 0;
  bool judged = false;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.genes, self.fitness, self.judged);
    archive.check(!self.genes.empty(), "a plan");
  }
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
