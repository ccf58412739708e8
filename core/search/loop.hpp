// The loop of a search, which is the same for every game and every walker: threads, budget, those
// who look at it, and what it has found out so far. What an iteration does, search.hpp says.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/game.hpp"
#include "engine/random.hpp"
#include "search/back_up.hpp"
#include "search/commons.hpp"
#include "search/descent.hpp"
#include "search/options.hpp"
#include "search/result.hpp"
#include "search/tree.hpp"

namespace otherminds {

// What trees share that grow side by side from one root. Each tells what it thinks when it is
// asked, in its own thread and between two of its iterations, so that nobody waits for anybody.
struct SideBySide {
  explicit SideBySide(std::size_t trees) : told(trees) {}

  std::atomic<bool> halt{false};        // ends all of them
  std::atomic<std::uint32_t> asked{0};  // how often they were asked
  std::mutex mutex;
  std::vector<std::optional<SearchResult>> told;
};

// A tree's place among those that grow side by side; none for a tree that grows alone.
struct PlaceBeside {
  SideBySide* others = nullptr;
  std::size_t place = 0;
};

class SearchLoop {
 public:
  SearchLoop(const SearchLoop&) = delete;
  SearchLoop& operator=(const SearchLoop&) = delete;
  virtual ~SearchLoop();

  SearchResult run(Monitor* monitor);

  // Where several threads have built it in no order, it is laid in order.
  Tree take_tree() { return gate_ && !keyed_ ? tree_.subtree(0) : std::move(tree_); }
  // Whether the time was over within an iteration, so that the tree may have a loose end.
  bool cut_short() const { return cut_short_; }

 protected:
  // What the loop has to know of the game and the walker.
  struct Setting {
    int seat;   // the one that searches
    int seats;  // of the game
    ReturnRange range;
    bool keyed;   // nodes are found by key; otherwise a node is the path that leads to it
    bool masked;  // a node's moves may differ between visits
    std::span<const std::uint16_t> types;  // by action, where types are chosen first
  };

  // Goes on with `tree`, whose node 0 is the root unless nodes are found by key.
  SearchLoop(const Setting& setting, const SearchOptions& options, Tree tree, Stream stream,
             PlaceBeside beside);

  virtual std::unique_ptr<Worker> make_worker(Rng rng) = 0;
  // One iteration. Its returns are added, or it is set aside for an evaluation.
  virtual void iterate(Worker& worker) = 0;
  // Judges the positions that a worker has set aside, and forgets them. Priors may be left empty.
  virtual void evaluate(Worker& worker, std::span<Returns> values,
                        std::vector<std::vector<double>>& priors) = 0;
  // What may be done at the root.
  virtual ActionList root_moves(Rng rng) = 0;
  // What the roll-out's policy would do here.
  virtual Action usual_move(Rng rng) = 0;
  // Fills in how it would go on, and what is believed of the others.
  virtual void explain(SearchResult& result, Rng rng) = 0;
  // The game answered differently in the same position: only one written in Python can do this.
  [[noreturn]] virtual void report_fickle() const = 0;

  void add_returns(Worker& worker, const Returns& returns) {
    const Inside inside(worker.plot);
    back_up_.add(worker.descent, returns, worker.tally);
    worker.underway = false;
  }
  // Keeps a descent until its position is evaluated; `legal`: the moves that may be given priors.
  void set_aside(Worker& worker, ActionList legal);

  const int seat_;
  const bool masked_;
  const SearchOptions& options_;
  Tree tree_;
  BackUp back_up_;

 private:
  using Clock = std::chrono::steady_clock;

  void help(std::size_t number);
  void lead(Monitor* monitor);
  Worker& enlist(Rng rng, std::size_t number);
  void note_trouble();
  void work(Worker& worker, Monitor* monitor);
  bool iterate_all(Worker& worker, Monitor* monitor);
  const std::atomic<bool>* halt() const;
  std::int64_t claim(std::int64_t last);
  Tally counted() const;
  void settle(Worker& worker);
  SearchResult so_far();
  void tell();
  std::vector<Action> underway() const;
  SearchResult result(Rng rng);
  SearchResult nothing_found(Rng rng);
  void keep_usual_move(SearchResult& result, Rng rng);
  double since_start(Clock::time_point now) const {
    return std::chrono::duration<double>(now - start_).count();
  }

  const int seats_;
  const bool keyed_;
  const std::span<const std::uint16_t> types_;
  const RewardScale scale_;
  Stream stream_;
  Rng rng_;
  SideBySide* others_;  // of a root-parallel search
  std::size_t place_;
  std::uint32_t heard_ = 0;  // how often this tree has answered
  Clock::time_point start_{};
  std::optional<Gate> gate_;  // where several threads work on the tree
  std::mutex mutex_;          // of the next two
  std::vector<std::unique_ptr<Worker>> workers_;
  std::exception_ptr trouble_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> cut_short_{false};
  alignas(64) std::atomic<std::int64_t> claimed_{0};  // iterations that some thread makes or made
  std::int64_t iterations_ = 0;                       // of a search in one thread
};

}  // namespace otherminds
