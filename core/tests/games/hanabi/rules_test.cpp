// Hanabi: that views hide what they must, that beliefs are exact, and that neither states nor
// observations from outside can break play. The rules are held against another program's in
// tests/games/test_hanabi.py.
#include "games/hanabi/hanabi.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/playout.hpp"
#include "tests/expectations.hpp"
#include "tests/random_game.hpp"

using namespace otherminds;

namespace {

using hanabi::Belief;
using hanabi::Card;
using hanabi::Counts;
using hanabi::Hanabi;
using hanabi::Kinds;
using hanabi::Options;
using hanabi::State;
using hanabi::View;

static_assert(NativeGame<Hanabi>);
static_assert(sizeof(State) == 192 && sizeof(View) == 160);

std::vector<Options> variants() {
  std::vector<Options> all;
  for (int players = 2; players <= hanabi::most_seats; ++players) {
    all.push_back({.players = players});
    all.push_back({.players = players, .lives = 20, .bombed = "kept"});
    all.push_back({.players = players, .clues = 2, .lives = 20, .last_round = "none"});
    all.push_back({.players = players, .lives = 20, .open_hand = true});
    all.push_back({.players = players, .lives = 20, .empty_clues = true});
    all.push_back({.players = players, .colours = 3, .ranks = 4, .hand = 2, .lives = 9});
    all.push_back({.players = players, .colours = 5, .ranks = 1, .hand = 3, .lives = 9});
  }
  all.push_back({.players = 2, .colours = 1, .ranks = 5, .hand = 5, .lives = 9});
  return all;
}

// Counts by bits are those of plain loops.
void counting() {
  Rng rng(1);
  for (int i = 0; i < 10'000; ++i) {
    Counts left;
    Counts right;
    std::array<int, hanabi::kind_count> plain{};
    for (Card card = 0; card < hanabi::kind_count; ++card) {
      const auto taken = rng.below(4);
      const auto more = rng.below(4 - taken);
      plain[card] = static_cast<int>(more);
      for (std::uint32_t copy = 0; copy < taken + more; ++copy) left.add(card);
      for (std::uint32_t copy = 0; copy < taken; ++copy) right.add(card);
    }
    left.add(hanabi::hidden_card);
    left.remove(hanabi::no_card);
    const Counts rest = left.minus(right);
    const auto kinds = static_cast<Kinds>(rng.next()) & hanabi::all_kinds;
    std::vector<Card> cards;
    for (Card card = 0; card < hanabi::kind_count; ++card) {
      assert(rest.of(card) == plain[card]);
      if (kinds >> card & 1) cards.insert(cards.end(), static_cast<std::size_t>(plain[card]), card);
    }
    assert(rest.within(kinds) == static_cast<int>(cards.size()));
    std::vector<Card> numbered;
    for (std::uint32_t n = 0; n < cards.size(); ++n) numbered.push_back(rest.nth_within(kinds, n));
    std::ranges::sort(numbered);
    assert(numbered == cards);
  }
}

// What every seat can work out, from the rules in plain words.
void sets_of_kinds(const Hanabi& game, const State& state) {
  const Options& options = game.options();
  for (int colour = 0; colour < options.colours; ++colour) {
    int reachable = options.ranks;
    for (int rank = options.ranks; rank > state.stacks[colour]; --rank) {
      const Card card = hanabi::card_of(colour, rank);
      if (state.discarded.of(card) == game.copies(card)) reachable = rank - 1;
    }
    assert(game.highest_reachable(state, colour) == reachable);
    for (int rank = 1; rank <= options.ranks; ++rank) {
      const Card card = hanabi::card_of(colour, rank);
      const bool useful = rank > state.stacks[colour] && rank <= reachable;
      const bool last = game.copies(card) - state.discarded.of(card) == 1;
      assert((game.played(state) >> card & 1) == (rank <= state.stacks[colour]));
      assert((game.playable(state) >> card & 1) == (rank == state.stacks[colour] + 1));
      assert((game.useless(state) >> card & 1) == !useful);
      assert((game.necessary(state) >> card & 1) == (useful && last));
    }
  }
  const Kinds inside = game.kinds();
  assert(((game.played(state) | game.playable(state) | game.necessary(state)) & ~inside) == 0);
}

// What a seat sees of a state, put together from the seats' hands instead of the deck.
void views(const Hanabi& game, const State& state) {
  for (int seat = 0; seat < game.seats(); ++seat) {
    const View view = game.view(state, seat);
    for (Card card = 0; card < hanabi::kind_count; ++card) {
      int seen = state.discarded.of(card) + static_cast<int>(game.played(state) >> card & 1);
      for (int other = 0; other < game.seats(); ++other)
        if (other != seat) seen += static_cast<int>(std::ranges::count(state.hands[other], card));
      assert(view.unseen.of(card) == game.copies(card) - seen);
    }
    for (int slot = 0; slot < game.hand_size(); ++slot) {
      const Card card = state.hands[seat][slot];
      if (card == hanabi::no_card) continue;
      assert(view.possible(slot) & hanabi::only(card));
      const bool open = game.options().open_hand;
      assert(view.hands[seat][slot] == (open ? card : hanabi::hidden_card));
      assert(!open || view.possible(slot) == hanabi::only(card));
    }
    if (seat == state.actor) {
      ActionList from_state;
      ActionList from_view;
      game.legal(state, from_state);
      game.legal(view, from_view);
      assert(from_state == from_view && !from_state.empty());
    }
    std::vector<float> numbers(static_cast<std::size_t>(game.tensor_shape()[0]), -1);
    game.tensor(view, numbers);
    for (const float number : numbers) assert(number >= 0 && number <= 1);
  }
}

// Every position is sound, beliefs follow it, and worlds that they sample look like it.
void whole_games() {
  int positions = 0;
  for (const Options& options : variants()) {
    const Hanabi game(options);
    Rng rng(3);
    for (int i = 0; i < 40; ++i) {
      std::vector<Belief> beliefs;
      for (const Step<Hanabi>& step : random_game(game, rng)) {
        for (int seat = 0; beliefs.size() < static_cast<std::size_t>(game.seats()); ++seat)
          beliefs.push_back(game.belief(game.view(step.before, seat)));
        assert(game.problem(step.before).empty() && game.problem(step.after).empty());
        sets_of_kinds(game, step.after);
        views(game, step.after);
        ActionList legal;
        game.legal(step.before, legal);
        Rng copy = rng;
        assert(legal[copy.below(static_cast<std::uint32_t>(legal.size()))] ==
               game.sample_legal(step.before, rng));
        for (int seat = 0; seat < game.seats(); ++seat) {
          const View view = game.view(step.after, seat);
          const Observation seen = game.observe(step.before, step.action, step.after, seat);
          game.update(beliefs[static_cast<std::size_t>(seat)], seen, view);
          const State world = game.sample(beliefs[static_cast<std::size_t>(seat)], rng);
          assert(game.problem(world).empty() && game.view(world, seat) == view);
        }
        ++positions;
      }
    }
  }
  std::printf("whole games: %d positions\n", positions);
}

using Hand = std::array<Card, hanabi::largest_hand>;

// Every way to give the seat's own slots different cards out of those in no other place.
class EveryHand {
 public:
  EveryHand(const Hanabi& game, const State& truth, int seat)
      : game_(game), view_(game.view(truth, seat)) {
    for (int left = truth.deck_left; left > 0; --left) cards_.push_back(truth.deck[left - 1]);
    for (const Card card : truth.hands[seat])
      if (card != hanabi::no_card) cards_.push_back(card);
    hand_.fill(hanabi::no_card);
    fill(0);
  }

