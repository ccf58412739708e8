// Sets of cards as counts, for sums over deals.
//
// Cards that nothing tells apart form a class, so a set of cards is a count for each class: a
// handful of sets at the opening of a game, all subsets of the cards at worst.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "games/cluedo/belief/deals.hpp"

namespace otherminds::cluedo {

// The low bits hold a field for each class, with a bit above it that shows an overflow. The high
// bits hold two numbers, of the counts of the first classes and of those of the others. Keys of
// disjoint sets add up, in all parts.
using Key = std::uint64_t;
inline constexpr int number_shift = 2 * most_unknown;
inline constexpr int number_bits = 12;
inline constexpr Key number_mask = (Key{1} << number_bits) - 1;

struct Class {
  Cards cards;
  int shift;  // of its field
  Key field;  // its bits, without the one above
};

class Sets {
 public:
  explicit Sets(const std::vector<Cards>& classes) {
    // Two halves of about the same number of sets, so that both have small tables.
    constexpr std::size_t most_in_first = 1U << most_unknown / 2;
    std::array<Half, 2> halves;
    int shift = 0;
    for (const Cards cards : classes) {
      const auto most = static_cast<Key>(count(cards));
      const int width = std::bit_width(most);
      const Key field = ((Key{1} << width) - 1) << shift;
      std::fill_n(class_at.begin() + shift, width, static_cast<std::uint8_t>(this->classes.size()));
      this->classes.push_back({cards, shift, field});
      bias_ |= field - (most << shift);
      guards_ |= Key{1} << (shift + width);
      const bool second = !halves[1].empty() || halves[0].keys.size() * (most + 1) > most_in_first;
      halves[second].add(Key{1} << shift, most, number_shift + (second ? number_bits : 0));
      shift += width + 1;
    }
    full = halves[0].keys.back() + halves[1].keys.back();
    list(halves);
  }

  // Whether there are enough cards for two sets without a card in common.
  bool fit(Key one, Key other) const { return ((one + other + bias_) & guards_) == 0; }
  bool within(Key part, Key whole) const { return fit(part, full - whole); }

  // The place of a set among those of its size.
  std::size_t rank(int size, Key key) const {
    return starts_[size][key >> (number_shift + number_bits)] +
           ranks_[(key >> number_shift) & number_mask];
  }

  std::vector<Class> classes;
  std::array<std::uint8_t, number_shift> class_at{};       // by a bit of its field
  std::array<std::vector<Key>, most_unknown + 1> of_size;  // ascending in the second half first
  Key full = 0;                                            // all cards

 private:
  // All sets of some of the classes, in the order of their numbers.
  struct Half {
    bool empty() const { return keys.size() == 1; }

    void add(Key unit, Key most, int shift) {
      const std::size_t fewer = keys.size();
      unit |= static_cast<Key>(fewer) << shift;
      for (std::size_t i = fewer; i < fewer * (most + 1); ++i) {
        keys.push_back(keys[i - fewer] + unit);
        sizes.push_back(sizes[i - fewer] + 1);
      }
    }

    std::vector<Key> keys = {0};
    std::vector<int> sizes = {0};
  };

  void list(const std::array<Half, 2>& halves) {
    std::array<std::vector<Key>, most_unknown + 1> firsts;
    for (std::size_t i = 0; i < halves[0].keys.size(); ++i) {
      auto& alike = firsts[halves[0].sizes[i]];
      ranks_.push_back(static_cast<std::uint32_t>(alike.size()));
      alike.push_back(halves[0].keys[i]);
    }
    for (int size = 0; size <= most_unknown; ++size) {
      for (std::size_t i = 0; i < halves[1].keys.size(); ++i) {
        starts_[size].push_back(static_cast<std::uint32_t>(of_size[size].size()));
        if (halves[1].sizes[i] > size) continue;
        for (const Key first : firsts[size - halves[1].sizes[i]])
          of_size[size].push_back(halves[1].keys[i] + first);
      }
    }
  }

  Key bias_ = 0;
  Key guards_ = 0;
  std::vector<std::uint32_t> ranks_;  // of the first half among those of its size
  std::array<std::vector<std::uint32_t>, most_unknown + 1> starts_;  // by size and second half
};

struct WeightedSet {
  Key key;
  double weight;
};

// A weight for each set of one size.
struct WeightTable {
  WeightTable() = default;

  // Weighs each set by weigh(key).
  template <class Weigh>
  WeightTable(const Sets& sets, int size, Weigh&& weigh) : size(size) {
    for (const Key key : sets.of_size[size]) weights.push_back(weigh(key));
    find_support(sets);
  }

  void find_support(const Sets& sets) {
    const auto& keys = sets.of_size[size];
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (weights[i] > 0) support.push_back({keys[i], weights[i]});
  }

  double of(const Sets& sets, Key key) const { return weights[sets.rank(size, key)]; }

  int size = 0;
  std::vector<double> weights;       // by rank
  std::vector<WeightedSet> support;  // those with a weight above 0, ascending
};

// Finds the pairs of sets of two lists that have no card in common.
class Pairs {
 public:
  explicit Pairs(const Sets& sets) : sets_(sets) {}

  // Calls visit(one, all others that fit) for each of the first list, which is ascending. The
  // second list is thinned out once for all of the first that begin alike.
  template <class Visit>
  void each(std::span<const WeightedSet> ones, std::span<const WeightedSet> others, Visit&& visit) {
    descend(ones, others, sets_.classes.size(), 0, 0, visit);
  }

 private:
  template <class Visit>
  void descend(std::span<const WeightedSet> ones, std::span<const WeightedSet> others,
               std::size_t classes, Key common, std::size_t depth, Visit& visit) {
    if (others.empty()) return;
    if (classes == 0) {
      if (!ones.empty()) visit(ones.front(), others);
      return;
    }
    const Key field = sets_.classes[classes - 1].field;
    while (!ones.empty()) {
      const Key taken = ones.front().key & field;
      std::size_t alike = 1;
      while (alike < ones.size() && (ones[alike].key & field) == taken) ++alike;
      if (taken == 0) {
        descend(ones.first(alike), others, classes - 1, common, depth, visit);
      } else {
        if (thinned_.size() <= depth) thinned_.emplace_back();
        auto& left = thinned_[depth];
        if (left.size() < others.size()) left.resize(others.size());
        std::size_t kept = 0;
        for (const WeightedSet& other : others) {
          left[kept] = other;
          kept += sets_.fit(common | taken, other.key) ? 1 : 0;
        }
        descend(ones.first(alike), std::span<const WeightedSet>(left).first(kept), classes - 1,
                common | taken, depth + 1, visit);
      }
      ones = ones.subspan(alike);
    }
  }

  const Sets& sets_;
  std::deque<std::vector<WeightedSet>> thinned_;
};

}  // namespace otherminds::cluedo
