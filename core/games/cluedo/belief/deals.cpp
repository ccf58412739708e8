// The sums over deals are convolutions of counts of classes (sets.hpp). A set is weighted by one
// over the product of the factorials of its counts: that turns the number of ways to choose cards
// of a class into a plain product.
//
// The seats form two chains. Each is summed seat by seat, and the two meet at the envelope: what
// the left chain and the envelope leave is what the right chain holds.
#include "games/cluedo/belief/deals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <tuple>

#include "games/cluedo/belief/narrowed.hpp"
#include "games/cluedo/belief/sets.hpp"
#include "games/cluedo/belief/weigher.hpp"

namespace otherminds::cluedo {

// Seats in the order in which they join; sums[i] is over the hands of the first i of them.
struct Chain {
  explicit Chain(const Sets& sets) : sums{WeightTable(sets, 0, [](Key) { return 1.0; })} {}

  const WeightTable& all() const { return sums.back(); }

  std::vector<int> seats;
  std::vector<WeightTable> sums;
};

// The sums over all deals, for hands weighted in one way.
//
// The gradient of a table is, for each of its sets, the sum over the deals in which the table's
// seats hold this set, without the weight of the set itself.
class Sums {
 public:
  Sums(const Sets& sets, const Weigher& weigher, std::vector<int> seats, bool weighted)
      : sets(sets), envelopes(weigher.envelopes()), left(sets), right(sets) {
    for (const int seat : seats) hands[seat] = weigher.hands(seat, weighted);
    // Long lists of hands come first, short ones join the tables that have grown large.
    std::ranges::stable_sort(seats, std::greater{},
                             [&](int seat) { return hands[seat].support.size(); });
    Pairs pairs(sets);
    for (std::size_t i = 0; i < seats.size(); ++i)
      join(pairs, seats[i], i < seats.size() / 2 ? left : right);
    if (right.all().support.size() < left.all().support.size()) std::swap(left, right);
    meet(pairs);
  }

  // Calls visit(seat, hand, sum over the deals in which the seat holds it) for each.
  template <class Visit>
  void each_hand(Visit&& visit) const {
    Pairs pairs(sets);
    std::vector<double> of_right(right.all().weights.size());
    pairs.each(envelopes.support, left.all().support, [&](const WeightedSet& one, auto others) {
      const Key rest = sets.full - one.key;
      for (const WeightedSet& other : others)
        of_right[sets.rank(right.all().size, rest - other.key)] += one.weight * other.weight;
    });
    each_hand_of(pairs, left, of_left, visit);
    each_hand_of(pairs, right, std::move(of_right), visit);
  }

  const Sets& sets;
  std::array<WeightTable, most_seats> hands;
  WeightTable envelopes;
  Chain left;
  Chain right;
  std::vector<double> of_envelopes;  // sums over the deals with each envelope of the support
  std::vector<double> of_left;       // the gradient of left.all()
  double total = 0;

 private:
  void join(Pairs& pairs, int seat, Chain& chain) {
    const WeightTable& before = chain.all();
    WeightTable after;
    after.size = hands[seat].size + before.size;
    after.weights.resize(sets.of_size[after.size].size());
    pairs.each(hands[seat].support, before.support, [&](const WeightedSet& hand, auto others) {
      for (const WeightedSet& other : others)
        after.weights[sets.rank(after.size, hand.key + other.key)] += hand.weight * other.weight;
    });
    after.find_support(sets);
    chain.seats.push_back(seat);
    chain.sums.push_back(std::move(after));
  }

  void meet(Pairs& pairs) {
    std::vector<double> by_rank(envelopes.weights.size());
    of_left.resize(left.all().weights.size());
    pairs.each(envelopes.support, left.all().support, [&](const WeightedSet& one, auto others) {
      const Key rest = sets.full - one.key;
      double sum = 0;
      for (const WeightedSet& other : others) {
        const double left_over = right.all().of(sets, rest - other.key);
        sum += other.weight * left_over;
        of_left[sets.rank(left.all().size, other.key)] += one.weight * left_over;
      }
      by_rank[sets.rank(envelopes.size, one.key)] = one.weight * sum;
    });
    for (const WeightedSet& each : envelopes.support) {
      of_envelopes.push_back(by_rank[sets.rank(envelopes.size, each.key)]);
      total += of_envelopes.back();
    }
  }

