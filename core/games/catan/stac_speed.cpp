#include "games/catan/stac_speed.hpp"

#include <algorithm>
#include <vector>

namespace otherminds::catan::stac {

namespace {

// The resource still short that comes most rarely.
int scarcest_short(const Speed& speed, Hand have, Hand cost) {
  int scarcest = nothing;
  for (int resource = 0; resource < resource_count; ++resource)
    if (have[resource] < cost[resource] &&
        (scarcest == nothing || speed.rolls[resource] > speed.rolls[scarcest]))
      scarcest = resource;
  return scarcest;
}

// Gives what is left over to the bank; whether the hand covers the cost then.
bool trade_surplus(const Speed& speed, Hand& have, Hand cost) {
  for (int give = 0; give < resource_count; ++give) {
    const int rate = speed.rates[give];
    while (have[give] - cost[give] >= rate) {
      have -= Hand::of(give, rate);
      have += Hand::of(scarcest_short(speed, have, cost));
      if (have.covers(cost)) return true;
    }
  }
  return false;
}

void add_numbers_but(Income& income, const Layout& layout, int vertex, int blocked) {
  for (const int hex : geometry.vertex_hexes[vertex])
    if (hex != nothing && hex != blocked && layout.terrain[hex] != desert)
      income.chances[layout.terrain[hex]] +=
          static_cast<std::uint16_t>(hundredths(layout.numbers[hex]));
}

}  // namespace

void Income::add_numbers(const Layout& layout, int vertex) {
  add_numbers_but(*this, layout, vertex, nothing);
}

void Income::add_port(const Layout& layout, int vertex) {
  if (const int port = geometry.vertex_port[vertex]; port != nothing)
    ports |= static_cast<std::uint8_t>(1U << layout.ports[port]);
}

Income Income::with_city(const Layout& layout, int vertex) const {
  Income income = *this;
  income.add_numbers(layout, vertex);
  return income;
}

Income Income::with_settlement(const Layout& layout, int vertex) const {
  Income income = with_city(layout, vertex);
  income.add_port(layout, vertex);
  return income;
}

Income income_of(const Table& table, int seat) { return blocked_income_of(table, seat, nothing); }

Income blocked_income_of(const Table& table, int seat, int hex) {
  Income income;
  income.ports = table.port_kinds[seat];
  const auto add = [&](int vertex) { add_numbers_but(income, table.layout, vertex, hex); };
  each_vertex(table.buildings(seat), add);
  each_vertex(table.cities[seat].word, add);
  return income;
}

Speed speed_of(const Income& income) {
  Speed speed;
  for (int resource = 0; resource < resource_count; ++resource) {
    const int chance = income.chances[resource];
    speed.rolls[resource] = chance == 0 ? no_income : (200 + chance) / (2 * chance);
  }
  speed.rates = bank_rates[income.ports];
  return speed;
}

int rolls_until(const Speed& speed, Hand hand, Hand cost, int limit) {
  const Hand surplus = cost + speed.rates;  // with so many cards of a kind some can be traded
  const auto pays = [&] {
    return hand.covers(cost) || (hand.at_least(surplus) != 0 && trade_surplus(speed, hand, cost));
  };
  if (pays()) return 0;
  auto next = speed.rolls;  // when the next card of each comes; nothing happens in between
  while (true) {
    const int roll = std::min({next[0], next[1], next[2], next[3], next[4]});
    if (roll > limit) return limit + 1;
    for (int resource = 0; resource < resource_count; ++resource) {
      const int comes = next[resource] == roll;
      hand += Hand::of(resource, comes);
      next[resource] += comes * speed.rolls[resource];
    }
    if (pays()) return roll;
  }
}

Times times_from(const Speed& speed, Hand hand, bool shared_limit) {
  Times times;
  times.rolls.fill(usual_limit);
  for (int piece = 0; piece < piece_kinds; ++piece) {
    const int rolls = rolls_until(speed, hand, piece_costs[piece], usual_limit);
    if (rolls > usual_limit && shared_limit) break;
    times.rolls[piece] = std::min(rolls, usual_limit);
  }
  return times;
}

Times times_from_nothing(const Income& income, bool shared_limit) {
  struct Entry {
    std::uint64_t key = 0;
    Times times;
  };
  static thread_local std::vector<Entry> table(std::size_t{1} << 14);
  std::uint64_t key = std::uint64_t{1} << 63 | std::uint64_t{shared_limit} << 62 |
                      std::uint64_t{income.ports} << 50;
  for (int resource = 0; resource < resource_count; ++resource)
    key ^= std::uint64_t{income.chances[resource]} << (10 * resource);
  Entry& entry = table[mix64(key) & (table.size() - 1)];
  if (entry.key != key) entry = {key, times_from(speed_of(income), Hand{}, shared_limit)};
  return entry.times;
}

int speedup(const Income& before, const Income& after, bool shared_limit) {
  return times_from_nothing(before, shared_limit).sum() -
         times_from_nothing(after, shared_limit).sum();
}

}  // namespace otherminds::catan::stac
