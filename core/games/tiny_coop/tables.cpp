#include "games/tiny_coop/tables.hpp"

namespace otherminds::tiny_coop {

const Solution* Tables::find_solution(const TinyCoop& game) const {
  std::call_once(solved_, [&] {
    if (Solution::fits(game)) solution_ = std::make_unique<const Solution>(game);
  });
  return solution_.get();
}

const Solution& Tables::solution(const TinyCoop& game) const {
  const Solution* found = find_solution(game);
  if (found) return *found;
  throw Error(ErrorKind::limit,
              "This level is too large to be solved: there may be at most 16,777,216 "
              "combinations of places and visits, with 33,554,432 joint moves between places.");
}

const Visits& Tables::visits(const TinyCoop& game) const {
  std::call_once(measured_, [&] { visits_ = std::make_unique<const Visits>(game); });
  return *visits_;
}

}  // namespace otherminds::tiny_coop
