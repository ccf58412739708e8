// What a seat of Catan believes in the course of play: the truth is always possible, what is drawn
// keeps the view, and observations from outside are refused in words. That the probabilities are
// right is shown in catan_hands_test.cpp.
#include "games/catan/belief/belief.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "games/catan/catan.hpp"
#include "search/hidden/walkers.hpp"
#include "tests/expectations.hpp"
#include "tests/games/catan/random_games.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

void check_truth(const Catan& game, const Belief& belief, const State& truth, int seat) {
  for (int other = 0; other < game.seats(); ++other) {
    if (other == seat) continue;
    assert(belief.hands[other].size() == truth.hands[other].size());
    assert(belief.hands[other].probability(truth.hands[other]) > 0);
    const int unseen = truth.held[other][victory_point] - belief.view.held[other][victory_point];
    assert(belief.cards.points_of(other)[unseen] > 0);
    for (int kind = 0; kind < card_kinds; ++kind)
      if (truth.held[other][kind] > belief.view.held[other][kind])
        assert(belief.cards.holds(other, kind) > 0);
  }
}

void check_sample(const Catan& game, const Belief& belief, int seat, Rng& rng) {
  const State drawn = game.sample(belief, rng);
  assert(game.view(drawn, seat) == belief.view);
  const std::string problem = game.problem(drawn);
  if (!problem.empty()) std::puts(problem.c_str());
  assert(problem.empty());
}

std::vector<Options> variants() {
  return {
      {},
      {.players = 3},
      {.players = 2, .points = 6},
      {.hidden = "points shown"},
      {.players = 3, .bank = 5},  // stacks run out all the time
      {.players = 4, .bank = 9, .drawn_discards = 5},
      {.players = 4, .points = 5, .bank = 0},
      {.rules = "dobre", .players = 4, .hidden = "cards"},
      {.rules = "dobre", .players = 3, .hidden = "points shown", .wins = "own turn"},
  };
}

void truth_and_samples(int games) {
  Rng rng(21);
  for (const Options& options : variants()) {
    const Catan game(options);
    for (int i = 0; i < games; ++i) {
      std::vector<Belief> beliefs;
      int steps = 0;
      play(game, rng, [&](const Step& step) {
        for (int seat = static_cast<int>(beliefs.size()); seat < game.seats(); ++seat)
          beliefs.push_back(game.belief(game.view(step.before, seat)));
        for (int seat = 0; seat < game.seats(); ++seat) {
          const View now = game.view(step.after, seat);
          Belief& belief = beliefs[seat];
          game.update(belief, game.observe(step.before, step.action, step.after, seat), now);
          assert(belief.view == now);
          check_truth(game, belief, step.after, seat);
          if (++steps % 7 == 0) check_sample(game, belief, seat, rng);
        }
      });
    }
  }
}

// A belief that begins in the middle of a game.
void late_beliefs() {
  Rng rng(22);
  for (const Options& options : variants()) {
    const Catan game(options);
    for (int i = 0; i < 3; ++i) {
      int steps = 0;
      play(game, rng, [&](const Step& step) {
        if (++steps % 13 != 0) return;
        const int seat = steps % game.seats();
        Belief belief = game.belief(game.view(step.before, seat));
        check_truth(game, belief, step.before, seat);
        check_sample(game, belief, seat, rng);
        game.update(belief, game.observe(step.before, step.action, step.after, seat),
                    game.view(step.after, seat));
        check_truth(game, belief, step.after, seat);
        check_sample(game, belief, seat, rng);
      });
    }
  }
}

// Where nothing is hidden, the belief is the truth.
void open_game() {
  Rng rng(23);
  const Catan game({.rules = "dobre"});
  Belief belief;
  bool begun = false;
  play(game, rng, [&](const Step& step) {
    if (!begun) belief = game.belief(game.view(step.before, 1));
    begun = true;
    game.update(belief, game.observe(step.before, step.action, step.after, 1),
                game.view(step.after, 1));
    assert(game.sample(belief, rng) == step.after);
  });
}