  std::map<Hand, double> ways;
  double total = 0;

 private:
  void fill(int slot) {
    if (slot == game_.hand_size()) {
      ++ways[hand_];
      ++total;
      return;
    }
    if (view_.hands[view_.seat][slot] == hanabi::no_card) return fill(slot + 1);
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      const Card card = cards_[i];
      if (card == hanabi::no_card) continue;
      const bool fits = (view_.colours[view_.seat][slot] >> hanabi::colour_of(card) & 1) &&
                        (view_.ranks[view_.seat][slot] >> (hanabi::rank_of(card) - 1) & 1);
      if (!fits) continue;
      hand_[slot] = card;
      cards_[i] = hanabi::no_card;
      fill(slot + 1);
      cards_[i] = card;
      hand_[slot] = hanabi::no_card;
    }
  }

  const Hanabi& game_;
  View view_;
  std::vector<Card> cards_;
  Hand hand_{};
};

// Chances are those of all hands, counted; samples have the frequencies of whole hands. A cell
// fails by chance once in 500 million times (six standard deviations), and there are 84,000.
void exact_beliefs() {
  int beliefs = 0;
  std::size_t cells = 0;
  const std::vector<Options> all = {
      {.players = 2, .colours = 2, .ranks = 3, .hand = 3, .lives = 9},
      {.players = 2, .colours = 3, .ranks = 3, .hand = 4, .lives = 9},
      {.players = 2, .colours = 2, .ranks = 4, .hand = 5, .lives = 9},
      {.players = 3, .colours = 3, .ranks = 3, .hand = 3, .lives = 9, .open_hand = true},
      {.players = 3, .colours = 2, .ranks = 5, .hand = 3, .lives = 9, .empty_clues = true}};
  for (const Options& options : all) {
    const Hanabi game(options);
    Rng rng(11);
    for (int i = 0; i < 12; ++i) {
      for (const Step<Hanabi>& step : random_game(game, rng)) {
        if (rng.below(3) > 0) continue;
        const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.seats())));
        const EveryHand every(game, step.after, seat);
        const View view = game.view(step.after, seat);
        const Belief belief = game.belief(view);
        assert(every.ways.contains(step.after.hands[seat]));

        std::array<std::array<double, hanabi::kind_count>, hanabi::largest_hand> chances{};
        for (const auto& [hand, ways] : every.ways) {
          for (int slot = 0; slot < game.hand_size(); ++slot)
            if (hand[slot] != hanabi::no_card) chances[slot][hand[slot]] += ways / every.total;
        }
        const auto given = game.chances(view);
        for (int slot = 0; slot < hanabi::largest_hand; ++slot) {
          for (Card card = 0; card < hanabi::kind_count; ++card)
            assert(std::abs(chances[slot][card] - given[slot][card]) < 1e-12);
        }

        constexpr int draws = 20'000;
        std::map<Hand, int> counts;
        for (int draw = 0; draw < draws; ++draw) ++counts[game.sample(belief, rng).hands[seat]];
        for (const auto& [hand, count] : counts) assert(every.ways.contains(hand));
        for (const auto& [hand, ways] : every.ways) {
          const double share = ways / every.total;
          const double slack = 6 * std::sqrt(draws * share * (1 - share)) + 3;
          assert(std::abs(counts[hand] - draws * share) <= slack);
        }
        cells += every.ways.size();
        ++beliefs;
      }
    }
  }
  std::printf("exact beliefs: %d, %zu hands\n", beliefs, cells);
}

