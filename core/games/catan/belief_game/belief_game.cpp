#include "games/catan/belief_game/belief_game.hpp"

#include <algorithm>
#include <utility>

#include "engine/error.hpp"
#include "games/catan/belief_game/believed.hpp"

namespace otherminds::catan {

BeliefGame::BeliefGame(const Catan& game, const Value& options, bool light) : game_(&game) {
  from_value(options, options_, ErrorKind::option, "belief game option", true);
  if (light)
    throw Error(ErrorKind::option,
                "The belief game of catan has no light determinization: leave out light.");
}

std::shared_ptr<const BeliefGame> BeliefGame::variant(const Value& changes) const {
  return std::shared_ptr<const BeliefGame>(new BeliefGame(game_->variant(changes), options_));
}

BeliefGame::Belief BeliefGame::project(const catan::Belief& belief, Rng& rng) const {
  Belief result;
  State& state = result.start;
  const catan::View& view = belief.view;
  state.planner = static_cast<std::uint8_t>(view.seat);
  state.position = game_->sample(belief, rng);
  state.settled = game_->perfect_information();
  if (state.settled) return result;
  state.position.held = view.held;
  state.position.fresh = view.fresh;
  state.cards = belief.cards;
  state.position.deck = state.cards.pool;
  // Victory points that were shown in this turn, as far as its new cards cannot be unseen ones.
  const int buyer = view.table.current;
  if (buyer != view.seat)
    state.position.fresh[victory_point] = static_cast<std::uint8_t>(
        std::max(0, view.table.bought - static_cast<int>(state.cards.cards[buyer])));
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat == view.seat) continue;
    state.hands[seat] = FewHands(belief.hands[seat], rng);
    represent(state, seat);
  }
  return result;
}

int BeliefGame::actor(const State& state) const {
  if (state.pending != none || hides_discard(state)) return chance;
  return game_->actor(state.position);
}

// Whether somebody else has to discard.
bool BeliefGame::hides_discard(const State& state) const {
  const Table& table = state.position.table;
  return !state.settled && table.acting != state.planner &&
         (table.phase == discarding || table.phase == losing);
}

bool BeliefGame::hides_theft(const State& state) const {
  const Table& table = state.position.table;
  return !state.settled && table.phase == stealing && table.acting != state.planner &&
         table.victim != state.planner;
}

bool BeliefGame::hides_draw(const State& state) const {
  const Table& table = state.position.table;
  return !state.settled && table.phase == drawing && table.acting != state.planner;
}

// How many of a seat's unseen cards were bought in this turn.
int BeliefGame::fresh_unseen(const State& state, int seat) const {
  const Table& table = state.position.table;
  if (seat != table.current) return 0;
  return std::max(0, table.bought - state.position.fresh[victory_point]);
}

// ---- what is done ----

// The position gets a hand that is possible.
void BeliefGame::represent(State& state, int seat) const {
  state.position.hands[seat] = state.hands[seat].first();
}

// A seat shows that it has these cards.
void BeliefGame::show(State& state, int seat, Hand cards) const {
  if (seat == state.planner || cards.word() == 0) return;
  state.hands[seat].keep(cards);
  if (!state.position.hands[seat].covers(cards)) represent(state, seat);
}

// A step of the game that everybody sees; what is possible follows. From one seat a card of a kind
// may be drawn by it.
void BeliefGame::follow(State& state, Action given, int drawn_from, int drawn) const {
  const BySeat<Hand> before = state.position.hands;
  game_->apply(state.position, given);
  for (int seat = 0; seat < seats(); ++seat) {
    const Hand after = state.position.hands[seat];
    if (seat == state.planner || after == before[seat]) continue;
    if (seat == drawn_from)
      state.hands[seat].lose(drawn);
    else
      state.hands[seat].follow(before[seat], after);
  }
}

void BeliefGame::apply(State& state, Action given) const {
  if (state.settled) return game_->apply(state.position, given);
  if (state.pending != none)
    resolve(state, given);
  else if (actor(state) == chance)
    happen(state, given);
  else
    act(state, given);
  if (state.pending == none) look_for_winner(state);
}