// Observations that nobody can have made: refused in words, or folded into a belief that still
// keeps its view.
void nonsense() {
  Rng rng(24);
  int refused = 0;
  for (const Options& options : variants()) {
    const Catan game(options);
    std::vector<Belief> beliefs;
    int steps = 0;
    play(game, rng, [&](const Step& step) {
      const int seat = 1;
      if (beliefs.empty()) beliefs.push_back(game.belief(game.view(step.before, seat)));
      const Observation seen = game.observe(step.before, step.action, step.after, seat);
      const View now = game.view(step.after, seat);
      for (int trial = 0; trial < 4; ++trial) {
        Observation wrong = seen;
        const auto place = rng.below(10);
        const auto number = static_cast<std::int32_t>(
            rng.below(2) == 0 ? rng.next() : static_cast<std::uint64_t>(rng.below(40)) - 8);
        if (place == 8)
          wrong.action = number;
        else if (place == 9)
          wrong.actor = number;
        else
          wrong.facts[place] = number;
        Belief belief = beliefs[0];
        if (refuses([&] {
              game.update(belief, wrong, trial == 3 ? beliefs[0].view : now);
              for (int i = 0; i < 3; ++i)
                assert(game.view(game.sample(belief, rng), seat) == belief.view);
            }))
          ++refused;
      }
      if (++steps % 50 == 0) {  // of another seat
        Belief belief = beliefs[0];
        assert(refuses([&] { game.update(belief, seen, game.view(step.after, 0)); }));
      }
      game.update(beliefs[0], seen, now);
    });
  }
  assert(refused > 1'000);
}

// A card that the seat stole itself: hands with many of the kind become likelier. Here the other
// had three clay, or two clay and an ore, or one clay and two ore, and lost a clay.
void stolen_card() {
  Hands hands(hand(1, 0, 0, 0, 0));
  assert(hands.gain_unseen({0.5, 0.5, 0, 0, 0}) && hands.gain_unseen({0.5, 0.5, 0, 0, 0}));
  assert(hands.lose(clay));
  const double before[] = {0.25 * 3, 0.5 * 2, 0.25 * 1};
  const double sum = before[0] + before[1] + before[2];
  for (int ores = 0; ores < 3; ++ores)
    assert(std::abs(hands.probability(hand(2 - ores, ores, 0, 0, 0)) - before[ores] / sum) < 1e-12);
}

// The abstract belief has an entry for each thing it names and tells different beliefs apart.
void abstract_beliefs() {
  Rng rng(25);
  const Catan game({});
  std::vector<Belief> beliefs;
  int different = 0;
  play(game, rng, [&](const Step& step) {
    if (beliefs.empty()) beliefs.push_back(game.belief(game.view(step.before, 0)));
    game.update(beliefs[0], game.observe(step.before, step.action, step.after, 0),
                game.view(step.after, 0));
    const AbstractBelief numbers = abstract(beliefs[0]);
    // A key is of these numbers and of what the seat sees: another where only the former differ.
    Belief other = beliefs[0];
    assert(game.belief_key(other) == game.belief_key(beliefs[0]));
    if (other.hands[1].size() > 0) {
      assert(other.hands[1].lose_unseen());
      different += abstract(other) != numbers;
      assert((game.belief_key(other) != game.belief_key(beliefs[0])) ==
             (abstract(other) != numbers));
    }
    for (int seat = 0; seat < 4; ++seat) {
      int least = 0;
      int most = 0;
      for (int resource = 0; resource < resource_count; ++resource) {
        const int held = step.after.hands[seat][resource];
        assert(numbers[12 * seat + resource] <= held && held <= numbers[12 * seat + 5 + resource]);
        least += numbers[12 * seat + resource];
        most += numbers[12 * seat + 5 + resource];
      }
      const int size = step.after.hands[seat].size();
      assert(numbers[12 * seat + 10] == size && least <= size && size <= most);
      assert((numbers[12 * seat + 11] == 1) == (least == size));
      const int first = 54 + 7 * seat;
      assert(numbers[first + 1] == total(step.after.held[seat]));
      assert(numbers[first] <= numbers[first + 1] - step.after.held[seat][victory_point]);
    }
    assert(numbers[48] == total(step.after.deck) + step.after.table.cards[1] +
                              step.after.table.cards[2] + step.after.table.cards[3]);
  });
  assert(different > 100);
}

// A walk whose nodes are told apart by beliefs carries the belief that the seat would have.
void walked_beliefs() {
  Rng rng(26);
  const Catan game({});
  constexpr int self = 2;
  std::vector<Step> steps;
  play(game, rng, [&](const Step& step) { steps.push_back(step); });
  const Belief first = game.belief(game.view(steps.front().before, self));
  const auto same = [&](State& world, Rng&) {
    world = steps.front().before;
    return std::uint64_t{0};
  };
  StateWalker<Catan> walker(game, self, steps.front().before, same, NodeKey::belief, 0, &first,
                            Listed::allowed);
  for (int round = 0; round < 2; ++round) {
    walker.reset(rng);
    Belief belief = first;
    for (const Step& step : steps) {
      const std::uint64_t whose = mix64(static_cast<std::uint64_t>(game.actor(step.before) + 3));
      assert(walker.key() == (game.belief_key(belief) ^ whose));
      game.update(belief, game.observe(step.before, step.action, step.after, self),
                  game.view(step.after, self));
      walker.apply(step.action, true, rng);
    }
  }
}

}  // namespace

int main(int count, char** words) {
  truth_and_samples(count > 1 ? std::atoi(words[1]) : 8);
  late_beliefs();
  open_game();
  nonsense();
  stolen_card();
  abstract_beliefs();
  walked_beliefs();
  std::puts("ok");
}
