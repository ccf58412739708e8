// What actions consist of. Cards that somebody chooses are counted by resource; places are the
// numbers of the board; the seat to steal from may be nobody's.
#include "games/catan/catan.hpp"

namespace otherminds::catan {

namespace {

Value named(int resource) { return {std::string(resource_names[resource])}; }

Value counted(Hand hand) {
  Value::Members counts;
  for (int resource = 0; resource < resource_count; ++resource)
    if (hand[resource] > 0)
      counts.emplace_back(std::string(resource_names[resource]), Value{hand[resource]});
  return {std::move(counts)};
}

Value::Members robbery_parts(Action action) {
  const auto [hex, victim] = action::robbery_of(action);
  return {{"hex", {hex}},
          {"from", victim == nothing ? Value{std::string("nobody")} : Value{victim}}};
}

}  // namespace

// Where the program of Dobre lists an action twice, `again` tells the second one.
Value::Members Catan::action_parts(Action action) const {
  Value::Members parts;
  bool again = false;
  switch (type_of(action)) {
    case build_road: {
      const auto [from, to] = geometry.edge_vertices[edge_of(action)];
      again = action >= first_road_again_;
      parts = {{"edge", {Value::List{{int{from}}, {int{to}}}}}};
      break;
    }
    case trade_with_player: {
      const Trade& trade = trade_of(action);
      // A drawn exchange names no cards: what changes hands, and with whom, is up to chance.
      const bool drawn = rules_.exchange == Exchange::drawn && &trade == trades_.data();
      again = trade.reversed;
      parts = {{"give", counted(drawn ? Hand{} : trade.give)},
               {"get", counted(drawn ? Hand{} : trade.want)},
               {"to", {recipient_of(action)}}};
      break;
    }
    case build_settlement:
      return {{"vertex", {action - action::first_settlement}}};
    case build_city:
      return {{"vertex", {action - action::first_city}}};
    case bank_trade: {
      const auto [give, take] = action::bank_trade_of(action);
      return {{"give", named(give)}, {"get", named(take)}};
    }
    case play_knight:
    case move_robber:
      return robbery_parts(action);
    case play_monopoly:
      return {{"resource", named(action - action::first_monopoly)}};
    case play_year_of_plenty:
      return {{"get", counted(hand_of(pairs[action - action::first_plenty]))}};
    case discard_card:
      return {{"resource", named(action - action::first_discard)}};
    default:
      return {};
  }
  if (rules_.program_listing) parts.emplace_back("again", Value{again});
  return parts;
}

}  // namespace otherminds::catan
