#include "games/catan/players/stac/mind.hpp"

#include <algorithm>

#include "games/catan/players/stac/trading.hpp"

namespace otherminds::catan::stac {

Exchanges::Exchanges(const Catan& game) : places_(game.trades().size(), nothing) {
  for (std::size_t i = 0; i < game.trades().size(); ++i) {
    const Trade& trade = game.trades()[i];
    if (trade.give.size() + trade.want.size() > 3) continue;
    if (trade.reversed) {  // the same as the one before it
      places_[i] = places_[i - 1];
      continue;
    }
    places_[i] = size();
    numbers_.push_back(static_cast<int>(i));
  }
}

Knights knights_of(const View& view, int seat) {
  const int fresh = seat == view.table.current ? view.fresh[knight] : 0;
  return {view.held[seat][knight] - fresh, fresh};
}

Planner planner_of(const Settings& settings, const Mind& mind) {
  if (settings.planner != Planner::mixed) return settings.planner;
  return mind.smart ? Planner::smart : Planner::fast;
}

bool knight_due(const View& view) {
  const Table& table = view.table;
  const Knights knights = knights_of(view, view.seat);
  if (table.card_played || knights.unplayed == 0) return false;
  if (table.phase == beginning)
    return (table.buildings(view.seat) & geometry.hex_corners[table.robber]) != 0;
  return table.phase == playing && can_take_army(table, view.seat, knights);
}

bool has_place(const Table& table, int seat, Building building) {
  switch (building.piece) {
    case road_piece:
      return table.roads_left(seat) > 0 && table.road_sites[seat].has(building.place);
    case settlement_piece:
      return table.settlements_left(seat) > 0 &&
             (table.settlement_sites(seat) >> building.place & 1);
    case city_piece:
      return table.cities_left(seat) > 0 && (table.settlements[seat].word >> building.place & 1);
    default:
      return table.deck_size > 0;
  }
}

Hand goal_of(const Settings& settings, const Plan& plan) {
  return settings.target == Target::plan ? plan.cost() : plan.first().cost();
}

namespace {

constexpr unsigned all_resources = 0x1f;

void see_hands(const Catan& game, const View& view, Mind& mind) {
  for (int seat = 0; seat < game.seats(); ++seat)
    if (seat == view.seat || game.perfect_information()) mind.hands[seat] = view.hands[seat];
}

// Everybody is taken to sell what he has, or may have.
void expect_sales(const Catan& game, const Settings& settings, const View& view, Mind& mind) {
  for (int seat = 0; seat < game.seats(); ++seat) {
    const bool unknown = view.hand_sizes[seat] > mind.hands[seat].size();
    const bool anything = unknown && settings.offers == Offers::stac;
    mind.selling[seat] =
        static_cast<std::uint8_t>(anything ? all_resources : mind.hands[seat].held());
  }
}

void lose_unknown_card(const Settings& settings, Hand& hand) {
  if (settings.loses_sight_of_hands) {
    hand = {};
    return;
  }
  for (int resource = 0; resource < resource_count; ++resource)
    if (hand[resource] > 0) hand -= Hand::of(resource);
}

void change(Hand& hand, const std::array<int, resource_count>& by) {
  for (int resource = 0; resource < resource_count; ++resource) {
    const int now = std::clamp(hand[resource] + by[resource], 0, most_of_a_kind);
    hand += Hand::of(resource, now) - Hand::of(resource, hand[resource]);
  }
}

// Whether the numbers of an observation stand for something: it may come from anywhere.
bool possible(const Catan& game, const Observation& seen) {
  const auto below = [](int value, int end) { return value >= 0 && value < end; };
  if (seen.actor != chance && !below(seen.actor, game.seats())) return false;
  const int actions = seen.actor == chance ? game.outcome_count() : game.action_count();
  if (seen.action != hidden_action && !below(seen.action, actions)) return false;
  if (seen.facts[fact::kind] == fact::monopolized)
    return seen.actor != chance && below(seen.facts[fact::what], resource_count);
  return seen.facts[fact::kind] != fact::unknown_card ||
         below(seen.facts[fact::what], game.seats());
}

void fold_hands(const Catan& game, const Settings& settings, Mind& mind, const Observation& seen) {
  switch (seen.facts[fact::kind]) {
    case fact::known_change:
      for (int seat = 0; seat < game.seats(); ++seat)
        if (seen.facts[seat] != 0) change(mind.hands[seat], unpack_change(seen.facts[seat]));
      return;
    case fact::monopolized: {
      const int resource = seen.facts[fact::what];
      int sum = 0;
      for (int seat = 0; seat < game.seats(); ++seat) {
        if (seat == seen.actor) continue;
        sum += std::clamp(seen.facts[seat], 0, most_of_a_kind);
        mind.hands[seat] -= Hand::of(resource, mind.hands[seat][resource]);
      }
      std::array<int, resource_count> gain{};
      gain[resource] = sum;
      return change(mind.hands[seen.actor], gain);
    }
    case fact::unknown_card:
      return lose_unknown_card(settings, mind.hands[seen.facts[fact::what]]);
    default:
      return;
  }
}

// Of an exchange with this seat, what went each way.
void remember_exchange(const Catan& game, Mind& mind, const Observation& seen, int self) {
  if (seen.facts[fact::kind] != fact::known_change || seen.facts[self] == 0) return;
  const auto own = unpack_change(seen.facts[self]);
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == self || seen.facts[seat] == 0) continue;
    for (int resource = 0; resource < resource_count; ++resource) {
      const auto bit = static_cast<std::uint8_t>(1U << resource);
      if (own[resource] < 0) mind.given[seat] |= bit;
      if (own[resource] > 0) mind.taken[seat] |= bit;
    }
  }
}

