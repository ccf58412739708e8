// Tiny Co-Op: that the tables are the truth about play, that beliefs are exact, and that neither
// states nor observations from outside can break play.
#include "games/tiny_coop/tiny_coop.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/playout.hpp"
#include "games/tiny_coop/tables.hpp"
#include "tests/expectations.hpp"
#include "tests/random_game.hpp"

using namespace otherminds;

namespace {

using tiny_coop::Belief;
using tiny_coop::Options;
using tiny_coop::State;
using tiny_coop::TinyCoop;
using tiny_coop::View;

static_assert(NativeGame<TinyCoop>);
static_assert(sizeof(State) == 28 && sizeof(View) == 28);

constexpr auto crowded =
    "#######\n"
    "#0a.G.#\n"
    "#1b.#A#\n"
    "#2..#.#\n"
    "#3.B.G#\n"
    "#######";

std::vector<Options> variants() {
  std::vector<Options> all;
  for (const auto& level : tiny_coop::named_levels())
    for (const int edition : {1, 2})
      for (const char* actions : {"simple", "relative", "full"})
        all.push_back({.level = std::string(level.name),
                       .edition = edition,
                       .actions = actions,
                       .ticks = 60});
  for (const int edition : {1, 2}) {
    for (const char* order : {"id", "scan"}) {
      for (const char* collision : {"share", "block"})
        all.push_back({.level = crowded,
                       .edition = edition,
                       .actions = "relative",
                       .order = order,
                       .collision = collision,
                       .ticks = 40});
    }
  }
  return all;
}

// A tick is worth one tick: no joint move gets nearer to the end by more, and one by exactly that.
void distances() {
  int compared = 0;
  for (const Options& options : variants()) {
    if (options.actions == "full") continue;
    const TinyCoop game(options);
    if (game.seats() > 2) continue;
    const auto& solution = game.tables()->solution(game);
    Rng rng(5);
    for (int i = 0; i < 20; ++i) {
      for (const Step<TinyCoop>& step : random_game(game, rng)) {
        if (step.before.turn != 0) continue;
        const auto& [cells, visited] = std::pair(step.before.cells, step.before.visited);
        const int here = solution.ticks(cells, visited);
        assert(here != tiny_coop::never && here > 0);
        int nearest = tiny_coop::never;
        tiny_coop::each_joint_move(2, [&](const tiny_coop::Moves& moves) {
          State state = step.before;
          game.apply(state, moves[0]);
          game.apply(state, moves[1]);
          const int there = solution.ticks(state.cells, state.visited);
          assert((there == 0) == game.won(state.visited));
          nearest = std::min(nearest, there);
        });
        assert(nearest == here - 1);
        ++compared;
      }
    }
  }
  std::printf("distances: %d positions\n", compared);
}

// The player that knows the distances needs exactly as many ticks.
void cooperation() {
  for (const Options& options : variants()) {
    const TinyCoop game(options);
    if (!tiny_coop::Solution::fits(game)) continue;
    const auto& solution = game.tables()->solution(game);
    Rng rng(1);
    State state = game.initial(rng);
    const int promised = solution.ticks(state.cells, state.visited);
    while (game.actor(state) != nobody) {
      const auto moves = solution.best(game, state.cells, state.visited);
      for (int agent = 0; agent < game.seats(); ++agent) game.apply(state, moves[agent]);
    }
    assert(game.won(state.visited) && state.tick == promised);
    std::printf("%s, edition %d: %d ticks\n", options.level.c_str(), options.edition, promised);
  }
}

// From wherever the agents are, some joint move makes the relaxed evaluation better: a search that
// follows it is never stuck.
void progress() {
  int compared = 0;
  for (const Options& options : variants()) {
    const TinyCoop game(options);
    if (options.actions == "full" || game.seats() > 2) continue;
    const auto& entries = evaluators(game);
    const auto distance =
        std::ranges::find(entries, "distance", &EvaluatorEntry<TinyCoop>::name)->judge;
    Rng rng(21);
    for (int i = 0; i < 10; ++i) {
      for (const Step<TinyCoop>& step : random_game(game, rng)) {
        if (step.before.turn != 0) continue;
        const double here = distance(game, step.before)[0];
        assert(here >= game.score(step.before.visited));
        double best = 0;
        tiny_coop::each_joint_move(2, [&](const tiny_coop::Moves& moves) {
          State state = step.before;
          game.apply(state, moves[0]);
          game.apply(state, moves[1]);
          best = std::max(best, distance(game, state)[0]);
        });
        assert(best > here);
        ++compared;
      }
    }
  }
  std::printf("progress: %d positions\n", compared);
}

void evaluations() {
  for (const Options& options : variants()) {
    const TinyCoop game(options);
    Rng rng(9);
    for (const Step<TinyCoop>& step : random_game(game, rng)) {
      if (game.actor(step.after) == nobody) continue;
      for (const auto& entry : evaluators(game)) {
        const Returns values = entry.judge(game, step.after);
        for (int seat = 0; seat < game.seats(); ++seat)
          assert(values[seat] >= 0 && values[seat] <= 1 && values[seat] == values[0]);
      }
    }
  }
}

using Key = std::array<std::int16_t, tiny_coop::most_agents>;

// Worlds are all choices that a view leaves open, equally likely; samples have those frequencies.
void exact_beliefs() {
  const TinyCoop game({.level = crowded, .actions = "simple", .ticks = 3});
  Rng rng(3);
  for (const Step<TinyCoop>& step : random_game(game, rng)) {
    const State& truth = step.after;
    if (game.actor(truth) == nobody) continue;
    for (int seat = 0; seat < game.seats(); ++seat) {
      const View view = game.view(truth, seat);
      const Belief belief = game.belief(view);
      std::vector<std::pair<State, double>> worlds;
      game.worlds(belief, worlds);
      const int hidden = truth.turn - (seat < truth.turn ? 1 : 0);
      assert(worlds.size() == static_cast<std::size_t>(std::lround(std::pow(5, hidden))));
      std::map<Key, int> counts;
      for (const auto& [world, weight] : worlds) {
        assert(game.view(world, seat) == view && game.problem(world).empty());
        assert(std::abs(weight * static_cast<double>(worlds.size()) - 1) < 1e-12);
        counts[world.choices] = 0;
      }
      assert(counts.size() == worlds.size());
      const int draws = 2000 * static_cast<int>(worlds.size());
      for (int i = 0; i < draws; ++i) {
        const State world = game.sample(belief, rng);
        assert(counts.contains(world.choices));
        ++counts[world.choices];
      }
      for (const auto& [choices, count] : counts) assert(std::abs(count - 2000) < 6 * 45);
    }
  }
}

// What happened is accepted; what cannot follow from the belief is refused.
void contradictions() {
  int refused = 0;
  int tried = 0;
  for (const Options& options : variants()) {
    const TinyCoop game(options);
    Rng rng(7);
    const auto steps = random_game(game, rng);
    const auto any = [&] { return steps[rng.below(static_cast<std::uint32_t>(steps.size()))]; };
    for (int i = 0; i < 2000; ++i) {
      const auto step = any();
      const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.seats())));
      const View before = game.view(step.before, seat);
      const Observation truth = game.observe(step.before, step.action, step.after, seat);
      const View after = game.view(step.after, seat);
      assert(!refuses_update(game, before, truth, after));
      Observation seen = truth;
      const auto number = static_cast<std::int32_t>(rng.next()) >> rng.below(32);
      if (i % 3 == 0) seen.action = number;
      if (i % 3 == 1) seen.facts[rng.below(Observation::fact_count)] = number;
      if (i % 3 == 2) seen.actor = static_cast<std::int32_t>(rng.below(6)) - 2;
      if (seen == truth) continue;
      ++tried;
      // Another choice may lead to the same view, such as one of two walls; it must be a choice.
      if (refuses_update(game, before, seen, after)) {
        ++refused;
      } else {
        const bool shown = truth.facts[0] == 1;
        assert(shown && seen.action >= 0 && seen.action < game.action_count());
      }
    }
  }
  std::printf("contradictions: %d of %d refused\n", refused, tried);
  assert(refused > tried / 2);
}

