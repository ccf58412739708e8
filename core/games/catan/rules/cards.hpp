// Resource and development cards of Catan.
//
// A hand is five counts in the bytes of one word, so that paying, gaining and comparing hands are
// single operations on words. The order of the resources is that of the JSettlers robots, whose
// ties it decides.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace otherminds::catan {

enum Resource : int { clay, ore, sheep, wheat, wood };
inline constexpr int resource_count = 5;
inline constexpr std::array<std::string_view, resource_count> resource_names = {
    "clay", "ore", "sheep", "wheat", "wood"};

// No seat ever holds more of a resource; what a bank without limit would add is lost. So the size
// of a hand fits a byte, and the highest bit of each count is free, which tells whether a hand
// covers a cost.
inline constexpr int most_of_a_kind = 50;

struct Hand {
  std::uint64_t counts = 0;  // a byte each, clay in the lowest; the highest three are always 0

  static constexpr Hand from(std::uint64_t word) { return {word}; }
  static constexpr Hand of(int resource, int count = 1) {
    return from(static_cast<std::uint64_t>(count) << (8 * resource));
  }

  constexpr std::uint64_t word() const { return counts; }
  constexpr int operator[](int resource) const {
    return static_cast<int>(word() >> (8 * resource) & 0xff);
  }
  constexpr int size() const { return static_cast<int>((word() * 0x0101010101ULL) >> 32 & 0xff); }
  constexpr bool covers(Hand cost) const { return enough(cost) == free; }
  constexpr Hand operator+(Hand other) const { return from(word() + other.word()); }
  constexpr Hand operator-(Hand other) const { return from(word() - other.word()); }
  constexpr Hand& operator+=(Hand other) { return *this = *this + other; }
  constexpr Hand& operator-=(Hand other) { return *this = *this - other; }
  constexpr bool operator==(const Hand&) const = default;
  // Bits of the resources of which there are at least as many as in the other hand.
  constexpr unsigned at_least(Hand other) const {
    // Moves bit 8i to 32 + i: no other product of the two sums lands there.
    return static_cast<unsigned>((enough(other) >> 7) * 0x0102040810ULL >> 32 & 0x1f);
  }
  constexpr unsigned held() const { return at_least(from(0x0101010101ULL)); }
  // Of each resource as many as the hand that has fewer, or more, of it.
  constexpr Hand fewer(Hand other) const { return *this + other - more(other); }
  constexpr Hand more(Hand other) const {
    const std::uint64_t marks = enough(other);
    const std::uint64_t own = marks | (marks - (marks >> 7));  // whole bytes
    return from((word() & own) | (other.word() & ~own));
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    Hand read = self;
    for (int resource = 0; resource < resource_count; ++resource) {
      auto count = static_cast<std::uint8_t>(self[resource]);
      visit(resource_names[resource], count);
      read += of(resource, count) - of(resource, self[resource]);
    }
    if constexpr (!std::is_const_v<Self>) self = read;
  }

 private:
  static constexpr std::uint64_t free = 0x8080808080ULL;

  // The free bits of the resources of which there are at least as many as in the other hand.
  constexpr std::uint64_t enough(Hand other) const {
    return ((word() | free) - other.word()) & free;
  }
};

constexpr Hand hand(int clay, int ore, int sheep, int wheat, int wood) {
  return Hand::of(0, clay) + Hand::of(1, ore) + Hand::of(2, sheep) + Hand::of(3, wheat) +
         Hand::of(4, wood);
}

inline constexpr Hand road_cost = hand(1, 0, 0, 0, 1);
inline constexpr Hand settlement_cost = hand(1, 0, 1, 1, 1);
inline constexpr Hand city_cost = hand(0, 3, 0, 2, 0);
inline constexpr Hand card_cost = hand(0, 1, 1, 1, 0);

enum Card : int { knight, victory_point, road_building, year_of_plenty, monopoly };
inline constexpr int card_kinds = 5;
inline constexpr std::array<std::string_view, card_kinds> card_names = {
    "knight", "victory point", "road building", "year of plenty", "monopoly"};
using CardCounts = std::array<std::uint8_t, card_kinds>;
inline constexpr CardCounts whole_deck = {14, 5, 2, 2, 2};

constexpr int total(const CardCounts& cards) {
  int sum = 0;
  for (const int count : cards) sum += count;
  return sum;
}

// The 15 pairs of a year of plenty, ascending.
struct Pair {
  std::int8_t first;
  std::int8_t second;
};
inline constexpr int pair_count = 15;
inline constexpr std::array<Pair, pair_count> pairs = [] {
  std::array<Pair, pair_count> list{};
  int next = 0;
  for (int a = 0; a < resource_count; ++a)
    for (int b = a; b < resource_count; ++b)
      list[next++] = {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b)};
  return list;
}();
constexpr Hand hand_of(Pair pair) { return Hand::of(pair.first) + Hand::of(pair.second); }

}  // namespace otherminds::catan
