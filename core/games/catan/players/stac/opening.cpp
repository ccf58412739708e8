#include "games/catan/players/stac/opening.hpp"

#include <algorithm>
#include <cmath>

#include "games/catan/players/stac/speed.hpp"

namespace otherminds::catan::stac {

double yield_score(const std::array<double, resource_count>& yields, Hand rates) {
  double sum = 0;
  for (const double yield : yields) sum += yield;
  std::array<double, resource_count> access = yields;  // with what the bank gives for the others
  for (int resource = 0; resource < resource_count; ++resource)
    for (int other = 0; other < resource_count; ++other)
      if (other != resource) access[resource] += yields[other] / rates[other];
  return sum + 0.5 * std::sqrt(access[clay] * access[wood]) +
         std::pow(access[clay] * access[wood] * access[wheat] * access[sheep], 0.25) +
         std::pow(std::pow(access[ore], 3) * std::pow(access[wheat], 2), 0.2) +
         0.25 * std::pow(access[ore] * access[sheep] * access[wheat], 0.3333);
}

double site_score(const Layout& layout, const std::vector<int>& vertices) {
  std::array<int, 13> numbers{};
  std::array<int, hex_count> hexes{};
  Income ports;
  for (const int vertex : vertices) {
    ports.add_port(layout, vertex);
    for (const int hex : geometry.vertex_hexes[vertex]) {
      if (hex == nothing || layout.terrain[hex] == desert) continue;
      ++numbers[layout.numbers[hex]];
      ++hexes[hex];
    }
  }
  std::array<double, resource_count> yields{};
  for (int hex = 0; hex < hex_count; ++hex) {
    if (hexes[hex] == 0) continue;
    double weight = 1;
    if (numbers[layout.numbers[hex]] > 1) weight *= hexes[hex] > 1 ? 0.95 * 0.7 : 0.95;
    yields[layout.terrain[hex]] += weight * hexes[hex] * ways(layout.numbers[hex]);
  }
  return yield_score(yields, speed_of(ports).rates);
}

namespace {

std::vector<int> own_settlements(const Table& table, int seat) {
  std::vector<int> vertices;
  each_vertex(table.settlements[seat].word, [&](int vertex) { vertices.push_back(vertex); });
  return vertices;
}

// Vertices two edges away, in the order of the ways to them, each with the edge towards it.
struct Goal {
  int vertex;
  int edge;
};
std::vector<Goal> goals_from(const Table& table, int vertex) {
  std::vector<Goal> goals;
  const EdgeSet taken = table.all_roads();
  for (int k = 0; k < 3; ++k) {
    const int edge = geometry.vertex_edges[vertex][k];
    if (edge == nothing || taken.has(edge)) continue;
    for (const int goal : geometry.vertex_neighbours[geometry.vertex_neighbours[vertex][k]])
      if (goal != nothing && goal != vertex) goals.push_back({goal, edge});
  }
  return goals;
}

// Takes the best sites away, with all that is near them, as the others will.
template <class Score>
VertexSet left_after(VertexSet open, int taken, Score&& score) {
  for (; taken > 0 && open != 0; --taken) {
    int best = nothing;
    double highest = 0;
    each_vertex(open, [&](int vertex) {
      const double value = score(vertex);
      if (best != nothing && value <= highest) return;
      best = vertex;
      highest = value;
    });
    open &= ~geometry.too_near[best];
  }
  return open;
}

// ---- Stac ----

int stac_settlement(const Table& table, int seat) {
  std::vector<int> vertices = own_settlements(table, seat);
  vertices.push_back(nothing);
  int best = nothing;
  double highest = 0;
  each_vertex(table.open.word, [&](int vertex) {
    vertices.back() = vertex;
    const double score = site_score(table.layout, vertices);
    if (best != nothing && score <= highest) return;
    best = vertex;
    highest = score;
  });
  return best;
}

int stac_road(const Table& table, int seat, int seats) {
  std::array<double, vertex_count> scores{};
  each_vertex(table.open.word,
              [&](int vertex) { scores[vertex] = site_score(table.layout, {vertex}); });
  const int to_come = 2 * seats - std::popcount(table.all_buildings());
  const VertexSet left =
      left_after(table.open.word, to_come, [&](int vertex) { return scores[vertex]; });
  const std::vector<Goal> goals = goals_from(table, table.placed);
  std::vector<int> vertices = own_settlements(table, seat);
  vertices.push_back(nothing);
  for (const VertexSet wanted : {left, VertexSet{table.open.word}}) {
    int edge = nothing;
    double highest = 0;
    for (const Goal& goal : goals) {
      if (!(wanted >> goal.vertex & 1)) continue;
      vertices.back() = goal.vertex;
      const double score = site_score(table.layout, vertices);
      if (edge != nothing && score <= highest) continue;
      edge = goal.edge;
      highest = score;
    }
    if (edge != nothing) return edge;
  }
  return goals.front().edge;
}

// ---- JSettlers ----

constexpr int pair_limit = 160;    // rolls for all four pieces, above which no pair is looked at
constexpr int single_limit = 100;  // for each piece
constexpr std::array<Piece, piece_kinds> judged = {settlement_piece, city_piece, card_piece,
                                                   road_piece};

// Rolls for the four pieces together; stops where they reach the limit.
int summed_rolls(const Income& income, int limit) {
  const Speed speed = speed_of(income);
  int sum = 0;
  for (const Piece piece : judged) {
    sum += rolls_until(speed, Hand{}, piece_costs[piece], limit);
    if (sum > limit) return limit + 1;
  }
  return sum;
}

int summed_chances(const Income& income) {
  int sum = 0;
  for (int resource = 0; resource < resource_count; ++resource) sum += income.chance(resource);
  return sum;
}

// The better of pairs: fewer rolls, then more chances.
struct Judged {
  int rolls = pair_limit;
  int chances = -1;
  int first = nothing;
  int second = nothing;

