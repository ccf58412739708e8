// The named players of Hanabi.
#include "games/hanabi/conventions/conventions.hpp"
#include "games/hanabi/hat_guessing/hat_guessing.hpp"
#include "games/hanabi/rule_based/rule_policy.hpp"

namespace otherminds::hanabi {

const std::vector<PolicyEntry<Hanabi>>& policies(const Hanabi&) {
  static const std::vector<PolicyEntry<Hanabi>> entries = [] {
    auto all = rule_policies();
    all.push_back(hat_guessing_policy());
    all.push_back(conventions_policy());
    return all;
  }();
  return entries;
}

}  // namespace otherminds::hanabi
