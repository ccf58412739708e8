// SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012): a hash under a key. Who has hashes of
// texts of their choice cannot find the key, and who has no key cannot tell a hash from chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace otherminds {

struct HashKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  constexpr bool operator==(const HashKey&) const = default;
};

class SipHash {
 public:
  constexpr explicit SipHash(HashKey key)
      : a_(key.low ^ 0x736f6d6570736575ULL),
        b_(key.high ^ 0x646f72616e646f6dULL ^ 0xee),
        c_(key.low ^ 0x6c7967656e657261ULL),
        d_(key.high ^ 0x7465646279746573ULL) {}

  constexpr void add(std::uint64_t eight_bytes) {
    d_ ^= eight_bytes;
    rounds(2);
    a_ ^= eight_bytes;
  }

  // `rest`: fewer than eight bytes, the first one lowest. `size`: of the whole text.
  constexpr HashKey finish(std::uint64_t rest, std::size_t size) {
    add(rest | static_cast<std::uint64_t>(size) << 56);
    c_ ^= 0xee;
    rounds(4);
    const std::uint64_t low = a_ ^ b_ ^ c_ ^ d_;
    b_ ^= 0xdd;
    rounds(4);
    return {low, a_ ^ b_ ^ c_ ^ d_};
  }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }

  constexpr void rounds(int count) {
    for (int round = 0; round < count; ++round) {
      a_ += b_;
      b_ = rotate(b_, 13) ^ a_;
      a_ = rotate(a_, 32);
      c_ += d_;
      d_ = rotate(d_, 16) ^ c_;
      a_ += d_;
      d_ = rotate(d_, 21) ^ a_;
      c_ += b_;
      b_ = rotate(b_, 17) ^ c_;
      c_ = rotate(c_, 32);
    }
  }

  std::uint64_t a_, b_, c_, d_;
};

// Of the eight bytes of a number, the lowest first, and a letter that says what is hashed.
constexpr HashKey keyed_hash(HashKey key, std::uint64_t number, char what) {
  SipHash hash(key);
  hash.add(number);
  return hash.finish(static_cast<unsigned char>(what), 9);
}

// Of the bytes of a text and a letter that says what is hashed.
constexpr HashKey keyed_hash(HashKey key, std::string_view text, char what) {
  SipHash hash(key);
  std::uint64_t eight_bytes = 0;
  std::size_t size = 0;
  const auto add = [&](char letter) {
    eight_bytes |= static_cast<std::uint64_t>(static_cast<unsigned char>(letter)) << 8 * (size % 8);
    if (++size % 8 != 0) return;
    hash.add(eight_bytes);
    eight_bytes = 0;
  };
  for (const char letter : text) add(letter);
  add(what);
  return hash.finish(eight_bytes, size);
}

}  // namespace otherminds
