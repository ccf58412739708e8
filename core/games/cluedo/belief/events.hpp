// What one seat has witnessed, event by event, and the evidence that it makes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/cluedo/belief/deals.hpp"

namespace otherminds::cluedo {

inline constexpr int nobody_showed = -1;

// A suggestion with its answers, or an accusation that was wrong.
struct Event {
  int turn = 0;  // as people count them
  int seat = 0;  // who suggested or accused
  Triple named = {};
  bool accusation = false;
  std::vector<int> without = {};  // seats that had none of the cards, in the order asked
  int shower = nobody_showed;
  Card shown = no_card;  // where this seat saw it

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.turn, self.seat, self.named, self.accusation, self.without, self.shower,
            self.shown);
    const auto is_seat = [](int seat) { return seat >= 0 && seat < most_seats; };
    archive.check(is_seat(self.seat) && (self.shower == nobody_showed || is_seat(self.shower)),
                  "a seat");
    for (const int seat : self.without) archive.check(is_seat(seat), "a seat");
  }
};

struct Witness {
  int seats = 4;
  int self = 0;
  std::array<Cards, 3> kinds{};
  Cards open = 0;
  Cards hand = 0;
  std::array<int, most_seats> hand_sizes{};
  std::array<ShowingRule, most_seats> rules{};
  std::vector<Event> events = {};

  // What a view does not tell.
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.rules, self.events);
  }
};

Evidence evidence_of(const Witness& witness);

}  // namespace otherminds::cluedo
