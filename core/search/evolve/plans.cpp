#include "search/evolve/plans.hpp"

namespace otherminds {

template <class Self, class Bytes>
void Gene::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.action, self.turns);
  archive.check(self.action >= 0 && self.action < archive.game().action_count(), "an action");
  archive.check(self.turns > 0, "a number of turns");
}

template <class Self, class Bytes>
void Plan::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.genes, self.fitness, self.judged);
  archive.check(!self.genes.empty(), "a plan");
}

template void Plan::archived(const Plan&, PlainArchive<ArchiveWriter>&);
template void Plan::archived(Plan&, PlainArchive<ArchiveReader>&);

void shift(Population& population) {
  for (Plan& plan : population) {
    if (--plan.genes.front().turns == 0) plan.genes.erase(plan.genes.begin());
  }
  std::erase_if(population, [](const Plan& plan) { return plan.genes.empty(); });
}

}  // namespace otherminds
