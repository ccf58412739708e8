#include "games/cluedo/belief/weigher.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace otherminds::cluedo {

std::vector<Cards> find_classes(const Narrowed& narrowed, const Evidence& evidence) {
  std::vector<Cards> classes = {narrowed.free};
  const auto split = [&](Cards by) {
    for (std::size_t i = classes.size(); i-- > 0;) {
      const Cards inside = classes[i] & by;
      if (inside == 0 || inside == classes[i]) continue;
      classes[i] ^= inside;
      classes.push_back(inside);
    }
  };
  for (const Cards kind : evidence.kinds) split(kind);
  for (const Box& box : narrowed.boxes) split(box.possible);
  for (const Clause& clause : narrowed.clauses) split(clause.cards);
  for (const Showing& showing : evidence.showings) {
    if (evidence.rules[showing.seat] == ShowingRule::uniform)
      split(showing.asked & narrowed.boxes[first_hand + showing.seat].possible);
  }
  for (const Cards wrong : evidence.wrong) split(wrong);
  if (classes[0] == 0) classes.clear();
  return classes;
}

Weigher::Weigher(const Evidence& evidence, const Narrowed& narrowed, const Sets& sets)
    : evidence_(evidence), narrowed_(narrowed), sets_(sets) {
  for (const Class& each : sets.classes)
    if (count(each.cards) > 1) wide_.push_back(each);
}

WeightTable Weigher::hands(int seat, bool weighted) const {
  const Box& box = narrowed_.boxes[first_hand + seat];
  const Key forbidden = fields(narrowed_.free & ~box.possible);
  std::vector<Key> clauses;
  for (const Clause& clause : narrowed_.clauses)
    if (clause.seat == seat) clauses.push_back(fields(clause.cards));
  struct Asked {
    int certain;
    Key possible;
  };
  std::vector<Asked> asked;
  for (const Showing& showing : evidence_.showings) {
    if (weighted && showing.seat == seat && evidence_.rules[seat] == ShowingRule::uniform &&
        (showing.asked & box.possible) != 0)
      asked.push_back({count(showing.asked & box.certain), fields(showing.asked & box.possible)});
  }
  constexpr double impossible = std::numeric_limits<double>::infinity();
  const std::array<double, 4> logarithms = {0, 0, std::log(2.0), std::log(3.0)};
  // As a logarithm: the chances of hundreds of showings have a product that no number can hold.
  const auto surprise = [&](Key key) {
    if ((key & forbidden) != 0) return impossible;
    for (const Key clause : clauses)
      if ((key & clause) == 0) return impossible;
    double sum = 0;
    // The classes of named cards have one card each, so that bits are cards.
    for (const Asked& each : asked)
      sum += logarithms[each.certain + std::popcount(key & each.possible)];
    return sum;
  };
  double least = impossible;
  for (const Key key : sets_.of_size[box.left]) least = std::min(least, surprise(key));
  return WeightTable(sets_, box.left, [&](Key key) {
    const double more = surprise(key) - least;
    if (!(more < impossible)) return 0.0;
    // An improbable hand stays possible.
    constexpr double most_surprising = 90;
    return std::exp(-std::min(more, most_surprising)) / orders(key);
  });
}

WeightTable Weigher::envelopes() const {
  int size = 0;
  Cards certain = 0;
  Cards possible = 0;
  std::vector<Key> kinds;
  for (int kind = 0; kind < first_hand; ++kind) {
    const Box& box = narrowed_.boxes[kind];
    certain |= box.certain;
    if (box.left == 0) continue;
    ++size;
    possible |= box.possible;
    kinds.push_back(fields(box.possible));
  }
  const Key forbidden = fields(narrowed_.free & ~possible);
  std::vector<Key> wrong;
  for (const Cards each : evidence_.wrong)
    if (const Cards open = each & ~certain; (open & ~possible) == 0) wrong.push_back(fields(open));
  return WeightTable(sets_, size, [&](Key key) {
    if ((key & forbidden) != 0) return 0.0;
    for (const Key kind : kinds)
      if ((key & kind) == 0) return 0.0;
    for (const Key each : wrong)
      if ((key & each) == each) return 0.0;
    return 1.0;
  });
}

Key Weigher::fields(Cards cards) const {
  Key mask = 0;
  for (const Class& each : sets_.classes)
    if ((each.cards & cards) != 0) mask |= each.field;
  return mask;
}

double Weigher::orders(Key key) const {
  double product = 1;
  for (const Class& each : wide_) product *= factorials[(key & each.field) >> each.shift];
  return product;
}

}  // namespace otherminds::cluedo
