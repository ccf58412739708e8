// What a seat of Catan knows of the cards of others, held against plain enumeration.
#include "games/catan/belief/hands.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <vector>

#include "games/catan/belief/unseen_cards.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

constexpr double tiny = 1e-11;

bool near(double a, double b, double error = tiny) { return std::abs(a - b) <= error; }

// The hands of two seats together, as a table of all pairs, and what a third seat knows of each.
struct Enumeration {
  using Pair = std::array<std::uint64_t, 2>;
  std::map<Pair, double> pairs{{{0, 0}, 1.0}};

  // Each pair becomes others with a weight; nothing: it is impossible.
  using Follow = std::function<void(std::array<Hand, 2>, double, std::map<Pair, double>&)>;
  void apply(const Follow& follow) {
    std::map<Pair, double> next;
    for (const auto& [pair, weight] : pairs)
      follow({Hand::from(pair[0]), Hand::from(pair[1])}, weight, next);
    double total = 0;
    for (const auto& [pair, weight] : next) total += weight;
    for (auto& [pair, weight] : next) weight /= total;
    pairs = std::move(next);
  }
  static void add(std::map<Pair, double>& to, const std::array<Hand, 2>& hands, double weight) {
    if (weight > 0) to[{hands[0].word(), hands[1].word()}] += weight;
  }

  std::map<std::uint64_t, double> of(int seat) const {
    std::map<std::uint64_t, double> result;
    for (const auto& [pair, weight] : pairs) result[pair[seat]] += weight;
    return result;
  }
};

enum Event { gains, pays, shows, drawn_by_us, discards, counted, robbed, event_count };

struct Table2 {
  std::array<Hand, 2> truth{};
  std::array<Hands, 2> believed;
  Enumeration exact;

  Hand some(Hand from, Rng& rng) const {
    Hand result{};
    for (int resource = 0; resource < resource_count; ++resource)
      if (from[resource] > 0 && rng.below(2) == 0)
        result += Hand::of(resource, 1 + static_cast<int>(rng.below(from[resource])));
    return result;
  }
  int draw(Hand hand, Rng& rng) const {
    auto place = static_cast<int>(rng.below(hand.size()));
    int resource = 0;
    while (place >= hand[resource]) place -= hand[resource++];
    return resource;
  }

  // Something that can happen to `seat`; false: it cannot now.
  bool happen(Event event, int seat, Rng& rng) {
    const int other = 1 - seat;
    const auto put = Enumeration::add;
    if (event == gains) {
      const Hand cards = Hand::of(rng.below(5)) + Hand::of(rng.below(5));
      if (truth[seat].size() > 6) return false;
      truth[seat] += cards;
      assert(believed[seat].change({}, cards));
      exact.apply([&](auto hands, double weight, auto& next) {
        hands[seat] += cards;
        put(next, hands, weight);
      });
    } else if (event == pays || event == shows) {
      const Hand cost = some(truth[seat], rng);
      const Hand back = event == shows ? cost : Hand{};
      truth[seat] = truth[seat] - cost + back;
      assert(believed[seat].change(cost, back));
      exact.apply([&](auto hands, double weight, auto& next) {
        if (!hands[seat].covers(cost)) return;
        hands[seat] = hands[seat] - cost + back;
        put(next, hands, weight);
      });
    } else if (event == drawn_by_us) {
      if (truth[seat].size() == 0) return false;
      const int resource = draw(truth[seat], rng);
      truth[seat] -= Hand::of(resource);
      assert(believed[seat].lose(resource));
      exact.apply([&](auto hands, double weight, auto& next) {
        const int held = hands[seat][resource];
        if (held == 0) return;
        weight *= held;
        hands[seat] -= Hand::of(resource);
        put(next, hands, weight);
      });
    } else if (event == counted) {
      const auto resource = static_cast<int>(rng.below(5));
      const int cards = truth[seat][resource];
      truth[seat] -= Hand::of(resource, cards);
      assert(believed[seat].count(resource, cards));
      assert(believed[seat].change(Hand::of(resource, cards), {}));
      exact.apply([&](auto hands, double weight, auto& next) {
        if (hands[seat][resource] != cards) return;
        hands[seat] -= Hand::of(resource, cards);
        put(next, hands, weight);
      });
    } else {
      if (truth[seat].size() == 0 || (event == robbed && truth[other].size() > 6)) return false;
      const int resource = draw(truth[seat], rng);
      truth[seat] -= Hand::of(resource);
      if (event == robbed) {
        truth[other] += Hand::of(resource);
        assert(believed[other].gain_unseen(believed[seat].shares()));
      }
      assert(believed[seat].lose_unseen());
      exact.apply([&](auto hands, double weight, auto& next) {
        for (int each = 0; each < resource_count; ++each) {
          auto after = hands;
          after[seat] -= Hand::of(each, hands[seat][each] > 0);
          if (event == robbed) after[other] += Hand::of(each);
          put(next, after, weight * hands[seat][each] / hands[seat].size());
        }
      });
    }
    return true;
  }

