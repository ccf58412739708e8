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
#include "search/descent.hpp"
#include "search/final_move.hpp"
#include "search/hidden/walkers.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/resolved.hpp"
#include "search/result.hpp"
#include "search/rollout/rollout.hpp"
#include "search/tree.hpp"

namespace otherminds {

template <Game G, class Walker>
class SearchRun {
 public:
  // Goes on with `tree`, whose node 0 is the root unless nodes are found by key.
  SearchRun(const G& game, int seat, const Walker& walker, const SearchOptions& options,
            const Resolved<G>& resolved, const Acquaintance& known, Tree tree, Stream stream,
            std::atomic<bool>* halt = nullptr)
      : game_(game),
        seat_(seat),
        options_(options),
        quirks_(options.quirks),
        resolved_(resolved),
        known_(known),
        tree_(std::move(tree)),
        stream_(stream),
        walker_(walker),
        rng_(stream.rng()),
        masked_(Walker::keyed && (!options.tree.transpositions || options.believes())),
        node_priors_(game, options, resolved, tree_, masked_),
        back_up_(tree_, options, RewardScale(game.return_range()), game.seats(), seat, masked_),
        halt_(halt) {
    const TreeOptions& wanted = options.tree;
    const auto* ucb = std::get_if<Ucb1>(&options.bandit);
    plain_ = !masked_ && !wanted.afterstates && wanted.widening == 0 && !Walker::weighted && ucb &&
             wanted.ties == Ties::random;
    if (ucb) warm_up_ = static_cast<std::uint32_t>(ucb->warm_up);
    mixed_ = (resolved.others.reserve || quirks_.yields) && resolved.others.in_tree;
    simple_ = plain_ && !Walker::keyed && node_priors_.virtual_visits() == 0 && !resolved.others.any &&
              !resolved.others.paranoid && !resolved.played && options.limit().depth < 0 &&
              wanted.depth == 0 && wanted.outcome_widening == 0 && !quirks_.change_the_loop();
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
    return result(since_start(Clock::now()));
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
  struct Worker {
    Worker(SearchRun& run, Rng own)
        : walker(run.walker_),
          drawn(run.game_, run.resolved_, run.known_, run.seat_),
          selection(run.options_, run.node_priors_.priors()),
          rng(own) {}

    Walker walker;
    DrawnModels<G> drawn;
    Selection selection;
    Rng rng;
    Descent descent;
    ActionList actions;
    bool varies = false;  // the moves of the node differ between visits: `actions` are those of now
    std::vector<Pending> pending;
  };

  double since_start(Clock::time_point now) const {
    return std::chrono::duration<double>(now - start_).count();
  }

  void work(Worker& worker, Monitor* monitor) {
    const Budget& budget = options_.budget;
    const std::int64_t last = budget.iterations ? budget.iterations : Budget::most;
    const bool timed = budget.seconds > 0;
    constexpr std::int64_t clock_stride = 16;  // without a time limit it is read now and then only
    const std::int64_t batch = options_.tree.batch;
    std::int64_t own = 0;
    for (;;) {
      if (shared_) {
        if (stop_ || claimed_.fetch_add(1) >= last) break;
      } else if (iterations_ >= last || (halt_ && *halt_ && iterations_ > 0)) {
        break;
      }
      iterate(worker);
      if (static_cast<std::int64_t>(worker.pending.size()) >= batch) settle(worker);
      if (shared_)
        ++own;
      else
        own = ++iterations_;
      if (!timed && (!monitor || own % clock_stride != 0)) continue;
      const auto now = Clock::now();
      if (timed && since_start(now) >= budget.seconds) break;
      if (monitor && now >= monitor->next_look) {
        if (!monitor->proceed(shared_ ? std::min(claimed_.load(), last) : iterations_,
                              since_start(now))) {
          if (halt_) *halt_ = true;
          break;
        }
        monitor->next_look = Clock::now() + Monitor::pause;
      }
    }
    settle(worker);
    if (shared_) {
      stop_ = true;
      const std::lock_guard lock(mutex_);
      iterations_ += own;
    }
  }

  void iterate(Worker& worker) {
    if constexpr (!Walker::keyed) {
      if (simple_ && !shared_) {
        descend<true>(worker);
        back_up_.add_simply(worker.descent, play_on(worker));
        return;
      }
    }
    std::unique_lock lock(mutex_, std::defer_lock);
    if (shared_) lock.lock();
    descend<false>(worker);
    if (shared_) lock.unlock();
    Returns returns{};
    if (!judge(worker, returns)) return;
    if (shared_) lock.lock();
    back_up_.add(worker.descent, returns);
  }

  // Most of the time of a plain search goes here. In so large a translation unit the compiler would
  // stop inlining before it gets to the rules, so it is told.
  [[gnu::flatten]] Returns play_on(Worker& worker) {
    return playout(game_, worker.walker.world(worker.rng), worker.actions, worker.rng);
  }

  // One loop for all. `simple` is known when the code is compiled: where no answer asks for more
  // than UCT on a plain tree, nothing else is looked at.
  template <bool simple>
  void descend(Worker& worker) {
    Descent& descent = worker.descent;
    descent.clear();
    worker.walker.reset(worker.rng);
    if (!simple) worker.drawn.draw_types(worker.rng);
    const bool modelled = !simple && resolved_.others.any && resolved_.others.in_tree;
    const bool afterstates = !simple && options_.tree.afterstates;
    const bool trail = !simple && needs_trail();
    std::uint32_t at = Walker::keyed ? no_node : 0;
    int depth = 0;
    bool anew = true;  // in keyed walks the node of the position has yet to be found
    for (;;) {
      const int actor = worker.walker.actor();
      if (Walker::keyed && anew && (actor >= 0 || afterstates)) {
        const Model<G>* model = actor >= 0 && modelled ? worker.drawn.model(actor) : nullptr;
        if (!model || mixed_ || afterstates) {
          at = tree_.node_of(worker.walker.key(), depth == 0);
          if (depth == 0) note_root(at);
          if (at == no_node) break;
        }
        anew = false;
      }
      if (actor == nobody) break;
      const Model<G>* model = actor >= 0 && modelled ? worker.drawn.model(actor) : nullptr;
      if (actor == chance || (model && !mixed_)) {
        if (!Walker::keyed && tree_.node(at).of_seat()) report_fickle();
        const Action taken = model ? worker.walker.act(*model, actor, worker.drawn.memory(actor),
                                                       worker.drawn.error(), worker.rng)
                                   : outcome(worker, at);
        if (afterstates) touch(descent, at);
        if (model) {
          worker.drawn.count(actor, worker.rng);
          ++descent.moves;
        }
        move<simple>(worker, taken, false);
        if (++depth > longest_game(game_)) report_endless(game_);
        if (Walker::keyed) {
          anew = true;
        } else {
          if (trail) {
            descent.touched.push_back(at);
            ++tree_.node(at).visits;
          }
          at = tree_.outcome_child(at, taken);
          if (at == no_node) break;
        }
        continue;
      }
      if (!simple && !model && options_.tree.depth > 0 && descent.chosen >= options_.tree.depth)
        break;
      // Equal positions share nodes, so a walk can meet one twice: it is judged there.
      if (!simple && options_.tree.transpositions && met(descent, at)) break;
      if (!expand(worker, at, depth)) break;
      if (!simple && model && quirks_.yields && !has_untried(worker, at)) {
        if (options_.tree.depth > 0 && descent.chosen >= options_.tree.depth) break;
        model = nullptr;
      }
      const bool opened = !simple && !model && quirks_.opens && has_untried(worker, at);
      const Selection::Choice choice = !simple && model ? follow(worker, at, actor, *model)
                                       : opened         ? open(worker, at, actor)
                                                        : choose<simple>(worker, at, actor);
      const std::uint32_t edge = choice.edge;
      descent.path.push_back({at, edge, tree_.edge(edge).action, actor,
                              static_cast<float>(choice.legality),
                              static_cast<std::int32_t>(descent.moves)});
      if (afterstates || trail) descent.touched.push_back(at);
      if (!simple && !model) ++descent.chosen;
      ++tree_.node(at).visits;
      ++tree_.edge(edge).visits;
      if (!simple && quirks_.skips_new_move && tree_.edge(edge).visits == 1) {
        at = unmade_child(worker, edge, modelled);
        anew = false;
        ++depth;
        break;
      }
      if (modelled) worker.drawn.count(actor, worker.rng);
      ++descent.moves;
      move<simple>(worker, tree_.edge(edge).action, true);
      if (++depth > longest_game(game_)) report_endless(game_);
      if (Walker::keyed) {
        anew = true;
        if (afterstates) {
          at = tree_.node_of(worker.walker.key());
          if (at == no_node) break;
          tree_.edge(edge).child = at;
          anew = false;
        }
        continue;
      }
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
    if (depth > deepest_) deepest_ = depth;
    depths_ += depth;
    if (Walker::keyed && anew) at = no_node;
    descent.leaf = at;
    if (at != no_node && (simple || !met(descent, at))) {
      ++tree_.node(at).visits;
      if (!simple && tree_.needs().seats) descent.touched.push_back(at);
    }
  }

  // A node is expanded on its second visit (a root on its first): most never get one. Returns
  // false where the descent ends.
  bool expand(Worker& worker, std::uint32_t at, int depth) {
    const Node& node = tree_.node(at);
    if (node.of_chance()) report_fickle();
    const bool fresh = node.count == 0;
    if (fresh && node.visits == 0 && depth > 0) return false;
    worker.varies = masked_ && !worker.walker.settled();
    if (!fresh && !worker.varies) return true;
    worker.walker.legal(worker.actions);
    const auto world = [&]() -> typename G::State& { return worker.walker.world(worker.rng); };
    const std::uint32_t before = node.count;
    if (fresh)
      tree_.expand(tree_.node(at), worker.actions);
    else
      tree_.include(tree_.node(at), worker.actions);
    if (tree_.node(at).count != before) node_priors_.fill(at, worker.actions, world, worker.rng);
    if (fresh && depth == 0) node_priors_.fill_root(at, world);
    return true;
  }

  // A chance outcome; with widening an old one while there are enough.
  Action outcome(Worker& worker, std::uint32_t at) {
    const double widening = options_.tree.outcome_widening;
    if (widening <= 0 || Walker::keyed) return worker.walker.draw(worker.rng);
    std::uint32_t seen = 0;
    std::uint32_t visits = 0;
    tree_.each_outcome(tree_.node(at), [&](const SeenOutcome& outcome) {
      ++seen;
      visits += outcome.visits;
    });
    if (seen < opened(options_.tree, widening, visits)) return worker.walker.draw(worker.rng);
    std::uint32_t pick = worker.rng.below(visits);
    Action chosen = 0;
    bool found = false;
    tree_.each_outcome(tree_.node(at), [&](const SeenOutcome& outcome) {
      if (found) return;
      if (pick < outcome.visits) {
        chosen = outcome.id;
        found = true;
      } else {
        pick -= outcome.visits;
      }
    });
    return chosen;
  }

  template <bool simple>
  void move(Worker& worker, Action action, bool searched) {
    if constexpr (!simple && !Walker::weighted) {
      if (worker.drawn.watches()) {
        const typename G::State before = worker.walker.world(worker.rng);
        worker.walker.apply(action, searched, worker.rng);
        worker.drawn.witness(before, action, worker.walker.world(worker.rng));
        return;
      }
    }
    worker.walker.apply(action, searched, worker.rng);
  }

  void touch(Descent& descent, std::uint32_t at) {
    if (met(descent, at)) return;
    ++tree_.node(at).visits;
    descent.touched.push_back(at);
  }

  // Whether this iteration has counted the node already.
  bool met(const Descent& descent, std::uint32_t at) const {
    return options_.tree.transpositions && descent.met(at);
  }

  bool needs_trail() const { return tree_.needs().moments; }

  void note_root(std::uint32_t at) {
    const bool seen = !roots_.empty() && tree_.node(at).visits > 0;
    if (!seen && std::ranges::find(roots_, at) == roots_.end()) roots_.push_back(at);
  }

  // Only a game written in Python can do this to us.
  [[noreturn]] void report_fickle() const {
    throw Error(ErrorKind::game, "actor() of " + game_.name() +
                                     " answered differently after the same moves; it must follow "
                                     "from them alone.");
  }

  // The edge to follow: a random one of those never tried, then whatever the bandit prefers.
  template <bool simple>
  Selection::Choice choose(Worker& worker, std::uint32_t at, int actor) {
    if (simple || plain_) {
      Node& node = tree_.node(at);
      const std::span<Edge> edges = tree_.edges(node);
      if (node.visits < warm_up_) {
        const std::uint32_t pick = worker.rng.below(node.count);
        return {pick < node.tried ? node.first + pick : first_try(node, pick)};
      }
      if (node.tried < node.count) {
        const std::uint32_t pick = node.tried + worker.rng.below(node.count - node.tried);
        return {first_try(node, pick)};
      }
      const std::size_t best = select(std::get<Ucb1>(options_.bandit), edges, quirks_.parent_visits(node.visits));
      return {node.first + static_cast<std::uint32_t>(best)};
    }
    std::span<const double> weights;
    if constexpr (Walker::weighted) {
      if (actor != seat_) weights = worker.walker.weights();
    }
    return worker.selection.choose(tree_, at, actor, worker.varies ? &worker.actions : nullptr,
                                   weights, worker.rng);
  }

  // Whether a move that is legal now was never tried at a node that is expanded.
  bool has_untried(const Worker& worker, std::uint32_t at) {
    const Node& node = tree_.node(at);
    bool found = false;
    if (worker.varies)
      tree_.each_legal(node, worker.actions, [&](std::size_t, std::uint32_t edge) {
        found = found || tree_.edge(edge).visits == 0;
      });
    else
      found = std::ranges::any_of(tree_.edges(node), [](const Edge& e) { return e.visits == 0; });
    return found;
  }

  // The node behind a move that is not made, as far as it is the search's and there is room.
  std::uint32_t unmade_child(Worker& worker, std::uint32_t edge, bool modelled) {
    if constexpr (Walker::keyed) {
      Walker scout = worker.walker;
      scout.apply(tree_.edge(edge).action, true, worker.rng);
      const int actor = scout.actor();
      const bool searched =
          actor >= 0 && (!modelled || mixed_ || worker.drawn.model(actor) == nullptr);
      if (!searched && !options_.tree.afterstates) return no_node;
      const std::uint32_t child = tree_.node_of(scout.key());
      if (options_.tree.afterstates) tree_.edge(edge).child = child;
      return child;
    } else {
      if (tree_.full()) return no_node;
      const std::uint32_t child = tree_.add_node();
      tree_.edge(edge).child = child;
      return child;
    }
  }

  // The edge of a model's move, at a node where the search may choose as well.
  Selection::Choice follow(Worker& worker, std::uint32_t at, int actor, const Model<G>& model) {
    const Action taken = worker.walker.act(model, actor, worker.drawn.memory(actor),
                                           worker.drawn.error(), worker.rng);
    return edge_to(worker, at, taken);
  }

  // The edge of what the roll-out's policy would do.
  Selection::Choice open(Worker& worker, std::uint32_t at, int actor) {
    const Action taken =
        worker.walker.act(*resolved_.rollout[static_cast<std::size_t>(actor)], actor,
                          worker.drawn.rollout_memory(actor), 0, worker.rng);
    return edge_to(worker, at, taken);
  }

  Selection::Choice edge_to(Worker& worker, std::uint32_t at, Action taken) {
    Node& node = tree_.node(at);
    if (tree_.needs().available && !quirks_.ignores_first_tries) {
      if (worker.varies)
        tree_.each_legal(node, worker.actions,
                         [&](std::size_t, std::uint32_t edge) { ++tree_.available(edge); });
      else
        for (std::uint32_t i = 0; i < node.count; ++i) ++tree_.available(node.first + i);
    }
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (tree_.edge(node.first + i).action != taken) continue;
      return {plain_ && i >= node.tried ? first_try(node, i) : node.first + i};
    }
    report_fickle();
  }

  // On a plain tree the edges that were tried come first.
  std::uint32_t first_try(Node& node, std::uint32_t place) {
    std::swap(tree_.edge(node.first + node.tried), tree_.edge(node.first + place));
    return node.first + node.tried++;
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
    before_roll_out(game_, quirks_, world, seat_);
    if (roll_out(resolved_.rules_of_rollouts(game_), world, resolved_, limit,
                 worker.descent.moves, worker.drawn, worker.actions, worker.rng, returns))
      return true;
    worker.pending.push_back({worker.descent, world, {}});
    // Priors are for the moves of the leaf, so only where the leaf itself is judged.
    if (limit.depth == 0 && std::holds_alternative<Puct>(options_.bandit))
      game_.legal(world, worker.pending.back().legal);
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

  SearchResult result(double seconds) {
    if (!Walker::keyed) {
      if (!tree_.node(0).of_seat()) report_fickle();
      roots_.assign(1, 0);
    }
    SearchResult result;
    result.seat = seat_;
    result.iterations = iterations_;
    result.seconds = seconds;
    result.nodes = static_cast<std::int64_t>(tree_.size());
    result.depth = deepest_;
    result.mean_depth = static_cast<double>(depths_) / static_cast<double>(iterations_);
    result.breadth = tree_.breadth();
    result.values = back_up_.means(iterations_);
    count_votes(tree_, roots_, options_.tree, RewardScale(game_.return_range()),
                node_priors_.virtual_visits(), result);
    if (result.actions.empty()) report_fickle();
    result.prior_visits = prior_visits(options_.bandit);
    result.action = final_move(result, options_, rng_);
    const double margin = options_.tree.margin;
    if (margin >= 0) result.action = unless_better(result, usual_move(), margin);
    Worker worker(*this, rng_);
    worker.walker.reset(worker.rng);
    worker.drawn.draw_types(worker.rng);
    result.line = principal_line(tree_, worker.walker, masked_, result.action, deepest_,
                                 worker.actions, worker.rng);
    result.posterior = type_beliefs(game_, seat_, resolved_.others, known_);
    return result;
  }

  // What the roll-out's policy would do here.
  Action usual_move() {
    Worker worker(*this, rng_);
    worker.walker.reset(worker.rng);
    typename G::State& world = worker.walker.world(worker.rng);
    const auto place = static_cast<std::size_t>(seat_);
    return resolved_.rollout[place]->act(game_, world, seat_, known_.rollout[place], worker.rng);
  }

  const G& game_;
  int seat_;
  const SearchOptions& options_;
  const Quirks& quirks_;
  const Resolved<G>& resolved_;
  const Acquaintance& known_;
  Tree tree_;
  Stream stream_;
  const Walker walker_;
  Rng rng_;
  const bool masked_;  // a node's moves may differ between visits
  NodePriors<G> node_priors_;
  BackUp back_up_;
  bool plain_ = false;   // UCB1 on a plain tree: the quick way
  bool simple_ = false;  // and nothing else beside: UCT
  bool mixed_ = false;   // models and the search take turns at the same nodes
  std::uint32_t warm_up_ = 0;  // at nodes with fewer visits the bandit is not asked
  std::vector<std::uint32_t> roots_;

  std::atomic<bool>* halt_;  // ends all trees of a root-parallel search
  Clock::time_point start_{};
  bool shared_ = false;  // several threads work on the tree
  std::mutex mutex_;
  std::atomic<bool> stop_{false};
  std::atomic<std::int64_t> claimed_{0};
  std::exception_ptr trouble_;
  std::int64_t iterations_ = 0;
  int deepest_ = 0;
  std::int64_t depths_ = 0;  // summed over iterations
};

}  // namespace otherminds
