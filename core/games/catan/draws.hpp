// What chance draws: rolls, cards from a hand, exchanges. Inline for the sake of roll-outs.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

// The roll less 2 for each of the 36 ways of two dice.
inline constexpr std::array<std::int8_t, 36> rolls = [] {
  std::array<std::int8_t, 36> list{};
  for (int i = 0; i < 36; ++i) list[i] = static_cast<std::int8_t>(i / 6 + i % 6);
  return list;
}();

// The resource of the card at a place of a hand that is sorted by resources.
inline int resource_at(Hand hand, int place) {
  constexpr std::uint64_t ones = 0x0101010101ULL;
  constexpr std::uint64_t free = 0x8080808080ULL;
  const std::uint64_t up_to = hand.word() * ones;  // how many cards up to each resource
  if (hand.size() < 128) {
    // How many of these counts the place has passed, all compared at once.
    const auto all = static_cast<std::uint64_t>(place) * ones;
    const std::uint64_t passed = (((all | free) - (up_to & 0xffffffffffULL)) & free) >> 7;
    return static_cast<int>(passed * ones >> 32 & 0xff);
  }
  int resource = 0;
  while (place >= hand[resource]) place -= hand[resource++];
  return resource;
}

inline int draw_resource(Hand hand, Rng& rng) {
  return resource_at(hand, static_cast<int>(rng.below(static_cast<std::uint32_t>(hand.size()))));
}

inline constexpr auto pair_numbers = [] {
  std::array<std::array<std::int8_t, resource_count>, resource_count> numbers{};
  for (int i = 0; i < pair_count; ++i)
    numbers[pairs[i].first][pairs[i].second] = numbers[pairs[i].second][pairs[i].first] =
        static_cast<std::int8_t>(i);
  return numbers;
}();

inline int draw_pair(Hand hand, Rng& rng) {
  const int first = draw_resource(hand, rng);
  return pair_numbers[first][draw_resource(hand - Hand::of(first), rng)];
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
  int ratio;  // as in Ratios
  int give;   // a resource, or with ratio 2 a pair
  int take;   // a resource, or with ratio 1 a pair

  Trade trade() const {
    return {ratio == 2 ? hand_of(pairs[give]) : Hand::of(give),
            ratio == 1 ? hand_of(pairs[take]) : Hand::of(take)};
  }
};

inline DrawnExchange draw_exchange(const State& state, int seats, Rng& rng) {
  const int seat = state.table.acting;
  std::array<int, most_seats> partners{};
  std::uint32_t count = 0;
  for (int other = 0; other < seats; ++other) {
    partners[count] = other;
    count += other != seat && state.hands[other].word() != 0;
  }
  const int other = partners[rng.below(count)];
  const Hand mine = state.hands[seat];
  const Hand theirs = state.hands[other];
  const Ratios ratios = ratios_between(mine, theirs);
  auto ratio = static_cast<int>(rng.below(static_cast<std::uint32_t>(ratios.count)));
  if (ratio == 1 && !ratios.possible[1]) ratio = 2;
  const int give = ratio == 2 ? draw_pair(mine, rng) : draw_resource(mine, rng);
  const int take = ratio == 1 ? draw_pair(theirs, rng) : draw_resource(theirs, rng);
  return {other, ratio, give, take};
}

inline Action outcome_of(const DrawnExchange& drawn) {
  const Action first = outcome::first_exchange + drawn.other * outcome::exchanges;
  if (drawn.ratio == 0) return first + drawn.give * resource_count + drawn.take;
  if (drawn.ratio == 1) return first + outcome::singles + drawn.give * pair_count + drawn.take;
  return first + outcome::singles + outcome::doubles + drawn.give * resource_count + drawn.take;
}

}  // namespace otherminds::catan
