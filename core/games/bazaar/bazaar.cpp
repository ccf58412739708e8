#include "games/bazaar/bazaar.hpp"

#include <algorithm>
#include <numeric>

#include "engine/error.hpp"

namespace otherminds::bazaar {

namespace {

constexpr std::array<std::string_view, kind_count> kind_names = {"silk", "spice", "tea"};
constexpr std::array<double, kind_count> auction_chances = {1.0 / 2, 1.0 / 3, 1.0 / 6};

std::string kind_name(int kind) { return std::string(kind_names[kind]); }
std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

// An offer without its recipient: `want` skips the kind that is given.
struct Swap {
  int give;
  int want;
};
Swap swap_of(Action offer) {
  const int number = (offer - first_offer) % offers_per_seat;
  const int give = number / (kind_count - 1);
  const int want = number % (kind_count - 1);
  return {give, want + (want >= give ? 1 : 0)};
}

int merchant_of(int round) { return round % seat_count; }

// Up to `rounds`, how often the merchant is not this seat: so often can it be stolen from.
int other_merchants(int rounds, int seat) {
  return rounds - (rounds + seat_count - 1 - seat) / seat_count;
}

// Writes the possible outcomes and returns how many there are.
int list_outcomes(const State& state, std::array<Outcome, kind_count>& out) {
  if (state.phase == reveal) {
    for (int kind = 0; kind < kind_count; ++kind) out[kind] = {kind, auction_chances[kind]};
    return kind_count;
  }
  const Hand& hand = state.goods[state.target];
  const double size = hand_size(hand);
  int count = 0;
  for (int kind = 0; kind < kind_count; ++kind)
    if (hand[kind] > 0) out[count++] = {first_stolen + kind, hand[kind] / size};
  return count;
}

std::string goods_text(const Hand& hand) {
  std::string text;
  for (int kind = 0; kind < kind_count; ++kind)
    text += ", " + kind_name(kind) + " " + std::to_string(hand[kind]);
  return text;
}

// What both a state and a view tell of the position.
template <class Position>
std::string headline(const Position& position, int rounds) {
  if (position.phase == over) return "the bazaar is closed";
  const std::string merchant = seat_name(merchant_of(position.round));
  std::string line = "round " + std::to_string(position.round + 1) + " of " +
                     std::to_string(rounds) + ", the merchant is " + merchant;
  if (position.phase == bidding) line += ", up for auction: " + kind_name(position.auction);
  if (position.phase == theft) line += ", who steals from " + seat_name(position.target);
  if (position.phase == answer) {
    line += ", who offers " + kind_name(position.give) + " for " + kind_name(position.want) +
            " to " + seat_name(position.target);
  }
  return line;
}

}  // namespace

int hand_size(const Hand& hand) { return std::accumulate(hand.begin(), hand.end(), 0); }

int hand_index(const Hand& hand) {
  const int rest = hand[1] + hand[2];
  return rest * (rest + 1) / 2 + hand[2];
}

Hand hand_at(int index, int size) {
  int rest = 0;
  while ((rest + 1) * (rest + 2) / 2 <= index) ++rest;
  const int tea = index - rest * (rest + 1) / 2;
  return {static_cast<Count>(size - rest), static_cast<Count>(rest - tea), static_cast<Count>(tea)};
}

int score(const Hand& goods, int coins) {
  const int sets = std::ranges::min(goods);
  return coins + 5 * sets + (hand_size(goods) - kind_count * sets);
}

Bazaar::Bazaar(const Options& options) : options_(options) {
  check_game_options("the bazaar", options);
}

// A score is coins + goods + 2 for each set. Coins + goods start at 5 and never grow; a hand of 5
// has one set at most: 7. They shrink by each theft from the seat and by a win for 2 coins, which 3
// coins allow once; seat 2 is merchant least often: 5 - 1 - thefts.
ReturnRange Bazaar::return_range() const {
  return {largest_hand - 1.0 - other_merchants(options_.rounds, seat_count - 1),
          largest_hand + 2.0 * (largest_hand / kind_count)};
}

State Bazaar::initial(Rng& rng) const {
  State state;
  state.coins.fill(start_coins);
  for (Hand& hand : state.goods)
    for (int good = 0; good < start_goods; ++good) ++hand[rng.below(kind_count)];
  return state;
}

int Bazaar::actor(const State& state) const {
  switch (state.phase) {
    case bidding:
      return static_cast<int>(std::ranges::find(state.bids, none) - state.bids.begin());
    case trade:
      return merchant_of(state.round);
    case answer:
      return state.target;
    case over:
      return nobody;
    default:
      return chance;
  }
}

void Bazaar::legal(const View& view, ActionList& out) const {
  out.clear();
  const int coins = view.coins[view.seat];
  if (view.phase == bidding) {
    for (Action bid = 0; bid <= std::min(highest_bid, coins); ++bid) out.push_back(bid);
    return;
  }
  if (view.phase == answer) {
    if (view.goods[view.want] > 0) out.push_back(accept);
    out.push_back(reject);
    return;
  }
  out.push_back(pass);
  for (int seat = 0; seat < seat_count; ++seat) {
    if (seat != view.seat && coins > 0 && view.hand_sizes[seat] > 0)
      out.push_back(first_steal + seat);
  }
  for (int seat = 0; seat < seat_count; ++seat) {
    for (int give = 0; give < kind_count; ++give) {
      if (seat == view.seat || view.goods[give] == 0) continue;
      const Action first = first_offer + seat * offers_per_seat + give * (kind_count - 1);
      for (Action offer = first; offer < first + kind_count - 1; ++offer) out.push_back(offer);
    }
  }
}

void Bazaar::apply(State& state, Action action) const {
  const int merchant = merchant_of(state.round);
  switch (state.phase) {
    case reveal:
      state.auction = static_cast<Count>(action);
      state.phase = bidding;
      return;
    case bidding: {
      const int bidder = actor(state);
      state.bids[bidder] = static_cast<Count>(action);
      if (bidder == seat_count - 1) settle(state);
      return;
    }
    case trade:
      if (action == pass) return end_round(state);
      if (action < first_offer) {
        --state.coins[merchant];
        state.target = static_cast<Count>(action - first_steal);
        state.phase = theft;
      } else {
        const Swap swap = swap_of(action);
        state.target = static_cast<Count>((action - first_offer) / offers_per_seat);
        state.give = static_cast<Count>(swap.give);
        state.want = static_cast<Count>(swap.want);
        state.phase = answer;
      }
      return;
    case theft:
      --state.goods[state.target][action - first_stolen];
      ++state.goods[merchant][action - first_stolen];
      return end_round(state);
    default:
      if (action == accept) {
        --state.goods[merchant][state.give];
        ++state.goods[state.target][state.give];
        --state.goods[state.target][state.want];
        ++state.goods[merchant][state.want];
      }
      return end_round(state);
  }
}

// A single highest bid above 0 buys the good.
void Bazaar::settle(State& state) const {
  const Count highest = std::ranges::max(state.bids);
  if (highest > 0 && std::ranges::count(state.bids, highest) == 1) {
    const auto winner = std::ranges::find(state.bids, highest) - state.bids.begin();
    state.coins[winner] = static_cast<Count>(state.coins[winner] - highest);
    ++state.goods[winner][state.auction];
  }
  state.bids.fill(none);
  state.auction = none;
  state.phase = trade;
}

void Bazaar::end_round(State& state) const {
  state.target = state.give = state.want = none;
  ++state.round;
  state.phase = state.round == options_.rounds ? over : reveal;
}

void Bazaar::outcomes(const State& state, OutcomeList& out) const {
  std::array<Outcome, kind_count> listed;
  const int count = list_outcomes(state, listed);
  out.assign(listed.begin(), listed.begin() + count);
}

Action Bazaar::sample_outcome(const State& state, Rng& rng) const {
  std::array<Outcome, kind_count> listed;
  const auto count = static_cast<std::size_t>(list_outcomes(state, listed));
  return sample_from(std::span(listed).first(count), rng);
}

Returns Bazaar::returns(const State& state) const {
  Returns returns{};
  for (int seat = 0; seat < seat_count; ++seat)
    returns[seat] = score(state.goods[seat], state.coins[seat]);
  return returns;
}

Observation Bazaar::observe(const State& before, Action action, const State&, int seat) const {
  Observation seen{.actor = actor(before), .action = action};
  if (before.phase == bidding && seen.actor == seat_count - 1) {
    seen.facts = {1, before.bids[0], before.bids[1], action};
  } else if (before.phase == bidding && seat != seen.actor) {
    seen.action = hidden_action;
  } else if (before.phase == theft && seat != before.target && seat != merchant_of(before.round)) {
    seen.action = hidden_action;
  }
  return seen;
}

View Bazaar::view(const State& state, int seat) const {
  View view;
  view.seat = seat;
  view.actor = actor(state);
  view.goods = state.goods[seat];
  for (int other = 0; other < seat_count; ++other)
    view.hand_sizes[other] = static_cast<Count>(hand_size(state.goods[other]));
  view.coins = state.coins;
  view.bid = state.bids[seat];
  view.round = state.round;
  view.phase = state.phase;
  view.auction = state.auction;
  view.target = state.target;
  view.give = state.give;
  view.want = state.want;
  return view;
}

// Besides what each phase needs, it holds a state to the bounds that hands and returns rest on.
std::string Bazaar::problem(const State& state) const {
  if (state.phase < reveal || state.phase > over) return "the phase is not one of 0 to 5.";
  if (state.round < 0 || state.round > options_.rounds ||
      (state.round == options_.rounds) != (state.phase == over))
    return "the round does not fit the phase.";
  const int merchant = merchant_of(state.round);
  const bool targeted = state.phase == theft || state.phase == answer;

  int total = 0;
  for (int seat = 0; seat < seat_count; ++seat) {
    const Hand& hand = state.goods[seat];
    // A merchant has paid for the theft that chance is about to draw.
    const int coins = state.coins[seat] + (state.phase == theft && seat == merchant ? 1 : 0);
    if (state.coins[seat] < 0 || coins > start_coins) return "a seat's coins are not 0 to 3.";
    if (std::ranges::min(hand) < 0) return "a seat has less than no goods.";
    const int worth = coins + hand_size(hand);
    const int least =
        largest_hand - (coins < highest_bid ? 1 : 0) - other_merchants(state.round, seat);
    if (worth > largest_hand || worth < least)
      return "a seat's coins and goods do not add up to what it can have by now.";
    total += hand_size(hand);
  }
  const int auctions = state.round + (state.phase == trade || targeted ? 1 : 0);
  const int dealt = seat_count * start_goods;
  if (total < dealt || total > dealt + auctions)
    return "the goods are not those dealt and at most one of each auction.";

  const int bidder = state.phase == bidding ? actor(state) : 0;
  if (bidder == seat_count) return "all have bid but the auction is not settled.";
  for (int seat = 0; seat < seat_count; ++seat) {
    const int bid = state.bids[seat];
    if (seat >= bidder ? bid != none
                       : bid < 0 || bid > std::min<int>(highest_bid, state.coins[seat]))
      return "a bid is out of turn or not one that the seat can pay.";
  }
  if (state.phase == bidding ? state.auction < 0 || state.auction >= kind_count
                             : state.auction != none)
    return "the good for auction is not a kind while seats bid, or not -1 otherwise.";

  if (targeted ? state.target < 0 || state.target >= seat_count || state.target == merchant
               : state.target != none)
    return "the target is not another seat than the merchant, or not -1 when there is none.";
  if (state.phase == theft && hand_size(state.goods[state.target]) == 0)
    return "there is nothing to steal from the target.";
  if (state.phase == answer) {
    const auto is_kind = [](int kind) { return kind >= 0 && kind < kind_count; };
    if (!is_kind(state.give) || !is_kind(state.want) || state.give == state.want)
      return "an offer needs two different kinds.";
    if (state.goods[merchant][state.give] == 0) return "the merchant offers what it does not have.";
  } else if (state.give != none || state.want != none) {
    return "there are kinds of an offer, but no offer.";
  }
  return {};
}

int Bazaar::type_of(Action action) const {
  if (action < pass) return 0;
  if (action == pass) return 1;
  if (action < first_offer) return 2;
  return action < accept ? 3 : 4;
}

std::string Bazaar::action_text(Action action) const {
  if (action < pass) return "bid " + std::to_string(action);
  if (action == pass) return "pass";
  if (action < first_offer) return "steal from " + seat_name(action - first_steal);
  if (action == accept) return "accept";
  if (action == reject) return "reject";
  const Swap swap = swap_of(action);
  return "offer " + kind_name(swap.give) + " for " + kind_name(swap.want) + " to " +
         seat_name((action - first_offer) / offers_per_seat);
}

Value::Members Bazaar::action_parts(Action action) const {
  if (action < pass) return {{"coins", {action}}};
  if (action == pass) return {};
  if (action < first_offer) return {{"from", {action - first_steal}}};
  if (action >= accept) return {{"accept", {action == accept}}};
  const Swap swap = swap_of(action);
  return {{"give", {kind_name(swap.give)}},
          {"get", {kind_name(swap.want)}},
          {"to", {(action - first_offer) / offers_per_seat}}};
}

std::string Bazaar::outcome_text(Action outcome) const {
  return outcome < first_stolen ? "auction " + kind_name(outcome)
                                : "stolen " + kind_name(outcome - first_stolen);
}

std::string Bazaar::text(const State& state) const {
  std::string lines = headline(state, options_.rounds);
  for (int seat = 0; seat < seat_count; ++seat) {
    lines += "\n" + seat_name(seat) + ": coins " + std::to_string(state.coins[seat]) +
             goods_text(state.goods[seat]);
    if (state.bids[seat] != none) lines += ", bids " + std::to_string(state.bids[seat]);
  }
  return lines;
}

std::string Bazaar::text(const View& view) const {
  std::string lines = headline(view, options_.rounds);
  for (int seat = 0; seat < seat_count; ++seat) {
    lines += "\n" + seat_name(seat) + ": coins " + std::to_string(view.coins[seat]);
    lines += seat == view.seat ? goods_text(view.goods)
                               : ", goods " + std::to_string(view.hand_sizes[seat]);
    if (seat == view.seat && view.bid != none) lines += ", bids " + std::to_string(view.bid);
  }
  return lines;
}

// The fields of the view as they are, in their order.
std::vector<int> Bazaar::tensor_shape() const { return {18}; }

void Bazaar::tensor(const View& view, std::span<float> out) const {
  std::size_t next = 0;
  View::fields(view, [&]<class Member>(std::string_view, const Member& member) {
    if constexpr (IsArray<Member>::value) {
      for (const auto number : member) out[next++] = static_cast<float>(number);
    } else {
      out[next++] = static_cast<float>(member);
    }
  });
}

}  // namespace otherminds::bazaar
