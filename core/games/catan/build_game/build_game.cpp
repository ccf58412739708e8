#include "games/catan/build_game/build_game.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "engine/error.hpp"
#include "engine/hash.hpp"
#include "games/catan/rules/choices.hpp"
#include "games/catan/rules/draws.hpp"

namespace otherminds::catan {

namespace {

constexpr std::int64_t deepest = 10'000;  // rounds

Hand cost_of(int type) {
  switch (type) {
    case build_road:
      return road_cost;
    case build_settlement:
      return settlement_cost;
    case build_city:
      return city_cost;
    case buy_card:
      return card_cost;
    default:
      return {};
  }
}

// How often the bank's rate of 2, 3 or 4 goes into a number of cards: a division is slow.
constexpr auto quotients = [] {
  std::array<std::array<std::uint8_t, 128>, 5> table{};
  for (int rate = 2; rate <= 4; ++rate)
    for (int cards = 0; cards < 128; ++cards)
      table[rate][cards] = static_cast<std::uint8_t>(cards / rate);
  return table;
}();

// Whether a hand can pay a cost after trades with a bank that has so many cards.
template <class Stock>
bool can_pay(Hand hand, Hand cost, Hand rates, Stock&& stock) {
  if (hand.covers(cost)) return true;
  if (hand.at_least(rates) == 0) return false;  // nothing can be traded
  int missing = 0;
  int tradable = 0;
  for (int resource = 0; resource < resource_count; ++resource) {
    const int left = hand[resource] - cost[resource];
    if (left >= 0) {
      tradable += quotients[rates[resource]][left];
    } else {
      if (stock(resource) < -left) return false;
      missing -= left;
    }
  }
  return tradable >= missing;
}

// The next trade on the way to a cost that can be paid: for the first card that is missing, what
// the bank takes fewest of, then what most is left of.
action::BankTrade next_trade(Hand hand, Hand cost, Hand rates) {
  action::BankTrade trade{nothing, nothing};
  int most = 0;
  for (int resource = 0; resource < resource_count; ++resource) {
    const int left = hand[resource] - cost[resource];
    if (left < 0 && trade.take == nothing) trade.take = resource;
    if (left < rates[resource]) continue;
    const bool better = trade.give == nothing || rates[resource] < rates[trade.give] ||
                        (rates[resource] == rates[trade.give] && left > most);
    if (!better) continue;
    trade.give = resource;
    most = left;
  }
  return trade;
}

Hand rates_of(const Table& table, int seat) { return bank_rates[table.port_kinds[seat]]; }

// The seats that the robber can steal from at a hex.
struct Victims {
  std::array<int, most_seats> seats{};
  std::uint32_t count = 0;
};

Victims victims_at(const State& position, int seats, int hex) {
  const Table& table = position.table;
  Victims found;
  for (int seat = 0; seat < seats; ++seat) {
    const bool there = (table.buildings(seat) & geometry.hex_corners[hex]) != 0;
    if (there && seat != table.acting && position.hands[seat].word() != 0)
      found.seats[found.count++] = seat;
  }
  return found;
}

}  // namespace

std::int64_t rounds_ahead(std::int64_t depth, std::int64_t round, RoundsRule rule) {
  if (round > 20) return std::max<std::int64_t>(3, depth / 2);
  return rule == RoundsRule::formula ? std::max<std::int64_t>(3, depth - round) : depth;
}

double card_reward(const State& state, int seat, CardRule rule) {
  const Table& table = state.table;
  const bool corrected = rule == CardRule::corrected;
  int knights = whole_deck[knight];
  int cards = total(whole_deck);
  for (int other = 0; other < most_seats; ++other) {
    knights -= table.knights(other);
    cards -= total(table.played[other]);
  }
  const int mine = table.knights(seat) + state.held[seat][knight];
  if (corrected) {
    knights -= state.held[seat][knight];
    cards -= total(state.held[seat]);
  } else {
    cards = table.deck_size;
  }
  const double chance = cards > 0 ? std::clamp(static_cast<double>(knights) / cards, 0.0, 1.0) : 0;
  const int holder = table.largest_army;
  double worth = 0;  // of a knight
  if (holder == seat) {
    bool tied = false;
    for (int other = 0; other < most_seats; ++other)
      tied = tied || (other != seat && table.knights(other) == mine);
    worth = tied ? 0 : -1;
  } else {
    const int needed = (holder == nothing ? 3 : table.knights(holder) + 1) - mine;
    worth = needed > knights ? -1 : needed == 1 ? 1 : needed == 2 ? 0.5 : 0;
  }
  return chance * worth + (corrected ? 1 - chance : chance - 1);
}

BuildGame::BuildGame(const Catan& game, const Value& options) : game_(game) {
  from_value(options, options_, ErrorKind::option, "option of the build game", true);
  if (options_.depth < 1 || options_.depth > deepest)
    throw Error(ErrorKind::option,
                "The depth of the build game is from 1 to " + std::to_string(deepest) + " rounds.");
}

BuildGame::State BuildGame::project(const catan::State& position) const {
  const std::int64_t round = position.table.turn / seats() + 1;
  const std::int64_t rounds = rounds_ahead(options_.depth, round, options_.rounds);
  // The turn that goes on is not one of them.
  return {position, {}, position.table.turn + 1 + rounds * seats(), position.table.turn};
}

BuildGame::Belief BuildGame::project(const catan::Belief& belief, Rng&) const {
  return {&belief, {}};
}

BuildGame::State BuildGame::sample(const Belief& belief, Rng& rng) const {
  return belief.source ? project(game_.sample(*belief.source, rng)) : belief.position;
}

std::vector<Action> BuildGame::steps(const catan::View& view, Action given) const {
  const Table& table = view.table;
  const Hand cost = cost_of(type_of(given));
  const Hand rates = rates_of(table, view.seat);
  Hand hand = view.hand();
  // What the bank has is not told, but whether it has none or one.
  const auto stock = [&](int resource) {
    return table.no_stock >> resource & 1 ? 0 : table.scarce >> resource & 1 ? 1 : most_of_a_kind;
  };
  std::vector<Action> moves;
  if (!can_pay(hand, cost, rates, stock)) return moves;
  while (!hand.covers(cost)) {
    const auto [give, take] = next_trade(hand, cost, rates);
    hand -= Hand::of(give, rates[give]);
    hand += Hand::of(take);
    moves.push_back(action::bank(give, take));
  }
  moves.push_back(given);
  return moves;
}

bool BuildGame::affords(const catan::State& position, Hand cost) const {
  const int seat = position.table.acting;
  return can_pay(position.hands[seat], cost, rates_of(position.table, seat), [&](int resource) {
    return game_.rules().unlimited_bank ? most_of_a_kind : position.bank[resource];
  });
}

BuildGame::Sites BuildGame::sites(const catan::State& position) const {
  const Table& table = position.table;
  const int seat = table.acting;
  Sites found;
  if (position.hands[seat].size() < 2) return found;  // a road is the least there is
  if (table.roads_left(seat) > 0 && affords(position, road_cost))
    found.roads = table.road_sites[seat];
  if (table.settlement_sites(seat) != 0 && table.settlements_left(seat) > 0 &&
      affords(position, settlement_cost))
    found.settlements = table.settlement_sites(seat);
  if (table.settlements[seat].word != 0 && table.cities_left(seat) > 0 &&
      affords(position, city_cost))
    found.cities = table.settlements[seat].word;
  found.card = table.deck_size > 0 && affords(position, card_cost);
  return found;
}

void BuildGame::legal(const State& state, ActionList& out) const {
  const Sites found = sites(state.position);
  out.assign(1, action::end);
  if (found.card) out.push_back(action::buy);
  found.roads.each([&](int edge) { out.push_back(action::road(edge)); });
  each_vertex(found.settlements, [&](int vertex) { out.push_back(action::settlement(vertex)); });
  each_vertex(found.cities, [&](int vertex) { out.push_back(action::city(vertex)); });
}

Action BuildGame::sample_legal(const State& state, Rng& rng) const {
  const Sites found = sites(state.position);
  const int roads = found.roads.size();
  const int settlements = count(found.settlements);
  const int cities = count(found.cities);
  auto drawn = static_cast<int>(any(1 + found.card + roads + settlements + cities, rng));
  if (drawn == 0) return action::end;
  drawn -= 1;
  if (found.card && drawn == 0) return action::buy;
  drawn -= found.card;
  const auto place = [&] { return static_cast<std::uint32_t>(drawn); };
  if (drawn < roads) return action::road(nth(found.roads, place()));
  drawn -= roads;
  if (drawn < settlements) return action::settlement(nth(found.settlements, place()));
  drawn -= settlements;
  return action::city(nth(found.cities, place()));
}

void BuildGame::apply(State& state, Action given) const {
  catan::State& position = state.position;
  Table& table = position.table;
  const int seat = table.acting;
  if (table.phase != playing) {
    if (table.phase == rolling && given + 2 == 7 && options_.sevens == SevenRule::nothing) {
      table.roll = 7;
      table.phase = playing;
    } else {
      game_.apply(position, given);
    }
    return go_on(state);
  }
  const Hand cost = cost_of(type_of(given));
  while (!position.hands[seat].covers(cost)) {
    const auto [give, take] = next_trade(position.hands[seat], cost, rates_of(table, seat));
    game_.apply(position, action::bank(give, take));
  }
  if (given == action::buy) state.bonus[seat] += card_reward(position, seat, options_.cards);
  game_.apply(position, given);
  if (table.phase == drawing) {
    --table.deck_size;
    table.phase = playing;
  }
  go_on(state);
}

// Rolls where a turn begins, and ends the game where it is over.
void BuildGame::go_on(State& state) const {
  Table& table = state.position.table;
  if (table.phase == beginning) table.phase = rolling;
  bool won = table.turn >= state.last_turn;
  for (int seat = 0; seat < seats(); ++seat)
    won = won || Catan::points(state.position, seat) >= game_.options().points;
  if (won) table.phase = over;
}

void BuildGame::outcomes(const State& state, OutcomeList& out) const {
  const catan::State& position = state.position;
  const Table& table = position.table;
  if (table.phase == playing) {
    ActionList choices;
    legal(state, choices);
    out.clear();
    for (const Action choice : choices)
      out.push_back({choice, 1.0 / static_cast<double>(choices.size())});
    return;
  }
  if (table.phase != discarding && table.phase != robbing) return game_.outcomes(position, out);
  out.clear();
  if (table.phase == discarding) {
    const Hand hand = position.hands[table.acting];
    each_bit(hand.held(), [&](int resource) {
      out.push_back({action::discard(resource), static_cast<double>(hand[resource]) / hand.size()});
    });
    return;
  }
  for (int hex = 0; hex < hex_count; ++hex) {
    if (hex == table.robber) continue;
    const Victims victims = victims_at(position, seats(), hex);
    const double each = 1.0 / (hex_count - 1);
    if (victims.count == 0) out.push_back({action::robber(hex, nothing), each});
    for (std::uint32_t i = 0; i < victims.count; ++i)
      out.push_back({action::robber(hex, victims.seats[i]), each / victims.count});
  }
}

Action BuildGame::sample_outcome(const State& state, Rng& rng) const {
  const catan::State& position = state.position;
  const Table& table = position.table;
  if (table.phase == playing) return sample_legal(state, rng);
  if (table.phase == discarding)
    return action::discard(resource_of(draw_card(position.hands[table.acting], rng)));
  if (table.phase != robbing) return game_.sample_outcome(position, rng);
  auto hex = static_cast<int>(rng.below(hex_count - 1));
  if (hex >= table.robber) ++hex;
  const Victims victims = victims_at(position, seats(), hex);
  return action::robber(hex,
                        victims.count == 0 ? nothing : victims.seats[rng.below(victims.count)]);
}

Returns BuildGame::returns(const State& state) const {
  Returns returns{};
  for (int seat = 0; seat < seats(); ++seat)
    returns[seat] = std::clamp(
        (Catan::points(state.position, seat) + state.bonus[seat]) / game_.options().points, 0.0,
        1.0);
  return returns;
}

namespace {

// What Catan's keys leave out.
std::uint64_t key_of_rest(const BuildGame::State& state, std::span<const double> bonuses) {
  auto key = static_cast<std::uint64_t>(state.last_turn - state.position.table.turn);
  for (const double bonus : bonuses) key = mix64(key ^ std::bit_cast<std::uint64_t>(bonus));
  return key;
}

}  // namespace

// What cards are worth to the others depends on those that they hide.
std::uint64_t BuildGame::view_key(const View& view) const {
  return game_.view_key(game_.view(view.state->position, view.seat)) ^
         key_of_rest(*view.state, std::span(&view.state->bonus[view.seat], 1));
}

std::uint64_t BuildGame::state_key(const State& state) const {
  return game_.state_key(state.position) ^ key_of_rest(state, state.bonus);
}

const std::vector<PolicyEntry<BuildGame>>& policies(const BuildGame&) {
  static const std::vector<PolicyEntry<BuildGame>> none;
  return none;
}

}  // namespace otherminds::catan
