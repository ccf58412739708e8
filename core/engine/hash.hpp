// Keys: a 64-bit hash of the bytes of a value. Equal values have equal bytes because only types
// without padding are accepted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "engine/random.hpp"

namespace otherminds {

inline std::uint64_t hash_range(const void* data, std::size_t size, std::uint64_t seed = 0) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::uint64_t hash = mix64(seed ^ size);
  while (size > 0) {
    std::uint64_t word = 0;
    const std::size_t step = size < sizeof word ? size : sizeof word;
    std::memcpy(&word, bytes, step);
    hash = mix64(hash ^ word);
    bytes += step;
    size -= step;
  }
  return hash;
}

template <class T>
std::uint64_t hash_bytes(const T& value) {
  static_assert(std::has_unique_object_representations_v<T>);
  return hash_range(&value, sizeof value);
}

inline std::uint64_t hash_text(std::string_view text) {
  return hash_range(text.data(), text.size());
}

}  // namespace otherminds
