// What suggestions of Cluedo are expected to tell.
#include "games/cluedo/belief/information.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine/error.hpp"
#include "tests/expectations.hpp"
#include "tests/games/cluedo/enumeration.hpp"
#include "tests/games/cluedo/table.hpp"

using namespace otherminds;
using namespace otherminds::cluedo;

namespace {

double bits(const auto& chances) {
  double sum = 0;
  for (const auto& [what, chance] : chances) sum -= chance > 0 ? chance * std::log2(chance) : 0;
  return sum;
}

// The expectation over all deals: H(envelope, answer) - H(answer).
double exact(const Evidence& evidence, const Triple& named) {
  using Answer = std::pair<int, int>;  // who shows which card
  std::map<Answer, double> answers;
  std::map<std::pair<Cards, Answer>, double> both;
  for (const auto& [key, chance] : all_deals(evidence)) {
    Answer answer{nobody_showed, no_card};
    Cards held = 0;
    for (int step = 1; step < evidence.seats && held == 0; ++step) {
      answer.first = (evidence.self + step) % evidence.seats;
      held = key[static_cast<std::size_t>(1 + answer.first)] & named.cards();
    }
    if (held == 0) {
      answers[{nobody_showed, no_card}] += chance;
      both[{key[0], {nobody_showed, no_card}}] += chance;
    }
    each_card(held, [&](int card) {
      answer.second = card;
      answers[answer] += chance / count(held);
      both[{key[0], answer}] += chance / count(held);
    });
  }
  return bits(both) - bits(answers);
}

// Small decks, where all deals can be listed. The estimate is within a twentieth of a bit on
// average, and the suggestion that is chosen is hardly worse than the best; 2000 deals count
// envelopes as triples, 150 count many of them kind by kind.
void against_enumeration(int drawn) {
  Rng rng(31);
  double error = 0;
  double regret = 0;
  double chance_regret = 0;
  int suggestions = 0;
  int choices = 0;
  for (int game = 0; game < 60; ++game) {
    const int seats = 2 + game % 4;
    TestTable table({3, 3, 4}, seats, 0, rng);
    for (int i = 0; i < game % 7; ++i) table.play(rng);
    const Evidence evidence = evidence_of(table.witness(0));
    const Deals deals(evidence);
    const auto named = suggestions_in(evidence, static_cast<Card>(6 + rng.below(4)));
    assert(named.size() == 9);
    const auto left = expected_entropies(deals, named, drawn, rng);
    std::vector<double> truth;
    for (std::size_t i = 0; i < named.size(); ++i) {
      truth.push_back(exact(evidence, named[i]));
      error += std::abs(left[i] - truth[i]);
      assert(left[i] >= 0 && left[i] <= entropy(deals));
    }
    const double best = *std::ranges::min_element(truth);
    const auto chosen = std::ranges::min_element(left) - left.begin();
    regret += truth[static_cast<std::size_t>(chosen)] - best;
    for (const double each : truth) chance_regret += (each - best) / 9;
    suggestions += 9;
    ++choices;
  }
  std::printf(
      "expected entropy from %d deals: mean error %.4f bits, regret %.4f, of a random choice "
      "%.4f\n",
      drawn, error / suggestions, regret / choices, chance_regret / choices);
  assert(error / suggestions < 0.05 && regret / choices < 0.02);
  assert(chance_regret / choices > 0.2);
}

// Six suspects, six weapons and nine rooms at four seats with two open cards. I hold suspect 0 and
// weapon 6; seat 1 has shown me suspect 1 and weapon 7.
Evidence position() {
  Evidence evidence{.seats = 4, .self = 0, .kinds = {0x3f, 0xfc0, 0x1ff000}};
  evidence.open = only(19) | only(20);
  evidence.hand_sizes = {4, 4, 4, 4};
  evidence.holds = {only(0) | only(6) | only(17) | only(18), only(1) | only(7)};
  evidence.showings = {{1, 1, only(1) | only(6) | only(18)}, {1, 7, only(0) | only(7) | only(18)}};
  return evidence;
}

void blanks_isolate() {
  const Evidence evidence = position();
  const Deals deals(evidence);
  Rng rng(2);
  const Card room = 12;
  const std::vector<Triple> named = {
      {0, 6, room},  // own cards: whoever shows, shows the room
      {1, 7, room},  // seat 1 always shows, and any of three cards
      {1, 7, 19},    // always a card that I know
      {0, 6, 17},    // only own cards: nobody ever shows
      {2, 8, room},  // nothing is known of these
  };
  // The sums over all 252,000 deals, one by one.
  const std::array<double, 5> exact_left = {5.6000, 6.3042, 6.3219, 6.3219, 5.6969};
  // 80 envelopes are counted as triples with 4000 deals, kind by kind with 1500.
  for (const int drawn : {4000, 1500}) {
    const auto left = expected_entropies(deals, named, drawn, rng);
    for (std::size_t i = 0; i < named.size(); ++i) assert(std::abs(left[i] - exact_left[i]) < 0.06);
    assert(left[0] < left[4] && left[4] < left[1] - 0.1);
    assert(std::abs(left[2] - entropy(deals)) < 1e-9 && std::abs(left[3] - entropy(deals)) < 1e-9);
  }

  // Two rooms are left, and seat 3 holds one of them: asking with own blanks tells which, asking
  // with a card of seat 2, which answers first, tells nothing.
  Evidence late = evidence;
  late.holds[1] |= only(2) | only(8);
  late.holds[2] = only(3) | only(9) | only(13) | only(14);
  late.holds[3] = only(4) | only(10) | only(15);
  const Deals nearly(late);
  assert(nearly.envelopes().size() == 2 && std::abs(entropy(nearly) - 1) < 1e-12);
  const std::vector<Triple> last = {{0, 6, room}, {3, 6, room}, {0, 6, 16}};
  const auto after = expected_entropies(nearly, last, 500, rng);
  assert(after[0] < 1e-3 && after[2] < 1e-3 && after[1] > 0.999);
}

void refusals() {
  const Deals deals(position());
  Rng rng(1);
  const auto refused = [&](Triple named, int drawn) {
    return refuses([&] { expected_entropies(deals, std::span(&named, 1), drawn, rng); });
  };
  assert(refused({0, 6, 12}, 0) && refused({6, 0, 12}, 10) && refused({}, 10));
  assert(!refused({0, 6, 12}, 1));
}

}  // namespace

int main() {
  against_enumeration(2000);
  against_enumeration(150);
  blanks_isolate();
  refusals();
  std::puts("ok");
}
