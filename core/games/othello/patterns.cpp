#include "games/othello/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

// The file of weights becomes part of the library: nothing has to be found or read at run time.
#if defined(__APPLE__)
#define OTHERMINDS_READ_ONLY ".section __DATA,__const\n"
#define OTHERMINDS_SYMBOL "_otherminds_othello_patterns"
#else
#define OTHERMINDS_READ_ONLY ".section .rodata\n"
#define OTHERMINDS_SYMBOL "otherminds_othello_patterns"
#endif
asm(OTHERMINDS_READ_ONLY ".balign 16\n.globl " OTHERMINDS_SYMBOL "\n" OTHERMINDS_SYMBOL
                         ":\n.incbin \"games/othello/patterns.bin\"\n.text\n");
extern "C" {
__attribute__((visibility("hidden"))) extern const std::int16_t otherminds_othello_patterns[];
}

namespace otherminds::othello::patterns {

namespace {

using Cells = std::vector<int>;

// One instance of each shape, as squares.
const std::array<Cells, shapes>& first_cells() {
  static const std::array<Cells, shapes> cells = {{
      {8, 9, 10, 11, 12, 13, 14, 15},     // the second line
      {16, 17, 18, 19, 20, 21, 22, 23},   // the third
      {24, 25, 26, 27, 28, 29, 30, 31},   // the fourth
      {0, 9, 18, 27, 36, 45, 54, 63},     // diagonals of 8, 7, 6, 5 and 4 squares
      {1, 10, 19, 28, 37, 46, 55},        //
      {2, 11, 20, 29, 38, 47},            //
      {3, 12, 21, 30, 39},                //
      {4, 13, 22, 31},                    //
      {9, 0, 1, 2, 3, 4, 5, 6, 7, 14},    // an edge with the squares diagonal to its corners
      {0, 1, 2, 8, 9, 10, 16, 17, 18},    // a corner of 3x3
      {0, 1, 2, 3, 4, 8, 9, 10, 11, 12},  // a corner of 2x5
  }};
  return cells;
}

// One of the eight turns and reflections.
int turned(int square, int symmetry) {
  int row = square / 8;
  int column = square % 8;
  if (symmetry & 1) column = 7 - column;
  if (symmetry & 2) row = 7 - row;
  if (symmetry & 4) std::swap(row, column);
  return 8 * row + column;
}

struct Instance {
  int shape;
  Cells cells;
};

std::vector<Instance> all_instances() {
  std::vector<Instance> found;
  for (int shape = 0; shape < shapes; ++shape) {
    std::set<std::set<int>> known;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      Cells cells;
      for (const int cell : first_cells()[static_cast<std::size_t>(shape)])
        cells.push_back(turned(cell, symmetry));
      if (known.insert({cells.begin(), cells.end()}).second)
        found.push_back({shape, std::move(cells)});
    }
  }
  return found;
}

std::uint16_t power_of_three(std::size_t exponent) {
  std::uint16_t power = 1;
  for (; exponent > 0; --exponent) power = static_cast<std::uint16_t>(3 * power);
  return power;
}

// Everything that follows from the shapes.
struct Geometry {
  std::array<int, instances> shape{};
  // What the discs of one side on a row add to the contents of each instance.
  std::array<std::array<Contents, 256>, 8> by_row{};
  std::array<std::vector<int>, shapes> slot;  // of each content
  int slots = 0;

  Geometry() {
    const std::vector<Instance> all = all_instances();
    for (std::size_t i = 0; i < all.size(); ++i) {
      shape[i] = all[i].shape;
      for (std::size_t cell = 0; cell < all[i].cells.size(); ++cell) {
        const auto row = static_cast<std::size_t>(all[i].cells[cell] / 8);
        for (std::size_t discs = 0; discs < 256; ++discs) {
          if (discs >> (all[i].cells[cell] % 8) & 1)
            by_row[row][discs][i] =
                static_cast<std::uint16_t>(by_row[row][discs][i] + power_of_three(cell));
        }
      }
    }
    for (std::size_t each = 0; each < shapes; ++each) number(first_cells()[each], slot[each]);
  }