  template <class Visit>
  void each_hand_of(Pairs& pairs, const Chain& chain, std::vector<double> gradient,
                    Visit&& visit) const {
    for (std::size_t i = chain.seats.size(); i-- > 0;) {
      const WeightTable& before = chain.sums[i];
      std::vector<double> of_before(before.weights.size());
      pairs.each(hands[chain.seats[i]].support, before.support,
                 [&](const WeightedSet& hand, auto others) {
                   double sum = 0;
                   for (const WeightedSet& other : others) {
                     const double outside =
                         gradient[sets.rank(chain.sums[i + 1].size, hand.key + other.key)];
                     sum += other.weight * outside;
                     of_before[sets.rank(before.size, other.key)] += hand.weight * outside;
                   }
                   visit(chain.seats[i], hand.key, hand.weight * sum);
                 });
      gradient = std::move(of_before);
    }
  }
};

namespace {

using Marginals = std::array<std::array<double, place_count>, most_cards>;

std::vector<int> seats_with_free_cards(const Narrowed& narrowed) {
  std::vector<int> seats;
  for (int seat = 0; seat < most_seats; ++seat)
    if (narrowed.boxes[first_hand + seat].left > 0) seats.push_back(seat);
  return seats;
}

}  // namespace

struct Deals::Tables {
  explicit Tables(const Evidence& evidence)
      : evidence(evidence),
        narrowed(narrow(evidence)),
        sets(find_classes(narrowed, evidence)),
        weigher(this->evidence, narrowed, sets),
        sums(sets, weigher, seats_with_free_cards(narrowed), true) {
    if (!(sums.total > 0)) refuse_contradiction();
    list_left_sets();
    list_envelopes();
  }

  // Calls visit(class, cards of it) for the classes in a set.
  template <class Visit>
  void each_class(Key key, Visit&& visit) const {
    Key fields = key & ((Key{1} << number_shift) - 1);
    while (fields != 0) {
      const std::size_t number = sets.class_at[std::countr_zero(fields)];
      const Class& each = sets.classes[number];
      visit(number, static_cast<int>((fields & each.field) >> each.shift));
      fields &= ~each.field;
    }
  }

  void list_left_sets() {
    double sum = 0;
    for (const WeightedSet& each : sums.left.all().support) {
      const double others = sums.of_left[sets.rank(sums.left.all().size, each.key)];
      if (!(others > 0)) continue;
      left_sets.push_back({each.key, others});
      up_to.push_back(sum += each.weight * others);
    }
  }

  void list_envelopes() {
    for (std::size_t i = 0; i < sums.of_envelopes.size(); ++i) {
      if (!(sums.of_envelopes[i] > 0)) continue;
      std::array<Cards, 3> choices;
      for (int kind = 0; kind < first_hand; ++kind) choices[kind] = narrowed.boxes[kind].certain;
      double alike = 1;
      each_class(sums.envelopes.support[i].key, [&](std::size_t number, int) {
        const Cards cards = sets.classes[number].cards;
        for (int kind = 0; kind < first_hand; ++kind)
          if ((cards & evidence.kinds[kind]) != 0) choices[kind] = cards;
        alike *= cluedo::count(cards);
      });
      const double chance = sums.of_envelopes[i] / sums.total / alike;
      each_card(choices[0], [&](int suspect) {
        each_card(choices[1], [&](int weapon) {
          each_card(choices[2], [&](int room) {
            envelopes.push_back(
                {{static_cast<Card>(suspect), static_cast<Card>(weapon), static_cast<Card>(room)},
                 chance});
          });
        });
      });
    }
    // As floats, so that rounding does not order what is equally probable.
    std::ranges::sort(envelopes, [](const EnvelopeChance& one, const EnvelopeChance& other) {
      const auto rank = [](const EnvelopeChance& each) {
        return std::tuple(-static_cast<float>(each.probability), each.triple.suspect,
                          each.triple.weapon, each.triple.room);
      };
      return rank(one) < rank(other);
    });
  }

  void find_marginals() const {
    const auto add = [&](Key key, int place, double weight) {
      each_class(key, [&](std::size_t number, int taken) {
        const Cards cards = sets.classes[number].cards;
        const double share = weight * taken / cluedo::count(cards);
        each_card(cards, [&](int card) { marginals[card][place] += share; });
      });
    };
    for (std::size_t i = 0; i < sums.of_envelopes.size(); ++i)
      add(sums.envelopes.support[i].key, envelope, sums.of_envelopes[i]);
    sums.each_hand([&](int seat, Key hand, double weight) { add(hand, 1 + seat, weight); });
    for (int box = 0; box < box_count; ++box)
      each_card(narrowed.boxes[box].certain,
                [&](int card) { marginals[card][place_of_box(box)] = 1; });
    each_card(narrowed.free, [&](int card) {
      double sum = 0;
      for (const double each : marginals[card]) sum += each;
      for (double& each : marginals[card]) each /= sum;
    });
  }

