// What a seat may do. Kinds of actions are told without listing the actions, and one of a kind is
// drawn without listing where that can be done.
#include <algorithm>
#include <array>

#include "games/catan/choices.hpp"

namespace otherminds::catan {

namespace {

// The ways to move the robber, as numbers that are added to the first robber or knight action.
struct Robberies {
  std::array<std::int16_t, hex_count * most_seats + 1> list;  // one more, which may be overwritten
  int count = 0;
};

Robberies robberies(const Choices& own) {
  Robberies found;
  BySeat<VertexSet> buildings{};
  for (int other = 0; other < own.seats; ++other)
    if (other != own.seat && own.size(other) > 0) buildings[other] = own.table.buildings(other);
  const VertexSet all = buildings[0] | buildings[1] | buildings[2] | buildings[3];
  // Writes first and counts afterwards: nothing here can be foreseen, and a wrong guess costs more.
  const auto add = [&](int hex, int victim, bool possible) {
    found.list[found.count] =
        static_cast<std::int16_t>(action::robber(hex, victim) - action::first_robber);
    found.count += possible;
  };
  for (int hex = 0; hex < hex_count; ++hex) {
    if (hex == own.table.robber) continue;
    const VertexSet corners = geometry.hex_corners[hex];
    for (int other = 0; other < most_seats; ++other)
      add(hex, other, (buildings[other] & corners) != 0);
    add(hex, nothing, (all & corners) == 0);
  }
  return found;
}

// Sites of roads that both ends lead to, so that Dobre's program lists them twice.
EdgeSet sites_from_both_ends(const Table& table, int seat) {
  EdgeSet once{};
  EdgeSet twice{};
  each_vertex(table.reach(seat), [&](int vertex) {
    twice = twice | (once & geometry.edges_at[vertex]);
    once = once | geometry.edges_at[vertex];
  });
  return twice & table.road_sites[seat];
}

struct Lister {
  const Catan& game;
  const Choices& own;
  ActionList& out;

  void offers_to(int other) const {
    if (!can_offer(own, other)) return;
    const auto& trades = game.trades();
    for (std::size_t i = 0; i < trades.size(); ++i)
      if (own.hand.covers(trades[i].give) && own.may_have(other, trades[i].want))
        out.push_back(game.offer_to(other, static_cast<int>(i)));
  }

  void offers() const {
    if (game.rules().exchange == Exchange::drawn) {
      out.push_back(game.offer_to(own.seat, 0));
      return;
    }
    for (int other = 0; other < own.seats; ++other)
      if (other != own.seat) offers_to(other);
  }

  void bank_trades() const {
    const unsigned stock = in_stock(own);
    each_bit(payable(own), [&](int give) {
      each_bit(stock & ~(1U << give), [&](int take) { out.push_back(action::bank(give, take)); });
    });
  }

  void roads(const EdgeSet& sites) const {
    sites.each([&](int edge) { out.push_back(action::road(edge)); });
  }

  void roads_again() const {
    if (!game.rules().program_listing) return;
    sites_from_both_ends(own.table, own.seat).each([&](int edge) {
      out.push_back(game.road_again(edge));
    });
  }

  void robbing(Action first) const {
    const Robberies found = robberies(own);
    for (int i = 0; i < found.count; ++i) out.push_back(first + found.list[i]);
  }

