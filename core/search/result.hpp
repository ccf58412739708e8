// What a search found out.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"
#include "search/options.hpp"

namespace otherminds {

// One move of a line: who acts, a seat or chance, and what.
struct LineMove {
  int actor;
  Action action;
  bool operator==(const LineMove&) const = default;
};

using Line = std::vector<LineMove>;

struct ActionStatistics {
  Action action;
  std::int64_t visits;
  double value;      // mean return of the searching seat, in the game's own units; 0 without visits
  double total = 0;  // the sum behind it, scaled to [0, 1] a visit
  double prior = 0;
  Returns values{};          // mean return of every seat
  std::int64_t samples = 0;  // the iterations of this search behind these; 0: they are not known
  Line line = {};            // how it would go on after this move, where that was asked for
  std::uint16_t type = 0;    // of the action, where types are chosen first

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

// How likely a seat is of a type.
struct TypeBelief {
  int seat;
  std::string type;
  double probability;

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

// Compiled once, copies included: every game has many.
struct SearchResult {
  SearchResult();
  SearchResult(const SearchResult&);
  SearchResult(SearchResult&&) noexcept;
  SearchResult& operator=(const SearchResult&);
  SearchResult& operator=(SearchResult&&) noexcept;
  ~SearchResult();

  Action action = -1;                     // the move to make
  int seat = 0;                           // the seat that searched
  std::vector<ActionStatistics> actions;  // every legal action, ascending by id
  Line line;                              // the most visited continuation; may pass through chance
  Returns values{};                       // mean return of every seat at the root
  std::int64_t iterations = 0;
  std::int64_t nodes = 0;  // nodes in the tree at the end
  int depth = 0;           // moves from the root to the deepest node
  double mean_depth = 0;   // moves from the root to where an iteration left the tree
  double breadth = 0;      // moves tried in a node where any were, on average
  double seconds = 0;
  std::vector<TypeBelief> posterior;  // over the types of the other seats, where they have some
  std::int64_t virtual_visits = 0;    // those that every action started with; not among its visits
  double prior_visits = 0;            // what the prior of the bandit's posterior is worth
  std::int64_t reused = 0;            // visits of the root that came from the search before
  bool exact = false;                 // values are computed, not sampled

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

// The move to make: the best by the rule, then by visits, then by total, then by the rule of ties.
Action final_move(const SearchResult& result, const SearchOptions& options, Rng& rng);

// Adds what another tree found out from the same root.
void merge(SearchResult& result, const SearchResult& other);

// Looks at a running search from time to time; returns false to end it. It may throw.
class Monitor {
 public:
  virtual ~Monitor() = default;
  virtual bool proceed(std::int64_t iterations, double seconds) = 0;

  // Whether somebody wants to know what the search thinks; it is then told about ten times a
  // second while the search runs, and at the end. Asked in any thread.
  virtual bool listens() const { return false; }
  virtual bool think(const SearchResult& /*so_far*/, bool /*finished*/) { return true; }

  // When to look again. It outlives a search, so that many short searches are looked at as well.
  std::chrono::steady_clock::time_point next_look = std::chrono::steady_clock::now() + pause;

  // About twenty looks a second.
  static constexpr std::chrono::milliseconds pause{50};

  // One look. `so_far` makes a result of what the search knows by now; it is called only for those
  // who listen, and at every other look.
  template <class SoFar>
  bool look(std::int64_t iterations, double seconds, SoFar&& so_far) {
    bool on = proceed(iterations, seconds);
    if (on && listens() && (++looks_ & 1U) != 0) on = think(so_far(), false);
    next_look = std::chrono::steady_clock::now() + pause;
    return on;
  }

 private:
  unsigned looks_ = 0;
};

}  // namespace otherminds
