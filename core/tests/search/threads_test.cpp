// Several threads in one tree, in every game: all iterations count, and the tree stays a tree. Most
// of what could go wrong here shows under the thread sanitizer only (make sanitize-threads).
#include <atomic>
#include <cassert>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "dynamic/any.hpp"
#include "games/bazaar/bazaar.hpp"
#include "games/catan/catan.hpp"
#include "games/cluedo/cluedo.hpp"
#include "games/hanabi/hanabi.hpp"
#include "games/leduc/leduc.hpp"
#include "games/othello/othello.hpp"
#include "games/tiger/tiger.hpp"
#include "games/tiny_coop/tiny_coop.hpp"
#include "search/commons.hpp"
#include "search/options.hpp"
#include "search/tree.hpp"

using namespace otherminds;

namespace {

constexpr std::size_t threads = 4;

void together(const auto& work) {
  std::vector<std::thread> all;
  for (std::size_t who = 0; who < threads; ++who) all.emplace_back(work, who);
  for (std::thread& thread : all) thread.join();
}

// ---- the gate and the tree ----

void who_is_alone_is_alone() {
  Gate gate(threads);
  int plain = 0;  // changed by who is alone, read by who is inside
  std::atomic<int> changes = 0;
  together([&](std::size_t who) {
    Plot plot;
    plot.gate = &gate;
    plot.who = who;
    for (int i = 0; i < 2000; ++i) {
      const Inside inside(plot);
      const int before = plain;
      if (i % 50 == 0) {
        plot.alone([&] { ++plain; });
        ++changes;
      } else {
        assert(plain == before);
      }
    }
  });
  assert(plain == changes && plain == 4 * 2000 / 50);
}

// Plots of all threads, given back in the end.
struct Plots {
  Plots(Tree& shared, Gate& gate) : tree(shared), all(threads) {
    for (std::size_t who = 0; who < threads; ++who) {
      all[who].gate = &gate;
      all[who].who = who;
    }
    tree.share(threads);
  }
  void give_back() {
    std::vector<Plot*> each;
    for (Plot& plot : all) each.push_back(&plot);
    tree.unshare(each);
  }

  Tree& tree;
  std::vector<Plot> all;
};

void equal_keys_have_one_node() {
  constexpr std::uint64_t keys = 5000;
  Tree tree(1'000'000);
  Gate gate(threads);
  Plots plots(tree, gate);
  std::vector<std::vector<std::uint32_t>> found(threads, std::vector<std::uint32_t>(keys));
  together([&](std::size_t who) {
    for (std::uint64_t i = 0; i < keys; ++i) {
      const std::uint64_t key = who % 2 == 0 ? i : keys - 1 - i;
      const Inside inside(plots.all[who]);
      const std::uint32_t node = tree.node_of(key, plots.all[who]);
      tree.add(tree.node(node).visits, 1U);
      found[who][key] = node;
    }
  });
  plots.give_back();
  for (std::size_t who = 1; who < threads; ++who) assert(found[who] == found[0]);
  for (std::uint64_t key = 0; key < keys; ++key) {
    assert(tree.find(key) == found[0][key]);
    assert(tree.node(found[0][key]).visits == threads);
  }
  assert(tree.size() - tree.unused() == keys);
}

// All threads go down one tree; its nodes alternate between chance and a seat.
void who_comes_second_takes_what_is_there() {
  constexpr std::uint32_t rounds = 3000;
  Tree tree(1'000'000);
  tree.add_node();
  Gate gate(threads);
  Plots plots(tree, gate);
  together([&](std::size_t who) {
    Plot& plot = plots.all[who];
    Rng rng(who);
    for (std::uint32_t i = 0; i < rounds; ++i) {
      const Inside inside(plot);
      std::uint32_t at = 0;
      for (int depth = 0; depth < 8; ++depth) {
        tree.add(tree.node(at).visits, 1U);
        if (depth % 2 == 1) {
          at = tree.outcome_child(at, static_cast<Action>(rng.below(3)), plot);
          continue;
        }
        if (linked(tree.node(at).run).count == 0) tree.expand(at, {2, 5, 7}, plot);
        const Run run = linked(tree.node(at).run);
        const std::uint32_t next = tree.next_untried(tree.node(at), run);
        const std::uint32_t edge = run.first + (next < run.count ? next : rng.below(run.count));
        tree.add(tree.edge(edge).visits, 1U);
        tree.add(tree.edge(edge).total, 0.5);
        at = tree.child_of(edge, plot);
      }
    }
  });
  plots.give_back();
  assert(tree.node(0).visits == threads * rounds);
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Node& node = tree.node(static_cast<std::uint32_t>(i));
    std::uint32_t visits = 0;
    for (const Edge& edge : tree.edges(node)) {
      assert(edge.action == 2 || edge.action == 5 || edge.action == 7);
      assert(edge.total == 0.5 * edge.visits);
      visits += edge.visits;
    }
    tree.each_outcome(node, [&](const SeenOutcome& outcome) { visits += outcome.visits; });
    if (node.run.count != 0) assert(visits == node.visits);
  }
  // In order it is the same tree without what nobody needed.
  const Tree ordered = tree.subtree(0);
  assert(ordered.size() == tree.size() - tree.unused());
}

