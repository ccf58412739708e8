// The rules of Catan by positions that need them: set-up, production, robber, building, development
// cards and winning. Names state the rule.
#include <bit>
#include <cmath>
#include <set>

#include "tests/expectations.hpp"
#include "tests/games/catan/positions.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

// ---- the board ----

void the_beginners_board_is_that_of_the_rule_book() {
  assert(layout_text(beginners_layout()) ==
         "o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11 / 3 w o 3 s 3 3 c f");
  assert(parse_layout(layout_text(beginners_layout())) == beginners_layout());
}

void boards_have_the_right_hexes_numbers_and_ports() {
  Rng rng(5);
  std::set<std::string> seen;
  for (int i = 0; i < 200; ++i) {
    for (const Layout& layout : {spiral_layout(rng), shuffled_layout(rng)}) {
      std::map<int, int> terrain;
      std::map<int, int> numbers;
      std::map<int, int> ports;
      for (int hex = 0; hex < hex_count; ++hex) {
        ++terrain[layout.terrain[hex]];
        ++numbers[layout.numbers[hex]];
        assert((layout.numbers[hex] == 0) == (layout.terrain[hex] == desert));
      }
      for (const int port : layout.ports) ++ports[port];
      assert((terrain == std::map<int, int>{
                             {clay, 3}, {ore, 3}, {sheep, 4}, {wheat, 4}, {wood, 4}, {desert, 1}}));
      assert((numbers == std::map<int, int>{{0, 1},
                                            {2, 1},
                                            {3, 2},
                                            {4, 2},
                                            {5, 2},
                                            {6, 2},
                                            {8, 2},
                                            {9, 2},
                                            {10, 2},
                                            {11, 2},
                                            {12, 1}}));
      assert((ports ==
              std::map<int, int>{
                  {clay, 1}, {ore, 1}, {sheep, 1}, {wheat, 1}, {wood, 1}, {any_resource, 4}}));
      // Both kinds of board keep the red numbers apart.
      for (int hex = 0; hex < hex_count; ++hex)
        for (const int other : geometry.hex_neighbours[hex])
          if (other != nothing)
            assert(!((layout.numbers[hex] == 6 || layout.numbers[hex] == 8) &&
                     (layout.numbers[other] == 6 || layout.numbers[other] == 8)));
      seen.insert(layout_text(layout));
      assert(parse_layout(layout_text(layout)) == layout);
    }
  }
  assert(seen.size() == 400);
}

// The tokens of a spiral board lie in the order of their letters, from some corner inwards, the
// desert left out.
void spiral_boards_lay_the_tokens_in_the_order_of_their_letters() {
  const std::vector<int> letters = {5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11};
  Rng rng(6);
  for (int i = 0; i < 50; ++i) {
    const Layout layout = spiral_layout(rng);
    bool found = false;
    for (int start = 0; start < 6; ++start) {
      std::vector<int> read;
      for (const int hex : spiral(start))
        if (layout.numbers[hex] != 0) read.push_back(layout.numbers[hex]);
      found = found || read == letters;
    }
    assert(found);
  }
}

void the_robber_starts_in_the_desert() {
  Rng rng(2);
  const Catan game{Options{}};
  for (int i = 0; i < 20; ++i) {
    const State state = game.initial(rng);
    assert(state.table.layout.terrain[state.table.robber] == desert);
  }
}

// ---- set-up ----

void set_up_goes_round_and_back() {
  for (int players = 2; players <= 4; ++players) {
    Options options = on_beginners_board();
    options.players = players;
    const Catan game(options);
    Position at(game);
    at.state = Position::start(game);
    std::vector<int> order;
    while (at.phase() == setting_settlement) {
      order.push_back(at.actor());
      const int vertex = at.legal().front() - action::first_settlement;
      at.play(action::settlement(vertex));
      assert(at.phase() == setting_road && at.actor() == order.back());
      for (const Action each : at.legal()) {
        const auto [a, b] = geometry.edge_vertices[game.edge_of(each)];
        assert(a == vertex || b == vertex);
      }
      at.play(at.legal().front());
    }
    std::vector<int> expected;
    for (int seat = 0; seat < players; ++seat) expected.push_back(seat);
    for (int seat = players - 1; seat >= 0; --seat) expected.push_back(seat);
    assert(order == expected);
    assert(at.phase() == beginning && at.actor() == 0 && at.table().turn == 0);
    for (int seat = 0; seat < players; ++seat) assert(at.table().points[seat] == 2);
  }
}

