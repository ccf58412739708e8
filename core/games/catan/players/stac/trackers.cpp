#include "games/catan/players/stac/trackers.hpp"

#include <algorithm>

namespace otherminds::catan::stac {

namespace {

VertexSet foreign_buildings(const Table& table, int seat) {
  return table.all_buildings() & ~table.buildings(seat);
}

VertexSet ends_of(const EdgeSet& edges) {
  VertexSet ends = 0;
  edges.each([&](int edge) {
    for (const int vertex : geometry.edge_vertices[edge]) ends |= vertex_bit(vertex);
  });
  return ends;
}

EdgeSet edges_at_any(VertexSet vertices) {
  EdgeSet edges;
  each_vertex(vertices, [&](int vertex) { edges = edges | geometry.edges_at[vertex]; });
  return edges;
}

// Vertices from which a seat may build on.
VertexSet network_of(const Table& table, int seat) {
  return table.buildings(seat) | (table.road_vertices[seat].word & ~foreign_buildings(table, seat));
}

}  // namespace

Reach reach_of(const Table& table, int seat) {
  Reach reach;
  const VertexSet open = table.open.word;
  const VertexSet own = table.road_vertices[seat].word | table.buildings(seat);
  const EdgeSet first = table.road_sites[seat];
  const VertexSet near = ends_of(first) & ~own;
  const EdgeSet second = edges_at_any(near & ~foreign_buildings(table, seat))
                             .without(table.all_roads())
                             .without(first);
  reach.sites[0] = own & open;
  reach.sites[1] = near & open;
  reach.sites[2] = ends_of(second) & ~near & ~own & open;
  return reach;
}

Way way_to(const Table& table, int seat, int roads, int vertex) {
  Way way;
  if (roads == 0) return way;
  const VertexSet foreign = foreign_buildings(table, seat);
  const VertexSet own = network_of(table, seat);
  const EdgeSet taken = table.all_roads();
  const auto first_edge = [&](int at) -> int {
    for (int k = 0; k < 3; ++k) {
      const int edge = geometry.vertex_edges[at][k];
      if (edge != nothing && !taken.has(edge) && own >> geometry.vertex_neighbours[at][k] & 1)
        return edge;
    }
    return nothing;
  };
  if (roads == 1) {
    way.edges[0] = static_cast<std::int8_t>(first_edge(vertex));
    way.length = 1;
    return way;
  }
  for (int k = 0; k < 3; ++k) {
    const int edge = geometry.vertex_edges[vertex][k];
    if (edge == nothing || taken.has(edge)) continue;
    const int between = geometry.vertex_neighbours[vertex][k];
    if (foreign >> between & 1) continue;
    const int first = first_edge(between);
    if (first == nothing) continue;
    way.edges[0] = static_cast<std::int8_t>(first);
    way.edges[1] = static_cast<std::int8_t>(edge);
    way.length = 2;
    return way;
  }
  return way;
}

// ---- the longest road ----

namespace {

class RoadSearch {
 public:
  RoadSearch(const Table& table, int seat)
      : own_(table.roads[seat]),
        taken_(table.all_roads()),
        network_(table.road_vertices[seat].word),
        foreign_(foreign_buildings(table, seat)),
        // What must be exceeded.
        target_(table.longest_road == nothing
                    ? std::max(4, int{table.road_lengths[seat]})
                    : int{table.road_lengths[static_cast<std::size_t>(table.longest_road)]}),
        pieces_(table.roads_left(seat)) {}

  Way best() {
    const int own_best = own_.empty() ? 0 : longest_trail();
    if (own_best == 0 || own_best + joined_ + pieces_ <= target_) return {};
    each_vertex(network_ & ~foreign_, [&](int vertex) {
      start_ = vertex;
      const int length = trails_[vertex];
      const int depth = std::min(target_ + 1 - length, pieces_);
      if (depth > 0) extend(vertex, length, depth);
    });
    return best_length_ > target_ ? best_ : Way{};
  }

 private:
  // Fills trails_ with the longest own trail that ends at each vertex.
  int longest_trail() {
    int longest = 0;
    each_vertex(network_, [&](int vertex) {
      trails_[vertex] = static_cast<std::int8_t>(trail_from(vertex, own_));
      longest = std::max(longest, int{trails_[vertex]});
    });
    mark_parts();
    return longest;
  }

  int trail_from(int vertex, EdgeSet& left) const {
    int longest = 0;
    for (int k = 0; k < 3; ++k) {
      const int edge = geometry.vertex_edges[vertex][k];
      if (edge == nothing || !left.has(edge)) continue;
      const int next = geometry.vertex_neighbours[vertex][k];
      left.remove(edge);
      longest = std::max(longest, 1 + (foreign_ >> next & 1 ? 0 : trail_from(next, left)));
      left.add(edge);
    }
    return longest;
  }

