// How JSettlers' smart robots plan: each thing that could be built is tried, and judged by what it
// does to the time in which each seat may win.
#include <algorithm>
#include <cmath>

#include "games/catan/players/stac/plan.hpp"

namespace otherminds::catan::stac {

namespace {

constexpr double per_roll = 1.13;  // what a bonus loses for each roll of waiting
constexpr double knight_share = 0.58;
constexpr double point_share = 0.21;
constexpr double card_bonus = 3;

struct Option {
  Piece piece = road_piece;
  int place = nothing;
  int rolls = 0;
  double score = 0;
  bool found = false;
};

class Judge {
 public:
  explicit Judge(const Planning& planning)
      : planning_(planning),
        now_(times_from(speed_of(income_of(planning.table, planning.seat)), planning.hand,
                        planning.settings.shared_limit)),
        before_(rolls_to_win(planning.table, planning.points)) {
    soonest_ = before_[0];
    for (int seat = 1; seat < planning.game.seats(); ++seat)
      soonest_ = std::min(soonest_, before_[seat]);
  }

  Option building(Piece piece, int place) const {
    Table table = planning_.table;
    const int seat = planning_.seat;
    if (piece == road_piece) planning_.game.put_road(table, seat, place);
    if (piece == settlement_piece) planning_.game.put_settlement(table, seat, place);
    if (piece == city_piece) planning_.game.put_city(table, seat, place);
    BySeat<int> points = planning_.points;
    for (int other = 0; other < planning_.game.seats(); ++other)
      points[other] += table.points[other] - planning_.table.points[other];
    return discounted({piece, place, 0, bonus(table, points), true});
  }

  Option card() const {
    Table table = planning_.table;
    const int seat = planning_.seat;
    BySeat<int> points = planning_.points;
    const int knights = ++table.played[seat][knight];
    const int holder = table.largest_army;
    if (holder != seat && knights >= 3 && (holder == nothing || knights > table.knights(holder))) {
      if (holder != nothing) points[holder] -= 2;
      table.largest_army = static_cast<std::int8_t>(seat);
      points[seat] += 2;
    }
    const double as_knight = bonus(table, points);
    points = planning_.points;
    ++points[seat];
    const double as_point = bonus(planning_.table, points);
    return discounted({card_piece, nothing, 0,
                       knight_share * as_knight + point_share * as_point + card_bonus, true});
  }

 private:
  BySeat<int> rolls_to_win(const Table& table, const BySeat<int>& points) const {
    return forecast(planning_.game, planning_.settings, table, points, planning_.knights, true);
  }

  Option discounted(Option option) const {
    option.rolls = now_[option.piece];
    option.score /= std::pow(per_roll, option.rolls);
    return option;
  }

  // What a change is worth: its own share of time saved, and the time it costs the others, once for
  // each and once more for those who lead.
  double bonus(const Table& table, const BySeat<int>& points) const {
    const BySeat<int> after = rolls_to_win(table, points);
    const int self = planning_.seat;
    const double share = 100.0 / planning_.game.seats();
    const auto saved = [&](int seat) { return static_cast<double>(before_[seat] - after[seat]); };
    double sum = 0;
    if (after[self] == 0) {
      sum = share;
    } else if (before_[self] > 0) {
      sum = share * saved(self) / before_[self];
    }
    for (int seat = 0; seat < planning_.game.seats(); ++seat) {
      if (seat == self) continue;
      for (int leader = 0; leader < planning_.game.seats(); ++leader) {
        if (before_[leader] != soonest_ || leader == seat) continue;
        if (before_[seat] > 0) {
          sum -= share * saved(seat) / before_[seat] * soonest_ / before_[seat];
        } else if (saved(seat) < 0) {
          sum += share;
        }
      }
      if (before_[seat] != soonest_) continue;
      if (before_[seat] > 0) {
        sum -= share * saved(seat) / before_[seat];
      } else if (saved(seat) < 0) {
        sum += share;
      }
    }
    return sum;
  }

  const Planning& planning_;
  Times now_;
  BySeat<int> before_;
  int soonest_ = 0;
};

bool beats(const Option& a, const Option& b) {
  return !b.found || a.score > b.score || (a.score == b.score && a.rolls < b.rolls);
}

// A second road for a road building card: one that the first opens, else any other.
int second_road(const Planning& planning, int first) {
  const EdgeSet sites = planning.table.road_sites[planning.seat];
  EdgeSet opened;
  for (const int vertex : geometry.edge_vertices[first]) {
    const int owner = planning.table.owner_of_vertex(vertex);
    if (owner == nothing || owner == planning.seat) opened = opened | geometry.edges_at[vertex];
  }
  int found = nothing;
  const auto take = [&](int edge) {
    if (found == nothing && edge != first) found = edge;
  };
  opened.without(sites).without(planning.table.all_roads()).each(take);
  sites.each(take);
  return found;
}

}  // namespace

Plan make_smart_plan(const Planning& planning) {
  const Table& table = planning.table;
  const int seat = planning.seat;
  const Judge judge(planning);
  Option city;
  Option settlement;
  Option road;
  const auto keep = [](Option& best, const Option& option) {
    if (beats(option, best)) best = option;
  };
  if (table.settlements_left(seat) > 0)
    each_vertex(table.settlement_sites(seat),
                [&](int vertex) { keep(settlement, judge.building(settlement_piece, vertex)); });
  if (table.roads_left(seat) > 0)
    table.road_sites[seat].each([&](int edge) { keep(road, judge.building(road_piece, edge)); });
  if (table.cities_left(seat) > 0)
    each_vertex(table.settlements[seat].word,
                [&](int vertex) { keep(city, judge.building(city_piece, vertex)); });

  Option chosen = settlement;
  if (city.found && city.score > 0 && beats(city, settlement) && beats(city, road)) {
    chosen = city;
  } else if (road.found && road.score > 0 && (!settlement.found || road.score > settlement.score)) {
    chosen = road;
  }
  if (table.deck_size > 0) {
    const Option card = judge.card();
    if (!chosen.found || card.score > chosen.score) chosen = card;
  }

  Plan plan;
  if (planning.road_building && road.found && table.roads_left(seat) >= 2) {
    if (const int second = second_road(planning, road.place); second != nothing) {
      plan.add(road_piece, road.place);
      plan.add(road_piece, second);
    }
  }
  const bool laid = !plan.empty() && chosen.piece == road_piece;
  if (chosen.found && !laid) plan.add(chosen.piece, chosen.place);
  return plan;
}

}  // namespace otherminds::catan::stac