void the_second_settlement_pays_a_card_for_each_hex() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.state = Position::start(game);
  const auto place = [&](int vertex) {
    at.play(action::settlement(vertex)).play(at.legal().front());
  };
  place(corner(0, 0));
  place(corner(2, 0));
  place(corner(16, 3));
  place(corner(18, 3));
  for (int seat = 0; seat < 4; ++seat) assert(at.hand(seat).size() == 0);
  place(corner(9, 0));  // clay 6, sheep 4 and the desert
  assert(at.hand(3) == hand(1, 0, 1, 0, 0));
  place(corner(10, 3));  // the wood with the 3, the wheat with the 4 and the sheep with the 5
  assert(at.hand(2) == hand(0, 0, 1, 1, 1));
  place(corner(7, 5));  // a corner of the coast: wheat 9
  assert(at.hand(1).size() == std::popcount(at.hand(1).held()) && at.hand(1)[wheat] == 1);
  place(corner(11, 1));
  assert(at.hand(0)[ore] == 1);
}

// ---- building ----

void settlements_keep_their_distance() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.state = Position::start(game);
  assert(at.count(build_settlement) == vertex_count);
  const int vertex = corner(9, 0);
  at.play(action::settlement(vertex)).play(at.legal().front());
  assert(at.count(build_settlement) == vertex_count - 4);
  assert(!at.can(action::settlement(vertex)));
  for (const int beside : geometry.vertex_neighbours[vertex])
    assert(!at.can(action::settlement(beside)));

  Position later(game);
  later.road(0, {side(9, 0), side(9, 1), side(9, 2)})
      .settlement(0, {corner(9, 0)})
      .settlement(1, {corner(9, 4)})
      .cards(0, settlement_cost)
      .ready();
  // Along the road: 0 is built on, 1 is beside it, 2 is free, 3 is beside the other's.
  assert(later.count(build_settlement) == 1 && later.can(action::settlement(corner(9, 2))));
}

void a_settlement_needs_a_road_of_ones_own() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.road(0, {side(9, 0), side(9, 1)})
      .settlement(0, {corner(9, 0)})
      .road(1, {side(16, 2), side(16, 3)})
      .cards(0, settlement_cost)
      .ready();
  assert(at.count(build_settlement) == 1 && at.can(action::settlement(corner(9, 2))));
  at.play(action::settlement(corner(9, 2)));
  assert(at.hand(0).size() == 0 && at.table().points[0] == 2);
}

void each_thing_costs_what_the_rules_say() {
  const Catan game(on_beginners_board());
  const auto with = [&](Hand cards) {
    Position at(game);
    at.road(0, {side(9, 0), side(9, 1)}).settlement(0, {corner(9, 0)}).cards(0, cards).ready();
    return at;
  };
  const auto types = [&](Hand cards) {
    const Position at = with(cards);
    return std::array{at.count(build_road) > 0, at.count(build_settlement) > 0,
                      at.count(build_city) > 0, at.count(buy_card) > 0};
  };
  using Types = std::array<bool, 4>;
  assert((types(hand(1, 0, 0, 0, 1)) == Types{true, false, false, false}));
  assert((types(hand(1, 0, 1, 1, 1)) == Types{true, true, false, false}));
  assert((types(hand(0, 3, 0, 2, 0)) == Types{false, false, true, false}));
  assert((types(hand(0, 1, 1, 1, 0)) == Types{false, false, false, true}));
  assert((types(hand(1, 0, 1, 1, 0)) == Types{}));
  assert((types(hand(0, 0, 1, 1, 1)) == Types{}));
  assert((types(hand(0, 3, 0, 1, 1)) == Types{}));
  assert((types(hand(0, 2, 0, 2, 1)) == Types{}));
  assert((types(hand(1, 1, 0, 1, 0)) == Types{}));

  Position road = with(hand(2, 3, 2, 3, 2));
  road.play(action::road(side(9, 2)));
  assert(road.hand(0) == hand(1, 3, 2, 3, 1));
  road.play(action::city(corner(9, 0)));
  assert(road.hand(0) == hand(1, 0, 2, 1, 1));
  road.play(action::settlement(corner(9, 2)));
  assert(road.hand(0) == hand(0, 0, 1, 0, 0));
  assert(road.state.bank == hand(19, 19, 18, 19, 19));
}

void roads_join_ones_own_network_and_stop_at_others_buildings() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.road(0, {side(9, 0), side(9, 1)})
      .settlement(0, {corner(9, 0)})
      .settlement(1, {corner(9, 2)})
      .cards(0, road_cost)
      .ready();
  std::set<int> expected;
  for (const int vertex : {corner(9, 0), corner(9, 1)})
    for (const int edge : geometry.vertex_edges[vertex])
      if (edge != side(9, 0) && edge != side(9, 1)) expected.insert(edge);
  std::set<int> found;
  for (const Action each : at.legal())
    if (game.type_of(each) == build_road) found.insert(game.edge_of(each));
  assert(found == expected);
  // The other's road on the way is no obstacle at the vertex, only its own edge is taken.
  Position free(game);
  free.road(0, {side(9, 0)})
      .settlement(0, {corner(9, 0)})
      .road(1, {side(9, 1)})
      .cards(0, road_cost)
      .ready();
  assert(!free.can(action::road(side(9, 1))) && free.count(build_road) == 3);
}

