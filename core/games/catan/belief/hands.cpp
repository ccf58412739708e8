#include "games/catan/belief/hands.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace otherminds::catan {

namespace {

// Rounding never makes a possible hand impossible.
constexpr double least_weight = 1e-100;

// Whether no count is above the limit; none may be above twice the limit.
constexpr bool within_limits(Hand hand) {
  constexpr std::uint64_t room = 127 - most_of_a_kind;
  return ((hand.word() + room * 0x0101010101ULL) & 0x8080808080ULL) == 0;
}

}  // namespace

Hands::Hands(Hand known)
    : size_(known.size()),
      least_(known),
      most_(known),
      possible_(1),
      hands_{known},
      weights_{1.0},
      sums_{1.0} {}

// A spread without any hand leaves the empty one, which is never no hand at all.
Hands::Hands(const Spread& spread) : Hands() { adopt(spread.size(), spread.weights()); }

// Makes the weights of a list sum to 1, and brings up to date what follows from the list.
void Hands::finish() {
  double total = 0;
  for (const double weight : weights_) total += weight;
  const double scale = 1 / total;
  double sum = 0;
  sums_.resize(weights_.size());
  possible_ = hands_.size();
  least_ = most_ = hands_.front();
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    weights_[i] = std::max(weights_[i] * scale, least_weight);
    sums_[i] = sum += weights_[i];
    least_ = least_.fewer(hands_[i]);
    most_ = most_.more(hands_[i]);
  }
}

// Takes a spread, as a list where that is short.
bool Hands::adopt(int size, const CountWeights& weights) {
  auto spread = std::make_shared<const Spread>(size, weights);
  if (!spread->possible()) return false;
  size_ = size;
  possible_ = static_cast<std::size_t>(spread->hands());
  if (possible_ > capacity) {
    replace_list(std::move(spread));
    return true;
  }
  spread->list(hands_, weights_);
  spread_.reset();
  finish();
  return true;
}

// Drops what does not fit, but not all; finish() is to follow.
template <class Fits>
bool Hands::keep_if(Fits&& fits) {
  if (std::ranges::none_of(hands_, fits)) return false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < hands_.size(); ++i) {
    if (!fits(hands_[i])) continue;
    hands_[kept] = hands_[i];
    weights_[kept++] = weights_[i];
  }
  hands_.resize(kept);
  weights_.resize(kept);
  return true;
}

void Hands::replace_list(std::shared_ptr<const Spread> spread) {
  spread_ = std::move(spread);
  hands_ = {};
  weights_ = {};
  sums_ = {};
  const CountWeights chances = spread_->marginals();
  least_ = most_ = {};
  for (int resource = 0; resource < resource_count; ++resource) {
    const auto& row = chances[resource];
    const auto held = [](double chance) { return chance > 0; };
    least_ += Hand::of(resource, static_cast<int>(std::ranges::find_if(row, held) - row.begin()));
    const auto last = std::find_if(row.rbegin(), row.rend(), held);
    most_ += Hand::of(resource, static_cast<int>(row.rend() - last) - 1);
  }
}

void Hands::overflow() {
  const CountWeights target = marginals();
  auto spread = std::make_shared<const Spread>(Spread::fitted(size_, target, target));
  possible_ = static_cast<std::size_t>(spread->hands());
  replace_list(std::move(spread));
}

bool Hands::change(Hand cost, Hand gain) {
  const int size = size_ - cost.size() + gain.size();
  if (spread_) {
    CountWeights next{};
    for (int resource = 0; resource < resource_count; ++resource) {
      for (int count = cost[resource]; count <= most_of_a_kind; ++count) {
        const int after = count - cost[resource] + gain[resource];
        if (after <= most_of_a_kind) next[resource][after] = spread_->weights()[resource][count];
      }
    }
    return size >= 0 && size <= most_cards && adopt(size, next);
  }
  const auto fits = [&](Hand hand) {
    return hand.covers(cost) && within_limits(hand - cost + gain);
  };
  const Hand step = gain - cost;
  const bool all = least_.covers(cost) && within_limits(most_ + step);  // mostly so
  if (!all && !keep_if(fits)) return false;
  for (Hand& hand : hands_) hand += step;
  size_ = size;
  if (all) {
    least_ += step;
    most_ += step;
  } else {
    finish();
  }
  return true;
}

