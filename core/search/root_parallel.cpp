#include "search/root_parallel.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "search/final_move.hpp"

namespace otherminds {

SearchResult search_apart(const SearchOptions& options, Stream stream, Monitor* monitor,
                          const GrowTree& grow) {
  const std::optional<std::int64_t> all = options.budget.iterations;
  const std::int64_t number = std::min(options.tree.threads, all.value_or(options.tree.threads));
  const auto threads = static_cast<std::size_t>(number);
  std::vector<SearchOptions> shares(threads, options);
  for (SearchOptions& share : shares)
    share.tree.max_nodes = std::max<std::int64_t>(options.tree.max_nodes / number, 1);
  for (std::int64_t i = 0; all && i < number; ++i)
    shares[static_cast<std::size_t>(i)].budget.iterations =
        *all / number + (i < *all % number ? 1 : 0);
  std::vector<std::optional<SearchResult>> results(threads);
  std::vector<std::exception_ptr> troubles(threads);
  SideBySide together(threads);
  const auto work = [&](std::size_t i) {
    try {
      results[i] = grow(shares[i], {&together, i}, stream.child("tree").child(i),
                        i == 0 ? monitor : nullptr);
      if (i == 0) return;
      const std::lock_guard lock(together.mutex);
      together.told[i] = results[i];
    } catch (...) {
      troubles[i] = std::current_exception();
      together.halt = true;
    }
  };
  std::vector<std::thread> helpers;
  std::size_t started = 1;
  try {
    for (; started < threads; ++started) helpers.emplace_back(work, started);
  } catch (const std::system_error&) {
    // The machine gives no more threads: this one does the rest in turn.
  }
  work(0);
  for (std::size_t i = started; i < threads; ++i) work(i);
  for (std::thread& helper : helpers) helper.join();
  for (const std::exception_ptr& trouble : troubles) {
    if (trouble) std::rethrow_exception(trouble);
  }
  SearchResult result = std::move(*results[0]);
  for (std::size_t i = 1; i < threads; ++i) merge(result, *results[i]);
  decide_together(result, options, stream.child("final").rng());
  return result;
}

}  // namespace otherminds
