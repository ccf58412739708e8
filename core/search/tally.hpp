// What the threads of a search count each for itself, so that they do not wait for each other; the
// result adds it up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/game.hpp"

namespace otherminds {

// What every seat got by each first move, and how often that was tried. Whoever adds the returns of
// an iteration adds them here instead of to one sum for all moves, so that nothing is lost.
class ReturnsByMove {
 public:
  struct Row {
    Action action = -1;  // -1: nobody chose a first move
    std::int64_t times = 0;
    Returns totals{};
  };

  Row& of(Action action) {
    std::size_t at = place(action);
    while (slots_[at] != empty) {
      if (rows_[slots_[at]].action == action) return rows_[slots_[at]];
      at = (at + 1) & (slots_.size() - 1);
    }
    return add(action, at);
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  static constexpr std::uint32_t empty = ~std::uint32_t{0};

  std::size_t place(Action action) const {
    return static_cast<std::size_t>(action + 1) & (slots_.size() - 1);
  }
  Row& add(Action action, std::size_t at);

  std::vector<Row> rows_;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16, empty);  // linear probing
};

// What one thread has done, as far as the tree does not tell.
struct Tally {
  ReturnsByMove by_move;
  std::vector<std::uint32_t> roots;  // where descents started: several where the worlds differ
  int deepest = 0;
  std::int64_t depths = 0;  // summed over iterations

  // How many iterations have been added.
  std::int64_t times() const;
  // The mean return of each seat.
  Returns means(std::size_t seats) const;
  // Adds what another thread has done.
  void add(const Tally& other);
};

}  // namespace otherminds