void pieces_run_out() {
  const Catan game(on_beginners_board());
  // Fifteen roads: round the rim, which is long enough.
  Position roads(game);
  for (int i = 0; i < most_roads; ++i) roads.road(0, {geometry.coast[i]});
  roads.cards(0, hand(5, 0, 0, 0, 5));
  roads.table().longest_road = 0;
  roads.ready();
  assert(roads.count(build_road) == 0);
  roads.state.table.roads[0].remove(geometry.coast[0]);
  roads.ready();
  assert(roads.count(build_road) > 0);

  // Five settlements, the sixth must wait for a city, which gives one back.
  Position five(game);
  five.settlement(0, {corner(0, 0), corner(0, 2), corner(2, 0), corner(2, 2), corner(16, 3)})
      .road(0, {side(16, 2), side(16, 1)})
      .cards(0, settlement_cost + city_cost)
      .ready();
  assert(five.count(build_settlement) == 0 && five.count(build_city) == 5);
  five.play(action::city(corner(0, 0)));
  assert(five.table().settlements_left(0) == 1 && five.table().cities_left(0) == 3);
  assert(five.table().points[0] == 6);
  assert(five.can(action::settlement(corner(16, 1))));

  Position four(game);
  four.city(0, {corner(0, 0), corner(0, 2), corner(2, 0), corner(2, 2)})
      .settlement(0, {corner(16, 3)})
      .cards(0, city_cost)
      .ready();
  assert(four.count(build_city) == 0);
}

// ---- production ----

void settlements_yield_one_and_cities_two() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(4, 0)})     // clay 6
      .city(1, {corner(4, 2)})         // clay 6
      .settlement(1, {corner(17, 3)})  // wheat 6
      .settlement(2, {corner(4, 4)})
      .ready();
  at.roll(6);
  assert(at.hand(0) == hand(1, 0, 0, 0, 0));
  assert(at.hand(1) == hand(2, 0, 0, 1, 0));
  assert(at.hand(2) == hand(1, 0, 0, 0, 0));
  assert(at.hand(3).size() == 0);
  assert(at.state.bank == hand(15, 19, 19, 18, 19));
  assert(at.phase() == playing && at.actor() == 0 && at.table().roll == 6);
}

void two_buildings_at_one_hex_both_yield() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(4, 0), corner(4, 2)}).city(0, {corner(4, 4)}).ready();
  assert(at.roll(6).hand(0)[clay] == 4);
}

void a_city_doubles_what_its_settlement_yielded() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.settlement(0, {corner(4, 0)}).cards(0, city_cost).ready();
  at.play(action::city(corner(4, 0))).play(action::end);
  assert(at.roll(6).hand(0)[clay] == 2);
}

void the_robber_blocks_its_hex_only() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(4, 0)}).settlement(1, {corner(17, 3)});
  at.table().robber = 4;
  at.ready().roll(6);
  assert(at.hand(0).size() == 0 && at.hand(1)[wheat] == 1);
}

void a_short_bank_pays_nobody_unless_only_one_seat_is_due() {
  const Catan game(on_beginners_board());
  Position two(game, beginning);
  two.city(0, {corner(4, 0)})
      .settlement(1, {corner(4, 2)})
      .settlement(2, {corner(17, 3)})
      .leave_in_bank(3, clay, 2)
      .ready()
      .roll(6);
  assert(two.hand(0)[clay] == 0 && two.hand(1)[clay] == 0 && two.state.bank[clay] == 2);
  assert(two.hand(2)[wheat] == 1);  // other resources are paid all the same

  Position enough(game, beginning);
  enough.city(0, {corner(4, 0)})
      .settlement(1, {corner(4, 2)})
      .leave_in_bank(3, clay, 3)
      .ready()
      .roll(6);
  assert(enough.hand(0)[clay] == 2 && enough.hand(1)[clay] == 1);
  assert(enough.table().no_stock == 1 << clay);

  Position one(game, beginning);
  one.city(0, {corner(4, 0)})
      .settlement(0, {corner(4, 2)})
      .leave_in_bank(3, clay, 2)
      .ready()
      .roll(6);
  assert(one.hand(0)[clay] == 2 && one.state.bank[clay] == 0);

  Position none(game, beginning);
  none.city(0, {corner(4, 0)}).leave_in_bank(3, clay, 0).ready().roll(6);
  assert(none.hand(0)[clay] == 0);
}

void an_unlimited_bank_always_pays() {
  Options options = on_beginners_board();
  options.bank = 0;
  const Catan game(options);
  Position at(game, beginning);
  at.city(0, {corner(4, 0)}).cards(3, hand(40, 0, 0, 0, 0)).ready().roll(6);
  assert(at.hand(0)[clay] == 2 && at.table().no_stock == 0);
}

