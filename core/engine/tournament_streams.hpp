// Which streams of random numbers a match of a tournament has.
#pragma once

#include <cstdint>

namespace otherminds {

// Keeps the streams of line-ups apart; more than any block has matches.
inline constexpr std::uint64_t matches_of_line_up = 65'536;

// What MatchStreams takes beside the run seed.
struct StreamPlace {
  std::uint64_t block;
  std::uint64_t match;
};

// Matches of one block share the deal in every line-up, so that all meet the same luck; a series is
// one block whose matches each have a deal of their own.
constexpr StreamPlace stream_place(std::uint64_t line_up, std::uint64_t block, std::uint64_t match,
                                   std::uint64_t series) {
  return {series ? block * series + match : block, line_up * matches_of_line_up + match};
}

}  // namespace otherminds
