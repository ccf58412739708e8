#include "games/catan/players/stac/trading.hpp"

#include <algorithm>
#include <bit>

namespace otherminds::catan::stac {

namespace {

constexpr int answer_limit = 1'000;  // rolls that are looked ahead when an exchange is judged
constexpr int soon = 25;             // rolls from victory at which a seat is traded with no more
constexpr int near_goal = 2;         // points from it

int missing_cards(Hand hand, Hand cost) {
  int cards = 0;
  for (int resource = 0; resource < resource_count; ++resource)
    cards += std::max(0, cost[resource] - hand[resource]);
  return cards;
}

// A hand after it gave cards, some of which it may have held unknown.
Hand after_giving(Hand hand, Hand gives) {
  Hand kept;
  for (int resource = 0; resource < resource_count; ++resource)
    kept += Hand::of(resource, std::max(0, hand[resource] - gives[resource]));
  return kept;
}

// Resources with the most plentiful first.
std::array<int, resource_count> by_plenty(const Speed& speed) {
  std::array<int, resource_count> order = {clay, ore, sheep, wheat, wood};
  std::ranges::stable_sort(order, {}, [&](int resource) { return speed.rolls[resource]; });
  return order;
}

}  // namespace

std::optional<action::BankTrade> bank_trade_towards(const Speed& speed, Hand hand, Hand cost) {
  int wanted = nothing;
  for (int resource = 0; resource < resource_count; ++resource)
    if (hand[resource] < cost[resource] &&
        (wanted == nothing || speed.rolls[resource] > speed.rolls[wanted]))
      wanted = resource;
  if (wanted == nothing) return {};
  const auto order = by_plenty(speed);
  for (const int give : order)
    if (cost[give] == 0 && hand[give] >= speed.rates[give]) return action::BankTrade{give, wanted};
  for (const int give : order) {
    if (cost[give] == 0 || give == wanted) continue;
    const bool scarce = speed.rolls[give] >= speed.rolls[wanted];
    if (hand[give] - (scarce ? cost[give] : 0) >= speed.rates[give])
      return action::BankTrade{give, wanted};
  }
  return {};
}

Trading::Trading(const Catan& game, const Settings& settings, const Exchanges& exchanges,
                 const View& view, const Mind& mind)
    : game_(game), settings_(settings), exchanges_(exchanges), view_(view), mind_(mind) {
  for (int seat = 0; seat < game.seats(); ++seat)
    speeds_[seat] = speed_of(income_of(view.table, seat));
  for (int place = 0; place < exchanges.size(); ++place)
    if (mind.asked[static_cast<std::size_t>(place)] != 0) asked_.push_back(place);
}

std::optional<action::BankTrade> Trading::bank_trade() const {
  const auto trade = bank_trade_towards(speeds_[view_.seat], view_.hand(), goal());
  if (trade && view_.table.no_stock >> trade->take & 1) return {};
  return trade;
}

// ---- judging an exchange ----

Aim Trading::aim_of(int seat) const {
  if (seat != view_.seat || (!own_turn() && settings_.fast_answers)) return mind_.aims[seat];
  if (mind_.plan.empty()) return {{}, Aim::none};
  return {mind_.plan.first(), Aim::known};
}

Hand Trading::cost_for(int seat) const {
  if (seat != view_.seat) return mind_.aims[seat].building.cost();
  if (own_turn()) return mind_.plan.first().cost();
  return settings_.fast_answers ? mind_.answer_cost : goal();
}

// Whether one seat's next building is in the way of the other's.
bool Trading::race(int receiver, const Aim& wanted, const Aim& rival) const {
  const Building& own = wanted.building;
  const Building& other = rival.building;
  if (own.piece == settlement_piece)
    return other.piece == settlement_piece && (geometry.too_near[own.place] >> other.place & 1);
  if (own.piece != road_piece) return false;
  if (other.piece == road_piece) return own.place == other.place;
  if (other.piece != settlement_piece) return false;
  // A settlement where the road begins cuts it off, unless its other end is connected as well.
  const auto [a, b] = geometry.edge_vertices[own.place];
  const VertexSet network = view_.table.road_vertices[receiver].word;
  const bool both = (network >> a & 1) && (network >> b & 1);
  return !both && (a == other.place || b == other.place) && (network >> other.place & 1);
}

bool Trading::near_win(int seat) const {
  return settings_.refuses_leaders &&
         view_.table.points[seat] >= game_.options().points - near_goal;
}

bool Trading::accepts(int receiver, int sender, Hand gives, Hand gets) const {
  const Hand hand = mind_.hands[receiver];
  if (missing_cards(hand, gives) > unknown_cards(receiver)) return false;
  const Aim aim = aim_of(receiver);
  const Aim rival = aim_of(sender);
  if (aim.state != Aim::known || rival.state != Aim::known) return false;
  if (mind_.win_rolls[sender] <= soon || near_win(sender)) return false;
  if (race(receiver, aim, rival)) return false;
  const Hand cost = cost_for(receiver);
  const Speed& speed = speeds_[receiver];
  int& before = rolls_alone_[receiver];
  if (before == nothing) before = rolls_until(speed, hand, cost, answer_limit);
  const int after = rolls_until(speed, after_giving(hand, gives) + gets, cost, before);
  if (after < before) return true;
  if (settings_.offers != Offers::stac || after != 0) return false;
  const auto bank = bank_trade_towards(speed, hand, cost);
  return !bank || speed.rates[bank->give] > gives.size();
}

// ---- whom to ask ----

bool Trading::trading_is_over() const {
  const int cap = game_.options().offers;
  return game_.rules().exchange != Exchange::offers || exchanges_.size() == 0 ||
         mind_.plan.empty() || view_.hand().covers(goal()) || view_.hand().word() == 0 ||
         (own_turn() && view_.table.phase == playing &&
          (mind_.done_trading || (cap > 0 && view_.table.offers >= cap))) ||
         (settings_.most_offers > 0 && mind_.offers >= settings_.most_offers);
}

unsigned Trading::partners() const {
  unsigned seats = 0;
  for (int seat = 0; seat < game_.seats(); ++seat)
    if (seat != view_.seat && view_.hand_sizes[seat] > 0 && mind_.win_rolls[seat] >= soon &&
        !near_win(seat))
      seats |= 1U << seat;
  return seats;
}

bool Trading::can_pay(int seat, Hand want) const {
  // The rules of the game: nothing is asked that a seat cannot have.
  const Hand hand = mind_.hands[seat];
  if (game_.perfect_information() ? !hand.covers(want) : view_.hand_sizes[seat] < want.size())
    return false;
  if (settings_.offers == Offers::jsettlers || hand.covers(want)) return true;
  if (!settings_.wild_wheat) return missing_cards(hand, want) <= unknown_cards(seat);
  const Hand rest = want - Hand::of(wheat, want[wheat]);
  const int spare = std::max(0, hand[wheat] - want[wheat]);
  return missing_cards(hand, rest) <= unknown_cards(seat) + spare;
}

bool Trading::would_undo(int seat, unsigned given, unsigned wanted) const {
  return ((mind_.given[seat] & wanted) | (mind_.taken[seat] & given)) != 0;
}

// Whether a seat has been offered, in this turn, as much for no more.
bool Trading::offered_better(int seat, const Trade& trade) const {
  for (const int place : asked_) {
    if (!(mind_.asked[static_cast<std::size_t>(place)] >> seat & 1)) continue;
    const Trade& earlier = trade_at(place);
    if (earlier.give.covers(trade.give) && trade.want.covers(earlier.want) &&
        (earlier.give == trade.give || earlier.want == trade.want))
      return true;
  }
  return false;
}

bool Trading::sells(int seat, unsigned wanted) const {
  return settings_.always_selling || (wanted & ~unsigned{mind_.selling[seat]}) == 0;
}

unsigned Trading::recipients_among(unsigned seats, int place) const {
  if (mind_.asked[static_cast<std::size_t>(place)] != 0) return 0;
  const Trade& trade = trade_at(place);
  const bool stac = settings_.offers == Offers::stac;
  unsigned recipients = 0;
  const unsigned given = trade.give.held();
  const unsigned wanted = trade.want.held();
  for (; seats != 0; seats &= seats - 1) {
    const int seat = std::countr_zero(seats);
    if (!sells(seat, wanted) || !can_pay(seat, trade.want)) continue;
    if (stac && (would_undo(seat, given, wanted) || offered_better(seat, trade))) continue;
    recipients |= 1U << seat;
  }
  return recipients;
}

unsigned Trading::recipients_of(int place) const { return recipients_among(partners(), place); }

bool Trading::anybody_accepts(unsigned recipients, const Trade& trade) const {
  for (int seat = 0; seat < game_.seats(); ++seat)
    if ((recipients >> seat & 1) && accepts(seat, view_.seat, trade.want, trade.give)) return true;
  return false;
}

// ---- offers ----

Trading::Alternative Trading::alternative() const {
  const Speed& speed = speeds_[view_.seat];
  Hand hand = view_.hand();
  const Hand cost = goal();
  const auto bank = bank_trade_towards(speed, hand, cost);
  if (!bank) return {rolls_until(speed, hand, cost, answer_limit), 0};
  const int rate = speed.rates[bank->give];
  hand += Hand::of(bank->take);
  hand -= Hand::of(bank->give, rate);
  return {rolls_until(speed, hand, cost, answer_limit), rate};
}

std::vector<Offer> Trading::stac_offers(unsigned seats, const Trade* answered) const {
  constexpr Hand everything = hand(2, 4, 2, 3, 2);  // what decides between equally quick exchanges
  struct Candidate {
    Offer offer;
    int rolls;
  };
  const Speed& speed = speeds_[view_.seat];
  const Hand hand = view_.hand();
  const Hand cost = goal();
  const Alternative other = alternative();
  std::vector<Candidate> candidates;
  for (int place = 0; place < exchanges_.size(); ++place) {
    const Trade& trade = trade_at(place);
    if (!hand.covers(trade.give)) continue;
    if (answered && trade.give == answered->want && trade.want == answered->give) continue;
    const unsigned recipients = recipients_among(seats, place);
    if (recipients == 0) continue;
    const int rolls = rolls_until(speed, hand - trade.give + trade.want, cost, other.rolls);
    const bool cheaper = other.cards == 0 || other.cards > trade.give.size();
    if (rolls < other.rolls || (rolls == 0 && cheaper))
      candidates.push_back({{place, recipients}, rolls});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::rolls);
  std::vector<Offer> best;
  int quickest = 0;
  int general = 0;
  for (const Candidate& candidate : candidates) {
    if (!best.empty() && candidate.rolls > quickest) break;
    const Trade& trade = trade_at(candidate.offer.place);
    if (!anybody_accepts(candidate.offer.recipients, trade)) continue;
    const int rolls = rolls_until(speed, hand - trade.give + trade.want, everything, answer_limit);
    if (!best.empty() && rolls > general) continue;
    if (best.empty() || rolls < general) best.clear();
    quickest = candidate.rolls;
    general = rolls;
    best.push_back(candidate.offer);
  }
  return best;
}

std::vector<Offer> Trading::jsettlers_offers(unsigned seats, const Trade* answered) const {
  const Speed& speed = speeds_[view_.seat];
  const Hand hand = view_.hand();
  const Hand cost = goal();
  const Alternative other = alternative();
  const auto order = by_plenty(speed);
  const auto sold = [&](int resource) {
    for (int seat = 0; seat < game_.seats(); ++seat)
      if ((seats >> seat & 1) && sells(seat, 1U << resource)) return true;
    return false;
  };
  int wanted = nothing;
  for (const int resource : order)
    if (hand[resource] < cost[resource] && sold(resource) &&
        (!answered || answered->give[resource] > 0))
      wanted = resource;  // the last is the scarcest

  // First what is not needed, then what is left over; each with the most plentiful first.
  std::vector<int> spare;
  for (const int resource : order)
    if (cost[resource] == 0 && hand[resource] > 0) spare.push_back(resource);
  const std::size_t unneeded = spare.size();
  for (const int resource : order)
    if (cost[resource] > 0 && hand[resource] > cost[resource]) spare.push_back(resource);

  enum Test { none, as_fast, faster };
  const auto found = [&](Hand give, Hand want, Test test) -> std::vector<Offer> {
    if (answered && give == answered->want && want == answered->give) return {};
    const int number = game_.trade_index(give, want);
    const int place = number == nothing ? nothing : exchanges_.place_of(number);
    if (place == nothing) return {};
    const int rolls = rolls_until(speed, hand - give + want, cost, other.rolls);
    const bool cheaper = rolls == other.rolls && other.cards > give.size();
    if (test != none && rolls >= other.rolls && !(test == as_fast && cheaper)) return {};
    const unsigned recipients = recipients_among(seats, place);
    if (recipients == 0 || !anybody_accepts(recipients, game_.trades()[number])) return {};
    return {{place, recipients}};
  };
  if (wanted != nothing) {
    const Hand want = Hand::of(wanted);
    for (std::size_t i = 0; i < spare.size(); ++i)
      if (auto offer = found(Hand::of(spare[i]), want, i < unneeded ? none : as_fast);
          !offer.empty())
        return offer;
    for (std::size_t i = 0; i < spare.size(); ++i) {
      for (std::size_t j = i; j < spare.size(); ++j) {
        const Hand give = Hand::of(spare[i]) + Hand::of(spare[j]);
        const bool held = i != j || hand[spare[i]] - cost[spare[i]] >= 2;
        if (!held) continue;
        if (auto offer = found(give, want, as_fast); !offer.empty()) return offer;
      }
    }
  }
  // One card for another of which there would be enough for the bank.
  for (const int give : spare)
    for (const int want : order)
      if (want != give && cost[want] == 0 && hand[want] + 1 >= speed.rates[want] &&
          (!answered || answered->give[want] > 0))
        if (auto offer = found(Hand::of(give), Hand::of(want), faster); !offer.empty())
          return offer;
  return {};
}

std::vector<Offer> Trading::offers(unsigned seats, const Trade* answered) const {
  if (seats == 0 || trading_is_over()) return {};
  return settings_.offers == Offers::stac ? stac_offers(seats, answered)
                                          : jsettlers_offers(seats, answered);
}

std::vector<Offer> Trading::best_offers() const { return offers(partners(), nullptr); }

std::vector<Offer> Trading::best_counters() const {
  const Table& table = view_.table;
  if (table.counters >= game_.options().counters) return {};
  const Trade& answered = game_.trades()[static_cast<std::size_t>(table.offer)];
  return offers(partners() & 1U << table.offerer, &answered);
}

}  // namespace otherminds::catan::stac
