#include "search/loop.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "search/bandit/bandit.hpp"
#include "search/bandit/node_priors.hpp"
#include "search/final_move.hpp"
#include "search/patience.hpp"

namespace otherminds {

SearchLoop::SearchLoop(const Setting& setting, const SearchOptions& options, Tree tree,
                       Stream stream, PlaceBeside beside)
    : seat_(setting.seat),
      masked_(setting.masked),
      options_(options),
      tree_(std::move(tree)),
      back_up_(tree_, options, RewardScale(setting.range), setting.seats, setting.seat,
               setting.masked),
      seats_(setting.seats),
      keyed_(setting.keyed),
      types_(setting.types),
      scale_(setting.range),
      stream_(stream),
      rng_(stream.rng()),
      others_(beside.others),
      place_(beside.place) {
  if (!keyed_ && tree_.size() == 0) tree_.add_node();
}

SearchLoop::~SearchLoop() = default;

SearchResult SearchLoop::run(Monitor* monitor) {
  start_ = Patience::since();
  const auto workers = static_cast<std::size_t>(options_.shares_tree() ? options_.tree.threads : 1);
  if (workers > 1) {
    gate_.emplace(workers);
    tree_.share(workers);
  }
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < workers; ++i) {
    try {
      helpers.emplace_back([this, i] { help(i); });
    } catch (const std::system_error&) {
      break;  // the machine gives no more threads: those that there are do the work
    }
  }
  lead(monitor);
  for (std::thread& helper : helpers) helper.join();
  if (trouble_) std::rethrow_exception(trouble_);
  if (gate_) {
    std::vector<Plot*> plots;
    for (const auto& worker : workers_) plots.push_back(&worker->plot);
    tree_.unshare(plots);
  }
  SearchResult found = counted().times() == 0 ? nothing_found(rng_) : result(rng_);
  found.breadth = tree_.breadth();
  return found;
}

void SearchLoop::help(std::size_t number) {
  try {
    work(enlist(stream_.child("thread").child(number).rng(), number), nullptr);
  } catch (...) {
    note_trouble();
    stop_ = true;
  }
}

void SearchLoop::lead(Monitor* monitor) {
  try {
    Worker& worker = enlist(rng_, 0);
    work(worker, monitor);
    rng_ = worker.rng;
  } catch (...) {
    note_trouble();
    stop_ = true;
  }
}

// It stays when its thread has ended: it knows what it has counted.
Worker& SearchLoop::enlist(Rng rng, std::size_t number) {
  std::unique_ptr<Worker> worker = make_worker(rng);
  if (!keyed_) worker->tally.roots = {0};
  if (gate_) {
    worker->plot.gate = &*gate_;
    worker->plot.who = number;
  }
  const std::lock_guard lock(mutex_);
  workers_.push_back(std::move(worker));
  return *workers_.back();
}

void SearchLoop::note_trouble() {
  const std::lock_guard lock(mutex_);
  if (!trouble_) trouble_ = std::current_exception();
}

// How many iterations a thread of several may make next; 0 where none are left. Several at once,
// because all threads write the number; few towards the end, so that they end together.
std::int64_t SearchLoop::claim(std::int64_t last) {
  constexpr std::int64_t most = 16;
  const std::int64_t left = last - claimed_.load(std::memory_order_relaxed);
  const std::int64_t wanted = std::clamp<std::int64_t>(left / (4 * options_.tree.threads), 1, most);
  const std::int64_t before = claimed_.fetch_add(wanted, std::memory_order_relaxed);
  return std::clamp<std::int64_t>(last - before, 0, wanted);
}

void SearchLoop::work(Worker& worker, Monitor* monitor) {
  // Threads of our own have to be told when the one who asked gives up.
  std::optional<Patience> own;
  if (!Patience::exists()) own.emplace(options_.budget.seconds, nullptr, halt());
  bool finished = false;
  try {
    finished = iterate_all(worker, monitor);
  } catch (const Patience::Over&) {
    if (Patience::nested()) throw;
    cut_short_ = true;  // the descent stays under way: nobody counts its visits
  }
  settle(worker);
  if (!finished) stop_ = true;
}

const std::atomic<bool>* SearchLoop::halt() const { return others_ ? &others_->halt : &stop_; }