bool Hands::lose(int resource) {
  if (spread_) {
    CountWeights next = spread_->weights();
    for (int count = 0; count < most_of_a_kind; ++count)
      next[resource][count] = (count + 1) * spread_->weights()[resource][count + 1];
    next[resource][most_of_a_kind] = 0;
    return size_ > 0 && adopt(size_ - 1, next);
  }
  const Hand card = Hand::of(resource);
  if (!change(card, card)) return false;
  for (std::size_t i = 0; i < hands_.size(); ++i) {
    weights_[i] *= hands_[i][resource];
    hands_[i] -= card;
  }
  --size_;
  finish();
  return true;
}

bool Hands::count(int resource, int cards) {
  if (spread_) {
    CountWeights next = spread_->weights();
    for (int other = 0; other <= most_of_a_kind; ++other)
      if (other != cards) next[resource][other] = 0;
    return adopt(size_, next);
  }
  if (!keep_if([&](Hand hand) { return hand[resource] == cards; })) return false;
  finish();
  return true;
}

// Each hand becomes up to five, one per resource: the word grows by that resource's part of `step`
// (which may be the complement, to take away). Each resource keeps the order of the list, so the
// five results are merged as they come.
template <class Weigh>
void Hands::branch(std::uint64_t step, Weigh&& weigh) {
  struct Run {
    std::size_t at = 0;
    std::uint64_t word = ~std::uint64_t{0};
    double weight = 0;
  };
  static thread_local std::vector<Hand> hands;
  static thread_local std::vector<double> weights;
  hands.clear();
  weights.clear();
  std::array<Run, resource_count> runs;
  const auto advance = [&](int resource, std::size_t from) {
    Run& run = runs[resource];
    for (run.at = from; run.at < hands_.size(); ++run.at) {
      const Hand hand = hands_[run.at];
      run.weight = weights_[run.at] * weigh(hand, resource);
      if (run.weight <= 0) continue;
      run.word = hand.word() + (step << (8 * resource));
      return;
    }
    run.word = ~std::uint64_t{0};
  };
  for (int resource = 0; resource < resource_count; ++resource) advance(resource, 0);
  while (true) {
    std::uint64_t first = runs[0].word;
    for (int resource = 1; resource < resource_count; ++resource)
      first = std::min(first, runs[resource].word);
    if (first == ~std::uint64_t{0}) break;
    double sum = 0;
    for (int resource = 0; resource < resource_count; ++resource) {
      if (runs[resource].word != first) continue;
      sum += runs[resource].weight;
      advance(resource, runs[resource].at + 1);
    }
    hands.push_back(Hand::from(first));
    weights.push_back(sum);
  }
  hands_.assign(hands.begin(), hands.end());
  weights_.assign(weights.begin(), weights.end());
}

bool Hands::lose_unseen() {
  if (size_ == 0) return false;
  const double cards = size_;
  --size_;
  if (!spread_) {
    branch(~std::uint64_t{0}, [&](Hand hand, int resource) { return hand[resource] / cards; });
    finish();
    if (hands_.size() > capacity) overflow();
    return true;
  }
  const auto after = [&](const CountWeights& before) {
    CountWeights next{};
    for (int resource = 0; resource < resource_count; ++resource) {
      for (int count = 0; count <= most_of_a_kind; ++count) {
        next[resource][count] += before[resource][count] * std::max(0.0, 1 - count / cards);
        if (count > 0) next[resource][count - 1] += before[resource][count] * count / cards;
      }
    }
    return next;
  };
  const Spread next = Spread::fitted(size_, after(spread_->weights()), after(spread_->marginals()));
  return adopt(size_, next.weights());
}