void dice_are_two() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.ready().play(action::roll);
  assert(at.phase() == rolling);
  const auto chances = at.chances();
  assert(chances.size() == 11);
  for (int sum = 2; sum <= 12; ++sum)
    assert(near(chances.at(sum - 2), (6 - std::abs(7 - sum)) / 36.0));
}

// ---- seven ----

void on_a_seven_who_has_more_than_seven_gives_up_half_rounded_down() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.cards(0, hand(2, 2, 2, 2, 0))    // 8: gives 4
      .cards(1, hand(0, 0, 4, 0, 3))  // 7: gives none
      .cards(2, hand(9, 0, 0, 0, 0))  // 9: gives 4
      .cards(3, hand(0, 8, 0, 0, 7))  // 15: gives 7
      .turn_of(2)
      .ready()
      .roll(7);
  assert((at.table().discards == BySeat<std::uint8_t>{4, 0, 4, 7}));
  // From the roller on: 2, 3, 0.
  for (int i = 0; i < 4; ++i) {
    assert(at.phase() == discarding && at.actor() == 2);
    assert((at.legal() == ActionList{action::discard(clay)}));
    at.play(action::discard(clay));
  }
  for (int i = 0; i < 7; ++i) {
    assert(at.actor() == 3);
    assert((at.legal() == ActionList{action::discard(ore), action::discard(wood)}));
    at.play(action::discard(wood));
  }
  assert(at.hand(3) == hand(0, 8, 0, 0, 0));
  for (int i = 0; i < 4; ++i) {
    assert(at.actor() == 0);
    at.play(at.legal().front());
  }
  assert(at.hand(0) == hand(0, 0, 2, 2, 0));
  assert(at.phase() == robbing && at.actor() == 2);
}

void what_is_discarded_goes_back_to_the_bank() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.cards(1, hand(19, 0, 0, 0, 0)).ready().roll(7);
  assert(at.table().no_stock == 1 << clay);
  at.play(action::discard(clay));
  assert(at.state.bank[clay] == 1 && at.table().no_stock == 0);
}

void nobody_discards_with_seven_cards_or_fewer() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.cards(0, hand(7, 0, 0, 0, 0)).cards(1, hand(0, 7, 0, 0, 0)).ready().roll(7);
  assert(at.phase() == robbing && at.actor() == 0);
}

void a_seven_yields_nothing() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.city(0, {corner(4, 0)}).settlement(1, {corner(9, 0)}).ready().roll(7);
  for (int seat = 0; seat < 4; ++seat) assert(at.hand(seat).size() == 0);
}

void many_discards_are_drawn_by_chance_where_the_option_says_so() {
  Options options = on_beginners_board();
  options.drawn_discards = 8;
  const Catan game(options);
  Position few(game, beginning);
  few.cards(1, hand(17, 0, 0, 0, 0)).ready().roll(7);  // 8 go
  assert(few.phase() == discarding && few.actor() == 1);
  Position many(game, beginning);
  many.cards(1, hand(12, 6, 0, 0, 0)).ready().roll(7);  // 9 go
  assert(many.phase() == losing && many.actor() == chance && many.table().acting == 1);
  const auto chances = many.chances();
  assert(chances.size() == 2);
  assert(near(chances.at(outcome::first_lost + clay), 12 / 18.0));
  assert(near(chances.at(outcome::first_lost + ore), 6 / 18.0));
  many.happens(outcome::first_lost + ore);
  assert(near(many.chances().at(outcome::first_lost + ore), 5 / 17.0));
  for (int i = 0; i < 8; ++i) many.happens(outcome::first_lost + clay);
  assert(many.hand(1) == hand(4, 5, 0, 0, 0));
  assert(many.phase() == robbing && many.actor() == 0);
}

// ---- the robber ----