using Bytes = std::array<std::int8_t, sizeof(State)>;

// Whatever the bytes are: either they are refused, or play and every table can take them.
void states_from_outside() {
  int accepted = 0;
  int tried = 0;
  for (const Options& options : variants()) {
    const TinyCoop game(options);
    const bool solved = options.actions != "full" && tiny_coop::Solution::fits(game);
    Rng rng(13);
    ActionList scratch;
    for (int i = 0; i < 3000; ++i) {
      State state = game.initial(rng);
      for (auto moves = rng.below(40); moves > 0 && game.actor(state) != nobody; --moves)
        game.apply(state, game.sample_legal(state, rng));
      auto bytes = std::bit_cast<Bytes>(state);
      for (auto changes = 1 + rng.below(3); changes > 0; --changes) {
        auto& byte = bytes[rng.below(sizeof(State))];
        byte = static_cast<std::int8_t>(rng.below(4) ? byte + rng.below(3) - 1 : rng.next());
      }
      state = std::bit_cast<State>(bytes);
      ++tried;
      if (!game.problem(state).empty()) continue;
      ++accepted;
      for (int seat = 0; seat < game.seats(); ++seat) {
        const View view = game.view(state, seat);
        const State sample = game.sample(game.belief(view), rng);
        assert(game.view(sample, seat) == view && game.problem(sample).empty());
        assert(!game.text(view).empty());
      }
      if (solved) {
        game.tables()->solution(game).ticks(state.cells, state.visited);
        for (const auto& entry : evaluators(game)) entry.judge(game, state);
      }
      const Returns returns = playout(game, state, scratch, rng);
      assert(returns[0] >= 0 && returns[0] <= 1);
    }
  }
  std::printf("states from outside: %d of %d accepted\n", accepted, tried);
  assert(accepted > 1000);
}

