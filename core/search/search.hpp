// The search: one loop for every game and every walker.
//
// An iteration draws a world and a type for each modelled seat, descends by the bandit to a move
// that was never tried, judges the position behind it, and adds the returns to every edge on the
// way. Each seat maximises its own return (max-n) unless a model decides for it. Chance is sampled
// by its probabilities. When the tree has max_nodes nodes it grows no further; iterations go on
// and roll out from its rim.
//
// Same game, root, options and seed: same tree, on any machine, as long as the budget is in
// iterations and there is one thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "search/back_up.hpp"
#include "search/bandit/bandit.hpp"
#include "search/bandit/node_priors.hpp"
#include "search/bandit/selection.hpp"
#include "search/descender.hpp"
#include "search/final_move.hpp"
#include "search/hidden/walkers.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/resolved.hpp"
#include "search/result.hpp"
#include "search/rollout/rollout.hpp"
#include "search/root.hpp"
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

template <Game G, class Walker>
class SearchRun {
 public:
  // Goes on with `tree`, whose node 0 is the root unless nodes are found by key. `place` is that
  // among trees side by side.
  SearchRun(const G& game, const Root<G>& root, const Walker& walker, const SearchOptions& options,
            const Resolved<G>& resolved, Tree tree, Stream stream, SideBySide* others = nullptr,
            std::size_t place = 0)
      : game_(game),
        seat_(root.seat),
        lines_(root.lines),
        options_(options),
        resolved_(resolved),
        known_(*root.known),
        tree_(std::move(tree)),
        stream_(stream),
        walker_(walker),
        rng_(stream.rng()),
        masked_(Walker::keyed && (!options.tree.transpositions || options.believes())),
        node_priors_(game, options, resolved, tree_, masked_),
        descender_(game, root.seat, options, resolved, tree_, node_priors_, masked_),
        back_up_(tree_, options, RewardScale(game.return_range()), game.seats(), root.seat,
                 masked_),
        by_uct_(descender_.only_uct() && !resolved.others.paranoid && !options.limit().depth),
        others_(others),
        place_(place) {
    if (!Walker::keyed && tree_.size() == 0) tree_.add_node();
  }

