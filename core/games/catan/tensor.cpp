// Catan for networks: a view as numbers, most of them from 0 to 1. Seats are counted from the one
// that looks; where fewer than four play, the others are 0.
#include "games/catan/catan.hpp"

namespace otherminds::catan {

namespace {

constexpr int phases = over + 1;
constexpr int of_hex = resource_count + 1 + roll_kinds + 1;
constexpr int of_vertex = 2 * most_seats + port_kinds + 1;
constexpr int of_edge = most_seats;
constexpr int of_seat = 2 * resource_count + 2 * card_kinds + port_kinds + 11;
constexpr int of_table =
    phases + 4 * most_seats + roll_kinds + 4 * resource_count + 2 * card_kinds + 8;

// Writes one number after another.
class Writer {
 public:
  explicit Writer(std::span<float> out) : out_(out) {}
  void put(double number) { out_[next_++] = static_cast<float>(number); }
  void share(int count, int most) { put(static_cast<double>(count) / most); }
  void bits(unsigned word, int count) {
    for (int bit = 0; bit < count; ++bit) put(word >> bit & 1);
  }
  // A 1 at `which`, if that is one of the places.
  void one_of(int which, int count) {
    for (int place = 0; place < count; ++place) put(place == which ? 1 : 0);
  }
  void cards(Hand hand) {
    for (int resource = 0; resource < resource_count; ++resource) share(hand[resource], 19);
  }
  void cards(const CardCounts& counts) {
    for (std::size_t kind = 0; kind < counts.size(); ++kind) share(counts[kind], whole_deck[kind]);
  }

 private:
  std::span<float> out_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<int> Catan::tensor_shape() const {
  return {hex_count * of_hex + vertex_count * of_vertex + edge_count * of_edge +
          most_seats * of_seat + of_table};
}

void Catan::tensor(const View& view, std::span<float> out) const {
  Writer writer(out);
  const Table& table = view.table;
  const auto relative = [&](int seat) {
    return seat < 0 ? nothing : (seat - view.seat + seats()) % seats();
  };
  std::array<int, most_seats> order{};  // seats from the one that looks, or nothing
  for (int i = 0; i < most_seats; ++i)
    order[static_cast<std::size_t>(i)] = i < seats() ? (view.seat + i) % seats() : nothing;

  for (int hex = 0; hex < hex_count; ++hex) {
    writer.one_of(table.layout.terrain[hex], resource_count + 1);
    writer.one_of(table.layout.numbers[hex] - 2, roll_kinds);
    writer.put(table.robber == hex);
  }
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    for (const int seat : order)
      writer.put(seat != nothing && (table.settlements[seat].word >> vertex & 1));
    for (const int seat : order)
      writer.put(seat != nothing && (table.cities[seat].word >> vertex & 1));
    const int port = geometry.vertex_port[vertex];
    writer.one_of(port == nothing ? nothing : table.layout.ports[port], port_kinds);
    writer.put(table.placed == vertex);
  }
  for (int edge = 0; edge < edge_count; ++edge)
    for (const int seat : order) writer.put(seat != nothing && table.roads[seat].has(edge));

  for (const int seat : order) {
    if (seat == nothing) {
      for (int i = 0; i < of_seat; ++i) writer.put(0);
      continue;
    }
    writer.share(table.points[seat], options_.points);
    writer.share(view.hand_sizes[seat], 19);
    writer.share(table.cards[seat], total(whole_deck));
    writer.share(table.discards[seat], 19);
    writer.share(table.road_lengths[seat], most_roads);
    writer.share(table.roads_left(seat), most_roads);
    writer.share(table.settlements_left(seat), most_settlements);
    writer.share(table.cities_left(seat), most_cities);
    writer.put(table.longest_road == seat);
    writer.put(table.largest_army == seat);
    writer.put(table.winner == seat);
    writer.cards(view.hands[seat]);
    for (int resource = 0; resource < resource_count; ++resource)
      writer.share(table.rate(seat, resource), 4);
    writer.cards(view.held[seat]);
    writer.cards(table.played[seat]);
    writer.bits(table.port_kinds[seat], port_kinds);
  }

  writer.one_of(table.phase, phases);
  writer.one_of(relative(table.current), most_seats);
  writer.one_of(relative(view.actor), most_seats);
  writer.one_of(relative(table.offerer), most_seats);
  writer.one_of(relative(table.victim), most_seats);
  writer.one_of(table.roll - 2, roll_kinds);
  const bool offered = table.offer != nothing;
  const Trade trade = offered ? trades_[static_cast<std::size_t>(table.offer)] : Trade{};
  writer.cards(trade.give);
  writer.cards(trade.want);
  writer.cards(view.bank);
  writer.bits(table.no_stock, resource_count);
  writer.cards(view.fresh);
  writer.cards(view.deck);
  writer.share(table.deck_size, total(whole_deck));
  writer.share(table.turn, options_.turns);
  writer.share(table.offers, options_.offers > 0 ? options_.offers : 19);
  writer.put(table.counters);
  writer.put(table.card_played);
  writer.share(table.free_roads, 2);
  writer.share(table.bought, 5);
  writer.share(points(view), options_.points);
}

}  // namespace otherminds::catan