void the_robber_goes_to_any_other_hex_and_robs_one_neighbour_who_has_cards() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(4, 0)})
      .settlement(1, {corner(4, 2), corner(4, 4)})  // twice at the hex, one action
      .settlement(2, {corner(17, 3)})
      .settlement(3, {corner(0, 5)})
      .cards(0, hand(3, 0, 0, 0, 0))
      .cards(1, hand(0, 2, 0, 0, 1))
      .cards(3, hand(1, 0, 0, 0, 0))
      .ready()
      .roll(7);
  std::map<int, std::set<int>> victims;
  for (const Action each : at.legal()) {
    assert(game.type_of(each) == move_robber);
    const auto [hex, victim] = action::robbery_of(each);
    assert(victims[hex].insert(victim).second);
  }
  assert(victims.size() == hex_count - 1 && !victims.contains(9));  // the desert, where it stands
  for (const auto& [hex, found] : victims) {
    std::set<int> expected;
    for (int seat = 1; seat < 4; ++seat)
      if (at.hand(seat).size() > 0 && (at.table().buildings(seat) & geometry.hex_corners[hex]))
        expected.insert(seat);
    if (expected.empty()) expected.insert(nothing);
    assert(found == expected);
  }
  assert((victims[4] == std::set<int>{1}));         // not itself
  assert((victims[17] == std::set<int>{nothing}));  // a neighbour without cards
  assert((victims[0] == std::set<int>{3}));

  at.play(action::robber(4, 1));
  assert(at.table().robber == 4 && at.phase() == stealing && at.actor() == chance);
  const auto chances = at.chances();
  assert(chances.size() == 2);
  assert(near(chances.at(outcome::first_stolen + ore), 2 / 3.0));
  assert(near(chances.at(outcome::first_stolen + wood), 1 / 3.0));
  at.happens(outcome::first_stolen + wood);
  assert(at.hand(0) == hand(3, 0, 0, 0, 1) && at.hand(1) == hand(0, 2, 0, 0, 0));
  assert(at.phase() == playing && at.actor() == 0);
}

void a_robber_that_robs_nobody_lets_the_turn_go_on() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.ready().roll(7).play(action::robber(0, nothing));
  assert(at.phase() == playing && at.table().robber == 0);
}

void where_the_robber_left_the_hex_yields_again() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(4, 0)});
  at.table().robber = 4;
  at.ready().roll(7).play(action::robber(0, nothing)).play(action::end);
  assert(at.roll(6).hand(0)[clay] == 1);
}

// ---- development cards ----

void cards_are_drawn_from_what_is_left_of_the_deck() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.played(1, knight, 10)
      .played(2, monopoly, 2)
      .development(3, victory_point, 4)
      .cards(0, card_cost);
  at.table().largest_army = 1;
  at.ready().play(action::buy);
  assert(at.phase() == drawing && at.hand(0).size() == 0);
  const auto chances = at.chances();
  assert(chances.size() == 4);  // 4 knights, 1 point, 2 roads, 2 plenty
  assert(near(chances.at(outcome::first_drawn + knight), 4 / 9.0));
  assert(near(chances.at(outcome::first_drawn + victory_point), 1 / 9.0));
  assert(near(chances.at(outcome::first_drawn + road_building), 2 / 9.0));
  assert(near(chances.at(outcome::first_drawn + year_of_plenty), 2 / 9.0));
  at.happens(outcome::first_drawn + knight);
  assert(at.phase() == playing && at.state.held[0][knight] == 1 && at.table().cards[0] == 1);
}

void an_empty_deck_sells_nothing() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.played(0, knight, 14)
      .played(0, road_building, 2)
      .played(0, year_of_plenty, 2)
      .played(0, monopoly, 2)
      .development(1, victory_point, 5)
      .cards(0, card_cost);
  at.table().largest_army = 0;
  at.ready();
  assert(at.count(buy_card) == 0);
}

void a_card_is_not_played_in_the_turn_it_was_bought() {
  const Catan game(on_beginners_board());
  const std::map<int, int> playing_of = {{knight, play_knight},
                                         {monopoly, play_monopoly},
                                         {year_of_plenty, play_year_of_plenty},
                                         {road_building, play_road_building}};
  for (const auto& [kind, type] : playing_of) {
    Position at(game);
    at.settlement(0, {corner(9, 0)}).cards(0, card_cost).ready().play(action::buy);
    at.happens(outcome::first_drawn + kind);
    assert(at.count(type) == 0);
    for (int seat = 0; seat < 4; ++seat) {
      at.play(action::end);
      if (at.actor() == 0) assert(at.count(type) > 0);  // also before the roll
      at.roll(2);
    }
    assert(at.actor() == 0 && at.count(type) > 0);
  }
  // An older one of the same kind may be.
  Position at(game);
  at.development(0, knight, 1).cards(0, card_cost).ready();
  at.play(action::buy).happens(outcome::first_drawn + knight);
  assert(at.count(play_knight) == hex_count - 1);
  at.play(action::knight(0, nothing));
  assert(at.count(play_knight) == 0);
}

void one_card_is_played_a_turn() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.development(0, knight, 2).development(0, monopoly).development(0, year_of_plenty);
  at.ready().play(action::monopoly(clay));
  assert(at.phase() == beginning && at.count(roll_dice) == 1);
  assert(at.legal().size() == 1);
  at.roll(2);
  for (const int type : {play_knight, play_monopoly, play_year_of_plenty})
    assert(at.count(type) == 0);
  at.play(action::end);
  assert(at.table().card_played == 0);
}