  SearchResult run(Monitor* monitor) {
    start_ = Clock::now();
    const auto workers = static_cast<std::size_t>(
        options_.tree.parallel == Parallel::tree ? options_.tree.threads : 1);
    shared_ = workers > 1;
    std::vector<std::thread> helpers;
    const auto help = [this](std::size_t i) {
      try {
        Worker worker(*this, stream_.child("thread").child(i).rng());
        work(worker, nullptr);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!trouble_) trouble_ = std::current_exception();
        stop_ = true;
      }
    };
    for (std::size_t i = 1; i < workers; ++i) {
      try {
        helpers.emplace_back(help, i);
      } catch (const std::system_error&) {
        break;  // the machine gives no more threads: those that there are do the work
      }
    }
    try {
      Worker worker(*this, rng_);
      work(worker, monitor);
      rng_ = worker.rng;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
    }
    stop_ = true;
    for (std::thread& helper : helpers) helper.join();
    if (trouble_) std::rethrow_exception(trouble_);
    SearchResult found = result(rng_);
    found.breadth = tree_.breadth();
    return found;
  }

  Tree take_tree() { return std::move(tree_); }

 private:
  using Clock = std::chrono::steady_clock;

  // A descent that waits for an evaluation.
  struct Pending {
    Descent descent;
    typename G::State position;
    ActionList legal;  // of the leaf's actor, where the evaluation may give it priors
  };

  // What one thread works with.
  struct Worker : Descender<G, Walker>::Hands {
    Worker(SearchRun& run, Rng own)
        : Descender<G, Walker>::Hands(run.descender_, run.walker_, run.known_, own) {}

    std::vector<Pending> pending;
    bool underway = false;  // the tree has counted the descent, its returns are yet to come
  };

  double since_start(Clock::time_point now) const {
    return std::chrono::duration<double>(now - start_).count();
  }

  void work(Worker& worker, Monitor* monitor) {
    const Budget& budget = options_.budget;
    const std::int64_t last = budget.iterations.value_or(most_iterations);
    const bool timed = budget.seconds.has_value();
    constexpr std::int64_t clock_stride = 16;  // without a time limit it is read now and then only
    const std::int64_t batch = options_.tree.batch;
    const Listed listed(*this, worker);
    std::int64_t own = 0;
    for (;;) {
      if (shared_) {
        if (stop_ || claimed_.fetch_add(1) >= last) break;
      } else if (iterations_ >= last) {
        break;
      } else if (others_ && iterations_ > 0) {
        if (others_->halt) break;
        if (others_->asked.load(std::memory_order_relaxed) != heard_) tell();
      }
      iterate(worker);
      if (static_cast<std::int64_t>(worker.pending.size()) >= batch) settle(worker);
      if (shared_)
        ++own;
      else
        own = ++iterations_;
      if (!timed && (!monitor || own % clock_stride != 0)) continue;
      const auto now = Clock::now();
      if (timed && since_start(now) >= *budget.seconds) break;
      if (monitor && now >= monitor->next_look) {
        if (!monitor->look(shared_ ? std::min(claimed_.load(), last) : iterations_,
                           since_start(now), [this] { return so_far(); })) {
          if (others_) others_->halt = true;
          break;
        }
      }
    }
    settle(worker);
    if (shared_) stop_ = true;
  }

  void iterate(Worker& worker) {
    if constexpr (!Walker::keyed) {
      if (by_uct_ && !shared_) {
        descender_.descend_by_uct(worker);
        back_up_.add_simply(worker.descent, play_on(worker));
        return;
      }
    }
    std::unique_lock lock(mutex_, std::defer_lock);
    if (shared_) lock.lock();
    descender_.descend(worker);
    worker.underway = true;
    if (shared_) lock.unlock();
    Returns returns{};
    if (!judge(worker, returns)) return;
    if (shared_) lock.lock();
    back_up_.add(worker.descent, returns);
    worker.underway = false;
  }

  // Most of the time of a plain search goes here. In so large a translation unit the compiler would
  // stop inlining before it gets to the rules, so it is told.
  [[gnu::flatten]] Returns play_on(Worker& worker) {
    return playout(game_, worker.walker.world(worker.rng), worker.actions, worker.rng);
  }

  // Fills the returns, or sets the descent aside for an evaluation and returns false.
  bool judge(Worker& worker, Returns& returns) {
    const RolloutLimit& limit = options_.limit();
    if constexpr (Walker::weighted) {
      if (worker.walker.actor() == nobody) {
        returns = worker.walker.returns();
        return true;
      }
      if (!worker.walker.observable()) {
        const Others<G>& others = resolved_.others;
        const bool modelled = others.any && others.in_rollout;
        if (modelled && !others.in_tree) worker.drawn.restart_count();
        returns = worker.walker.roll_out(worker.drawn, modelled, worker.actions, worker.rng);
        return true;
      }
    }
    typename G::State& world = worker.walker.world(worker.rng);
    before_roll_out(game_, options_.quirks, world, seat_);
    if (roll_out(resolved_.rules_of_rollouts(game_), world, resolved_, limit, worker.descent.moves,
                 worker.drawn, worker.actions, worker.rng, returns))
      return true;
    Pending waiting{worker.descent, world, {}};
    // Priors are for the moves of the leaf, so only where the leaf itself is judged.
    if (limit.judges_at_once() && std::holds_alternative<Puct>(options_.bandit))
      game_.legal(world, waiting.legal);
    {
      std::unique_lock lock(mutex_, std::defer_lock);
      if (shared_) lock.lock();
      worker.pending.push_back(std::move(waiting));
      worker.underway = false;
    }
    if (options_.tree.batch == 1) settle(worker);
    return false;
  }

  void settle(Worker& worker) {
    if (worker.pending.empty()) return;
    std::vector<const typename G::State*> positions;
    for (const Pending& each : worker.pending) positions.push_back(&each.position);
    std::vector<Returns> values(positions.size());
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, positions, values, priors);
    std::unique_lock lock(mutex_, std::defer_lock);
    if (shared_) lock.lock();
    for (std::size_t i = 0; i < worker.pending.size(); ++i) {
      const Pending& each = worker.pending[i];
      if (i < priors.size()) node_priors_.fill_leaf(each.descent.leaf, each.legal, priors[i]);
      back_up_.add(each.descent, values[i]);
    }
    worker.pending.clear();
  }

  // Keeps a worker listed while it works.
  class Listed {
   public:
    Listed(SearchRun& run, const Worker& worker) : run_(run), worker_(&worker) {
      const std::lock_guard lock(run.mutex_);
      run.workers_.push_back(worker_);
    }
    ~Listed() {
      const std::lock_guard lock(run_.mutex_);
      std::erase(run_.workers_, worker_);
    }
    Listed(const Listed&) = delete;
    Listed& operator=(const Listed&) = delete;

   private:
    SearchRun& run_;
    const Worker* worker_;
  };

  // What the search thinks by now, other threads and trees included.
  SearchResult so_far() {
    SearchResult found;
    {
      std::unique_lock lock(mutex_, std::defer_lock);
      if (shared_) lock.lock();
      found = result(rng_);
    }
    if (!others_) return found;
    const std::lock_guard lock(others_->mutex);
    for (const auto& told : others_->told) {
      if (told) merge(found, *told);
    }
    ++others_->asked;
    decide_together(found, options_, rng_);
    return found;
  }

  // Answers the tree that asked.
  void tell() {
    heard_ = others_->asked;
    if (place_ == 0) return;
    SearchResult own = result(rng_);
    const std::lock_guard lock(others_->mutex);
    others_->told[place_] = std::move(own);
  }

  // The first moves of iterations whose returns are yet to come.
  std::vector<Action> underway() const {
    std::vector<Action> moves;
    const auto add = [&](const Descent& descent) {
      if (!descent.path.empty()) moves.push_back(descent.path.front().action);
    };
    for (const Worker* worker : workers_) {
      if (worker->underway) add(worker->descent);
      for (const Pending& each : worker->pending) add(each.descent);
    }
    return moves;
  }

  SearchResult result(Rng rng) {
    constexpr std::uint32_t first = 0;
    if (!Walker::keyed && !tree_.node(first).of_seat()) descender_.report_fickle();
    SearchResult result;
    result.seat = seat_;
    result.iterations = back_up_.times();
    result.seconds = since_start(Clock::now());
    result.nodes = static_cast<std::int64_t>(tree_.size());
    result.depth = descender_.deepest();
    result.mean_depth =
        static_cast<double>(descender_.summed_depths()) / static_cast<double>(result.iterations);
    result.values = back_up_.means();
    const auto roots = Walker::keyed ? std::span(descender_.roots()) : std::span(&first, 1);
    count_votes(tree_, roots, options_.tree, RewardScale(game_.return_range()),
                node_priors_.virtual_visits(), underway(), result);
    if (result.actions.empty()) descender_.report_fickle();
    result.prior_visits = prior_visits(options_.bandit);
    share_returns(back_up_.by_move(), static_cast<std::size_t>(game_.seats()), result);
    result.action = final_move(result, options_, rng);
    if (const std::optional<double> margin = options_.tree.margin)
      result.action = unless_better(result, usual_move(rng), *margin);
    Worker worker(*this, rng);
    worker.walker.reset(worker.rng);
    worker.drawn.draw_types(worker.rng);
    const auto line_after = [&](Action move) {
      return principal_line(tree_, worker.walker, masked_, move, result.depth, worker.actions,
                            worker.rng);
    };
    result.line = line_after(result.action);
    if (lines_) {
      constexpr std::size_t told = 10;
      for (ActionStatistics* each : most_visited(result, told)) {
        worker.walker.reset(worker.rng);
        each->line = each->action == result.action ? result.line : line_after(each->action);
      }
    }
    result.posterior = type_beliefs(game_, seat_, resolved_.others, known_);
    return result;
  }

  // What the roll-out's policy would do here.
  Action usual_move(Rng rng) {
    Worker worker(*this, rng);
    worker.walker.reset(worker.rng);
    typename G::State& world = worker.walker.world(worker.rng);
    const auto place = static_cast<std::size_t>(seat_);
    return resolved_.rollout[place]->act(game_, world, seat_, known_.rollout[place], worker.rng);
  }

  const G& game_;
  int seat_;
  bool lines_;  // of moves that are not made, too
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  const Acquaintance& known_;
  Tree tree_;
  Stream stream_;
  const Walker walker_;
  Rng rng_;
  const bool masked_;  // a node's moves may differ between visits
  NodePriors<G> node_priors_;
  Descender<G, Walker> descender_;
  BackUp back_up_;
  const bool by_uct_;  // the quick way: UCT on a plain tree and random play to the end

  SideBySide* others_;  // of a root-parallel search
  std::size_t place_;
  std::uint32_t heard_ = 0;  // how often this tree has answered
  Clock::time_point start_{};
  bool shared_ = false;  // several threads work on the tree
  std::mutex mutex_;
  std::vector<const Worker*> workers_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> claimed_{0};
  std::exception_ptr trouble_;
  std::int64_t iterations_ = 0;  // of a search in one thread
};

}  // namespace otherminds
