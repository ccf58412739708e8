// The cards of Hanabi: kinds, sets of kinds and multisets of cards, all of them bits in a word, so
// that a question about every kind costs a few instructions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace otherminds::hanabi {

inline constexpr int most_colours = 5;
inline constexpr int most_ranks = 5;
inline constexpr int kind_count = most_colours * most_ranks;
inline constexpr int largest_deck = 50;

inline constexpr std::array<std::string_view, most_colours> colour_names = {
    "red", "yellow", "green", "blue", "white"};

// A kind of card, 5 * colour + rank - 1 whatever the options: 0 is the red 1, 24 the white 5.
using Card = std::uint8_t;

// What a slot can hold instead. Both are bits that no set of kinds contains, so most code need not
// ask for them.
inline constexpr Card hidden_card = 30;
inline constexpr Card no_card = 31;
inline constexpr int card_codes = 32;

constexpr Card card_of(int colour, int rank) {
  return static_cast<Card>(most_ranks * colour + rank - 1);
}
constexpr int colour_of(Card card) { return card / most_ranks; }
constexpr int rank_of(Card card) { return card % most_ranks + 1; }
constexpr bool is_card(int code) { return code >= 0 && code < kind_count; }

// A set of kinds: bit k is kind k. A colour is five bits in a row, its lowest rank first.
using Kinds = std::uint32_t;

inline constexpr Kinds all_kinds = (1U << kind_count) - 1;
inline constexpr Kinds first_ranks = 0b00001'00001'00001'00001'00001;

constexpr Kinds only(Card card) { return (1U << card) & all_kinds; }
constexpr Kinds kinds_of_colour(int colour) { return 31U << (most_ranks * colour); }
constexpr Kinds kinds_of_rank(int rank) { return first_ranks << (rank - 1); }

// What hints leave of a card: a set of colours and a set of ranks, bit 0 for red and for rank 1.
using Mask = std::uint8_t;

inline constexpr std::array<Kinds, 1U << most_colours> kinds_of_colours = [] {
  std::array<Kinds, 1U << most_colours> sets{};
  for (std::size_t colours = 0; colours < sets.size(); ++colours) {
    for (int colour = 0; colour < most_colours; ++colour)
      if (colours >> colour & 1) sets[colours] |= kinds_of_colour(colour);
  }
  return sets;
}();

constexpr Kinds kinds_of(Mask colours, Mask ranks) {
  return kinds_of_colours[colours] & (ranks * first_ranks);
}

// Whether hints leave a single colour or rank; an empty slot has none.
constexpr bool is_known(Mask mask) { return mask != 0 && (mask & (mask - 1)) == 0; }

// All kinds of the same colour that a kind of the set is below or equal to.
constexpr Kinds and_above(Kinds kinds) {
  kinds |= kinds << 1 & ~first_ranks;
  kinds |= kinds << 2 & ~(first_ranks * 3);
  kinds |= kinds << 4 & ~(first_ranks * 15);
  return kinds;
}

// The n-th lowest bit of a word that has more than n.
constexpr int nth_bit(std::uint64_t word, std::uint32_t n) {
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
}

// Bits set, in bytes. Written out because portable builds turn std::popcount into a function call.
constexpr std::uint64_t bits_by_byte(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555ULL;
  word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
  return (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
}
constexpr int bits_in(std::uint64_t word) {
  return static_cast<int>(bits_by_byte(word) * 0x0101010101010101ULL >> 56);
}

// A multiset with up to three cards of a kind: the two binary digits of each count in two words.
struct Counts {
  Kinds ones = 0;
  Kinds twos = 0;

  bool operator==(const Counts&) const = default;

  constexpr int of(Card card) const {
    return static_cast<int>((ones >> card & 1) + 2 * (twos >> card & 1));
  }
  constexpr Kinds present() const { return ones | twos; }

  // How many cards are of these kinds.
  constexpr int within(Kinds kinds) const {
    const std::uint64_t both = static_cast<std::uint64_t>(twos & kinds) << 32 | (ones & kinds);
    return static_cast<int>(bits_by_byte(both) * 0x0101010102020202ULL >> 56);
  }
  constexpr int total() const { return within(all_kinds); }

  // The n-th of the cards of these kinds, n < within(kinds).
  constexpr Card nth_within(Kinds kinds, std::uint32_t n) const {
    const auto single = static_cast<std::uint32_t>(bits_in(ones & kinds));
    return static_cast<Card>(n < single ? nth_bit(ones & kinds, n)
                                        : nth_bit(twos & kinds, (n - single) / 2));
  }

  // hidden_card and no_card change nothing.
  constexpr void add(Card card) { add_one_of(only(card)); }
  constexpr void remove(Card card) { remove_one_of(only(card)); }

  // One card of each of these kinds.
  constexpr void add_one_of(Kinds kinds) {
    twos ^= ones & kinds;
    ones ^= kinds;
  }
  constexpr void remove_one_of(Kinds kinds) {
    twos ^= ~ones & kinds;
    ones ^= kinds;
  }

  constexpr Counts minus(const Counts& other) const {
    return {ones ^ other.ones, twos ^ other.twos ^ (~ones & other.ones)};
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("ones", self.ones);
    visit("twos", self.twos);
  }
};

}  // namespace otherminds::hanabi
