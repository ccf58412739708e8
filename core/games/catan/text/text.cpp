// What people read: actions, outcomes, the table.
#include "games/catan/catan.hpp"
#include "games/catan/text/drawing.hpp"

namespace otherminds::catan {

namespace {

std::string number(int value) { return std::to_string(value); }
std::string seat_text(int seat) { return "seat " + number(seat); }

std::string cards_text(int count, std::string_view name) {
  return (count == 1 ? "" : number(count) + " ") + std::string(name);
}

std::string joined(const std::string& text, const std::string& more, std::string_view between) {
  return text.empty() ? more : text + std::string(between) + more;
}

// "2 clay + ore", or "nothing". `backwards` names the last resource first.
std::string hand_text(Hand hand, std::string_view between = " + ", bool backwards = false) {
  std::string text;
  for (int i = 0; i < resource_count; ++i) {
    const int resource = backwards ? resource_count - 1 - i : i;
    if (hand[resource] > 0)
      text = joined(text, cards_text(hand[resource], resource_names[resource]), between);
  }
  return text.empty() ? "nothing" : text;
}

std::string card_text(const CardCounts& cards) {
  std::string text;
  for (std::size_t kind = 0; kind < cards.size(); ++kind)
    if (cards[kind] > 0) text = joined(text, cards_text(cards[kind], card_names[kind]), ", ");
  return text;
}

std::string road_text(int edge) {
  const auto [from, to] = geometry.edge_vertices[edge];
  return number(from) + "-" + number(to);
}

std::string robbery_text(const std::string& verb, Action action) {
  const auto [hex, victim] = action::robbery_of(action);
  return verb + " to hex " + number(hex) +
         (victim == nothing ? "" : " and steal from " + seat_text(victim));
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

// Whose turn it is and what is to be done now.
std::string situation(const Catan& game, const Table& table) {
  const std::string current = seat_text(table.current);
  const std::string acting = seat_text(table.acting);
  if (table.phase == over)
    return table.winner == nothing
               ? "nobody has won in " + number(table.turn) + " turns"
               : seat_text(table.winner) + " has won in turn " + number(table.turn + 1);
  if (table.phase == setting_settlement) return acting + " places a settlement";
  if (table.phase == setting_road) return acting + " places a road at " + number(table.placed);
  std::string text = "turn " + number(table.turn + 1) + ", " + current;
  if (table.roll > 0) text += " rolled " + number(table.roll);
  switch (table.phase) {
    case discarding:
    case losing:
      return text + ", " + acting + " loses " + number(table.discards[table.acting]) + " cards";
    case robbing:
      return text + " and moves the robber";
    case stealing:
      return text + " and steals from " + seat_text(table.victim);
    case drawing:
      return text + " and draws a card";
    case free_road:
      return text + ", roads for nothing: " + number(table.free_roads);
    case answering: {
      const Trade& trade = game.trades()[static_cast<std::size_t>(table.offer)];
      return text + ", " + seat_text(table.offerer) + " offers " + acting + " " +
             hand_text(trade.give) + " for " + hand_text(trade.want);
    }
    default:
      return text;
  }
}

std::string ports_text(const Table& table, int seat) {
  std::string text;
  for (int kind = 0; kind < port_kinds; ++kind)
    if (table.has_port(seat, kind))
      text = joined(text, kind == any_resource ? "any" : std::string(resource_names[kind]), ", ");
  return text;
}

// A row for each seat with what everybody sees.
std::string seats_text(const Catan& game, const Table& table, const BySeat<int>& hand_sizes) {
  std::string text =
      "               points  cards  unplayed  knights  road  left: roads, settlements, cities";
  for (int seat = 0; seat < game.seats(); ++seat) {
    std::string name = seat_text(seat) + " " + std::string(colours[static_cast<std::size_t>(seat)]);
    name.resize(15, ' ');
    text += "\n" + name + padded(number(table.points[seat]), 6) +
            padded(number(hand_sizes[seat]), 7) + padded(number(table.cards[seat]), 10) +
            padded(number(table.knights(seat)), 9) + padded(number(table.road_lengths[seat]), 6) +
            padded(number(table.roads_left(seat)), 7) + ", " +
            number(table.settlements_left(seat)) + ", " + number(table.cities_left(seat));
    if (table.longest_road == seat) text += "; longest road";
    if (table.largest_army == seat) text += "; largest army";
    const std::string ports = ports_text(table, seat);
    if (!ports.empty()) text += "; ports " + ports;
  }
  return text;
}

std::string holdings(const std::string& who, Hand hand, const CardCounts& held) {
  const std::string cards = card_text(held);
  return "\n" + who + " " + hand_text(hand, ", ") + (cards.empty() ? "" : "; cards: " + cards);
}

std::string table_text(const Catan& game, const Table& table, const BySeat<int>& hand_sizes) {
  std::string text = board_text(table) +
                     "ports give one card for two of what they name, or three of any\n" +
                     situation(game, table) + "\n" + seats_text(game, table, hand_sizes) + "\n" +
                     number(table.deck_size) + " development cards are left";
  std::string missing;
  for (int resource = 0; resource < resource_count; ++resource)
    if (table.no_stock >> resource & 1)
      missing = joined(missing, std::string(resource_names[resource]), ", ");
  return text + (missing.empty() ? "" : ", and no " + missing);
}

}  // namespace

std::string Catan::action_text(Action action) const {
  switch (type_of(action)) {
    case build_road:
      return "build road " + road_text(edge_of(action)) +
             (action >= first_road_again_ ? " from its other end" : "");
    case build_settlement:
      return "build settlement at " + number(action - action::first_settlement);
    case build_city:
      return "build city at " + number(action - action::first_city);
    case buy_card:
      return "buy card";
    case bank_trade: {
      const auto [give, take] = action::bank_trade_of(action);
      return "trade " + std::string(resource_names[give]) + " with the bank for " +
             std::string(resource_names[take]);
    }
    case play_knight:
      return robbery_text("play knight", action);
    case play_monopoly:
      return "play monopoly on " + std::string(resource_names[action - action::first_monopoly]);
    case play_year_of_plenty:
      return "play year of plenty for " + hand_text(hand_of(pairs[action - action::first_plenty]));
    case play_road_building:
      return "play road building";
    case end_turn:
      return "end turn";
    case roll_dice:
      return "roll";
    case discard_card:
      return "discard " + std::string(resource_names[action - action::first_discard]);
    case move_robber:
      return robbery_text("move robber", action);
    case accept_offer:
      return "accept";
    case reject_offer:
      return "reject";
    default: {
      const Trade& trade = trade_of(action);
      if (rules_.exchange == Exchange::drawn && &trade == trades_.data())
        return "draw an exchange as " + seat_text(recipient_of(action));
      return "offer " + hand_text(trade.give, " + ", trade.reversed) + " to " +
             seat_text(recipient_of(action)) + " for " +
             hand_text(trade.want, " + ", trade.reversed);
    }
  }
}

std::string Catan::outcome_text(Action outcome) const {
  if (outcome < outcome::first_stolen) return "rolled " + number(outcome + 2);
  if (outcome < outcome::first_lost)
    return "stole " + std::string(resource_names[outcome - outcome::first_stolen]);
  if (outcome < outcome::first_drawn)
    return "lost " + std::string(resource_names[outcome - outcome::first_lost]);
  if (outcome < outcome::first_exchange)
    return "drew " + std::string(card_names[outcome - outcome::first_drawn]);
  const int rest = outcome - outcome::first_exchange;
  const Trade trade = outcome::exchange_of(rest % outcome::exchanges);
  return "exchanged " + hand_text(trade.give) + " for " + hand_text(trade.want) + " with " +
         seat_text(rest / outcome::exchanges);
}

std::string Catan::text(const State& state) const {
  BySeat<int> sizes{};
  for (int seat = 0; seat < seats(); ++seat) sizes[seat] = state.hands[seat].size();
  std::string text = table_text(*this, state.table, sizes);
  for (int seat = 0; seat < seats(); ++seat)
    text += holdings(seat_text(seat) + " holds", state.hands[seat], state.held[seat]);
  if (!rules_.unlimited_bank) text += "\nthe bank has " + hand_text(state.bank, ", ");
  return text;
}

std::string Catan::text(const View& view) const {
  BySeat<int> sizes{};
  for (int seat = 0; seat < seats(); ++seat) sizes[seat] = view.hand_sizes[seat];
  std::string text = table_text(*this, view.table, sizes);
  if (rules_.hidden == Hidden::nothing) {
    for (int seat = 0; seat < seats(); ++seat)
      if (seat != view.seat)
        text += holdings(seat_text(seat) + " holds", view.hands[seat], view.held[seat]);
  }
  text +=
      holdings("you are " + seat_text(view.seat) + " and hold", view.hand(), view.held[view.seat]);
  if (view.table.current == view.seat && total(view.fresh) > 0)
    text += ", not to be played now: " + card_text(view.fresh);
  if (view.held[view.seat][victory_point] > 0) text += "; points: " + number(points(view));
  return text;
}

}  // namespace otherminds::catan
