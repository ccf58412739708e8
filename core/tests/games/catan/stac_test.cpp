// The plan-based players of Catan: their estimates against numbers that were worked out apart from
// this code, and what they do in positions made for the purpose.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "games/catan/players/stac/mind.hpp"
#include "games/catan/players/stac/opening.hpp"
#include "games/catan/players/stac/player.hpp"
#include "games/catan/players/stac/trading.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;
using namespace otherminds::catan;
using namespace otherminds::catan::stac;

namespace {

// ---- estimates ----

struct Contact {
  Resource resource;
  int number;
};

Income income(const std::vector<Contact>& contacts) {
  Income sum;
  for (const auto& [resource, number] : contacts)
    sum.packed += static_cast<std::uint64_t>(hundredths(number)) << (Income::bits * resource);
  return sum;
}

const Income a = income({{clay, 6}, {wood, 8}, {wheat, 5}, {ore, 9}, {sheep, 10}, {wheat, 4}});
const Income b = income({{wheat, 6}, {ore, 8}, {wood, 5}});

Income with_port(Income from, int kind) {
  from.packed |= std::uint64_t{1} << (Income::first_port + kind);
  return from;
}

using Four = std::array<std::uint8_t, 4>;

void rolls_of_each_resource() {
  const auto single = [](int number) { return speed_of(income({{ore, number}})).rolls[ore]; };
  assert(single(6) == 7 && single(8) == 7 && single(5) == 9 && single(9) == 9);
  assert(single(4) == 13 && single(10) == 13 && single(3) == 17 && single(11) == 17);
  assert(single(2) == 33 && single(12) == 33);
  assert((speed_of(a).rolls == std::array{7, 9, 13, 5, 7}));
  assert((speed_of(b).rolls == std::array{no_income, 7, no_income, 7, 9}));
}

void times_of_the_four_pieces() {
  const auto now = [](const Income& from, Hand hand) {
    return times_from(speed_of(from), hand, true).rolls;
  };
  assert((now(a, {}) == Four{7, 13, 27, 13}));
  assert((now(with_port(a, any_resource), {}) == Four{7, 13, 21, 13}));
  assert((now(a, hand(1, 0, 1, 0, 1)) == Four{0, 5, 21, 9}));
  assert((now(a, hand(0, 4, 0, 0, 1)) == Four{0, 7, 10, 9}));
  assert((now(b, {}) == Four{28, 35, 21, 35}));
  assert((now(with_port(b, wheat), {}) == Four{14, 28, 21, 21}));
  assert(rolls_until(speed_of(a), {}, settlement_cost + road_cost + road_cost, 100) == 21);
  assert(rolls_until(speed_of(a), {}, hand(2, 4, 2, 3, 2), 100) == 35);
  assert(times_from_nothing(a, true).rolls == now(a, {}));
}

void a_city_speeds_up() {
  Income city = b;
  city.packed *= 2;
  const auto rolls = speed_of(city).rolls;
  assert(rolls[wheat] == 4 && rolls[ore] == 4 && rolls[wood] == 5);
  assert((times_from_nothing(city, true).rolls == Four{16, 20, 12, 20}));
  assert(speedup(b, city, true) == 12 + 15 + 9 + 15);
}

void the_limit_is_shared() {
  const Speed ore_only = speed_of(income({{ore, 6}}));
  const auto alone = [&](Hand cost) { return rolls_until(ore_only, {}, cost, 1'000); };
  assert(alone(road_cost) == 56 && alone(settlement_cost) == 112);
  assert(alone(city_cost) == 77 && alone(card_cost) == 63);
  assert((times_from(ore_only, {}, true).rolls == Four{40, 40, 40, 40}));
  const Speed cities = speed_of(income({{ore, 6}, {ore, 8}, {wheat, 6}, {wheat, 8}}));
  const auto quirk = times_from(cities, hand(0, 2, 0, 2, 0), true);
  const auto each = times_from(cities, hand(0, 2, 0, 2, 0), false);
  assert(quirk[city_piece] == each[city_piece]);  // a road is within the limit here
  const Speed poor = speed_of(income({{ore, 2}, {wheat, 2}}));
  assert(times_from(poor, hand(0, 2, 0, 2, 0), true)[city_piece] == usual_limit);
  assert(times_from(poor, hand(0, 2, 0, 2, 0), false)[city_piece] == 33);
}

// ---- the opening ----

bool near(double value, double expected) { return otherminds::near(value, expected, 0.0005); }

// Inland vertices that share no hex.
std::vector<int> spots() {
  std::vector<int> list;
  std::array<bool, hex_count> used{};
  for (int vertex = 0; vertex < vertex_count; ++vertex) {
    const auto& hexes = geometry.vertex_hexes[vertex];
    if (std::ranges::any_of(hexes, [&](int hex) { return hex == nothing || used[hex]; })) continue;
    for (const int hex : hexes) used[hex] = true;
    list.push_back(vertex);
  }
  return list;
}

// Nothing but desert and ports for any resource.
Layout bare() {
  Layout layout;
  layout.terrain.fill(desert);
  layout.ports.fill(any_resource);
  return layout;
}

void lay(Layout& layout, int hex, Contact contact) {
  layout.terrain[hex] = static_cast<std::int8_t>(contact.resource);
  layout.numbers[hex] = static_cast<std::int8_t>(contact.number);
}

void lay_round(Layout& layout, int vertex, const std::vector<Contact>& contacts) {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    lay(layout, geometry.vertex_hexes[vertex][i], contacts[i]);
}

void scores_of_sites() {
  const std::vector<Contact> first = {{ore, 6}, {wheat, 5}, {sheep, 10}};
  const std::vector<int> at = spots();
  Layout layout = bare();
  lay_round(layout, at[0], first);
  assert(near(site_score(layout, {at[0]}), 25.535));
  assert(near(yield_score({0, 5, 3, 4, 0}, hand(3, 3, 3, 3, 3)), 27.750));
  lay_round(layout, at[1], {{clay, 8}, {wood, 9}, {wheat, 4}});
  assert(near(site_score(layout, {at[1]}), 24.864));
  assert(near(site_score(layout, {at[0], at[1]}), 50.925));
  lay_round(layout, at[1], first);
  assert(near(site_score(layout, {at[0], at[1]}), 48.516));

  // Two opposite corners of the hex in the middle share no other.
  layout = bare();
  const int middle = 9;
  const int top = geometry.hex_vertices[middle][0];
  const int bottom = geometry.hex_vertices[middle][3];
  std::vector<Contact> rest = {{wheat, 5}, {sheep, 10}, {wood, 9}, {clay, 3}};
  lay(layout, middle, {ore, 6});
  for (const int vertex : {bottom, top}) {
    for (const int hex : geometry.vertex_hexes[vertex]) {
      if (hex == middle) continue;
      lay(layout, hex, rest.back());
      rest.pop_back();
    }
  }
  assert(near(site_score(layout, {top}), 25.535));
  assert(near(site_score(layout, {top, bottom}), 41.647));
}

// ---- positions ----

Options open_hands() {
  Options options;
  options.hidden = "nothing";
  options.trades = "2:1";
  return options;
}

// Seats with a building each on hexes of their own, in the middle of the turn of seat 0.
struct Position {
  explicit Position(const Options& options = open_hands()) : game(options) {
    state.table.layout = bare();
    state.table.robber = 18;
    state.table.deck_size = 25;
    state.deck = whole_deck;
    state.bank = hand(19, 19, 19, 19, 19);
    state.table.phase = playing;
    state.table.roll = 8;
    state.table.turn = 20;
    game.derive(state.table);
  }

  // With a road, so that the seat has a network.
  void settle(int seat, int vertex, const std::vector<Contact>& contacts, bool as_city = false) {
    lay_round(state.table.layout, vertex, contacts);
    game.put_settlement(state.table, seat, vertex);
    if (as_city) game.put_city(state.table, seat, vertex);
    road(seat, geometry.vertex_edges[vertex][0]);
  }
  void road(int seat, int edge) { game.put_road(state.table, seat, edge); }
  // Nowhere else may anybody settle.
  void only_site(VertexSet vertices) { state.table.open.word &= vertices; }
  void hold(int seat, Hand cards) { state.hands[seat] = cards; }
  void give_card(int seat, int card, int count = 1) {
    state.held[seat][card] += static_cast<std::uint8_t>(count);
    state.table.cards[seat] += static_cast<std::uint8_t>(count);
  }

  Mind mind(int seat, const Settings& settings) const {
    const View view = game.view(state, seat);
    Mind found = mind_of(game, settings, view, Memory{});
    prepare(game, settings, view, found);
    return found;
  }

  // All that the player may do here.
  ActionList choices(const std::string& policy, int seat = 0) const {
    const View view = game.view(state, seat);
    for (const auto& entry : stac_policies()) {
      if (entry.name != policy) continue;
      const auto player = entry.make(game, Value{Value::Members{}});
      ActionList legal;
      game.legal(view, legal);
      std::vector<double> weights(legal.size());
      player->probabilities(game, view, Memory{}, legal, weights);
      ActionList chosen;
      double sum = 0;
      for (std::size_t i = 0; i < legal.size(); ++i) {
        if (weights[i] > 0) chosen.push_back(legal[i]);
        sum += weights[i];
      }
      assert(std::abs(sum - 1) < 1e-12);
      return chosen;
    }
    assert(false);
    return {};
  }
  Action choice(const std::string& policy, int seat = 0) const {
    const ActionList chosen = choices(policy, seat);
    assert(chosen.size() == 1);
    return chosen.front();
  }

  // Seat 0 has asked seat 1.
  void ask(Hand give, Hand want) {
    state.table.phase = answering;
    state.table.offer = static_cast<std::int16_t>(game.trade_index(give, want));
    assert(state.table.offer >= 0);
    state.table.offerer = 0;
    state.table.acting = 1;
    state.table.offers = 1;
  }

  Catan game;
  State state;
};

const std::vector<int> at = spots();

// The way on from the road at a vertex: its end, and the first vertex beyond, coming from `from`.
int next_vertex(int from, int vertex) {
  for (const int next : geometry.vertex_neighbours[vertex])
    if (next != nothing && next != from) return next;
  return nothing;
}
int end_of_road(int vertex) { return geometry.vertex_neighbours[vertex][0]; }
int beyond(int vertex) { return next_vertex(vertex, end_of_road(vertex)); }

int type_of(const Position& position, Action action) { return position.game.type_of(action); }

void a_card_only_when_affordable() {
  Position position;
  position.settle(0, at[0], {{ore, 6}, {wheat, 5}, {clay, 8}});
  position.only_site(0);
  position.hold(0, hand(0, 1, 1, 1, 0));
  assert(position.choice("stac") == action::buy);
  position.hold(0, hand(0, 1, 0, 1, 0));
  const Plan plan = position.mind(0, standard()).plan;
  assert(plan.size() == 1 && plan.first().piece == city_piece);
}

void a_city_before_a_card() {
  Position position;
  position.settle(0, at[0], {{ore, 6}, {wheat, 5}, {clay, 8}});
  position.only_site(0);
  position.hold(0, hand(0, 4, 1, 3, 0));
  assert(position.choice("stac") == action::city(at[0]));
}

void an_army_stalls() {
  const auto with_ore_every = [](const std::vector<Contact>& contacts) {
    Position position;
    position.settle(0, at[0], contacts);
    position.settle(0, at[1], {});
    position.settle(0, at[2], {});
    position.only_site(0);
    position.state.table.played[0][knight] = 3;
    position.state.table.largest_army = 0;
    position.state.table.points[0] += 2;
    position.hold(0, hand(0, 2, 0, 2, 0));
    return position;
  };
  const Position soon = with_ore_every({{ore, 6}, {ore, 8}, {ore, 3}});
  assert(speed_of(income_of(soon.state.table, 0)).rolls[ore] == 3);
  assert(soon.choice("jsettlers_fast") == action::end);
  assert(soon.mind(0, jsettlers(stac::Planner::fast)).plan.empty());
  assert(soon.mind(0, standard()).plan.first().piece == city_piece);
  const Position later = with_ore_every({{ore, 6}, {ore, 2}});
  assert(speed_of(income_of(later.state.table, 0)).rolls[ore] == 6);
  assert(later.mind(0, standard()).plan.empty());
  assert(later.choice("stac") == action::end);
  Settings without = standard();
  without.army_stall = false;
  assert(later.mind(0, without).plan.first().piece == city_piece);
}

// A site one road away, and cities only, so that a settlement with its road is the plan.
Position road_and_settlement() {
  Position position;
  position.settle(0, at[0], {{clay, 6}, {sheep, 5}, {wheat, 4}}, true);
  position.settle(0, at[1], {{wood, 6}, {sheep, 9}, {wheat, 10}}, true);
  position.only_site(vertex_bit(beyond(at[0])));
  return position;
}

void trades_for_the_whole_plan() {
  Position position = road_and_settlement();
  position.hold(0, hand(1, 5, 0, 0, 1));
  const Plan plan = position.mind(0, standard()).plan;
  assert(plan.size() == 2 && plan[0].piece == road_piece && plan[1].piece == settlement_piece);
  const Action action = position.choice("stac");
  assert(type_of(position, action) == bank_trade && action::bank_trade_of(action).give == ore);
  assert(position.choice("jsettlers_fast") == action::road(plan[0].place));
}

void what_goes_to_the_bank() {
  const Speed speed = speed_of(a);
  const auto unneeded = bank_trade_towards(speed, hand(4, 0, 4, 0, 0), hand(1, 0, 0, 1, 0));
  assert(unneeded && unneeded->give == sheep && unneeded->take == wheat);
  const auto needed = bank_trade_towards(speed, hand(4, 0, 0, 1, 1), settlement_cost);
  assert(needed && needed->give == clay && needed->take == sheep);
  // Of a type that is scarcer than the wanted one only what is left over goes.
  assert(!bank_trade_towards(speed, hand(0, 0, 4, 0, 0), hand(0, 0, 1, 1, 0)));
  assert(bank_trade_towards(speed, hand(0, 0, 5, 0, 0), hand(0, 0, 1, 1, 0)));
}

// Seat 0 offers wheat for ore; seat 1 needs just that for a settlement next to its road.
Position wheat_for_ore() {
  Position position;
  position.settle(0, at[0], {{ore, 9}, {wheat, 6}, {sheep, 3}});
  position.settle(1, at[1], {{clay, 6}, {wood, 8}, {sheep, 5}}, true);
  position.road(1, geometry.edge_between(end_of_road(at[1]), beyond(at[1])));
  position.only_site(vertex_bit(beyond(at[1])));
  position.hold(0, hand(0, 0, 0, 3, 0));
  position.hold(1, hand(1, 1, 1, 0, 1));
  position.ask(Hand::of(wheat), Hand::of(ore));
  return position;
}

void no_trade_with_who_may_win() {
  Position position = wheat_for_ore();
  assert(position.choice("stac", 1) == action::accept);
  assert(position.choice("jsettlers_fast", 1) == action::accept);
  position.state.table.points[0] = 8;
  assert(position.choice("stac", 1) != action::accept);
  assert(position.choice("jsettlers_fast", 1) == action::accept);
}

void no_trade_in_a_race() {
  Position position = wheat_for_ore();
  const int site = std::countr_zero(position.state.table.open.word);
  // Seat 0 has cities only and a road to the same site.
  position.game.put_city(position.state.table, 0, at[0]);
  position.hold(0, hand(1, 0, 1, 2, 1));
  for (int k = 0; k < 3; ++k) {
    const int edge = geometry.vertex_edges[site][k];
    if (edge != nothing && position.state.table.owner_of_edge(edge) == nothing) {
      position.road(0, edge);
      break;
    }
  }
  const Mind mind = position.mind(1, standard());
  assert(mind.aims[0].building == mind.aims[1].building);
  assert(position.choice("stac", 1) != action::accept);
}

void no_trade_without_gain() {
  Position position = wheat_for_ore();
  position.hold(1, hand(1, 1, 0, 1, 1));  // sheep is missing, wheat is there
  assert(position.choice("stac", 1) != action::accept);
}

// Seat 0 needs one wheat for a city and has wood to give; 1 and 2 hold wheat.
Position wheat_wanted() {
  Position position;
  position.settle(0, at[0], {{ore, 6}, {wood, 8}, {clay, 5}});
  position.settle(1, at[1], {{wheat, 6}, {sheep, 8}, {ore, 5}});
  position.settle(2, at[2], {{wheat, 6}, {sheep, 8}, {ore, 5}});
  position.only_site(0);
  position.hold(0, hand(0, 3, 0, 1, 1));
  position.hold(1, hand(0, 0, 0, 2, 0));
  position.hold(2, hand(0, 0, 0, 2, 0));
  return position;
}

void offers_go_to_all_who_sell() {
  Position position = wheat_wanted();
  // Seat 1 wants a road to a site of its own, for which it lacks wood; seat 2 a city.
  position.state.table.open.word = vertex_bit(beyond(at[1]));
  position.game.put_city(position.state.table, 1, at[1]);
  position.hold(1, hand(1, 0, 0, 1, 0));
  const Settings settings = standard();
  const Exchanges exchanges(position.game);
  const View view = position.game.view(position.state, 0);
  const Mind mind = position.mind(0, settings);
  const Trading trading(position.game, settings, exchanges, view, mind);
  assert(mind.plan.first().piece == city_piece);
  assert(trading.accepts(1, 0, Hand::of(wheat), Hand::of(wood)));
  assert(!trading.accepts(2, 0, Hand::of(wheat), Hand::of(wood)));
  const auto offers = trading.best_offers();
  assert(offers.size() == 1 && offers[0].recipients == 0b110);
  const ActionList asked = position.choices("stac");
  assert(asked.size() == 2);
  assert(position.game.recipient_of(asked[0]) == 1 && position.game.recipient_of(asked[1]) == 2);
}

void no_trade_is_undone() {
  Position position = wheat_wanted();
  const Settings settings = standard();
  const Exchanges exchanges(position.game);
  Mind mind = position.mind(0, settings);
  const int wood_for_wheat =
      exchanges.place_of(position.game.trade_index(Hand::of(wood), Hand::of(wheat)));
  const auto recipients = [&] {
    const View view = position.game.view(position.state, 0);
    return Trading(position.game, settings, exchanges, view, mind).recipients_of(wood_for_wheat);
  };
  assert(recipients() == 0b110);
  // Seat 0 buys wood from seat 1 for ore.
  position.hold(1, hand(0, 0, 0, 2, 1));
  const int bought = position.game.trade_index(Hand::of(ore), Hand::of(wood));
  for (const Action action : {position.game.offer_to(1, bought), Action{action::accept}}) {
    const State before = position.state;
    position.game.apply(position.state, action);
    fold(position.game, settings, exchanges, mind,
         position.game.observe(before, action, position.state, 0),
         position.game.view(position.state, 0));
  }
  assert(recipients() == 0b100);
}

void a_year_of_plenty_for_two() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.only_site(0);
  position.give_card(0, year_of_plenty);
  const auto played = [&](Hand hand) {
    position.hold(0, hand);
    const Action action = position.choice("stac");
    return type_of(position, action) == play_year_of_plenty ? action : Action{nothing};
  };
  assert(played(hand(0, 2, 0, 2, 0)) == nothing);
  assert(played(hand(0, 1, 0, 1, 0)) == nothing);
  const Action two = played(hand(0, 2, 0, 1, 0));
  assert(two >= 0 && hand_of(pairs[two - action::first_plenty]) == hand(0, 1, 0, 1, 0));
}

void a_monopoly_on_twelve() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.settle(1, at[1], {{sheep, 8}});
  position.only_site(0);
  position.give_card(0, monopoly);
  position.hold(0, hand(0, 2, 0, 0, 0));
  position.hold(1, hand(0, 0, 11, 0, 0));
  assert(type_of(position, position.choices("stac").front()) != play_monopoly);
  position.hold(1, hand(0, 0, 12, 0, 0));
  assert(position.choice("stac") == action::monopoly(sheep));
}

void when_a_knight_rides() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.settle(1, at[1], {{sheep, 8}});
  position.give_card(0, knight);
  const auto rides = [&] {
    return type_of(position, position.choices("stac").front()) == play_knight;
  };
  assert(!rides());
  position.state.table.played[0][knight] = 2;
  assert(rides());
  position.state.table.played[1][knight] = 3;
  position.state.table.largest_army = 1;
  assert(!rides());
  position.state.table.phase = beginning;
  position.state.table.roll = 0;
  assert(!rides());
  position.game.put_robber(position.state.table, geometry.vertex_hexes[at[0]][0]);
  assert(rides());
}

