// Leduc poker: that every history counts up, that beliefs are even and fit the view, and that
// states and observations from outside cannot break play.
#include "games/leduc/leduc.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "engine/playout.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;

namespace {

using leduc::Belief;
using leduc::Leduc;
using leduc::State;
using leduc::View;

static_assert(NativeGame<Leduc>);
static_assert(sizeof(State) == 16 && sizeof(View) == 24);

using Bytes = std::array<std::int8_t, sizeof(State)>;

struct Step {
  State before;
  Action action;
  State after;
};

// Everything that can happen: all states, and all steps between them.
struct Histories {
  std::vector<State> states;
  std::vector<Step> steps;
  std::set<Bytes> known;
  int ends = 0;

  explicit Histories(const Leduc& game) {
    for (int first = 0; first < leduc::card_count; ++first) {
      for (int second = 0; second < leduc::card_count; ++second) {
        if (first == second) continue;
        State state;
        state.cards = {static_cast<leduc::Small>(first), static_cast<leduc::Small>(second)};
        visit(game, state);
      }
    }
  }

 private:
  void visit(const Leduc& game, const State& state) {
    states.push_back(state);
    known.insert(std::bit_cast<Bytes>(state));
    ActionList actions;
    if (game.actor(state) == nobody) {
      ++ends;
    } else if (game.actor(state) == chance) {
      OutcomeList outcomes;
      game.outcomes(state, outcomes);
      for (const Outcome& outcome : outcomes) actions.push_back(outcome.id);
    } else {
      game.legal(state, actions);
    }
    for (const Action action : actions) {
      State after = state;
      game.apply(after, action);
      steps.push_back({state, action, after});
      visit(game, after);
    }
  }
};

void every_history(const Leduc& game, const Histories& all) {
  assert(all.ends == 5520 && all.states.size() == 5520 + 3780 + 150);
  std::set<std::uint64_t> positions;
  for (const State& state : all.states) {
    assert(game.problem(state).empty());
    if (state.actor >= 0) positions.insert(hash_bytes(game.view(state, state.actor)));
    if (state.actor != nobody) continue;
    const Returns returns = game.returns(state);
    assert(returns[0] == -returns[1] && std::abs(returns[0]) <= game.return_range().high);
  }
  assert(positions.size() == 936);
  std::printf("histories: %zu, %zu information sets\n", all.states.size(), positions.size());
}

// The quick draw is the one that picking from the list would make.
void random_moves(const Leduc& game, const Histories& all) {
  ActionList legal;
  for (const State& state : all.states) {
    if (state.actor < 0) continue;
    Rng rng(hash_bytes(state));
    Rng twin = rng;
    game.legal(state, legal);
    assert(game.sample_legal(state, rng) ==
           legal[twin.below(static_cast<std::uint32_t>(legal.size()))]);
    assert(rng.next() == twin.next());
  }
}

// A seat holds each state of its view possible, all alike: six standard deviations of 2000 draws.
void even_beliefs(const Leduc& game, const Histories& all) {
  std::array<std::map<std::uint64_t, std::set<Bytes>>, leduc::seat_count> allowed;
  for (const State& state : all.states) {
    for (int seat = 0; seat < leduc::seat_count; ++seat)
      allowed[seat][hash_bytes(game.view(state, seat))].insert(std::bit_cast<Bytes>(state));
  }
  constexpr int draws = 2000;
  Rng rng(5);
  int beliefs = 0;
  for (std::size_t i = 0; i < all.states.size(); i += 5) {
    for (int seat = 0; seat < leduc::seat_count; ++seat, ++beliefs) {
      const View view = game.view(all.states[i], seat);
      const auto& possible = allowed[seat][hash_bytes(view)];
      std::vector<std::pair<State, double>> worlds;
      game.worlds(game.belief(view), worlds);
      assert(worlds.size() == possible.size());
      for (const auto& [world, weight] : worlds) {
        assert(possible.contains(std::bit_cast<Bytes>(world)));
        assert(weight == 1.0 / static_cast<double>(possible.size()));
      }
      std::map<Bytes, int> counts;
      for (int draw = 0; draw < draws; ++draw)
        ++counts[std::bit_cast<Bytes>(game.sample(game.belief(view), rng))];
      assert(counts.size() == possible.size());
      const double share = 1.0 / static_cast<double>(possible.size());
      const double deviation = std::sqrt(draws * share * (1 - share));
      for (const auto& [bytes, count] : counts) {
        assert(possible.contains(bytes));
        assert(std::abs(count - draws * share) <= 6 * deviation);
      }
    }
  }
  std::printf("even beliefs: %d\n", beliefs);
}

// What happened is accepted; what cannot follow from the belief is refused.
void contradictions(const Leduc& game, const Histories& all) {
  Rng rng(7);
  const auto any_step = [&] {
    return all.steps[rng.below(static_cast<std::uint32_t>(all.steps.size()))];
  };
  const auto number = [&] { return static_cast<std::int32_t>(rng.next()) >> rng.below(32); };
  int refused = 0;
  constexpr int tries = 100'000;
  for (int i = 0; i < tries; ++i) {
    const Step step = any_step();
    const int seat = static_cast<int>(rng.below(leduc::seat_count));
    const View before = game.view(step.before, seat);
    const Observation truth = game.observe(step.before, step.action, step.after, seat);
    const View now = game.view(step.after, seat);
    assert(!refuses_update(game, before, truth, now));

    Observation seen = truth;
    View after = now;
    switch (rng.below(4)) {
      case 0:
        seen.action = number();
        break;
      case 1:
        seen.facts[rng.below(Observation::fact_count)] = number();
        break;
      case 2:
        seen.actor = static_cast<std::int32_t>(rng.below(5)) - 2;
        break;
      default:
        after = game.view(any_step().after, seat);
        // Of all cards that fit, a showdown may show any.
        if (after.other_card != leduc::none && now.other_card != leduc::none &&
            after.other_card != now.card && after.other_card != now.board) {
          View other = now;
          other.other_card = after.other_card;
          if (after == other) continue;
        }
    }
    const bool same = seen == truth && after == now;
    assert(refuses_update(game, before, seen, after) == !same);
    refused += !same;
  }
  std::printf("contradictions: %d of %d refused\n", refused, tries);
  assert(refused > tries / 2);
}

// Whatever the bytes are: they are refused unless they are those of a state that can happen.
void states_from_outside(const Leduc& game, const Histories& all) {
  Rng rng(9);
  int accepted = 0;
  constexpr int tries = 500'000;
  for (int i = 0; i < tries; ++i) {
    auto bytes =
        std::bit_cast<Bytes>(all.states[rng.below(static_cast<std::uint32_t>(all.states.size()))]);
    for (auto changes = 1 + rng.below(3); changes > 0; --changes) {
      auto& byte = bytes[rng.below(sizeof(State))];
      byte = static_cast<std::int8_t>(rng.below(4) ? byte + rng.below(3) - 1 : rng.next());
    }
    const bool possible = all.known.contains(bytes);
    assert(game.problem(std::bit_cast<State>(bytes)).empty() == possible);
    accepted += possible;
  }
  std::printf("states from outside: %d of %d accepted\n", accepted, tries);
  assert(accepted > 1000);
}

}  // namespace

int main() {
  const Leduc game({});
  const Histories all(game);
  every_history(game, all);
  random_moves(game, all);
  even_beliefs(game, all);
  contradictions(game, all);
  states_from_outside(game, all);
}
