// What a seat of Hanabi believes: every deal of the unseen cards that hints allow is equally
// likely.
//
// The ways to give k slots one of the unseen cards each, where slot i takes cards of a set S_i
// only, are counted by inclusion and exclusion over the slots that would take the same card: the
// sum over all partitions of the slots into blocks B of the product of (-1)^(|B|-1) (|B|-1)! n_B,
// where n_B is the number of unseen cards that all slots of the block allow. A deal is drawn slot
// after slot in proportion to the ways that are left for the later slots. Those depend on a card
// only through the sets it belongs to, so kinds that belong to the same ones are a class and
// counted once. Slots that may hold any unseen card are dealt last, from the shuffled rest: no
// counting is needed for them.
#include "engine/contradiction.hpp"
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

using Ways = std::int64_t;

// For each subset of some slots, by its bits, a number of cards or of ways.
using Subsets = std::array<Ways, 1U << largest_hand>;

// For each subset, the cards of the pool that all of its slots allow.
void count_common(std::span<const Kinds> allowed, const Counts& pool, Subsets& common) {
  std::array<Kinds, 1U << largest_hand> kinds{};
  kinds[0] = all_kinds;
  common[0] = 0;
  for (std::size_t subset = 1; subset < std::size_t{1} << allowed.size(); ++subset) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(subset));
    kinds[subset] = kinds[subset & (subset - 1)] & allowed[lowest];
    common[subset] = pool.within(kinds[subset]);
  }
}

// The ways to fill `slots` of them when a card that the slots of `taken` allow has left the pool.
// The block with the lowest slot is any subset that contains it.
Ways ways_to_fill(std::size_t slots, const Subsets& common, std::size_t taken) {
  constexpr std::array<Ways, largest_hand + 1> weight = {0, 1, -1, 2, -6, 24};
  const auto cards_for = [&](std::size_t block) -> Ways {
    return common[block] - ((block & ~taken) == 0 ? 1 : 0);
  };
  if (slots == 0) return 1;
  const std::size_t lowest = slots & (~slots + 1);
  const std::size_t others = slots ^ lowest;
  if (others == 0) return cards_for(slots);
  Ways sum = 0;
  for (std::size_t rest = others;; rest = (rest - 1) & others) {
    const std::size_t block = slots ^ rest;
    if (const Ways cards = cards_for(block); cards != 0)
      sum += weight[static_cast<std::size_t>(bits_in(block))] * cards *
             ways_to_fill(rest, common, taken);
    if (rest == 0) return sum;
  }
}

// The classes of the cards for the first of some slots.
struct Classes {
  Classes(std::span<const Kinds> allowed, const Counts& pool) : later(allowed.subspan(1)) {
    list[0].kinds = allowed[0] & pool.present();
    members[0] = 0;
    for (std::size_t slot = 0; slot < later.size(); ++slot) {
      for (std::size_t i = count; i-- > 0;) {
        const Kinds inside = list[i].kinds & later[slot];
        if (inside == 0) continue;
        if (inside != list[i].kinds) {
          list[count].kinds = list[i].kinds & ~inside;
          members[count++] = members[i];
        }
        list[i].kinds = inside;
        members[i] |= std::size_t{1} << slot;
      }
    }
  }

  void count_ways(const Counts& pool) {
    Subsets common;
    count_common(later, pool, common);
    const std::size_t all = (std::size_t{1} << later.size()) - 1;
    for (std::size_t i = 0; i < count; ++i) {
      list[i].ways = static_cast<std::uint32_t>(pool.within(list[i].kinds) *
                                                ways_to_fill(all, common, members[i]));
    }
  }

  std::span<const Kinds> later;
  std::array<Dealing::Class, Dealing::most_classes> list;
  std::array<std::size_t, Dealing::most_classes> members;  // of each class, the later slots
  std::size_t count = 1;
};

