// The possible hands of a seat in a plan: as Hands, but a plain value of fixed size that is copied
// with the state of the plan. All hands have the same size, which is public.
//
// Up to `capacity` hands are listed. What would lead to more is not done (false): the belief game
// then lets the seat that plans see what happened, so that fewer hands are possible instead.
#pragma once

#include <array>
#include <cstdint>

#include "engine/random.hpp"
#include "games/catan/belief/hands.hpp"
#include "games/catan/rules/cards.hpp"

namespace otherminds::catan {

class FewHands {
 public:
  static constexpr int capacity = 64;

  FewHands() = default;
  explicit FewHands(Hand known) : least_(known), most_(known), hands_{known}, weights_{1} {}
  // All of them, or where they are more than capacity some that were drawn.
  FewHands(const Hands& hands, Rng& rng);

  // ---- what happens to the hand; false: no possible hand allows it, or it would be too many
  // hands, and all is as before ----

  // Shows that it has at least these cards.
  bool keep(Hand cost) { return least_.covers(cost) || keep_some(cost); }
  // A card is drawn from it and seen: hands with many of the kind become likelier.
  bool lose(int resource);
  // A card leaves it or comes into it unseen.
  bool lose_unseen();
  bool gain_unseen(const Shares& shares);
  // Shows how many it has of a resource.
  bool count(int resource, int cards);
  // All that is possible changes as one of them did; what cannot is left out.
  void follow(Hand before, Hand after);

  // ---- what is known of it ----

  bool known() const { return count_ == 1; }
  int possible() const { return count_; }
  int size() const { return hands_[0].size(); }
  Hand first() const { return hands_[0]; }
  Hand hand(int place) const { return hands_[place]; }
  double weight(int place) const { return weights_[place]; }
  // The probability that it has at least these cards.
  double covers(Hand cost) const;
  bool may_cover(Hand cost) const;
  // The probability of each number of cards of a resource, from the fewest to the most.
  double has(int resource, int cards) const;
  // The chance that a card drawn from it is of each kind; all 0 for an empty hand.
  Shares shares() const;
  // The fewest and the most of each resource.
  Hand least() const { return least_; }
  Hand most() const { return most_; }
  // Where the hand stands that is drawn by weight.
  Hand sample(Rng& rng) const;

 private:
  bool keep_some(Hand cost);
  template <class Fits>
  bool keep_if(Fits&& fits);
  template <class Weigh>
  bool branch(std::uint64_t step, Weigh&& weigh);
  void finish();

  int count_ = 1;
  Hand least_{};  // this and the next follow from the list
  Hand most_{};
  std::array<Hand, capacity> hands_{};       // ascending by word
  std::array<double, capacity> weights_{1};  // sum to 1
};

}  // namespace otherminds::catan
