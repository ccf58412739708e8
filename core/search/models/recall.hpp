// What nested searches answered before, so that they need not plan anew in a position they know.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "engine/game.hpp"
#include "search/options.hpp"

namespace otherminds {

// Answers by key, safe for several threads. When it is full it forgets all of them.
class Recollection {
 public:
  static constexpr std::size_t capacity = 1'000'000;

  std::optional<Action> find(std::uint64_t key) {
    const std::scoped_lock lock(mutex_);
    const auto found = answers_.find(key);
    if (found == answers_.end()) return std::nullopt;
    return found->second;
  }

  void keep(std::uint64_t key, Action answer) {
    const std::scoped_lock lock(mutex_);
    if (answers_.size() >= capacity) answers_.clear();
    answers_.insert_or_assign(key, answer);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Action> answers_;
};

// How many moves of seats a search looks ahead at most; nothing where nothing bounds it.
inline std::optional<std::int64_t> look_ahead(const SearchOptions& options, int seats) {
  constexpr std::int64_t far = 1'000'000;
  if (options.exhaustive) return options.exhaustive->depth;
  const RolloutLimit& limit = options.limit();
  if (!limit.depth || *limit.depth > far) return std::nullopt;
  std::optional<std::int64_t> own = options.tree.depth;
  if (options.evolve) {
    if (options.quirks.mutates_parts) return std::nullopt;  // such plans grow
    own = options.evolve->length * options.evolve->macro * options.evolve->turns;
  }
  if (!own || *own > far) return std::nullopt;
  const std::int64_t planned = *own * seats;
  return limit.from_root ? std::max(planned, *limit.depth) : planned + *limit.depth;
}

}  // namespace otherminds