// Whoever could have won now with cards that nobody sees.
void BeliefGame::look_for_winner(State& state) const {
  const catan::State& position = state.position;
  const Table& table = position.table;
  if (table.phase == over || table.phase == setting_settlement || table.phase == setting_road)
    return;
  if (game_->rules().actor_wins && table.phase == stealing) return;
  const int seat = game_->rules().actor_wins ? table.acting : table.current;
  if (seat == state.planner || state.cards.cards[seat] == 0) return;
  const int lacks = game_->options().points - Catan::points(position, seat);
  if (lacks > state.cards.highest(seat)) return;
  state.pending = verdict;
  state.candidate = static_cast<std::uint8_t>(seat);
}

// What chance decided beside the game's own.
void BeliefGame::resolve(State& state, Action given) const {
  Table& table = state.position.table;
  const int seat = state.candidate;
  if (state.pending == verdict) {
    state.pending = none;
    if (given == believed::won) {
      table.phase = over;
      table.winner = static_cast<std::int8_t>(seat);
      return;
    }
    const int lacks = game_->options().points - Catan::points(state.position, seat);
    state.cards.points[seat].at_most(lacks - 1);
    state.cards.prepare();
    return;
  }
  const int resource = state.monopoly - action::first_monopoly;
  state.hands[seat].count(resource, given - believed::first_count);
  represent(state, seat);
  count_on(state, seat + 1);
}

// Counts what the next seat loses by a monopoly, or plays it when all is known.
void BeliefGame::count_on(State& state, int from) const {
  const int resource = state.monopoly - action::first_monopoly;
  for (int seat = from; seat < seats(); ++seat) {
    if (seat == state.planner || seat == state.position.table.acting) continue;
    const FewHands& hands = state.hands[seat];
    if (hands.least()[resource] == hands.most()[resource]) continue;
    state.pending = counting;
    state.candidate = static_cast<std::uint8_t>(seat);
    return;
  }
  const Action given = state.monopoly;
  state.pending = none;
  state.monopoly = 0;
  play(state, given);
}

// Another seat that plays a card has one fewer that nobody knows.
void BeliefGame::play(State& state, Action given) const {
  const int seat = state.position.table.acting;
  const int card = card_of(type_of(given));
  if (card != nothing && seat != state.planner) {
    state.position.held[seat][card] = 1;
    state.cards.points[seat].play(state.cards.cards[seat]);
    --state.cards.cards[seat];
    --state.cards.pool[card];
    state.cards.prepare();
  }
  follow(state, given);
}

void BeliefGame::act(State& state, Action given) const {
  const Table& table = state.position.table;
  const int seat = table.acting;
  const int type = type_of(given);
  if (type == accept_offer) show(state, table.offerer, game_->trades()[table.offer].give);
  const Needs needs = needs_of(*game_, table, given);
  show(state, seat, needs.own);
  if (game_->rules().exchange == Exchange::immediate && needs.other != nothing)
    show(state, needs.other, needs.others);
  if (type == play_monopoly) {
    state.monopoly = given;
    return count_on(state, 0);
  }
  play(state, given);
}

void BeliefGame::happen(State& state, Action given) const {
  const Table& table = state.position.table;
  switch (table.phase) {
    case discarding:
    case losing: {
      if (table.acting == state.planner) return follow(state, given);
      if (given == believed::unseen) return discard_unseen(state);
      const int resource = given - outcome::first_lost;
      show(state, table.acting, Hand::of(resource));
      return follow(state, table.phase == losing ? given : action::discard(resource), table.acting,
                    resource);
    }
    case stealing: {
      if (given == believed::unseen) return steal_unseen(state);
      const int resource = given - outcome::first_stolen;
      const int victim = table.victim;
      show(state, victim, Hand::of(resource));
      return follow(state, given, victim == state.planner ? nothing : victim, resource);
    }
    case drawing: {
      if (given == believed::unseen) return draw_unseen(state);
      const int kind = given - outcome::first_drawn;
      follow(state, given);
      --state.cards.pool[kind];
      --state.cards.deck;
      state.cards.prepare();
      return;
    }
    case exchanging:
      return exchange(state, given);
    default:
      return follow(state, given);
  }
}

// The bank gets the card that is likeliest.
void BeliefGame::discard_unseen(State& state) const {
  catan::State& position = state.position;
  const int seat = position.table.acting;
  const Shares shares = state.hands[seat].shares();
  int likeliest = 0;
  for (int resource = 1; resource < resource_count; ++resource)
    if (shares[resource] > shares[likeliest]) likeliest = resource;
  if (position.hands[seat][likeliest] == 0) {
    FewHands with = state.hands[seat];
    with.keep(Hand::of(likeliest));
    position.hands[seat] = with.first();
  }
  game_->apply(position, position.table.phase == losing ? outcome::first_lost + likeliest
                                                        : action::discard(likeliest));
  state.hands[seat].lose_unseen();
  represent(state, seat);
}

