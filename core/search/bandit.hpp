// What do I try next? A bandit picks one of a node's edges, each tried at least once.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "search/options.hpp"
#include "search/tree.hpp"

namespace otherminds {

// The edge with the greatest upper confidence bound (Auer, Cesa-Bianchi and Fischer 2002); the
// first of equals.
inline std::size_t select(const Ucb1& bandit, std::span<const Edge> edges, std::uint32_t visits) {
  const double log_visits = std::log(static_cast<double>(visits));
  std::size_t best = 0;
  double best_bound = -1.0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double inverse = 1.0 / edges[i].visits;
    const double bound =
        edges[i].total * inverse + bandit.exploration * std::sqrt(log_visits * inverse);
    if (bound > best_bound) {
      best_bound = bound;
      best = i;
    }
  }
  return best;
}

}  // namespace otherminds
