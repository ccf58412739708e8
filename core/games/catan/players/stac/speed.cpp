#include "games/catan/players/stac/speed.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace otherminds::catan::stac {

namespace {

// The resource still short that comes most rarely.
int scarcest_short(const Speed& speed, Hand have, Hand cost) {
  int scarcest = nothing;
  for (unsigned rest = ~have.at_least(cost) & 0x1f; rest != 0; rest &= rest - 1) {
    const int resource = std::countr_zero(rest);
    if (scarcest == nothing || speed.rolls[resource] > speed.rolls[scarcest]) scarcest = resource;
  }
  return scarcest;
}

// Gives what is left over to the bank; whether the hand covers the cost then.
bool trade_surplus(const Speed& speed, Hand& have, Hand cost) {
  // What is taken is short, so that nothing more is left over by that.
  for (unsigned rest = have.at_least(cost + speed.rates); rest != 0; rest &= rest - 1) {
    const int give = std::countr_zero(rest);
    const int rate = speed.rates[give];
    while (have[give] - cost[give] >= rate) {
      have -= Hand::of(give, rate);
      have += Hand::of(scarcest_short(speed, have, cost));
      if (have.covers(cost)) return true;
    }
  }
  return false;
}

std::uint64_t chance_of(const Layout& layout, int hex) {
  if (layout.terrain[hex] == desert) return 0;
  return static_cast<std::uint64_t>(hundredths(layout.numbers[hex]))
         << (Income::bits * layout.terrain[hex]);
}

// What a settlement adds to an income, by vertex.
using Sites = std::array<std::uint64_t, vertex_count>;

// Kept, because they are the same for a whole game.
const Sites& sites_of(const Layout& layout) {
  struct Entry {
    Layout layout;
    Sites sites;
  };
  static thread_local std::optional<Entry> entry;
  if (entry && entry->layout == layout) return entry->sites;
  entry = {layout, {}};
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    std::uint64_t& site = entry->sites[vertex];
    for (const int hex : geometry.vertex_hexes[vertex])
      if (hex != nothing) site += chance_of(layout, hex);
    if (const int port = geometry.vertex_port[vertex]; port != nothing)
      site |= std::uint64_t{1} << (Income::first_port + layout.ports[port]);
  }
  return entry->sites;
}

}  // namespace

void Income::add_numbers(const Layout& layout, int vertex) {
  packed += sites_of(layout)[vertex] & chances_alone;
}

void Income::add_port(const Layout& layout, int vertex) {
  packed |= sites_of(layout)[vertex] & ~chances_alone;
}

Income Income::with_city(const Layout& layout, int vertex) const {
  Income income = *this;
  income.add_numbers(layout, vertex);
  return income;
}

Income Income::with_settlement(const Layout& layout, int vertex) const {
  const std::uint64_t site = sites_of(layout)[vertex];
  return {(packed + (site & chances_alone)) | (site & ~chances_alone)};
}

Income income_of(const Table& table, int seat) {
  const Sites& sites = sites_of(table.layout);
  Income income{std::uint64_t{table.port_kinds[seat]} << Income::first_port};
  const auto add = [&](int vertex) { income.packed += sites[vertex] & Income::chances_alone; };
  each_vertex(table.buildings(seat), add);
  each_vertex(table.cities[seat].word, add);
  return income;
}

Income blocked_income_of(const Table& table, int seat, int hex) {
  const VertexSet corners = geometry.hex_corners[hex];
  const int cards =
      count(table.buildings(seat) & corners) + count(table.cities[seat].word & corners);
  return {income_of(table, seat).packed -
          static_cast<std::uint64_t>(cards) * chance_of(table.layout, hex)};
}

namespace {

constexpr int inverse_bits = 16;

// From one card to the next at a chance in hundredths. The inverse is rounded up: up to 1,000 rolls
// and intervals of 34, the longest there is, its product is right.
struct Interval {
  int rolls = no_income;
  int inverse = 0;
};
constexpr std::array<Interval, 1 << Income::bits> intervals = [] {
  std::array<Interval, 1 << Income::bits> list{};
  for (int chance = 1; chance < 1 << Income::bits; ++chance) {
    const int rolls = (200 + chance) / (2 * chance);
    if (rolls > 0) list[chance] = {rolls, ((1 << inverse_bits) + rolls - 1) / rolls};
  }
  return list;
}();

}  // namespace

Speed speed_of(const Income& income) {
  Speed speed;
  for (int resource = 0; resource < resource_count; ++resource) {
    const Interval& interval = intervals[static_cast<std::size_t>(income.chance(resource))];
    speed.rolls[resource] = interval.rolls;
    speed.inverses[resource] = interval.inverse;
  }
  speed.rates = bank_rates[income.ports()];
  return speed;
}

int rolls_until(const Speed& speed, Hand hand, Hand cost, int limit) {
  const Hand surplus = cost + speed.rates;  // with so many cards of a kind some can be traded
  std::array<int, resource_count> came{};   // cards, all at the multiples of their intervals
  for (int roll = 0;;) {
    if (hand.covers(cost)) return roll;
    if (hand.at_least(surplus) != 0 && trade_surplus(speed, hand, cost)) return roll;
    // Nothing happens before the last card that is short has come, or one that can be traded.
    int covered = 0;
    int traded = limit + 1;
    for (int resource = 0; resource < resource_count; ++resource) {
      const int needed = came[resource] - hand[resource];
      const int interval = speed.rolls[resource];
      covered = std::max(covered, (needed + cost[resource]) * interval);
      traded = std::min(traded, (needed + surplus[resource]) * interval);
    }
    roll = std::min(covered, traded);
    if (roll > limit) return limit + 1;
    for (int resource = 0; resource < resource_count; ++resource) {
      const int by_now = roll * speed.inverses[resource] >> inverse_bits;
      hand += Hand::of(resource, by_now - came[resource]);
      came[resource] = by_now;
    }
  }
}

Times times_from(const Speed& speed, Hand hand, bool shared_limit) {
  Times times;
  times.rolls.fill(usual_limit);
  for (int piece = 0; piece < piece_kinds; ++piece) {
    const int rolls = rolls_until(speed, hand, piece_costs[piece], usual_limit);
    if (rolls > usual_limit && shared_limit) break;
    times.rolls[piece] = static_cast<std::uint8_t>(std::min(rolls, usual_limit));
  }
  return times;
}

Times times_from_nothing(const Income& income, bool shared_limit) {
  struct Entry {
    std::uint64_t key = 0;
    Times times;
  };
  static thread_local std::vector<Entry> table(std::size_t{1} << 14);
  const std::uint64_t key =
      std::uint64_t{1} << 63 | std::uint64_t{shared_limit} << 62 | income.packed;
  Entry& entry = table[mix64(key) & (table.size() - 1)];
  if (entry.key != key) entry = {key, times_from(speed_of(income), Hand{}, shared_limit)};
  return entry.times;
}

int speedup(const Income& before, const Income& after, bool shared_limit) {
  return times_from_nothing(before, shared_limit).sum() -
         times_from_nothing(after, shared_limit).sum();
}

}  // namespace otherminds::catan::stac
