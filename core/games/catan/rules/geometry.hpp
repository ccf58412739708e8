// The board of Catan as a graph: 19 hexes, 54 vertices where buildings stand, 72 edges where roads
// lie. All are numbered in reading order, from the top left to the bottom right.
//
// Hexes stand on their points in rows of 3, 4, 5, 4 and 3. A vertex has a column and a line: the
// hex at column x of row r has its top point on line 2r and its bottom point on line 2r + 3, the
// others are one column to the left or right. Everything here is computed when the code is
// compiled.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/value.hpp"

namespace otherminds::catan {

inline constexpr int hex_count = 19;
inline constexpr int vertex_count = 54;
inline constexpr int edge_count = 72;
inline constexpr int coast_count = 30;
inline constexpr int port_count = 9;
inline constexpr int nothing = -1;  // no hex, vertex, edge or seat

// How many bits are set in each byte.
constexpr std::uint64_t counts_of_bytes(std::uint64_t set) {
  set -= set >> 1 & 0x5555555555555555ULL;
  set = (set & 0x3333333333333333ULL) + (set >> 2 & 0x3333333333333333ULL);
  return (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
}

// How many bits are set. The processors that we build for may lack an instruction for it, and what
// the compiler calls instead is slower than this.
constexpr int count(std::uint64_t set) {
  return static_cast<int>(counts_of_bytes(set) * 0x0101010101010101ULL >> 56);
}

using VertexSet = std::uint64_t;

constexpr VertexSet vertex_bit(int vertex) { return VertexSet{1} << vertex; }

// A set of edges; two words, because there are more than 64.
struct EdgeSet {
  std::array<Bits, 2> words{};

  constexpr bool operator==(const EdgeSet&) const = default;
  constexpr bool has(int edge) const { return words[edge >> 6].word >> (edge & 63) & 1; }
  constexpr void add(int edge) { words[edge >> 6].word |= std::uint64_t{1} << (edge & 63); }
  constexpr void remove(int edge) { words[edge >> 6].word &= ~(std::uint64_t{1} << (edge & 63)); }
  constexpr bool empty() const { return (words[0].word | words[1].word) == 0; }
  constexpr int size() const { return count(words[0].word) + count(words[1].word); }
  constexpr EdgeSet operator|(const EdgeSet& other) const {
    return {{Bits{words[0].word | other.words[0].word}, Bits{words[1].word | other.words[1].word}}};
  }
  constexpr EdgeSet operator&(const EdgeSet& other) const {
    return {{Bits{words[0].word & other.words[0].word}, Bits{words[1].word & other.words[1].word}}};
  }
  constexpr EdgeSet without(const EdgeSet& other) const {
    return {
        {Bits{words[0].word & ~other.words[0].word}, Bits{words[1].word & ~other.words[1].word}}};
  }

  // Calls visit(edge) for each edge, ascending.
  template <class Visit>
  constexpr void each(Visit&& visit) const {
    for (int half = 0; half < 2; ++half)
      for (std::uint64_t rest = words[half].word; rest != 0; rest &= rest - 1)
        visit(half * 64 + std::countr_zero(rest));
  }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("words", self.words);
  }
};

// Calls visit(vertex) for each vertex of a set, ascending.
template <class Visit>
constexpr void each_vertex(VertexSet set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

struct Place {
  std::int8_t column = 0;
  std::int8_t line = 0;  // of a vertex; a hex: its row
  constexpr bool operator==(const Place&) const = default;
};

struct Geometry {
  std::array<Place, hex_count> hexes{};
  std::array<Place, vertex_count> vertices{};

  // Clockwise from the top; the edge k of a hex goes from its vertex k to the next.
  std::array<std::array<std::int8_t, 6>, hex_count> hex_vertices{};
  std::array<std::array<std::int8_t, 6>, hex_count> hex_edges{};
  std::array<VertexSet, hex_count> hex_corners{};
  std::array<std::array<std::int8_t, 6>, hex_count> hex_neighbours{};  // at edge k, or nothing

  // Three each, the last `nothing` on the coast.
  std::array<std::array<std::int8_t, 3>, vertex_count> vertex_hexes{};
  std::array<std::array<std::int8_t, 3>, vertex_count> vertex_edges{};
  std::array<std::array<std::int8_t, 3>, vertex_count> vertex_neighbours{};  // along those edges
  std::array<VertexSet, vertex_count> too_near{};  // a vertex and its neighbours
  std::array<EdgeSet, vertex_count> edges_at{};

  std::array<std::array<std::int8_t, 2>, edge_count> edge_vertices{};  // ascending

  // Clockwise round the coast from the upper left edge of hex 0.
  std::array<std::int8_t, coast_count> coast{};
  // The edges with a port, clockwise, and the port (0 to 8) at a vertex, or nothing.
  std::array<std::int8_t, port_count> port_edges{};
  std::array<std::int8_t, vertex_count> vertex_port{};

  constexpr int edge_between(int a, int b) const {
    for (int k = 0; k < 3; ++k)
      if (vertex_neighbours[a][k] == b) return vertex_edges[a][k];
    return nothing;
  }
  constexpr int other_end(int edge, int vertex) const {
    return edge_vertices[edge][0] == vertex ? edge_vertices[edge][1] : edge_vertices[edge][0];
  }
};

constexpr Geometry make_geometry() {
  Geometry g{};
  constexpr std::array<int, 5> lengths = {3, 4, 5, 4, 3};
  int hex = 0;
  for (int row = 0; row < 5; ++row)
    for (int i = 0; i < lengths[row]; ++i)
      g.hexes[hex++] = {static_cast<std::int8_t>(5 - lengths[row] + 2 * i),
                        static_cast<std::int8_t>(row)};

  const auto corner = [&](int of, int k) -> Place {
    constexpr std::array<int, 6> across = {0, 1, 1, 0, -1, -1};
    constexpr std::array<int, 6> down = {0, 1, 2, 3, 2, 1};
    return {static_cast<std::int8_t>(g.hexes[of].column + across[k]),
            static_cast<std::int8_t>(2 * g.hexes[of].line + down[k])};
  };

  int vertices = 0;
  for (int line = 0; line < 12; ++line) {
    for (int column = -1; column < 10; ++column) {
      const Place place{static_cast<std::int8_t>(column), static_cast<std::int8_t>(line)};
      bool found = false;
      for (int of = 0; of < hex_count; ++of)
        for (int k = 0; k < 6; ++k) found = found || corner(of, k) == place;
      if (found) g.vertices[vertices++] = place;
    }
  }

  for (auto& list : g.vertex_hexes) list.fill(nothing);
  for (auto& list : g.vertex_edges) list.fill(nothing);
  for (auto& list : g.vertex_neighbours) list.fill(nothing);
  const auto append = [](auto& list, int value) {
    for (auto& slot : list) {
      if (slot != nothing) continue;
      slot = static_cast<std::int8_t>(value);
      return;
    }
  };
  std::array<std::array<bool, vertex_count>, vertex_count> joined{};
  for (int of = 0; of < hex_count; ++of) {
    for (int k = 0; k < 6; ++k) {
      for (int vertex = 0; vertex < vertex_count; ++vertex)
        if (g.vertices[vertex] == corner(of, k))
          g.hex_vertices[of][k] = static_cast<std::int8_t>(vertex);
      append(g.vertex_hexes[g.hex_vertices[of][k]], of);
      g.hex_corners[of] |= vertex_bit(g.hex_vertices[of][k]);
    }
    for (int k = 0; k < 6; ++k) {
      const int a = g.hex_vertices[of][k];
      const int b = g.hex_vertices[of][(k + 1) % 6];
      joined[a < b ? a : b][a < b ? b : a] = true;
    }
  }

  int edges = 0;
  for (int a = 0; a < vertex_count; ++a) {
    for (int b = a + 1; b < vertex_count; ++b) {
      if (!joined[a][b]) continue;
      g.edge_vertices[edges] = {static_cast<std::int8_t>(a), static_cast<std::int8_t>(b)};
      append(g.vertex_edges[a], edges);
      append(g.vertex_edges[b], edges);
      append(g.vertex_neighbours[a], b);
      append(g.vertex_neighbours[b], a);
      g.edges_at[a].add(edges);
      g.edges_at[b].add(edges);
      ++edges;
    }
  }
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    g.too_near[vertex] = vertex_bit(vertex);
    for (const int near : g.vertex_neighbours[vertex])
      if (near != nothing) g.too_near[vertex] |= vertex_bit(near);
  }
  for (auto& list : g.hex_neighbours) list.fill(nothing);
  for (int of = 0; of < hex_count; ++of)
    for (int k = 0; k < 6; ++k)
      g.hex_edges[of][k] = static_cast<std::int8_t>(
          g.edge_between(g.hex_vertices[of][k], g.hex_vertices[of][(k + 1) % 6]));
  for (int of = 0; of < hex_count; ++of)
    for (int k = 0; k < 6; ++k)
      for (int other = 0; other < hex_count; ++other)
        if (other != of)
          for (const int edge : g.hex_edges[other])
            if (edge == g.hex_edges[of][k])
              g.hex_neighbours[of][k] = static_cast<std::int8_t>(other);

  // Along the coast a vertex has one edge of the coast before it and one after it: walk clockwise
  // round each hex, and pass to its neighbour where one lies at the next edge.
  int at = 0;
  int side = 5;  // the upper left edge
  for (int i = 0; i < coast_count; ++i) {
    g.coast[i] = g.hex_edges[at][side];
    side = (side + 1) % 6;
    while (g.hex_neighbours[at][side] != nothing) {
      const int edge = g.hex_edges[at][side];
      at = g.hex_neighbours[at][side];
      for (int k = 0; k < 6; ++k)
        if (g.hex_edges[at][k] == edge) side = (k + 1) % 6;
    }
  }

  constexpr std::array<int, port_count> places = {0, 3, 7, 10, 13, 17, 20, 23, 27};
  g.vertex_port.fill(nothing);
  for (int port = 0; port < port_count; ++port) {
    g.port_edges[port] = g.coast[places[port]];
    for (const int vertex : g.edge_vertices[g.port_edges[port]])
      g.vertex_port[vertex] = static_cast<std::int8_t>(port);
  }
  return g;
}

inline constexpr Geometry geometry = make_geometry();

// The hexes in the order of the number tokens: along the rim from a corner, counter-clockwise, then
// the inner ring, then the middle. `corner` is 0 to 5, clockwise from hex 0.
constexpr std::array<int, hex_count> spiral(int corner) {
  constexpr std::array<int, 12> rim = {0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3};
  constexpr std::array<int, 6> ring = {4, 5, 10, 14, 13, 8};
  std::array<int, hex_count> order{};
  int next = 0;
  for (int i = 0; i < 12; ++i) order[next++] = rim[(2 * corner - i + 12) % 12];
  for (int i = 0; i < 6; ++i) order[next++] = ring[(corner - i + 6) % 6];
  order[next] = 9;
  return order;
}

}  // namespace otherminds::catan
