// The tiger problem: that rewards add up, that the belief is Bayes' rule, and that states and
// observations from outside cannot break play.
#include "games/tiger/tiger.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>

#include "engine/playout.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;

namespace {

using tiger::Belief;
using tiger::State;
using tiger::Tiger;
using tiger::View;

static_assert(NativeGame<Tiger>);
static_assert(sizeof(State) == 16 && sizeof(View) == 24);

using Bytes = std::array<std::int8_t, sizeof(State)>;

struct Step {
  View before;
  Observation seen;
  View after;
};

// One random game; visit(before, action, after) at each step.
template <class Visit>
void follow(const Tiger& game, Rng& rng, Visit&& visit) {
  State state = game.initial(rng);
  while (game.actor(state) != nobody) {
    const State before = state;
    const Action action = random_move(game, state, rng);
    game.apply(state, action);
    visit(before, action, state);
  }
}

// The sum of a game, added up in floating point from what was done.
void rewards() {
  for (const double discount : {1.0, 0.95, 0.5}) {
    const Tiger game({.horizon = 1000, .discount = discount});
    Rng rng(3);
    for (int i = 0; i < 20; ++i) {
      double sum = 0;
      double factor = 1;
      State last;
      follow(game, rng, [&](const State& before, Action action, const State& after) {
        last = after;
        assert(game.problem(before).empty() && game.problem(after).empty());
        if (before.phase != tiger::acting) return;
        sum += factor * (action == tiger::listen                      ? -1
                         : action == tiger::first_door + before.tiger ? -100
                                                                      : 10);
        factor *= discount;
      });
      assert(std::abs(game.returns(last)[0] - sum) < 1e-6);
      assert(sum >= game.return_range().low - 1e-6 && sum <= game.return_range().high + 1e-6);
    }
  }
}

// Bayes' rule, one observation after the other.
void exact_beliefs() {
  double worst = 0;
  int compared = 0;
  for (const double accuracy : {0.5, 0.6, 0.85, 0.99, 1.0}) {
    const Tiger game({.horizon = 300, .accuracy = accuracy});
    Rng rng(11);
    for (int i = 0; i < 50; ++i) {
      double at_left = 0.5;
      follow(game, rng, [&](const State& before, Action action, const State& after) {
        if (before.phase == tiger::hiding) at_left = 0.5;
        if (before.phase == tiger::hearing) {
          const double left = at_left * (action == tiger::left ? accuracy : 1 - accuracy);
          const double right = (1 - at_left) * (action == tiger::right ? accuracy : 1 - accuracy);
          at_left = left / (left + right);
        }
        if (after.phase != tiger::acting) return;
        const View view = game.view(after, 0);
        worst = std::max(worst, std::abs(game.probability(view, tiger::left) - at_left));
        ++compared;
        std::vector<std::pair<State, double>> worlds;
        game.worlds(game.belief(view), worlds);
        double total = 0;
        for (const auto& [world, weight] : worlds) {
          assert(weight > 0 && game.view(world, 0) == view && game.problem(world).empty());
          worst = std::max(worst,
                           std::abs(weight - (world.tiger == tiger::left ? at_left : 1 - at_left)));
          total += weight;
        }
        assert(std::abs(total - 1) < 1e-12);
      });
    }
  }
  std::printf("exact beliefs: %d, largest difference %.1e\n", compared, worst);
  assert(worst < 1e-12);
}

// However sure the seat is, what it thought impossible can still be found.
void surprises() {
  const Tiger game({.horizon = 1000, .discount = 1});
  State before;
  before.step = 999;
  before.heard = {999, 0};
  before.tiger = tiger::right;
  before.sum = -10'000'000'000;
  assert(game.problem(before).empty() && game.probability(game.view(before, 0), 1) < 1e-300);
  State after = before;
  const Action action = tiger::first_door + tiger::left;
  game.apply(after, action);
  Belief belief = game.belief(game.view(before, 0));
  game.update(belief, game.observe(before, action, after, 0), game.view(after, 0));
  assert(game.returns(after)[0] == 0);
}

// Six standard deviations of 100,000 draws at each surplus.
void sample_frequencies() {
  const Tiger game({});
  Rng rng(13);
  constexpr int draws = 100'000;
  for (std::int16_t at_left = 0; at_left <= 4; ++at_left) {
    for (std::int16_t at_right = 0; at_right <= 4; ++at_right) {
      View view = game.view(game.initial(rng), 0);
      view.step = static_cast<std::int16_t>(at_left + at_right);
      view.heard = {at_left, at_right};
      const double odds = std::pow(0.85 / 0.15, at_left - at_right);
      const double share = odds / (1 + odds);
      int left = 0;
      for (int i = 0; i < draws; ++i)
        left += game.sample(game.belief(view), rng).tiger == tiger::left;
      assert(std::abs(left - draws * share) <= 6 * std::sqrt(draws * share * (1 - share)));
    }
  }
}

// What happened is accepted; what cannot follow from the belief is refused.
void contradictions() {
  const Tiger game({});
  Rng rng(7);
  std::vector<Step> steps;
  for (int i = 0; i < 200; ++i) {
    follow(game, rng, [&](const State& before, Action action, const State& after) {
      steps.push_back(
          {game.view(before, 0), game.observe(before, action, after, 0), game.view(after, 0)});
    });
  }
  const auto any_step = [&] { return steps[rng.below(static_cast<std::uint32_t>(steps.size()))]; };
  const auto number = [&] { return static_cast<std::int32_t>(rng.next()) >> rng.below(32); };
  int refused = 0;
  constexpr int tries = 50'000;
  for (int i = 0; i < tries; ++i) {
    const Step truth = any_step();
    assert(!refuses_update(game, truth.before, truth.seen, truth.after));
    Step step = truth;
    switch (rng.below(4)) {
      case 0:
        step.seen.action = number();
        break;
      case 1:
        step.seen.facts[rng.below(Observation::fact_count)] = number();
        break;
      case 2:
        step.seen.actor = static_cast<std::int32_t>(rng.below(5)) - 2;
        break;
      default:
        step.after = any_step().after;
    }
    // The same find behind the other door leads to the same view.
    if (truth.seen.facts[0] != 0 && step.seen.action == 3 - truth.seen.action) continue;
    const bool same = step.seen == truth.seen && step.after == truth.after;
    assert(refuses_update(game, step.before, step.seen, step.after) == !same);
    refused += !same;
  }
  std::printf("contradictions: %d of %d refused\n", refused, tries);
  assert(refused > tries / 2);
}

// Whatever the bytes are: either they are refused, or play ends within the range of returns.
void states_from_outside() {
  int accepted = 0;
  constexpr int tries = 200'000;
  for (int i = 0; i < tries; ++i) {
    Rng rng(static_cast<std::uint64_t>(i));
    const Tiger game({.horizon = 1 + i % 8, .accuracy = i % 3 == 0 ? 1 : 0.85});
    ActionList scratch;
    State state = game.initial(rng);
    for (auto moves = rng.below(16); moves > 0 && game.actor(state) != nobody; --moves) {
      game.apply(state, random_move(game, state, rng));
    }
    auto bytes = std::bit_cast<Bytes>(state);
    for (auto changes = 1 + rng.below(3); changes > 0; --changes) {
      auto& byte = bytes[rng.below(sizeof(State))];
      byte = static_cast<std::int8_t>(rng.below(4) ? byte + rng.below(3) - 1 : rng.next());
    }
    state = std::bit_cast<State>(bytes);
    if (!game.problem(state).empty()) continue;
    ++accepted;
    const View view = game.view(state, 0);
    const State sample = game.sample(game.belief(view), rng);
    assert(game.view(sample, 0) == view && game.problem(sample).empty());
    const Returns returns = playout(game, state, scratch, rng);
    assert(returns[0] >= game.return_range().low && returns[0] <= game.return_range().high);
  }
  std::printf("states from outside: %d of %d accepted\n", accepted, tries);
  assert(accepted > 1000);
}

}  // namespace

int main() {
  rewards();
  exact_beliefs();
  surprises();
  sample_frequencies();
  contradictions();
  states_from_outside();
}
