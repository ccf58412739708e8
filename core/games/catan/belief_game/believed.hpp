// What the seat that acts in a belief game may be able to do, and what that takes.
#pragma once

#include "games/catan/belief_game/belief_game.hpp"
#include "games/catan/rules/choices.hpp"

namespace otherminds::catan {

// What an action takes: cards of the seat that acts and cards of another.
struct Needs {
  Hand own{};
  int other = nothing;
  Hand others{};
};

inline Needs needs_of(const Catan& game, const Table& table, Action given) {
  const int type = game.type_of(given);
  if (table.phase != playing && type != accept_offer && type != trade_with_player) return {};
  switch (type) {
    case build_road:
      return {road_cost};
    case build_settlement:
      return {settlement_cost};
    case build_city:
      return {city_cost};
    case buy_card:
      return {card_cost};
    case bank_trade: {
      const int give = action::bank_trade_of(given).give;
      return {Hand::of(give, table.rate(table.acting, give))};
    }
    case accept_offer:
      return {game.trades()[static_cast<std::size_t>(table.offer)].want};
    case trade_with_player:
      if (game.rules().exchange == Exchange::drawn) return {};
      return {game.trade_of(given).give, game.recipient_of(given), game.trade_of(given).want};
    default:
      return {};
  }
}

// The development card that an action plays, or nothing.
inline int card_of(int type) {
  switch (type) {
    case play_knight:
      return knight;
    case play_monopoly:
      return monopoly;
    case play_year_of_plenty:
      return year_of_plenty;
    case play_road_building:
      return road_building;
    default:
      return nothing;
  }
}

// The choices of the seat that acts if it and the others had as many of each resource as they can
// have, and it each kind of card that it can: all that is possible, and some of several resources
// that is not.
struct BeliefGame::Believed {
  BySeat<Hand> hands;
  CardCounts held{};
  CardCounts fresh{};

  Believed(const BeliefGame& game, const State& state) {
    const catan::State& position = state.position;
    const int seat = position.table.acting;
    for (int other = 0; other < most_seats; ++other)
      hands[other] = other == state.planner ? position.hands[other] : state.hands[other].most();
    if (seat == state.planner) {
      held = position.held[seat];
      if (seat == position.table.current) fresh = position.fresh;
      return;
    }
    const int unseen = state.cards.cards[seat];
    const int new_cards = game.fresh_unseen(state, seat);
    if (unseen <= new_cards) return;
    for (const int kind : {knight, road_building, year_of_plenty, monopoly})
      held[kind] = state.cards.may_hold(seat, kind) ? 1 : 0;
  }

  Choices choices(const BeliefGame& game, const State& state) const {
    const Table& table = state.position.table;
    const int seat = table.acting;
    return {table, game.seats(), seat, hands[seat], held, fresh, hands, nullptr, true};
  }
};

}  // namespace otherminds::catan
