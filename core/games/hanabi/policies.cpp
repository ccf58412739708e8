// The named players of Hanabi.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

const std::vector<PolicyEntry<Hanabi>>& policies(const Hanabi&) {
  static const std::vector<PolicyEntry<Hanabi>> entries = {};
  return entries;
}

}  // namespace otherminds::hanabi
