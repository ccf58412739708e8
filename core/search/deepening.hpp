// Alpha-beta search that looks one move deeper at a time (Knuth and Moore 1975; Slate and Atkin
// 1977), with a table of the positions seen. For two seats that see everything and of which one
// wins what the other loses; the best move so far is there at any time.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "engine/error.hpp"
#include "search/patience.hpp"
#include "search/resolved.hpp"
#include "search/result.hpp"

namespace otherminds {

template <Game G>
class Deepening {
 public:
  using State = typename G::State;

  Deepening(const G& game, int seat, const SearchOptions& options, const Resolved<G>& resolved,
            Monitor* monitor)
      : game_(game),
        seat_(seat),
        options_(options),
        resolved_(resolved),
        monitor_(monitor),
        total_(game.return_range().low + game.return_range().high) {
    const auto wanted = std::min<std::int64_t>(options.exhaustive->positions, most_entries);
    table_.resize(std::bit_ceil(static_cast<std::size_t>(wanted)));
  }

  SearchResult plan(const State& root) {
    start_ = std::chrono::steady_clock::now();
    moves_ = replies(root);
    if (moves_.empty()) throw Error(ErrorKind::option, "There is no move to choose.");
    for (Child& each : moves_) each.value = judged(each.state, seat_);
    const int most = static_cast<int>(std::min<std::int64_t>(
        options_.exhaustive->depth.value_or(deepest_allowed), deepest_allowed));
    for (int depth = 1; depth <= most && !stopped_; ++depth) {
      std::ranges::stable_sort(moves_, std::greater<>(), &Child::value);
      if (!look_deeper(root, depth)) break;
      finished_ = depth;
      if (moves_.size() == 1 || (monitor_ && !look())) break;
    }
    solve(root);
    return so_far();
  }

 private:
  static constexpr int deepest_allowed = 200;
  static constexpr std::int64_t most_entries = 1 << 20;

  enum class Bound : std::uint8_t { nothing, lower, upper, exact };

  // 24 bytes.
  struct Entry {
    std::uint64_t key = 0;
    double value = 0;  // for the one who moves
    Action move = -1;
    std::int16_t depth = 0;
    Bound bound = Bound::nothing;
  };

  struct Child {
    Action action;
    State state;
    double value;  // for the one who moves before it
  };

  // False if the budget ended it; what it found about the moves that it came to is kept.
  bool look_deeper(const State&, int depth) {
    double best = -infinity;
    reached_end_ = false;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const double value = after(moves_[i].state, seat_, depth - 1, best, infinity);
      if (stopped_) return false;
      moves_[i].value = value;
      if (value <= best) continue;
      best = value;
      // The best move so far comes first, also if the budget ends before the others are looked at.
      std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(i),
                  moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return reached_end_;
  }

  // What a state is worth to the seat that moved into it.
  double after(const State& state, int mover, int left, double alpha, double beta) {
    const int actor = game_.actor(state);
    if (actor == mover || actor < 0) return value(state, mover, left, alpha, beta);
    return total_ - value(state, actor, left, total_ - beta, total_ - alpha);
  }