void before_the_roll_any_card_may_be_played_or_only_knights() {
  for (const bool any : {true, false}) {
    Options options = on_beginners_board();
    options.before_roll = any ? "any" : "knight";
    const Catan game(options);
    Position at(game, beginning);
    at.settlement(0, {corner(9, 0)});
    for (const int kind : {knight, monopoly, year_of_plenty, road_building})
      at.development(0, kind);
    at.ready();
    assert(at.count(play_knight) == hex_count - 1);
    for (const int type : {play_monopoly, play_year_of_plenty, play_road_building})
      assert((at.count(type) > 0) == any);
    assert(at.count(end_turn) == 0 && at.count(roll_dice) == 1);
    at.play(action::knight(0, nothing));
    assert(at.phase() == beginning && (at.legal() == ActionList{action::roll}));
  }
}

void a_knight_moves_the_robber_and_steals() {
  const Catan game(on_beginners_board());
  for (const Phase phase : {beginning, playing}) {
    Position at(game, phase);
    at.development(0, knight)
        .settlement(1, {corner(4, 2)})
        .settlement(2, {corner(4, 4)})
        .cards(1, hand(1, 0, 0, 0, 0))
        .cards(2, hand(0, 0, 1, 0, 0))
        .ready();
    assert(at.can(action::knight(4, 1)) && at.can(action::knight(4, 2)));
    assert(!at.can(action::knight(4, nothing)) && !at.can(action::knight(9, nothing)));
    at.play(action::knight(4, 2));
    assert(at.table().robber == 4 && at.phase() == stealing);
    at.happens(outcome::first_stolen + sheep);
    assert(at.hand(0) == hand(0, 0, 1, 0, 0) && at.phase() == phase && at.actor() == 0);
    assert(at.table().knights(0) == 1 && at.table().cards[0] == 0);
  }
}

void the_largest_army_needs_three_knights_and_then_more_than_its_holder() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.played(0, knight, 2).development(0, knight, 2).played(1, knight, 2).development(1, knight, 3);
  at.ready().play(action::knight(0, nothing));
  assert(at.table().largest_army == 0 && at.table().points[0] == 2);
  at.play(action::end).play(action::knight(1, nothing));
  assert(at.table().largest_army == 0 && at.table().points[1] == 0);  // three each
  at.roll(2).play(action::end);
  for (int seat = 2; seat < 4; ++seat) at.roll(2).play(action::end);
  at.roll(2).play(action::end).play(action::knight(0, nothing));
  assert(at.table().largest_army == 1 && at.table().points[0] == 0 && at.table().points[1] == 2);
}

void two_knights_are_no_army() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.played(0, knight, 1).development(0, knight);
  at.ready().play(action::knight(0, nothing));
  assert(at.table().largest_army == nothing && at.table().points[0] == 0);
}

void road_building_lays_two_roads_for_nothing() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.settlement(0, {corner(9, 0)}).road(0, {side(9, 0)}).development(0, road_building).ready();
  at.play(action::road_building);
  assert(at.phase() == free_road && at.actor() == 0 && at.table().free_roads == 2);
  assert(at.count(build_road) == static_cast<int>(at.legal().size()) && at.count(build_road) == 4);
  at.play(action::road(side(9, 1)));
  assert(at.phase() == free_road && at.table().free_roads == 1 && at.count(build_road) == 5);
  at.play(action::road(side(9, 2)));
  assert(at.phase() == playing && at.table().free_roads == 0);
  assert(at.table().roads[0].size() == 3 && at.hand(0).size() == 0);
}

void road_building_before_the_roll_comes_back_to_it() {
  const Catan game(on_beginners_board());
  Position at(game, beginning);
  at.settlement(0, {corner(9, 0)}).road(0, {side(9, 0)}).development(0, road_building).ready();
  at.play(action::road_building);
  at.play(action::road(side(9, 1))).play(action::road(side(9, 2)));
  assert(at.phase() == beginning && (at.legal() == ActionList{action::roll}));
}

void road_building_lays_one_road_where_one_is_left() {
  const Catan game(on_beginners_board());
  Position at(game);
  for (int i = 0; i < most_roads - 1; ++i) at.road(0, {geometry.coast[i]});
  at.table().longest_road = 0;
  at.development(0, road_building).ready().play(action::road_building);
  assert(at.phase() == free_road);
  at.play(at.legal().front());
  assert(at.phase() == playing && at.table().roads_left(0) == 0);

  Position none(game);
  for (int i = 0; i < most_roads; ++i) none.road(0, {geometry.coast[i]});
  none.table().longest_road = 0;
  none.development(0, road_building).ready();
  assert(none.count(play_road_building) == 0);
}