 private:
  // Contents that a reflection of the board turns into each other share a slot.
  void number(const Cells& cells, std::vector<int>& numbers) {
    const std::size_t size = cells.size();
    std::vector<std::vector<std::size_t>> orders;  // of the cells, under which the shape is itself
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
      std::vector<std::size_t> order;
      for (const int cell : cells) {
        const auto place = std::ranges::find(cells, turned(cell, symmetry));
        if (place != cells.end()) order.push_back(static_cast<std::size_t>(place - cells.begin()));
      }
      if (order.size() == size) orders.push_back(std::move(order));
    }
    numbers.assign(power_of_three(size), -1);
    for (std::size_t content = 0; content < numbers.size(); ++content) {
      if (numbers[content] >= 0) continue;
      numbers[content] = slots;
      for (const auto& order : orders) {
        std::size_t reflected = 0;
        std::size_t left = content;
        for (std::size_t cell = 0; cell < size; ++cell, left /= 3)
          reflected += left % 3 * power_of_three(order[cell]);
        numbers[reflected] = slots;
      }
      ++slots;
    }
  }
};

const Geometry& geometry() {
  static const Geometry found;
  return found;
}

// The shipped weights by contents, so that a look-up is one step.
struct Expanded {
  std::array<std::size_t, instances> offset{};
  std::size_t size = 0;  // of a stage
  std::vector<std::int16_t> weights;

  Expanded() {
    const Geometry& in = geometry();
    std::array<std::size_t, shapes> start{};
    for (std::size_t shape = 0; shape < shapes; ++shape) {
      start[shape] = size;
      size += in.slot[shape].size();
    }
    for (std::size_t i = 0; i < instances; ++i)
      offset[i] = start[static_cast<std::size_t>(in.shape[i])];
    weights.reserve(stages * size);
    const std::span<const std::int16_t> stored = shipped();
    for (std::size_t stage = 0; stage < stages; ++stage) {
      for (const auto& slots_of_shape : in.slot) {
        for (const int place : slots_of_shape)
          weights.push_back(
              stored[stage * static_cast<std::size_t>(in.slots) + static_cast<std::size_t>(place)]);
      }
    }
  }
};

}  // namespace

Contents contents(Board own, Board opponent) {
  const auto& by_row = geometry().by_row;
  Contents mine{};
  Contents theirs{};
  for (std::size_t row = 0; row < 8; ++row) {
    const Contents& first = by_row[row][own >> (8 * row) & 255];
    const Contents& second = by_row[row][opponent >> (8 * row) & 255];
    for (std::size_t i = 0; i < mine.size(); ++i) {
      mine[i] = static_cast<std::uint16_t>(mine[i] + first[i]);
      theirs[i] = static_cast<std::uint16_t>(theirs[i] + second[i]);
    }
  }
  for (std::size_t i = 0; i < mine.size(); ++i)
    mine[i] = static_cast<std::uint16_t>(mine[i] + 2 * theirs[i]);
  return mine;
}

int slots() { return geometry().slots; }

int slot(int instance, int content) {
  const Geometry& in = geometry();
  const int shape = in.shape[static_cast<std::size_t>(instance)];
  return in.slot[static_cast<std::size_t>(shape)][static_cast<std::size_t>(content)];
}

std::span<const std::int16_t> shipped() {
  return {otherminds_othello_patterns, static_cast<std::size_t>(stages * slots())};
}

double lead(Board own, Board opponent) {
  static const Expanded expanded;
  const Contents found = contents(own, opponent);
  const std::int16_t* weights =
      expanded.weights.data() + static_cast<std::size_t>(stage_of(own, opponent)) * expanded.size;
  int sum = 0;
  for (std::size_t i = 0; i < instances; ++i) sum += weights[expanded.offset[i] + found[i]];
  return sum * unit;
}

double worth(double discs) { return std::tanh(discs / 12); }

}  // namespace otherminds::othello::patterns