  void check(bool is_exact) const {
    for (int seat = 0; seat < 2; ++seat) {
      const auto hands = exact.of(seat);
      double sum = 0;
      for (const auto& [word, weight] : hands) {
        const double chance = believed[seat].probability(Hand::from(word));
        assert(chance > 0);
        if (is_exact) assert(near(chance, weight));
        sum += chance;
      }
      assert(sum <= 1 + tiny);
      if (is_exact) {
        assert(near(sum, 1) && believed[seat].possible() == hands.size());
        for (int resource = 0; resource < resource_count; ++resource) {
          const auto held = [&](const auto& each) { return Hand::from(each.first)[resource]; };
          assert(believed[seat].least()[resource] ==
                 held(*std::ranges::min_element(hands, {}, held)));
          assert(believed[seat].most()[resource] ==
                 held(*std::ranges::max_element(hands, {}, held)));
        }
      }
      assert(believed[seat].possible() >= hands.size());
      assert(believed[seat].size() == truth[seat].size());
      assert(believed[seat].probability(truth[seat]) > 0);
      assert(truth[seat].covers(believed[seat].least()));
      assert(believed[seat].most().covers(truth[seat]));
    }
  }
};

// While no card goes unseen from one to the other, the two hands are independent: exact. The first
// such theft leaves each hand exact by itself, until something is learned of either.
void enumeration() {
  Rng rng(11);
  for (int game = 0; game < 400; ++game) {
    Table2 table;
    bool robbery = false;
    bool learned = false;
    for (int step = 0; step < 14; ++step) {
      const bool thefts = game % 2 == 1;
      const auto event = static_cast<Event>(rng.below(thefts ? event_count : robbed));
      if (!table.happen(event, static_cast<int>(rng.below(2)), rng)) continue;
      learned = learned || (robbery && event != gains && event != discards);
      robbery = robbery || event == robbed;
      table.check(!learned);
    }
  }
}

// What is done to a copy leaves the hands that it was copied from as they were.
void copies() {
  Rng rng(17);
  for (int game = 0; game < 100; ++game) {
    Table2 table;
    for (int step = 0; step < 8; ++step)
      table.happen(static_cast<Event>(rng.below(robbed)), static_cast<int>(rng.below(2)), rng);
    Table2 copy = table;
    for (int step = 0; step < 8; ++step) {
      copy.happen(static_cast<Event>(rng.below(robbed)), static_cast<int>(rng.below(2)), rng);
      copy.check(true);
      table.check(true);
    }
  }
}

// A hand that would have too many cards of a resource is not possible, whatever the others are.
void limits() {
  Hands hands(Hand::of(wood, most_of_a_kind - 1) + Hand::of(clay));
  assert(hands.gain_unseen({0.25, 0, 0, 0, 0.75}));
  assert(hands.most() == hand(2, 0, 0, 0, most_of_a_kind));
  assert(hands.least() == hand(1, 0, 0, 0, most_of_a_kind - 1));
  Hands more = hands;
  assert(more.change(Hand::of(wood, 2), Hand::of(wood, 2)) && more.possible() == 2);
  assert(more.change(Hand::of(clay), Hand::of(wood)) && more.possible() == 1);
  assert(more.least() == hand(1, 0, 0, 0, most_of_a_kind) && more.most() == more.least());
  assert(hands.possible() == 2 && near(hands.covers(Hand::of(wood, most_of_a_kind)), 0.75));
  assert(hands.change(Hand::of(clay, 2), {}) && hands.most() == Hand::of(wood, most_of_a_kind - 1));
}

void fewer_and_more() {
  Rng rng(18);
  for (int trial = 0; trial < 1'000; ++trial) {
    Hand one{};
    Hand other{};
    Hand fewest{};
    Hand most{};
    for (int resource = 0; resource < resource_count; ++resource) {
      const auto a = static_cast<int>(rng.below(most_of_a_kind + 1));
      const auto b = rng.below(4) == 0 ? a : static_cast<int>(rng.below(most_of_a_kind + 1));
      one += Hand::of(resource, a);
      other += Hand::of(resource, b);
      fewest += Hand::of(resource, std::min(a, b));
      most += Hand::of(resource, std::max(a, b));
    }
    assert(one.fewer(other) == fewest && other.fewer(one) == fewest);
    assert(one.more(other) == most && other.more(one) == most);
  }
}