  void consider(const Income& income, int a, int b) {
    const int rolls_here = summed_rolls(income, rolls);
    if (rolls_here > rolls) return;
    const int chances_here = summed_chances(income);
    if (rolls_here == rolls && chances_here <= chances) return;
    *this = {rolls_here, chances_here, a, b};
  }
};

int single_rolls(const Income& income) {
  const Speed speed = speed_of(income);
  int sum = 0;
  for (const Piece piece : judged)
    sum += std::min(rolls_until(speed, Hand{}, piece_costs[piece], single_limit), single_limit);
  return sum;
}

int jsettlers_settlement(const Table& table, int seat) {
  const Layout& layout = table.layout;
  const Income own = income_of(table, seat);
  Judged best;
  each_vertex(table.open.word, [&](int first) {
    const Income with_first = own.with_settlement(layout, first);
    if (table.settlements[seat].word != 0) return best.consider(with_first, first, first);
    const VertexSet later = ~(vertex_bit(first) - 1) & ~geometry.too_near[first];
    each_vertex(table.open.word & later, [&](int second) {
      best.consider(with_first.with_settlement(layout, second), first, second);
    });
  });
  if (best.first == nothing) return stac_settlement(table, seat);
  const auto alone = [&](int vertex) {
    return single_rolls(Income{}.with_settlement(layout, vertex));
  };
  return best.first == best.second || alone(best.first) <= alone(best.second) ? best.first
                                                                              : best.second;
}

// How much of each resource the board yields.
std::array<int, resource_count> abundance(const Layout& layout) {
  std::array<int, resource_count> sums{};
  for (int hex = 0; hex < hex_count; ++hex)
    if (layout.terrain[hex] != desert) sums[layout.terrain[hex]] += hundredths(layout.numbers[hex]);
  return sums;
}

// What a port is worth to one who does not have it.
int port_bonus(const Layout& layout, int vertex, int owned) {
  const int port = geometry.vertex_port[vertex];
  if (port == nothing) return 0;
  const int kind = layout.ports[port];
  if (owned >> kind & 1) return 0;
  if (kind == any_resource) return 500;
  const int plenty = abundance(layout)[kind];
  return plenty > 33 ? 100 * (10 * plenty / 56) : 0;
}

int vertex_chances(const Layout& layout, int vertex) {
  Income income;
  income.add_numbers(layout, vertex);
  return summed_chances(income);
}

// As others are thought to value a site.
int general_value(const Layout& layout, int vertex) {
  int value = 100 * (100 * vertex_chances(layout, vertex) / 40);
  int ports = 0;  // each kind counts once
  for (const int near : geometry.vertex_neighbours[vertex]) {
    if (near == nothing) continue;
    for (const int two_away : geometry.vertex_neighbours[near]) {
      if (two_away == nothing || two_away == vertex) continue;
      value += port_bonus(layout, two_away, ports);
      if (const int port = geometry.vertex_port[two_away]; port != nothing)
        ports |= 1 << layout.ports[port];
    }
  }
  return value;
}

int jsettlers_road(const Table& table, int seat, int seats) {
  const Layout& layout = table.layout;
  VertexSet left = table.open.word;
  const bool first_round = std::popcount(table.settlements[seat].word) == 1;
  if (first_round) {
    const int to_come = 2 * (seats - 1 - seat);  // before its second settlement
    left = left_after(left, to_come, [&](int vertex) { return general_value(layout, vertex); });
  }
  std::array<bool, 13> numbers{};
  each_vertex(table.settlements[seat].word, [&](int vertex) {
    for (const int hex : geometry.vertex_hexes[vertex])
      if (hex != nothing) numbers[layout.numbers[hex]] = true;
  });
  const std::vector<Goal> goals = goals_from(table, table.placed);
  int edge = goals.front().edge;
  int highest = -1;
  for (const Goal& goal : goals) {
    if (!(left >> goal.vertex & 1)) continue;
    int chances = 0;
    for (const int hex : geometry.vertex_hexes[goal.vertex])
      if (hex != nothing)
        chances += hundredths(layout.numbers[hex]) * (numbers[layout.numbers[hex]] ? 1 : 2);
    const int score =
        3 * (100 * chances / 80) + port_bonus(layout, goal.vertex, table.port_kinds[seat]);
    if (score <= highest) continue;
    highest = score;
    edge = goal.edge;
  }
  return edge;
}

}  // namespace

int opening_settlement(Opening opening, const Table& table, int seat) {
  return opening == Opening::stac ? stac_settlement(table, seat)
                                  : jsettlers_settlement(table, seat);
}

int opening_road(Opening opening, const Table& table, int seat, int seats) {
  return opening == Opening::stac ? stac_road(table, seat, seats)
                                  : jsettlers_road(table, seat, seats);
}

}  // namespace otherminds::catan::stac
