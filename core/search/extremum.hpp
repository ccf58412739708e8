// The extremum back-up: a node is worth what its best move is worth, not the mean over its moves.
#pragma once

#include <cstdint>

#include "search/options.hpp"
#include "search/tree.hpp"

namespace otherminds {

// Sets the distribution of a node's value (Tesauro, Rajan and Segal 2010): at a leaf the posterior
// of the returns seen; at a decision of the seat `owner` the extremum for that seat, and for the
// others the mean over the moves weighted by the chance of being that extremum; at chance, where
// owner is negative, the mean over outcomes.
void take_extremum(Tree& tree, const BayesianUcb& bandit, int seats, std::uint32_t at, int owner);

}  // namespace otherminds
