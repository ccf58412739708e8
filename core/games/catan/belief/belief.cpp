// What a seat of Catan learns from what it witnesses, and the worlds that it holds possible.
#include "games/catan/belief/belief.hpp"

#include <algorithm>

#include "engine/contradiction.hpp"
#include "games/catan/catan.hpp"

namespace otherminds::catan {

namespace {

void require(bool possible) {
  if (!possible) contradict("No hands fit");
}

HandChange change_of(std::int32_t packed) {
  HandChange change;
  const auto counts = unpack_change(packed);
  for (int resource = 0; resource < resource_count; ++resource) {
    if (counts[resource] > 0) change.gain += Hand::of(resource, counts[resource]);
    if (counts[resource] < 0) change.cost += Hand::of(resource, -counts[resource]);
  }
  return change;
}

// How many cards of a resource the other seats have in all, from what is known of the bank.
struct Limits {
  std::array<int, resource_count> low{};
  std::array<int, resource_count> high{};
};

Limits limits_of(const View& view, int bank) {
  Limits limits;
  for (int resource = 0; resource < resource_count; ++resource) {
    const int elsewhere = bank - view.hand()[resource];
    const bool none = view.table.no_stock >> resource & 1;
    const bool scarce = view.table.scarce >> resource & 1;
    limits.low[resource] = none ? elsewhere : scarce ? elsewhere - 1 : 0;
    limits.high[resource] = none ? elsewhere : scarce ? elsewhere - 1 : elsewhere - 2;
  }
  return limits;
}

bool within(Hand sum, const Limits& limits) {
  for (int resource = 0; resource < resource_count; ++resource)
    if (sum[resource] < limits.low[resource] || sum[resource] > limits.high[resource]) return false;
  return true;
}

// Exchanges cards of drawn hands, beyond those that are certain, until the bank can have dealt
// them. Each exchange brings one resource nearer to its limits and none further away.
void repair(const Belief& belief, const Limits& limits, State& state) {
  BySeat<Hand> spare{};
  std::array<int, resource_count> sum{};
  for (int seat = 0; seat < most_seats; ++seat) {
    if (seat == belief.view.seat) continue;
    spare[seat] = state.hands[seat] - belief.hands[seat].least();
    for (int resource = 0; resource < resource_count; ++resource)
      sum[resource] += state.hands[seat][resource];
  }
  const auto exchange = [&](bool urgent_give, bool urgent_take) {
    for (int seat = 0; seat < most_seats; ++seat) {
      for (int give = 0; give < resource_count; ++give) {
        const int floor = urgent_give ? limits.high[give] : limits.low[give];
        if (spare[seat][give] == 0 || sum[give] <= floor) continue;
        for (int take = 0; take < resource_count; ++take) {
          const int ceiling = urgent_take ? limits.low[take] : limits.high[take];
          if (take == give || sum[take] >= ceiling) continue;
          state.hands[seat] += Hand::of(take) - Hand::of(give);
          spare[seat] += Hand::of(take) - Hand::of(give);
          --sum[give];
          ++sum[take];
          return true;
        }
      }
    }
    return false;
  };
  while (exchange(true, true) || exchange(true, false) || exchange(false, true)) {
  }
  for (int resource = 0; resource < resource_count; ++resource)
    require(sum[resource] >= limits.low[resource] && sum[resource] <= limits.high[resource]);
}

// The numbers of victory points that the others can hold, since the game is over or is not.
void weigh_points(UnseenCards& cards, const View& view, int target, bool actor_wins) {
  const Table& table = view.table;
  const auto short_of = [&](int seat) {
    return target - table.points[seat] - view.held[seat][victory_point];
  };
  const int winner = table.winner;
  const int judged = actor_wins ? view.actor : static_cast<int>(table.current);
  if (winner != nothing && winner != view.seat)
    cards.points[winner].at_least(short_of(winner));
  else if (view.actor >= 0 && judged != view.seat && short_of(judged) > 0)
    cards.points[judged].at_most(short_of(judged) - 1);
}

// As if dealt from what the seat itself does not hold; from a bank without limit, each card is of
// any kind.
Hands dealt(int size, const View& view, int bank) {
  CountWeights weights{};
  for (int resource = 0; resource < resource_count; ++resource) {
    const int elsewhere = bank > 0 ? bank - view.hand()[resource] : most_of_a_kind;
    double weight = 1;
    for (int count = 0; count <= elsewhere; ++count) {
      weights[resource][count] = weight;
      weight *= (bank > 0 ? elsewhere - count : 1.0) / (count + 1);
    }
  }
  return Hands(Spread(size, weights));
}

}  // namespace

// From a later view than the first, the history is not known: see dealt(); who has made an offer
// holds what it offers. A position from outside need not be one that play leads to, so what its
// points say counts only where it can.
Belief Catan::belief(const View& view) const {
  Belief belief;
  belief.view = view;
  if (perfect_information()) return belief;
  const Table& table = view.table;
  require(belief.cards.look(view));
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat == view.seat) continue;
    belief.hands[seat] = dealt(view.hand_sizes[seat], view, options_.bank);
    require(belief.hands[seat].size() == view.hand_sizes[seat]);
    if (rules_.hidden == Hidden::cards)
      belief.cards.points[seat] = PointWeights(belief.cards.cards[seat]);
  }
  if (table.phase == answering && table.offerer != view.seat)
    require(belief.hands[table.offerer].keep(trades_[table.offer].give));
  const UnseenCards unweighed = belief.cards;
  weigh_points(belief.cards, view, options_.points, rules_.actor_wins);
  if (!belief.cards.prepare()) {
    belief.cards = unweighed;
    require(belief.cards.prepare());
  }
  return belief;
}