bool is_building(int type) {
  return type == build_road || type == build_settlement || type == build_city || type == buy_card;
}

Building built(const Catan& game, Action action) {
  const auto at = [](Piece piece, int place) {
    return Building{static_cast<std::uint8_t>(piece), static_cast<std::int8_t>(place)};
  };
  switch (game.type_of(action)) {
    case build_road:
      return at(road_piece, game.edge_of(action));
    case build_settlement:
      return at(settlement_piece, action - action::first_settlement);
    case build_city:
      return at(city_piece, action - action::first_city);
    default:
      return at(card_piece, nothing);
  }
}

// Keeps who has been asked for what. An exchange is offered to several seats, one after the other.
void fold_own_offer(const Catan& game, const Settings& settings, const Exchanges& exchanges,
                    Mind& mind, const View& now) {
  const int place = exchanges.place_of(mind.open.exchange);
  if (place == nothing) return;
  const auto bit = static_cast<std::uint8_t>(1U << mind.open.recipient);
  if (now.table.current == now.seat && now.table.counters == 0) {
    if (place != mind.asking || !(mind.to_ask & bit)) {
      const unsigned recipients =
          Trading(game, settings, exchanges, now, mind).recipients_of(place);
      mind.asking = static_cast<std::int8_t>(place);
      mind.to_ask = static_cast<std::uint8_t>(recipients | bit);
      mind.asked[static_cast<std::size_t>(place)] |= mind.to_ask;
      if (mind.offers < 255) ++mind.offers;
    }
    mind.to_ask &= static_cast<std::uint8_t>(~bit);
  }
  mind.asked[static_cast<std::size_t>(place)] |= bit;
}

void fold_own(const Catan& game, const Settings& settings, Mind& mind, Action action,
              const View& now) {
  const int type = game.type_of(action);
  if (is_building(type)) {
    mind.offers = 0;
    if (!mind.plan.empty() && mind.plan.first() == built(game, action))
      mind.plan.pop();
    else
      mind.plan.drop();
  }
  if (type == bank_trade && settings.offers == Offers::jsettlers) mind.done_trading = 1;
  if (now.table.current == now.seat) return;
  if (type == accept_offer) mind.plan.drop();
  // Only the first offer of a turn is judged by all of a plan.
  if (mind.aims[now.seat].state == Aim::known)
    mind.answer_cost = mind.aims[now.seat].building.cost();
}

void fold_offer(const Catan& game, const Settings& settings, const Exchanges& exchanges, Mind& mind,
                const Observation& seen, const View& now) {
  const Trade& trade = game.trade_of(seen.action);
  mind.selling[seen.actor] &= static_cast<std::uint8_t>(~trade.want.held());
  mind.open = {static_cast<std::int8_t>(seen.actor),
               static_cast<std::int8_t>(game.recipient_of(seen.action)),
               static_cast<std::int16_t>(&trade - game.trades().data())};
  if (seen.actor == now.seat) fold_own_offer(game, settings, exchanges, mind, now);
}

void fold_action(const Catan& game, const Settings& settings, const Exchanges& exchanges,
                 Mind& mind, const Observation& seen, const View& now) {
  switch (game.type_of(seen.action)) {
    case trade_with_player:
      if (game.rules().exchange == Exchange::offers)
        fold_offer(game, settings, exchanges, mind, seen, now);
      break;
    case accept_offer:
      remember_exchange(game, mind, seen, now.seat);
      mind.to_ask = 0;
      break;
    case reject_offer:
      if (mind.open.exchange != nothing && mind.open.recipient == seen.actor)
        mind.selling[seen.actor] &= static_cast<std::uint8_t>(
            ~game.trades()[static_cast<std::size_t>(mind.open.exchange)].want.held());
      break;
    default:
      break;
  }
  if (seen.actor == now.seat) fold_own(game, settings, mind, seen.action, now);
}

// ---- thinking ----