void BeliefGame::steal_unseen(State& state) const {
  catan::State& position = state.position;
  const int thief = position.table.acting;
  const int victim = position.table.victim;
  const Shares shares = state.hands[victim].shares();
  const Hand mine = position.hands[victim];
  int some = 0;
  while (mine[some] == 0) ++some;
  game_->apply(position, outcome::first_stolen + some);
  state.hands[thief].gain_unseen(shares);
  state.hands[victim].lose_unseen();
  represent(state, thief);
  represent(state, victim);
}

void BeliefGame::draw_unseen(State& state) const {
  catan::State& position = state.position;
  const int seat = position.table.acting;
  const CardCounts held = position.held[seat];
  const CardCounts fresh = position.fresh;
  const CardCounts deck = position.deck;
  position.deck[knight] = 1;
  game_->apply(position, outcome::first_drawn + knight);
  position.held[seat] = held;
  position.fresh = fresh;
  position.deck = deck;
  --state.cards.deck;
  ++state.cards.cards[seat];
  if (game_->rules().hidden != Hidden::points_shown) state.cards.points[seat].buy();
  state.cards.prepare();
}

// Cards are drawn one by one from both hands and seen.
void BeliefGame::exchange(State& state, Action given) const {
  catan::State& position = state.position;
  const int rest = given - outcome::first_exchange;
  const Trade trade = outcome::exchange_of(rest % outcome::exchanges);
  const int giver = position.table.acting;
  const int taker = rest / outcome::exchanges;
  const auto draw = [&](int seat, Hand cards) {
    if (seat == state.planner) return;
    show(state, seat, cards);
    FewHands& hands = state.hands[seat];
    if (hands.known()) return;
    for (int resource = 0; resource < resource_count; ++resource)
      for (int card = 0; card < cards[resource]; ++card) hands.lose(resource);
    hands.follow(Hand{}, cards);
  };
  draw(giver, trade.give);
  draw(taker, trade.want);
  follow(state, given);
}

// ---- what chance brings ----

void BeliefGame::outcomes(const State& state, OutcomeList& out) const {
  const Table& table = state.position.table;
  out.clear();
  if (state.settled) return game_->outcomes(state.position, out);
  if (state.pending != none) return list_pending(state, out);
  const bool discards = hides_discard(state);
  if (discards || (table.phase == stealing && table.victim != state.planner)) {
    const FewHands& from = state.hands[discards ? table.acting : table.victim];
    FewHands after = from;
    bool unseen = (discards || hides_theft(state)) && after.lose_unseen();
    if (unseen && !discards) {
      after = state.hands[table.acting];
      unseen = after.gain_unseen(from.shares());
    }
    if (unseen) return out.assign(1, {believed::unseen, 1.0});
    const Shares shares = from.shares();
    for (int resource = 0; resource < resource_count; ++resource)
      if (shares[resource] > 0)
        out.push_back({(discards ? outcome::first_lost : outcome::first_stolen) + resource,
                       shares[resource]});
    return;
  }
  if (table.phase == drawing) return list_draw(state, out);
  if (table.phase == exchanging) return list_exchanges(state, out);
  game_->outcomes(state.position, out);
}

void BeliefGame::list_pending(const State& state, OutcomeList& out) const {
  const int seat = state.candidate;
  if (state.pending == verdict) {
    const auto chances = state.cards.points_of(seat);
    const int lacks = game_->options().points - Catan::points(state.position, seat);
    double wins = 0;
    for (int points = lacks; points <= PointWeights::most; ++points) wins += chances[points];
    if (wins < 1) out.push_back({believed::goes_on, 1 - wins});
    if (wins > 0) out.push_back({believed::won, wins});
    return;
  }
  const int resource = state.monopoly - action::first_monopoly;
  const FewHands& hands = state.hands[seat];
  for (int cards = hands.least()[resource]; cards <= hands.most()[resource]; ++cards) {
    const double probability = hands.has(resource, cards);
    if (probability > 0) out.push_back({believed::first_count + cards, probability});
  }
}

