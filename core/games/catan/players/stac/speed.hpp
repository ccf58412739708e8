// How many rolls it takes until a seat can pay for something: the estimate that all decisions of
// the plan-based players rest on. Cards come at fixed intervals, as if dice had no luck, and what
// is left over goes to the bank at once. The robber is not seen.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/rules/state.hpp"

namespace otherminds::catan::stac {

inline constexpr int no_income = 55'555;  // rolls until a resource comes that never does
inline constexpr int usual_limit = 40;    // rolls beyond which nothing is told apart

// The chance of a number in hundredths, as the originals round it.
constexpr int hundredths(int number) {
  constexpr std::array<int, 13> table = {0, 0, 3, 6, 8, 11, 14, 17, 14, 11, 8, 6, 3};
  return number >= 2 && number <= 12 && number != 7 ? table[number] : 0;
}

// What the buildings of a seat yield.
struct Income {
  static constexpr int bits = 10;  // of a chance
  static constexpr int first_port = bits * resource_count;
  static constexpr std::uint64_t chances_alone = (std::uint64_t{1} << first_port) - 1;

  std::uint64_t packed = 0;  // the chance of each resource, then a bit for each kind of port

  // In hundredths; cities count twice.
  int chance(int resource) const {
    return static_cast<int>(packed >> (bits * resource) & ((1U << bits) - 1));
  }
  unsigned ports() const { return static_cast<unsigned>(packed >> first_port); }

  bool operator==(const Income&) const = default;

  // A settlement at a vertex, or one there that becomes a city.
  void add_numbers(const Layout& layout, int vertex);
  void add_port(const Layout& layout, int vertex);
  Income with_city(const Layout& layout, int vertex) const;
  Income with_settlement(const Layout& layout, int vertex) const;
};

Income income_of(const Table& table, int seat);
// As if the robber stood on a hex.
Income blocked_income_of(const Table& table, int seat, int hex);

struct Speed {
  std::array<int, resource_count> rolls{};     // from one card to the next
  std::array<int, resource_count> inverses{};  // of those, to save divisions
  Hand rates{};                                // of the bank
};
Speed speed_of(const Income& income);

// Rolls until a hand covers a cost; more than `limit` where it takes longer than that.
int rolls_until(const Speed& speed, Hand hand, Hand cost, int limit);

// ---- the four things to buy ----

enum Piece : std::uint8_t { road_piece, settlement_piece, city_piece, card_piece };
inline constexpr int piece_kinds = 4;
inline constexpr std::array<Hand, piece_kinds> piece_costs = {road_cost, settlement_cost, city_cost,
                                                              card_cost};
struct Times {
  std::array<std::uint8_t, piece_kinds> rolls{};  // none above usual_limit

  int operator[](int piece) const { return rolls[static_cast<std::size_t>(piece)]; }
  int sum() const { return rolls[0] + rolls[1] + rolls[2] + rolls[3]; }
};

// `shared_limit`: one that takes too long puts all after it at the limit, a quirk of the originals.
Times times_from(const Speed& speed, Hand hand, bool shared_limit);
// The same with an empty hand; kept, because the same incomes are asked for again and again.
Times times_from_nothing(const Income& income, bool shared_limit);

// The rolls that a change of income saves over the four pieces.
int speedup(const Income& before, const Income& after, bool shared_limit);

}  // namespace otherminds::catan::stac
