// Random numbers without global state.
//
// A Stream is a name for a sequence of random numbers. Children are derived from a stream by
// number or by word, so (run seed, block, game, seat) names one sequence and nothing that another
// seat, match or worker draws can shift it. An Rng is the generator that walks one sequence.
//
// Children are derived one way: whoever has a stream can derive its children, and nobody can find
// its parent or its siblings. An agent is handed the stream of its seat, and the deal and the dice
// of its match stay hidden from it. Who knows the seed of a run knows everything.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/siphash.hpp"

namespace otherminds {

// The finaliser of SplitMix64: a bijection of 64-bit numbers in which each input bit moves half of
// the output bits.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// xoshiro256++ (Blackman and Vigna 2019): 32 bytes, period 2^256 - 1, a nanosecond per number.
class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) {
    for (auto& word : words_) word = seed = mix64(seed);
  }
  constexpr explicit Rng(const std::array<std::uint64_t, 4>& words) : words_(words) {}

  constexpr std::uint64_t next() {
    const std::uint64_t result = rotate(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = rotate(words_[3], 45);
    return result;
  }

  // A number in [0, bound), bound > 0; its bias is below bound / 2^64.
  constexpr std::uint32_t below(std::uint32_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint32_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  // A number in [0, 1) with 53 random bits.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
  }

  std::array<std::uint64_t, 4> words_{};
};

class Stream {
 public:
  constexpr explicit Stream(std::uint64_t seed) : key_(keyed_hash(seeds, seed, 's')) {}

  constexpr Stream child(std::uint64_t number) const {
    return from_key(keyed_hash(key_, number, 'n'));
  }
  constexpr Stream child(std::string_view word) const {
    return from_key(keyed_hash(key_, word, 'w'));
  }

  // What the generator draws leads back to its words at best, and never to the key.
  constexpr Rng rng() const {
    const HashKey first = keyed_hash(key_, 0, 'r'), second = keyed_hash(key_, 1, 'r');
    return Rng(std::array{first.low, first.high, second.low, second.high});
  }

  constexpr HashKey key() const { return key_; }
  constexpr bool operator==(const Stream&) const = default;

  static constexpr Stream from_key(HashKey key) {
    Stream stream(0);
    stream.key_ = key;
    return stream;
  }

 private:
  static constexpr HashKey seeds{0x6f746865726d696eULL, 0x6473207365656473ULL};  // any would do

  HashKey key_;
};

// The streams of one match. All matches of a block share the deal, so that a block can play one
// deal in every seating; dice and agents belong to the match.
struct MatchStreams {
  Stream deal;
  Stream chance;
  Stream agents;

  constexpr MatchStreams(Stream run, std::uint64_t block, std::uint64_t match)
      : deal(run.child("deal").child(block)),
        chance(run.child("chance").child(block).child(match)),
        agents(run.child("agent").child(block).child(match)) {}

  constexpr Stream agent(int seat) const { return agents.child(static_cast<std::uint64_t>(seat)); }

  // Each event of chance has a stream of its own: what came of one, however much of it is seen,
  // says nothing about the next.
  constexpr Stream event(std::uint64_t number) const { return chance.child(number); }
};

}  // namespace otherminds