  // Numbers the parts of the network that hang together, and the most that a second one adds.
  void mark_parts() {
    int part = 0;
    VertexSet left = network_;
    while (left != 0) {
      VertexSet members = left & -left;
      for (VertexSet before = 0; before != members;) {
        before = members;
        each_vertex(before, [&](int vertex) {
          for (int k = 0; k < 3; ++k)
            if (const int edge = geometry.vertex_edges[vertex][k];
                edge != nothing && own_.has(edge))
              members |= vertex_bit(geometry.vertex_neighbours[vertex][k]);
        });
      }
      int longest = 0;
      each_vertex(members, [&](int vertex) {
        parts_[vertex] = static_cast<std::int8_t>(part);
        longest = std::max(longest, int{trails_[vertex]});
      });
      if (part++ > 0) joined_ += longest;
      left &= ~members;
    }
  }

  void extend(int vertex, int length, int depth) {
    for (int k = 0; k < 3; ++k) {
      const int edge = geometry.vertex_edges[vertex][k];
      if (edge == nothing || taken_.has(edge)) continue;
      const int next = geometry.vertex_neighbours[vertex][k];
      taken_.add(edge);
      way_.edges[static_cast<std::size_t>(way_.length++)] = static_cast<std::int8_t>(edge);
      const bool joins = network_ >> next & 1;
      const int total = length + 1 + (joins && parts_[next] != parts_[start_] ? trails_[next] : 0);
      if (total > best_length_ || (total == best_length_ && way_.length < best_.length)) {
        best_length_ = total;
        best_ = way_;
      }
      if (depth > 1 && !joins && !(foreign_ >> next & 1)) extend(next, length + 1, depth - 1);
      --way_.length;
      taken_.remove(edge);
    }
  }

  EdgeSet own_;
  EdgeSet taken_;
  VertexSet network_;
  VertexSet foreign_;
  int target_;
  int pieces_;
  int joined_ = 0;
  int start_ = 0;
  std::array<std::int8_t, vertex_count> trails_{};
  std::array<std::int8_t, vertex_count> parts_{};
  Way way_;
  Way best_;
  int best_length_ = 0;
};

}  // namespace

Way way_to_longest_road(const Table& table, int seat) {
  if (table.longest_road == seat) return {};
  return RoadSearch(table, seat).best();
}

// ---- the largest army ----

namespace {

int army_size_needed(const Table& table) {
  return table.largest_army == nothing ? 3 : table.knights(table.largest_army) + 1;
}

}  // namespace

int cards_to_largest_army(const Table& table, int seat, Knights knights, bool forgets_new) {
  if (table.largest_army == seat) return 0;
  const int size = army_size_needed(table);
  const int old = table.knights(seat) + knights.unplayed;
  if (old + knights.fresh >= size) return 0;
  return size - old - (forgets_new ? 0 : knights.fresh);
}

bool can_take_army(const Table& table, int seat, Knights knights) {
  return table.largest_army != seat &&
         table.knights(seat) + knights.unplayed + knights.fresh >= army_size_needed(table);
}

// ---- who may win soon ----

namespace {

constexpr int awards_above = 5;  // points above which the awards are thought of

// A seat that builds in its mind.
class Builder {
 public:
  Builder(const Catan& game, const Table& table, int seat, const Prospects& prospects,
          bool shared_limit)
      : layout_(table.layout),
        goal_(game.options().points),
        prospects_(prospects),
        shared_limit_(shared_limit),
        points_(prospects.points),
        army_(table.largest_army == seat),
        road_(table.longest_road == seat),
        settlements_(table.settlements_left(seat)),
        cities_(table.cities_left(seat)),
        spots_(table.settlements[seat].word),
        sites_(reach_of(table, seat).sites),
        income_(income_of(table, seat)) {}

  int rolls_to_goal() {
    int rolls = 0;
    while (points_ < goal_) {
      times_ = times_from_nothing(income_, shared_limit_);
      if (points_ == goal_ - 1) return rolls + last_point();
      const Step step = next_step();
      rolls += step.rolls;
      if (step.kind == Step::none) return rolls;
      take(step);
      points_ += 2;
    }
    return rolls;
  }

 private:
  struct Step {
    enum Kind { none, two_settlements, one_of_each, two_cities, longest_road, largest_army } kind;
    int rolls;
    int first;   // vertices: the settlement, or the city of two
    int second;  // the other one
  };
  struct Site {
    int vertex = nothing;
    int rolls = 0;
  };

  int site_rolls(const Times& times, int roads) const {
    return times[settlement_piece] + roads * times[road_piece];
  }

  Times times_with(const Income& income) const { return times_from_nothing(income, shared_limit_); }

