#include "games/hanabi/conventions/table.hpp"

namespace otherminds::hanabi {

OpenTable::OpenTable(const Hanabi& rules, const View& view)
    : game(rules),
      seats(rules.seats()),
      hand(rules.hand_size()),
      ages(view.ages),
      playable(rules.playable(view)),
      dead(rules.useless(view)),
      necessary(rules.necessary(view)),
      left(view.unseen),
      lives(view.lives) {
  for (int seat = 0; seat < seats; ++seat) {
    if (seat == view.seat) continue;
    for (int slot = 0; slot < hand; ++slot) left.add(view.hands[seat][slot]);
  }
  const Kinds present = left.present();
  for (int seat = 0; seat < seats; ++seat) {
    for (int slot = 0; slot < hand; ++slot) {
      if (view.hands[seat][slot] == no_card) continue;
      held[seat] = static_cast<Slots>(held[seat] | slot_bit(slot));
      // With open hands a seat's own row of the view tells more than hints have told.
      told[seat][slot] =
          present & (seat == view.seat ? kinds_of(view.told_colours[slot], view.told_ranks[slot])
                                       : view.plausible(seat, slot));
    }
  }
}

int OpenTable::newest(int seat, Slots among) const {
  int best = none;
  for (int slot = 0; slot < hand; ++slot) {
    if ((among & held[seat]) >> slot & 1 && (best == none || ages[seat][slot] > ages[seat][best]))
      best = slot;
  }
  return best;
}

int OpenTable::oldest(int seat, Slots among) const {
  int best = none;
  for (int slot = 0; slot < hand; ++slot) {
    if ((among & held[seat]) >> slot & 1 && (best == none || ages[seat][slot] < ages[seat][best]))
      best = slot;
  }
  return best;
}

void OpenTable::tell(const Move& hint, Slots touched) {
  const Kinds named = named_by(hint);
  for (int slot = 0; slot < hand; ++slot)
    told[hint.target][slot] &= touched >> slot & 1 ? named : ~named;
}

}  // namespace otherminds::hanabi