void whom_the_robber_visits() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  for (const int seat : {1, 2, 3})
    position.settle(seat, at[seat], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.only_site(0);
  for (const int seat : {1, 2, 3}) position.hold(seat, hand(1, 1, 1, 1, 1));
  position.state.table.points[1] = position.state.table.points[3] = 9;  // a city would win
  position.state.table.phase = robbing;
  const Mind mind = position.mind(0, standard());
  assert(mind.win_rolls[1] == mind.win_rolls[3] && mind.win_rolls[1] < mind.win_rolls[2]);
  const auto [hex, victim] = action::robbery_of(position.choice("stac"));
  assert(victim == 1);
  assert(geometry.hex_corners[hex] >> at[1] & 1);
  assert(!(position.state.table.buildings(0) & geometry.hex_corners[hex]));
}

void what_is_discarded() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {wood, 5}});
  position.settle(0, at[1], {{clay, 4}, {wheat, 9}});
  position.only_site(0);
  position.state.table.phase = discarding;
  const auto thrown = [&](Hand hand, int count) {
    position.hold(0, hand);
    position.state.table.discards[0] = static_cast<std::uint8_t>(count);
    position.state.table.phase = discarding;
    std::vector<int> order;
    Mind mind = position.mind(0, standard());
    assert(mind.plan.first().piece == city_piece);
    Memory memory;
    memory.store(mind);
    const auto player = stac_policies().front().make(position.game, Value{Value::Members{}});
    Rng rng(1);
    for (int i = 0; i < count; ++i) {
      const View view = position.game.view(position.state, 0);
      const Action action = player->act(position.game, view, memory, rng);
      order.push_back(action - action::first_discard);
      const State before = position.state;
      position.game.apply(position.state, action);
      player->observe(position.game, memory, 0,
                      position.game.observe(before, action, position.state, 0),
                      position.game.view(position.state, 0));
    }
    return order;
  };
  assert((thrown(hand(2, 3, 0, 2, 2), 4) == std::vector<int>{clay, clay, wood, wood}));
  assert((thrown(hand(1, 3, 1, 2, 2), 4) == std::vector<int>{sheep, clay, wood, wood}));
}