  // For the actor, or for `seat` once the game is over; bounds outside of (alpha, beta).
  double value(const State& state, int seat, int left, double alpha, double beta) {
    ++positions_;
    if (positions_ % 1024 == 0) check();
    deepest_ = std::max(deepest_, depth_);
    const int actor = game_.actor(state);
    if (actor == nobody) return ended(state, seat);
    if (actor == chance)
      throw Error(ErrorKind::option, "Exhaustive(deepening=True) is for games without chance.");
    if (left <= 0) {
      reached_end_ = true;  // of the look-ahead: deeper there is more to see
      return evaluation(state, seat);
    }
    const std::uint64_t key = state_key(game_, state);
    Entry& entry = table_[key & (table_.size() - 1)];
    const bool known = entry.bound != Bound::nothing && entry.key == key;
    if (known && entry.depth >= left) {
      reached_end_ = true;
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && entry.value >= beta) ||
          (entry.bound == Bound::upper && entry.value <= alpha))
        return entry.value;
    }
    const Action first = known ? entry.move : -1;
    std::vector<Child> children = replies(state);
    if (left > 1 && children.size() > 1) {
      for (Child& child : children)
        child.value = child.action == first ? infinity : judged(child.state, actor);
      std::ranges::stable_sort(children, std::greater<>(), &Child::value);
    }
    double best = -infinity;
    Action move = -1;
    ++depth_;
    for (const Child& child : children) {
      const double found = after(child.state, actor, left - 1, std::max(alpha, best), beta);
      if (stopped_) break;
      if (found <= best) continue;
      best = found;
      move = child.action;
      if (best >= beta) break;
    }
    --depth_;
    if (stopped_) return 0;  // nobody reads it
    entry = {key, best, move, static_cast<std::int16_t>(left),
             best >= beta    ? Bound::lower
             : best <= alpha ? Bound::upper
                             : Bound::exact};
    return best;
  }

  std::vector<Child> replies(const State& state) const {
    ActionList legal;
    game_.legal(state, legal);
    std::vector<Child> children;
    children.reserve(legal.size());
    for (const Action action : legal) {
      children.push_back({action, state, 0});
      game_.apply(children.back().state, action);
    }
    return children;
  }

  double judged(const State& state, int seat) const {
    const int actor = game_.actor(state);
    if (actor == nobody) return ended(state, seat);
    if (actor == chance)
      throw Error(ErrorKind::option, "Exhaustive(deepening=True) is for games without chance.");
    return evaluation(state, seat);
  }

  double ended(const State& state, int seat) const {
    const Returns returns = game_.returns(state);
    if (std::abs(returns[0] + returns[1] - total_) > 1e-6)
      throw Error(ErrorKind::option,
                  "Exhaustive(deepening=True) is for games in which one seat wins what the other "
                  "loses.");
    return returns[static_cast<std::size_t>(seat)];
  }

  double evaluation(const State& state, int seat) const {
    const State* position = &state;
    Returns value{};
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, std::span(&position, 1), std::span(&value, 1), priors);
    return value[static_cast<std::size_t>(seat)];
  }

  // Near the end a game may know perfect play by quicker means.
  void solve(const State& root) {
    if constexpr (requires { game_.solved(root, std::int64_t{}); }) {
      if (moves_.size() == 1) return;
      const auto found = game_.solved(root, options_.exhaustive->positions);
      if (!found) return;
      const auto place = std::ranges::find(moves_, found->action, &Child::action);
      std::rotate(moves_.begin(), place, place + 1);
      moves_.front().value = found->returns[static_cast<std::size_t>(seat_)];
      for (Child& each : moves_) each.value = std::min(each.value, moves_.front().value);
    }
  }

  SearchResult so_far() const {
    SearchResult result;
    result.seat = seat_;
    result.action = moves_.front().action;
    const auto returns = [&](double value) {
      Returns both{};
      both[static_cast<std::size_t>(seat_)] = value;
      both[static_cast<std::size_t>(1 - seat_)] = total_ - value;
      return both;
    };
    result.values = returns(moves_.front().value);
    for (const Child& each : moves_)
      result.actions.push_back({each.action, 1, each.value, 0, 0, returns(each.value), 1});
    std::ranges::sort(result.actions, {}, &ActionStatistics::action);
    result.line = {{seat_, result.action}};
    result.iterations = positions_;
    result.depth = deepest_ + 1;
    result.mean_depth = finished_;
    result.seconds = seconds();
    return result;
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  void check() {
    if (positions_ >= options_.exhaustive->positions) stopped_ = true;
    if (Patience::nested()) Patience::check();
    if (monitor_ && std::chrono::steady_clock::now() >= monitor_->next_look && !look())
      stopped_ = true;
  }

  bool look() {
    if (std::chrono::steady_clock::now() < monitor_->next_look) return true;
    return monitor_->look(positions_, seconds(), [this] { return so_far(); });
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  const G& game_;
  int seat_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  Monitor* monitor_;
  double total_;  // what both seats get together
  std::chrono::steady_clock::time_point start_{};
  std::vector<Entry> table_;
  std::vector<Child> moves_;  // of the root, the best first
  std::int64_t positions_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
  int finished_ = 0;          // moves ahead that were looked at in full
  bool reached_end_ = false;  // of the look-ahead, before the end of the game
  bool stopped_ = false;
};

}  // namespace otherminds