// From two views with one outlook the same moves lead to the same places, visits and end.
void outlooks() {
  int merged = 0;
  for (const Options& options : variants()) {
    Options short_game = options;
    short_game.ticks = 12;
    const TinyCoop game(short_game);
    Rng rng(11);
    for (int trial = 0; trial < 40; ++trial) {
      State one = game.initial(rng);
      const std::uint32_t before = rng.below(12U * static_cast<std::uint32_t>(game.seats()));
      for (std::uint32_t i = 0; i < before && game.actor(one) >= 0; ++i)
        game.apply(one, game.sample_legal(one, rng));
      if (game.actor(one) < 0) continue;
      State other = one;
      other.tick = static_cast<std::int16_t>(rng.below(12));
      for (int agent = 0; agent < game.seats(); ++agent)
        other.flares[agent] = static_cast<std::int16_t>(
            game.action_set() == tiny_coop::ActionSet::simple ? tiny_coop::none : rng.below(4));
      const int moves = static_cast<int>(rng.below(20));
      const int seat = game.actor(one);
      const View view = game.outlook(game.view(one, seat), moves);
      if (!(view == game.outlook(game.view(other, seat), moves))) continue;
      merged += one.tick != other.tick;
      for (int move = 0; move < moves && game.actor(one) >= 0; ++move) {
        const Action action = game.sample_legal(one, rng);
        game.apply(one, action);
        game.apply(other, action);
        assert(one.cells == other.cells && one.visited == other.visited);
        assert(one.turn == other.turn && one.choices == other.choices);
        assert(game.returns(one) == game.returns(other));
      }
    }
  }
  assert(merged > 100);
}

}  // namespace

int main() {
  distances();
  cooperation();
  evaluations();
  progress();
  exact_beliefs();
  contradictions();
  states_from_outside();
  outlooks();
}
