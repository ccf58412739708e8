// What one seat knows of another's hand: the possible hands and how likely each is (Dobre 2018).
//
// Sizes are public, so all hands have the same. A card drawn from a hand is each of its cards with
// the same chance, and what a seat chose to discard is taken for such a draw. Up to `capacity`
// hands are listed; a longer list becomes a Spread, and that a list again when few hands remain. No
// hand that can be the true one is ever dropped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/random.hpp"
#include "games/catan/belief/spread.hpp"
#include "games/catan/rules/cards.hpp"

namespace otherminds::catan {

// For each resource, the probability that a card is of that kind.
using Shares = std::array<double, resource_count>;

class Hands {
 public:
  // More than there are hands of 15 cards (3,876).
  static constexpr std::size_t capacity = 4'096;

  Hands() : Hands(Hand{}) {}
  explicit Hands(Hand known);
  explicit Hands(const Spread& spread);

  // ---- what happens to the hand; false: no possible hand allows it, and all is as before ----

  // Pays what it must have and gains the other cards.
  bool change(Hand cost, Hand gain);
  // Shows that it has at least these cards.
  bool keep(Hand cost) { return change(cost, cost); }
  // A card is drawn from it and seen.
  bool lose(int resource);
  // A card leaves it or comes into it unseen.
  bool lose_unseen();
  bool gain_unseen(const Shares& shares);
  // Shows how many it has of a resource.
  bool count(int resource, int cards);

  // ---- what is known of it ----

  int size() const { return size_; }
  std::size_t possible() const { return possible_; }  // how many hands
  double probability(Hand hand) const;
  // The probability that it has at least these cards.
  double covers(Hand cost) const;
  // Whether it can have them.
  bool may_cover(Hand cost) const;
  // The chance that a card drawn from it is of each kind; all 0 for an empty hand.
  Shares shares() const;
  // Of each resource, the probability of each count.
  CountWeights marginals() const;
  // The fewest and the most of each resource.
  Hand least() const { return least_; }
  Hand most() const { return most_; }
  bool listed() const { return !spread_; }
  // Where they are listed: calls visit(hand, probability) for each, ascending by word.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t i = 0; i < hands_.size(); ++i) visit(hands_[i], weights_[i]);
  }
  // How uncertain it is, in nats: 0 where one hand is possible.
  double entropy() const;
  Hand sample(Rng& rng) const;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    std::optional<CountWeights> spread;
    if (self.spread_) spread = self.spread_->weights();
    std::uint64_t possible = self.possible_;
    archive(self.size_, self.least_, self.most_, possible, self.hands_, self.weights_, self.sums_,
            spread);
    archive.check(self.size_ >= 0 && self.size_ <= most_cards, "the size of a hand");
    archive.check(self.hands_.size() == self.weights_.size() &&
                      self.hands_.size() == self.sums_.size() &&
                      self.hands_.empty() == spread.has_value(),
                  "the hands");
    if constexpr (Archive::reads) {
      self.possible_ = possible;
      self.spread_.reset();
      if (spread) self.spread_ = std::make_shared<const Spread>(self.size_, *spread);
    }
  }

 private:
  void finish();
  bool adopt(int size, const CountWeights& weights);
  void replace_list(std::shared_ptr<const Spread> spread);
  void overflow();
  template <class Fits>
  bool keep_if(Fits&& fits);
  template <class Weigh>
  void branch(std::uint64_t step, Weigh&& weigh);

  int size_ = 0;
  // These follow from the rest. A planner asks for them at each step, and most steps move all hands
  // alike.
  Hand least_{};
  Hand most_{};
  std::size_t possible_ = 1;

  std::vector<Hand> hands_;      // ascending by word
  std::vector<double> weights_;  // sum to 1
  std::vector<double> sums_;     // of the weights up to each hand
  std::shared_ptr<const Spread> spread_;
};

}  // namespace otherminds::catan
