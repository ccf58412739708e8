// The search: what the bandit prefers, how the tree grows, what is counted and that it repeats.
#include "search/planner_of.hpp"

#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>
#include <thread>

#include "games/othello/othello.hpp"
#include "search/agent.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;
using othello::Othello;

// Compiled with the core; only the games made here are not.
extern template class otherminds::Planner<Othello>;

namespace {

// One search from a state with what the options need; the tests name no policies.
template <Game G>
SearchResult search(const G& game, const typename G::State& root, const SearchOptions& options,
                    Stream stream, Monitor* monitor) {
  check(options);
  return otherminds::search<G>(game, &root, nullptr, options, {}, stream, monitor);
}

// A toolbox with nothing in it.
struct NoTools : Toolbox<Othello> {
  std::shared_ptr<const Policy<Othello>> named_policy(const std::string&,
                                                      const Value&) const override {
    return nullptr;
  }
  std::shared_ptr<const Policy<Othello>> foreign_policy(
      const std::shared_ptr<Foreign>&) const override {
    return nullptr;
  }
  std::shared_ptr<const Evaluator<Othello>> named_evaluator(const std::string&) const override {
    return nullptr;
  }
  std::shared_ptr<const Evaluator<Othello>> foreign_evaluator(
      const std::shared_ptr<Foreign>&) const override {
    return nullptr;
  }
  std::vector<std::string_view> type_names() const override { return {}; }
};

SearchOptions iterations(std::int64_t number, std::int64_t max_nodes = 1'000'000) {
  SearchOptions options;
  options.budget.iterations = number;
  options.tree.max_nodes = max_nodes;
  return options;
}

SearchResult search_start(const Othello& game, const SearchOptions& options, std::uint64_t seed,
                          Monitor* monitor = nullptr) {
  Rng rng(0);
  return search(game, game.initial(rng), options, Stream(seed), monitor);
}

std::int64_t visits(const SearchResult& result) {
  std::int64_t sum = 0;
  for (const ActionStatistics& action : result.actions) sum += action.visits;
  return sum;
}

// Means 0.5, 0.6 and 0.2 after 10, 20 and 5 of 35 visits. With c = sqrt(2) the bounds are
//   0.5 + 1.41421 * sqrt(3.55535 / 10) = 1.34324
//   0.6 + 1.41421 * sqrt(3.55535 / 20) = 1.19626
//   0.2 + 1.41421 * sqrt(3.55535 /  5) = 1.39253
// and with c = 0.5 they are 0.79813, 0.81081 and 0.62163.
void ucb1_by_hand() {
  std::vector<Edge> edges(3);
  edges[0] = {.total = 5.0, .visits = 10};
  edges[1] = {.total = 12.0, .visits = 20};
  edges[2] = {.total = 1.0, .visits = 5};
  assert(select(Ucb1{}, edges, 35) == 2);
  assert(select(Ucb1{.exploration = 0.5}, edges, 35) == 1);
  assert(select(Ucb1{.exploration = 0}, edges, 35) == 1);
  assert(select(Ucb1{.exploration = 1e6}, edges, 35) == 2);
  // Between: 0.5 + c * 0.59627 and 0.6 + c * 0.42162 meet at c = 0.57258.
  const std::span<const Edge> two(edges.data(), 2);
  assert(select(Ucb1{.exploration = 0.572}, two, 35) == 1);
  assert(select(Ucb1{.exploration = 0.573}, two, 35) == 0);
  // With ln 36 instead of ln 35 they meet at c = 0.57034.
  assert(select(Ucb1{.exploration = 0.571}, two, 35) == 1);
  const Quirks extra{.extra_visit = true};
  assert(select(Ucb1{.exploration = 0.571}, two, extra.parent_visits(35)) == 0);
  assert(select(Ucb1{.exploration = 0.570}, two, extra.parent_visits(35)) == 1);
  std::vector<Arm> arms(2);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    arms[i].total = edges[i].total;
    arms[i].visits = edges[i].visits;
    arms[i].parent = 35;
  }
  Rng rng(1);
  assert(pick(Ucb1{.exploration = 0.571}, arms, Ties::first, {}, rng) == 1);
  for (Arm& arm : arms) arm.parent = extra.parent_visits(arm.parent);
  assert(pick(Ucb1{.exploration = 0.571}, arms, Ties::first, extra, rng) == 0);
  // The first of equals, and a total of nothing at all.
  std::vector<Edge> equal(4, Edge{.total = 0.0, .visits = 3});
  assert(select(Ucb1{}, equal, 12) == 0);
  assert(select(Ucb1{.exploration = 0}, equal, 12) == 0);
}

