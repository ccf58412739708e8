// Bazaar: who sees what, that beliefs are exact, that returns keep to their range and that states
// and observations from outside cannot break play.
#include "games/bazaar/bazaar.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>

#include "engine/playout.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;
using namespace otherminds::bazaar;

namespace {

static_assert(NativeGame<Bazaar>);
static_assert(sizeof(State) == 21 && sizeof(View) == 24);

using Bytes = std::array<std::int8_t, sizeof(State)>;

enum Kind : int { silk, spice, tea };

Action offer(int seat, int give, int want) {
  return first_offer + seat * offers_per_seat + give * (kind_count - 1) + want - (want > give);
}

// The state after these actions and outcomes, each checked to be possible.
State played(const Bazaar& game, State state, std::initializer_list<Action> actions) {
  for (const Action action : actions) {
    bool possible = false;
    if (game.actor(state) == chance) {
      OutcomeList outcomes;
      game.outcomes(state, outcomes);
      for (const Outcome& outcome : outcomes) possible = possible || outcome.id == action;
    } else {
      ActionList legal;
      game.legal(state, legal);
      possible = std::ranges::find(legal, action) != legal.end();
    }
    assert(possible);
    game.apply(state, action);
    assert(game.problem(state).empty());
  }
  return state;
}

State dealt(const Hand& first, const Hand& second, const Hand& third) {
  State state;
  state.goods = {first, second, third};
  state.coins.fill(start_coins);
  return state;
}

Observation seen_by(const Bazaar& game, const State& before, Action action, int seat) {
  State after = before;
  game.apply(after, action);
  return game.observe(before, action, after, seat);
}

void who_sees_what() {
  const Bazaar game({.rounds = 3});
  const State start = dealt({2, 0, 0}, {0, 1, 1}, {1, 0, 1});

  const State first_bid = played(game, start, {tea});
  assert(seen_by(game, first_bid, 2, 0).action == 2);
  assert(seen_by(game, first_bid, 2, 1).action == hidden_action);
  const State last_bid = played(game, first_bid, {2, 1});
  assert(game.view(last_bid, 0).bid == 2 && game.view(last_bid, 1).bid == 1);
  assert(game.view(last_bid, 2) == game.view(played(game, first_bid, {0, 0}), 2));
  for (int seat = 0; seat < seat_count; ++seat) {
    const Observation all = seen_by(game, last_bid, 0, seat);
    assert(all.actor == 2 && all.action == 0);
    assert((all.facts == std::array<std::int32_t, 8>{1, 2, 1, 0}));
  }

  // Seat 0 won the tea for 2 and steals from seat 1: seats 0 and 1 see the good, seat 2 does not.
  const State bought = played(game, last_bid, {0});
  assert((bought.goods[0] == Hand{2, 0, 1}) && bought.coins[0] == 1);
  const State stealing = played(game, bought, {first_steal + 1});
  assert(stealing.coins[0] == 0);
  OutcomeList outcomes;
  game.outcomes(stealing, outcomes);
  assert(outcomes.size() == 2 && outcomes[0].id == first_stolen + spice);
  assert(outcomes[0].probability == 0.5);
  assert(seen_by(game, stealing, first_stolen + tea, 0).action == first_stolen + tea);
  assert(seen_by(game, stealing, first_stolen + tea, 1).action == first_stolen + tea);
  assert(seen_by(game, stealing, first_stolen + tea, 2).action == hidden_action);
  const State stolen = played(game, stealing, {first_stolen + tea});
  assert(game.view(stolen, 2) == game.view(played(game, stealing, {first_stolen + spice}), 2));

  // Nobody wins a tie. Seat 1 offers its spice; only who has the wanted good may accept.
  const State tied = played(game, stolen, {silk, 0, 1, 1});
  assert(tied.goods == stolen.goods && tied.coins == stolen.coins);
  ActionList legal;
  game.legal(played(game, tied, {offer(2, spice, tea)}), legal);
  assert((legal == ActionList{accept, reject}));
  game.legal(played(game, tied, {offer(0, spice, silk)}), legal);
  assert((legal == ActionList{accept, reject}));
  const State swapped = played(game, tied, {offer(2, spice, tea), accept});
  assert((swapped.goods[1] == Hand{0, 0, 1}) && (swapped.goods[2] == Hand{1, 1, 0}));
  const State refused = played(game, tied, {offer(2, spice, tea), reject});
  assert(refused.goods == tied.goods);

  const State end = played(game, swapped, {spice, 0, 0, 0, pass});
  assert(game.actor(end) == nobody);
  const Returns returns = game.returns(end);
  assert(returns[0] == 0 + 4 && returns[1] == 3 + 1 && returns[2] == 3 + 2);
}

// The bounds hold in random play and each is reached.
void return_range() {
  for (int rounds = 1; rounds <= 6; ++rounds) {
    const Bazaar game({.rounds = rounds});
    Rng rng(static_cast<std::uint64_t>(rounds));
    ActionList scratch;
    for (int i = 0; i < 20'000; ++i) {
      State state = game.initial(rng);
      const Returns returns = playout(game, state, scratch, rng);
      for (int seat = 0; seat < seat_count; ++seat)
        assert(returns[seat] >= game.return_range().low &&
               returns[seat] <= game.return_range().high);
    }

    // Seat 2 pays 2 and then 1 for silk it has enough of, and everybody steals from it.
    State poor = dealt({2, 0, 0}, {2, 0, 0}, {2, 0, 0});
    for (int round = 0; round < rounds; ++round) {
      const Action bid = round == 0 ? 2 : round == 1 ? 1 : 0;
      poor = played(game, poor, {silk, 0, 0, bid});
      const bool robbed = round % seat_count != 2 && hand_size(poor.goods[2]) > 0;
      poor = robbed ? played(game, poor, {first_steal + 2, first_stolen + silk})
                    : played(game, poor, {pass});
    }
    assert(game.returns(poor)[2] == game.return_range().low);

    State rich = dealt({1, 1, 0}, {2, 0, 0}, {2, 0, 0});
    for (int round = 0; round < rounds; ++round)
      rich = played(game, rich, {tea, round == 0 ? 1 : 0, 0, 0, pass});
    assert(game.returns(rich)[0] == game.return_range().high);
  }
}

// Everything that one seat holds possible, as whole states, listed from all 729 deals on without
// joining what is alike: slow, and simple enough to be believed.
class Enumeration {
 public:
  Enumeration(const Bazaar& game, const View& first) : game_(game) {
    for (int deal = 0; deal < 729; ++deal) {
      State state = dealt({}, {}, {});
      for (int good = 0, rest = deal; good < 6; ++good, rest /= 3)
        ++state.goods[good / 2][rest % 3];
      if (game.view(state, first.seat) == first) worlds_.emplace_back(state, 1.0 / 729);
    }
  }