  // The quickest site, which is one with the fewest roads; among those the one that speeds up most.
  Site best_site(const Income& income, const Times& times, VertexSet barred) const {
    for (int roads = 0; roads <= farthest; ++roads) {
      Site best;
      int least = 0;
      each_vertex(sites_[static_cast<std::size_t>(roads)] & ~barred, [&](int vertex) {
        const int after = times_with(income.with_settlement(layout_, vertex)).sum();
        if (best.vertex != nothing && after >= least) return;
        best = {vertex, site_rolls(times, roads)};
        least = after;
      });
      if (best.vertex != nothing) return best;
    }
    return {};
  }

  int last_point() const {
    int best = out_of_reach;
    if (settlements_ > 0) {
      for (int roads = farthest; roads >= 0; --roads)
        if (sites_[static_cast<std::size_t>(roads)] != 0)
          best = std::min(best, site_rolls(times_, roads));
    }
    if (cities_ > 0 && spots_ != 0) best = std::min(best, times_[city_piece]);
    if (!army_) best = std::min(best, prospects_.army_rolls);
    if (!road_) best = std::min(best, prospects_.road_rolls);
    return best;
  }

  Step next_step() const {
    Step best{Step::none, out_of_reach, nothing, nothing};
    const auto consider = [&](const Step& step, bool on_ties) {
      if (step.rolls < best.rolls || (on_ties && step.rolls == best.rolls)) best = step;
    };
    const Site site = settlements_ > 0 ? best_site(income_, times_, 0) : Site{};
    const bool city = cities_ > 0 && spots_ != 0;
    if (cities_ > 1 && (spots_ & (spots_ - 1)) != 0) consider(two_cities(), true);
    if (site.vertex != nothing && settlements_ > 1) {
      const Income after = income_.with_settlement(layout_, site.vertex);
      const Times times = times_with(after);
      const Site other = best_site(after, times, geometry.too_near[site.vertex]);
      if (other.vertex != nothing)
        consider({Step::two_settlements, site.rolls + other.rolls, site.vertex, other.vertex},
                 true);
    }
    if (site.vertex != nothing && cities_ > 0) {
      const Times after = times_with(income_.with_settlement(layout_, site.vertex));
      const int spot = city ? std::countr_zero(spots_) : site.vertex;
      consider({Step::one_of_each, site.rolls + after[city_piece], site.vertex, spot}, true);
      if (city) consider(city_then_settlement(), false);
    }
    if (points_ > awards_above) {
      if (!army_)
        consider({Step::largest_army, (times_[card_piece] + 1) * prospects_.army_cards, 0, 0},
                 false);
      if (!road_)
        consider({Step::longest_road, times_[road_piece] * prospects_.roads, 0, 0}, false);
    }
    return best;
  }

  Step two_cities() const {
    Step best{Step::two_cities, out_of_reach, nothing, nothing};
    each_vertex(spots_, [&](int vertex) {
      const int rolls =
          times_[city_piece] + times_with(income_.with_city(layout_, vertex))[city_piece];
      if (rolls < best.rolls) best = {Step::two_cities, rolls, vertex, nothing};
    });
    const VertexSet others = spots_ & ~vertex_bit(best.first);
    best.second = std::countr_zero(others);
    return best;
  }

  Step city_then_settlement() const {
    Step best{Step::one_of_each, out_of_reach, nothing, nothing};
    each_vertex(spots_, [&](int vertex) {
      const Income after = income_.with_city(layout_, vertex);
      const Site site = best_site(after, times_with(after), 0);
      const int rolls = times_[city_piece] + site.rolls;
      if (rolls < best.rolls) best = {Step::one_of_each, rolls, site.vertex, vertex};
    });
    return best;
  }

  void settle(int vertex) {
    --settlements_;
    income_ = income_.with_settlement(layout_, vertex);
    for (VertexSet& sites : sites_) sites &= ~geometry.too_near[vertex];
    spots_ |= vertex_bit(vertex);
  }

  void upgrade(int vertex) {
    --cities_;
    ++settlements_;
    income_ = income_.with_city(layout_, vertex);
    spots_ &= ~vertex_bit(vertex);
  }

  void take(const Step& step) {
    switch (step.kind) {
      case Step::two_settlements:
        settle(step.first);
        settle(step.second);
        break;
      case Step::one_of_each:
        settle(step.first);
        upgrade(step.second);
        break;
      case Step::two_cities:
        upgrade(step.first);
        upgrade(step.second);
        break;
      case Step::longest_road:
        road_ = true;
        break;
      default:
        army_ = true;
    }
  }

  const Layout& layout_;
  int goal_;
  Prospects prospects_;
  bool shared_limit_;
  int points_;
  bool army_;
  bool road_;
  int settlements_;
  int cities_;
  VertexSet spots_;  // own settlements
  std::array<VertexSet, farthest + 1> sites_;
  Income income_;
  Times times_;
};

}  // namespace

int rolls_to_win(const Catan& game, const Table& table, int seat, const Prospects& prospects,
                 bool shared_limit) {
  return Builder(game, table, seat, prospects, shared_limit).rolls_to_goal();
}

}  // namespace otherminds::catan::stac
