// Root-parallel search: one tree per thread from the same root, votes added.
#pragma once

#include <functional>

#include "engine/random.hpp"
#include "search/loop.hpp"
#include "search/options.hpp"
#include "search/result.hpp"

namespace otherminds {

// Grows one of the trees: with its share of the budget, in its place, from its stream.
using GrowTree = std::function<SearchResult(const SearchOptions& share, PlaceBeside beside,
                                            Stream stream, Monitor* monitor)>;

SearchResult search_apart(const SearchOptions& options, Stream stream, Monitor* monitor,
                          const GrowTree& grow);

}  // namespace otherminds
