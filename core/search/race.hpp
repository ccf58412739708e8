// Compares the moves of one decision with the usual one, which the roll-out's policy would make, in
// the same worlds: a race (Maron and Moore 1994). Each round draws one world and one type for each
// modelled seat and plays every move that is left on from there, by the same random numbers. A move
// leaves the race once it is significantly worse than the usual move or than the best, and another
// than the usual move is made only where its gain is significant.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "search/others/drawn_models.hpp"
#include "search/patience.hpp"
#include "search/result.hpp"
#include "search/rollout/rollout.hpp"
#include "search/root.hpp"

namespace otherminds {

template <Game G>
class Race {
 public:
  using State = typename G::State;
  using Source = std::function<std::uint64_t(State&, Rng&)>;

  // `some`: any world that the source draws.
  Race(const G& game, const Root<G>& root, const SearchOptions& options,
       const Resolved<G>& resolved, Source source, const State& some, Stream stream)
      : game_(game),
        root_(root),
        options_(options),
        resolved_(resolved),
        source_(std::move(source)),
        world_(some),
        rng_(stream.rng()),
        drawn_(game, resolved, *root.known, root.seat) {}

  SearchResult run(Monitor* monitor) {
    start_ = Patience::since();
    enter(rng_);
    if (racers_.size() > 1) {
      try {
        while (!is_over(monitor)) round();
      } catch (const Patience::Over&) {  // a model that searches
        if (Patience::nested()) throw;
      }
    }
    return result();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t least_rounds = 12;

  struct Racer {
    Action action;
    bool runs = true;
    std::int64_t rounds = 0;
    double total = 0;
    double gain = 0;  // against the usual move, summed over the rounds
    double gain_squares = 0;
    Returns returns{};

    double mean_gain() const { return gain / static_cast<double>(rounds); }
    // Of the mean gain. A move that never made a difference is not thereby certain to make none.
    double error(double scale) const {
      const auto n = static_cast<double>(rounds);
      const double mean = gain / n;
      const double squares = gain_squares + scale * scale;
      return std::sqrt(std::max(squares / n - mean * mean, 0.0) / (n - 1));
    }
  };

  void enter(Rng& rng) {
    source_(world_, rng);
    const auto place = static_cast<std::size_t>(root_.seat);
    ActionList legal;
    game_.legal(world_, legal);
    const Action usual =
        resolved_.rollout[place]->act(game_, world_, root_.seat, root_.known->rollout[place], rng);
    for (const Action action : legal) racers_.push_back({.action = action});
    const auto first = std::ranges::find(racers_, usual, &Racer::action);
    std::iter_swap(racers_.begin(), first);
    const ReturnRange range = game_.return_range();
    scale_ = (range.high - range.low) / 25;
  }

  bool is_over(Monitor* monitor) {
    if (iterations_ > 0 && left() == 1) return true;
    if (options_.budget.iterations && iterations_ + left() > *options_.budget.iterations &&
        racers_.front().rounds > 0)
      return true;
    if (Patience::nested()) {
      Patience::check();
      return false;
    }
    if (!options_.budget.seconds && !monitor) return false;
    const auto now = Clock::now();
    if (options_.budget.seconds && since(now) >= *options_.budget.seconds) return true;
    if (monitor && now >= monitor->next_look)
      return !monitor->look(iterations_, since(now), [this] { return result(); });
    return false;
  }

  std::int64_t left() const { return std::ranges::count(racers_, true, &Racer::runs); }

  void round() {
    source_(world_, rng_);
    drawn_.draw_types(rng_);
    const std::uint64_t seed = rng_.next();
    const auto place = static_cast<std::size_t>(root_.seat);
    std::optional<double> usual;
    for (Racer& racer : racers_) {
      if (!racer.runs) continue;
      const Returns returns = play_on(racer.action, Rng(seed));
      ++iterations_;
      const double value = returns[place];
      if (!usual) usual = value;
      ++racer.rounds;
      racer.total += value;
      racer.gain += value - *usual;
      racer.gain_squares += (value - *usual) * (value - *usual);
      for (std::size_t seat = 0; seat < returns.size(); ++seat)
        racer.returns[seat] += returns[seat];
    }
    if (racers_.front().rounds >= least_rounds) drop_losers();
  }

  Returns play_on(Action action, Rng rng) {
    State world = world_;
    DrawnModels<G> drawn(drawn_);
    game_.apply(world, action);
    if (drawn.watches()) drawn.witness(world_, action, world);
    Returns returns{};
    roll_out(resolved_.rules_of_rollouts(game_), world, resolved_, options_.limit(), 1, drawn,
             scratch_, rng, returns);
    return returns;
  }

  void drop_losers() {
    const double wide = *options_.tree.significance;
    double bar = 0;
    for (const Racer& racer : racers_)
      if (racer.runs) bar = std::max(bar, racer.mean_gain() - wide * racer.error(scale_));
    for (std::size_t i = 1; i < racers_.size(); ++i) {
      Racer& racer = racers_[i];
      if (racer.runs && racer.mean_gain() + wide * racer.error(scale_) < bar) racer.runs = false;
    }
  }

  const Racer& chosen() const {
    const Racer* best = &racers_.front();
    double most = 0;
    for (std::size_t i = 1; i < racers_.size(); ++i) {
      const Racer& racer = racers_[i];
      if (racer.rounds < least_rounds || racer.rounds < racers_.front().rounds) continue;
      const double least = racer.mean_gain() - *options_.tree.significance * racer.error(scale_);
      if (least <= options_.tree.margin.value_or(0) || racer.mean_gain() <= most) continue;
      best = &racer;
      most = racer.mean_gain();
    }
    return *best;
  }

  SearchResult result() const {
    SearchResult found;
    found.seat = root_.seat;
    found.iterations = iterations_;
    found.nodes = 1;
    found.depth = 1;
    found.mean_depth = 1;
    found.breadth = static_cast<double>(racers_.size());
    found.seconds = since(Clock::now());
    const Racer& usual = racers_.front();
    const double base = usual.rounds > 0 ? usual.total / static_cast<double>(usual.rounds) : 0;
    const ReturnRange range = game_.return_range();
    for (const Racer& racer : racers_) {
      ActionStatistics each{racer.action, racer.rounds, 0.0};
      if (racer.rounds > 0) {
        const auto rounds = static_cast<double>(racer.rounds);
        // Moves that left early are compared by what they gained in their rounds.
        each.value = base + racer.mean_gain();
        each.total = rounds * (each.value - range.low) / (range.high - range.low);
        each.samples = racer.rounds;
        for (std::size_t seat = 0; seat < each.values.size(); ++seat)
          each.values[seat] = racer.returns[seat] / rounds;
      }
      found.actions.push_back(std::move(each));
    }
    std::ranges::sort(found.actions, {}, &ActionStatistics::action);
    const Racer& best = chosen();
    found.action = best.action;
    if (best.rounds > 0) {
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(game_.seats()); ++seat)
        found.values[seat] = best.returns[seat] / static_cast<double>(best.rounds);
    }
    found.line = {{root_.seat, found.action}};
    found.posterior = type_beliefs(resolved_.others.names, root_.seat, *root_.known);
    return found;
  }

  double since(Clock::time_point now) const {
    return std::chrono::duration<double>(now - start_).count();
  }

  const G& game_;
  const Root<G>& root_;
  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  Source source_;
  State world_;
  Rng rng_;
  DrawnModels<G> drawn_;
  std::vector<Racer> racers_;  // the usual move first
  ActionList scratch_;
  double scale_ = 1;  // a difference that counts
  std::int64_t iterations_ = 0;
  Clock::time_point start_{};
};

}  // namespace otherminds
