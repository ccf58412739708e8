// What an exact search remembers of positions: a table of fixed size.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "games/othello/board.hpp"

namespace otherminds::othello {

// 24 bytes. Whole positions are kept, so nothing is ever taken for another position.
struct Entry {
  Board own;
  Board opponent;  // both 0: nothing here
  std::int8_t lower;
  std::int8_t upper;
  std::int8_t move;  // the square that was best, or -1
  std::int8_t empties;
};

class Table {
 public:
  static constexpr std::size_t ways = 4;

  explicit Table(std::size_t bytes) {
    std::size_t buckets = 1;
    while (2 * buckets * ways * sizeof(Entry) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    // Zeroed pages that are never touched cost nothing, so small searches stay cheap.
    entries_.reset(static_cast<Entry*>(std::calloc(buckets * ways, sizeof(Entry))));
    if (!entries_) throw std::bad_alloc();
  }

  // The entry of a position, or null.
  const Entry* find(Board own, Board opponent) const {
    const Entry* bucket = &entries_[ways * place(own, opponent)];
    for (std::size_t i = 0; i < ways; ++i)
      if (bucket[i].own == own && bucket[i].opponent == opponent) return &bucket[i];
    return nullptr;
  }

  // Keeps an entry in the place of the same position, or of the one nearest to the end of the game.
  void keep(const Entry& entry) {
    Entry* bucket = &entries_[ways * place(entry.own, entry.opponent)];
    Entry* chosen = bucket;
    for (std::size_t i = 0; i < ways; ++i) {
      if (bucket[i].own == entry.own && bucket[i].opponent == entry.opponent) {
        chosen = &bucket[i];
        break;
      }
      if (bucket[i].empties < chosen->empties) chosen = &bucket[i];
    }
    *chosen = entry;
  }

 private:
  struct Free {
    void operator()(Entry* entries) const { std::free(entries); }
  };

  std::size_t place(Board own, Board opponent) const {
    Board mixed = own * 0x9e3779b97f4a7c15ULL ^ opponent * 0xc2b2ae3d27d4eb4fULL;
    mixed ^= mixed >> 29;
    mixed *= 0xbf58476d1ce4e5b9ULL;
    return static_cast<std::size_t>(mixed >> 32) & mask_;
  }

  std::unique_ptr<Entry[], Free> entries_;
  std::size_t mask_ = 0;
};

}  // namespace otherminds::othello
