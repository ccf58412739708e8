// The search: one loop for every game and every walker.
//
// An iteration draws a world, descends by the bandit to a move that was never tried, judges the
// position behind it by a roll-out, and adds the returns to every edge on the way. Each seat
// maximises its own return (max-n). Chance is sampled by its probabilities. When the tree has
// max_nodes nodes it grows no further; iterations go on and roll out from its rim.
//
// Same game, root, options and seed: same tree, on any machine, as long as the budget is in
// iterations.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "search/bandit.hpp"
#include "search/hidden.hpp"
#include "search/options.hpp"
#include "search/result.hpp"
#include "search/tree.hpp"

namespace otherminds {

template <Game G, class Walker>
class SearchRun {
 public:
  SearchRun(const G& game, Walker walker, const SearchOptions& options, Stream stream)
      : game_(game),
        walker_(std::move(walker)),
        options_(options),
        tree_(static_cast<std::size_t>(options.tree.max_nodes)),
        rng_(stream.rng()) {
    const ReturnRange range = game.return_range();
    low_ = range.low;
    scale_ = range.high > range.low ? 1.0 / (range.high - range.low) : 1.0;
    tree_.add_node();
  }

  SearchResult run(Monitor* monitor) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto since_start = [&](Clock::time_point now) {
      return std::chrono::duration<double>(now - start).count();
    };
    const Budget& budget = options_.budget;
    const std::int64_t last = budget.iterations ? budget.iterations : Budget::most;
    constexpr std::int64_t clock_stride = 16;  // without a time limit it is read now and then only
    while (iterations_ < last) {
      iterate();
      ++iterations_;
      const bool timed = budget.seconds > 0;
      if (!timed && (!monitor || iterations_ % clock_stride != 0)) continue;
      const auto now = Clock::now();
      if (timed && since_start(now) >= budget.seconds) break;
      if (monitor && now >= monitor->next_look) {
        if (!monitor->proceed(iterations_, since_start(now))) break;
        monitor->next_look = Clock::now() + Monitor::pause;
      }
    }
    return result(since_start(Clock::now()));
  }

 private:
  struct Step {
    std::uint32_t node;
    std::uint32_t edge;
    int seat;
  };

  void iterate() {
    path_.clear();
    walker_.reset(rng_);
    std::uint32_t at = 0;
    int depth = 0;
    for (;;) {
      const int actor = walker_.actor();
      if (actor == nobody) break;
      if (actor == chance) {
        if (tree_.node(at).of_seat()) report_fickle();
        const Action outcome = walker_.draw(rng_);
        walker_.apply(outcome);
        if (++depth > longest_game(game_)) report_endless(game_);
        at = tree_.outcome_child(at, outcome);
        if (at == no_node) break;
        continue;
      }
      // A node is expanded on its second visit (the root on its first): most never get one.
      if (tree_.node(at).count == 0) {
        if (tree_.node(at).visits == 0 && at != 0) break;
        walker_.legal(actions_);
        tree_.expand(tree_.node(at), actions_);
      } else if (tree_.node(at).of_chance()) {
        report_fickle();
      }
      const std::uint32_t edge = choose(tree_.node(at));
      path_.push_back({at, edge, actor});
      walker_.apply(tree_.edge(edge).action);
      ++depth;
      if (tree_.edge(edge).child == no_node) {
        if (tree_.full()) {
          at = no_node;
          break;
        }
        const std::uint32_t child = tree_.add_node();
        tree_.edge(edge).child = child;
      }
      at = tree_.edge(edge).child;
    }
    depth_ = std::max(depth_, depth);
    if (at != no_node) ++tree_.node(at).visits;
    back_up(judge());
  }

  // Only a game written in Python can do this to us.
  [[noreturn]] void report_fickle() const {
    throw Error(ErrorKind::game, "actor() of " + game_.name() +
                                     " answered differently after the same moves; it must follow "
                                     "from them alone.");
  }

