// The named players of Hanabi.
#include "games/hanabi/rule_policy.hpp"

namespace otherminds::hanabi {

const std::vector<PolicyEntry<Hanabi>>& policies(const Hanabi&) {
  static const std::vector<PolicyEntry<Hanabi>> entries = rule_policies();
  return entries;
}

}  // namespace otherminds::hanabi
