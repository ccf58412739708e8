// What a seat of Bazaar believes: an exact filter in which the rules are the likelihood.
//
// Evidence is chance and legality: an offer proves the good that is offered, an acceptance the good
// that is given, a seen theft speaks for what the victim has much of, an unseen one mixes over the
// kinds. Why another seat chose what it chose is not evidence here; that is the work of a model of
// that seat. Nothing is pruned: there are at most 21 x 21 pairs of hands.
#include <algorithm>
#include <utility>

#include "engine/contradiction.hpp"
#include "games/bazaar/bazaar.hpp"

namespace otherminds::bazaar {

namespace {

int next_seat(const View& view) { return (view.seat + 1) % seat_count; }
int last_seat(const View& view) { return (view.seat + 2) % seat_count; }

int hands_of_size(int size) { return (size + 1) * (size + 2) / 2; }

// Calls visit(next hand, last hand, weight) for each pair of hands of the sizes in the view.
template <class Beliefs, class Visit>
void each_pair(Beliefs& belief, Visit&& visit) {
  const int next_size = belief.view.hand_sizes[next_seat(belief.view)];
  const int last_size = belief.view.hand_sizes[last_seat(belief.view)];
  for (int i = 0; i < hands_of_size(next_size); ++i) {
    for (int j = 0; j < hands_of_size(last_size); ++j)
      visit(hand_at(i, next_size), hand_at(j, last_size), belief.weights[i][j]);
  }
}

void normalise(Belief& belief) {
  double total = 0;
  each_pair(belief, [&](const Hand&, const Hand&, double weight) { total += weight; });
  if (!(total > 0)) contradict("No deal fits");
  each_pair(belief, [&](const Hand&, const Hand&, double& weight) { weight /= total; });
}

// In how many ways goods dealt one by one make the hand.
double deals(const Hand& hand) {
  constexpr std::array<double, largest_hand + 1> factorial = {1, 1, 2, 6, 24, 120};
  double ways = factorial[hand_size(hand)];
  for (const Count count : hand) ways /= factorial[count];
  return ways;
}

using Bids = std::array<std::int32_t, seat_count>;

// The state that a view and what it leaves out make up. `bids` are those of the others that have
// chosen; the rest of it is not used.
State world(const View& view, const Hand& next_hand, const Hand& last_hand, const Bids& bids) {
  State state;
  state.goods[view.seat] = view.goods;
  state.goods[next_seat(view)] = next_hand;
  state.goods[last_seat(view)] = last_hand;
  state.coins = view.coins;
  state.round = view.round;
  state.phase = view.phase;
  state.auction = view.auction;
  state.target = view.target;
  state.give = view.give;
  state.want = view.want;
  if (view.phase == bidding) {
    for (int seat = 0; seat < view.actor; ++seat)
      state.bids[seat] = seat == view.seat ? view.bid : static_cast<Count>(bids[seat]);
  }
  return state;
}

int most(const View& view, int seat) { return std::min<int>(highest_bid, view.coins[seat]); }

// The others' bids in the worlds that an observation is held against: those it reveals, or any that
// are possible while they stay hidden, because no bid says anything about a hand.
Bids bids_in(const View& view, const Observation& seen) {
  Bids bids{};
  if (view.phase != bidding || seen.facts[0] == 0) return bids;
  for (int seat = 0; seat < seat_count; ++seat) {
    bids[seat] = seen.facts[1 + seat];
    if (bids[seat] < 0 || bids[seat] > most(view, seat)) contradict("No deal fits");
  }
  return bids;
}

// The actions that may stand behind an observation.
std::span<const Action> candidates(const View& view, const Observation& seen) {
  static constexpr std::array<Action, kind_count> stolen = {first_stolen, first_stolen + 1,
                                                            first_stolen + 2};
  static constexpr std::array<Action, 1> any_bid = {0};
  if (seen.action != hidden_action) return {&seen.action, 1};
  if (view.phase == bidding) return any_bid;
  return stolen;
}

// The numbers of two hands; the last possible pair takes what rounding leaves over.
std::pair<int, int> draw_pair(const Belief& belief, int next_size, int last_size, double point) {
  std::pair<int, int> drawn;
  for (int i = 0; i < hands_of_size(next_size); ++i) {
    for (int j = 0; j < hands_of_size(last_size); ++j) {
      const double weight = belief.weights[i][j];
      if (weight == 0) continue;
      drawn = {i, j};
      if (point < weight) return drawn;
      point -= weight;
    }
  }
  return drawn;
}

// The chance of an outcome; 1 for a legal action, 0 for what cannot happen.
double likelihood(const Bazaar& game, const State& state, Action action, ActionList& legal,
                  OutcomeList& outcomes) {
  if (game.actor(state) != chance) {
    game.legal(state, legal);
    return std::ranges::binary_search(legal, action) ? 1 : 0;
  }
  game.outcomes(state, outcomes);
  for (const Outcome& outcome : outcomes)
    if (outcome.id == action) return outcome.probability;
  return 0;
}

}  // namespace

// From a later view than the first, the others' goods are held for freshly dealt.
Belief Bazaar::belief(const View& view) const {
  Belief belief{.view = view};
  const int merchant = view.round % seat_count;
  each_pair(belief, [&](const Hand& next_hand, const Hand& last_hand, double& weight) {
    weight = deals(next_hand) * deals(last_hand);
    if (view.phase == answer && view.seat != merchant) {
      const Hand& hand = merchant == next_seat(view) ? next_hand : last_hand;
      if (hand[view.give] == 0) weight = 0;
    }
  });
  normalise(belief);
  return belief;
}

void Bazaar::update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  if (old.actor == nobody) contradict("No deal fits");
  const Bids bids = bids_in(old, seen);
  ActionList legal;
  OutcomeList outcomes;
  Belief next{.view = now};
  each_pair(belief, [&](const Hand& next_hand, const Hand& last_hand, double weight) {
    if (weight == 0) return;
    const State before = world(old, next_hand, last_hand, bids);
    for (const Action action : candidates(old, seen)) {
      const double chance_of_it = likelihood(*this, before, action, legal, outcomes);
      if (chance_of_it == 0) continue;
      State after = before;
      apply(after, action);
      if (observe(before, action, after, old.seat) != seen || view(after, old.seat) != now)
        continue;
      next.weights[hand_index(after.goods[next_seat(old)])]
                  [hand_index(after.goods[last_seat(old)])] += weight * chance_of_it;
    }
  });
  normalise(next);
  belief = next;
}

State Bazaar::sample(const Belief& belief, Rng& rng) const {
  const int next_size = belief.view.hand_sizes[next_seat(belief.view)];
  const int last_size = belief.view.hand_sizes[last_seat(belief.view)];
  const auto [next, last] = draw_pair(belief, next_size, last_size, rng.unit());
  Bids bids{};
  if (belief.view.phase == bidding) {
    for (int seat = 0; seat < belief.view.actor; ++seat) {
      if (seat != belief.view.seat)
        bids[seat] = static_cast<std::int32_t>(
            rng.below(static_cast<std::uint32_t>(most(belief.view, seat) + 1)));
    }
  }
  return world(belief.view, hand_at(next, next_size), hand_at(last, last_size), bids);
}

}  // namespace otherminds::bazaar
