// The longest road of Catan: what counts, who has the award, and trails against brute force.
#include <set>
#include <vector>

#include "tests/games/catan/positions.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

// Every trail, edge by edge: it may begin anywhere, uses no edge twice and does not go on beyond a
// building of another.
int longest_by_force(const Table& table, int seat) {
  VertexSet others = 0;
  for (int other = 0; other < most_seats; ++other)
    if (other != seat) others |= table.buildings(other);
  std::set<int> used;
  const auto walk = [&](auto&& self, int vertex) -> int {
    int best = 0;
    if (!used.empty() && (others >> vertex & 1)) return 0;
    for (const int edge : geometry.vertex_edges[vertex]) {
      if (edge == nothing || !table.roads[seat].has(edge) || used.contains(edge)) continue;
      used.insert(edge);
      best = std::max(best, 1 + self(self, geometry.other_end(edge, vertex)));
      used.erase(edge);
    }
    return best;
  };
  int best = 0;
  for (int vertex = 0; vertex < vertex_count; ++vertex) best = std::max(best, walk(walk, vertex));
  return best;
}

const Catan& rules() {
  static const Catan game(on_beginners_board());
  return game;
}

int length(Position& at, int seat = 0) {
  at.game.derive(at.table());
  assert(at.table().road_lengths[seat] == at.game.road_length(at.table(), seat));
  assert(at.table().road_lengths[seat] == longest_by_force(at.table(), seat));
  return at.table().road_lengths[seat];
}

void a_ring_of_six_counts_six() {
  Position at(rules());
  for (int k = 0; k < 6; ++k) at.road(0, {side(9, k)});
  assert(length(at) == 6);
}

void a_tail_of_a_ring_counts_too() {
  Position at(rules());
  for (int k = 0; k < 6; ++k) at.road(0, {side(9, k)});
  // From the lowest corner down, and a second tail elsewhere, which one trail cannot use as well
  // without leaving a part of the ring.
  at.road(0, {geometry.edge_between(corner(9, 3), corner(13, 2))});
  assert(length(at) == 7);
  at.road(0, {geometry.edge_between(corner(9, 0), corner(4, 1))});
  assert(length(at) == 7);  // 1 + 6 or 1 + 3 + 1
}

void two_rings_that_share_an_edge_are_walked_as_one() {
  Position at(rules());
  for (int k = 0; k < 6; ++k) at.road(0, {side(9, k), side(10, k)});
  assert(at.table().roads[0].size() == 11 && length(at) == 11);
}

void a_fork_counts_its_longest_two_arms() {
  Position at(rules());
  // Down the sides of hex 9 from its top, and an arm upwards.
  at.road(0, {side(9, 0), side(9, 1), side(9, 5)});
  assert(length(at) == 3);
  at.road(0, {geometry.edge_between(corner(9, 0), corner(4, 1))});
  assert(length(at) == 3);
  at.road(0, {side(4, 0)});
  assert(length(at) == 4);  // two up, two down
}

void parts_that_do_not_touch_do_not_add_up() {
  Position at(rules());
  at.road(0, {side(0, 0), side(0, 1), side(0, 5), side(18, 2), side(18, 3)});
  assert(length(at) == 3);
}

void ones_own_buildings_do_not_cut_a_road() {
  Position at(rules());
  at.road(0, {side(9, 0), side(9, 1), side(9, 2), side(9, 3)}).settlement(0, {corner(9, 2)});
  assert(length(at) == 4);
  at.city(0, {corner(9, 4)});
  assert(length(at) == 4);
}

void others_settlements_and_cities_cut_a_road() {
  for (const bool big : {false, true}) {
    Position at(rules());
    for (int k = 0; k < 5; ++k) at.road(0, {side(9, k)});
    if (big) {
      at.city(1, {corner(9, 2)});
    } else {
      at.settlement(1, {corner(9, 2)});
    }
    assert(length(at) == 3);  // 2 + 3
  }
}

void a_road_that_ends_at_anothers_building_counts_its_last_segment() {
  Position at(rules());
  for (int k = 0; k < 5; ++k) at.road(0, {side(9, k)});
  at.settlement(1, {corner(9, 5)});
  assert(length(at) == 5);
}

// The ring is walked from the building all the way round to it.
void a_ring_through_anothers_building_still_counts_six() {
  Position at(rules());
  for (int k = 0; k < 6; ++k) at.road(0, {side(9, k)});
  at.settlement(1, {corner(9, 0)});
  assert(length(at) == 6);
  at.settlement(2, {corner(9, 3)});
  assert(length(at) == 3);
}

void others_roads_do_not_cut() {
  Position at(rules());
  at.road(0, {side(9, 0), side(9, 1), side(9, 2)});
  at.road(1, {geometry.edge_between(corner(9, 1), corner(5, 2))});
  assert(length(at) == 3);
}

