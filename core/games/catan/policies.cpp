// The named players of Catan.
#include "games/catan/catan.hpp"
#include "games/catan/stac_player.hpp"

namespace otherminds::catan {

const std::vector<PolicyEntry<Catan>>& policies(const Catan&) {
  static const std::vector<PolicyEntry<Catan>> entries = stac_policies();
  return entries;
}

}  // namespace otherminds::catan
