#include "search/loop.hpp"

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "search/bandit/bandit.hpp"
#include "search/bandit/node_priors.hpp"
#include "search/final_move.hpp"

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
      scale_(setting.range),
      stream_(stream),
      rng_(stream.rng()),
      others_(beside.others),
      place_(beside.place) {
  if (setting.keyed) return;
  if (tree_.size() == 0) tree_.add_node();
  reached_.roots = {0};
}

SearchLoop::~SearchLoop() = default;

SearchResult SearchLoop::run(Monitor* monitor) {
  start_ = Clock::now();
  const auto workers = static_cast<std::size_t>(
      options_.tree.parallel == Parallel::tree ? options_.tree.threads : 1);
  shared_ = workers > 1;
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < workers; ++i) {
    try {
      helpers.emplace_back([this, i] { help(i); });
    } catch (const std::system_error&) {
      break;  // the machine gives no more threads: those that there are do the work
    }
  }
  lead(monitor);
  stop_ = true;
  for (std::thread& helper : helpers) helper.join();
  if (trouble_) std::rethrow_exception(trouble_);
  SearchResult found = result(rng_);
  found.breadth = tree_.breadth();
  return found;
}

void SearchLoop::help(std::size_t number) {
  try {
    const auto worker = make_worker(stream_.child("thread").child(number).rng());
    work(*worker, nullptr);
  } catch (...) {
    note_trouble();
    stop_ = true;
  }
}

void SearchLoop::lead(Monitor* monitor) {
  try {
    const auto worker = make_worker(rng_);
    work(*worker, monitor);
    rng_ = worker->rng;
  } catch (...) {
    note_trouble();
  }
}

void SearchLoop::note_trouble() {
  const std::lock_guard lock(mutex_);
  if (!trouble_) trouble_ = std::current_exception();
}

// Keeps a worker listed while it works.
class SearchLoop::Listed {
 public:
  Listed(SearchLoop& loop, const Worker& worker) : loop_(loop), worker_(&worker) {
    const std::lock_guard lock(loop.mutex_);
    loop.workers_.push_back(worker_);
  }
  ~Listed() {
    const std::lock_guard lock(loop_.mutex_);
    std::erase(loop_.workers_, worker_);
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  SearchLoop& loop_;
  const Worker* worker_;
};

void SearchLoop::work(Worker& worker, Monitor* monitor) {
  const Budget& budget = options_.budget;
  const std::int64_t last = budget.iterations.value_or(most_iterations);
  const bool timed = budget.seconds.has_value();
  constexpr std::int64_t clock_stride = 16;  // without a time limit it is read now and then only
  const auto batch = static_cast<std::size_t>(options_.tree.batch);
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
    if (worker.waiting.size() >= batch) settle(worker);
    if (shared_)
      ++own;
    else
      own = ++iterations_;
    if (!timed && (!monitor || own % clock_stride != 0)) continue;
    const auto now = Clock::now();
    if (timed && since_start(now) >= *budget.seconds) break;
    if (monitor && now >= monitor->next_look) {
      if (!monitor->look(shared_ ? std::min(claimed_.load(), last) : iterations_, since_start(now),
                         [this] { return so_far(); })) {
        if (others_) others_->halt = true;
        break;
      }
    }
  }
  settle(worker);
  if (shared_) stop_ = true;
}

void SearchLoop::set_aside(Worker& worker, ActionList legal) {
  const auto held = turn();
  worker.waiting.push_back({worker.descent, std::move(legal)});
  worker.underway = false;
}

void SearchLoop::settle(Worker& worker) {
  if (worker.waiting.empty()) return;
  std::vector<Returns> values(worker.waiting.size());
  std::vector<std::vector<double>> priors;
  evaluate(worker, values, priors);
  const auto held = turn();
  for (std::size_t i = 0; i < worker.waiting.size(); ++i) {
    const Waiting& each = worker.waiting[i];
    if (i < priors.size()) fill_leaf(tree_, each.descent.leaf, each.legal, priors[i]);
    back_up_.add(each.descent, values[i]);
  }
  worker.waiting.clear();
}

// What the search thinks by now, other threads and trees included.
SearchResult SearchLoop::so_far() {
  SearchResult found;
  {
    const auto held = turn();
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
  for (const Worker* worker : workers_) {
    if (worker->underway) add(worker->descent);
    for (const Waiting& each : worker->waiting) add(each.descent);
  }
  return moves;
}

SearchResult SearchLoop::result(Rng rng) {
  SearchResult result;
  result.seat = seat_;
  result.iterations = back_up_.times();
  result.seconds = since_start(Clock::now());
  result.nodes = static_cast<std::int64_t>(tree_.size());
  result.depth = reached_.deepest;
  result.mean_depth = static_cast<double>(reached_.depths) / static_cast<double>(result.iterations);
  result.values = back_up_.means();
  count_votes(tree_, reached_.roots, options_.tree, scale_, virtual_visits(options_.bandit),
              underway(), result);
  if (result.actions.empty()) report_fickle();
  result.prior_visits = prior_visits(options_.bandit);
  share_returns(back_up_.by_move(), static_cast<std::size_t>(seats_), result);
  result.action = final_move(result, options_, rng);
  if (const std::optional<double> margin = options_.tree.margin)
    result.action = unless_better(result, usual_move(rng), *margin);
  explain(result, rng);
  return result;
}

}  // namespace otherminds
