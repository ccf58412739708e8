// What one seat knows of the development cards of the others.
//
// Every order of the cards that the seat has not seen is equally likely, as far as what happened
// allows: a card that another seat plays is each of its cards with the same chance, and a seat that
// has not won on its turn has too few victory points to. The latter weighs how many of them it
// holds; which other cards it holds is then a matter of counting.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/random.hpp"
#include "games/catan/rules/state.hpp"

namespace otherminds::catan {

// For each number of victory points among a seat's unseen cards, in how many ways the cards that it
// bought can hold so many.
class PointWeights {
 public:
  static constexpr int most = whole_deck[victory_point];

  // Of a seat that holds so many cards of which nothing is known.
  explicit PointWeights(int cards = 0) {
    for (int i = 0; i < cards; ++i) buy();
  }
  void buy();
  // One of `cards` is played.
  void play(int cards);
  void at_most(int points);
  void at_least(int points);

  bool operator==(const PointWeights&) const = default;
  double operator[](int points) const { return weights_[points]; }
  bool possible() const;
  // The most victory points that are possible.
  int highest() const;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.weights_);
  }

 private:
  std::array<double, most + 1> weights_{1};
};

struct UnseenCards {
  BySeat<PointWeights> points;
  BySeat<std::uint8_t> cards{};  // of each other seat, that are not shown
  CardCounts pool{};             // those cards and the deck
  std::uint8_t deck = 0;

  // What a view says of it; `shown`: victory points are, and are no part of the unseen cards.
  // False where the numbers of cards do not fit each other.
  bool look(const View& view);
  // Whether the same is known of the cards, so that what was prepared still holds.
  bool knows_the_same(const UnseenCards& other) const {
    return points == other.points && cards == other.cards && pool == other.pool &&
           deck == other.deck;
  }
  // Makes draws possible after a change; false where nothing is possible.
  bool prepare();

  // Gives each other seat its cards and the deck the rest.
  void deal(State& state, Rng& rng) const;

  // The most victory points that the unseen cards of a seat can be.
  int highest(int seat) const {
    return std::min<int>({points[seat].highest(), cards[seat], pool[victory_point]});
  }
  // The probability of each number of victory points among the unseen cards of a seat.
  std::array<double, PointWeights::most + 1> points_of(int seat) const;
  // The probability that a seat has at least one card of a kind among its unseen cards.
  double holds(int seat, int kind) const { return holding(seat)[kind]; }
  // The same of all kinds, but for so many cards that it has bought last.
  std::array<double, card_kinds> holding(int seat, int fresh = 0) const;
  // Whether it can have a card of a kind that is no victory point.
  bool may_hold(int seat, int kind) const;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.points, self.cards, self.pool, self.deck, self.ways_);
  }

 private:
  // For each seat and number of victory points left over from the seats before, the ways to give
  // them to this seat, later ones and the deck.
  std::array<std::array<double, PointWeights::most + 1>, most_seats + 1> ways_{};
};

}  // namespace otherminds::catan