Card draw_card(std::span<const Dealing::Class> classes, std::uint32_t ways, const Counts& pool,
               Rng& rng) {
  std::uint32_t point = rng.below(ways);
  for (const Dealing::Class& each : classes) {
    if (point < each.ways) {
      // What is left of the draw is uniform over the cards of the class and the ways after each.
      const auto cards = static_cast<std::uint32_t>(pool.within(each.kinds));
      return pool.nth_within(each.kinds, point / (each.ways / cards));
    }
    point -= each.ways;
  }
  return no_card;
}

std::uint32_t sum_of(std::span<const Dealing::Class> classes) {
  std::uint32_t sum = 0;
  for (const Dealing::Class& each : classes) sum += each.ways;
  return sum;
}

std::span<const Kinds> restricted_sets(const Dealing& dealing) {
  return std::span(dealing.allowed).first(static_cast<std::size_t>(dealing.restricted));
}

// Each card of a multiset, a kind after the other.
int spread(const Counts& pool, Card* out) {
  Card* next = out;
  for (Kinds left = pool.ones; left != 0; left &= left - 1)
    *next++ = static_cast<Card>(std::countr_zero(left));
  for (Kinds left = pool.twos; left != 0; left &= left - 1) {
    const auto card = static_cast<Card>(std::countr_zero(left));
    *next++ = card;
    *next++ = card;
  }
  return static_cast<int>(next - out);
}

std::array<Kinds, largest_hand> possible_kinds(const View& view) {
  std::array<Kinds, largest_hand> allowed{};
  for (int slot = 0; slot < largest_hand; ++slot) allowed[slot] = view.possible(slot);
  return allowed;
}

}  // namespace

// The state that a view makes up, without the seat's own cards and the deck.
State Hanabi::world(const View& view) const {
  State state;
  state.discarded = view.discarded;
  state.hands = view.hands;
  state.colours = view.colours;
  state.ranks = view.ranks;
  state.colours[view.seat] = view.told_colours;
  state.ranks[view.seat] = view.told_ranks;
  state.ages = view.ages;
  state.drawn = view.drawn;
  state.deck.fill(no_card);
  state.deck_left = view.deck_left;
  state.stacks = view.stacks;
  state.clues = view.clues;
  state.lives = view.lives;
  state.turn = view.turn;
  state.turns_left = view.turns_left;
  state.actor = static_cast<Small>(view.actor);
  state.events = view.events;
  return state;
}

Dealing Hanabi::dealing(const View& view, std::array<Kinds, largest_hand> allowed,
                        const Counts& pool) const {
  Dealing dealing;
  std::array<std::uint8_t, largest_hand> free{};
  int free_count = 0;
  for (int slot = 0; slot < hand_; ++slot) {
    if (view.hands[view.seat][slot] == no_card) continue;
    ++dealing.occupied;
    if ((pool.present() & ~allowed[slot]) == 0) {
      free[free_count++] = static_cast<std::uint8_t>(slot);
    } else {
      dealing.allowed[dealing.restricted] = allowed[slot];
      dealing.slots[dealing.restricted++] = static_cast<std::uint8_t>(slot);
    }
  }
  std::copy_n(free.begin(), free_count, dealing.slots.begin() + dealing.restricted);
  if (dealing.restricted > 0) {
    Classes classes(restricted_sets(dealing), pool);
    classes.count_ways(pool);
    dealing.first = classes.list;
    dealing.classes = classes.count;
    dealing.ways = sum_of(std::span(dealing.first).first(dealing.classes));
  }
  if (dealing.ways == 0 || pool.total() < dealing.occupied) contradict("No deal fits");
  return dealing;
}

