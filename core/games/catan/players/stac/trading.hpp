// Trading of the plan-based players: whom they believe able and willing, which offers they accept
// and make, and what they take to the bank.
#pragma once

#include <optional>
#include <vector>

#include "games/catan/players/stac/mind.hpp"

namespace otherminds::catan::stac {

// The next trade with the bank on the way to a cost: the scarcest missing card for what is not
// needed, the most plentiful first, or else for what is needed. It may not be enough.
std::optional<action::BankTrade> bank_trade_towards(const Speed& speed, Hand hand, Hand cost);

struct Offer {
  int place;            // in Exchanges
  unsigned recipients;  // bits of seats
};

class Trading {
 public:
  Trading(const Catan& game, const Settings& settings, const Exchanges& exchanges, const View& view,
          const Mind& mind);

  // Whether `receiver` gains by giving and getting this, as far as this seat can tell.
  bool accepts(int receiver, int sender, Hand gives, Hand gets) const;

  // The offers that suit the plan best, each as good as the others; empty where there is none.
  std::vector<Offer> best_offers() const;
  // The same as answers to the offer on the table.
  std::vector<Offer> best_counters() const;
  // Seats that an exchange would be offered to now.
  unsigned recipients_of(int place) const;

  // The trade with the bank to make now.
  std::optional<action::BankTrade> bank_trade() const;

 private:
  // What becomes of the plan without the others.
  struct Alternative {
    int rolls;
    int cards;  // that the bank takes now; 0: there is nothing to trade with it
  };

  int unknown_cards(int seat) const { return view_.hand_sizes[seat] - mind_.hands[seat].size(); }
  bool own_turn() const { return view_.table.current == view_.seat; }
  Aim aim_of(int seat) const;
  Hand cost_for(int seat) const;
  bool race(int receiver, const Aim& wanted, const Aim& rival) const;
  bool near_win(int seat) const;

  Hand goal() const { return goal_of(settings_, mind_.plan); }
  bool trading_is_over() const;
  unsigned partners() const;
  bool can_pay(int seat, Hand want) const;
  // These take bits of resources.
  bool would_undo(int seat, unsigned given, unsigned wanted) const;
  bool sells(int seat, unsigned wanted) const;
  bool offered_better(int seat, const Trade& trade) const;
  unsigned recipients_among(unsigned seats, int place) const;
  bool anybody_accepts(unsigned recipients, const Trade& trade) const;
  Alternative alternative() const;
  const Trade& trade_at(int place) const {
    return game_.trades()[static_cast<std::size_t>(exchanges_.number(place))];
  }

  std::vector<Offer> offers(unsigned seats, const Trade* answered) const;
  std::vector<Offer> stac_offers(unsigned seats, const Trade* answered) const;
  std::vector<Offer> jsettlers_offers(unsigned seats, const Trade* answered) const;

  const Catan& game_;
  const Settings& settings_;
  const Exchanges& exchanges_;
  const View& view_;
  const Mind& mind_;
  BySeat<Speed> speeds_{};
  // Until each seat can build without an exchange, or nothing: found out when it is needed.
  mutable BySeat<int> rolls_alone_{nothing, nothing, nothing, nothing};
  std::vector<int> asked_;  // places of exchanges that were offered in this turn
};

}  // namespace otherminds::catan::stac