void a_tree_grows_to_its_bound() {
  Tree tree(3);
  assert(tree.add_node() == 0);
  Plot plot;
  tree.expand(0, {4, 7, 9}, plot);
  assert(tree.node(0).of_seat() && !tree.node(0).of_chance());
  assert(tree.edges(tree.node(0)).size() == 3);
  assert(tree.edges(tree.node(0))[1].action == 7);
  assert(tree.edge(tree.node(0).run.first + 2).child == no_node);

  const std::uint32_t turn = tree.add_node();
  assert(!tree.full() && tree.edges(tree.node(turn)).empty());
  assert(!tree.commonest_outcome(tree.node(turn)));
  const std::uint32_t child = tree.outcome_child(turn, 5, plot);
  assert(child == 2 && tree.full());
  assert(tree.node(turn).of_chance() && !tree.node(turn).of_seat());
  assert(tree.outcome_child(turn, 6, plot) == no_node);  // no room
  assert(tree.outcome_child(turn, 5, plot) == child);
  assert(tree.commonest_outcome(tree.node(turn))->id == 5);
  assert(tree.commonest_outcome(tree.node(turn))->visits == 2);
  assert(tree.edges(tree.node(turn)).empty());
  assert(!tree.commonest_outcome(tree.node(0)));
  assert(tree.size() == 3);
}

void iterations_are_counted() {
  const Othello game({});
  for (const std::int64_t number : {1, 2, 3, 4, 5, 100, 1000}) {
    const SearchResult result = search_start(game, iterations(number), 1);
    assert(result.iterations == number && visits(result) == number);
    assert(result.nodes == number + 1);  // the root, and one a new iteration while there is room
    assert(result.actions.size() == 4);
    assert(result.values[0] == -result.values[1]);
    assert(result.line.front().action == result.action);
  }
}

void small_trees_work() {
  const Othello game({.size = 4});
  for (const std::int64_t nodes : {1, 2, 3, 10, 50}) {
    const SearchResult result = search_start(game, iterations(500, nodes), 1);
    assert(result.nodes == nodes && visits(result) == 500);
  }
}

void a_seed_decides_everything() {
  const Othello game({});
  const SearchResult first = search_start(game, iterations(500), 1);
  const SearchResult again = search_start(game, iterations(500), 1);
  const SearchResult other = search_start(game, iterations(500), 2);
  assert(first.action == again.action && first.line == again.line && first.nodes == again.nodes);
  assert(first.values == again.values && first.depth == again.depth);
  bool differs = false;
  for (std::size_t i = 0; i < first.actions.size(); ++i) {
    assert(first.actions[i].visits == again.actions[i].visits);
    assert(first.actions[i].value == again.actions[i].value);
    differs = differs || first.actions[i].visits != other.actions[i].visits;
  }
  assert(differs);
}

void positions_without_a_choice_are_refused() {
  const Othello game({.size = 4});
  Rng rng(1);
  othello::State state = game.initial(rng);
  ActionList scratch;
  playout(game, state, scratch, rng);
  assert(refuses([&] { search(game, state, iterations(5), Stream(0), nullptr); }));
  assert(refuses([&] { search_start(game, SearchOptions{}, 0); }));  // no budget
}

struct Counter : Monitor {
  std::int64_t looks = 0;
  std::int64_t last = 0;
  bool proceed(std::int64_t iterations, double) override {
    last = iterations;
    return ++looks < 3;
  }
};

