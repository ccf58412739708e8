// Finished matches on their way from a worker to the store: packed bytes, one row after the other.
//
// Numbers are LEB128 (seven bits a byte, the lowest first), texts have their length in front. The
// result is JSON, because that is what the store keeps and people read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/match.hpp"

namespace otherminds {

// Where a match belongs in its experiment.
struct MatchPlace {
  std::uint64_t line_up;
  std::uint64_t block;
  std::uint64_t match;
};

// The texts are parts of what was unpacked.
struct MatchRow {
  MatchPlace place;
  std::string_view result;  // JSON: seats (which player sat where), returns, acts, seconds, forfeit
  std::string_view moves;   // LEB128: every action and outcome
  std::string_view reason;  // of a forfeit
};

void pack_row(std::string& out, const MatchPlace& place, std::span<const int> seats,
              const MatchRecord& record);

// Takes the next row off the front; throws Error(format) if there is no whole one.
MatchRow unpack_row(std::string_view& packed);

}  // namespace otherminds
