#include "games/hanabi/hat_guessing/knowledge.hpp"

namespace otherminds::hanabi {

namespace {

// What hints leave of a card. A seat that sees its own cards must not use that here.
Kinds told(const View& view, int seat, int slot) {
  if (seat != view.seat) return view.plausible(seat, slot);
  return kinds_of(view.told_colours[slot], view.told_ranks[slot]);
}

struct RuledOut {
  static constexpr int bits = kind_count;
  std::array<std::uint64_t, 8> words{};

  Kinds get(int index) const {
    const auto [word, shift] = place(index);
    std::uint64_t found = words[word] >> shift;
    if (shift + bits > 64) found |= words[word + 1] << (64 - shift);
    return static_cast<Kinds>(found) & all_kinds;
  }
  // The set must have been empty.
  void put(int index, Kinds kinds) {
    const auto [word, shift] = place(index);
    words[word] |= static_cast<std::uint64_t>(kinds) << shift;
    if (shift + bits > 64) words[word + 1] |= static_cast<std::uint64_t>(kinds) >> (64 - shift);
  }

 private:
  static std::pair<std::size_t, int> place(int index) {
    return {static_cast<std::size_t>(index * bits / 64), index * bits % 64};
  }
};
static_assert(most_cards_remembered * RuledOut::bits <= 64 * 8);

}  // namespace

PublicTable::PublicTable(const Hanabi& game, const View& view)
    : playable(game.playable(view)), dead(game.useless(view)), left(view.unseen) {
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == view.seat) continue;
    for (const Card card : view.hands[seat]) left.add(card);
  }
}

PublicTable PublicTable::before(const Hanabi& game, const View& after, Card taken, bool fits) {
  View was = after;
  std::uint8_t& top = was.stacks[colour_of(taken)];
  if (fits && top > 0)
    --top;
  else
    was.discarded.remove(taken);
  PublicTable table(game, was);
  table.left.add(taken);
  return table;
}

Counts PublicKnowledge::loose(const PublicTable& table) const {
  Counts loose = table.left;
  for (const Possible& hand : possible) {
    for (const Kinds kinds : hand) {
      if (bits_in(kinds) == 1) loose.remove_one_of(kinds & loose.present());
    }
  }
  return loose;
}

void PublicKnowledge::settle(const Hanabi& game, const View& view, const PublicTable& table) {
  for (int seat = 0; seat < most_seats; ++seat) {
    for (int slot = 0; slot < largest_hand; ++slot) {
      Kinds& kinds = possible[seat][slot];
      const bool held = seat < game.seats() && view.hands[seat][slot] != no_card;
      const Kinds hinted = held ? told(view, seat, slot) & table.left.present() : 0;
      kinds &= hinted;
      if (kinds == 0) kinds = hinted;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    const Kinds open = loose(table).present();
    for (Possible& hand : possible) {
      for (Kinds& kinds : hand) {
        if (bits_in(kinds) < 2 || (kinds & ~open) == 0 || (kinds & open) == 0) continue;
        kinds &= open;
        changed = true;
      }
    }
  }
}

PublicKnowledge recall(const Hanabi& game, const Memory& memory) {
  const auto ruled_out = memory.load<RuledOut>();
  PublicKnowledge knowledge;
  for (int seat = 0, index = 0; seat < game.seats(); ++seat)
    for (int slot = 0; slot < game.hand_size(); ++slot)
      knowledge.possible[seat][slot] = game.kinds() & ~ruled_out.get(index++);
  return knowledge;
}

void remember(const Hanabi& game, const PublicKnowledge& knowledge, Memory& memory) {
  RuledOut ruled_out;
  for (int seat = 0, index = 0; seat < game.seats(); ++seat)
    for (int slot = 0; slot < game.hand_size(); ++slot)
      ruled_out.put(index++, game.kinds() & ~knowledge.possible[seat][slot]);
  memory.store(ruled_out);
}

}  // namespace otherminds::hanabi
