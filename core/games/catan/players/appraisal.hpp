// What a position of Catan is worth to a seat, in points: a weighted sum of what it has on the
// board, what its cards will buy, and how far the others are.
//
// Cards are worth what they buy: each goal (a settlement at the best site so many roads away, a
// city, a development card) counts with what it adds to the board, less the longer the cards that
// are missing will take to come in.
#pragma once

#include <array>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

struct Goal {
  Hand cost;
  double worth = 0;
};

struct Goals {
  static constexpr int most = 5;
  std::array<Goal, most> list;
  int count = 0;

  void add(Hand cost, double worth) { list[count++] = {cost, worth}; }
};

class Appraisal {
 public:
  // Of what the seat knows; nothing but the view is looked at.
  Appraisal(const Catan& game, const View& view);

  // The board and the played cards: own worth less a share of that of each other.
  double board(const Table& table) const;
  Goals goals(const Table& table) const;
  // A hand with these goals.
  double hand(const Goals& goals, Hand hand) const;
  // An unplayed development card.
  double card(const Table& table, int kind) const;
  // A card that is drawn from the deck, as far as the seat can know.
  double unseen_card(const Table& table) const;

  // Cards of a resource that another seat may hold, by its production.
  double expected(int seat, int resource) const;
  // How much a resource would help another seat, from 0 to 1: little where it has its own.
  double use_to(int seat, int resource) const;
  // How near another seat is to the end, from 0 to 1.
  double danger(const Table& table, int seat) const;

 private:
  double left_to_go(const Table& table, int seat) const;
  double seat_worth(const Table& table, int seat) const;
  double site_worth(const Table& table, int vertex) const;

  const Catan& game_;
  const View& view_;
  int seat_;
  std::array<Hand, vertex_count> site_yield_;  // in 36 rolls, to a settlement
  BySeat<Hand> yields_;                        // of each seat in 36 rolls, the robber apart
  std::array<double, resource_count> delay_;   // rolls until a card of each kind comes in
};

}  // namespace otherminds::catan