  double count_deals() const {
    const Sums plain(sets, weigher, seats_with_free_cards(narrowed), false);
    double deals = plain.total;
    for (const Class& each : sets.classes) deals *= factorials[cluedo::count(each.cards)];
    return std::round(deals);
  }

  // The hand of the last seat of a chain that holds `whole`; the table is of the seats before it.
  Key draw_hand(int seat, const WeightTable& before, Key whole, double point) const {
    Key drawn = 0;
    for (const WeightedSet& hand : sums.hands[seat].support) {
      if (!sets.within(hand.key, whole)) continue;
      const double weight = hand.weight * before.of(sets, whole - hand.key);
      if (weight == 0) continue;
      drawn = hand.key;
      if (point < weight) break;
      point -= weight;
    }
    return drawn;
  }

  Evidence evidence;
  Narrowed narrowed;
  Sets sets;
  Weigher weigher;
  Sums sums;
  std::vector<WeightedSet> left_sets;  // that the left chain may hold, with the sum over the rest
  std::vector<double> up_to;           // the sums over the deals with such a set or one before it
  std::vector<EnvelopeChance> envelopes;

  mutable std::once_flag marginals_found;
  mutable Marginals marginals{};
  mutable std::once_flag counted;
  mutable double deals = 0;
};

namespace {

// Gives each place the cards that its counts ask for: any of a class, all choices alike.
class Dealing {
 public:
  explicit Dealing(const Sets& sets) {
    for (std::size_t i = 0; i < sets.classes.size(); ++i) left_[i] = sets.classes[i].cards;
  }

  Cards take(std::size_t number, int cards, Rng& rng) {
    Cards taken = 0;
    Cards& left = left_[number];
    for (; cards > 0; --cards) {
      const auto choices = static_cast<std::uint32_t>(cluedo::count(left));
      const Cards card = choices == 1 ? left : only(nth_of(left, rng.below(choices)));
      taken |= card;
      left ^= card;
    }
    return taken;
  }

 private:
  std::array<Cards, most_unknown> left_;
};

}  // namespace

Deals::Deals(const Evidence& evidence) : tables_(std::make_unique<const Tables>(evidence)) {}
Deals::~Deals() = default;
Deals::Deals(Deals&&) noexcept = default;
Deals& Deals::operator=(Deals&&) noexcept = default;

const Evidence& Deals::evidence() const { return tables_->evidence; }

const Marginals& Deals::marginals() const {
  std::call_once(tables_->marginals_found, [&] { tables_->find_marginals(); });
  return tables_->marginals;
}

const std::vector<EnvelopeChance>& Deals::envelopes() const { return tables_->envelopes; }

double Deals::count() const {
  std::call_once(tables_->counted, [&] { tables_->deals = tables_->count_deals(); });
  return tables_->deals;
}

// The cards of the left chain first, then the envelope, then hand by hand what each chain holds.
Deal Deals::sample(Rng& rng) const {
  const Tables& tables = *tables_;
  const Sets& sets = tables.sets;
  const Sums& sums = tables.sums;
  Deal deal;
  for (int box = 0; box < box_count; ++box)
    (box < first_hand ? deal.envelope : deal.hands[box - first_hand]) |=
        tables.narrowed.boxes[box].certain;
  Dealing dealing(sets);
  const auto give = [&](Key key, Cards& to) {
    tables.each_class(
        key, [&](std::size_t number, int cards) { to |= dealing.take(number, cards, rng); });
  };

  const auto drawn = std::ranges::upper_bound(tables.up_to, rng.unit() * tables.up_to.back());
  const auto place = static_cast<std::size_t>(drawn - tables.up_to.begin());
  const auto [left, others] = tables.left_sets[std::min(place, tables.left_sets.size() - 1)];
  Key chosen = 0;
  double point = rng.unit() * others;
  for (const WeightedSet& each : sums.envelopes.support) {
    if (!sets.fit(each.key, left)) continue;
    const double weight = each.weight * sums.right.all().of(sets, sets.full - left - each.key);
    if (weight == 0) continue;
    chosen = each.key;
    if (point < weight) break;
    point -= weight;
  }
  give(chosen, deal.envelope);
  const auto split = [&](const Chain& chain, Key whole) {
    for (std::size_t i = chain.seats.size(); i-- > 0;) {
      const int seat = chain.seats[i];
      Key hand = whole;
      if (i > 0) {
        const double sum = chain.sums[i + 1].of(sets, whole);
        hand = tables.draw_hand(seat, chain.sums[i], whole, rng.unit() * sum);
      }
      give(hand, deal.hands[seat]);
      whole -= hand;
    }
  };
  split(sums.left, left);
  split(sums.right, sets.full - left - chosen);
  return deal;
}

}  // namespace otherminds::cluedo
