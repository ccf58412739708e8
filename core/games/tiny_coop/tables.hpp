// The distances of a game, computed once, when they are first needed.
#pragma once

#include <memory>
#include <mutex>

#include "games/tiny_coop/solution.hpp"
#include "games/tiny_coop/visits.hpp"

namespace otherminds::tiny_coop {

class Tables {
 public:
  // Nothing where the level is too large.
  const Solution* find_solution(const TinyCoop& game) const;
  // Throws there.
  const Solution& solution(const TinyCoop& game) const;
  const Visits& visits(const TinyCoop& game) const;

 private:
  mutable std::once_flag solved_;
  mutable std::unique_ptr<const Solution> solution_;
  mutable std::once_flag measured_;
  mutable std::unique_ptr<const Visits> visits_;
};

}  // namespace otherminds::tiny_coop
