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

#include "games/cluedo/cards.hpp"

namespace otherminds::cluedo {

// More unknown cards than this are refused; six players with the 21 cards of the box have 18.
inline constexpr int most_unknown = 20;

// The low bits hold a field for each class, with a bit above it that shows an overflow; the high
// bits hold the number of the set among all sets. Keys of disjoint sets add up, in both parts.
using Key = std::uint64_t;
inline constexpr int number_shift = 2 * most_unknown;

struct Class {
  Cards cards;
  int shift;  // of its field
  Key field;  // its bits, without the one above
  Key one;    // the key of one card
};

class Sets {
 public:
  explicit Sets(const std::vector<Cards>& classes) {
    Key number = 1;
    int shift = 0;
    std::vector<Key> keys = {0};
    std::vector<std::uint8_t> sizes = {0};
    for (const Cards cards : classes) {
      const auto most = static_cast<Key>(count(cards));
      const int width = std::bit_width(most);
      const Key field = ((Key{1} << width) - 1) << shift;
      const Key one = (number << number_shift) | (Key{1} << shift);
      std::fill_n(class_at.begin() + shift, width, static_cast<std::uint8_t>(this->classes.size()));
      this->classes.push_back({cards, shift, field, one});
      bias_ |= field - (most << shift);
      guards_ |= Key{1} << (shift + width);
      full += most * one;
      shift += width + 1;
      number *= most + 1;
      const std::size_t fewer = keys.size();
      keys.resize(number);
      sizes.resize(number);
      for (std::size_t i = fewer; i < keys.size(); ++i) {
        keys[i] = keys[i - fewer] + one;
        sizes[i] = static_cast<std::uint8_t>(sizes[i - fewer] + 1);
      }
    }
    ranks_.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto& list = of_size[sizes[i]];
      ranks_[i] = static_cast<std::uint32_t>(list.size());
      list.push_back(keys[i]);
    }
  }

  // Whether there are enough cards for two sets without a card in common.
  bool fit(Key one, Key other) const { return ((one + other + bias_) & guards_) == 0; }
  bool within(Key part, Key whole) const { return fit(part, full - whole); }

  // The place of a set among those of its size.
  std::uint32_t rank(Key key) const { return ranks_[key >> number_shift]; }

  std::vector<Class> classes;
  std::array<std::uint8_t, number_shift> class_at{};       // by a bit of its field
  std::array<std::vector<Key>, most_unknown + 1> of_size;  // ascending
  Key full = 0;                                            // all cards

 private:
  Key bias_ = 0;
  Key guards_ = 0;
  std::vector<std::uint32_t> ranks_;  // by number
};

struct WeightedSet {
  Key key;
  double weight;
};

// A weight for each set of one size.
struct Table {
  Table() = default;

  // Weighs each set by weigh(key).
  template <class Weigh>
  Table(const Sets& sets, int size, Weigh&& weigh) : size(size) {
    for (const Key key : sets.of_size[size]) weights.push_back(weigh(key));
    find_support(sets);
  }

  void find_support(const Sets& sets) {
    const auto& keys = sets.of_size[size];
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (weights[i] > 0) support.push_back({keys[i], weights[i]});
  }

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
