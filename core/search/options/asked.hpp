// What several refusals ask of the options.
#pragma once

#include <variant>

#include "search/options.hpp"

namespace otherminds {

inline const Ucb1* ucb1(const SearchOptions& options) { return std::get_if<Ucb1>(&options.bandit); }
inline bool has_virtual_visits(const SearchOptions& options) {
  return ucb1(options) && ucb1(options)->virtual_visits > 0;
}
inline bool takes_extremum(const SearchOptions& options) {
  const auto* bayesian = std::get_if<BayesianUcb>(&options.bandit);
  return bayesian && bayesian->extremum;
}

}  // namespace otherminds
