// What a seat may do: the parts from which lists, draws and kinds of actions are made. Inline,
// because roll-outs do little else.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

inline int nth(std::uint64_t set, std::uint32_t n) {
  for (; n > 0; --n) set &= set - 1;
  return std::countr_zero(set);
}

inline int nth(const EdgeSet& set, std::uint32_t n) {
  const auto low = static_cast<std::uint32_t>(count(set.words[0].word));
  return n < low ? nth(set.words[0].word, n) : 64 + nth(set.words[1].word, n - low);
}

inline std::uint32_t any(int size, Rng& rng) { return rng.below(static_cast<std::uint32_t>(size)); }

// What the seat that acts knows of its choices.
struct Choices {
  const Table& table;
  int seats;
  int seat;
  Hand hand;
  const CardCounts& held;
  const CardCounts& fresh;
  const BySeat<Hand>& hands;           // empty where they are hidden
  const BySeat<std::uint8_t>* hidden;  // the sizes of hidden hands
  bool open;                           // the hands of all may be looked at

  int playable(int card) const { return held[card] - fresh[card]; }
  int size(int other) const { return hidden ? (*hidden)[other] : hands[other].size(); }

  // Of another seat that it could give this for that.
  bool may_have(int other, Hand cards) const {
    return open ? hands[other].covers(cards) : size(other) >= cards.size();
  }
};

inline constexpr CardCounts no_cards{};

inline Choices choices_of(const State& state, int seats, bool open) {
  const Table& table = state.table;
  const int seat = table.acting;
  return {table,
          seats,
          seat,
          state.hands[seat],
          state.held[seat],
          seat == table.current ? state.fresh : no_cards,
          state.hands,
          nullptr,
          open};
}

inline Choices choices_of(const View& view, int seats, bool open) {
  return {view.table,
          seats,
          view.seat,
          view.hands[view.seat],
          view.held[view.seat],
          view.seat == view.table.current ? view.fresh : no_cards,
          view.hands,
          &view.hand_sizes,
          open};
}

template <class Visit>
void each_bit(unsigned set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

inline unsigned payable(const Choices& own) {
  return own.hand.at_least(bank_rates[own.table.port_kinds[own.seat]]);
}

inline unsigned in_stock(const Choices& own) {
  return ~static_cast<unsigned>(own.table.no_stock) & 0x1f;
}

inline bool pair_in_stock(const Choices& own, Pair pair) {
  const unsigned short_of = pair.first == pair.second ? own.table.scarce : own.table.no_stock;
  return ((short_of >> pair.first | short_of >> pair.second) & 1) == 0;
}

inline bool any_pair(const Choices& own) {
  return own.table.no_stock == 0 ||
         std::ranges::any_of(pairs, [&](Pair pair) { return pair_in_stock(own, pair); });
}

inline bool can_lay_road(const Choices& own) {
  return !own.table.road_sites[own.seat].empty() && own.table.roads_left(own.seat) > 0;
}

// Bits of the development cards that may be played now.
inline unsigned playable_cards(const Choices& own, bool only_knights) {
  if (own.table.card_played || own.table.cards[own.seat] == 0) return 0;
  unsigned cards = 0;
  if (own.playable(knight) > 0) cards |= 1U << knight;
  if (only_knights) return cards;
  if (own.playable(road_building) > 0 && can_lay_road(own)) cards |= 1U << road_building;
  if (own.playable(year_of_plenty) > 0 && any_pair(own)) cards |= 1U << year_of_plenty;
  if (own.playable(monopoly) > 0) cards |= 1U << monopoly;
  return cards;
}

inline std::uint64_t types_of_cards(unsigned cards) {
  constexpr std::array<int, card_kinds> types = {play_knight, nothing, play_road_building,
                                                 play_year_of_plenty, play_monopoly};
  std::uint64_t bits = 0;
  each_bit(cards, [&](int card) { bits |= std::uint64_t{1} << types[card]; });
  return bits;
}

// Whether an exchange of one card for one can be offered; if not, no other can.
inline bool can_offer(const Choices& own, int other) {
  const unsigned mine = own.hand.held();
  if (mine == 0 || own.size(other) == 0) return false;
  if (!own.open) return true;
  const unsigned both = mine | own.hands[other].held();
  return (both & (both - 1)) != 0;
}

inline bool can_offer_anybody(const Choices& own) {
  for (int other = 0; other < own.seats; ++other)
    if (other != own.seat && can_offer(own, other)) return true;
  return false;
}

inline bool anybody_has_cards(const Choices& own) {
  for (int other = 0; other < own.seats; ++other)
    if (other != own.seat && own.size(other) > 0) return own.hand.word() != 0;
  return false;
}

constexpr std::uint64_t bit(int type) { return std::uint64_t{1} << type; }

inline std::uint64_t types_in_turn(const Catan& game, const Choices& own) {
  const Table& table = own.table;
  std::uint64_t types = bit(end_turn);
  if (own.hand.covers(road_cost) && can_lay_road(own)) types |= bit(build_road);
  if (own.hand.covers(settlement_cost) && table.settlement_sites(own.seat) != 0 &&
      table.settlements_left(own.seat) > 0)
    types |= bit(build_settlement);
  if (own.hand.covers(city_cost) && table.settlements[own.seat].word != 0 &&
      table.cities_left(own.seat) > 0)
    types |= bit(build_city);
  if (own.hand.covers(card_cost) && table.deck_size > 0) types |= bit(buy_card);
  const unsigned payable_now = payable(own);
  const unsigned stock = in_stock(own);
  // A resource is not taken for itself.
  if (payable_now != 0 && (stock & (stock - 1) ? true : (payable_now & ~stock) != 0 && stock != 0))
    types |= bit(bank_trade);
  types |= types_of_cards(playable_cards(own, false));
  const int cap = game.options().offers;
  if (!game.trades().empty() && (cap == 0 || table.offers < cap) &&
      (game.rules().exchange == Exchange::drawn ? anybody_has_cards(own) : can_offer_anybody(own)))
    types |= bit(trade_with_player);
  return types;
}

inline std::uint64_t types_of(const Catan& game, const Choices& own) {
  const Table& table = own.table;
  switch (table.phase) {
    case setting_settlement:
      return bit(build_settlement);
    case setting_road:
    case free_road:
      return bit(build_road);
    case beginning:
      return bit(roll_dice) |
             types_of_cards(playable_cards(own, game.rules().only_knights_before_roll));
    case discarding:
      return bit(discard_card);
    case robbing:
      return bit(move_robber);
    case playing:
      return types_in_turn(game, own);
    case answering: {
      std::uint64_t types = bit(reject_offer);
      if (own.hand.covers(game.trades()[table.offer].want)) types |= bit(accept_offer);
      if (table.counters < game.options().counters && can_offer(own, table.offerer) &&
          game.rules().exchange == Exchange::offers)
        types |= bit(trade_with_player);
      return types;
    }
    default:
      return 0;
  }
}

}  // namespace otherminds::catan
