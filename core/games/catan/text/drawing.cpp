#include "games/catan/text/drawing.hpp"

#include <vector>

namespace otherminds::catan {

namespace {

struct Point {
  int x = 0;
  int y = 0;
};

// A column of vertices is five letters wide; two lines of them take five rows, because the edges
// between them go down steeply and straight in turn.
constexpr int margin = 13;
constexpr int width = margin + 5 * 10 + 10;
constexpr int height = 28;

constexpr Point of_vertex(int vertex) {
  const Place place = geometry.vertices[vertex];
  return {margin + 5 * place.column, 5 * (place.line / 2) + 2 * (place.line % 2)};
}
constexpr Point of_hex(int hex) {
  const Place place = geometry.hexes[hex];
  return {margin + 5 * place.column, 5 * place.line + 3};
}

class Drawing {
 public:
  Drawing() : rows_(height, std::string(width, ' ')) {}

  // The letter in the middle of the text, or left of its middle, is at the point.
  void centre(Point at, std::string_view text) {
    put({at.x - (static_cast<int>(text.size()) - 1) / 2, at.y}, text);
  }
  void put(Point at, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      rows_[static_cast<std::size_t>(at.y)][static_cast<std::size_t>(at.x) + i] = text[i];
  }

  std::string text() const {
    std::string text;
    for (const std::string& row : rows_)
      text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
    return text;
  }

 private:
  std::vector<std::string> rows_;
};

char letter_of(int seat) { return colours[static_cast<std::size_t>(seat)][0]; }

void draw_hex(Drawing& drawing, const Table& table, int hex) {
  const Point middle = of_hex(hex);
  const int terrain = table.layout.terrain[hex];
  drawing.centre({middle.x, middle.y - 1}, "#" + std::to_string(hex));
  drawing.centre(middle, terrain == desert ? "desert" : resource_names[terrain]);
  if (terrain != desert)
    drawing.centre({middle.x, middle.y + 1}, std::to_string(table.layout.numbers[hex]));
  if (table.robber == hex) drawing.centre({middle.x, middle.y + 2}, "ROBBER");
}

// Where the letters of an edge have their middle; a steep one has one row, between its ends.
Point middle_of_edge(int edge) {
  const Point from = of_vertex(geometry.edge_vertices[edge][0]);
  const Point to = of_vertex(geometry.edge_vertices[edge][1]);
  return {(from.x + to.x + (to.x < from.x ? 1 : 0)) / 2, from.y + 1};
}

void draw_edge(Drawing& drawing, const Table& table, int edge) {
  const int slope =
      of_vertex(geometry.edge_vertices[edge][1]).x - of_vertex(geometry.edge_vertices[edge][0]).x;
  const int owner = table.owner_of_edge(edge);
  const char free = slope == 0 ? '|' : slope > 0 ? '\\' : '/';
  const char letter = owner == nothing ? free : letter_of(owner);
  const Point middle = middle_of_edge(edge);
  drawing.centre(middle, std::string(slope == 0 || owner == nothing ? 1 : 3, letter));
  if (slope == 0) drawing.centre({middle.x, middle.y + 1}, std::string(1, letter));
}

void draw_vertex(Drawing& drawing, const Table& table, int vertex) {
  const int owner = table.owner_of_vertex(vertex);
  std::string text = std::to_string(vertex);
  if (owner != nothing) {
    const bool city = table.cities[owner].word >> vertex & 1;
    const char letter = letter_of(owner);
    text = std::string(1, city ? static_cast<char>(letter - 'a' + 'A') : letter) + text;
  }
  drawing.centre(of_vertex(vertex), text);
}

// Beside its edge on the side of the sea, with a mark at the edge.
void draw_port(Drawing& drawing, const Table& table, int port) {
  const int edge = geometry.port_edges[port];
  const auto [upper, lower] = geometry.edge_vertices[edge];
  const int hex = geometry.vertex_hexes[upper][0] == geometry.vertex_hexes[lower][0] ||
                          geometry.vertex_hexes[upper][0] == geometry.vertex_hexes[lower][1]
                      ? geometry.vertex_hexes[upper][0]
                      : geometry.vertex_hexes[upper][1];
  const Point land = of_hex(hex);
  const Point middle = middle_of_edge(edge);
  const int kind = table.layout.ports[port];
  const std::string_view text = kind == any_resource ? "any" : resource_names[kind];
  const bool upright = of_vertex(upper).x == of_vertex(lower).x;
  const int gap = upright ? 1 : 2;
  const int row = upright ? middle.y : of_vertex(middle.y < land.y ? upper : lower).y;
  const int length = static_cast<int>(text.size());
  const bool left = middle.x < land.x;
  drawing.put({middle.x + (left ? -gap : gap), middle.y}, "=");
  drawing.put({left ? middle.x - 1 - length : middle.x + 2, row}, text);
}

}  // namespace

std::string board_text(const Table& table) {
  Drawing drawing;
  for (int hex = 0; hex < hex_count; ++hex) draw_hex(drawing, table, hex);
  for (int edge = 0; edge < edge_count; ++edge) draw_edge(drawing, table, edge);
  for (int port = 0; port < port_count; ++port) draw_port(drawing, table, port);
  for (int vertex = 0; vertex < vertex_count; ++vertex) draw_vertex(drawing, table, vertex);
  return drawing.text();
}

}  // namespace otherminds::catan
