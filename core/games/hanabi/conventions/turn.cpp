#include "games/hanabi/conventions/turn.hpp"

namespace otherminds::hanabi {

namespace {

constexpr double never = -1e9;

bool is_within(Kinds kinds, Kinds set) { return kinds != 0 && (kinds & ~set) == 0; }

class ConventionalTurn {
 public:
  ConventionalTurn(const Hanabi& game, const View& view, const Notes& notes, const Weights& weights)
      : game_(game),
        view_(view),
        notes_(notes),
        weights_(weights),
        table_(game, view),
        common_(table_, notes) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (seat == view.seat) continue;
      for (int slot = 0; slot < game.hand_size(); ++slot) {
        const Card card = view.hands[seat][slot];
        seen_twice_ |= seen_ & only(card);
        seen_ |= only(card);
        if (notes.touched[seat] >> slot & 1) pointed_at_ |= only(card);
      }
    }
    for (int slot = 0; slot < game.hand_size(); ++slot) own_[slot] = kinds_of_own(slot);
    last_rank_ = game.options().ranks;
  }

  Action decide() {
    const double before = losses(table_, notes_, common_, view_.clues);
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      if (own_[slot] == 0) continue;
      consider(game_.play_action(slot), worth_of_play(slot) - before);
      if (view_.clues < game_.options().clues)
        consider(game_.discard_action(slot), worth_of_discard(slot) - before);
    }
    if (view_.clues > 0) consider_hints();
    // A hint at no card, or a hand that is none of the unseen cards in a world that forgets some.
    return best_ != none ? best_ : nth_bit(game_.legal_bits(view_), 0);
  }

 private:
  void consider(Action action, double worth) {
    if (best_ != none && worth <= most_) return;
    best_ = action;
    most_ = worth;
  }

  Kinds kinds_of_own(int slot) const {
    if (!table_.holds(view_.seat, slot)) return 0;
    const Card shown = view_.hands[view_.seat][slot];
    if (is_card(shown)) return only(shown);
    const Kinds unseen = view_.unseen.present();
    Kinds kinds = common_.kinds[view_.seat][slot] & unseen;
    if (kinds == 0) return table_.told[view_.seat][slot] & unseen;
    // Nobody points at a copy of a card that is pointed at elsewhere.
    if (notes_.trusts_all_but(view_.seat) && notes_.touched[view_.seat] >> slot & 1 &&
        (kinds & ~pointed_at_) != 0)
      kinds &= ~pointed_at_;
    return kinds;
  }

  double share(Kinds kinds, Kinds within) const {
    const int all = view_.unseen.within(kinds);
    return all == 0 ? 0 : static_cast<double>(view_.unseen.within(kinds & within)) / all;
  }

  // ---- plays

  bool is_finessed(int slot) const {
    const Finesse& finesse = notes_.finesse;
    if (!finesse.open || view_.lives < 2) return false;
    const int seats = game_.seats();
    const int steps = (view_.seat - finesse.giver + seats) % seats;
    const int until = (finesse.target - finesse.giver + seats) % seats;
    if (steps == 0 || steps >= until) return false;
    const Card shown = view_.hands[finesse.target][finesse.slot];
    if (!(only(shown) & finesse.missing) || rank_of(shown) == 1) return false;
    const auto needed = static_cast<Card>(shown - 1);
    if (!(only(needed) & table_.playable)) return false;
    for (int step = 1; step < until; ++step) {
      const int seat = (finesse.giver + step) % seats;
      if (seat == view_.seat) continue;
      const int relied = slot_relied_on(table_, notes_, common_, seat, needed);
      if (relied != none && view_.hands[seat][relied] == needed) return false;
    }
    return slot_relied_on(table_, notes_, common_, view_.seat, needed) == slot &&
           (table_.told[view_.seat][slot] & view_.unseen.present() & only(needed)) != 0;
  }

  double worth_of_play(int slot) const {
    const Kinds kinds = own_[slot];
    const double by_hints =
        share(table_.told[view_.seat][slot] & view_.unseen.present(), table_.playable);
    double chance = is_within(kinds, table_.playable) ? 1 : share(kinds, table_.playable);
    const bool last_turns = view_.turns_left > 0;
    if (view_.lives == 1) {
      if (chance < 1 || by_hints < weights_.told) return never + by_hints;
    } else if (chance < 1) {
      if (is_finessed(slot))
        chance = 1;
      else if (!last_turns && chance < weights_.guess)
        return never / 2 + by_hints;
    }
    const double lost = last_turns ? 0.1 : view_.lives > 2 ? weights_.misplay : weights_.misplay_2;
    return chance * mean_worth(kinds & table_.playable) - (1 - chance) * lost;
  }

  double mean_worth(Kinds kinds) const {
    double sum = 0;
    int count = 0;
    for (Kinds rest = kinds; rest != 0; rest &= rest - 1, ++count) {
      const auto card = static_cast<Card>(std::countr_zero(rest));
      const int rank = rank_of(card);
      sum += weights_.low_rank * (last_rank_ - rank);
      if (rank == last_rank_)
        sum += weights_.closes;
      else if (seen_ & only(static_cast<Card>(card + 1)))
        sum += weights_.awaited;
    }
    return weights_.play + (count > 0 ? sum / count : 0);
  }

  // ---- discards

  double cost_of_losing(Card card, Kinds seen_elsewhere) const {
    const Kinds kind = only(card);
    if (kind & (table_.dead | common_.placed)) return 0;
    if (kind & table_.necessary) return weights_.lose_last;
    if (kind & seen_elsewhere) return weights_.lose_seen;
    if (kind & table_.playable) return weights_.lose_playable;
    return rank_of(card) == 2 ? weights_.lose_two : weights_.lose_useful;
  }

  double worth_of_clue(int clues) const {
    return weights_.clue + weights_.clue_scarce * std::max(0, 4 - clues);
  }

  int pace() const {
    int goal = 0;
    for (int colour = 0; colour < game_.options().colours; ++colour)
      goal += game_.highest_reachable(view_, colour);
    return view_.score + view_.deck_left + game_.seats() - goal;
  }

  double worth_of_discard(int slot) const {
    double worth =
        worth_of_clue(view_.clues) - weights_.pace * std::max(0.0, weights_.pace_limit - pace());
    const Kinds kinds = own_[slot];
    if (is_within(kinds, table_.dead)) return worth + weights_.discard_known;
    double cost = 0;
    double all = 0;
    for (Kinds rest = kinds; rest != 0; rest &= rest - 1) {
      const auto card = static_cast<Card>(std::countr_zero(rest));
      const double number = view_.unseen.of(card);
      cost += number * cost_of_losing(card, seen_);
      all += number;
    }
    if (all > 0) cost /= all;
    const int usual = chop(table_, notes_, view_.seat);
    if (slot == usual) return worth + weights_.discard - weights_.own_chop * cost;
    // A card that is not the next to go is given up only where it is cheap by far.
    return worth - 3 - (notes_.touched[view_.seat] >> slot & 1 ? 2 : 0) - 2 * cost;
  }

  // ---- what others would do

  Kinds kinds_of_other(const Common& common, int seat, int slot) const {
    Counts pool = view_.unseen;
    for (int own = 0; own < game_.hand_size(); ++own) pool.add(view_.hands[seat][own]);
    const Kinds kinds = common.kinds[seat][slot] & pool.present();
    return kinds != 0 ? kinds : common.kinds[seat][slot];
  }

  double loss_of(const OpenTable& table, const Notes& notes, const Common& common, int seat) const {
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      const Kinds kinds = common.kinds[seat][slot];
      if (is_within(kinds, table.playable) || is_within(kinds, table.dead)) return 0;
    }
    const int slot = chop(table, notes, seat);
    if (slot == none) return 0;
    const Card card = view_.hands[seat][slot];
    Kinds elsewhere = seen_twice_;
    for (int other = 0; other < game_.seats(); ++other) {
      if (other == seat || other == view_.seat) continue;
      for (const Card held : view_.hands[other]) elsewhere |= only(held);
    }
    return cost_of_losing(card, elsewhere);
  }

  double losses(const OpenTable& table, const Notes& notes, const Common& common, int clues) const {
    double sum = 0;
    double danger = clues == 0 ? weights_.danger_without_clue : weights_.danger;
    for (int step = 1; step < game_.seats(); ++step) {
      sum += danger * loss_of(table, notes, common, (view_.seat + step) % game_.seats());
      danger *= weights_.danger_later;
    }
    return sum;
  }

  // ---- hints

  void consider_hints() {
    for (int step = 1; step < game_.seats(); ++step) {
      const int seat = (view_.seat + step) % game_.seats();
      const double before = standing(table_, notes_, common_, seat);
      for (int value = 0; value < game_.options().colours; ++value)
        consider_hint({.type = hint_colour, .target = seat, .value = value},
                      game_.colour_hint(seat, value), before, step);
      for (int value = 1; value <= game_.options().ranks; ++value)
        consider_hint({.type = hint_rank, .target = seat, .value = value},
                      game_.rank_hint(seat, value), before, step);
    }
  }

  void consider_hint(const Move& hint, Action action, double before, int step) {
    const Kinds named = named_by(hint);
    Slots touched = 0;
    for (int slot = 0; slot < game_.hand_size(); ++slot)
      if (only(view_.hands[hint.target][slot]) & named) touched |= slot_bit(slot);
    if (touched == 0) return;
    OpenTable table = table_;
    table.tell(hint, touched);
    Notes notes = notes_;
    notes.finesse.open = 0;
    read_hint(table, view_.seat, hint, touched, notes);
    const Common common(table, notes);
    double worth = standing(table, notes, common, hint.target) - before;
    for (int i = 1; i < step; ++i) worth *= worth > 0 ? weights_.later_seat : 1;
    worth += worth_of_finesse(table, notes, common);
    worth -= worth_of_clue(view_.clues - 1);
    worth -= losses(table, notes, common, view_.clues - 1);
    consider(action, worth);
  }

  double worth_of_finesse(const OpenTable& table, const Notes& notes, const Common& common) const {
    const Finesse& finesse = notes.finesse;
    if (!finesse.open) return 0;
    const Card shown = view_.hands[finesse.target][finesse.slot];
    if (!(only(shown) & finesse.missing)) return 0;
    const auto needed = static_cast<Card>(shown - 1);
    if (!(only(needed) & table.playable)) return -weights_.misled;
    const int seats = game_.seats();
    for (int seat = (view_.seat + 1) % seats; seat != finesse.target; seat = (seat + 1) % seats) {
      const int relied = slot_relied_on(table, notes, common, seat, needed);
      if (relied != none && view_.hands[seat][relied] == needed)
        return is_within(common.kinds[seat][relied], table.playable)
                   ? weights_.play_later
                   : weights_.finessed + weights_.play_later;
    }
    return -weights_.misled;
  }

  // What it is worth that a seat knows of its hand what everybody takes it to know.
  double standing(const OpenTable& table, const Notes& notes, const Common& common,
                  int seat) const {
    Kinds elsewhere = common_.placed;
    for (int other = 0; other < game_.seats(); ++other) {
      if (other == seat || other == view_.seat) continue;
      for (int slot = 0; slot < game_.hand_size(); ++slot)
        if (notes.touched[other] >> slot & 1) elsewhere |= only(view_.hands[other][slot]);
    }
    for (int slot = 0; slot < game_.hand_size(); ++slot)
      if (notes_.touched[seat] >> slot & 1) elsewhere &= ~only(view_.hands[seat][slot]);
    double sum = 0;
    Kinds counted = 0;
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      const Card card = view_.hands[seat][slot];
      if (card == no_card) continue;
      const bool touched = notes.touched[seat] >> slot & 1;
      const Kinds kind = only(card);
      const Kinds kinds = kinds_of_other(common, seat, slot);
      const bool is_twin = touched && ((elsewhere | counted) & kind);
      if (touched) counted |= kind;
      const bool dares = table.lives > 1 || told_share(table, seat, slot) >= weights_.told;
      sum += worth_of_knowing(table, common, kind, kinds, touched, is_twin, dares);
    }
    return sum;
  }

  // How likely the card fits by hints alone, to its holder, as far as this seat can tell.
  double told_share(const OpenTable& table, int seat, int slot) const {
    Counts pool = view_.unseen;
    for (int own = 0; own < game_.hand_size(); ++own) pool.add(view_.hands[seat][own]);
    const int all = pool.within(table.told[seat][slot]);
    return all == 0
               ? 0
               : static_cast<double>(pool.within(table.told[seat][slot] & table.playable)) / all;
  }

  double worth_of_knowing(const OpenTable& table, const Common& common, Kinds kind, Kinds kinds,
                          bool touched, bool is_twin, bool dares) const {
    const int rank = rank_of(static_cast<Card>(std::countr_zero(kind)));
    if (is_within(kinds, table.dead)) return weights_.known_trash;
    if (is_within(kinds, table.playable)) {
      if (!(kind & table.playable)) return dares ? -weights_.misled : -weights_.mistaken;
      if (is_twin) return -weights_.twin;
      if (!dares) return weights_.play_later / 2;
      return weights_.play_now + weights_.ready_now * (last_rank_ - rank) / 4;
    }
    if (!touched) return 0;
    if (kind & table.dead) return -weights_.trash;
    if (is_twin) return -weights_.twin;
    if (!(kinds & kind)) return -weights_.mistaken;
    const double left = bits_in(kinds);
    const double bits = weights_.bit * (1 - left / 10) * 3;
    if (is_within(kinds, common.next | common.placed | table.playable))
      return weights_.play_later + bits;
    return bits;
  }

  const Hanabi& game_;
  const View& view_;
  const Notes& notes_;
  const Weights& weights_;
  const OpenTable table_;
  const Common common_;
  std::array<Kinds, largest_hand> own_{};
  Kinds seen_ = 0;
  Kinds seen_twice_ = 0;
  Kinds pointed_at_ = 0;
  int last_rank_ = 5;
  Action best_ = none;
  double most_ = 0;
};

}  // namespace

Action choose_by_conventions(const Hanabi& game, const View& view, const Notes& notes,
                             const Weights& weights) {
  return ConventionalTurn(game, view, notes, weights).decide();
}

}  // namespace otherminds::hanabi