// One site: a settlement on the coast with roads of others all round and one free end.
void road_building_lays_one_road_where_there_is_one_site() {
  const Catan game(on_beginners_board());
  Position at(game);
  // Corners 0 and 5 of hex 0 lie on the coast and have two edges each.
  const int home = corner(0, 0);
  at.settlement(0, {home})
      .road(1, {side(0, 0)})
      .settlement(2, {corner(0, 4)})
      .road(2, {side(0, 4)})
      .development(0, road_building)
      .ready();
  assert(at.count(play_road_building) == 1);
  at.play(action::road_building);
  assert((at.legal() == ActionList{action::road(side(0, 5))}));
  at.play(action::road(side(0, 5)));
  assert(at.phase() == playing && at.table().free_roads == 0);

  Position shut(game);
  shut.settlement(0, {home})
      .road(1, {side(0, 0), side(0, 5)})
      .development(0, road_building)
      .ready();
  assert(shut.count(play_road_building) == 0);
}

void a_year_of_plenty_takes_two_cards_that_the_bank_has() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.development(0, year_of_plenty).ready();
  assert(at.count(play_year_of_plenty) == 15);

  Position empty(game);
  empty.development(0, year_of_plenty).leave_in_bank(1, ore, 0).leave_in_bank(1, clay, 1).ready();
  // No ore, and not two clay: of clay, sheep, wheat and wood 10 pairs less one.
  assert(empty.count(play_year_of_plenty) == 9);
  for (int pair = 0; pair < pair_count; ++pair) {
    const bool possible = empty.state.bank.covers(hand_of(pairs[pair]));
    assert(empty.can(action::plenty(pair)) == possible);
    if (!possible) continue;
    Position taken = empty;
    taken.play(action::plenty(pair));
    assert(taken.hand(0) == hand_of(pairs[pair]) && taken.phase() == playing);
  }
}

void a_monopoly_takes_all_of_a_resource_from_all() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.development(0, monopoly)
      .cards(0, hand(0, 1, 0, 0, 0))
      .cards(1, hand(0, 3, 2, 0, 0))
      .cards(2, hand(1, 0, 0, 0, 0))
      .cards(3, hand(0, 4, 0, 0, 1))
      .ready();
  assert(at.count(play_monopoly) == 5);
  at.play(action::monopoly(ore));
  assert(at.hand(0) == hand(0, 8, 0, 0, 0) && at.hand(1) == hand(0, 0, 2, 0, 0));
  assert(at.hand(2) == hand(1, 0, 0, 0, 0) && at.hand(3) == hand(0, 0, 0, 0, 1));
  assert(at.phase() == playing);
}

// ---- winning ----

// Seat 0 has so many points by cities and settlements, far from everything else.
Position with_points(const Catan& game, int seat, int points, Phase phase = playing) {
  Position at(game, phase);
  const std::array<int, 4> cities = {corner(0, 0), corner(0, 2), corner(2, 0), corner(2, 2)};
  const std::array<int, 5> houses = {corner(16, 3), corner(16, 5), corner(18, 3), corner(18, 1),
                                     corner(7, 5)};
  for (int i = 0; i < 4 && points >= 2; ++i, points -= 2) at.city(seat, {cities[i]});
  for (int i = 0; points > 0; ++i, --points) at.settlement(seat, {houses[i]});
  return at;
}

void ten_points_win_at_once_on_the_own_turn() {
  const Catan game(on_beginners_board());
  Position at = with_points(game, 0, 9);
  at.road(0, {side(9, 0), side(9, 1)}).cards(0, settlement_cost).ready();
  assert(!at.over());
  at.play(action::settlement(corner(9, 2)));
  assert(at.over() && at.winner() == 0);
  const Returns returns = game.returns(at.state);
  assert(returns[0] == 1 && returns[1] == 0 && returns[2] == 0 && returns[3] == 0);
}

void a_drawn_victory_point_wins_at_once() {
  const Catan game(on_beginners_board());
  Position at = with_points(game, 0, 9);
  at.cards(0, card_cost).ready();
  at.play(action::buy).happens(outcome::first_drawn + victory_point);
  assert(at.over() && at.winner() == 0);
}

void hidden_victory_points_count_to_win() {
  const Catan game(on_beginners_board());
  Position at = with_points(game, 0, 7);
  at.development(0, victory_point, 2).road(0, {side(9, 0), side(9, 1)}).cards(0, settlement_cost);
  at.ready();
  assert(Catan::points(at.state, 0) == 9 && at.table().points[0] == 7);
  at.play(action::settlement(corner(9, 2)));
  assert(at.over() && at.winner() == 0);
}

void awards_win_too() {
  const Catan game(on_beginners_board());
  Position knights = with_points(game, 0, 8);
  knights.played(0, knight, 2).development(0, knight).ready().play(action::knight(1, nothing));
  assert(knights.over() && knights.winner() == 0);
  Position roads = with_points(game, 0, 8);
  roads.road(0, {side(9, 0), side(9, 1), side(9, 2), side(9, 3)}).cards(0, road_cost).ready();
  roads.play(action::road(side(9, 4)));
  assert(roads.over() && roads.winner() == 0);
}