// Whether it ends because no iterations are left: the other threads finish theirs, too.
bool SearchLoop::iterate_all(Worker& worker, Monitor* monitor) {
  const Budget& budget = options_.budget;
  const std::int64_t last = budget.iterations.value_or(most_iterations);
  const bool timed = budget.seconds.has_value();
  constexpr std::int64_t clock_stride = 16;  // without a time limit it is read now and then only
  const auto batch = static_cast<std::size_t>(options_.tree.batch);
  const bool nested = Patience::nested();
  const bool shared = gate_.has_value();
  std::int64_t own = 0;
  std::int64_t claimed = 0;
  for (;;) {
    if (shared) {
      if (stop_) return false;
      if (claimed == 0) claimed = claim(last);
      if (claimed-- == 0) return true;
    } else if (iterations_ >= last) {
      return true;
    } else if (others_ && iterations_ > 0) {
      if (others_->halt) return false;
      if (others_->asked.load(std::memory_order_relaxed) != heard_) tell();
    }
    iterate(worker);
    if (worker.waiting.size() >= batch) settle(worker);
    if (shared)
      ++own;
    else
      own = ++iterations_;
    if (nested) Patience::check();
    if (monitor) Patience::note(shared ? std::min(claimed_.load(), last) : iterations_);
    if (!timed && (!monitor || own % clock_stride != 0)) continue;
    const auto now = Clock::now();
    if (timed && since_start(now) >= *budget.seconds) return false;
    if (monitor && now >= monitor->next_look) {
      if (!monitor->look(shared ? std::min(claimed_.load(), last) : iterations_, since_start(now),
                         [this] { return so_far(); })) {
        if (others_) others_->halt = true;
        return false;
      }
    }
  }
}

void SearchLoop::set_aside(Worker& worker, ActionList legal) {
  const Inside inside(worker.plot);
  worker.waiting.push_back({worker.descent, std::move(legal)});
  worker.underway = false;
}

void SearchLoop::settle(Worker& worker) {
  if (worker.waiting.empty()) return;
  std::vector<Returns> values(worker.waiting.size());
  std::vector<std::vector<double>> priors;
  evaluate(worker, values, priors);
  const Inside inside(worker.plot);
  for (std::size_t i = 0; i < worker.waiting.size(); ++i) {
    const Waiting& each = worker.waiting[i];
    if (i < priors.size()) fill_leaf(tree_, each.descent.leaf, each.legal, priors[i], worker.plot);
    back_up_.add(each.descent, values[i], worker.tally);
  }
  worker.waiting.clear();
}

// What the search thinks by now, other threads and trees included.
SearchResult SearchLoop::so_far() {
  SearchResult found;
  if (gate_) {
    gate_->alone([&] {
      tree_.settle();
      const std::lock_guard lock(mutex_);  // a thread may only now begin
      found = result(rng_);
    });
  } else {
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
void SearchLoop::tell() {
  heard_ = others_->asked;
  if (place_ == 0) return;
  SearchResult own = result(rng_);
  const std::lock_guard lock(others_->mutex);
  others_->told[place_] = std::move(own);
}

// The first moves of iterations whose returns are yet to come.
std::vector<Action> SearchLoop::underway() const {
  std::vector<Action> moves;
  const auto add = [&](const Descent& descent) {
    if (!descent.path.empty()) moves.push_back(descent.path.front().action);
  };
  for (const auto& worker : workers_) {
    if (worker->underway) add(worker->descent);
    for (const Waiting& each : worker->waiting) add(each.descent);
  }
  return moves;
}

// What all threads have counted.
Tally SearchLoop::counted() const {
  Tally sum;
  for (const auto& worker : workers_) sum.add(worker->tally);
  return sum;
}

SearchResult SearchLoop::result(Rng rng) {
  const Tally tally = counted();
  std::size_t nodes = tree_.size() - tree_.unused();
  for (const auto& worker : workers_) nodes -= worker->plot.nodes.left();
  SearchResult result;
  result.seat = seat_;
  result.iterations = tally.times();
  result.seconds = since_start(Clock::now());
  result.nodes = static_cast<std::int64_t>(nodes);
  result.depth = tally.deepest;
  result.mean_depth = static_cast<double>(tally.depths) / static_cast<double>(result.iterations);
  result.values = tally.means(static_cast<std::size_t>(seats_));
  count_votes(tree_, tally.roots, options_.tree, scale_, virtual_visits(options_.bandit),
              underway(), result);
  if (result.actions.empty()) report_fickle();
  result.prior_visits = prior_visits(options_.bandit);
  if (!types_.empty()) {
    for (ActionStatistics& each : result.actions)
      each.type = types_[static_cast<std::size_t>(each.action)];
  }
  share_returns(tally.by_move, static_cast<std::size_t>(seats_), result);
  result.action = final_move(result, options_, rng);
  if (Patience::nested()) {  // nobody asks it for its reasons
    keep_usual_move(result, rng);
    return result;
  }
  constexpr double moment = 0.1;
  const Patience more(moment);
  try {
    keep_usual_move(result, rng);
    explain(result, rng);
  } catch (const Patience::Over&) {
    if (result.line.empty()) result.line = {{seat_, result.action}};
  }
  return result;
}

void SearchLoop::keep_usual_move(SearchResult& result, Rng rng) {
  if (const std::optional<double> margin = options_.tree.margin)
    result.action = unless_better(result, usual_move(rng), *margin);
}

// The time was over within the first iteration: any move is as good as another.
SearchResult SearchLoop::nothing_found(Rng rng) {
  SearchResult result;
  result.seat = seat_;
  result.seconds = since_start(Clock::now());
  for (const Action action : root_moves(rng)) result.actions.push_back({action, 0, 0.0});
  result.action =
      result.actions[rng.below(static_cast<std::uint32_t>(result.actions.size()))].action;
  result.line = {{seat_, result.action}};
  return result;
}

}  // namespace otherminds