  void update(const Observation& seen, const View& now) {
    std::vector<std::pair<State, double>> next;
    for (const auto& [world, weight] : worlds_) {
      OutcomeList possible;
      if (game_.actor(world) == chance) {
        game_.outcomes(world, possible);
      } else {
        ActionList legal;
        game_.legal(world, legal);
        // Bids are uniform where they stay hidden; other choices say only that they were legal.
        const double share = world.phase == bidding ? 1.0 / static_cast<double>(legal.size()) : 1.0;
        for (const Action action : legal) possible.push_back({action, share});
      }
      for (const auto& [action, probability] : possible) {
        State after = world;
        game_.apply(after, action);
        if (game_.observe(world, action, after, now.seat) == seen &&
            game_.view(after, now.seat) == now)
          next.emplace_back(after, weight * probability);
      }
    }
    worlds_ = std::move(next);
  }

  std::map<Bytes, double> distribution() const {
    std::map<Bytes, double> joined;
    double total = 0;
    for (const auto& [world, weight] : worlds_) total += weight;
    for (const auto& [world, weight] : worlds_)
      joined[std::bit_cast<Bytes>(world)] += weight / total;
    return joined;
  }

 private:
  const Bazaar& game_;
  std::vector<std::pair<State, double>> worlds_;
};

// Follows one random game from one seat; visit(belief, enumeration) after each observation.
template <class Visit>
void follow(const Bazaar& game, int seat, std::uint64_t seed, Visit&& visit) {
  Rng rng(seed);
  State state = game.initial(rng);
  Belief belief = game.belief(game.view(state, seat));
  Enumeration enumeration(game, belief.view);
  visit(state, belief, enumeration);
  while (game.actor(state) != nobody) {
    const State before = state;
    const Action action = random_move(game, state, rng);
    game.apply(state, action);
    const Observation seen = game.observe(before, action, state, seat);
    game.update(belief, seen, game.view(state, seat));
    enumeration.update(seen, game.view(state, seat));
    visit(state, belief, enumeration);
  }
}

void exact_weights() {
  double worst = 0;
  int compared = 0;
  for (int rounds = 1; rounds <= 6; ++rounds) {
    const Bazaar game({.rounds = rounds});
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const int seat = static_cast<int>(seed % seat_count);
      follow(game, seat, seed, [&](const State&, const Belief& belief, const Enumeration& worlds) {
        std::array<std::array<double, Belief::hands>, Belief::hands> expected{};
        for (const auto& [bytes, probability] : worlds.distribution()) {
          const auto state = std::bit_cast<State>(bytes);
          expected[hand_index(state.goods[(seat + 1) % 3])]
                  [hand_index(state.goods[(seat + 2) % 3])] += probability;
        }
        for (int i = 0; i < Belief::hands; ++i) {
          for (int j = 0; j < Belief::hands; ++j)
            worst = std::max(worst, std::abs(belief.weights[i][j] - expected[i][j]));
        }
        ++compared;
      });
    }
  }
  std::printf("exact weights: %d beliefs, largest difference %.1e\n", compared, worst);
  assert(worst < 1e-12);
}