// The numbers that follow from the probabilities of hands.
void summaries() {
  Rng rng(12);
  for (int game = 0; game < 100; ++game) {
    Table2 table;
    for (int step = 0; step < 10; ++step)
      table.happen(static_cast<Event>(rng.below(robbed)), static_cast<int>(rng.below(2)), rng);
    const auto hands = table.exact.of(0);
    const Hands& believed = table.believed[0];
    const Hand cost = game % 2 ? card_cost : Hand::of(rng.below(5), 1 + rng.below(2));
    double covering = 0;
    Shares shares{};
    CountWeights marginals{};
    for (const auto& [word, weight] : hands) {
      const Hand hand = Hand::from(word);
      if (hand.covers(cost)) covering += weight;
      for (int resource = 0; resource < resource_count; ++resource) {
        if (hand.size() > 0) shares[resource] += weight * hand[resource] / hand.size();
        marginals[resource][hand[resource]] += weight;
      }
    }
    assert(near(believed.covers(cost), covering));
    for (int resource = 0; resource < resource_count; ++resource) {
      assert(near(believed.shares()[resource], shares[resource]));
      for (int count = 0; count <= most_of_a_kind; ++count)
        assert(near(believed.marginals()[resource][count], marginals[resource][count]));
    }
  }
}

// What no possible hand allows is refused and changes nothing.
void refusals() {
  Hands hands(hand(1, 0, 2, 0, 0));
  assert(!hands.change(Hand::of(ore), {}) && !hands.lose(wood) && !hands.count(sheep, 1));
  assert(!hands.keep(Hand::of(sheep, 3)) && !hands.change({}, Hand::of(clay, most_of_a_kind)));
  assert(hands.size() == 3 && hands.probability(hand(1, 0, 2, 0, 0)) == 1);
  assert(hands.change(hand(1, 0, 2, 0, 0), {}));
  assert(!hands.lose_unseen() && hands.size() == 0 && hands.shares() == Shares{});
  assert(!hands.gain_unseen({}));
  Hands full(Hand::of(wood, most_of_a_kind));
  assert(!full.change({}, Hand::of(wood)) && !full.gain_unseen({0, 0, 0, 0, 1}));
}

// Frequencies of draws, at most five standard errors away: 1,500 comparisons, one in 1,000 runs
// would fail by chance; the seed is fixed.
void draws(const Hands& hands, const std::vector<Hand>& some, Rng& rng) {
  constexpr int count = 20'000;
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < count; ++i) {
    const Hand drawn = hands.sample(rng);
    assert(drawn.size() == hands.size());
    ++seen[drawn.word()];
  }
  for (const auto& [word, times] : seen) assert(hands.probability(Hand::from(word)) > 0);
  for (const Hand hand : some) {
    const double chance = hands.probability(hand);
    const double error = std::sqrt(chance * (1 - chance) / count);
    assert(near(static_cast<double>(seen[hand.word()]) / count, chance, 5 * error + 1e-9));
  }
}

void all_hands(int size, std::vector<Hand>& out) {
  for (int a = 0; a <= size; ++a)
    for (int b = 0; a + b <= size; ++b)
      for (int c = 0; a + b + c <= size; ++c)
        for (int d = 0; a + b + c + d <= size; ++d)
          out.push_back(hand(a, b, c, d, size - a - b - c - d));
}