  void of_type(int type) const {
    const Table& table = own.table;
    switch (type) {
      case build_road:
        if (table.phase == setting_road)
          return roads(geometry.edges_at[table.placed].without(table.all_roads()));
        roads(table.road_sites[own.seat]);
        return roads_again();
      case build_settlement:
        return each_vertex(
            table.phase == setting_settlement ? table.open.word : table.settlement_sites(own.seat),
            [&](int vertex) { out.push_back(action::settlement(vertex)); });
      case build_city:
        return each_vertex(table.settlements[own.seat].word,
                           [&](int vertex) { out.push_back(action::city(vertex)); });
      case buy_card:
        return out.push_back(action::buy);
      case trade_with_player:
        return table.phase == answering ? offers_to(table.offerer) : offers();
      case bank_trade:
        return bank_trades();
      case play_knight:
        return robbing(action::first_knight);
      case play_monopoly:
        for (int resource = 0; resource < resource_count; ++resource)
          out.push_back(action::monopoly(resource));
        return;
      case play_year_of_plenty:
        for (int pair = 0; pair < pair_count; ++pair)
          if (pair_in_stock(own, pairs[pair])) out.push_back(action::plenty(pair));
        return;
      case play_road_building:
        return out.push_back(action::road_building);
      case end_turn:
        return out.push_back(action::end);
      case roll_dice:
        return out.push_back(action::roll);
      case discard_card:
        return each_bit(own.hand.held(),
                        [&](int resource) { out.push_back(action::discard(resource)); });
      case move_robber:
        return robbing(action::first_robber);
      case accept_offer:
        return out.push_back(action::accept);
      case reject_offer:
        return out.push_back(action::reject);
      default:
        return;
    }
  }
};

// In the order of the actions' numbers.
constexpr std::array<int, type_count> by_number = {
    roll_dice,    end_turn,           buy_card,      accept_offer,
    reject_offer, play_road_building, play_monopoly, play_year_of_plenty,
    bank_trade,   discard_card,       build_road,    build_settlement,
    build_city,   move_robber,        play_knight,   trade_with_player};

void list(const Catan& game, const Choices& own, ActionList& out) {
  out.clear();
  const std::uint64_t types = types_of(game, own);
  const Lister lister{game, own, out};
  for (const int type : by_number)
    if (types >> type & 1) lister.of_type(type);
  // The second numbers of roads come after all others.
  if (game.rules().program_listing && (types & bit(build_road))) std::ranges::sort(out);
}

}  // namespace

void Catan::legal(const State& state, ActionList& out) const {
  list(*this, choices_of(state, seats(), perfect_information()), out);
}

void Catan::legal(const View& view, ActionList& out) const {
  list(*this, choices_of(view, seats(), perfect_information()), out);
}

Action Catan::sample_legal(const State& state, Rng& rng) const {
  static thread_local ActionList actions;
  legal(state, actions);
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

std::uint64_t Catan::legal_type_bits(const State& state) const {
  return types_of(*this, choices_of(state, seats(), perfect_information()));
}

std::vector<int> Catan::legal_types(const State& state) const {
  std::vector<int> types;
  for (std::uint64_t rest = legal_type_bits(state); rest != 0; rest &= rest - 1)
    types.push_back(std::countr_zero(rest));
  return types;
}

void Catan::legal_of_type(const State& state, int type, ActionList& out) const {
  out.clear();
  const Choices own = choices_of(state, seats(), perfect_information());
  if (types_of(*this, own) >> type & 1) Lister{*this, own, out}.of_type(type);
}

Action Catan::sample_of_type(const State& state, int type, Rng& rng) const {
  const Table& table = state.table;
  const int seat = table.acting;
  switch (type) {
    case end_turn:
      return action::end;
    case roll_dice:
      return action::roll;
    case buy_card:
      return action::buy;
    case accept_offer:
      return action::accept;
    case reject_offer:
      return action::reject;
    case play_road_building:
      return action::road_building;
    case build_road: {
      const EdgeSet sites = table.phase == setting_road
                                ? geometry.edges_at[table.placed].without(table.all_roads())
                                : table.road_sites[seat];
      const int once = sites.size();
      if (!rules_.program_listing || table.phase == setting_road)
        return action::road(nth(sites, any(once, rng)));
      const EdgeSet again = sites_from_both_ends(table, seat);
      const auto drawn = static_cast<int>(any(once + again.size(), rng));
      return drawn < once ? action::road(nth(sites, static_cast<std::uint32_t>(drawn)))
                          : road_again(nth(again, static_cast<std::uint32_t>(drawn - once)));
    }
    case build_settlement: {
      const VertexSet sites =
          table.phase == setting_settlement ? table.open.word : table.settlement_sites(seat);
      return action::settlement(nth(sites, any(count(sites), rng)));
    }
    case build_city: {
      const VertexSet sites = table.settlements[seat].word;
      return action::city(nth(sites, any(count(sites), rng)));
    }
    case play_monopoly:
      return action::monopoly(static_cast<int>(any(resource_count, rng)));
    case discard_card: {
      const unsigned held = state.hands[seat].held();
      return action::discard(nth(held, any(count(held), rng)));
    }
    case bank_trade: {
      const unsigned stock = ~static_cast<unsigned>(table.no_stock) & 0x1f;
      const unsigned give = state.hands[seat].at_least(bank_rates[table.port_kinds[seat]]);
      if (table.no_stock != 0) break;  // what can be taken depends on what is given
      const int given = nth(give, any(count(give), rng));
      return action::bank(given, nth(stock & ~(1U << given), any(resource_count - 1, rng)));
    }
    case play_knight:
    case move_robber: {
      const Robberies found = robberies(choices_of(state, seats(), perfect_information()));
      return (type == play_knight ? action::first_knight : action::first_robber) +
             found.list[any(found.count, rng)];
    }
    case trade_with_player: {
      if (rules_.exchange == Exchange::drawn) return offer_to(seat, 0);
      // Offers are many and often a good part of them is legal: draw until one is. Drawing from
      // the list is as likely to give each of them, and never takes long.
      const Choices own = choices_of(state, seats(), perfect_information());
      const auto count = static_cast<int>(trades_.size());
      const bool counter = table.phase == answering;
      for (int tries = 0; tries < 32; ++tries) {
        const auto drawn = static_cast<int>(any(count * (counter ? 1 : seats() - 1), rng));
        const int other = counter ? table.offerer : (seat + 1 + drawn / count) % seats();
        const Trade& trade = trades_[static_cast<std::size_t>(drawn % count)];
        if (own.hand.covers(trade.give) && own.may_have(other, trade.want))
          return offer_to(other, drawn % count);
      }
      break;
    }
    default:
      break;
  }
  static thread_local ActionList actions;
  legal_of_type(state, type, actions);
  return actions[any(static_cast<int>(actions.size()), rng)];
}

}  // namespace otherminds::catan