  // The edge to follow: a random one of those never tried, then whatever the bandit prefers.
  std::uint32_t choose(Node& node) {
    const std::span<Edge> edges = tree_.edges(node);
    if (node.tried < node.count) {
      const std::uint32_t pick = node.tried + rng_.below(node.count - node.tried);
      std::swap(edges[node.tried], edges[pick]);
      return node.first + node.tried++;
    }
    const std::size_t best = std::visit(
        [&](const auto& bandit) { return select(bandit, edges, node.visits); }, options_.bandit);
    return node.first + static_cast<std::uint32_t>(best);
  }

  Returns judge() {
    return std::visit(
        [&](const Uniform&) { return playout(game_, walker_.world(), actions_, rng_); },
        options_.rollout);
  }

  void back_up(const Returns& returns) {
    for (const Step& step : path_) {
      ++tree_.node(step.node).visits;
      Edge& edge = tree_.edge(step.edge);
      ++edge.visits;
      edge.total += (returns[step.seat] - low_) * scale_;
    }
    for (int seat = 0; seat < game_.seats(); ++seat) totals_[seat] += returns[seat];
  }

  SearchResult result(double seconds) {
    if (!tree_.node(0).of_seat()) report_fickle();
    SearchResult result;
    walker_.reset(rng_);
    result.seat = walker_.actor();
    result.iterations = iterations_;
    result.seconds = seconds;
    result.nodes = static_cast<std::int64_t>(tree_.size());
    result.depth = depth_;
    for (int seat = 0; seat < game_.seats(); ++seat)
      result.values[seat] = totals_[seat] / static_cast<double>(iterations_);
    for (const Edge& edge : tree_.edges(tree_.node(0))) {
      const double mean = edge.visits ? edge.total / edge.visits / scale_ + low_ : 0.0;
      result.actions.push_back({edge.action, edge.visits, mean});
    }
    std::ranges::sort(result.actions, {}, &ActionStatistics::action);
    result.action = final_move();
    result.line = principal_line(result.action);
    return result;
  }

  // Most visits; among equals the greatest total; among those a random one.
  Action final_move() {
    const std::span<const Edge> edges = tree_.edges(tree_.node(0));
    const Edge* best = nullptr;
    std::uint32_t equals = 0;
    for (const Edge& edge : edges) {
      const auto rank = std::pair(edge.visits, edge.total);
      if (best && rank < std::pair(best->visits, best->total)) continue;
      equals = best && rank == std::pair(best->visits, best->total) ? equals + 1 : 1;
      if (rng_.below(equals) == 0) best = &edge;
    }
    return best->action;
  }

  std::vector<Action> principal_line(Action first) {
    std::vector<Action> line;
    walker_.reset(rng_);
    std::uint32_t at = 0;
    while (at != no_node) {
      const int actor = walker_.actor();
      if (actor == nobody) break;
      Action next;
      if (actor == chance) {
        const SeenOutcome* outcome = tree_.commonest_outcome(tree_.node(at));
        if (!outcome) break;
        next = outcome->id;
        at = outcome->child;
      } else {
        const Edge* best = nullptr;
        for (const Edge& edge : tree_.edges(tree_.node(at))) {
          const bool better = at == 0 ? edge.action == first
                                      : edge.visits > 0 && (!best || edge.visits > best->visits);
          if (better) best = &edge;
        }
        if (!best) break;
        next = best->action;
        at = best->child;
      }
      line.push_back(next);
      walker_.apply(next);
    }
    return line;
  }

  const G& game_;
  Walker walker_;
  const SearchOptions& options_;
  Tree tree_;
  Rng rng_;
  double low_ = 0;
  double scale_ = 1;
  Returns totals_{};
  std::int64_t iterations_ = 0;
  int depth_ = 0;
  std::vector<Step> path_;
  ActionList actions_;
};

// Searches from a state in which a seat acts.
template <Game G>
SearchResult search(const G& game, const typename G::State& root, const SearchOptions& options,
                    Stream stream, Monitor* monitor) {
  check(options);
  const int actor = game.actor(root);
  if (actor == nobody)
    throw Error(ErrorKind::option, "The game is over: there is no move to find.");
  if (actor == chance)
    throw Error(ErrorKind::option,
                "Chance acts here: a search needs a position in which a seat acts.");
  return SearchRun(game, NothingWalker<G>(game, root), options, stream).run(monitor);
}

}  // namespace otherminds
