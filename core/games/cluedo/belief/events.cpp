#include "games/cluedo/belief/events.hpp"

#include <string>

#include "engine/error.hpp"

namespace otherminds::cluedo {

namespace {

void check(const Witness& witness, const Event& event) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::option, "In turn " + std::to_string(event.turn) + " " + what);
  };
  const auto is_seat = [&](int seat) { return seat >= 0 && seat < witness.seats; };
  const std::array<Card, 3> named = {event.named.suspect, event.named.weapon, event.named.room};
  for (std::size_t kind = 0; kind < named.size(); ++kind) {
    if (named[kind] >= most_cards || !has(witness.kinds[kind], named[kind]))
      refuse("a suspect, a weapon and a room must be named, in this order.");
  }
  if (!is_seat(event.seat)) refuse("there is no seat " + std::to_string(event.seat) + ".");
  for (const int seat : event.without)
    if (!is_seat(seat)) refuse("there is no seat " + std::to_string(seat) + ".");
  if (event.shower != nobody_showed && !is_seat(event.shower))
    refuse("there is no seat " + std::to_string(event.shower) + ".");
  if (event.shown != no_card && (event.shower == nobody_showed || event.shown >= most_cards ||
                                 !has(event.named.cards(), event.shown)))
    refuse("somebody must show one of the cards that are named.");
}

}  // namespace

Evidence evidence_of(const Witness& witness) {
  Evidence evidence{.seats = witness.seats,
                    .self = witness.self,
                    .kinds = witness.kinds,
                    .open = witness.open,
                    .hand_sizes = witness.hand_sizes,
                    .rules = witness.rules};
  if (witness.seats < 2 || witness.seats > most_seats || witness.self < 0 ||
      witness.self >= witness.seats)
    throw Error(ErrorKind::option, "Cluedo has 2 to 6 seats, and a witness sits in one of them.");
  evidence.holds[witness.self] = witness.hand;
  for (const Event& event : witness.events) {
    check(witness, event);
    const Cards cards = event.named.cards();
    if (event.accusation) {
      evidence.wrong.push_back(cards);
      continue;
    }
    for (const int seat : event.without) evidence.lacks[seat] |= cards;
    if (event.shower == nobody_showed) continue;
    const auto shower = static_cast<std::uint8_t>(event.shower);
    if (event.shown == no_card || event.shower == witness.self) {
      evidence.clauses.push_back({shower, cards});
    } else {
      evidence.holds[shower] |= only(event.shown);
      evidence.showings.push_back({shower, event.shown, cards});
    }
  }
  return evidence;
}

}  // namespace otherminds::cluedo
