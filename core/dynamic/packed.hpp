// States, beliefs, agents and memories as bytes: a header that says what it is and of which game,
// the thing itself, a checksum.
//
// Native games and games written in Python share the header, so a file of the wrong game, other
// options or another version is refused with a sentence before anything is read from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace otherminds {

struct PackedHeader {
  std::string game;
  int version;
  std::uint64_t options_key;  // of the options as text
  std::string kind = "state";

  PackedHeader of(std::string other) const { return {game, version, options_key, other}; }
};

std::string pack(const PackedHeader& header, std::string_view payload);

// The payload of bytes that pack() made with the same header; throws Error(format) otherwise.
std::string unpack(const PackedHeader& expected, std::string_view bytes);

}  // namespace otherminds
