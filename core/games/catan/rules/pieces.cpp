// Pieces on the board, and everything that follows from them: where a seat can build next, what a
// roll yields, points, awards. Kept up to date piece by piece; derive() does it from the start.
#include "games/catan/catan.hpp"
#include "games/catan/rules/roads.hpp"

namespace otherminds::catan {

namespace {

void find_road_sites(Table& table, int seat) {
  EdgeSet sites{};
  each_vertex(table.reach(seat), [&](int vertex) { sites = sites | geometry.edges_at[vertex]; });
  table.road_sites[seat] = sites.without(table.all_roads());
}

// Adds to, or takes from, what the hexes round a vertex yield to a seat.
void add_yield(Table& table, int seat, int vertex) {
  for (const int hex : geometry.vertex_hexes[vertex]) {
    if (hex == nothing || hex == table.robber || table.layout.terrain[hex] == desert) continue;
    table.yields[table.layout.numbers[hex] - 2][seat] += Hand::of(table.layout.terrain[hex]);
  }
}

Hand yield_of(const Table& table, int seat, int hex) {
  const VertexSet corners = geometry.hex_corners[hex];
  return Hand::of(table.layout.terrain[hex], count(table.settlements[seat].word & corners) +
                                                 2 * count(table.cities[seat].word & corners));
}

// Adds what a hex yields to all seats so many times, building by building: few stand round one.
void change_yields(Table& table, int hex, int times) {
  if (table.layout.terrain[hex] == desert) return;
  BySeat<Hand>& yields = table.yields[table.layout.numbers[hex] - 2];
  each_vertex(table.all_buildings() & geometry.hex_corners[hex], [&](int vertex) {
    for (int seat = 0; seat < most_seats; ++seat) {
      const auto cards = static_cast<int>((table.settlements[seat].word >> vertex & 1) +
                                          2 * (table.cities[seat].word >> vertex & 1));
      yields[seat] += Hand::of(table.layout.terrain[hex], times * cards);
    }
  });
}

}  // namespace

int Catan::road_length(const Table& table, int seat) const {
  return rules_.inherited_roads ? inherited_length(table, seat) : longest_trail(table, seat);
}

void Catan::put_road(Table& table, int seat, int edge) const {
  int loose_end = nothing;
  for (const int vertex : geometry.edge_vertices[edge])
    if (!(table.road_vertices[seat].word >> vertex & 1)) loose_end = vertex;
  table.roads[seat].add(edge);
  for (EdgeSet& sites : table.road_sites) sites.remove(edge);
  const VertexSet others = table.all_buildings() & ~table.buildings(seat);
  const EdgeSet taken = table.all_roads();
  for (const int vertex : geometry.edge_vertices[edge]) {
    table.road_vertices[seat].word |= vertex_bit(vertex);
    if (others >> vertex & 1) continue;
    table.road_sites[seat] = table.road_sites[seat] | geometry.edges_at[vertex].without(taken);
  }
  const int before = table.road_lengths[seat];
  const int length = loose_end == nothing ? road_length(table, seat)
                     : rules_.inherited_roads
                         ? inherited_length_with(table, seat, loose_end, before)
                         : longest_trail_with(table, seat, loose_end, before);
  table.road_lengths[seat] = static_cast<std::uint8_t>(length);
  award_road(table);
}

void Catan::put_settlement(Table& table, int seat, int vertex) const {
  table.settlements[seat].word |= vertex_bit(vertex);
  table.open.word &= ~geometry.too_near[vertex];
  table.points[seat] += 1;
  if (geometry.vertex_port[vertex] != nothing)
    table.port_kinds[seat] |=
        static_cast<std::uint8_t>(1 << table.layout.ports[geometry.vertex_port[vertex]]);
  add_yield(table, seat, vertex);
  table.road_sites[seat] =
      table.road_sites[seat] | geometry.edges_at[vertex].without(table.all_roads());
  bool cut = false;
  for (int other = 0; other < seats(); ++other) {
    if (other == seat || !(table.road_vertices[other].word >> vertex & 1)) continue;
    find_road_sites(table, other);
    table.road_lengths[other] = static_cast<std::uint8_t>(road_length(table, other));
    cut = true;
  }
  if (cut) award_road(table);
}

void Catan::put_city(Table& table, int seat, int vertex) const {
  table.settlements[seat].word &= ~vertex_bit(vertex);
  table.cities[seat].word |= vertex_bit(vertex);
  table.points[seat] += 1;
  add_yield(table, seat, vertex);
}

void Catan::put_robber(Table& table, int hex) const {
  const int left = table.robber;
  table.robber = static_cast<std::int8_t>(hex);
  change_yields(table, left, 1);
  change_yields(table, hex, -1);
}

void Catan::award_road(Table& table) const {
  int best = 0;
  int leader = nothing;
  bool tied = false;
  for (int seat = 0; seat < seats(); ++seat) {
    const int length = table.road_lengths[seat];
    if (length < 5 || length < best) continue;
    tied = length == best;
    if (!tied) leader = seat;
    best = length;
  }
  const int holder = table.longest_road;
  int next = holder;
  if (rules_.inherited_roads) {
    if (leader != nothing && (holder == nothing || best > table.road_lengths[holder]))
      next = leader;
  } else if (holder == nothing || best == 0 || table.road_lengths[holder] < best) {
    next = tied ? nothing : leader;
  }
  if (next == holder) return;
  if (holder != nothing) table.points[holder] -= 2;
  if (next != nothing) table.points[next] += 2;
  table.longest_road = static_cast<std::int8_t>(next);
}

void Catan::award_army(Table& table, int seat) const {
  const int holder = table.largest_army;
  if (holder == seat || table.knights(seat) < 3) return;
  if (holder != nothing && table.knights(seat) <= table.knights(holder)) return;
  if (holder != nothing) table.points[holder] -= 2;
  table.points[seat] += 2;
  table.largest_army = static_cast<std::int8_t>(seat);
}

void Catan::derive(Table& table) const {
  table.open.word = vertex_bit(vertex_count) - 1;
  table.road_sites = {};
  table.road_vertices = {};
  table.road_lengths = {};
  table.yields = {};
  table.points = {};
  table.port_kinds = {};
  for (int seat = 0; seat < seats(); ++seat) {
    table.road_vertices[seat] = {};
    table.roads[seat].each([&](int edge) {
      for (const int vertex : geometry.edge_vertices[edge])
        table.road_vertices[seat].word |= vertex_bit(vertex);
    });
    each_vertex(table.buildings(seat), [&](int vertex) {
      table.open.word &= ~geometry.too_near[vertex];
      const int port = geometry.vertex_port[vertex];
      if (port != nothing)
        table.port_kinds[seat] |= static_cast<std::uint8_t>(1 << table.layout.ports[port]);
    });
    for (int hex = 0; hex < hex_count; ++hex)
      if (hex != table.robber && table.layout.terrain[hex] != desert)
        table.yields[table.layout.numbers[hex] - 2][seat] += yield_of(table, seat, hex);
    table.points[seat] = static_cast<std::uint8_t>(count(table.settlements[seat].word) +
                                                   2 * count(table.cities[seat].word));
  }
  for (int seat = 0; seat < seats(); ++seat) {
    find_road_sites(table, seat);
    table.road_lengths[seat] = static_cast<std::uint8_t>(road_length(table, seat));
  }
  if (table.longest_road != nothing) table.points[table.longest_road] += 2;
  if (table.largest_army != nothing) table.points[table.largest_army] += 2;
}

}  // namespace otherminds::catan