void lengths_are_kept_up_to_date_piece_by_piece() {
  Rng rng(12);
  int rings = 0;
  int cuts = 0;
  for (const char* rule : {"official", "inherited"}) {
    Options options = on_beginners_board();
    options.longest_road = rule;
    const Catan game(options);
    for (int i = 0; i < 1'500; ++i) {
      Position at(game);
      Table& table = at.table();
      const auto settle = [&](int seat) {
        if (table.open.word == 0) return;
        int vertex = static_cast<int>(rng.below(vertex_count));
        while (!(table.open.word >> vertex & 1)) vertex = (vertex + 1) % vertex_count;
        game.put_settlement(table, seat, vertex);
      };
      settle(0);
      settle(0);
      while (table.roads_left(0) > 0 && !table.road_sites[0].empty()) {
        if (rng.below(6) == 0 && table.settlements_left(1) > 0) settle(1);
        int edge = static_cast<int>(rng.below(edge_count));
        while (!table.road_sites[0].has(edge)) edge = (edge + 1) % edge_count;
        game.put_road(table, 0, edge);
        assert(table.road_lengths[0] == game.road_length(table, 0));
      }
      cuts += (table.road_vertices[0].word & table.buildings(1)) != 0;
      rings += table.roads[0].size() >= count(table.road_vertices[0].word);
    }
  }
  std::printf("%d networks with rings, %d cut by others\n", rings, cuts);
  assert(rings > 50 && cuts > 300);
}

void trails_are_those_of_brute_force() {
  Rng rng(8);
  int rings = 0;
  std::array<int, most_roads + 1> lengths{};
  for (int i = 0; i < 6'000; ++i) {
    Position at(rules());
    Table& table = at.table();
    const int roads = 1 + static_cast<int>(rng.below(most_roads));
    // Grown from one or two places, over few hexes in every other case, so that rings happen.
    const int area = i % 2 == 0 ? edge_count : 24;
    VertexSet reached = vertex_bit(geometry.edge_vertices[rng.below(area)][0]);
    while (table.roads[0].size() < roads) {
      const int edge = static_cast<int>(rng.below(static_cast<std::uint32_t>(area)));
      const auto [a, b] = geometry.edge_vertices[edge];
      if (((reached >> a | reached >> b) & 1) == 0 && rng.below(40) != 0) continue;
      table.roads[0].add(edge);
      reached |= vertex_bit(a) | vertex_bit(b);
    }
    const int buildings = static_cast<int>(rng.below(6));
    for (int n = 0; n < buildings; ++n) {
      const int vertex = static_cast<int>(rng.below(vertex_count));
      if (table.all_buildings() & geometry.too_near[vertex]) continue;
      const int seat = static_cast<int>(rng.below(4));
      (rng.below(2) == 0 ? table.settlements : table.cities)[seat].word |= vertex_bit(vertex);
    }
    const int found = length(at);
    ++lengths[found];
    // More edges than a tree on the same vertices: there is a ring.
    VertexSet ends = 0;
    table.roads[0].each([&](int edge) {
      for (const int end : geometry.edge_vertices[edge]) ends |= vertex_bit(end);
    });
    rings += table.roads[0].size() >= std::popcount(ends) ? 1 : 0;
  }
  std::printf("6000 networks, %d with a ring, %d of length 10 or more\n", rings,
              lengths[10] + lengths[11] + lengths[12] + lengths[13] + lengths[14] + lengths[15]);
  assert(rings > 300);
}

// ---- the award ----

void the_award_needs_five() {
  Position at(rules());
  at.road(0, {side(9, 0), side(9, 1), side(9, 2)}).cards(0, road_cost + road_cost).ready();
  at.play(action::road(side(9, 3)));
  assert(at.table().longest_road == nothing && at.table().points[0] == 0);
  at.play(action::road(side(9, 4)));
  assert(at.table().longest_road == 0 && at.table().points[0] == 2);
}

void the_award_goes_only_to_a_longer_road() {
  Position at(rules());
  for (int k = 0; k < 5; ++k) at.road(0, {side(9, k)});
  for (int i = 0; i < 4; ++i) at.road(1, {geometry.coast[i]});
  at.table().longest_road = 0;
  at.turn_of(1).cards(1, road_cost + road_cost).ready();
  at.play(action::road(geometry.coast[4]));
  assert(at.table().road_lengths[1] == 5 && at.table().longest_road == 0);
  at.play(action::road(geometry.coast[5]));
  assert(at.table().longest_road == 1);
  assert(at.table().points[0] == 0 && at.table().points[1] == 2);
}

