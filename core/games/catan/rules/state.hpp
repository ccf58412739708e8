// A position of Catan: what everybody sees, what is hidden, and what one seat knows of it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "engine/game.hpp"
#include "games/catan/rules/cards.hpp"
#include "games/catan/rules/geometry.hpp"
#include "games/catan/rules/layout.hpp"

namespace otherminds::catan {

inline constexpr int most_seats = 4;
inline constexpr int most_roads = 15;
inline constexpr int most_settlements = 5;
inline constexpr int most_cities = 4;
inline constexpr int roll_kinds = 11;       // 2 to 12
inline constexpr int most_offers = 65'535;  // that are counted in a turn

template <class T>
using BySeat = std::array<T, most_seats>;

// What the bank takes of each resource, by the kinds of ports a seat has.
inline constexpr std::array<Hand, 1 << port_kinds> bank_rates = [] {
  std::array<Hand, 1 << port_kinds> list{};
  for (unsigned ports = 0; ports < list.size(); ++ports)
    for (int resource = 0; resource < resource_count; ++resource)
      list[ports] += Hand::of(resource, ports >> resource & 1       ? 2
                                        : ports >> any_resource & 1 ? 3
                                                                    : 4);
  return list;
}();

enum Phase : std::uint8_t {
  setting_settlement,  // the two rounds before the game
  setting_road,
  beginning,   // before the roll
  rolling,     // chance rolls
  discarding,  // `acting` gives up one card after the other
  losing,      // chance takes them from `acting`
  robbing,     // the robber, after a seven
  stealing,    // chance draws a card of `victim` for `acting`
  playing,     // build, trade, buy, play a card, end the turn
  drawing,     // chance draws a development card
  free_road,   // of a road building card
  answering,   // `acting` answers an offer
  exchanging,  // chance draws an exchange
  over,
};

inline constexpr unsigned by_chance =
    1U << rolling | 1U << losing | 1U << stealing | 1U << drawing | 1U << exchanging;

// What everybody sees. What a phase does not use is 0 or nothing, so that equal positions have
// equal bytes. Marked with *: follows from the rest and is kept for speed (see derive()); what is
// long of it is not written to JSON.
struct Table {
  BySeat<EdgeSet> roads{};
  BySeat<EdgeSet> road_sites{};  // *: free edges that the seat's network reaches
  BySeat<Bits> settlements{};    // vertices
  BySeat<Bits> cities{};
  BySeat<Bits> road_vertices{};  // *: ends of the seat's roads
  Bits open{};                   // *: vertices with no building on them or beside them
  std::array<BySeat<Hand>, roll_kinds> yields{};  // *: what each roll (less 2) yields to each seat

  Layout layout{};
  std::int8_t robber = 0;        // hex
  std::uint16_t turn = 0;        // turns that have ended
  std::uint16_t offers = 0;      // made in this turn
  std::int16_t offer = nothing;  // the exchange that awaits an answer
  std::uint8_t phase = setting_settlement;
  std::int8_t current = 0;        // whose turn it is
  std::int8_t acting = 0;         // who chooses, or for whom chance draws
  std::int8_t offerer = nothing;  // who made the offer; `acting` answers
  std::uint8_t counters = 0;      // counter-offers made to it
  std::int8_t victim = nothing;   // of a theft
  std::int8_t placed = nothing;   // the settlement that the road of the set-up must touch
  std::uint8_t roll = 0;          // of this turn, 0 before
  std::uint8_t card_played = 0;   // 1: in this turn
  std::uint8_t free_roads = 0;    // yet to be laid
  std::uint8_t bought = 0;        // development cards of this turn
  std::uint8_t deck_size = 0;
  std::uint8_t no_stock = 0;           // bits of resources that the bank has none of
  std::uint8_t scarce = 0;             // bits of those that it has at most one of
  std::int8_t longest_road = nothing;  // who has the award
  std::int8_t largest_army = nothing;
  std::int8_t winner = nothing;
  BySeat<std::uint8_t> points{};        // * that all see
  BySeat<std::uint8_t> road_lengths{};  // *
  BySeat<std::uint8_t> port_kinds{};    // *: bits
  BySeat<std::uint8_t> discards{};      // cards yet to be given up
  BySeat<std::uint8_t> cards{};         // unplayed development cards
  BySeat<CardCounts> played{};
  std::uint8_t unused = 0;  // always 0

  bool operator==(const Table&) const = default;

