// Looks at everything: expectation over chance and over what the models of the others would do,
// the best move for every seat that has no model. For small games, and as a yardstick.
//
// With a belief over types this is the exhaustive planner of HBA (Albrecht and Ramamoorthy 2013):
// the posterior of the real history weighs the types at every step of the imagined one.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include "engine/error.hpp"
#include "search/others/drawn_models.hpp"
#include "search/patience.hpp"
#include "search/result.hpp"

namespace otherminds {

template <Game G>
class Exhaustion {
 public:
  using State = typename G::State;

  Exhaustion(const G& game, int seat, const SearchOptions& options, const Resolved<G>& resolved,
             const Acquaintance& known, Monitor* monitor)
      : game_(game),
        seat_(seat),
        options_(options),
        resolved_(resolved),
        known_(known),
        monitor_(monitor) {}

  SearchResult plan(const State& root, Rng& rng) {
    start_ = std::chrono::steady_clock::now();
    found_ = {};
    found_.seat = seat_;
    found_.exact = true;
    found_.posterior = type_beliefs(resolved_.others.names, seat_, known_);
    ActionList legal;
    game_.legal(root, legal);
    const std::int64_t depth = options_.exhaustive->depth.value_or(any_depth);
    double best = 0;
    std::uint32_t equals = 0;
    for (const Action action : legal) {
      const Returns returns = after(root, action, known_.memories, depth - 1);
      const double value = returns[static_cast<std::size_t>(seat_)];
      found_.actions.push_back({action, 1, value, 0, 0, returns, 1});
      if (equals > 0 && value < best) continue;
      equals = equals > 0 && value == best ? equals + 1 : 1;
      if (equals > 1 && (options_.tree.ties == Ties::first || rng.below(equals) != 0)) continue;
      best = value;
      found_.action = action;
      found_.values = returns;
    }
    return so_far();
  }

 private:
  static constexpr std::int64_t any_depth = std::numeric_limits<std::int64_t>::max();
  static constexpr int deepest_allowed = 1000;  // each move takes its share of the stack

  using Memories = std::array<std::vector<Memory>, max_seats>;

  // The moves that have been looked at to their end.
  SearchResult so_far() const {
    SearchResult result = found_;
    result.line = {{seat_, result.action}};
    result.iterations = positions_;
    result.depth = deepest_;
    result.seconds = seconds();
    return result;
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  Returns after(const State& before, Action action, const Memories& memories, std::int64_t left) {
    State next = before;
    game_.apply(next, action);
    if (!resolved_.others.watch) return value(next, memories, left);
    Memories folded = memories;
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const auto& own = resolved_.others.of(seat);
      for (std::size_t type = 0; type < own.size(); ++type) {
        if (seat == seat_ || !own[type]->watches()) continue;
        own[type]->observe(game_, folded[static_cast<std::size_t>(seat)][type], seat,
                           game_.observe(before, action, next, seat), next);
      }
    }
    return value(next, folded, left);
  }

  // What the position is worth to each seat; `left` moves of seats are looked at.
  Returns value(const State& state, const Memories& memories, std::int64_t left) {
    if (++positions_ > options_.exhaustive->positions)
      throw Error(ErrorKind::option, "More than " + std::to_string(options_.exhaustive->positions) +
                                         " positions follow: give a depth, or more positions.");
    if (Patience::nested()) Patience::check();
    if (monitor_ && positions_ % 1024 == 0) look();
    if (depth_ >= deepest_allowed)
      throw Error(ErrorKind::option, "Games of more than " + std::to_string(deepest_allowed) +
                                         " moves are too long to look at everything.");
    ++depth_;
    deepest_ = std::max(deepest_, depth_);
    const Returns result = judge(state, memories, left);
    --depth_;
    return result;
  }

  Returns judge(const State& state, const Memories& memories, std::int64_t left) {
    const int actor = game_.actor(state);
    if (actor == nobody) return game_.returns(state);
    if (actor == chance) {
      OutcomeList outcomes;
      game_.outcomes(state, outcomes);
      Returns sum{};
      for (const Outcome& outcome : outcomes)
        add(sum, after(state, outcome.id, memories, left), outcome.probability);
      return sum;
    }
    if (left == 0) return evaluate(state);
    ActionList legal;
    game_.legal(state, legal);
    const auto& own = resolved_.others.of(actor);
    if (actor == seat_ || own.empty()) return best_for(actor, state, legal, memories, left);
    const std::size_t types = own.size() - (resolved_.others.reserve ? 1 : 0);
    const double reserve = resolved_.others.reserve ? known_.weight(actor, types) : 0.0;
    const double error = resolved_.others.error;
    std::vector<double> mixed(legal.size(),
                              (1 - reserve) * error / static_cast<double>(legal.size()));
    std::vector<double> chances(legal.size());
    for (std::size_t type = 0; type < types; ++type) {
      const double belief = known_.weight(actor, type);
      if (belief <= 0) continue;
      own[type]->probabilities(game_, state, actor, memories[static_cast<std::size_t>(actor)][type],
                               legal, chances);
      for (std::size_t i = 0; i < legal.size(); ++i) mixed[i] += (1 - error) * belief * chances[i];
    }
    // What the models predict nothing about can be anything.
    double missing = 1 - reserve;
    for (const double chance : mixed) missing -= chance;
    if (missing > 1e-9) {
      for (double& chance : mixed) chance += missing / static_cast<double>(legal.size());
    }
    Returns sum{};
    std::optional<Returns> best;
    const auto place = static_cast<std::size_t>(actor);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (mixed[i] <= 0 && reserve <= 0) continue;
      const Returns each = after(state, legal[i], memories, left - 1);
      add(sum, each, mixed[i]);
      if (!best || each[place] > (*best)[place]) best = each;
    }
    if (reserve > 0) add(sum, *best, reserve);
    return sum;
  }

  Returns best_for(int actor, const State& state, const ActionList& legal, const Memories& memories,
                   std::int64_t left) {
    std::optional<Returns> best;
    const auto place = static_cast<std::size_t>(actor);
    for (const Action action : legal) {
      const Returns each = after(state, action, memories, left - 1);
      if (!best || each[place] > (*best)[place]) best = each;
    }
    return *best;
  }

  Returns evaluate(const State& state) const {
    const State* position = &state;
    Returns value{};
    std::vector<std::vector<double>> priors;
    resolved_.evaluator->evaluate(game_, std::span(&position, 1), std::span(&value, 1), priors);
    return value;
  }

  static void add(Returns& sum, const Returns& each, double weight) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * each[i];
  }

  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (now < monitor_->next_look) return;
    bool on = monitor_->proceed(positions_, seconds());
    if (on && monitor_->listens() && !found_.actions.empty()) on = monitor_->think(so_far(), false);
    if (!on)
      throw Error(ErrorKind::option, "A search that looks at everything cannot be ended early.");
    monitor_->next_look = std::chrono::steady_clock::now() + Monitor::pause;
  }

  const G& game_;
  int seat_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  const Acquaintance& known_;
  Monitor* monitor_;
  std::chrono::steady_clock::time_point start_{};
  SearchResult found_;
  std::int64_t positions_ = 0;
  int depth_ = 0;
  int deepest_ = 0;
};

}  // namespace otherminds