void road_building_for_two_roads() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.only_site(0);
  position.give_card(0, road_building);
  position.hold(0, hand(0, 2, 0, 2, 0));
  assert(position.choices("stac").front() != action::road_building);

  position = road_and_settlement();
  // One road farther.
  const int farther = next_vertex(end_of_road(at[0]), beyond(at[0]));
  position.state.table.open.word = vertex_bit(farther);
  position.give_card(0, road_building);
  position.hold(0, hand(1, 0, 1, 1, 1));
  const Plan plan = position.mind(0, standard()).plan;
  assert(plan.size() == 3 && plan[1].piece == road_piece && plan[2].piece == settlement_piece);
  assert(position.choice("stac") == action::road_building);
  position.game.apply(position.state, action::road_building);
  assert(position.choice("stac") == action::road(plan[0].place));
}

void one_card_makes_no_plan() {
  Position position;
  position.settle(0, at[0], {{ore, 8}, {wheat, 6}, {clay, 5}});
  position.hold(0, hand(0, 1, 0, 0, 0));
  assert(position.choice("stac") == action::end);
  assert(position.mind(0, standard()).plan.empty());
  position.hold(0, hand(0, 2, 0, 0, 0));
  assert(!position.mind(0, standard()).plan.empty());
}

void openings() {
  Position position;
  position.state.table.phase = setting_settlement;
  Layout& layout = position.state.table.layout;
  lay_round(layout, at[0], {{ore, 6}, {wheat, 5}, {sheep, 10}});
  lay_round(layout, at[1], {{ore, 6}, {wheat, 5}, {sheep, 10}});
  lay_round(layout, at[2], {{clay, 8}, {wood, 9}, {wheat, 4}});
  position.only_site(vertex_bit(at[0]) | vertex_bit(at[1]) | vertex_bit(at[2]));
  const Table& table = position.state.table;
  assert(opening_settlement(Opening::stac, table, 0) == at[0]);
  // JSettlers looks for a pair; of at[0] and at[1], which are alike, the first goes with at[2].
  const int first = opening_settlement(Opening::jsettlers, table, 0);
  assert(first == at[0] || first == at[2]);
  for (const int placed : {at[0], at[1]}) {
    Position other = position;
    other.game.put_settlement(other.state.table, 0, placed);
    // The same numbers again are worth less to Stac than other numbers, though alone it is more.
    assert(opening_settlement(Opening::stac, other.state.table, 0) == at[2]);
    assert(opening_settlement(Opening::jsettlers, other.state.table, 0) == at[2]);
  }
  Position other = position;
  other.game.put_settlement(other.state.table, 0, at[2]);
  assert(opening_settlement(Opening::jsettlers, other.state.table, 0) == at[0]);
}

