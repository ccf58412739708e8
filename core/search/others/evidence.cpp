#include "search/others/evidence.hpp"

namespace otherminds {

void Foretold::add_likelihoods(Action action, double error, std::vector<double>& sums) const {
  const auto place = static_cast<std::size_t>(std::ranges::find(legal, action) - legal.begin());
  if (place == legal.size()) return;
  for (std::size_t type = 0; type < sums.size(); ++type)
    sums[type] += (1 - error) * chances[type][place] + error / static_cast<double>(legal.size());
}

template <class Self, class Bytes>
void Foretold::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.legal, self.chances);
}

template void Foretold::archived(const Foretold&, PlainArchive<ArchiveWriter>&);
template void Foretold::archived(Foretold&, PlainArchive<ArchiveReader>&);

}  // namespace otherminds
