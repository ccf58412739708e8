#include "games/catan/belief_game/few_hands.hpp"

#include <algorithm>
#include <utility>

namespace otherminds::catan {

namespace {

// Rounding never makes a possible hand impossible.
constexpr double least_weight = 1e-100;

constexpr bool within_limits(Hand hand) {
  constexpr std::uint64_t room = 127 - most_of_a_kind;
  return ((hand.word() + room * 0x0101010101ULL) & 0x8080808080ULL) == 0;
}

}  // namespace

FewHands::FewHands(const Hands& hands, Rng& rng) {
  if (hands.listed() && hands.possible() <= static_cast<std::size_t>(capacity)) {
    count_ = 0;
    hands.each([&](Hand hand, double weight) {
      hands_[count_] = hand;
      weights_[count_++] = weight;
    });
    finish();
    return;
  }
  std::array<Hand, capacity> drawn;
  for (Hand& hand : drawn) hand = hands.sample(rng);
  std::ranges::sort(drawn, {}, &Hand::word);
  count_ = 0;
  for (const Hand hand : drawn) {
    if (count_ > 0 && hands_[count_ - 1] == hand) {
      weights_[count_ - 1] += 1;
    } else {
      hands_[count_] = hand;
      weights_[count_++] = 1;
    }
  }
  finish();
}

// Makes the weights sum to 1, and brings up to date what follows from the list.
void FewHands::finish() {
  double total = 0;
  for (int i = 0; i < count_; ++i) total += weights_[i];
  const double scale = 1 / total;
  least_ = most_ = hands_[0];
  for (int i = 0; i < count_; ++i) {
    weights_[i] = std::max(weights_[i] * scale, least_weight);
    least_ = least_.fewer(hands_[i]);
    most_ = most_.more(hands_[i]);
  }
}

// Drops what does not fit, but not all.
template <class Fits>
bool FewHands::keep_if(Fits&& fits) {
  int kept = 0;
  while (kept < count_ && fits(hands_[kept])) ++kept;
  if (kept == count_) return true;
  int first = kept;
  while (first < count_ && !fits(hands_[first])) ++first;
  if (kept == 0 && first == count_) return false;
  for (int i = first; i < count_; ++i) {
    if (!fits(hands_[i])) continue;
    hands_[kept] = hands_[i];
    weights_[kept++] = weights_[i];
  }
  count_ = kept;
  finish();
  return true;
}

bool FewHands::keep_some(Hand cost) {
  return keep_if([&](Hand hand) { return hand.covers(cost); });
}

void FewHands::follow(Hand before, Hand after) {
  const std::uint64_t step = after.word() - before.word();
  const auto moved = [&](Hand hand) { return Hand::from(hand.word() + step); };
  if (!within_limits(moved(most_))) keep_if([&](Hand hand) { return within_limits(moved(hand)); });
  for (int i = 0; i < count_; ++i) hands_[i] = moved(hands_[i]);
  least_ = moved(least_);
  most_ = moved(most_);
}

bool FewHands::lose(int resource) {
  const Hand card = Hand::of(resource);
  if (!keep(card)) return false;
  const bool alike = least_[resource] == most_[resource];
  for (int i = 0; i < count_; ++i) {
    if (!alike) weights_[i] *= hands_[i][resource];
    hands_[i] -= card;
  }
  if (alike) {
    least_ -= card;
    most_ -= card;
  } else {
    finish();
  }
  return true;
}

bool FewHands::count(int resource, int cards) {
  return keep_if([&](Hand hand) { return hand[resource] == cards; });
}

// Each hand becomes up to five, one per resource: the word grows by that resource's part of `step`
// (which may be the complement, to take away).
template <class Weigh>
bool FewHands::branch(std::uint64_t step, Weigh&& weigh) {
  std::array<std::pair<std::uint64_t, double>, capacity * resource_count> found;
  std::size_t size = 0;
  for (int i = 0; i < count_; ++i) {
    for (int resource = 0; resource < resource_count; ++resource) {
      const double weight = weights_[i] * weigh(hands_[i], resource);
      if (weight > 0) found[size++] = {hands_[i].word() + (step << (8 * resource)), weight};
    }
  }
  if (size == 0) return false;
  std::sort(found.begin(), found.begin() + size,
            [](const auto& a, const auto& b) { return a.first < b.first; });
  int different = 1;
  for (std::size_t i = 1; i < size; ++i) different += found[i].first != found[i - 1].first;
  if (different > capacity) return false;
  count_ = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (count_ > 0 && hands_[count_ - 1].word() == found[i].first) {
      weights_[count_ - 1] += found[i].second;
    } else {
      hands_[count_] = Hand::from(found[i].first);
      weights_[count_++] = found[i].second;
    }
  }
  finish();
  return true;
}

bool FewHands::lose_unseen() {
  return size() > 0 && branch(~std::uint64_t{0}, [](Hand hand, int resource) {
           return static_cast<double>(hand[resource]) / hand.size();
         });
}

bool FewHands::gain_unseen(const Shares& shares) {
  return branch(1, [&](Hand hand, int resource) {
    return hand[resource] < most_of_a_kind ? shares[resource] : 0.0;
  });
}

double FewHands::covers(Hand cost) const {
  if (least_.covers(cost)) return 1;
  if (!most_.covers(cost)) return 0;
  double sum = 0;
  for (int i = 0; i < count_; ++i)
    if (hands_[i].covers(cost)) sum += weights_[i];
  return std::min(sum, 1.0);
}

bool FewHands::may_cover(Hand cost) const {
  if (least_.covers(cost)) return true;
  if (!most_.covers(cost)) return false;
  return std::any_of(hands_.begin(), hands_.begin() + count_,
                     [&](Hand hand) { return hand.covers(cost); });
}

double FewHands::has(int resource, int cards) const {
  double sum = 0;
  for (int i = 0; i < count_; ++i)
    if (hands_[i][resource] == cards) sum += weights_[i];
  return sum;
}

Shares FewHands::shares() const {
  Shares result{};
  const double cards = size();
  if (cards == 0) return result;
  for (int i = 0; i < count_; ++i)
    for (int resource = 0; resource < resource_count; ++resource)
      result[resource] += weights_[i] * hands_[i][resource] / cards;
  return result;
}

Hand FewHands::sample(Rng& rng) const {
  if (count_ == 1) return hands_[0];
  double point = rng.unit();
  for (int i = 0; i + 1 < count_; ++i) {
    if (point < weights_[i]) return hands_[i];
    point -= weights_[i];
  }
  return hands_[count_ - 1];
}

}  // namespace otherminds::catan