using Order = std::vector<int>;

Order hidden_order(const State& state, int seat) {
  Order order;
  for (const Card card : state.hands[seat])
    if (card != hanabi::no_card) order.push_back(card);
  order.insert(order.end(), state.deck.begin(), state.deck.begin() + state.deck_left);
  return order;
}

// Near the end worlds are all orders of the unseen cards that hints allow, equally likely, and
// samples have those frequencies, the order of the deck included.
void every_world() {
  int beliefs = 0;
  int large = 0;
  const std::vector<Options> all = {
      {.players = 2, .colours = 2, .ranks = 3, .hand = 2, .lives = 9},
      {.players = 3, .colours = 2, .ranks = 3, .hand = 3, .lives = 9},
      {.players = 2, .colours = 1, .ranks = 4, .hand = 3, .lives = 9},
      {.players = 2, .colours = 2, .ranks = 2, .hand = 2, .lives = 9, .open_hand = true}};
  for (const Options& options : all) {
    const Hanabi game(options);
    Rng rng(17);
    for (int i = 0; i < 12; ++i) {
      for (const Step<Hanabi>& step : random_game(game, rng)) {
        const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.seats())));
        const View view = game.view(step.after, seat);
        const Belief belief = game.belief(view);
        std::vector<std::pair<State, double>> worlds;
        game.worlds(belief, worlds);

        Order order = hidden_order(step.after, seat);
        std::ranges::sort(order);
        std::map<Order, int> possible;
        do {
          bool fits = true;
          std::size_t next = 0;
          for (int slot = 0; slot < game.hand_size(); ++slot) {
            if (view.hands[seat][slot] != hanabi::no_card)
              fits &= (view.plausible(seat, slot) >> order[next++] & 1) != 0;
          }
          if (fits) possible[order] = 0;
        } while (possible.size() <= 10'000 && std::ranges::next_permutation(order).found);
        if (possible.size() > 10'000) {
          assert(worlds.empty());
          ++large;
          continue;
        }
        assert(worlds.size() == possible.size());
        for (const auto& [world, weight] : worlds) {
          assert(game.view(world, seat) == view && game.problem(world).empty());
          assert(++possible[hidden_order(world, seat)] == 1);
          assert(weight == 1.0 / static_cast<double>(worlds.size()));
        }
        if (possible.size() > 400) continue;
        const int draws = 200 * static_cast<int>(possible.size());
        for (auto& [each, count] : possible) count = 0;
        for (int draw = 0; draw < draws; ++draw) {
          const Order drawn = hidden_order(game.sample(belief, rng), seat);
          assert(possible.contains(drawn));
          ++possible[drawn];
        }
        for (const auto& [each, count] : possible) assert(std::abs(count - 200) < 6 * 14.2 + 3);
        ++beliefs;
      }
    }
  }
  std::printf("every world: %d beliefs, %d with too many\n", beliefs, large);
  assert(beliefs > 50 && large > 5);
}

