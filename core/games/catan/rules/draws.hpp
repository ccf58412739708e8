// What chance draws: rolls, cards from a hand, exchanges. Inline for the sake of roll-outs.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/catan/catan.hpp"
#include "games/catan/rules/sets.hpp"

namespace otherminds::catan {

// The roll less 2 for each of the 36 ways of two dice.
inline constexpr std::array<std::int8_t, 36> rolls = [] {
  std::array<std::int8_t, 36> list{};
  for (int i = 0; i < 36; ++i) list[i] = static_cast<std::int8_t>(i / 6 + i % 6);
  return list;
}();

// The card at a place of a hand that is sorted by resources.
inline Hand card_at(Hand hand, int place) {
  constexpr std::uint64_t ones = 0x0101010101ULL;
  constexpr std::uint64_t free = 0x8080808080ULL;
  const std::uint64_t up_to = hand.word() * ones;  // how many cards up to each resource
  if (hand.size() < 128) [[likely]] {
    // The counts that the place has passed, all compared at once, as ones in the lowest bytes.
    const auto all = static_cast<std::uint64_t>(place) * ones;
    const std::uint64_t passed = (((all | free) - (up_to & 0xffffffffffULL)) & free) >> 7;
    return Hand::from(passed * 255 + 1);
  }
  int resource = 0;
  while (place >= hand[resource]) place -= hand[resource++];
  return Hand::of(resource);
}

inline Hand draw_card(Hand hand, Rng& rng) {
  return card_at(hand, static_cast<int>(rng.below(static_cast<std::uint32_t>(hand.size()))));
}

inline int resource_of(Hand card) { return std::countr_zero(card.word()) / 8; }

inline constexpr auto pair_numbers = [] {
  std::array<std::array<std::int8_t, resource_count>, resource_count> numbers{};
  for (int i = 0; i < pair_count; ++i)
    numbers[pairs[i].first][pairs[i].second] = numbers[pairs[i].second][pairs[i].first] =
        static_cast<std::int8_t>(i);
  return numbers;
}();

// One of two hands, without a guess at which: nobody can foresee what chance draws.
inline Hand either(bool condition, Hand yes, Hand no) {
  const auto all = std::uint64_t{0} - static_cast<std::uint64_t>(condition);
  return Hand::from((yes.word() & all) | (no.word() & ~all));
}

// The ratios that both have the cards for: one for one, one for two, two for one.
struct Ratios {
  std::array<bool, 3> possible;
  int count;
};

inline Ratios ratios_between(Hand mine, Hand theirs) {
  const std::array<bool, 3> possible = {true, theirs.size() >= 2, mine.size() >= 2};
  return {possible, 1 + possible[1] + possible[2]};
}

// An exchange that chance draws for the seat that acts.
struct DrawnExchange {
  int other;
  int ratio;                  // as in Ratios
  std::array<Hand, 3> cards;  // as they were drawn, what is given first; the third may be none

  Trade trade() const {
    const Hand second = cards[1];
    return {cards[0] + either(ratio == 2, second, Hand{}),
            cards[2] + either(ratio == 2, Hand{}, second)};
  }
};

// The other seats that have cards.
inline const Few& partners_of(const State& state, int seat) {
  unsigned partners = 0;
  for (int other = 0; other < most_seats; ++other)
    partners |= static_cast<unsigned>(state.hands[other].word() != 0) << other;
  return few[partners & ~(1U << seat)];
}

inline DrawnExchange draw_exchange(const State& state, const Few& partners, Rng& rng) {
  const int seat = state.table.acting;
  const int other = any_of(partners, rng);
  const Hand mine = state.hands[seat];
  const Hand theirs = state.hands[other];
  const Ratios ratios = ratios_between(mine, theirs);
  auto ratio = static_cast<int>(rng.below(static_cast<std::uint32_t>(ratios.count)));
  ratio += static_cast<int>(ratio == 1) & static_cast<int>(!ratios.possible[1]);
  const Hand first = draw_card(mine, rng);
  const Hand second = draw_card(either(ratio == 2, mine - first, theirs), rng);
  if (ratio == 0) return {other, ratio, {first, second, Hand{}}};
  const Hand third = draw_card(either(ratio == 2, theirs, theirs - second), rng);
  return {other, ratio, {first, second, third}};
}

inline DrawnExchange draw_exchange(const State& state, Rng& rng) {
  return draw_exchange(state, partners_of(state, state.table.acting), rng);
}

inline Action outcome_of(const DrawnExchange& drawn) {
  const Action first = outcome::first_exchange + drawn.other * outcome::exchanges;
  const int a = resource_of(drawn.cards[0]);
  const int b = resource_of(drawn.cards[1]);
  if (drawn.ratio == 0) return first + a * resource_count + b;
  const int c = resource_of(drawn.cards[2]);
  if (drawn.ratio == 1) return first + outcome::singles + a * pair_count + pair_numbers[b][c];
  return first + outcome::singles + outcome::doubles + pair_numbers[a][b] * resource_count + c;
}

}  // namespace otherminds::catan
