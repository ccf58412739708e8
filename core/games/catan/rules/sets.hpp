// Drawing from sets that are words of bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/random.hpp"
#include "games/catan/rules/geometry.hpp"

namespace otherminds::catan {

// Calls visit(place) for each bit, ascending.
template <class Visit>
void each_bit(std::uint64_t set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

inline int nth_of_few(std::uint64_t set, std::uint32_t n) {
  for (; n > 0; --n) set &= set - 1;
  return std::countr_zero(set);
}

// Finds the byte first, by how many are set up to each, all compared at once.
inline int nth(std::uint64_t set, std::uint32_t n) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  const std::uint64_t up_to = counts_of_bytes(set) * ones;
  const std::uint64_t passed = ((n * ones | ones << 7) - up_to) >> 7 & ones;
  const auto shift = static_cast<int>(passed * ones >> 56) * 8;
  return shift +
         nth_of_few(set >> shift, n - static_cast<std::uint32_t>(up_to << 8 >> shift & 0xff));
}

inline int nth(const EdgeSet& set, std::uint32_t n) {
  const auto low = static_cast<std::uint32_t>(count(set.words[0].word));
  return n < low ? nth(set.words[0].word, n) : 64 + nth(set.words[1].word, n - low);
}

inline std::uint32_t any(int size, Rng& rng) { return rng.below(static_cast<std::uint32_t>(size)); }

// Sets of at most six: how many are in them, and which. After them comes `last`.
struct Few {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 7> which{};
};

constexpr std::array<Few, 64> list_few(int last) {
  std::array<Few, 64> lists{};
  for (unsigned set = 0; set < lists.size(); ++set) {
    lists[set].which.fill(static_cast<std::uint8_t>(last));
    for (int i = 0; i < 6; ++i)
      if (set >> i & 1) lists[set].which[lists[set].size++] = static_cast<std::uint8_t>(i);
  }
  return lists;
}

inline constexpr std::array<Few, 64> few = list_few(0);

inline int any_of(const Few& set, Rng& rng) { return set.which[rng.below(set.size)]; }

}  // namespace otherminds::catan
