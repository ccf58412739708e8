// What actions and outcomes do.
#include <algorithm>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

namespace {

// A bank without limit could fill a hand beyond what is counted; what nobody can hold is lost.
void bound(Hand& hand) {
  constexpr std::uint64_t up_to_the_free_bit = 0x0101010101ULL * (127 - most_of_a_kind);
  if (((hand.word() + up_to_the_free_bit) & 0x8080808080ULL) == 0) return;
  Hand kept{};
  for (int resource = 0; resource < resource_count; ++resource)
    kept += Hand::of(resource, std::min(hand[resource], most_of_a_kind));
  hand = kept;
}

}  // namespace

void Catan::look_at_bank(State& state) const {
  if (rules_.unlimited_bank) {
    state.table.no_stock = state.table.scarce = 0;
    return;
  }
  state.table.no_stock = static_cast<std::uint8_t>(~state.bank.held() & 0x1f);
  state.table.scarce =
      static_cast<std::uint8_t>(~state.bank.at_least(Hand::from(0x0202020202ULL)) & 0x1f);
}

void Catan::pay(State& state, int seat, Hand cost) const {
  state.hands[seat] -= cost;
  if (rules_.unlimited_bank) return;
  state.bank += cost;
  look_at_bank(state);
}

void Catan::take(State& state, int seat, Hand cards) const {
  state.hands[seat] += cards;
  if (rules_.unlimited_bank) return bound(state.hands[seat]);
  state.bank -= cards;
  look_at_bank(state);
}

void Catan::end(State& state, int winner) const {
  Table& table = state.table;
  table.phase = over;
  table.winner = static_cast<std::int8_t>(winner);
  table.acting = table.current;
  table.victim = nothing;
  table.offer = nothing;
  table.offerer = nothing;
  table.counters = 0;
  table.free_roads = 0;
  table.discards = {};
}

void Catan::resume(Table& table) const {
  table.phase = table.roll == 0 ? beginning : playing;
  table.acting = table.current;
  table.victim = nothing;
  table.offer = nothing;
  table.offerer = nothing;
  table.counters = 0;
  table.free_roads = 0;
}

void Catan::begin_turn(State& state) const {
  Table& table = state.table;
  table.roll = 0;
  table.card_played = 0;
  table.offers = 0;
  table.bought = 0;
  state.fresh = {};
  resume(table);
}

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

void Catan::exchange(State& state, int giver, int taker, const Trade& trade) const {
  state.hands[giver] += trade.want;
  state.hands[giver] -= trade.give;
  state.hands[taker] += trade.give;
  state.hands[taker] -= trade.want;
  bound(state.hands[giver]);
  bound(state.hands[taker]);
}

void Catan::begin_answer(State& state, Action given) const {
  Table& table = state.table;
  const bool counter = table.phase == answering;
  if (!counter && table.offers < 65'535) ++table.offers;
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

void Catan::next_discard(State& state) const {
  Table& table = state.table;
  for (int i = 0; i < seats(); ++i) {
    const int seat = (table.current + i) % seats();
    if (table.discards[seat] == 0) continue;
    table.acting = static_cast<std::int8_t>(seat);
    const bool drawn =
        options_.drawn_discards > 0 && table.discards[seat] > options_.drawn_discards;
    table.phase = drawn ? losing : discarding;
    return;
  }
  table.acting = table.current;
  table.phase = robbing;
}

void Catan::produce(State& state, int number) const {
  const BySeat<Hand>& due = state.table.yields[number - 2];
  const Hand all = due[0] + due[1] + due[2] + due[3];
  if (all.word() == 0) return;
  if (rules_.unlimited_bank || state.bank.covers(all)) {
    for (int seat = 0; seat < seats(); ++seat)
      if (due[seat].word() != 0) take(state, seat, due[seat]);
    return;
  }
  for (int resource = 0; resource < resource_count; ++resource) {
    int seats_due = 0;
    int one = nothing;
    for (int seat = 0; seat < seats(); ++seat) {
      if (due[seat][resource] == 0) continue;
      ++seats_due;
      one = seat;
    }
    if (all[resource] <= state.bank[resource]) {
      for (int seat = 0; seat < seats(); ++seat)
        take(state, seat, Hand::of(resource, due[seat][resource]));
    } else if (seats_due == 1) {
      take(state, one, Hand::of(resource, state.bank[resource]));
    }
  }
}

void Catan::rolled(State& state, int number) const {
  Table& table = state.table;
  table.roll = static_cast<std::uint8_t>(number);
  if (number != 7) {
    produce(state, number);
    table.phase = playing;
    return;
  }
  for (int seat = 0; seat < seats(); ++seat) {
    const int size = state.hands[seat].size();
    table.discards[seat] = static_cast<std::uint8_t>(size > 7 ? size / 2 : 0);
  }
  next_discard(state);
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
    default:  // the end of the turn
      ++table.turn;
      table.current = static_cast<std::int8_t>((table.current + 1) % seats());
      return begin_turn(state);
  }
}

void Catan::apply(State& state, Action given) const {
  Table& table = state.table;
  if (table.phase == setting_settlement || table.phase == setting_road) return set_up(state, given);
  if (actor(table) == chance)
    draw(state, given);
  else
    play(state, given);
  const int candidate = rules_.actor_wins ? table.acting : table.current;
  if (points(state, candidate) >= options_.points &&
      !(rules_.actor_wins && table.phase == stealing))
    return end(state, candidate);
  if (table.turn >= options_.turns) end(state, nothing);
}

}  // namespace otherminds::catan