// Pearson's test of samples, pending bids included. All tests together fail for a right belief with
// a probability of at most 1e-6.
void sample_frequencies() {
  constexpr int games = 40;
  constexpr int draws = 20'000;
  struct Test {
    double statistic;
    int freedom;
  };
  std::vector<Test> tests;
  const Bazaar game({.rounds = 2});
  for (std::uint64_t seed = 0; seed < games; ++seed) {
    Rng rng(1000 + seed);
    const int seat = static_cast<int>(seed % seat_count);
    follow(game, seat, 500 + seed,
           [&](const State&, const Belief& belief, const Enumeration& worlds) {
             if (rng.below(4) != 0) return;
             const auto expected = worlds.distribution();
             std::map<Bytes, int> counts;
             for (int i = 0; i < draws; ++i)
               ++counts[std::bit_cast<Bytes>(game.sample(belief, rng))];
             // Rare states are pooled, so that the statistic has its distribution.
             Test test{0, -1};
             double pooled = 0;
             int pooled_count = 0;
             const auto add = [&](double mean, int count) {
               test.statistic += (count - mean) * (count - mean) / mean;
               ++test.freedom;
             };
             for (const auto& [state, probability] : expected) {
               const auto found = counts.find(state);
               const int count = found == counts.end() ? 0 : found->second;
               if (found != counts.end()) counts.erase(found);
               if (probability * draws >= 10) {
                 add(probability * draws, count);
               } else {
                 pooled += probability * draws;
                 pooled_count += count;
               }
             }
             assert(counts.empty());  // nothing impossible was drawn
             if (pooled >= 10) add(pooled, pooled_count);
             if (test.freedom > 0) tests.push_back(test);
           });
  }
  // Wilson and Hilferty's approximation of the quantile, with Bonferroni's share of the error rate:
  // the normal quantile of 1 - 1e-6 / 500 is 5.88.
  assert(tests.size() >= 50 && tests.size() <= 500);
  for (const Test& test : tests) {
    const double part = 2.0 / (9.0 * test.freedom);
    assert(test.statistic < test.freedom * std::pow(1 - part + 5.88 * std::sqrt(part), 3));
  }
  std::printf("sample frequencies: %zu chi-square tests\n", tests.size());
}

void samples_fit_the_view() {
  int samples = 0;
  for (int rounds = 1; rounds <= 6; ++rounds) {
    const Bazaar game({.rounds = rounds});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Rng rng(seed);
      ActionList scratch;
      State state = game.initial(rng);
      std::array<Belief, seat_count> beliefs;
      for (int seat = 0; seat < seat_count; ++seat)
        beliefs[seat] = game.belief(game.view(state, seat));
      for (;;) {
        for (int seat = 0; seat < seat_count; ++seat) {
          const View view = game.view(state, seat);
          // A belief that starts late knows less, but what it holds possible fits as well.
          for (const Belief& belief : {beliefs[seat], game.belief(view)}) {
            State sample = game.sample(belief, rng);
            assert(game.problem(sample).empty());
            assert(game.view(sample, seat) == view);
            if (samples++ % 10 == 0) playout(game, sample, scratch, rng);
          }
        }
        if (game.actor(state) == nobody) break;
        const State before = state;
        const Action action = random_move(game, state, rng);
        game.apply(state, action);
        for (int seat = 0; seat < seat_count; ++seat)
          game.update(beliefs[seat], game.observe(before, action, state, seat),
                      game.view(state, seat));
      }
    }
  }
  std::printf("samples that fit the view: %d\n", samples);
}