// Moves appear one by one at a node where other threads count: nothing that they count is lost.
void nodes_get_moves_while_others_count() {
  constexpr std::uint32_t rounds = 20'000;
  constexpr Action moves = 300;
  Tree tree(1'000'000, {.squares = true, .available = true});
  tree.add_node();
  Gate gate(threads);
  Plots plots(tree, gate);
  std::vector<std::vector<std::uint32_t>> counted(threads, std::vector<std::uint32_t>(moves));
  const auto nothing = [](Run) { return 0U; };
  together([&](std::size_t who) {
    Plot& plot = plots.all[who];
    Rng rng(who);
    for (std::uint32_t i = 0; i < rounds; ++i) {
      const Inside inside(plot);
      const auto known = static_cast<std::uint32_t>(2 + i * moves / rounds);
      const auto low = static_cast<Action>(rng.below(known - 1));
      const auto high = static_cast<Action>(low + 1 + static_cast<Action>(rng.below(3)) % 2);
      const ActionList legal = {low, std::min<Action>(high, moves - 1)};
      if (legal[0] == legal[1]) continue;
      if (linked(tree.node(0).run).count == 0) tree.expand(0, legal, plot);
      tree.include(0, legal, plot, nothing);
      const Run run = linked(tree.node(0).run);
      tree.each_legal(run, legal, [&](std::size_t, std::uint32_t edge) {
        tree.add(tree.edge(edge).visits, 1U);
        tree.add(tree.edge(edge).total, 0.5);
        tree.add(tree.squares(edge), 0.25);
        tree.add(tree.available(edge), 2U);
      });
      tree.child_of(tree.edge_of(0, legal[0]), plot);
      for (const Action action : legal) ++counted[who][static_cast<std::size_t>(action)];
    }
  });
  plots.give_back();
  Action before = -1;
  for (const Edge& edge : tree.edges(tree.node(0))) {
    assert(edge.action > before);
    before = edge.action;
    std::uint32_t expected = 0;
    for (const auto& own : counted) expected += own[static_cast<std::size_t>(edge.action)];
    const std::uint32_t at = tree.edge_of(0, edge.action);
    assert(expected > 0 && edge.visits == expected && edge.total == 0.5 * expected);
    assert(tree.squares(at) == 0.25 * expected && tree.available(at) == 2 * expected);
  }
  std::uint32_t known = 0;
  for (Action action = 0; action < moves; ++action)
    for (const auto& own : counted) {
      if (own[static_cast<std::size_t>(action)] == 0) continue;
      ++known;
      break;
    }
  assert(tree.node(0).run.count == known);
}

// ---- the search ----

std::int64_t visits_of(const SearchResult& result) {
  std::int64_t visits = 0;
  for (const ActionStatistics& action : result.actions) {
    assert(action.visits >= 0);
    visits += action.visits;
  }
  return visits;
}

// Every iteration is one visit of one move; where a move counts as the position behind it, of all
// moves that lead there.
void check_visits(const SearchResult& result, const SearchOptions& options) {
  const std::int64_t visits = visits_of(result);
  assert(options.tree.afterstates ? visits >= result.iterations : visits == result.iterations);
}

// Wants to know what the search thinks, for the first time at once.
struct Listener : Monitor {
  explicit Listener(const SearchOptions& asked) : options(asked) { next_look = {}; }