void Catan::update(Belief& belief, const Observation& seen, const View& now) const {
  require(try_update(belief, seen, now));
}

bool Catan::try_update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  const int self = old.seat;
  if (now.seat != self || old.actor == nobody || seen.actor != old.actor) return false;
  if (perfect_information()) {
    belief.view = now;
    return true;
  }
  if (seen.actor >= 0 && is_offer(seen.action) && seen.actor != self &&
      !belief.hands[seen.actor].keep(trade_of(seen.action).give))
    return false;
  HandChange own;
  if (!learn_hands(belief, seen, now, own)) return false;
  if (!old.hand().covers(own.cost) || old.hand() - own.cost + own.gain != now.hand()) return false;
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat != self && belief.hands[seat].size() != now.hand_sizes[seat]) return false;
  }
  if (!learn_cards(belief, now)) return false;
  belief.view = now;
  return true;
}

// What an observation tells of hands; `own` is the change of the seat's own.
bool Catan::learn_hands(Belief& belief, const Observation& seen, const View& now,
                        HandChange& own) const {
  const View& old = belief.view;
  const int self = old.seat;
  const auto change = [&](int seat, const HandChange& what) {
    if (seat != self) return belief.hands[seat].change(what.cost, what.gain);
    own = what;
    return true;
  };
  const auto& facts = seen.facts;
  const bool monopoly = seen.actor >= 0 && seen.action >= action::first_monopoly &&
                        seen.action < action::first_plenty;
  if (monopoly) {
    // How many cards each seat lost: nothing is told where nobody had any.
    const int resource = seen.action - action::first_monopoly;
    for (int seat = 0; seat < seats(); ++seat) {
      if (seat == seen.actor) continue;
      if (facts[seat] < 0 || facts[seat] > most_of_a_kind) return false;
      if (seat != self && !belief.hands[seat].count(resource, facts[seat])) return false;
      if (!change(seat, {.cost = Hand::of(resource, facts[seat])})) return false;
    }
    const int gained = now.hand_sizes[seen.actor] - old.hand_sizes[seen.actor];
    return gained >= 0 && gained <= most_of_a_kind &&
           change(seen.actor, {.gain = Hand::of(resource, gained)});
  }
  if (facts[fact::kind] == fact::known_change) {
    // A card that the seat stole was drawn: hands with many of its kind become likelier.
    const bool stole = old.table.phase == stealing && old.table.acting == self;
    for (int seat = 0; seat < seats(); ++seat) {
      if (facts[seat] == 0) continue;
      const HandChange what = change_of(facts[seat]);
      if (!stole || seat != old.table.victim) {
        if (!change(seat, what)) return false;
        continue;
      }
      int resource = 0;
      while (resource + 1 < resource_count && what.cost[resource] == 0) ++resource;
      if (what.cost != Hand::of(resource) || what.gain != Hand{}) return false;
      if (!belief.hands[seat].lose(resource)) return false;
    }
    return true;
  }
  if (facts[fact::kind] == fact::unknown_card) {
    const auto is_other = [&](int seat) { return seat >= 0 && seat < seats() && seat != self; };
    const int from = facts[fact::what];
    if (!is_other(from)) return false;
    if (const int to = facts[fact::to]; to != nothing) {
      if (!is_other(to) || to == from) return false;
      // What nobody can hold is lost.
      if (now.hand_sizes[to] != old.hand_sizes[to] &&
          !belief.hands[to].gain_unseen(belief.hands[from].shares()))
        return false;
    }
    return belief.hands[from].lose_unseen();
  }
  return facts[fact::kind] == fact::nothing_changed;
}

