// What a search found out.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/game.hpp"

namespace otherminds {

struct ActionStatistics {
  Action action;
  std::int64_t visits;
  double value;  // mean return of the searching seat, in the game's own units; 0 without visits
};

struct SearchResult {
  Action action = -1;                     // the move to make
  int seat = 0;                           // the seat that searched
  std::vector<ActionStatistics> actions;  // every legal action, ascending by id
  std::vector<Action> line;               // the most visited continuation; may pass through chance
  Returns values{};                       // mean return of every seat at the root
  std::int64_t iterations = 0;
  std::int64_t nodes = 0;  // nodes in the tree at the end
  int depth = 0;           // moves from the root to the deepest node
  double seconds = 0;
};

// Looks at a running search from time to time; returns false to end it. It may throw.
class Monitor {
 public:
  virtual ~Monitor() = default;
  virtual bool proceed(std::int64_t iterations, double seconds) = 0;

  // When to look again. It outlives a search, so that many short searches are looked at as well.
  std::chrono::steady_clock::time_point next_look = std::chrono::steady_clock::now() + pause;

  // About twenty looks a second.
  static constexpr std::chrono::milliseconds pause{50};
};

}  // namespace otherminds