// The top card of the deck: a victory point as often as those that nobody holds, or any other.
void BeliefGame::list_draw(const State& state, OutcomeList& out) const {
  const UnseenCards& cards = state.cards;
  const bool points_shown = game_->rules().hidden == Hidden::points_shown;
  const bool unseen = hides_draw(state);
  if (unseen && !points_shown) return out.assign(1, {believed::unseen, 1.0});
  double points = cards.pool[victory_point];
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat == state.planner || cards.cards[seat] == 0) continue;
    const auto chances = cards.points_of(seat);
    for (int held = 1; held <= PointWeights::most; ++held) points -= held * chances[held];
  }
  const double point = std::clamp(points / cards.deck, 0.0, 1.0);
  const double others = total(cards.pool) - cards.pool[victory_point];
  for (int kind = 0; kind < card_kinds; ++kind) {
    const double probability = kind == victory_point ? point
                               : others > 0          ? (1 - point) * cards.pool[kind] / others
                                                     : 0;
    if (probability <= 0 || (unseen && kind != victory_point)) continue;
    out.push_back({outcome::first_drawn + kind, probability});
  }
  if (unseen && point < 1) out.push_back({believed::unseen, 1 - point});
}

// Over all that the two hands may be.
void BeliefGame::list_exchanges(const State& state, OutcomeList& out) const {
  const int giver = state.position.table.acting;
  std::vector<double> chances(outcome::count, 0.0);
  const auto hands_of = [&](int seat) {
    return seat == state.planner ? FewHands(state.position.hands[seat]) : state.hands[seat];
  };
  const FewHands given = hands_of(giver);
  catan::State position = state.position;
  OutcomeList found;
  for (int taker = 0; taker < seats(); ++taker) {
    if (taker == giver) continue;
    const FewHands taken = hands_of(taker);
    for (int i = 0; i < given.possible(); ++i) {
      position.hands[giver] = given.hand(i);
      for (int j = 0; j < taken.possible(); ++j) {
        position.hands[taker] = taken.hand(j);
        game_->outcomes(position, found);
        for (const Outcome& outcome : found)
          if ((outcome.id - outcome::first_exchange) / outcome::exchanges == taker)
            chances[static_cast<std::size_t>(outcome.id)] +=
                given.weight(i) * taken.weight(j) * outcome.probability;
      }
    }
  }
  for (Action id = 0; id < outcome::count; ++id)
    if (chances[static_cast<std::size_t>(id)] > 0)
      out.push_back({id, chances[static_cast<std::size_t>(id)]});
}

Action BeliefGame::sample_outcome(const State& state, Rng& rng) const {
  const Table& table = state.position.table;
  if (state.settled) return game_->sample_outcome(state.position, rng);
  const bool own = table.acting == state.planner;
  if (state.pending == none) {
    if (table.phase == rolling || (table.phase == losing && own) ||
        (table.phase == stealing && table.victim == state.planner))
      return game_->sample_outcome(state.position, rng);
    if (table.phase == exchanging) {
      catan::State position = state.position;
      for (int seat = 0; seat < seats(); ++seat)
        if (seat != state.planner) position.hands[seat] = state.hands[seat].sample(rng);
      return game_->sample_outcome(position, rng);
    }
  }
  static thread_local OutcomeList list;
  outcomes(state, list);
  return sample_from(list, rng);
}

void BeliefGame::settle(State& state, const Belief&, Rng& rng) const {
  if (state.settled) return;
  while (state.pending != none) apply(state, sample_outcome(state, rng));
  catan::State& position = state.position;
  state.settled = true;
  if (position.table.phase == over) return;
  for (int seat = 0; seat < seats(); ++seat)
    if (seat != state.planner) position.hands[seat] = state.hands[seat].sample(rng);
  if (!game_->rules().unlimited_bank) game_->refill_bank(position);
  const int buyer = position.table.current;
  CardCounts unseen = position.held[buyer];
  state.cards.deal(position, rng);
  if (buyer == state.planner) return;
  for (int kind = 0; kind < card_kinds; ++kind)
    unseen[kind] = static_cast<std::uint8_t>(position.held[buyer][kind] - unseen[kind]);
  draw_fresh(unseen, fresh_unseen(state, buyer), position.fresh, rng);
}

const std::vector<PolicyEntry<BeliefGame>>& policies(const BeliefGame&) {
  static const std::vector<PolicyEntry<BeliefGame>> no_policies;
  return no_policies;
}

}  // namespace otherminds::catan