// Fills the seat's own slots and the deck from the pool, which holds as many cards as they need.
void Hanabi::deal(State& state, int seat, const Dealing& dealing, Counts pool, Rng& rng) const {
  const auto sets = restricted_sets(dealing);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Card card;
    if (i == 0) {
      card = draw_card(std::span(dealing.first).first(dealing.classes), dealing.ways, pool, rng);
    } else if (Classes classes(sets.subspan(i), pool); classes.count == 1) {
      const auto cards = static_cast<std::uint32_t>(pool.within(sets[i]));
      card = pool.nth_within(sets[i], rng.below(cards));
    } else {
      classes.count_ways(pool);
      const auto listed = std::span<const Dealing::Class>(classes.list).first(classes.count);
      card = draw_card(listed, sum_of(listed), pool, rng);
    }
    state.hands[seat][dealing.slots[i]] = card;
    pool.remove(card);
  }
  std::array<Card, largest_deck + 1> cards;
  auto left = static_cast<std::size_t>(spread(pool, cards.data()));
  shuffle(std::span(cards).first(left), rng);
  for (int i = dealing.restricted; i < dealing.occupied; ++i) {
    const Card card = cards[--left];
    state.hands[seat][dealing.slots[i]] = card;
    pool.remove(card);
  }
  std::copy_n(cards.begin(), left, state.deck.begin());
  state.undrawn = pool;
}

Belief Hanabi::belief(const View& view) const {
  Belief belief;
  belief.view = view;
  belief.dealing = dealing(view, possible_kinds(view), view.unseen);
  return belief;
}

State Hanabi::sample(const Belief& belief, Rng& rng) const {
  State state = world(belief.view);
  deal(state, belief.view.seat, belief.dealing, belief.view.unseen, rng);
  return state;
}

// What is witnessed must follow from some world before it. The next view depends on that world only
// through what the observation tells of it: the seat's own card that was played, the card that was
// drawn, the seat's own slots that a hint touched. So one world that agrees with these decides.
void Hanabi::update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  if (old.actor == nobody || seen.actor != old.actor || seen.action < 0 ||
      seen.action >= action_count())
    contradict("No deal fits");
  const Move move = move_of(seen.action);
  auto allowed = possible_kinds(old);
  if (move.target == old.seat) {
    const Kinds hinted =
        move.type == hint_colour ? kinds_of_colour(move.value) : kinds_of_rank(move.value);
    for (int slot = 0; slot < hand_; ++slot)
      allowed[slot] &= seen.facts[3] >> slot & 1 ? hinted : ~hinted;
  } else if (move.target == none && old.actor == old.seat) {
    if (!is_card(seen.facts[0])) contradict("No deal fits");
    allowed[move.slot] &= only(static_cast<Card>(seen.facts[0]));
  }
  Counts pool = old.unseen;
  const bool sees_draw = is_card(seen.facts[2]);
  if (sees_draw) {
    const auto drawn = static_cast<Card>(seen.facts[2]);
    if (old.deck_left == 0 || pool.of(drawn) == 0) contradict("No deal fits");
    pool.remove(drawn);
  }
  State before = world(old);
  Rng rng(0);
  deal(before, old.seat, dealing(old, allowed, pool), pool, rng);
  if (sees_draw) {
    before.deck[before.deck_left - 1] = static_cast<Card>(seen.facts[2]);
    before.undrawn.add(static_cast<Card>(seen.facts[2]));
  }
  if (!(legal_bits(before) >> seen.action & 1)) contradict("No deal fits");
  State after = before;
  apply(after, seen.action);
  if (observe(before, seen.action, after, old.seat) != seen || view(after, old.seat) != now)
    contradict("No deal fits");
  const auto gone = belief.gone;
  const bool leaves = move.target == none && old.actor == old.seat;
  const int age = leaves ? old.ages[old.seat][move.slot] : 0;
  belief = this->belief(now);
  belief.gone = gone;
  if (leaves) belief.gone[age] = static_cast<Card>(seen.facts[0]);
}

