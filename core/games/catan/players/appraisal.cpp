#include "games/catan/players/appraisal.hpp"

#include <algorithm>
#include <cmath>

namespace otherminds::catan {

namespace {

// Weights, in points of the game. The share of a goal was found by play against other shares; the
// rest are by eye, and two thirds or one and a half times of one of them won no more than its
// quarter of 480 games among four, as far as so few can tell.
constexpr double yield_weight = 0.065;     // of one card in 36 rolls, at the beginning of the game
constexpr double variety_weight = 0.35;    // of a resource that is yielded at all
constexpr double variety_scale = 3;        // cards in 36 rolls
constexpr double port_weight = 0.06;       // of a port for any resource
constexpr double own_port_weight = 0.012;  // of a port for a resource, by its yield
constexpr double robbed_weight = 0.5;      // of what the robber holds back, while it does
constexpr double road_weight = 0.02;       // of a piece of the longest road
constexpr double open_site_weight = 0.12;  // of a site that needs no road
constexpr double army_weight = 0.16;       // of each of the first knights
constexpr double progress_card_weight = 0.36;  // of an unplayed card but knights and points
constexpr double second_goal_weight = 0.45;    // of the next best goal, against the best
constexpr double patience = 14;                // rolls after which a goal is worth a third
constexpr double exchange_delay = 0.5;      // of an exchange with the bank that is yet to be made
constexpr double goal_share = 0.4;          // of a goal that counts before it is reached
constexpr double any_card_weight = 0.004;   // of a card, whatever it is good for
constexpr double other_weight = 0.05;       // of what others have
constexpr double danger_weight = 0.25;      // and so much more near the end
constexpr double waiting_share = 0.35;      // of cards that come in while others are waited for
constexpr double over_seven_weight = 0.03;  // of each card of a hand that a seven would halve
constexpr double never = 300;               // rolls
constexpr std::array<double, resource_count> resource_weights = {0.95, 1.15, 0.85, 1.15, 0.95};

constexpr int most_yield = 256;
using YieldWorth = std::array<std::array<double, most_yield>, resource_count>;

const YieldWorth yield_worth = [] {
  YieldWorth table;
  for (int resource = 0; resource < resource_count; ++resource)
    for (int cards = 0; cards < most_yield; ++cards)
      table[resource][cards] = resource_weights[resource] * yield_weight * cards +
                               variety_weight * (1 - std::exp(-cards / variety_scale));
  return table;
}();

double worth_of_yield(Hand yield) {
  double sum = 0;
  for (int resource = 0; resource < resource_count; ++resource)
    sum += yield_worth[resource][yield[resource]];
  return sum;
}

Hand times(Hand hand, int factor) {
  return Hand::from(hand.word() * static_cast<unsigned>(factor));
}

Hand yield_of(const Table& table, int seat) {
  Hand sum{};
  for (int roll = 0; roll < roll_kinds; ++roll)
    sum += times(table.yields[roll][seat], ways(roll + 2));
  return sum;
}

// What the robber holds back.
Hand robbed_of(const Table& table, int seat) {
  const int hex = table.robber;
  if (table.layout.terrain[hex] == desert) return {};
  const VertexSet corners = geometry.hex_corners[hex];
  const int pieces = std::popcount(table.settlements[seat].word & corners) +
                     2 * std::popcount(table.cities[seat].word & corners);
  return Hand::of(table.layout.terrain[hex], pieces * ways(table.layout.numbers[hex]));
}

}  // namespace

Appraisal::Appraisal(const Catan& game, const View& view)
    : game_(game), view_(view), seat_(view.seat) {
  const Table& table = view.table;
  site_yield_.fill({});
  for (int vertex = 0; vertex < vertex_count; ++vertex)
    for (const int hex : geometry.vertex_hexes[vertex])
      if (hex != nothing && table.layout.terrain[hex] != desert)
        site_yield_[vertex] += Hand::of(table.layout.terrain[hex], ways(table.layout.numbers[hex]));
  for (int seat = 0; seat < most_seats; ++seat)
    yields_[seat] = yield_of(table, seat) + robbed_of(table, seat);
  double by_bank = never;
  for (int resource = 0; resource < resource_count; ++resource) {
    const int cards = yields_[seat_][resource];
    delay_[resource] = cards > 0 ? 36.0 / cards : never;
    by_bank = std::min(by_bank, delay_[resource] * table.rate(seat_, resource));
  }
  for (double& delay : delay_) delay = std::min(delay, by_bank);
}

double Appraisal::left_to_go(const Table& table, int seat) const {
  const double points = game_.options().points;
  return std::max(0.1, (points - table.points[seat]) / points);
}

double Appraisal::danger(const Table& table, int seat) const {
  const double done = static_cast<double>(table.points[seat]) / game_.options().points;
  return std::min(1.0, done * done);
}

double Appraisal::seat_worth(const Table& table, int seat) const {
  const Hand yield = yield_of(table, seat);
  const double full = worth_of_yield(yield + robbed_of(table, seat));
  double producing = full + robbed_weight * (worth_of_yield(yield) - full);
  const unsigned ports = table.port_kinds[seat];
  if (ports >> any_resource & 1) producing += port_weight;
  for (int resource = 0; resource < resource_count; ++resource)
    if (ports >> resource & 1) producing += own_port_weight * yield[resource];
  return table.points[seat] + left_to_go(table, seat) * producing +
         road_weight * table.road_lengths[seat] + army_weight * std::min(3, table.knights(seat));
}

double Appraisal::site_worth(const Table& table, int vertex) const {
  const Hand own = yields_[seat_];
  double producing = worth_of_yield(own + site_yield_[vertex]) - worth_of_yield(own);
  const int port = geometry.vertex_port[vertex];
  if (port != nothing) {
    const int kind = table.layout.ports[port];
    if (!table.has_port(seat_, kind))
      producing += kind == any_resource ? port_weight : own_port_weight * own[kind];
  }
  return 1 + left_to_go(table, seat_) * producing;
}

double Appraisal::board(const Table& table) const {
  double worth = seat_worth(table, seat_);
  for (int other = 0; other < game_.seats(); ++other)
    if (other != seat_)
      worth -= (other_weight + danger_weight * danger(table, other)) * seat_worth(table, other);
  double best = 0;
  if (table.settlements_left(seat_) > 0)
    each_vertex(table.settlement_sites(seat_),
                [&](int vertex) { best = std::max(best, site_worth(table, vertex)); });
  return worth + open_site_weight * best;
}

// Sites none, one and two roads away; the way there leads over free edges and past no building of
// another.
Goals Appraisal::goals(const Table& table) const {
  Goals goals;
  if (table.settlements_left(seat_) > 0) {
    const VertexSet others = table.all_buildings() & ~table.buildings(seat_);
    VertexSet reached = table.road_vertices[seat_].word | table.buildings(seat_);
    VertexSet edge_of_reach = reached & ~others;
    Hand cost = settlement_cost;
    EdgeSet free = table.road_sites[seat_];
    const EdgeSet taken = table.all_roads();
    for (int roads = 0; roads <= std::min(2, table.roads_left(seat_)); ++roads) {
      double best = 0;
      each_vertex(reached & table.open.word,
                  [&](int vertex) { best = std::max(best, site_worth(table, vertex)); });
      if (best > 0) goals.add(cost, best);
      VertexSet next = 0;
      free.each([&](int edge) {
        for (const int vertex : geometry.edge_vertices[edge]) next |= vertex_bit(vertex);
      });
      edge_of_reach = next & ~reached & ~others;
      reached = next & ~reached;
      EdgeSet further{};
      each_vertex(edge_of_reach, [&](int vertex) {
        further = further | geometry.edges_at[vertex].without(taken);
      });
      free = further;
      cost += road_cost;
    }
  }
  if (table.cities_left(seat_) > 0 && table.settlements[seat_].word != 0) {
    double best = 0;
    const Hand own = yields_[seat_];
    each_vertex(table.settlements[seat_].word, [&](int vertex) {
      best = std::max(best, worth_of_yield(own + site_yield_[vertex]) - worth_of_yield(own));
    });
    goals.add(city_cost, 1 + left_to_go(table, seat_) * best);
  }
  if (table.deck_size > 0) goals.add(card_cost, unseen_card(table));
  return goals;
}

double Appraisal::hand(const Goals& goals, Hand hand) const {
  double best = 0;
  double second = 0;
  for (int i = 0; i < goals.count; ++i) {
    const Goal& goal = goals.list[i];
    int exchanged = 0;
    std::array<double, resource_count> waits{};
    std::array<int, resource_count> missing{};
    for (int resource = 0; resource < resource_count; ++resource) {
      const int spare = hand[resource] - goal.cost[resource];
      if (spare > 0) exchanged += spare / view_.table.rate(seat_, resource);
      missing[resource] = std::max(0, -spare);
    }
    // What is exchanged with the bank at once is what would take longest.
    double rolls = 0;
    while (exchanged-- > 0) {
      int slowest = nothing;
      for (int resource = 0; resource < resource_count; ++resource)
        if (missing[resource] > 0 && (slowest == nothing || delay_[resource] > delay_[slowest]))
          slowest = resource;
      if (slowest == nothing) break;
      --missing[slowest];
      rolls += exchange_delay;
    }
    double longest = 0;
    double sum = 0;
    for (int resource = 0; resource < resource_count; ++resource) {
      waits[resource] = missing[resource] * delay_[resource];
      longest = std::max(longest, waits[resource]);
      sum += waits[resource];
    }
    rolls += longest + waiting_share * (sum - longest);
    const double worth = goal.worth * std::exp(-rolls / patience);
    second = std::max(second, std::min(best, worth));
    best = std::max(best, worth);
  }
  const int size = hand.size();
  const double risk = size > 7 ? over_seven_weight * size : 0;
  return goal_share * best + second_goal_weight * second + any_card_weight * size - risk;
}

double Appraisal::card(const Table& table, int kind) const {
  switch (kind) {
    case knight:  // moves the robber, which matters less and less
      return 0.1 + 0.2 * left_to_go(table, seat_);
    case victory_point:
      return 1;
    default:
      return progress_card_weight;
  }
}

double Appraisal::unseen_card(const Table& table) const {
  double sum = 0;
  int unseen = 0;
  for (int kind = 0; kind < card_kinds; ++kind) {
    int left = whole_deck[kind] - view_.held[seat_][kind];
    for (int seat = 0; seat < most_seats; ++seat) left -= table.played[seat][kind];
    left = std::max(0, left);
    sum += left * card(table, kind);
    unseen += left;
  }
  return unseen > 0 ? sum / unseen : 0;
}

double Appraisal::expected(int seat, int resource) const {
  const Hand own = yields_[seat];
  return view_.hand_sizes[seat] * (own[resource] + 1.0) / (own.size() + resource_count);
}

double Appraisal::use_to(int seat, int resource) const {
  return 1 / (1 + yields_[seat][resource] / 4.0);
}

}  // namespace otherminds::catan