// ---- memory ----

// An observation may come from anywhere: one that cannot be leaves a mind as it was.
void impossible_observations() {
  Position position = wheat_wanted();
  const Settings settings = standard();
  const Exchanges exchanges(position.game);
  const Mind before = position.mind(0, settings);
  const View view = position.game.view(position.state, 0);
  const auto ignored = [&](const Observation& seen) {
    Mind mind = before;
    fold(position.game, settings, exchanges, mind, seen, view);
    return mind.hands == before.hands && mind.selling == before.selling;
  };
  Observation monopoly_of_nothing{1, action::monopoly(ore), {}};
  monopoly_of_nothing.facts[fact::kind] = fact::monopolized;
  monopoly_of_nothing.facts[fact::what] = 77;
  Observation from_nobody{chance, hidden_action, {}};
  from_nobody.facts[fact::kind] = fact::unknown_card;
  from_nobody.facts[fact::what] = -9;
  assert(ignored(monopoly_of_nothing) && ignored(from_nobody));
  assert(ignored({9, action::reject, {}}) && ignored({1, 1'000'000, {}}));
  assert(ignored({chance, 1'000'000, {}}) && ignored({-5, -5, {}}));
}

// A hand that loses a card unseen: one of each kind is in doubt, or all of them.
void unseen_losses() {
  Options options;
  options.trades = "2:1";
  Position position(options);
  const View view = position.game.view(position.state, 0);
  Observation stolen{chance, hidden_action, {}};
  stolen.facts[fact::kind] = fact::unknown_card;
  stolen.facts[fact::what] = 1;
  stolen.facts[fact::to] = 2;
  const Exchanges exchanges(position.game);
  const auto left = [&](const Settings& settings) {
    Mind mind = position.mind(0, settings);
    mind.hands[1] = hand(3, 1, 0, 2, 0);
    fold(position.game, settings, exchanges, mind, stolen, view);
    return mind.hands[1];
  };
  assert(left(standard()) == hand(2, 0, 0, 1, 0));
  assert(left(jsettlers(stac::Planner::fast)) == Hand{});
}