// Observations and views that do not follow from the belief are refused in a sentence; what is
// accepted leaves a belief that fits the view.
void contradictions() {
  struct Step {
    View before;
    Observation seen;
    View after;
  };
  const Bazaar game({.rounds = 6});
  Rng rng(7);
  std::vector<Step> steps;
  for (int i = 0; i < 30; ++i) {
    State state = game.initial(rng);
    while (game.actor(state) != nobody) {
      const State before = state;
      const Action action = random_move(game, state, rng);
      game.apply(state, action);
      for (int seat = 0; seat < seat_count; ++seat) {
        steps.push_back({game.view(before, seat), game.observe(before, action, state, seat),
                         game.view(state, seat)});
      }
    }
  }
  const auto any_step = [&] { return steps[rng.below(static_cast<std::uint32_t>(steps.size()))]; };
  const auto number = [&] { return static_cast<std::int32_t>(rng.next()) >> rng.below(32); };
  int refused = 0;
  constexpr int tries = 50'000;
  for (int i = 0; i < tries; ++i) {
    const Step truth = any_step();
    Step step = truth;
    const bool bids_shown = truth.seen.facts[0] == 1;
    bool must_refuse = false;
    switch (rng.below(7)) {
      case 0:
        step.seen.action = number();
        break;
      case 1:
        step.seen.facts[rng.below(8)] = number();
        must_refuse = !bids_shown && step.seen != truth.seen;
        break;
      case 2:
        step.seen.actor = static_cast<std::int32_t>(rng.below(5)) - 2;
        must_refuse = step.seen != truth.seen;
        break;
      case 3:
        step.seen = any_step().seen;
        break;
      case 4:  // what a seat knew and witnessed decides what it knows now
        step.after = any_step().after;
        must_refuse = step.after != truth.after;
        break;
      case 5:
        step.before = any_step().after;
        must_refuse = step.before.actor == nobody;
        break;
      default:
        break;
    }
    Belief belief = game.belief(step.before);
    const bool refuse = refuses([&] {
      game.update(belief, step.seen, step.after);
      assert(game.view(game.sample(belief, rng), step.after.seat) == step.after);
    });
    assert(refuse || !must_refuse);
    assert(!refuse || step.before != truth.before || step.seen != truth.seen ||
           step.after != truth.after);
    for (int seat = 0; seat < seat_count && bids_shown && !refuse; ++seat)
      assert(step.seen.facts[1 + seat] <= step.before.coins[seat]);
    refused += refuse;
  }
  std::printf("contradictions: %d of %d refused\n", refused, tries);
  assert(refused > tries / 2 && refused < tries * 6 / 7);
}

// Whatever the bytes are: either they are refused, or play ends within the range of returns.
void states_from_outside() {
  int accepted = 0;
  for (int i = 0; i < 200'000; ++i) {
    Rng rng(static_cast<std::uint64_t>(i));
    const Bazaar game({.rounds = 1 + i % 6});
    ActionList scratch;
    State state = game.initial(rng);
    for (auto moves = rng.below(60); moves > 0 && game.actor(state) != nobody; --moves) {
      game.apply(state, random_move(game, state, rng));
    }
    assert(game.problem(state).empty());
    auto bytes = std::bit_cast<Bytes>(state);
    for (auto changes = 1 + rng.below(4); changes > 0; --changes) {
      auto& byte = bytes[rng.below(sizeof(State))];
      byte = static_cast<std::int8_t>(rng.below(4) ? byte + rng.below(3) - 1 : rng.next());
    }
    state = std::bit_cast<State>(bytes);
    if (!game.problem(state).empty()) continue;
    ++accepted;
    for (int seat = 0; seat < seat_count; ++seat) {
      const View view = game.view(state, seat);
      assert(game.view(game.sample(game.belief(view), rng), seat) == view);
    }
    const Returns returns = playout(game, state, scratch, rng);
    for (int seat = 0; seat < seat_count; ++seat)
      assert(returns[seat] >= game.return_range().low && returns[seat] <= game.return_range().high);
  }
  std::printf("states from outside: %d of 200000 accepted\n", accepted);
  assert(accepted > 1000);
}