void a_monitor_ends_the_search() {
  const Othello game({});
  Counter counter;
  const SearchResult result = search_start(game, iterations(4'000'000'000, 100), 1, &counter);
  assert(counter.looks == 3 && result.iterations == counter.last);
  assert(visits(result) == result.iterations);
  // It keeps its time from search to search: short ones are looked at too.
  Counter patient;
  for (int i = 0; i < 1'000'000 && patient.looks < 2; ++i)
    search_start(game, iterations(32), 1, &patient);
  assert(patient.looks == 2);
}

// Who acts follows a count of questions, not the position: what only a stranger's game can do.
struct Fickle : Othello {
  using Othello::Othello;
  int actor(const State& state) const {
    ++asked;
    if (Othello::actor(state) == nobody) return nobody;
    return asked % period < period / 2 ? chance : Othello::actor(state);
  }
  Action sample_outcome(const State& state, Rng& rng) const { return sample_legal(state, rng); }
  mutable int asked = 0;
  int period = 1'000'000;
};

void games_that_contradict_themselves_are_refused() {
  for (int period = 2; period < 400; period += 7) {
    for (const int start : {period / 2, period - 2}) {
      Fickle game(othello::Options{.size = 4});
      game.period = period;
      game.asked = start;
      Rng rng(0);
      const othello::State root = game.initial(rng);
      try {
        const SearchResult result = search(game, root, iterations(300), Stream(1), nullptr);
        assert(visits(result) <= 300);
      } catch (const Error& error) {
        assert(error.kind == ErrorKind::game || error.kind == ErrorKind::option);
      }
    }
  }
}

void an_agent_remembers_its_last_search() {
  const Othello game({.size = 4});
  SearchAgent<Othello> agent(game, iterations(50), NoTools(), nullptr);
  Rng rng(0);
  const othello::View view = game.view(game.initial(rng), 0);
  assert(!agent.last_result());
  agent.begin(game, 0, view, Stream(1));
  const Action action = agent.act(view, nullptr);
  assert(agent.last_result()->action == action && agent.last_result()->iterations == 50);
  agent.end({});
  SearchOptions peeking = iterations(5);
  peeking.hidden = Nothing{.peek = true};
  assert(SearchAgent<Othello>(game, peeking, NoTools(), nullptr).peeks() && !agent.peeks());
}

// Counts what searches judge.
struct CountedJudge final : Evaluator<Othello> {
  void evaluate(const Othello&, std::span<const othello::State* const> positions,
                std::span<Returns> values, std::vector<std::vector<double>>&) const override {
    judged += positions.size();
    for (Returns& each : values) each = {0.25, -0.25};
  }
  mutable std::atomic<std::size_t> judged = 0;
};

struct CountingTools final : NoTools {
  std::shared_ptr<const Evaluator<Othello>> named_evaluator(const std::string&) const override {
    return judge;
  }
  std::shared_ptr<CountedJudge> judge = std::make_shared<CountedJudge>();
};

// After one move on the small board there are three replies.
othello::State one_move(const Othello& game) {
  Rng rng(0);
  othello::State state = game.initial(rng);
  ActionList legal;
  game.legal(state, legal);
  game.apply(state, legal.front());
  game.legal(state, legal);
  assert(legal.size() == 3);
  return state;
}

void a_nested_search_is_asked_as_often_as_it_may_recall() {
  const Othello game({.size = 4});
  const othello::State world = one_move(game);
  SearchOptions options = iterations(6);
  Uniform judged;
  judged.depth = 0;
  judged.evaluation = EvaluationSpec{.name = "counted"};
  options.rollout = judged;
  for (const std::int64_t recall : {0, 1, 3}) {
    const CountingTools tools;
    const auto model = make_nested_model(game, options, tools, recall);
    Rng rng(5);
    for (int ask = 0; ask < 100; ++ask) model->act(game, world, game.actor(world), {}, rng);
    assert(tools.judge->judged == 6U * static_cast<std::size_t>(recall > 0 ? recall : 100));
  }
}

void what_is_recalled_is_the_same_whoever_asks() {
  const Othello game({.size = 4});
  const othello::State world = one_move(game);
  const int seat = game.actor(world);
  const auto make = [&] { return make_nested_model(game, iterations(6), NoTools(), 50); };
  const auto ask = [&](const Model<Othello>& model, std::uint64_t seed) {
    Rng rng(seed);
    return model.act(game, world, seat, {}, rng);
  };
  const auto one = make();
  const auto other = make();
  std::vector<Action> first(200);
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = ask(*one, i);
  for (std::size_t i = first.size(); i-- > 0;) assert(ask(*other, i) == first[i]);
  const auto shared = make();
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < first.size(); ++i) wrong += ask(*shared, i) != first[i];
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(wrong == 0);
}

// Shares of 20,000 answers have a deviation of at most 0.0036, their difference one of 0.005: it
// exceeds 0.025 less than once in a million runs.
void many_answers_are_as_frequent_as_new_ones() {
  const Othello game({.size = 4});
  const othello::State world = one_move(game);
  const int seat = game.actor(world);
  constexpr std::int64_t number = 20'000;
  const auto anew = make_nested_model(game, iterations(6), NoTools(), 0);
  const auto recalled = make_nested_model(game, iterations(6), NoTools(), number);
  ActionList legal;
  game.legal(world, legal);
  std::vector<double> shares(legal.size());
  recalled->probabilities(game, world, seat, {}, legal, shares);
  std::vector<double> seen(legal.size(), 0.0);
  Rng rng(7);
  for (std::int64_t i = 0; i < number; ++i) {
    const Action action = anew->act(game, world, seat, {}, rng);
    seen[static_cast<std::size_t>(std::ranges::find(legal, action) - legal.begin())] +=
        1.0 / number;
  }
  for (std::size_t i = 0; i < legal.size(); ++i) assert(std::abs(seen[i] - shares[i]) < 0.025);
  assert(std::ranges::max(seen) - std::ranges::min(seen) > 0.05);  // not merely uniform
}

void a_full_recollection_forgets() {
  Recollection answers;
  for (std::uint64_t key = 0; key < Recollection::capacity; ++key) answers.keep(key, 3);
  assert(answers.find(0) == 3);
  answers.keep(Recollection::capacity, 4);
  assert(!answers.find(0) && answers.find(Recollection::capacity) == 4);
}

void a_look_ahead_is_counted_where_it_ends() {
  SearchOptions options = iterations(10);
  assert(!look_ahead(options, 2));  // plays to the end
  Uniform rollout;
  rollout.depth = 7;
  rollout.evaluation = EvaluationSpec{.name = "any"};
  options.rollout = rollout;
  assert(!look_ahead(options, 2));  // a tree of any depth
  options.tree.depth = 3;
  assert(look_ahead(options, 2) == 6 + 7);
  rollout.from_root = true;
  options.rollout = rollout;
  assert(look_ahead(options, 2) == 7 && look_ahead(options, 3) == 9);
  options.tree.depth = std::numeric_limits<std::int64_t>::max();
  assert(!look_ahead(options, 2));
  options.evolve = EvolveOptions{.length = 4, .macro = 2, .turns = 3};
  assert(look_ahead(options, 2) == 48);
  options.quirks.mutates_parts = true;
  assert(!look_ahead(options, 2));
}

}  // namespace

int main() {
  ucb1_by_hand();
  a_tree_grows_to_its_bound();
  iterations_are_counted();
  small_trees_work();
  a_seed_decides_everything();
  positions_without_a_choice_are_refused();
  a_monitor_ends_the_search();
  games_that_contradict_themselves_are_refused();
  an_agent_remembers_its_last_search();
  a_nested_search_is_asked_as_often_as_it_may_recall();
  what_is_recalled_is_the_same_whoever_asks();
  many_answers_are_as_frequent_as_new_ones();
  a_full_recollection_forgets();
  a_look_ahead_is_counted_where_it_ends();
  std::puts("ok");
}