void other_targets_are_an_option() {
  Options options = on_beginners_board();
  options.points = 5;
  const Catan game(options);
  Position at = with_points(game, 0, 4);
  at.road(0, {side(9, 0), side(9, 1)}).cards(0, settlement_cost).ready();
  at.play(action::settlement(corner(9, 2)));
  assert(at.over() && at.winner() == 0);
}

// Seat 1 gets the longest road on the turn of seat 0, because that cuts seat 2's road; it has ten
// points, but wins only when its own turn begins.
void points_won_on_anothers_turn_win_when_the_own_turn_begins() {
  const Catan game(on_beginners_board());
  Position at = with_points(game, 1, 8);
  const std::initializer_list<int> ring = {side(9, 0), side(9, 1), side(9, 2), side(9, 3),
                                           side(9, 4)};
  at.road(1, ring);
  // Six along the coast of seat 2, which seat 0 cuts in the middle.
  for (int i = 9; i < 15; ++i) at.road(2, {geometry.coast[i]});
  const int cut = corner(15, 1);
  const int inland = side(15, 0);
  at.table().longest_road = 2;
  at.road(0, {inland}).cards(0, settlement_cost).ready();
  at.play(action::settlement(cut));
  assert(at.table().longest_road == 1 && Catan::points(at.state, 1) == 10);
  assert(!at.over() && at.actor() == 0);
  at.play(action::end);
  assert(at.over() && at.winner() == 1);
}

void after_the_last_turn_nobody_has_won() {
  Options options = on_beginners_board();
  options.turns = 3;
  const Catan game(options);
  Position at(game);
  at.settlement(0, {corner(9, 0)}).ready();
  at.play(action::end).roll(2).play(action::end).roll(2);
  assert(!at.over());
  at.play(action::end);
  assert(at.over() && at.winner() == nothing);
  const Returns returns = game.returns(at.state);
  for (int seat = 0; seat < 4; ++seat) assert(returns[seat] == 0);
}

void a_turn_ends_with_the_next_seat_before_its_roll() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.turn_of(3).development(3, knight, 1, true).ready().play(action::end);
  assert(at.phase() == beginning && at.actor() == 0 && at.table().turn == 1);
  assert(at.table().roll == 0 && at.table().bought == 0 && total(at.state.fresh) == 0);
}

}  // namespace

int main() {
  the_beginners_board_is_that_of_the_rule_book();
  boards_have_the_right_hexes_numbers_and_ports();
  spiral_boards_lay_the_tokens_in_the_order_of_their_letters();
  the_robber_starts_in_the_desert();

  set_up_goes_round_and_back();
  the_second_settlement_pays_a_card_for_each_hex();

  settlements_keep_their_distance();
  a_settlement_needs_a_road_of_ones_own();
  each_thing_costs_what_the_rules_say();
  roads_join_ones_own_network_and_stop_at_others_buildings();
  pieces_run_out();

  settlements_yield_one_and_cities_two();
  two_buildings_at_one_hex_both_yield();
  a_city_doubles_what_its_settlement_yielded();
  the_robber_blocks_its_hex_only();
  a_short_bank_pays_nobody_unless_only_one_seat_is_due();
  an_unlimited_bank_always_pays();
  dice_are_two();

  on_a_seven_who_has_more_than_seven_gives_up_half_rounded_down();
  what_is_discarded_goes_back_to_the_bank();
  nobody_discards_with_seven_cards_or_fewer();
  a_seven_yields_nothing();
  many_discards_are_drawn_by_chance_where_the_option_says_so();

  the_robber_goes_to_any_other_hex_and_robs_one_neighbour_who_has_cards();
  a_robber_that_robs_nobody_lets_the_turn_go_on();
  where_the_robber_left_the_hex_yields_again();

  cards_are_drawn_from_what_is_left_of_the_deck();
  an_empty_deck_sells_nothing();
  a_card_is_not_played_in_the_turn_it_was_bought();
  one_card_is_played_a_turn();
  before_the_roll_any_card_may_be_played_or_only_knights();
  a_knight_moves_the_robber_and_steals();
  the_largest_army_needs_three_knights_and_then_more_than_its_holder();
  two_knights_are_no_army();
  road_building_lays_two_roads_for_nothing();
  road_building_before_the_roll_comes_back_to_it();
  road_building_lays_one_road_where_one_is_left();
  road_building_lays_one_road_where_there_is_one_site();
  a_year_of_plenty_takes_two_cards_that_the_bank_has();
  a_monopoly_takes_all_of_a_resource_from_all();

  ten_points_win_at_once_on_the_own_turn();
  a_drawn_victory_point_wins_at_once();
  hidden_victory_points_count_to_win();
  awards_win_too();
  other_targets_are_an_option();
  points_won_on_anothers_turn_win_when_the_own_turn_begins();
  after_the_last_turn_nobody_has_won();
  a_turn_ends_with_the_next_seat_before_its_roll();
  std::puts("the rules of Catan hold");
}