// Each change makes an impossible state of a possible one.
void impossible_states() {
  const Bazaar game({.rounds = 1});
  const State start = dealt({2, 0, 0}, {0, 1, 1}, {1, 0, 1});
  const State bid = played(game, start, {tea, 2});
  const State traded = played(game, bid, {0, 0});
  const State stealing = played(game, traded, {first_steal + 1});
  const State offered = played(game, traded, {offer(1, silk, tea)});
  const auto refused = [&](State state, auto change) {
    assert(game.problem(state).empty());
    change(state);
    return !game.problem(state).empty();
  };
  assert(refused(start, [](State& s) { s.phase = 6; }));
  assert(refused(start, [](State& s) { s.phase = over; }));
  assert(refused(start, [](State& s) { s.round = 1; }));
  assert(refused(start, [](State& s) { s.coins[0] = 4; }));
  assert(refused(start, [](State& s) { s.coins[2] = 2; }));  // it could end below the range
  assert(refused(start, [](State& s) { s.goods[0] = {3, 0, -1}; }));
  assert(refused(start, [](State& s) { s.goods[0] = {2, 0, 1}; }));
  assert(refused(start, [](State& s) { s.goods[0] = {1, 0, 0}; }));
  assert(refused(start, [](State& s) { s.coins[0] = 2, s.goods[0] = {2, 0, 1}; }));  // 7 goods
  assert(refused(start, [](State& s) { s.bids[0] = 0; }));
  assert(refused(start, [](State& s) { s.auction = silk; }));
  assert(refused(start, [](State& s) { s.target = 1; }));
  assert(refused(start, [](State& s) { s.give = silk; }));
  assert(refused(bid, [](State& s) { s.auction = 3; }));
  assert(refused(bid, [](State& s) { s.auction = none; }));
  assert(refused(bid, [](State& s) { s.bids = {2, 3, none}; }));
  assert(refused(bid, [](State& s) { s.bids = {2, -2, none}; }));
  assert(refused(bid, [](State& s) { s.bids = {none, 2, none}; }));
  assert(refused(bid, [](State& s) { s.bids = {2, 0, 0}; }));
  assert(refused(stealing, [](State& s) { s.target = 0; }));
  assert(refused(stealing, [](State& s) { s.target = none; }));
  assert(refused(stealing, [](State& s) { s.target = 3; }));
  assert(refused(stealing, [](State& s) { s.coins[0] = -1; }));
  assert(refused(offered, [](State& s) { s.target = 0; }));
  assert(refused(offered, [](State& s) { s.give = spice; }));
  assert(refused(offered, [](State& s) { s.want = silk; }));
  assert(refused(offered, [](State& s) { s.want = none; }));

  const Bazaar long_game({.rounds = 6});
  State robbing = dealt({3, 0, 0}, {3, 0, 0}, {});
  robbing.coins = {2, 1, 3};
  robbing.round = 4;
  robbing.phase = theft;
  robbing.target = 0;
  assert(long_game.problem(robbing).empty());
  robbing.target = 2;
  assert(!long_game.problem(robbing).empty());
}

void hands_have_numbers() {
  for (int size = 0; size <= largest_hand; ++size) {
    for (int index = 0; index < (size + 1) * (size + 2) / 2; ++index) {
      const Hand hand = hand_at(index, size);
      assert(std::ranges::min(hand) >= 0 && hand_size(hand) == size && hand_index(hand) == index);
    }
  }
}

void options() {
  assert(refuses([] { Bazaar({.rounds = 0}); }));
  assert(refuses([] { Bazaar({.rounds = 7}); }));
}

void greedy() {
  const Bazaar game({.rounds = 3});
  const auto policy = policies(game).front().make(game, {});
  Rng rng(1);
  const auto choice = [&](const State& state) {
    return policy->act(game, game.view(state, game.actor(state)), {}, rng);
  };
  const State start = dealt({2, 0, 0}, {1, 1, 0}, {2, 0, 0});
  assert(choice(played(game, start, {spice})) == 1);
  assert(choice(played(game, start, {silk})) == 0);
  const State trading = played(game, start, {silk, 0, 2, 0});  // seat 1: two silk, one spice
  assert(choice(trading) == pass);
  assert(choice(played(game, trading, {offer(1, silk, spice)})) == reject);
  const State tea_seat = dealt({1, 0, 1}, {1, 1, 0}, {2, 0, 0});
  const State swap = played(game, tea_seat, {silk, 0, 2, 0, offer(1, tea, silk)});
  assert(choice(swap) == accept);
}

}  // namespace

int main() {
  hands_have_numbers();
  options();
  who_sees_what();
  return_range();
  greedy();
  exact_weights();
  sample_frequencies();
  samples_fit_the_view();
  contradictions();
  impossible_states();
  states_from_outside();
}
