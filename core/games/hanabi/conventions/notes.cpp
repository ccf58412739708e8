#include "games/hanabi/conventions/notes.hpp"

namespace otherminds::hanabi {

namespace {

bool is_single(Kinds kinds) { return kinds != 0 && (kinds & (kinds - 1)) == 0; }

Kinds narrowed(Kinds kinds, Kinds to) { return (kinds & to) != 0 ? kinds & to : kinds; }

// What a hint for the card that would be discarded next may want to save.
Kinds worth_saving(const OpenTable& table, const Move& hint) {
  const Kinds last = kinds_of_rank(table.game.options().ranks);
  if (hint.type == hint_colour) return table.necessary & ~last;
  if (hint.value == 2) return ~table.dead;
  return table.necessary;
}

void set_meaning(const OpenTable& table, Notes& notes, int seat, int slot, Kinds meant, int giver) {
  notes.ruled_out[seat][slot] |= table.game.kinds() & ~meant;
  notes.giver[seat][slot] = static_cast<std::uint8_t>(giver);
}

// Of old cards only, a hint asks for the newest that may fit, unless it makes one certain.
int focus_of_old(const OpenTable& table, const Common& common, int seat, Slots touched) {
  Slots possible = 0;
  for (int slot = 0; slot < table.hand; ++slot) {
    if (!(touched >> slot & 1)) continue;
    const Kinds kinds = common.kinds[seat][slot];
    if (kinds != 0 && (kinds & ~table.playable) == 0) return none;
    if (kinds & common.next && !is_single(kinds)) possible |= slot_bit(slot);
  }
  return table.newest(seat, possible);
}

void close_finesse(const Hanabi& game, Notes& notes, const Event& event, int next) {
  Finesse& finesse = notes.finesse;
  if (!finesse.open) return;
  if (event.fits && rank_of(event.card) < game.options().ranks) {
    const Kinds above = only(static_cast<Card>(event.card + 1)) & finesse.missing;
    if (above != 0 && event.seat != finesse.target) {
      notes.ruled_out[finesse.target][finesse.slot] |= game.kinds() & ~above;
      notes.called[finesse.target] |= slot_bit(finesse.slot);
      finesse.open = 0;
      return;
    }
  }
  if (next != finesse.target && event.seat != finesse.target) return;
  if (finesse.direct != 0) notes.ruled_out[finesse.target][finesse.slot] |= finesse.missing;
  finesse.open = 0;
}

}  // namespace

Notes Notes::of(const Hanabi& game, const Memory& memory) {
  auto notes = memory.load<Notes>();
  // A memory from outside may be another policy's: nothing in it may lead out of bounds.
  const auto seats = static_cast<std::uint8_t>(game.seats());
  for (auto& row : notes.giver)
    for (auto& giver : row) giver = static_cast<std::uint8_t>(giver % seats);
  notes.finesse.giver = static_cast<std::uint8_t>(notes.finesse.giver % seats);
  notes.finesse.target = static_cast<std::uint8_t>(notes.finesse.target % seats);
  notes.finesse.slot = static_cast<std::uint8_t>(notes.finesse.slot % largest_hand);
  return notes;
}

bool Notes::trusts(int seat) const { return broken[seat] * 4 <= kept[seat]; }

bool Notes::heeds(int seat) const {
  return ignored[seat] < 2 || ignored[seat] * 2 <= followed[seat];
}

bool Notes::trusts_all_but(int seat) const {
  for (int other = 0; other < most_seats; ++other)
    if (other != seat && !trusts(other)) return false;
  return true;
}

void Notes::forget(int seat, int slot) {
  ruled_out[seat][slot] = 0;
  giver[seat][slot] = 0;
  touched[seat] = static_cast<Slots>(touched[seat] & ~slot_bit(slot));
  called[seat] = static_cast<Slots>(called[seat] & ~slot_bit(slot));
}

Common::Common(const OpenTable& table, const Notes& notes) {
  Counts loose = table.left;
  std::array<bool, most_seats> useful{};  // what is pointed at in a hand is of use
  for (int seat = 0; seat < table.seats; ++seat)
    useful[seat] = notes.trusts_all_but(seat) && notes.heeds(seat);
  std::array<Slots, most_seats> single{};
  const auto settle = [&](int seat, int slot) {
    if (!is_single(kinds[seat][slot]) || single[seat] >> slot & 1) return;
    single[seat] = static_cast<Slots>(single[seat] | slot_bit(slot));
    loose.remove_one_of(kinds[seat][slot] & loose.present());
    if (notes.touched[seat] >> slot & 1) placed |= kinds[seat][slot] & ~table.dead;
  };
  for (int seat = 0; seat < table.seats; ++seat) {
    for (int slot = 0; slot < table.hand; ++slot) {
      Kinds own = table.told[seat][slot];
      if (own == 0) continue;
      own = narrowed(own, ~notes.ruled_out[seat][slot]);
      if (useful[seat] && notes.touched[seat] >> slot & 1) own = narrowed(own, ~table.dead);
      kinds[seat][slot] = own;
      settle(seat, slot);
    }
  }
  for (int round = 0; round < 2; ++round) {
    const Kinds before = placed;
    const Kinds open = loose.present();
    for (int seat = 0; seat < table.seats; ++seat) {
      for (int slot = 0; slot < table.hand; ++slot) {
        Kinds& own = kinds[seat][slot];
        if (own == 0 || single[seat] >> slot & 1) continue;
        own = narrowed(own, open);
        if (useful[seat] && notes.touched[seat] >> slot & 1) own = narrowed(own, ~placed);
        settle(seat, slot);
      }
    }
    if (placed == before) break;
  }
  // Each round plays the known cards that fit by then.
  Kinds top = table.playable;
  for (Kinds played = top & placed; played != 0; played = top & placed)
    top = (top & ~played) | (played << 1 & ~first_ranks & table.game.kinds() & ~table.dead);
  next = top & table.left.present();
}

int chop(const OpenTable& table, const Notes& notes, int seat) {
  return table.oldest(seat, static_cast<Slots>(~notes.touched[seat]));
}

int slot_relied_on(const OpenTable& table, const Notes& notes, const Common& common, int seat,
                   Card card) {
  Slots prompted = 0;
  for (int slot = 0; slot < table.hand; ++slot) {
    const Kinds kinds = common.kinds[seat][slot];
    if (notes.touched[seat] >> slot & 1 && kinds & only(card)) prompted |= slot_bit(slot);
  }
  if (prompted != 0) return table.newest(seat, prompted);
  const int slot = table.newest(seat, static_cast<Slots>(~notes.touched[seat]));
  return slot != none && common.kinds[seat][slot] & only(card) ? slot : none;
}

void read_hint(const OpenTable& table, int giver, const Move& hint, Slots touched, Notes& notes) {
  const int target = hint.target;
  const Slots fresh = static_cast<Slots>(touched & ~notes.touched[target]);
  const int discarded_next = chop(table, notes, target);
  const bool saves = discarded_next != none && fresh >> discarded_next & 1;
  notes.touched[target] |= touched;
  if (notes.finesse.open && notes.finesse.target == target && touched >> notes.finesse.slot & 1)
    notes.finesse.open = 0;
  if (!notes.trusts(giver) || !notes.heeds(target)) return;
  const Common common(table, notes);
  const int focus = saves        ? discarded_next
                    : fresh != 0 ? table.newest(target, fresh)
                                 : focus_of_old(table, common, target, touched);
  if (focus == none) return;
  const Kinds kinds = common.kinds[target][focus];
  if (kinds == 0 || is_single(kinds)) return;
  const bool about_last = hint.type == hint_rank && hint.value == table.game.options().ranks;
  if (about_last && !saves) return;
  const Kinds plays = kinds & common.next;
  const Kinds saved = saves ? kinds & worth_saving(table, hint) : 0;
  const Kinds direct = plays | saved;
  Kinds missing = 0;
  const bool somebody_between = (target - giver + table.seats) % table.seats > 1;
  if (somebody_between && fresh != 0 && !about_last && table.lives > 1)
    missing = kinds & (common.next << 1 & ~first_ranks) & ~direct;
  if ((direct | missing) == 0) return;
  set_meaning(table, notes, target, focus, direct | missing, giver);
  if (plays != 0 && saved == 0) notes.called[target] |= slot_bit(focus);
  if (missing != 0)
    notes.finesse = {1,
                     static_cast<std::uint8_t>(giver),
                     static_cast<std::uint8_t>(target),
                     static_cast<std::uint8_t>(focus),
                     direct,
                     missing};
}

namespace {

// Whether a seat that made this move passed over a card that a hint asked for.
bool passes_over(const OpenTable& table, const Notes& notes, int seat) {
  if (notes.called[seat] == 0) return false;
  const Common common(table, notes);
  for (int slot = 0; slot < table.hand; ++slot) {
    const Kinds kinds = common.kinds[seat][slot];
    if (notes.called[seat] >> slot & 1 && kinds != 0 && (kinds & ~table.playable) == 0 &&
        (table.told[seat][slot] & ~table.playable) != 0)
      return true;
  }
  return false;
}

void count(std::uint8_t& number) {
  if (number < 200) ++number;
}

}  // namespace

void read_event(const Hanabi& game, const View& view, Notes& notes) {
  const Event& event = view.events[0];
  if (event.seat == none) return;
  const Move move = game.move_of(event.action);
  if (move.type == play) {
    if (event.fits && notes.called[event.seat] >> move.slot & 1) count(notes.followed[event.seat]);
  } else if (passes_over(OpenTable(game, view), notes, event.seat)) {
    count(notes.ignored[event.seat]);
  }
  if (move.slot == none) {
    // A hint neither plays nor draws, so what it was read by is the table that lies there now.
    read_hint(OpenTable(game, view), event.seat, move, event.slots, notes);
  } else {
    const Kinds ruled_out = notes.ruled_out[event.seat][move.slot];
    if (ruled_out != 0) {
      const int giver = notes.giver[event.seat][move.slot];
      count((ruled_out & only(event.card) ? notes.broken : notes.kept)[giver]);
    }
    if (notes.finesse.target == event.seat && notes.finesse.slot == move.slot)
      notes.finesse.open = 0;
    notes.forget(event.seat, move.slot);
  }
  close_finesse(game, notes, event, (event.seat + 1) % game.seats());
}

}  // namespace otherminds::hanabi
