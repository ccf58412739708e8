// What actions and outcomes do.
#include "games/catan/catan.hpp"
#include "games/catan/rules/steps.hpp"

namespace otherminds::catan {

void Catan::set_up(State& state, Action given) const {
  Table& table = state.table;
  const int seat = table.acting;
  if (table.phase == setting_settlement) {
    const int vertex = given - action::first_settlement;
    put_settlement(table, seat, vertex);
    table.placed = static_cast<std::int8_t>(vertex);
    table.phase = setting_road;
    if (count(table.settlements[seat].word) == 2) {
      for (const int hex : geometry.vertex_hexes[vertex])
        if (hex != nothing && table.layout.terrain[hex] != desert &&
            (rules_.unlimited_bank || state.bank[table.layout.terrain[hex]] > 0))
          take(state, seat, Hand::of(table.layout.terrain[hex]));
    }
    return;
  }
  put_road(table, seat, given - action::first_road);
  table.placed = nothing;
  table.phase = setting_settlement;
  // Upwards, then downwards: the last seat places twice in a row.
  int settlements = 0;
  for (const Bits& own : table.settlements) settlements += count(own.word);
  const int next = settlements < seats() ? settlements : 2 * seats() - 1 - settlements;
  if (next < 0) {
    table.current = 0;
    return begin_turn(state);
  }
  table.current = table.acting = static_cast<std::int8_t>(next);
}

void Catan::play_card(State& state, int card) const {
  Table& table = state.table;
  const int seat = table.current;
  --state.held[seat][card];
  --table.cards[seat];
  ++table.played[seat][card];
  table.card_played = 1;
}

void Catan::rob(State& state, Action given) const {
  Table& table = state.table;
  const auto [hex, victim] = action::robbery_of(given);
  put_robber(table, hex);
  if (victim == nothing) return resume(table);
  table.victim = static_cast<std::int8_t>(victim);
  table.phase = stealing;
}

void Catan::after_free_road(Table& table) const {
  if (table.free_roads == 0 || table.road_sites[table.acting].empty() ||
      table.roads_left(table.acting) == 0)
    return resume(table);
  table.phase = free_road;
}

void Catan::begin_answer(State& state, Action given) const {
  Table& table = state.table;
  const bool counter = table.phase == answering;
  if (!counter && table.offers < most_offers) ++table.offers;
  if (rules_.exchange == Exchange::drawn) {
    table.phase = exchanging;
    return;
  }
  const int other = recipient_of(given);
  const Trade& trade = trade_of(given);
  if (rules_.exchange == Exchange::immediate) return exchange(state, table.acting, other, trade);
  if (counter) ++table.counters;
  table.phase = answering;
  table.offer = static_cast<std::int16_t>(&trade - trades_.data());
  table.offerer = table.acting;
  table.acting = static_cast<std::int8_t>(other);
}

void Catan::draw(State& state, Action given) const {
  Table& table = state.table;
  const int seat = table.acting;
  switch (table.phase) {
    case rolling:
      return rolled(state, given + 2);
    case stealing: {
      const Hand card = Hand::of(given - outcome::first_stolen);
      state.hands[table.victim] -= card;
      state.hands[seat] += card;
      bound(state.hands[seat]);
      return resume(table);
    }
    case losing:
      pay(state, seat, Hand::of(given - outcome::first_lost));
      if (--table.discards[seat] == 0) next_discard(state);
      return;
    case drawing: {
      const int card = given - outcome::first_drawn;
      --state.deck[card];
      --table.deck_size;
      ++state.held[seat][card];
      ++state.fresh[card];
      ++table.cards[seat];
      ++table.bought;
      return resume(table);
    }
    default: {  // an exchange
      const int rest = given - outcome::first_exchange;
      const int other = rest / outcome::exchanges;
      exchange(state, seat, other, outcome::exchange_of(rest % outcome::exchanges));
      return resume(table);
    }
  }
}

void Catan::play(State& state, Action given) const {
  Table& table = state.table;
  const int seat = table.acting;
  switch (type_of(given)) {
    case build_road:
      put_road(table, seat, edge_of(given));
      if (table.phase != free_road) return pay(state, seat, road_cost);
      --table.free_roads;
      return after_free_road(table);
    case build_settlement:
      pay(state, seat, settlement_cost);
      return put_settlement(table, seat, given - action::first_settlement);
    case build_city:
      pay(state, seat, city_cost);
      return put_city(table, seat, given - action::first_city);
    case buy_card:
      pay(state, seat, card_cost);
      table.phase = drawing;
      return;
    case trade_with_player:
      return begin_answer(state, given);
    case bank_trade: {
      const auto [give, get] = action::bank_trade_of(given);
      pay(state, seat, Hand::of(give, table.rate(seat, give)));
      return take(state, seat, Hand::of(get));
    }
    case play_knight:
      play_card(state, knight);
      award_army(table, seat);
      return rob(state, given);
    case play_monopoly: {
      const int resource = given - action::first_monopoly;
      play_card(state, monopoly);
      for (int other = 0; other < seats(); ++other) {
        if (other == seat) continue;
        const Hand lost = Hand::of(resource, state.hands[other][resource]);
        state.hands[other] -= lost;
        state.hands[seat] += lost;
        bound(state.hands[seat]);
      }
      return;
    }
    case play_year_of_plenty:
      play_card(state, year_of_plenty);
      return take(state, seat, hand_of(pairs[given - action::first_plenty]));
    case play_road_building:
      play_card(state, road_building);
      table.free_roads = 2;
      return after_free_road(table);
    case roll_dice:
      table.phase = rolling;
      return;
    case discard_card:
      pay(state, seat, Hand::of(given - action::first_discard));
      if (--table.discards[seat] == 0) next_discard(state);
      return;
    case move_robber:
      return rob(state, given);
    case accept_offer:
      exchange(state, table.offerer, seat, trades_[table.offer]);
      return resume(table);
    case reject_offer:
      return resume(table);
    default:
      return finish_turn(state);
  }
}

void Catan::apply(State& state, Action given) const {
  Table& table = state.table;
  if (table.phase == setting_settlement || table.phase == setting_road) return set_up(state, given);
  if (actor(table) == chance)
    draw(state, given);
  else
    play(state, given);
  look_for_winner(state);
}

}  // namespace otherminds::catan