State Hanabi::earlier(const Belief& belief, const State& now, const View& then) const {
  const int seat = then.seat;
  State state = world(then);
  state.undrawn = then.unseen;
  for (int slot = 0; slot < hand_; ++slot) {
    if (then.hands[seat][slot] == no_card) continue;
    // A card that has not left is still in its slot.
    const Card left = belief.gone[then.ages[seat][slot]];
    const Card card = left != no_card ? left : now.hands[seat][slot];
    state.hands[seat][slot] = card;
    state.undrawn.remove(card);
  }
  std::copy_n(now.deck.begin(), now.deck_left, state.deck.begin());
  std::array<Card, largest_deck + 1> since;
  const auto drawn =
      static_cast<std::size_t>(spread(state.undrawn.minus(now.undrawn), since.data()));
  std::copy_n(since.begin(), drawn, state.deck.begin() + now.deck_left);
  return state;
}

bool Hanabi::tells(const Belief& belief, const View& then) const {
  for (int slot = 0; slot < hand_; ++slot) {
    if (then.hands[then.seat][slot] != no_card &&
        belief.gone[then.ages[then.seat][slot]] == no_card)
      return true;
  }
  return false;
}

// Cards of a kind are alike, and each order of kinds stands for the same number of orders of cards:
// the worlds are equally likely.
void Hanabi::worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const {
  constexpr std::size_t most = 10'000;
  const View& view = belief.view;
  const Dealing& dealing = belief.dealing;
  const auto sets = restricted_sets(dealing);
  State state = world(view);
  Counts pool = view.unseen;
  Subsets common;
  out.clear();
  const auto fill = [&](const auto& self, int place) -> bool {
    if (place == dealing.occupied + view.deck_left) {
      if (out.size() == most) return false;
      out.emplace_back(state, 1.0);
      return true;
    }
    const bool is_slot = place < dealing.occupied;
    if (place == dealing.occupied) state.undrawn = pool;
    const bool restricted = place < dealing.restricted;
    const Kinds kinds = pool.present() & (restricted ? sets[place] : all_kinds);
    for (Kinds left = kinds; left != 0; left &= left - 1) {
      const auto card = static_cast<Card>(std::countr_zero(left));
      pool.remove(card);
      (is_slot ? state.hands[view.seat][dealing.slots[place]]
               : state.deck[place - dealing.occupied]) = card;
      bool room = true;
      if (restricted) {
        const auto later = sets.subspan(static_cast<std::size_t>(place) + 1);
        count_common(later, pool, common);
        const std::size_t all = (std::size_t{1} << later.size()) - 1;
        if (ways_to_fill(all, common, 0) > 0) room = self(self, place + 1);
      } else {
        room = self(self, place + 1);
      }
      pool.add(card);
      if (!room) return false;
    }
    return true;
  };
  if (!fill(fill, 0)) return out.clear();
  for (auto& [each, weight] : out) weight = 1.0 / static_cast<double>(out.size());
}

std::array<std::array<double, kind_count>, largest_hand> Hanabi::chances(const View& view) const {
  std::array<std::array<double, kind_count>, largest_hand> chances{};
  std::array<Kinds, largest_hand> allowed{};
  std::array<int, largest_hand> slots{};
  std::size_t count = 0;
  for (int slot = 0; slot < hand_; ++slot) {
    if (view.hands[view.seat][slot] == no_card) continue;
    allowed[count] = view.possible(slot);
    slots[count++] = slot;
  }
  Subsets common;
  count_common(std::span<const Kinds>(allowed).first(count), view.unseen, common);
  const std::size_t all = (std::size_t{1} << count) - 1;
  const auto ways = static_cast<double>(ways_to_fill(all, common, 0));
  for (std::size_t i = 0; i < count; ++i) {
    for (Kinds left = allowed[i]; left != 0; left &= left - 1) {
      const auto card = static_cast<Card>(std::countr_zero(left));
      std::size_t members = 0;
      for (std::size_t j = 0; j < count; ++j)
        members |= static_cast<std::size_t>(allowed[j] >> card & 1) << j;
      const Ways rest = ways_to_fill(all ^ std::size_t{1} << i, common, members);
      chances[slots[i]][card] = static_cast<double>(view.unseen.of(card) * rest) / ways;
    }
  }
  return chances;
}

}  // namespace otherminds::hanabi
