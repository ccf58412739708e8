#include "games/catan/belief/unseen_cards.hpp"

#include <algorithm>

namespace otherminds::catan {

namespace {

constexpr int most_points = PointWeights::most;

double choose(int all, int some) {
  if (some < 0 || some > all) return 0;
  double ways = 1;
  for (int i = 0; i < some; ++i) ways = ways * (all - i) / (i + 1);
  return ways;
}

}  // namespace

void PointWeights::buy() {
  for (int points = most; points > 0; --points) weights_[points] += weights_[points - 1];
}

void PointWeights::play(int cards) {
  for (int points = 0; points <= most; ++points)
    weights_[points] *= std::max(0.0, 1 - static_cast<double>(points) / cards);
}

void PointWeights::at_most(int points) {
  for (int more = std::max(points + 1, 0); more <= most; ++more) weights_[more] = 0;
}

void PointWeights::at_least(int points) {
  for (int fewer = 0; fewer < std::min(points, most + 1); ++fewer) weights_[fewer] = 0;
}

bool PointWeights::possible() const {
  return std::ranges::any_of(weights_, [](double weight) { return weight > 0; });
}

int PointWeights::highest() const {
  int points = most;
  while (points > 0 && weights_[points] <= 0) --points;
  return points;
}

bool UnseenCards::look(const View& view) {
  deck = view.table.deck_size;
  int left = deck;
  for (int kind = 0; kind < card_kinds; ++kind) {
    int seen = 0;
    for (int seat = 0; seat < most_seats; ++seat)
      seen += view.table.played[seat][kind] + view.held[seat][kind];
    if (seen > whole_deck[kind]) return false;
    pool[kind] = static_cast<std::uint8_t>(whole_deck[kind] - seen);
  }
  for (int seat = 0; seat < most_seats; ++seat) {
    const int unseen = view.table.cards[seat] - total(view.held[seat]);
    if (unseen < 0) return false;
    cards[seat] = static_cast<std::uint8_t>(unseen);
    left += unseen;
  }
  return left == total(pool);
}

bool UnseenCards::prepare() {
  for (int points = 0; points <= most_points; ++points)
    ways_[most_seats][points] = choose(deck, points);
  for (int seat = most_seats - 1; seat >= 0; --seat) {
    for (int points = 0; points <= most_points; ++points) {
      double sum = 0;
      for (int own = 0; own <= std::min(points, static_cast<int>(cards[seat])); ++own)
        sum += this->points[seat][own] * ways_[seat + 1][points - own];
      ways_[seat][points] = sum;
    }
  }
  return ways_[0][pool[victory_point]] > 0;
}

void UnseenCards::deal(State& state, Rng& rng) const {
  CardCounts rest = pool;
  rest[victory_point] = 0;
  auto others = static_cast<std::uint32_t>(total(rest));
  int left = pool[victory_point];
  for (int seat = 0; seat < most_seats; ++seat) {
    if (cards[seat] == 0) continue;
    int own = 0;
    if (left > 0) {
      double point = rng.unit() * ways_[seat][left];
      for (int some = 0; some <= std::min(left, static_cast<int>(cards[seat])); ++some) {
        const double weight = points[seat][some] * ways_[seat + 1][left - some];
        if (weight <= 0) continue;
        own = some;
        if (point < weight) break;
        point -= weight;
      }
    }
    left -= own;
    CardCounts& held = state.held[seat];
    held[victory_point] = static_cast<std::uint8_t>(held[victory_point] + own);
    for (int card = own; card < cards[seat]; ++card) {
      std::uint32_t place = rng.below(others--);
      int kind = 0;
      while (place >= rest[kind]) place -= rest[kind++];
      --rest[kind];
      ++held[kind];
    }
  }
  rest[victory_point] = static_cast<std::uint8_t>(left);
  state.deck = rest;
}

std::array<double, most_points + 1> UnseenCards::points_of(int seat) const {
  std::array<double, most_points + 1> before{1};  // ways of the seats before and after this one
  for (int other = 0; other < most_seats; ++other) {
    if (other == seat) continue;
    std::array<double, most_points + 1> next{};
    for (int sum = 0; sum <= most_points; ++sum)
      for (int own = 0; own <= std::min(sum, static_cast<int>(cards[other])); ++own)
        next[sum] += before[sum - own] * points[other][own];
    before = next;
  }
  std::array<double, most_points + 1> result{};
  double whole = 0;
  const int all = pool[victory_point];
  for (int own = 0; own <= std::min(all, static_cast<int>(cards[seat])); ++own) {
    for (int elsewhere = 0; elsewhere <= all - own; ++elsewhere)
      result[own] += before[elsewhere] * choose(deck, all - own - elsewhere);
    whole += result[own] *= points[seat][own];
  }
  for (double& chance : result) chance /= whole;
  return result;
}

// Which of its cards are the last ones tells nothing of what they are.
std::array<double, card_kinds> UnseenCards::holding(int seat, int fresh) const {
  std::array<double, card_kinds> result{};
  const int all = cards[seat];
  const int old = all - fresh;
  if (old <= 0) return result;
  const auto chances = points_of(seat);
  const int others = total(pool) - pool[victory_point];
  std::array<double, card_kinds> none{};
  for (int own = 0; own <= std::min(most_points, all); ++own) {
    if (chances[own] <= 0) continue;
    // So many of the old ones are no victory points.
    for (int rest = std::max(0, old - own); rest <= std::min(old, all - own); ++rest) {
      const double chance =
          chances[own] * choose(all - own, rest) * choose(own, old - rest) / choose(all, old);
      if (rest == old) none[victory_point] += chance;
      for (int kind = 0; kind < card_kinds; ++kind)
        if (kind != victory_point)
          none[kind] += chance * choose(others - pool[kind], rest) / choose(others, rest);
    }
  }
  for (int kind = 0; kind < card_kinds; ++kind) result[kind] = 1 - none[kind];
  return result;
}

bool UnseenCards::may_hold(int seat, int kind) const {
  if (pool[kind] == 0 || cards[seat] == 0) return false;
  // Most often the deck has room for all victory points.
  return deck >= pool[victory_point] || holding(seat)[kind] > 0;
}

}  // namespace otherminds::catan
