// What chance may bring, and how likely.
#include <array>

#include "games/catan/catan.hpp"
#include "games/catan/rules/draws.hpp"

namespace otherminds::catan {

namespace {

constexpr std::array<int, roll_kinds> ways_of_two_dice = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

void list_share(Hand hand, Action first, OutcomeList& out) {
  for (int resource = 0; resource < resource_count; ++resource)
    if (hand[resource] > 0)
      out.push_back({first + resource, static_cast<double>(hand[resource]) / hand.size()});
}

// How likely two cards drawn from a hand are this pair.
double chance_of(Hand hand, Pair pair) {
  const double size = hand.size();
  const double first = hand[pair.first] / size;
  if (pair.first == pair.second) return first * (hand[pair.first] - 1) / (size - 1);
  return 2 * first * hand[pair.second] / (size - 1);
}

}  // namespace

namespace outcome {

Trade exchange_of(int number) {
  if (number < singles)
    return {Hand::of(number / resource_count), Hand::of(number % resource_count)};
  number -= singles;
  if (number < doubles) return {Hand::of(number / pair_count), hand_of(pairs[number % pair_count])};
  number -= doubles;
  return {hand_of(pairs[number / resource_count]), Hand::of(number % resource_count)};
}

}  // namespace outcome

void Catan::outcomes(const State& state, OutcomeList& out) const {
  out.clear();
  const Table& table = state.table;
  switch (table.phase) {
    case rolling:
      for (int roll = 0; roll < roll_kinds; ++roll)
        out.push_back({roll, ways_of_two_dice[roll] / 36.0});
      return;
    case stealing:
      return list_share(state.hands[table.victim], outcome::first_stolen, out);
    case losing:
      return list_share(state.hands[table.acting], outcome::first_lost, out);
    case drawing:
      for (int card = 0; card < card_kinds; ++card)
        if (state.deck[card] > 0)
          out.push_back({outcome::first_drawn + card,
                         static_cast<double>(state.deck[card]) / table.deck_size});
      return;
    default:
      break;
  }
  const Hand mine = state.hands[table.acting];
  int partners = 0;
  for (int seat = 0; seat < seats(); ++seat)
    partners += seat != table.acting && state.hands[seat].size() > 0;
  for (int seat = 0; seat < seats(); ++seat) {
    const Hand theirs = state.hands[seat];
    if (seat == table.acting || theirs.size() == 0) continue;
    const Ratios ratios = ratios_between(mine, theirs);
    const double each = 1.0 / partners / ratios.count;
    const Action first = outcome::first_exchange + seat * outcome::exchanges;
    const auto add = [&](int number, double probability) {
      if (probability > 0) out.push_back({first + number, each * probability});
    };
    const auto share = [](Hand hand, int resource) {
      return static_cast<double>(hand[resource]) / hand.size();
    };
    for (int i = 0; i < outcome::singles; ++i)
      add(i, share(mine, i / resource_count) * share(theirs, i % resource_count));
    for (int i = 0; ratios.possible[1] && i < outcome::doubles; ++i)
      add(outcome::singles + i,
          share(mine, i / pair_count) * chance_of(theirs, pairs[i % pair_count]));
    for (int i = 0; ratios.possible[2] && i < outcome::doubles; ++i)
      add(outcome::singles + outcome::doubles + i,
          chance_of(mine, pairs[i / resource_count]) * share(theirs, i % resource_count));
  }
}

Action Catan::sample_outcome(const State& state, Rng& rng) const {
  const Table& table = state.table;
  switch (table.phase) {
    case rolling:
      return rolls[rng.below(36)];
    case stealing:
      return outcome::first_stolen + resource_of(draw_card(state.hands[table.victim], rng));
    case losing:
      return outcome::first_lost + resource_of(draw_card(state.hands[table.acting], rng));
    case drawing: {
      int left = static_cast<int>(rng.below(table.deck_size));
      int card = 0;
      while (left >= state.deck[card]) left -= state.deck[card++];
      return outcome::first_drawn + card;
    }
    default:
      break;
  }
  return outcome_of(draw_exchange(state, rng));
}

}  // namespace otherminds::catan