void refused_options() {
  const Catan game(open_hands());
  const auto refused = [&](const char* name, const Value& value) {
    return refuses(
        [&] { stac_policies().front().checked(game, Value{Value::Members{{name, value}}}); });
  };
  assert(refused("favour_cards", {std::nan("")}) && refused("speedup_weight", {1e300}));
  assert(refused("most_offers", {std::int64_t{-1}}) && refused("planner", {std::string("bets")}));
  assert(!refused("favour_cards", {0.5}));
}

// ---- whole games ----

// Every move is legal, memory never contradicts the truth, and its preparation changes nothing:
// a player that is asked twice answers the same.
void games_to_the_end() {
  for (const auto& entry : stac_policies()) {
    for (const char* hidden : {"cards", "nothing"}) {
      Options options;
      options.hidden = hidden;
      options.players = 3;
      const Catan game(options);
      const auto player = entry.make(game, Value{Value::Members{}});
      Rng rng(7);
      State state = game.initial(rng);
      std::array<Memory, 3> memories;
      for (int seat = 0; seat < 3; ++seat) player->begin(game, memories[seat], seat, rng);
      ActionList legal;
      while (game.actor(state) != nobody) {
        const int actor = game.actor(state);
        Action action = 0;
        if (actor == chance) {
          action = game.sample_outcome(state, rng);
        } else {
          const View view = game.view(state, actor);
          game.legal(view, legal);
          std::vector<double> weights(legal.size());
          player->probabilities(game, view, memories[actor], legal, weights);
          action = player->act(game, view, memories[actor], rng);
          const auto found = std::ranges::lower_bound(legal, action);
          assert(found != legal.end() && *found == action);
          assert(weights[static_cast<std::size_t>(found - legal.begin())] > 0);
          const Mind mind = memories[actor].load<Mind>();
          for (int seat = 0; seat < 3; ++seat)
            if (seat != actor) assert(state.hands[seat].covers(mind.hands[seat]));
        }
        const State before = state;
        game.apply(state, action);
        for (int seat = 0; seat < 3; ++seat)
          player->observe(game, memories[seat], seat, game.observe(before, action, state, seat),
                          game.view(state, seat));
      }
      assert(state.table.winner != nothing);
    }
  }
}

}  // namespace

int main() {
  rolls_of_each_resource();
  times_of_the_four_pieces();
  a_city_speeds_up();
  the_limit_is_shared();
  scores_of_sites();
  a_card_only_when_affordable();
  a_city_before_a_card();
  an_army_stalls();
  trades_for_the_whole_plan();
  what_goes_to_the_bank();
  no_trade_with_who_may_win();
  no_trade_in_a_race();
  no_trade_without_gain();
  offers_go_to_all_who_sell();
  no_trade_is_undone();
  a_year_of_plenty_for_two();
  a_monopoly_on_twelve();
  when_a_knight_rides();
  whom_the_robber_visits();
  what_is_discarded();
  road_building_for_two_roads();
  one_card_makes_no_plan();
  openings();
  impossible_observations();
  unseen_losses();
  refused_options();
  games_to_the_end();
  std::puts("ok");
}
