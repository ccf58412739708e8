// A pawn that is about to walk: what is in its way, where it can begin, and what it can reach.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

// Other pawns block corridor squares; rooms hold any number.
class Pawn {
 public:
  Pawn(const Rules& rules, const Table& table, int suspect);

  const Squares& blocked() const { return blocked_; }
  // The squares where the walk can begin, and the pips it takes to be there.
  std::span<const std::uint8_t> starts() const { return {starts_.data(), start_count_}; }
  int spent() const { return spent_; }

  // Bits of the doors that the pawn can get to and that nobody stands before.
  std::uint32_t doors_in_reach() const;

 private:
  void leave_by(Door door) {
    const std::uint8_t square = board().outside[door];
    if (!blocked_[square]) starts_[start_count_++] = square;
  }

  Squares blocked_;
  std::array<std::uint8_t, pawn_count> pawns_;  // those in its way
  std::array<std::uint8_t, most_doors> starts_;
  std::uint8_t pawn_count_ = 0;
  std::uint8_t start_count_ = 0;
  std::uint8_t spent_ = 0;
};

}  // namespace otherminds::cluedo