// Beyond the capacity: cards of which nothing is known are multinomial, which a spread can express,
// so the fit must find it. Whatever it cannot express keeps the distribution of each resource and
// every possible hand.
void capacity() {
  Rng rng(13);
  constexpr Shares even = {0.2, 0.2, 0.2, 0.2, 0.2};
  Hands hands;
  for (int size = 1; size <= 15; ++size) assert(hands.gain_unseen(even));
  assert(hands.listed() && hands.possible() == 3'876);
  for (int size = 16; size <= 18; ++size) assert(hands.gain_unseen(even));
  assert(!hands.listed() && hands.possible() == 7'315);
  assert(hands.least() == Hand{} && hands.most() == hand(18, 18, 18, 18, 18));
  assert(hands.change({}, Hand::of(ore, 2)) && hands.least() == Hand::of(ore, 2));
  assert(hands.most() == hand(18, 20, 18, 18, 18) && hands.possible() == 7'315);
  assert(hands.change(Hand::of(ore, 2), {}));
  std::vector<Hand> all;
  all_hands(18, all);
  double sum = 0;
  double apart = 0;
  for (const Hand each : all) {
    double log = std::lgamma(19) - 18 * std::log(5.0);
    for (int resource = 0; resource < resource_count; ++resource)
      log -= std::lgamma(each[resource] + 1);
    apart += std::abs(hands.probability(each) - std::exp(log)) / 2;
    sum += hands.probability(each);
  }
  assert(near(sum, 1, 1e-9) && apart < 1e-4);
  draws(hands, {hand(4, 4, 4, 3, 3), hand(2, 2, 4, 5, 5), hand(6, 3, 3, 3, 3)}, rng);

  // Back to a list, when few hands remain.
  Hands few = hands;
  assert(few.count(wood, 5) && few.count(ore, 5));
  assert(few.listed() && few.possible() == 45);
  assert(near(few.covers(hand(0, 5, 0, 0, 5)), 1));

  // The same events on a table of all hands.
  for (int game = 0; game < 20; ++game) {
    std::map<std::uint64_t, double> exact;
    for (const Hand each : all) exact[each.word()] = hands.probability(each);
    Hands believed = hands;
    Hand truth = believed.sample(rng);
    bool is_exact = true;
    for (int step = 0; step < 12; ++step) {
      std::map<std::uint64_t, double> next;
      const auto event = rng.below(5);
      const auto resource = static_cast<int>(rng.below(5));
      Shares shares{};
      for (double& share : shares) share = 0.05 + rng.unit();
      double whole = 0;
      for (const double share : shares) whole += share;
      for (double& share : shares) share /= whole;
      const Hand card = Hand::of(resource);
      if (event < 2 && truth[resource] == 0) continue;
      if (event == 0) assert(believed.change(card, card));
      if (event == 1) assert(believed.lose(resource));
      if (event == 2) assert(believed.lose_unseen());
      if (event == 3) assert(believed.gain_unseen(shares));
      if (event == 4) assert(believed.change({}, card));
      for (const auto& [word, weight] : exact) {
        const Hand each = Hand::from(word);
        if (event == 0 && each.covers(card)) next[word] += weight;
        if (event == 1 && each.covers(card)) next[(each - card).word()] += weight * each[resource];
        if (event == 4) next[(each + card).word()] += weight;
        for (int kind = 0; kind < resource_count && (event == 2 || event == 3); ++kind) {
          if (event == 3)
            next[(each + Hand::of(kind)).word()] += weight * shares[kind];
          else if (each[kind] > 0)
            next[(each - Hand::of(kind)).word()] += weight * each[kind] / each.size();
        }
      }
      if (event == 1) truth -= card;
      if (event == 4) truth += card;
      if (event == 3) truth += card;
      if (event == 2) {
        int held = 0;
        while (truth[held] == 0) ++held;
        truth -= Hand::of(held);
      }
      double total = 0;
      for (const auto& [word, weight] : next) total += weight;
      for (auto& [word, weight] : next) weight /= total;
      exact = std::move(next);

      is_exact = is_exact && event != 2 && event != 3;
      double apart = 0;
      for (const auto& [word, weight] : exact) {
        const double chance = believed.probability(Hand::from(word));
        assert(chance > 0);
        apart += std::abs(chance - weight) / 2;
      }
      assert(believed.probability(truth) > 0);
      assert(apart < (is_exact ? 1e-9 : 0.02));
      CountWeights marginals{};
      for (const auto& [word, weight] : exact)
        for (int kind = 0; kind < resource_count; ++kind)
          marginals[kind][Hand::from(word)[kind]] += weight;
      const CountWeights ours = believed.marginals();
      for (int kind = 0; kind < resource_count; ++kind)
        for (int count = 0; count <= most_of_a_kind; ++count)
          assert(near(ours[kind][count], marginals[kind][count], is_exact ? 1e-9 : 0.01));
    }
  }
}

void list_draws() {
  Rng rng(14);
  for (int game = 0; game < 10; ++game) {
    Table2 table;
    for (int step = 0; step < 12; ++step)
      table.happen(static_cast<Event>(rng.below(event_count)), static_cast<int>(rng.below(2)), rng);
    std::vector<Hand> hands;
    for (const auto& [word, weight] : table.exact.of(0)) hands.push_back(Hand::from(word));
    draws(table.believed[0], hands, rng);
  }
}

// Victory points: two seats buy from, and play of, a deck of eight cards with three points, and
// sometimes show that they have no more than some.
void victory_points() {
  constexpr int slots = 8;
  constexpr int all_points = 3;
  Rng rng(15);
  using World = std::array<unsigned, 3>;  // slots with a point; slots that each seat holds
  for (int game = 0; game < 300; ++game) {
    std::map<World, double> worlds;
    for (unsigned mask = 0; mask < 1U << slots; ++mask)
      if (std::popcount(mask) == all_points) worlds[{mask, 0, 0}] = 1;
    UnseenCards cards;
    cards.deck = slots;
    cards.pool = {2, all_points, 1, 1, 1};
    int next_slot = 0;
    for (int step = 0; step < 10; ++step) {
      const auto seat = static_cast<int>(rng.below(2));
      const int held = cards.cards[seat];
      std::map<World, double> next;
      const auto event = rng.below(3);
      if (event == 0 && next_slot < slots) {
        for (const auto& [world, weight] : worlds) {
          World after = world;
          after[1 + seat] |= 1U << next_slot;
          next[after] += weight;
        }
        ++next_slot;
        ++cards.cards[seat];
        --cards.deck;
        cards.points[seat].buy();
      } else if (event == 1 && held > 0 && cards.pool[knight] > 0) {
        for (const auto& [world, weight] : worlds) {
          for (unsigned left = world[1 + seat] & ~world[0]; left != 0; left &= left - 1) {
            World after = world;
            after[1 + seat] &= ~(left & (~left + 1));
            next[after] += weight / held;
          }
        }
        if (next.empty()) continue;
        --cards.cards[seat];
        --cards.pool[knight];
        cards.points[seat].play(held);
      } else if (event == 2) {
        const auto most = static_cast<int>(rng.below(3));
        for (const auto& [world, weight] : worlds)
          if (std::popcount(world[0] & world[1 + seat]) <= most) next[world] += weight;
        if (next.empty()) continue;
        cards.points[seat].at_most(most);
        assert(cards.points[seat].highest() <= most);
      } else {
        continue;
      }
      worlds = std::move(next);
      assert(cards.prepare());
      double total = 0;
      std::array<std::array<double, PointWeights::most + 1>, 2> chances{};
      for (const auto& [world, weight] : worlds) {
        total += weight;
        for (int each = 0; each < 2; ++each)
          chances[each][std::popcount(world[0] & world[1 + each])] += weight;
      }
      for (int each = 0; each < 2; ++each) {
        const auto ours = cards.points_of(each);
        for (int points = 0; points <= PointWeights::most; ++points)
          assert(near(ours[points], chances[each][points] / total));
        assert(near(cards.holds(each, victory_point), 1 - ours[0]));
      }
    }
  }
}

// What is dealt has the probabilities that are told of it: within five standard errors.
void deals() {
  Rng rng(16);
  UnseenCards cards;
  cards.pool = {5, 4, 2, 1, 2};
  cards.cards = {0, 3, 4, 2};
  cards.deck = 5;
  for (int seat = 1; seat < most_seats; ++seat)
    cards.points[seat] = PointWeights(cards.cards[seat]);
  cards.points[2].at_most(1);
  assert(cards.prepare());
  constexpr int count = 50'000;
  BySeat<std::array<int, card_kinds>> holding{};
  for (int i = 0; i < count; ++i) {
    State state;
    cards.deal(state, rng);
    CardCounts sum = state.deck;
    assert(total(state.deck) == cards.deck);
    for (int seat = 0; seat < most_seats; ++seat) {
      assert(total(state.held[seat]) == cards.cards[seat]);
      for (int kind = 0; kind < card_kinds; ++kind) {
        holding[seat][kind] += state.held[seat][kind] > 0;
        sum[kind] = static_cast<std::uint8_t>(sum[kind] + state.held[seat][kind]);
      }
    }
    assert(sum == cards.pool && state.held[2][victory_point] <= 1);
  }
  for (int seat = 1; seat < most_seats; ++seat) {
    for (int kind = 0; kind < card_kinds; ++kind) {
      const double chance = cards.holds(seat, kind);
      const double error = std::sqrt(chance * (1 - chance) / count);
      assert(near(static_cast<double>(holding[seat][kind]) / count, chance, 5 * error));
    }
  }
}

}  // namespace

int main() {
  enumeration();
  copies();
  limits();
  fewer_and_more();
  summaries();
  refusals();
  capacity();
  list_draws();
  victory_points();
  deals();
  std::puts("ok");
}
