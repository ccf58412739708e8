// The named players of Catan.
#include "games/catan/catan.hpp"
#include "games/catan/players/stac/player.hpp"
#include "games/catan/players/typed.hpp"
#include "games/catan/players/value_player.hpp"

namespace otherminds::catan {

const std::vector<PolicyEntry<Catan>>& policies(const Catan&) {
  static const std::vector<PolicyEntry<Catan>> entries = [] {
    std::vector<PolicyEntry<Catan>> all = {typed_policy(), people_policy(), value_policy()};
    for (PolicyEntry<Catan>& entry : stac_policies()) all.push_back(std::move(entry));
    return all;
  }();
  return entries;
}

}  // namespace otherminds::catan
