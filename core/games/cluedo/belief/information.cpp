#include "games/cluedo/belief/information.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "engine/error.hpp"

namespace otherminds::cluedo {

namespace {

// Each seat but the own may show a card of each kind.
inline constexpr int most_answers = 1 + 3 * (most_seats - 1);
inline constexpr std::size_t nobody = 0;
// A deal counts this much, so that each of one, two or three cards has a whole share of it.
inline constexpr std::uint32_t whole = 6;

// Sums of x log2 x over counts above 0, and how many these are.
struct Spread {
  double sum = 0;
  int cells = 0;

  void add(std::uint32_t count) {
    if (count == 0) return;
    sum += count * std::log2(static_cast<double>(count));
    ++cells;
  }
};

// What is drawn, laid out for counting.
class Draws {
 public:
  Draws(const Deals& deals, int drawn, Rng& rng) : evidence_(deals.evidence()) {
    const auto answers = static_cast<std::size_t>(3 * (evidence_.seats - 1) + 1);
    const std::size_t envelopes = deals.envelopes().size();
    as_triples_ = 2 * envelopes * answers <= static_cast<std::size_t>(drawn);
    width_ = as_triples_ ? envelopes : static_cast<std::size_t>(most_cards);
    for (std::size_t i = 0; i < envelopes; ++i)
      places_.emplace_back(deals.envelopes()[i].triple.cards(), static_cast<Cell>(i));
    std::ranges::sort(places_);
    for (int i = 0; i < drawn; ++i) add(deals.sample(rng));
    counts_.resize(width_ * answers);
  }

  // The bits that a suggestion is expected to take off.
  double gain(const Triple& named) {
    std::ranges::fill(counts_, 0);
    std::array<std::uint32_t, most_answers> answers{};
    const std::array<Card, 3> cards = {named.suspect, named.weapon, named.room};
    const Cards all = named.cards();
    for (const Draw& draw : draws_) {
      std::size_t step = 0;
      while (step < others() && (draw.hands[step] & all) == 0) ++step;
      if (step == others()) {
        count(draw, nobody, whole, answers);
        continue;
      }
      const Cards held = draw.hands[step] & all;
      const std::uint32_t share = whole / static_cast<std::uint32_t>(cluedo::count(held));
      for (std::size_t kind = 0; kind < cards.size(); ++kind) {
        if (has(held, cards[kind])) count(draw, 1 + 3 * step + kind, share, answers);
      }
    }
    return information(answers);
  }

 private:
  using Cell = std::uint16_t;

  struct Draw {
    std::array<Cards, most_seats - 1> hands;  // in the order in which they answer
    std::array<Cell, 3> cells;                // the envelope's cards, or its place in a list first
  };

  std::size_t others() const { return static_cast<std::size_t>(evidence_.seats - 1); }
  std::size_t parts() const { return as_triples_ ? 1 : 3; }

  void add(const Deal& deal) {
    Draw draw{};
    for (std::size_t step = 0; step < others(); ++step)
      draw.hands[step] =
          deal.hands[(static_cast<std::size_t>(evidence_.self) + 1 + step) % (others() + 1)];
    if (as_triples_) {
      draw.cells[0] = std::ranges::lower_bound(places_, deal.envelope, {},
                                               &decltype(places_)::value_type::first)
                          ->second;
    } else {
      for (std::size_t kind = 0; kind < 3; ++kind)
        draw.cells[kind] = static_cast<Cell>(first_of(deal.envelope & evidence_.kinds[kind]));
    }
    draws_.push_back(draw);
  }

  void count(const Draw& draw, std::size_t answer, std::uint32_t share,
             std::array<std::uint32_t, most_answers>& answers) {
    answers[answer] += share;
    for (std::size_t part = 0; part < parts(); ++part)
      counts_[answer * width_ + draw.cells[part]] += share;
  }

  // H(envelope) + H(answer) - H(both), for each part.
  double information(const std::array<std::uint32_t, most_answers>& answers) const {
    Spread answer;
    for (const std::uint32_t each : answers) answer.add(each);
    Spread both;
    Spread alone;
    for (std::size_t cell = 0; cell < width_; ++cell) {
      std::uint32_t sum = 0;
      for (std::size_t i = cell; i < counts_.size(); i += width_) {
        both.add(counts_[i]);
        sum += counts_[i];
      }
      alone.add(sum);
    }
    // The sums over parts stand for one entropy a part, and so must that of the answers.
    const auto drawn = static_cast<double>(draws_.size());
    const double total = drawn * whole;
    const auto times = static_cast<double>(parts());
    const double plain =
        times * std::log2(total) + (both.sum - alone.sum - times * answer.sum) / total;
    const double cells = alone.cells + times * answer.cells - both.cells - times;
    return plain + cells / (2 * drawn * std::numbers::ln2);
  }

  const Evidence& evidence_;
  bool as_triples_ = false;
  std::size_t width_ = 0;
  std::vector<std::pair<Cards, Cell>> places_;
  std::vector<Draw> draws_;
  std::vector<std::uint32_t> counts_;  // by answer and cell
};

}  // namespace

std::vector<Triple> suggestions_in(const Evidence& evidence, Card room) {
  std::vector<Triple> suggestions;
  each_card(evidence.kinds[0], [&](int suspect) {
    each_card(evidence.kinds[1], [&](int weapon) {
      suggestions.push_back({static_cast<Card>(suspect), static_cast<Card>(weapon), room});
    });
  });
  return suggestions;
}

double entropy(const Deals& deals) {
  double bits = 0;
  for (const EnvelopeChance& each : deals.envelopes())
    bits -= each.probability * std::log2(each.probability);
  return std::max(bits, 0.0);
}

std::vector<double> expected_entropies(const Deals& deals, std::span<const Triple> suggestions,
                                       int drawn, Rng& rng) {
  if (drawn < 1)
    throw Error(ErrorKind::option, "At least one deal must be drawn to weigh suggestions, not " +
                                       std::to_string(drawn) + ".");
  for (const Triple& named : suggestions) {
    const std::array<Card, 3> cards = {named.suspect, named.weapon, named.room};
    for (std::size_t kind = 0; kind < cards.size(); ++kind) {
      if (cards[kind] >= most_cards || !has(deals.evidence().kinds[kind], cards[kind]))
        throw Error(ErrorKind::option, "A suggestion names a suspect, a weapon and a room.");
    }
  }
  Draws draws(deals, drawn, rng);
  const double now = entropy(deals);
  std::vector<double> left;
  for (const Triple& named : suggestions)
    left.push_back(std::clamp(now - draws.gain(named), 0.0, now));
  return left;
}

}  // namespace otherminds::cluedo