// What happened is accepted; what cannot follow from the belief is refused.
void contradictions() {
  int refused = 0;
  int tried = 0;
  for (const Options& options : variants()) {
    const Hanabi game(options);
    Rng rng(7);
    for (int i = 0; i < 10; ++i) {
      const auto steps = random_game(game, rng);
      const auto any = [&] { return steps[rng.below(static_cast<std::uint32_t>(steps.size()))]; };
      for (int j = 0; j < 200; ++j) {
        const auto step = any();
        const int seat = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.seats())));
        const View before = game.view(step.before, seat);
        const Observation truth = game.observe(step.before, step.action, step.after, seat);
        const View after = game.view(step.after, seat);
        assert(!refuses_update(game, before, truth, after));
        Observation seen = truth;
        View now = after;
        const auto number = static_cast<std::int32_t>(rng.next()) >> rng.below(32);
        if (j % 4 == 0) seen.action = number;
        if (j % 4 == 1) seen.facts[rng.below(Observation::fact_count)] = number;
        if (j % 4 == 2) seen.actor = static_cast<std::int32_t>(rng.below(8)) - 2;
        if (j % 4 == 3) now = game.view(any().after, seat);
        if (seen == truth && now == after) continue;
        ++tried;
        refused += refuses_update(game, before, seen, now);
      }
    }
  }
  std::printf("contradictions: %d of %d refused\n", refused, tried);
  assert(refused == tried);
}

using Bytes = std::array<std::int8_t, sizeof(State)>;

// Whatever the bytes are: either they are refused, or play can take them.
void states_from_outside() {
  int accepted = 0;
  int tried = 0;
  for (const Options& options : variants()) {
    const Hanabi game(options);
    Rng rng(13);
    ActionList scratch;
    for (int i = 0; i < 4000; ++i) {
      State state = game.initial(rng);
      for (auto moves = rng.below(60); moves > 0 && game.actor(state) != nobody; --moves)
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
      const Returns returns = playout(game, state, scratch, rng);
      assert(returns[0] >= 0 && returns[0] <= game.most_points());
    }
  }
  std::printf("states from outside: %d of %d accepted\n", accepted, tried);
  assert(accepted > 1000);
}

}  // namespace

int main() {
  counting();
  whole_games();
  exact_beliefs();
  every_world();
  contradictions();
  states_from_outside();
}
