// Keys of positions for tables of transpositions: a quick hash of what does not follow from the
// rest. The number of the turn is left out, so that a position is the same whenever it comes about.
#include <bit>
#include <cstring>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

namespace {

// Sums of products of pairs of words: they do not wait for each other, unlike the steps of
// hash_bytes (the NH family of Black et al. 1999, with both halves of each product).
class Mixer {
 public:
  template <class T>
  void add(const T& part) {
    static_assert(std::has_unique_object_representations_v<T> && sizeof part % 8 == 0);
    std::array<std::uint64_t, sizeof part / 8> words;
    std::memcpy(words.data(), &part, sizeof part);
    for (const std::uint64_t word : words) add_word(word);
  }

  std::uint64_t key() {
    if (odd_) add_word(0);
    return mix64(sum_);
  }

 private:
  void add_word(std::uint64_t word) {
    salt_ += 0x9e3779b97f4a7c15ULL;
    word ^= salt_ ^ salt_ >> 29;
    odd_ = !odd_;
    if (odd_) {
      first_ = word;
      return;
    }
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(first_) * word;
    sum_ += static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  std::uint64_t sum_ = 0;
  std::uint64_t salt_ = 0x243f6a8885a308d3ULL;
  std::uint64_t first_ = 0;
  bool odd_ = false;
};

void add_table(Mixer& mixer, const Table& table) {
  mixer.add(table.roads);
  mixer.add(table.settlements);
  mixer.add(table.cities);
  // The layout and all that comes after it.
  constexpr std::size_t begin = offsetof(Table, layout);
  static_assert(begin % 8 == 0);
  std::array<std::byte, sizeof(Table) - begin> rest;
  std::memcpy(rest.data(), &table.layout, rest.size());
  std::memset(rest.data() + offsetof(Table, turn) - begin, 0, sizeof table.turn);
  mixer.add(rest);
}

void add_view(Mixer& mixer, const View& view) {
  mixer.add(std::array{view.seat, view.actor});
  add_table(mixer, view.table);
  constexpr std::size_t begin = offsetof(View, hands);
  static_assert(begin % 8 == 0);
  std::array<std::byte, sizeof(View) - begin> rest;
  std::memcpy(rest.data(), &view.hands, rest.size());
  mixer.add(rest);
}

}  // namespace

std::uint64_t table_key(const Table& table) {
  Mixer mixer;
  add_table(mixer, table);
  return mixer.key();
}

std::uint64_t Catan::state_key(const State& state) const {
  Mixer mixer;
  add_table(mixer, state.table);
  std::array<std::byte, sizeof(State) - sizeof(Table)> rest;
  std::memcpy(rest.data(), &state.hands, rest.size());
  mixer.add(rest);
  return mixer.key();
}

std::uint64_t Catan::view_key(const View& view) const {
  Mixer mixer;
  add_view(mixer, view);
  return mixer.key();
}

// Of the view and of what the abstract belief says beyond it.
std::uint64_t Catan::belief_key(const Belief& belief) const {
  Mixer mixer;
  add_view(mixer, belief.view);
  for (int seat = 0; seat < most_seats; ++seat) {
    const Hands& hands = belief.hands[seat];
    mixer.add(std::array<std::uint64_t, 3>{
        hands.least().word(), hands.most().word(),
        hands.possible() << 8 | static_cast<std::uint64_t>(belief.cards.highest(seat))});
  }
  return mixer.key();
}

}  // namespace otherminds::catan
