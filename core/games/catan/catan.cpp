#include "games/catan/catan.hpp"

#include <algorithm>

#include "engine/error.hpp"
#include "games/catan/rules/steps.hpp"

namespace otherminds::catan {

namespace {

int type_by_number(Action given, Action first_road_again) {
  if (given >= first_road_again) return build_road;
  if (given >= action::first_offer) return trade_with_player;
  if (given >= action::first_knight) return play_knight;
  if (given >= action::first_robber) return move_robber;
  if (given >= action::first_city) return build_city;
  if (given >= action::first_settlement) return build_settlement;
  if (given >= action::first_road) return build_road;
  if (given >= action::first_discard) return discard_card;
  if (given >= action::first_bank) return bank_trade;
  if (given >= action::first_plenty) return play_year_of_plenty;
  if (given >= action::first_monopoly) return play_monopoly;
  constexpr std::array<int, 6> single = {roll_dice,    end_turn,     buy_card,
                                         accept_offer, reject_offer, play_road_building};
  return single[given];
}

}  // namespace

Catan::Catan(const Options& given)
    : options_(complete(given)),
      rules_(rules_of(options_)),
      trades_(list_trades(options_.trades, rules_.program_listing)),
      trade_sets_(trades_) {
  first_road_again_ = action::first_offer + most_seats * static_cast<int>(trades_.size());
  action_count_ = first_road_again_ + (rules_.program_listing ? edge_count : 0);
  for (Action action = 0; action < action_count_; ++action)
    types_.push_back(static_cast<std::uint8_t>(type_by_number(action, first_road_again_)));
}

State Catan::initial(Rng& rng) const {
  State state;
  Table& table = state.table;
  switch (rules_.board) {
    case Board::spiral:
      table.layout = spiral_layout(rng);
      break;
    case Board::beginner:
      table.layout = beginners_layout();
      break;
    case Board::shuffled:
      table.layout = shuffled_layout(rng);
      break;
    case Board::given:
      table.layout = *rules_.layout;
      break;
  }
  for (int hex = 0; hex < hex_count; ++hex)
    if (table.layout.terrain[hex] == desert) table.robber = static_cast<std::int8_t>(hex);
  table.deck_size = static_cast<std::uint8_t>(total(whole_deck));
  state.deck = whole_deck;
  for (int resource = 0; resource < resource_count; ++resource)
    state.bank += Hand::of(resource, options_.bank);
  look_at_bank(state);
  derive(table);
  return state;
}

void Catan::refill_bank(State& state) const {
  state.bank = Hand{};
  for (int resource = 0; resource < resource_count; ++resource) {
    int left = options_.bank;
    for (const Hand& hand : state.hands) left -= hand[resource];
    if (left > 0) state.bank += Hand::of(resource, left);
  }
  look_at_bank(state);
}

Returns Catan::returns(const State& state) const {
  Returns returns{};
  if (state.table.winner != nothing) returns[state.table.winner] = 1;
  return returns;
}

View Catan::view(const State& state, int seat) const {
  View view;
  view.seat = seat;
  view.actor = actor(state);
  view.table = state.table;
  for (int other = 0; other < seats(); ++other) {
    view.hand_sizes[other] = static_cast<std::uint8_t>(state.hands[other].size());
    if (other != seat && !perfect_information()) continue;
    view.hands[other] = state.hands[other];
    view.held[other] = state.held[other];
  }
  if (perfect_information()) {
    view.bank = state.bank;
    view.deck = state.deck;
  }
  if (seat == state.table.current || perfect_information()) view.fresh = state.fresh;
  // All cards that are announced can be counted; which they were, the view says.
  if (rules_.hidden == Hidden::points_shown) {
    for (int other = 0; other < seats(); ++other)
      view.held[other][victory_point] = state.held[other][victory_point];
  }
  return view;
}

std::int32_t pack_change(Hand before, Hand after) {
  std::uint32_t packed = 0;
  for (int resource = 0; resource < resource_count; ++resource)
    packed |= (static_cast<std::uint32_t>(after[resource] - before[resource]) & 63U)
              << (6 * resource);
  return static_cast<std::int32_t>(packed);
}

std::array<int, resource_count> unpack_change(std::int32_t packed) {
  std::array<int, resource_count> change{};
  for (int resource = 0; resource < resource_count; ++resource) {
    const int bits = static_cast<int>(static_cast<std::uint32_t>(packed) >> (6 * resource) & 63U);
    change[resource] = bits < 32 ? bits : bits - 64;
  }
  return change;
}

Observation Catan::observe(const State& before, Action action, const State& after, int seat) const {
  const Table& table = before.table;
  Observation seen{actor(before), action, {}};
  const bool open = perfect_information();
  const bool own = seat == table.acting;
  switch (table.phase) {
    case discarding:
    case losing:
      if (open || own) break;
      seen.action = hidden_action;
      seen.facts[fact::kind] = fact::unknown_card;
      seen.facts[fact::what] = table.acting;
      seen.facts[fact::to] = nothing;
      return seen;
    case stealing:
      if (open || own || seat == table.victim) break;
      seen.action = hidden_action;
      seen.facts[fact::kind] = fact::unknown_card;
      seen.facts[fact::what] = table.victim;
      seen.facts[fact::to] = table.acting;
      return seen;
    case drawing:
      if (!open && !own &&
          !(rules_.hidden == Hidden::points_shown &&
            action == outcome::first_drawn + victory_point))
        seen.action = hidden_action;
      return seen;
    default:
      break;
  }
  if (before.hands == after.hands) return seen;
  if (seen.actor >= 0 && type_of(action) == play_monopoly) {
    const int resource = action - action::first_monopoly;
    seen.facts[fact::kind] = fact::monopolized;
    seen.facts[fact::what] = resource;
    for (int other = 0; other < seats(); ++other)
      if (other != table.acting)
        seen.facts[other] = before.hands[other][resource] - after.hands[other][resource];
    return seen;
  }
  seen.facts[fact::kind] = fact::known_change;
  for (int other = 0; other < seats(); ++other)
    seen.facts[other] = pack_change(before.hands[other], after.hands[other]);
  return seen;
}

std::shared_ptr<const Catan> Catan::variant(const Value& changes) const {
  static const std::vector<std::string> free = {
      "exchange", "offers", "counters", "drawn_discards", "before_roll", "wins", "trades"};
  if (const auto* members = std::get_if<Value::Members>(&changes.data)) {
    for (const auto& [name, value] : *members)
      if (std::ranges::find(free, name) == free.end())
        throw Error(ErrorKind::option, unknown_name("option of roll-outs of Catan", name, free));
  }
  Options options = options_;
  from_value(changes, options, ErrorKind::option, "The rules of roll-outs", true);
  // An offer that awaits an answer is known by its place in the list of exchanges.
  if (!trades_.empty() && options.trades != options_.trades)
    throw Error(ErrorKind::option,
                "Roll-outs of Catan can have other trades only where players may not trade at all: "
                "trades='none', not '" +
                    options_.trades + "'.");
  if (options.exchange != "offers") options.hidden = "nothing";
  return std::make_shared<Catan>(options);
}

bool Catan::refused(const View& view, Action action, const View& now) const {
  return is_offer(action) && view.table.phase == playing && now.table.phase == playing &&
         view.table.current == view.seat && now.table.turn == view.table.turn &&
         now.table.offers == view.table.offers + 1 && now.hands[now.seat] == view.hands[view.seat];
}

int Catan::trade_index(Hand give, Hand want) const {
  for (std::size_t i = 0; i < trades_.size(); ++i)
    if (trades_[i].give == give && trades_[i].want == want) return static_cast<int>(i);
  return nothing;
}

}  // namespace otherminds::catan
