// The exact posterior of Cluedo against enumeration of all deals.
#include "games/cluedo/belief/deals.hpp"

#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>

#include "engine/error.hpp"
#include "tests/expectations.hpp"
#include "tests/games/cluedo/enumeration.hpp"
#include "tests/games/cluedo/table.hpp"

using namespace otherminds;
using namespace otherminds::cluedo;

namespace {

bool near(double one, double other) {
  return std::abs(one - other) < 1e-9 * std::max(1.0, std::abs(other));
}

// How many deals fit.
std::size_t compare(const Evidence& evidence, const Deal& truth) {
  const auto expected = all_deals(evidence);
  assert(expected.contains(key_of(truth)));
  std::array<std::array<double, place_count>, most_cards> marginals{};
  std::map<Cards, double> envelopes;
  for (const auto& [key, weight] : expected) {
    envelopes[key[0]] += weight;
    for (int place = 0; place < place_count; ++place)
      each_card(key[place], [&](int card) { marginals[card][place] += weight; });
  }
  const Deals deals(evidence);
  assert(deals.count() == static_cast<double>(expected.size()));
  for (int card = 0; card < most_cards; ++card) {
    int places = 0;
    for (int place = 0; place < place_count; ++place) {
      assert(near(deals.marginals()[card][place], marginals[card][place]));
      assert((deals.marginals()[card][place] > 0) == (marginals[card][place] > 0));
      places += marginals[card][place] > 0 ? 1 : 0;
    }
    for (int place = 0; place < place_count; ++place)
      assert((deals.marginals()[card][place] == 1) == (places == 1 && marginals[card][place] > 0));
  }
  assert(deals.envelopes().size() == envelopes.size());
  const EnvelopeChance* before = nullptr;
  for (const EnvelopeChance& each : deals.envelopes()) {
    assert(near(each.probability, envelopes.at(each.triple.cards())));
    if (before != nullptr) {
      assert(each.probability < before->probability + 1e-6);
      const auto order = [](const Triple& triple) {
        return std::tuple(triple.suspect, triple.weapon, triple.room);
      };
      assert(each.probability < before->probability - 1e-12 ||
             order(before->triple) < order(each.triple));
    }
    before = &each;
  }
  Rng rng(1);
  for (int i = 0; i < 5; ++i) assert(expected.contains(key_of(deals.sample(rng))));
  return expected.size();
}

// Seats, open cards and the rules of showing vary; the truth is always among what is possible.
void against_enumeration() {
  Rng rng(20260);
  std::size_t deals = 0;
  for (int game = 0; game < 10'000; ++game) {
    const int seats = 2 + game % 5;
    TestTable table({3, 3, 4}, seats, static_cast<int>(rng.below(3)), rng);
    const int length = static_cast<int>(rng.below(seats == 2 ? 4 : 14));
    for (int i = 0; i < length; ++i) table.play(rng);
    const int self = static_cast<int>(rng.below(static_cast<std::uint32_t>(seats)));
    Witness witness = table.witness(self);
    for (ShowingRule& rule : witness.rules)
      if (rng.below(4) == 0) rule = ShowingRule::possible;
    deals += compare(evidence_of(witness), table.truth);
  }
  std::printf("beliefs equal to enumeration, %zu deals in all\n", deals);
}

// Larger hands and fewer kinds of doubt: cards that nothing tells apart are counted together.
void of_cards_alike() {
  Rng rng(5);
  for (int game = 0; game < 40; ++game) {
    TestTable table({2, 4, 6}, 2 + game % 2, game % 2 == 0 ? 0 : 1, rng);
    for (int i = 0; i < game % 3; ++i) table.play(rng);
    compare(evidence_of(table.witness(0)), table.truth);
  }
}

// The upper tail of the chi-square distribution by Wilson and Hilferty's cube root.
double chi_square_tail(double statistic, double freedom) {
  const double spread = 2 / (9 * freedom);
  const double z = (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
  return 0.5 * std::erfc(z / std::sqrt(2));
}

// Twelve beliefs, each rejected with a chance of 1e-4 were the seed free.
void frequencies() {
  Rng rng(77);
  constexpr int draws = 100'000;
  double lowest = 1;
  for (int game = 0; game < 12; ++game) {
    TestTable table({3, 3, 4}, 2 + game % 5, 0, rng);
    for (int i = 0; i < 2 + game / 2; ++i) table.suggest(table.any_triple(rng), rng);
    const Evidence evidence = evidence_of(table.witness(0));
    const auto expected = all_deals(evidence);
    const Deals deals(evidence);
    std::map<DealKey, int> drawn;
    for (int i = 0; i < draws; ++i) ++drawn[key_of(deals.sample(rng))];
    double statistic = 0;
    double rare = 0;
    int rare_drawn = 0;
    int cells = 0;
    const auto add = [&](double mean, int seen) {
      statistic += (seen - mean) * (seen - mean) / mean;
      ++cells;
    };
    for (const auto& [key, weight] : expected) {
      const double mean = weight * draws;
      if (mean >= 5) {
        add(mean, drawn[key]);
      } else {
        rare += mean;
        rare_drawn += drawn[key];
      }
    }
    if (rare >= 5) add(rare, rare_drawn);
    if (cells < 2) continue;
    lowest = std::min(lowest, chi_square_tail(statistic, cells - 1));
  }
  std::printf("drawn deals: lowest p-value %.3f\n", lowest);
  assert(lowest > 1e-4);
}

// With the cards of the box, where deals are too many to list: how often a card is drawn at a place
// differs from its probability by less than five standard errors. Were the seed free, one of the
// 756 comparisons would exceed that with a chance below 1e-3.
void places() {
  Rng rng(9);
  constexpr int draws = 20'000;
  for (int seats = 3; seats <= most_seats; ++seats) {
    TestTable table({6, 6, 9}, seats, 0, rng);
    for (int i = 0; i < 4; ++i) table.play(rng);
    const Deals deals(evidence_of(table.witness(1)));
    std::array<std::array<int, place_count>, most_cards> drawn{};
    for (int i = 0; i < draws; ++i) {
      const DealKey key = key_of(deals.sample(rng));
      for (int place = 0; place < place_count; ++place)
        each_card(key[place], [&](int card) { ++drawn[card][place]; });
    }
    for (int card = 0; card < 21; ++card) {
      for (int place = 0; place <= seats; ++place) {
        const double chance = deals.marginals()[card][place];
        const double error = std::sqrt(chance * (1 - chance) * draws);
        assert(std::abs(drawn[card][place] - chance * draws) <= 5 * error + 1e-6);
      }
    }
  }
}

template <class Make>
void expect_refusal(Make&& make, const std::string& words) {
  const std::string sentence = refusal(std::forward<Make>(make));
  if (!contains(sentence, words)) std::puts(sentence.c_str());
  assert(contains(sentence, words));
}

void refusals() {
  Rng rng(3);
  const TestTable table({6, 6, 9}, 3, 0, rng);
  const Evidence good = evidence_of(table.witness(0));
  const auto with = [&](auto&& change) {
    Evidence evidence = good;
    change(evidence);
    return [evidence] { Deals deals(evidence); };
  };
  const int other = first_of(table.truth.hands[1]);
  const auto fits = [](const char* words) { return std::string(words); };
  expect_refusal(with([&](Evidence& e) { e.lacks[1] = ~Cards{0}; }), fits("No deal fits"));
  expect_refusal(with([&](Evidence& e) { e.holds[1] = e.holds[2] = only(other); }),
                 fits("No deal fits"));
  expect_refusal(with([&](Evidence& e) { e.holds[1] = e.holds[0]; }), fits("No deal fits"));
  expect_refusal(with([&](Evidence& e) { e.clauses = {{1, e.holds[0]}}; }), fits("No deal fits"));
  expect_refusal(with([&](Evidence& e) {
                   const Cards suspects = e.kinds[0];
                   e.holds[1] = suspects & ~e.holds[0];
                 }),
                 fits("No deal fits"));
  // Only the sums find this out: three seats cannot each hold one of two cards.
  const TestTable four({6, 6, 9}, 4, 2, rng);
  Evidence crowded = evidence_of(four.witness(0));
  const Cards two = only(first_of(four.truth.hands[1])) | only(first_of(four.truth.hands[2]));
  crowded.clauses = {{1, two}, {2, two}, {3, two}};
  expect_refusal([&] { Deals deals(crowded); }, fits("No deal fits"));
  expect_refusal(with([&](Evidence& e) { e.clauses = {{3, 1}}; }), fits("3 seats"));
  expect_refusal(with([&](Evidence& e) { e.hand_sizes[1] = 7; }), fits("22 cards"));
  expect_refusal(with([&](Evidence& e) { e.hand_sizes[1] = 1 << 30; }), fits("A hand cannot"));
  expect_refusal(with([&](Evidence& e) { e.holds[0] = 0; }), fits("own hand"));
  expect_refusal(with([&](Evidence& e) { e.kinds[0] = 0; }), fits("kinds"));
  expect_refusal(with([&](Evidence& e) { e.seats = 7; }), fits("2 to 6"));
  expect_refusal(with([&](Evidence& e) { e.self = 3; }), fits("seat 3"));
  expect_refusal(with([&](Evidence& e) { e.showings = {{1, no_card, only(0) | only(6)}}; }),
                 fits("shown"));
  expect_refusal(with([&](Evidence& e) { e.showings = {{1, 0, 3}}; }), fits("at most one card"));
  TestTable large({10, 10, 9}, 4, 0, rng);
  expect_refusal([&] { Deals deals(evidence_of(large.witness(0))); }, fits("at most 20"));
}

// Many showings of one card make other hands improbable, but they stay possible.
void long_games() {
  Rng rng(8);
  TestTable table({3, 3, 4}, 3, 0, rng);
  const Deal& truth = table.truth;
  Evidence evidence = evidence_of(table.witness(0));
  const int card = first_of(truth.hands[1]);
  Cards asked = only(card);
  for (const Cards kind : evidence.kinds)
    if (!has(kind, card)) asked |= only(first_of(kind & ~truth.hands[0]));
  evidence.holds[1] = only(card);
  for (int i = 0; i < 2000; ++i) evidence.showings.push_back({1, static_cast<Card>(card), asked});
  const Deals deals(evidence);
  Evidence possible = evidence;
  possible.rules[1] = ShowingRule::possible;
  const Deals plain(possible);
  assert(deals.count() == plain.count() && deals.count() > 1);
  for (int each = 0; each < 10; ++each) {
    for (int place = 0; place < place_count; ++place)
      assert((deals.marginals()[each][place] > 0) == (plain.marginals()[each][place] > 0));
  }
}

// What is computed at the first call may be asked for by several threads at once.
void shared() {
  Rng rng(4);
  TestTable table({6, 6, 9}, 4, 2, rng);
  for (int i = 0; i < 10; ++i) table.play(rng);
  const Evidence evidence = evidence_of(table.witness(2));
  const Deals deals(evidence);
  const Deals alone(evidence);
  std::vector<std::thread> threads;
  std::array<int, 4> same{};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      Rng own(static_cast<std::uint64_t>(i));
      for (int n = 0; n < 100; ++n) deals.sample(own);
      same[i] = deals.marginals() == alone.marginals() && deals.count() == alone.count();
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert((same == std::array<int, 4>{1, 1, 1, 1}));
}

// The opening of the thesis: 15 unknown cards, (6 - s)(6 - w)(9 - r) 12! / 4!^3 deals.
void opening() {
  Rng rng(6);
  const TestTable table({6, 6, 9}, 4, 2, rng);
  const Evidence evidence = evidence_of(table.witness(3));
  const Deals deals(evidence);
  double envelopes = 1;
  for (const Cards kind : evidence.kinds) {
    const Cards hidden = kind & ~evidence.open & ~evidence.holds[3];
    envelopes *= count(hidden);
    each_card(hidden, [&](int card) {
      const double chance = 1.0 / count(hidden);
      assert(near(deals.marginals()[card][envelope], chance));
      for (int seat = 0; seat < 3; ++seat)
        assert(near(deals.marginals()[card][1 + seat], (1 - chance) / 3));
    });
  }
  assert(deals.count() == envelopes * 34650);
  assert(deals.envelopes().size() == static_cast<std::size_t>(envelopes));
}

// A six-player game with the 21 cards of the box, as seat 0 saw it: what was named, who showed, and
// the card where it was seen. Seats take turns; all between the suggester and the shower had none.
struct Scripted {
  Triple named;
  int shower;
  Card shown;
};

constexpr std::array<Scripted, 20> script = {{
    {{3, 8, 15}, 1, 15},       {{1, 7, 13}, 2, no_card},
    {{1, 8, 17}, 3, no_card},  {{2, 10, 12}, 4, no_card},
    {{3, 11, 17}, 5, no_card}, {{5, 9, 14}, 3, no_card},
    {{4, 9, 20}, 2, 20},       {{4, 7, 16}, 5, no_card},
    {{3, 7, 18}, 0, 7},        {{1, 8, 18}, 4, no_card},
    {{2, 9, 19}, 2, no_card},  {{2, 6, 19}, 2, no_card},
    {{5, 9, 18}, 1, 18},       {{2, 7, 19}, 2, no_card},
    {{5, 6, 16}, 3, no_card},  {{5, 9, 13}, 4, no_card},
    {{4, 9, 20}, 5, no_card},  {{1, 6, 14}, 0, 1},
    {{3, 10, 12}, 4, 12},      {{3, 9, 19}, nobody_showed, no_card},
}};

Witness scripted(std::size_t events) {
  Witness witness{.seats = 6, .self = 0, .kinds = {0x3f, 0xfc0, 0x1ff000}};
  witness.hand = only(1) | only(7) | only(16);
  witness.hand_sizes.fill(3);
  for (std::size_t i = 0; i < events; ++i) {
    const Scripted& line = script[i];
    Event event{.turn = static_cast<int>(i) + 1, .seat = static_cast<int>(i) % 6};
    event.named = line.named;
    event.shower = line.shower;
    event.shown = line.shown;
    const int asked = line.shower == nobody_showed ? event.seat : line.shower;
    for (int seat = (event.seat + 1) % 6; seat != asked; seat = (seat + 1) % 6)
      event.without.push_back(seat);
    witness.events.push_back(event);
  }
  return witness;
}

// Hand after hand of three cards out of those that are left.
void enumerate_hands(const Evidence& evidence, int seat, Cards left, Deal& deal,
                     std::set<DealKey>& out) {
  if (seat == evidence.seats) {
    deal.envelope = left;
    if (weight_of(evidence, deal) > 0) out.insert(key_of(deal));
    return;
  }
  each_card(left, [&](int one) {
    each_card(left & ~(only(one) * 2 - 1), [&](int two) {
      each_card(left & ~(only(two) * 2 - 1), [&](int three) {
        const Cards hand = only(one) | only(two) | only(three);
        if ((hand & evidence.lacks[seat]) != 0 || (evidence.holds[seat] & ~hand) != 0) return;
        for (const Clause& clause : evidence.clauses)
          if (clause.seat == seat && (clause.cards & hand) == 0) return;
        deal.hands[seat] = hand;
        enumerate_hands(evidence, seat + 1, left & ~hand, deal, out);
      });
    });
  });
}

// Before the last suggestion five envelopes are possible, after it a single deal is.
void last_suggestion() {
  for (const std::size_t events : {script.size() - 1, script.size()}) {
    const Evidence evidence = evidence_of(scripted(events));
    Deal deal;
    deal.hands[0] = evidence.holds[0];
    std::set<DealKey> found;
    enumerate_hands(evidence, 1, 0x1fffff & ~evidence.holds[0], deal, found);
    std::set<Cards> envelopes;
    for (const DealKey& key : found) envelopes.insert(key[0]);
    const bool last = events == script.size();
    assert(found.size() == (last ? 1 : 10) && envelopes.size() == (last ? 1 : 5));
    const Deals deals(evidence);
    assert(deals.count() == static_cast<double>(found.size()));
    assert(deals.envelopes().size() == envelopes.size());
    for (const EnvelopeChance& each : deals.envelopes())
      assert(envelopes.contains(each.triple.cards()));
  }
  const Deals solved(evidence_of(scripted(script.size())));
  assert(
      (solved.envelopes()[0].triple == Triple{3, 9, 19} && solved.envelopes()[0].probability == 1));
  for (std::size_t events = 0; events < script.size(); ++events)
    assert(Deals(evidence_of(scripted(events))).envelopes().size() > 1);
}

}  // namespace

int main() {
  against_enumeration();
  of_cards_alike();
  frequencies();
  places();
  opening();
  last_suggestion();
  refusals();
  long_games();
  shared();
  std::puts("ok");
}