// What the seat sees now tells of development cards and of points.
bool Catan::learn_cards(Belief& belief, const View& now) const {
  UnseenCards& cards = belief.cards;
  const UnseenCards before = cards;
  if (!cards.look(now)) return false;
  for (int seat = 0; seat < seats(); ++seat) {
    const int had = before.cards[seat];
    if (cards.cards[seat] == had || seat == now.seat) continue;
    if (cards.cards[seat] + 1 == had)
      cards.points[seat].play(had);
    else if (cards.cards[seat] != had + 1)
      return false;
    else if (rules_.hidden == Hidden::cards)
      cards.points[seat].buy();
  }
  weigh_points(cards, now, options_.points, rules_.actor_wins);
  // Most steps tell nothing of cards, and counting is what takes time here.
  return cards.knows_the_same(before) || cards.prepare();
}

State Catan::sample(const Belief& belief, Rng& rng) const {
  constexpr int tries = 64;
  const View& view = belief.view;
  State state;
  state.table = view.table;
  state.hands = view.hands;
  state.held = view.held;
  state.fresh = view.fresh;
  state.bank = view.bank;
  state.deck = view.deck;
  if (perfect_information()) return state;

  const Limits limits = rules_.unlimited_bank ? Limits{} : limits_of(view, options_.bank);
  bool fits = false;
  for (int i = 0; i < tries && !fits; ++i) {
    Hand sum{};
    for (int seat = 0; seat < seats(); ++seat)
      if (seat != view.seat) sum += state.hands[seat] = belief.hands[seat].sample(rng);
    fits = rules_.unlimited_bank || within(sum, limits);
  }
  if (!fits) repair(belief, limits, state);
  if (!rules_.unlimited_bank) {
    for (int resource = 0; resource < resource_count; ++resource)
      state.bank += Hand::of(resource, options_.bank);
    for (const Hand hand : state.hands) state.bank -= hand;
  }

  belief.cards.deal(state, rng);
  const int buyer = view.table.current;
  // Any of its cards may be those that it bought in this turn.
  if (buyer != view.seat && view.table.bought > 0)
    draw_fresh(state.held[buyer], view.table.bought, state.fresh, rng);
  return state;
}

void draw_fresh(CardCounts from, int cards, CardCounts& fresh, Rng& rng) {
  for (int card = 0; card < cards; ++card) {
    auto place = rng.below(static_cast<std::uint32_t>(total(from)));
    int kind = 0;
    while (place >= from[kind]) place -= from[kind++];
    --from[kind];
    ++fresh[kind];
  }
}

AbstractBelief abstract(const Belief& belief) {
  AbstractBelief result{};
  auto next = result.begin();
  const auto add = [&](int number) { *next++ = number; };
  const View& view = belief.view;
  for (int seat = 0; seat < most_seats; ++seat) {
    const bool own = seat == view.seat;
    const Hand least = own ? view.hand() : belief.hands[seat].least();
    const Hand most = own ? view.hand() : belief.hands[seat].most();
    for (int resource = 0; resource < resource_count; ++resource) add(least[resource]);
    for (int resource = 0; resource < resource_count; ++resource) add(most[resource]);
    add(view.hand_sizes[seat]);
    add(static_cast<int>(belief.hands[seat].possible()));
  }
  add(total(belief.cards.pool));
  for (const int count : belief.cards.pool) add(count);
  for (int seat = 0; seat < most_seats; ++seat) {
    add(belief.cards.cards[seat] - belief.cards.highest(seat));
    add(view.table.cards[seat]);
    for (int kind = 0; kind < card_kinds; ++kind)
      add(view.table.played[seat][kind] + view.held[seat][kind]);
  }
  return result;
}

}  // namespace otherminds::catan
