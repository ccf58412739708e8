// The numbers of actions and outcomes. Offers come last, because how many there are is an option.
#pragma once

#include <array>
#include <string_view>

#include "engine/game.hpp"
#include "games/catan/rules/state.hpp"
#include "games/catan/rules/trades.hpp"

namespace otherminds::catan {

// The first eleven are the choices of a turn (Dobre 2018, 2.5).
enum ActionType : int {
  build_road,
  build_settlement,
  build_city,
  buy_card,
  trade_with_player,
  bank_trade,
  play_knight,
  play_monopoly,
  play_year_of_plenty,
  play_road_building,
  end_turn,
  roll_dice,
  discard_card,
  move_robber,
  accept_offer,
  reject_offer,
};
inline constexpr int type_count = 16;
inline constexpr int turn_types = 11;
inline constexpr std::array<std::string_view, type_count> type_names = {
    "build road",  "build settlement", "build city",     "buy card",      "trade",    "bank trade",
    "play knight", "play monopoly",    "year of plenty", "road building", "end turn", "roll",
    "discard",     "move robber",      "accept",         "reject"};

namespace action {
inline constexpr Action roll = 0;
inline constexpr Action end = 1;
inline constexpr Action buy = 2;
inline constexpr Action accept = 3;
inline constexpr Action reject = 4;
inline constexpr Action road_building = 5;
inline constexpr Action first_monopoly = 6;                              // by resource
inline constexpr Action first_plenty = first_monopoly + resource_count;  // by pair
inline constexpr Action first_bank = first_plenty + pair_count;  // by what is given and taken
inline constexpr Action first_discard = first_bank + resource_count * (resource_count - 1);
inline constexpr Action first_road = first_discard + resource_count;  // by edge
inline constexpr Action first_settlement = first_road + edge_count;   // by vertex
inline constexpr Action first_city = first_settlement + vertex_count;
inline constexpr int victims = most_seats + 1;                     // or nobody
inline constexpr Action first_robber = first_city + vertex_count;  // by hex and victim
inline constexpr Action first_knight = first_robber + hex_count * victims;
inline constexpr Action first_offer = first_knight + hex_count * victims;  // by seat and exchange

constexpr Action monopoly(int resource) { return first_monopoly + resource; }
constexpr Action plenty(int pair) { return first_plenty + pair; }
constexpr Action bank(int give, int take) {
  return first_bank + give * (resource_count - 1) + take - (take > give ? 1 : 0);
}
constexpr Action discard(int resource) { return first_discard + resource; }
constexpr Action road(int edge) { return first_road + edge; }
constexpr Action settlement(int vertex) { return first_settlement + vertex; }
constexpr Action city(int vertex) { return first_city + vertex; }
// victim: a seat or nothing.
constexpr Action robber(int hex, int victim) {
  return first_robber + hex * victims + (victim == nothing ? most_seats : victim);
}
constexpr Action knight(int hex, int victim) {
  return first_knight + hex * victims + (victim == nothing ? most_seats : victim);
}

struct BankTrade {
  int give;
  int take;
};
constexpr BankTrade bank_trade_of(Action action) {
  const int give = (action - first_bank) / (resource_count - 1);
  const int rest = (action - first_bank) % (resource_count - 1);
  return {give, rest + (rest >= give ? 1 : 0)};
}
struct Robbery {
  int hex;
  int victim;  // or nothing
};
// Of moving the robber or playing a knight.
constexpr Robbery robbery_of(Action action) {
  const int rest = (action - first_robber) % (hex_count * victims);
  const int victim = rest % victims;
  return {rest / victims, victim == most_seats ? nothing : victim};
}
}  // namespace action

namespace outcome {
inline constexpr Action first_stolen = roll_kinds;  // before it the rolls, less 2
inline constexpr Action first_lost = first_stolen + resource_count;
inline constexpr Action first_drawn = first_lost + resource_count;
// An exchange that is drawn: with whom, then one for one, one for two, two for one.
inline constexpr Action first_exchange = first_drawn + card_kinds;
inline constexpr int singles = resource_count * resource_count;
inline constexpr int doubles = resource_count * pair_count;
inline constexpr int exchanges = singles + 2 * doubles;
inline constexpr int count = first_exchange + most_seats * exchanges;
// What is exchanged, by its number below `exchanges`; a resource may be on both sides.
Trade exchange_of(int number);
}  // namespace outcome

}  // namespace otherminds::catan