  int roads_left(int seat) const { return most_roads - roads[seat].size(); }
  int settlements_left(int seat) const { return most_settlements - count(settlements[seat].word); }
  int cities_left(int seat) const { return most_cities - count(cities[seat].word); }
  VertexSet buildings(int seat) const { return settlements[seat].word | cities[seat].word; }
  VertexSet all_buildings() const {
    return buildings(0) | buildings(1) | buildings(2) | buildings(3);
  }
  EdgeSet all_roads() const { return roads[0] | roads[1] | roads[2] | roads[3]; }
  VertexSet settlement_sites(int seat) const { return road_vertices[seat].word & open.word; }
  // Vertices from which a seat may build on: not through the building of another.
  VertexSet reach(int seat) const {
    return buildings(seat) | (road_vertices[seat].word & ~all_buildings());
  }
  // Who has a building at a vertex or a road on an edge, or nothing.
  int owner_of_vertex(int vertex) const {
    for (int seat = 0; seat < most_seats; ++seat)
      if (buildings(seat) >> vertex & 1) return seat;
    return nothing;
  }
  int owner_of_edge(int edge) const {
    for (int seat = 0; seat < most_seats; ++seat)
      if (roads[seat].has(edge)) return seat;
    return nothing;
  }
  bool has_port(int seat, int kind) const { return port_kinds[seat] >> kind & 1; }
  // How many cards of a resource the bank takes for one.
  int rate(int seat, int resource) const {
    return has_port(seat, resource) ? 2 : has_port(seat, any_resource) ? 3 : 4;
  }
  int knights(int seat) const { return played[seat][knight]; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("roads", self.roads);
    visit("settlements", self.settlements);
    visit("cities", self.cities);
    visit("layout", self.layout);
    visit("robber", self.robber);
    visit("turn", self.turn);
    visit("offers", self.offers);
    visit("offer", self.offer);
    visit("phase", self.phase);
    visit("current", self.current);
    visit("acting", self.acting);
    visit("offerer", self.offerer);
    visit("counters", self.counters);
    visit("victim", self.victim);
    visit("placed", self.placed);
    visit("roll", self.roll);
    visit("card_played", self.card_played);
    visit("free_roads", self.free_roads);
    visit("bought", self.bought);
    visit("deck_size", self.deck_size);
    visit("no_stock", self.no_stock);
    visit("scarce", self.scarce);
    visit("longest_road", self.longest_road);
    visit("largest_army", self.largest_army);
    visit("winner", self.winner);
    visit("points", self.points);
    visit("road_lengths", self.road_lengths);
    visit("port_kinds", self.port_kinds);
    visit("discards", self.discards);
    visit("cards", self.cards);
    visit("played", self.played);
  }
};

struct State {
  Table table{};
  BySeat<Hand> hands{};
  Hand bank{};                // all 0 where the bank never runs out
  BySeat<CardCounts> held{};  // unplayed development cards
  CardCounts fresh{};         // those of `current` that it bought in this turn
  CardCounts deck{};
  std::array<std::uint8_t, 2> unused{};  // always 0

  bool operator==(const State&) const = default;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("table", self.table);
    visit("hands", self.hands);
    visit("bank", self.bank);
    visit("held", self.held);
    visit("fresh", self.fresh);
    visit("deck", self.deck);
  }
};
static_assert(sizeof(State) <= 1024);
static_assert(std::has_unique_object_representations_v<State>);

// What a seat may know. Where nothing is hidden, all of a state; otherwise the hands and cards of
// others, the bank and the deck are 0.
struct View {
  std::int32_t seat = 0;
  std::int32_t actor = nobody;
  Table table{};
  BySeat<Hand> hands{};
  Hand bank{};
  BySeat<CardCounts> held{};
  CardCounts fresh{};
  CardCounts deck{};
  BySeat<std::uint8_t> hand_sizes{};
  std::array<std::uint8_t, 6> unused{};  // always 0

  bool operator==(const View&) const = default;

  Hand hand() const { return hands[seat]; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("actor", self.actor);
    visit("table", self.table);
    visit("hands", self.hands);
    visit("bank", self.bank);
    visit("held", self.held);
    visit("fresh", self.fresh);
    visit("deck", self.deck);
    visit("hand_sizes", self.hand_sizes);
  }
};
static_assert(std::has_unique_object_representations_v<View>);

// Of what everybody sees, but for the number of the turn.
std::uint64_t table_key(const Table& table);

}  // namespace otherminds::catan