bool Hands::gain_unseen(const Shares& shares) {
  if (size_ == most_cards) return false;
  if (!spread_) {
    const auto weigh = [&](Hand hand, int resource) {
      return hand[resource] < most_of_a_kind ? shares[resource] : 0.0;
    };
    bool any = false;
    for (int resource = 0; resource < resource_count; ++resource)
      any =
          any || std::ranges::any_of(hands_, [&](Hand hand) { return weigh(hand, resource) > 0; });
    if (!any) return false;
    ++size_;
    branch(1, weigh);
    finish();
    if (hands_.size() > capacity) overflow();
    return true;
  }
  const auto after = [&](const CountWeights& before) {
    CountWeights next{};
    for (int resource = 0; resource < resource_count; ++resource) {
      for (int count = 0; count <= most_of_a_kind; ++count) {
        next[resource][count] += before[resource][count] * (1 - shares[resource]);
        if (count < most_of_a_kind)
          next[resource][count + 1] += before[resource][count] * shares[resource];
      }
    }
    return next;
  };
  const Spread next =
      Spread::fitted(size_ + 1, after(spread_->weights()), after(spread_->marginals()));
  return adopt(size_ + 1, next.weights());
}

double Hands::probability(Hand hand) const {
  if (spread_) return spread_->probability(hand);
  const auto found = std::ranges::lower_bound(hands_, hand.word(), {}, &Hand::word);
  return found != hands_.end() && *found == hand
             ? weights_[static_cast<std::size_t>(found - hands_.begin())]
             : 0.0;
}

double Hands::covers(Hand cost) const {
  if (spread_) return spread_->covers(cost);
  double sum = 0;
  for (std::size_t i = 0; i < hands_.size(); ++i)
    if (hands_[i].covers(cost)) sum += weights_[i];
  return std::min(sum, 1.0);
}

bool Hands::may_cover(Hand cost) const {
  if (least_.covers(cost)) return true;
  if (!most_.covers(cost) || cost.size() > size_) return false;
  if (spread_) return spread_->covers(cost) > 0;
  return std::ranges::any_of(hands_, [&](Hand hand) { return hand.covers(cost); });
}

Shares Hands::shares() const {
  Shares result{};
  if (size_ == 0) return result;
  if (spread_) {
    const CountWeights chances = spread_->marginals();
    for (int resource = 0; resource < resource_count; ++resource)
      for (int count = 1; count <= most_of_a_kind; ++count)
        result[resource] += chances[resource][count] * count / size_;
    return result;
  }
  for (std::size_t i = 0; i < hands_.size(); ++i)
    for (int resource = 0; resource < resource_count; ++resource)
      result[resource] += weights_[i] * hands_[i][resource];
  for (double& share : result) share /= size_;
  return result;
}

CountWeights Hands::marginals() const {
  if (spread_) return spread_->marginals();
  CountWeights result{};
  for (std::size_t i = 0; i < hands_.size(); ++i)
    for (int resource = 0; resource < resource_count; ++resource)
      result[resource][hands_[i][resource]] += weights_[i];
  return result;
}

double Hands::entropy() const {
  if (spread_) return spread_->entropy();
  double sum = 0;
  for (const double weight : weights_)
    if (weight > 0) sum -= weight * std::log(weight);
  return std::max(sum, 0.0);
}

Hand Hands::sample(Rng& rng) const {
  if (spread_) return spread_->sample(rng);
  if (hands_.size() == 1) return hands_[0];
  const double point = rng.unit() * sums_.back();
  const auto found = std::ranges::upper_bound(sums_, point);
  return hands_[std::min(static_cast<std::size_t>(found - sums_.begin()), hands_.size() - 1)];
}

}  // namespace otherminds::catan
