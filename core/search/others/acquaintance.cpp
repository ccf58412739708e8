#include "search/others/acquaintance.hpp"

namespace otherminds {

Acquaintance::Acquaintance() = default;
Acquaintance::Acquaintance(const Acquaintance&) = default;
Acquaintance::Acquaintance(Acquaintance&&) noexcept = default;
Acquaintance& Acquaintance::operator=(const Acquaintance&) = default;
Acquaintance& Acquaintance::operator=(Acquaintance&&) noexcept = default;
Acquaintance::~Acquaintance() = default;

template <class Self, class Bytes>
void Acquaintance::archived(Self& self, PlainArchive<Bytes>& archive) {
  std::array<std::size_t, max_seats> types{};
  for (std::size_t seat = 0; seat < types.size(); ++seat) types[seat] = self.memories[seat].size();
  archive(self.posterior, self.memories, self.rollout, self.told);
  for (std::size_t seat = 0; seat < types.size(); ++seat) {
    archive.check(self.memories[seat].size() == types[seat], "the number of memories");
    archive.check(self.told[seat] >= -1 && self.told[seat] < static_cast<int>(types[seat]),
                  "a type");
  }
}

template void Acquaintance::archived(const Acquaintance&, PlainArchive<ArchiveWriter>&);
template void Acquaintance::archived(Acquaintance&, PlainArchive<ArchiveReader>&);

std::vector<TypeBelief> type_beliefs(const TypeNames& names, int self, const Acquaintance& known) {
  std::vector<TypeBelief> result;
  for (int seat = 0; seat < max_seats; ++seat) {
    const auto& types = names[static_cast<std::size_t>(seat)];
    if (seat == self) continue;
    for (std::size_t type = 0; type < types.size(); ++type)
      result.push_back({seat, types[type], known.weight(seat, type)});
  }
  return result;
}

}  // namespace otherminds
