// What a seat may do: the parts from which lists, draws and action types are made. Inline,
// because roll-outs do little else.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/catan/catan.hpp"
#include "games/catan/rules/sets.hpp"

namespace otherminds::catan {

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

  // Of another seat that it could give this.
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

inline bool can_lay_road(const Table& table, int seat) {
  return !table.road_sites[seat].empty() && table.roads_left(seat) > 0;
}

inline EdgeSet road_sites(const Table& table, int seat) {
  return table.phase == setting_road ? geometry.edges_at[table.placed].without(table.all_roads())
                                     : table.road_sites[seat];
}

// Sites of roads that both ends lead to, where they are listed twice as in Dobre's program.
inline EdgeSet roads_again(const Catan& game, const Choices& own) {
  EdgeSet again{};
  if (!game.rules().program_listing || own.table.phase == setting_road) return again;
  const VertexSet reach = own.table.reach(own.seat);
  own.table.road_sites[own.seat].each([&](int edge) {
    const auto [a, b] = geometry.edge_vertices[edge];
    if (reach >> a & reach >> b & 1) again.add(edge);
  });
  return again;
}

// Bits of the development cards that may be played now.
inline unsigned playable_cards(const Choices& own, bool only_knights) {
  if (own.table.card_played || own.table.cards[own.seat] == 0) return 0;
  unsigned cards = 0;
  if (own.playable(knight) > 0) cards |= 1U << knight;
  if (only_knights) return cards;
  if (own.playable(road_building) > 0 && can_lay_road(own.table, own.seat))
    cards |= 1U << road_building;
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

// The exchanges that can be offered to another seat, a word of the set of all.
inline std::uint64_t offers_to(const Catan& game, const Choices& own, int other, std::size_t word) {
  const TradeSets& sets = game.trade_sets();
  return sets.given_by(own.hand, word) & (own.open ? sets.wanted_of(own.hands[other], word)
                                                   : sets.wanted_of(own.size(other), word));
}

inline bool can_offer_anybody(const Choices& own) {
  for (int other = 0; other < own.seats; ++other)
    if (other != own.seat && can_offer(own, other)) return true;
  return false;
}

// Whether somebody could take part in an exchange that chance draws, for which no hand is hidden.
inline bool anybody_has_cards(const Choices& own) {
  const Hand all = own.hands[0] + own.hands[1] + own.hands[2] + own.hands[3];
  return own.hand.word() != 0 && all != own.hand;
}

constexpr std::uint64_t bit(int type) { return std::uint64_t{1} << type; }

// What the board leaves a seat to do in its turn, whatever it holds. Only building changes it.
struct Standing {
  std::uint64_t builds = 0;  // kinds of pieces that it could build
  Hand rates{};              // what the bank takes of each resource
};

inline Standing standing_of(const Table& table, int seat) {
  const auto types = [](bool possible, int type) { return possible ? bit(type) : 0; };
  return {types(can_lay_road(table, seat), build_road) |
              types(table.settlement_sites(seat) != 0 && table.settlements_left(seat) > 0,
                    build_settlement) |
              types(table.settlements[seat].word != 0 && table.cities_left(seat) > 0, build_city),
          bank_rates[table.port_kinds[seat]]};
}

// Kinds of actions for which a hand suffices that has some of each of these resources, as bits;
// but for cities, which take more than one of a resource.
inline constexpr std::array<std::uint64_t, 1 << resource_count> types_by_resources = [] {
  std::array<std::uint64_t, 1 << resource_count> list{};
  for (unsigned held = 0; held < list.size(); ++held) {
    const auto suffices = [&](Hand cost) { return (cost.held() & ~held) == 0; };
    list[held] = bit(end_turn) | bit(play_knight) | bit(play_monopoly) | bit(play_year_of_plenty) |
                 bit(play_road_building);
    if (suffices(road_cost)) list[held] |= bit(build_road);
    if (suffices(settlement_cost)) list[held] |= bit(build_settlement);
    if (suffices(card_cost)) list[held] |= bit(buy_card);
  }
  return list;
}();

// What does not depend on the hand.
inline std::uint64_t types_possible(std::uint64_t builds, const Choices& own) {
  return builds | (own.table.deck_size > 0 ? bit(buy_card) : 0) |
         types_of_cards(playable_cards(own, false)) | bit(end_turn);
}

// Kinds of actions in a turn, but for exchanges with other seats.
inline std::uint64_t types_paid(std::uint64_t possible, Hand rates, const Choices& own) {
  const std::uint64_t city = own.hand.covers(city_cost) ? bit(build_city) : 0;
  const std::uint64_t types = possible & (types_by_resources[own.hand.held()] | city);
  const unsigned payable = own.hand.at_least(rates);
  const unsigned stock = in_stock(own);
  // A resource is not taken for itself.
  const bool taken =
      (stock & (stock - 1)) != 0 ? payable != 0 : (payable & ~stock) != 0 && stock != 0;
  return types | (taken ? bit(bank_trade) : 0);
}

inline bool may_trade(const Catan& game, const Choices& own) {
  const int cap = game.options().offers;
  return !game.trades().empty() && (cap == 0 || own.table.offers < cap) &&
         (game.rules().exchange == Exchange::drawn ? anybody_has_cards(own)
                                                   : can_offer_anybody(own));
}

inline std::uint64_t types_in_turn(const Catan& game, const Choices& own) {
  const Standing standing = standing_of(own.table, own.seat);
  return types_paid(types_possible(standing.builds, own), standing.rates, own) |
         (may_trade(game, own) ? bit(trade_with_player) : 0);
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

// All of them, ascending.
void list_choices(const Catan& game, const Choices& own, ActionList& out);

// Types in the order of their actions' numbers.
inline constexpr std::array<int, type_count> by_number = {
    roll_dice,    end_turn,           buy_card,      accept_offer,
    reject_offer, play_road_building, play_monopoly, play_year_of_plenty,
    bank_trade,   discard_card,       build_road,    build_settlement,
    build_city,   move_robber,        play_knight,   trade_with_player};

}  // namespace otherminds::catan