class Thinking {
 public:
  Thinking(const Catan& game, const Settings& settings, const View& view, Mind& mind)
      : game_(game), settings_(settings), view_(view), mind_(mind) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      // Where nothing is hidden, neither are the points of others.
      points_[seat] = view.table.points[seat] + view.held[seat][victory_point];
      knights_[seat] = knights_of(view, seat);
    }
  }

  void look_ahead(bool awards) {
    const BySeat<int> rolls = forecast(game_, settings_, view_.table, points_, knights_, awards);
    for (int seat = 0; seat < game_.seats(); ++seat)
      mind_.win_rolls[seat] = static_cast<std::uint16_t>(std::min(rolls[seat], Mind::never - 1));
  }

  void plan() {
    if (!mind_.plan.empty() || view_.hand().size() <= 1) return;
    const Planner planner = planner_of(settings_, mind_);
    if (!settings_.stale_forecasts || planner == Planner::smart) look_ahead(true);
    mind_.plan = plan_for(view_.seat, planner);
  }

  void guess(int seat) {
    Aim& aim = mind_.aims[seat];
    if (aim.state != Aim::unknown) return;
    const Planner planner =
        settings_.others == Guess::same ? planner_of(settings_, mind_) : Planner::fast;
    const Plan plan = plan_for(seat, planner);
    aim.state = plan.empty() ? Aim::none : Aim::known;
    if (plan.empty()) return;
    aim.building = plan.first();
    if (seat == view_.seat)
      mind_.answer_cost = settings_.offers == Offers::stac ? plan.cost() : plan.first().cost();
  }

 private:
  Plan plan_for(int seat, Planner planner) const {
    const Table& table = view_.table;
    const bool road_card = seat == view_.seat && table.current == seat && !table.card_played &&
                           view_.held[seat][road_building] > view_.fresh[road_building];
    return make_plan(
        {game_, settings_, table, seat, mind_.hands[seat], points_, knights_, road_card}, planner);
  }

  const Catan& game_;
  const Settings& settings_;
  const View& view_;
  Mind& mind_;
  BySeat<int> points_{};
  BySeat<Knights> knights_{};
};

}  // namespace

Mind Mind::in_turn(std::uint16_t now) const {
  Mind next;
  next.marked = marked;
  next.exchanges = exchanges;
  next.turn = now;
  next.smart = smart;
  next.hands = hands;
  next.win_rolls = win_rolls;
  next.selling = selling;
  return next;
}

Mind new_mind(const Catan& game) {
  Mind mind;
  mind.marked = Mind::mark;
  mind.exchanges = static_cast<std::uint16_t>(game.trades().size());
  return mind;
}

Mind mind_of(const Catan& game, const Settings& settings, const View& view, const Memory& memory) {
  Mind mind = memory.load<Mind>();
  const bool fits = mind.marked == Mind::mark && mind.exchanges == game.trades().size();
  if (!fits) mind = new_mind(game);
  see_hands(game, view, mind);
  if (fits && mind.turn == view.table.turn) return mind;
  mind = mind.in_turn(view.table.turn);
  expect_sales(game, settings, view, mind);
  return mind;
}

void fold(const Catan& game, const Settings& settings, const Exchanges& exchanges, Mind& mind,
          const Observation& seen, const View& now) {
  if (!possible(game, seen)) return;
  fold_hands(game, settings, mind, seen);
  see_hands(game, now, mind);
  if (now.table.turn != mind.turn) {
    mind = mind.in_turn(now.table.turn);
    expect_sales(game, settings, now, mind);
    return;
  }
  if (seen.actor >= 0 && seen.action != hidden_action)
    fold_action(game, settings, exchanges, mind, seen, now);
  const bool roll = seen.actor == chance && seen.action >= 0 && seen.action < roll_kinds;
  if (roll) expect_sales(game, settings, now, mind);
}

void prepare(const Catan& game, const Settings& settings, const View& view, Mind& mind) {
  if (view.actor != view.seat) return;
  const Table& table = view.table;
  Thinking thinking(game, settings, view, mind);
  switch (table.phase) {
    case discarding:
      return thinking.plan();
    case robbing:
      return thinking.look_ahead(!settings.stale_forecasts);
    case beginning:
      if (knight_due(view)) thinking.look_ahead(!settings.stale_forecasts);
      return;
    case playing:
      if (knight_due(view)) return thinking.look_ahead(!settings.stale_forecasts);
      if (!mind.plan.empty() && !has_place(table, view.seat, mind.plan.first())) mind.plan.drop();
      thinking.plan();
      if (mind.plan.empty() || view.hand().covers(goal_of(settings, mind.plan))) return;
      for (int seat = 0; seat < game.seats(); ++seat)
        if (seat != view.seat) thinking.guess(seat);
      return;
    case answering:
      thinking.guess(table.offerer);
      if (table.current != view.seat && settings.fast_answers) thinking.guess(view.seat);
      return thinking.plan();
    default:
      return;
  }
}

}  // namespace otherminds::catan::stac