// Seat 3 builds where it cuts the road of seat 0, which runs along the coast from hex 11 to hex 18.
// So much of it lies before the cut and after it; seats 1 and 2 have so many roads round a hex.
Position cut(int before, int after, int second, int third, const Catan& game = rules()) {
  Position at(game);
  for (int i = 12 - before; i < 12 + after; ++i) at.road(0, {geometry.coast[i]});
  for (int k = 0; k < second; ++k) at.road(1, {side(4, k)});
  for (int k = 0; k < third; ++k) at.road(2, {side(12, k)});
  at.road(3, {side(15, 0)}).turn_of(3).cards(3, settlement_cost);
  at.table().longest_road = 0;
  at.ready();
  assert(at.table().road_lengths[0] == before + after);
  at.play(action::settlement(corner(15, 1)));
  return at;
}

void a_cut_road_that_is_still_the_longest_keeps_the_award() {
  const Position at = cut(6, 2, 5, 0);
  assert(at.state.table.road_lengths[0] == 6 && at.state.table.longest_road == 0);
}

void on_a_tie_after_a_cut_the_holder_keeps_the_award() {
  const Position at = cut(5, 3, 5, 5);
  assert(at.state.table.road_lengths[0] == 5 && at.state.table.longest_road == 0);
}

void after_a_cut_the_only_longest_road_gets_the_award() {
  const Position at = cut(4, 4, 5, 0);
  assert(at.state.table.longest_road == 1);
  assert(at.state.table.points[0] == 0 && at.state.table.points[1] == 2);
  const Position longer = cut(5, 3, 5, 6);
  assert(longer.state.table.longest_road == 2);
}

void with_nobody_at_five_after_a_cut_nobody_has_the_award() {
  const Position at = cut(4, 4, 4, 0);
  assert(at.state.table.longest_road == nothing);
  for (int seat = 0; seat < 3; ++seat) assert(at.state.table.points[seat] == 0);
}

void with_two_tied_others_after_a_cut_nobody_has_the_award() {
  Position at = cut(4, 4, 5, 5);
  assert(at.state.table.longest_road == nothing);
  // Who is alone longest later gets it.
  at.play(action::end);
  at.roll(2).play(action::end);
  at.state.bank -= road_cost;
  at.state.hands[1] += road_cost;
  at.roll(2).play(action::road(side(4, 5)));
  assert(at.table().longest_road == 1);
}

void a_settlement_that_cuts_can_be_worth_three_points() {
  Position at(rules());
  for (int i = 8; i < 16; ++i) at.road(0, {geometry.coast[i]});
  at.road(3, {side(15, 0)});
  for (int k = 0; k < 6; ++k) at.road(3, {side(4, k)});
  at.turn_of(3).cards(3, settlement_cost);
  at.table().longest_road = 0;
  at.ready();
  assert(at.table().points[3] == 0);
  at.play(action::settlement(corner(15, 1)));
  assert(at.table().longest_road == 3 && at.table().points[3] == 3 && at.table().points[0] == 0);
}

// Dobre's program: who has the award keeps it below five, until someone else is longer.
void inherited_awards_stay_when_cut_below_five() {
  Options options = on_beginners_board();
  options.longest_road = "inherited";
  const Catan game(options);
  const Position at = cut(4, 4, 4, 0, game);
  assert(at.state.table.longest_road == 0);
  const Position taken = cut(4, 4, 5, 5, game);
  assert(taken.state.table.longest_road == 1);
  Position ring(game);
  for (int k = 0; k < 6; ++k) ring.road(0, {side(9, k)});
  game.derive(ring.table());
  assert(ring.table().road_lengths[0] == 5);
}

}  // namespace

int main() {
  a_ring_of_six_counts_six();
  a_tail_of_a_ring_counts_too();
  two_rings_that_share_an_edge_are_walked_as_one();
  a_fork_counts_its_longest_two_arms();
  parts_that_do_not_touch_do_not_add_up();
  ones_own_buildings_do_not_cut_a_road();
  others_settlements_and_cities_cut_a_road();
  a_road_that_ends_at_anothers_building_counts_its_last_segment();
  a_ring_through_anothers_building_still_counts_six();
  others_roads_do_not_cut();
  lengths_are_kept_up_to_date_piece_by_piece();
  trails_are_those_of_brute_force();

  the_award_needs_five();
  the_award_goes_only_to_a_longer_road();
  a_cut_road_that_is_still_the_longest_keeps_the_award();
  on_a_tie_after_a_cut_the_holder_keeps_the_award();
  after_a_cut_the_only_longest_road_gets_the_award();
  with_nobody_at_five_after_a_cut_nobody_has_the_award();
  with_two_tied_others_after_a_cut_nobody_has_the_award();
  a_settlement_that_cuts_can_be_worth_three_points();
  inherited_awards_stay_when_cut_below_five();
}
