// The named players of Catan.
#include "games/catan/catan.hpp"

namespace otherminds::catan {

const std::vector<PolicyEntry<Catan>>& policies(const Catan&) {
  static const std::vector<PolicyEntry<Catan>> entries = {};
  return entries;
}

}  // namespace otherminds::catan
