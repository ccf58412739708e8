// A table of Cluedo without board and strategy: a deal, random suggestions, honest answers.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "games/cluedo/belief/events.hpp"

namespace otherminds::cluedo {

struct TestTable {
  std::array<Cards, 3> kinds{};
  int seats = 0;
  Cards open = 0;
  Deal truth;
  std::vector<Event> events;  // with every card that was shown

  TestTable(std::array<int, 3> sizes, int seats, int open_cards, Rng& rng) : seats(seats) {
    std::vector<int> rest;
    int card = 0;
    for (std::size_t kind = 0; kind < sizes.size(); ++kind) {
      const int hidden =
          card + static_cast<int>(rng.below(static_cast<std::uint32_t>(sizes[kind])));
      for (int i = 0; i < sizes[kind]; ++i, ++card) {
        kinds[kind] |= only(card);
        if (card == hidden)
          truth.envelope |= only(card);
        else
          rest.push_back(card);
      }
    }
    for (std::size_t i = rest.size(); i > 1; --i)
      std::swap(rest[i - 1], rest[rng.below(static_cast<std::uint32_t>(i))]);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const int dealt = static_cast<int>(i) - open_cards;
      (dealt < 0 ? open : truth.hands[dealt % seats]) |= only(rest[i]);
    }
  }

  static int any_of(Cards set, Rng& rng) {
    return nth_of(set, rng.below(static_cast<std::uint32_t>(count(set))));
  }

  Triple any_triple(Rng& rng) const {
    return {static_cast<Card>(any_of(kinds[0], rng)), static_cast<Card>(any_of(kinds[1], rng)),
            static_cast<Card>(any_of(kinds[2], rng))};
  }

  void suggest(Triple named, Rng& rng) {
    const int number = static_cast<int>(events.size());
    Event event{.turn = number + 1, .seat = number % seats, .named = named};
    for (int step = 1; step < seats && event.shower == nobody_showed; ++step) {
      const int seat = (event.seat + step) % seats;
      const Cards held = named.cards() & truth.hands[seat];
      if (held == 0) {
        event.without.push_back(seat);
      } else {
        event.shower = seat;
        event.shown = static_cast<Card>(any_of(held, rng));
      }
    }
    events.push_back(event);
  }

  // A random suggestion, or now and then an accusation that is wrong.
  void play(Rng& rng) {
    const Triple named = any_triple(rng);
    if (rng.below(12) != 0 || named.cards() == truth.envelope) return suggest(named, rng);
    const int number = static_cast<int>(events.size());
    events.push_back(
        {.turn = number + 1, .seat = number % seats, .named = named, .accusation = true});
  }

  Witness witness(int self) const {
    Witness witness{.seats = seats, .self = self, .kinds = kinds, .open = open, .events = events};
    witness.hand = truth.hands[self];
    for (int seat = 0; seat < seats; ++seat) witness.hand_sizes[seat] = count(truth.hands[seat]);
    for (Event& event : witness.events)
      if (event.seat != self && event.shower != self) event.shown = no_card;
    return witness;
  }
};

}  // namespace otherminds::cluedo
