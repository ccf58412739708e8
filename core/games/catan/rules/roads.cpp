#include "games/catan/rules/roads.hpp"

#include <algorithm>

namespace otherminds::catan {

namespace {

VertexSet others_buildings(const Table& table, int seat) {
  return table.all_buildings() & ~table.buildings(seat);
}

struct Trail {
  const EdgeSet& roads;
  const VertexSet blocked;
  EdgeSet used{};
  EdgeSet seen{};  // by any trail

  // The longest way on from a vertex over roads that are not used yet.
  int from(int vertex) {
    int best = 0;
    for (int k = 0; k < 3; ++k) {
      const int edge = geometry.vertex_edges[vertex][k];
      if (edge == nothing || !roads.has(edge) || used.has(edge)) continue;
      used.add(edge);
      seen.add(edge);
      const int next = geometry.vertex_neighbours[vertex][k];
      best = std::max(best, 1 + (blocked >> next & 1 ? 0 : from(next)));
      used.remove(edge);
    }
    return best;
  }
};

// A seat's roads from vertex to vertex.
struct Network {
  std::array<VertexSet, vertex_count> beside;  // only of vertices with a road

  Network(const Table& table, int seat) {
    each_vertex(table.road_vertices[seat].word, [&](int vertex) { beside[vertex] = 0; });
    table.roads[seat].each([&](int edge) {
      const auto [a, b] = geometry.edge_vertices[edge];
      beside[a] |= vertex_bit(b);
      beside[b] |= vertex_bit(a);
    });
  }
};

// The edges at a vertex and where they lead, without a gap on the coast: no guess is needed where
// nobody ever lays a road.
struct Ways {
  std::array<std::uint8_t, 3> edges;
  std::array<std::uint8_t, 3> neighbours;
};

constexpr std::array<Ways, vertex_count> ways = [] {
  constexpr int no_edge = 127;
  std::array<Ways, vertex_count> list{};
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    for (int k = 0; k < 3; ++k) {
      const int edge = geometry.vertex_edges[vertex][k];
      list[vertex].edges[k] = static_cast<std::uint8_t>(edge == nothing ? no_edge : edge);
      if (edge == nothing) continue;
      list[vertex].neighbours[k] = static_cast<std::uint8_t>(geometry.vertex_neighbours[vertex][k]);
    }
  }
  return list;
}();

// How far roads lead from a vertex in all directions at once, whoever builds at them.
struct Flood {
  VertexSet visited;
  int steps = -1;
  bool rings = false;

  Flood(const EdgeSet& roads, int start) : visited(vertex_bit(start)) {
    int ends = 0;  // of roads at the visited vertices
    for (VertexSet front = visited; front != 0; ++steps) {
      VertexSet next = 0;
      each_vertex(front, [&](int vertex) {
        for (int k = 0; k < 3; ++k) {
          const auto laid = static_cast<VertexSet>(roads.has(ways[vertex].edges[k]));
          ends += static_cast<int>(laid);
          next |= laid << ways[vertex].neighbours[k];
        }
      });
      front = next & ~visited;
      visited |= next;
    }
    rings = ends != 2 * (count(visited) - 1);
  }
};

// The farthest vertex from one, entering each vertex once in the order of a depth-first walk.
struct Sweep {
  const Network& network;
  const VertexSet blocked;
  VertexSet visited = 0;
  int farthest = nothing;
  int distance = -1;

  void walk(int vertex, int steps) {
    visited |= vertex_bit(vertex);
    if (steps > distance) {
      distance = steps;
      farthest = vertex;
    }
    if (steps > 0 && (blocked >> vertex & 1)) return;
    each_vertex(network.beside[vertex], [&](int next) {
      if (!(visited >> next & 1)) walk(next, steps + 1);
    });
  }
};

}  // namespace

int longest_trail(const Table& table, int seat) {
  const EdgeSet& roads = table.roads[seat];
  Trail trail{roads, others_buildings(table, seat)};
  // A longest trail ends where it cannot go on: at an end of the network, a junction or another's
  // building. Only a ring by itself has none of these.
  int best = 0;
  VertexSet rest = 0;
  each_vertex(table.road_vertices[seat].word, [&](int vertex) {
    const int degree = (geometry.edges_at[vertex] & roads).size();
    if (degree == 2 && !(trail.blocked >> vertex & 1))
      rest |= vertex_bit(vertex);
    else
      best = std::max(best, trail.from(vertex));
  });
  if (trail.seen == roads) return best;
  each_vertex(rest, [&](int vertex) { best = std::max(best, trail.from(vertex)); });
  return best;
}

int longest_trail_with(const Table& table, int seat, int end, int before) {
  Trail trail{table.roads[seat], others_buildings(table, seat)};
  return std::max(before, trail.from(end));
}

namespace {

int two_sweeps(const Network& network, VertexSet vertices, VertexSet blocked) {
  int best = 0;
  while (vertices != 0) {
    Sweep first{network, blocked};
    first.walk(std::countr_zero(vertices), 0);
    Sweep second{network, blocked};
    second.walk(first.farthest, 0);
    best = std::max(best, second.distance);
    vertices &= ~(first.visited | second.visited);
  }
  return best;
}

}  // namespace

int inherited_length(const Table& table, int seat) {
  return two_sweeps(Network(table, seat), table.road_vertices[seat].word,
                    others_buildings(table, seat));
}

int inherited_length_with(const Table& table, int seat, int end, int before) {
  const VertexSet blocked = others_buildings(table, seat);
  const Flood flood(table.roads[seat], end);
  // Without rings and others' buildings both sweeps find the diameter of that part of the network.
  if (!flood.rings && (flood.visited & blocked) == 0) return std::max(before, flood.steps);
  return two_sweeps(Network(table, seat), table.road_vertices[seat].word, blocked);
}

}  // namespace otherminds::catan