  bool proceed(std::int64_t, double) override { return true; }
  bool listens() const override { return true; }
  bool think(const SearchResult& so_far, bool) override {
    check_visits(so_far, options);
    return true;
  }

  const SearchOptions& options;
};

SearchOptions asked(Hidden hidden, std::int64_t iterations) {
  SearchOptions options;
  options.hidden = std::move(hidden);
  options.budget.iterations = iterations;
  options.tree.threads = threads;
  return options;
}

void check_result(const SearchResult& result, const SearchOptions& options) {
  assert(result.iterations == *options.budget.iterations);
  check_visits(result, options);
  assert(result.nodes <= options.tree.max_nodes);
}

// A position some moves into a game, in which a seat acts.
std::unique_ptr<AnyState> position(const AnyGame& game, std::uint64_t seed) {
  Rng rng(seed);
  std::unique_ptr<AnyState> state = game.initial(Stream(seed));
  for (int moves = 0; moves < 6 || state->actor() == chance; ++moves) {
    if (state->actor() == nobody) return position(game, seed + 1);
    const ActionList legal = state->legal_actions();
    state->apply(state->actor() == chance
                     ? state->sample_outcome(rng)
                     : legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
  }
  return state->actor() == nobody ? position(game, seed + 1) : std::move(state);
}

void search_in(const AnyGame& game, const SearchOptions& options) {
  const std::unique_ptr<AnyState> state = position(game, 1);
  Listener listener(options);
  if (!options.believes()) {
    check_result(state->search(options, Stream(1), &listener), options);
    return;
  }
  const auto belief = game.belief(*state->view(state->actor()));
  check_result(belief->search(options, Stream(1), &listener), options);
}

template <class G>
void in_game(std::int64_t iterations) {
  const std::shared_ptr<const AnyGame> game = Dynamic<G>::make(Value{Value::Members{}});
  SearchOptions plain = asked(Nothing{.peek = true}, iterations);
  search_in(*game, plain);
  plain.tree.max_nodes = 9;
  search_in(*game, plain);
  SearchOptions keyed = asked(Nothing{.peek = true}, iterations);
  keyed.tree.transpositions = true;
  search_in(*game, keyed);
  keyed.tree.afterstates = true;
  search_in(*game, keyed);
  if (game->perfect_information()) return;
  search_in(*game, asked(Worlds{}, iterations));
  search_in(*game, asked(InformationSets{}, iterations));
  search_in(*game, asked(InformationSets{.observers = Observers::each}, iterations));
  search_in(*game, asked(Particles{.count = 50}, iterations));
  search_in(*game, asked(BeliefTree{.count = 10}, std::min<std::int64_t>(iterations, 100)));
}

// Everything that changes what a descent does at a node.
void with_all_that_is_asked() {
  const auto game = Dynamic<othello::Othello>::make(Value{Value::Members{}});
  const SearchOptions plain = asked(Nothing{}, 2000);
  const std::vector<Bandit> bandits = {Ucb1{.warm_up = 5}, Ucb1Tuned{}, Thompson{}, Puct{},
                                       BayesianUcb{}};
  for (const Bandit& bandit : bandits) {
    SearchOptions options = plain;
    options.bandit = bandit;
    search_in(*game, options);
  }
  SearchOptions widened = plain;
  widened.tree.widening = 1.0;
  search_in(*game, widened);
  SearchOptions shallow = plain;
  shallow.tree.depth = 2;
  search_in(*game, shallow);
  SearchOptions first = plain;
  first.tree.ties = Ties::first;
  search_in(*game, first);
}

}  // namespace

int main() {
  who_is_alone_is_alone();
  equal_keys_have_one_node();
  who_comes_second_takes_what_is_there();
  nodes_get_moves_while_others_count();
  with_all_that_is_asked();
  in_game<othello::Othello>(2000);
  in_game<bazaar::Bazaar>(2000);
  in_game<leduc::Leduc>(2000);
  in_game<tiger::Tiger>(1000);
  in_game<tiny_coop::TinyCoop>(200);
  in_game<hanabi::Hanabi>(500);
  in_game<cluedo::Cluedo>(200);
  in_game<catan::Catan>(100);
}
