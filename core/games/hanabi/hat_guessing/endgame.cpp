#include "games/hanabi/hat_guessing/endgame.hpp"

#include "engine/hash.hpp"

namespace otherminds::hanabi {

namespace {

// A place for each value, which the next one with the same place takes over.
constexpr std::size_t table_size = 4096;

Seats bit(int seat) { return static_cast<Seats>(1U << seat); }

float points(const Endgame::Position& at) { return static_cast<float>(Hanabi::points(at)); }

}  // namespace

int last_turns(const Hanabi& game) {
  return game.options().last_round == "none" ? 0 : game.seats();
}

Endgame::Endgame(const Hanabi& game, const View& view)
    : game_(game),
      last_turns_(last_turns(game)),
      useful_(game.kinds() & ~game.useless(view)),
      unseen_(view.unseen) {
  for (int colour = 0; colour < game.options().colours; ++colour) {
    reachable_[colour] = static_cast<std::uint8_t>(game.highest_reachable(view, colour));
    goal_ += reachable_[colour];
  }
  start_.stacks = view.stacks;
  start_.deck = view.deck_left;
  start_.clues = view.clues;
  start_.actor = static_cast<std::uint8_t>(view.seat);
  start_.turns_left = view.turns_left;
  start_.drawer.fill(nobody_yet);
}

void Endgame::hold(int seat, Card card, bool knows) {
  holders_[card] |= bit(seat);
  if (knows) knowers_[card] |= bit(seat);
  held_ |= only(card);
}

bool Endgame::ready() {
  const Kinds away = useful_ & ~held_;
  missing_ = {};
  std::size_t count = 0;
  if (bits_in(away) > most_missing) return false;
  for (Kinds rest = away; rest != 0; rest &= rest - 1) {
    const auto kind = static_cast<Card>(std::countr_zero(rest));
    missing_[count++] = {kind, unseen_.of(kind)};
  }
  table_.assign(table_size, {});
  return true;
}

float Endgame::promise(Action action, const Hand& own) {
  const Move move = game_.move_of(action);
  if (move.target != none) return hint(start_);
  if (move.type == hanabi::discard) return discard(start_);
  const Card card = own[move.slot];
  if ((only(card) & game_.playable(start_)) == 0) return -1;
  return play(start_, colour_of(card));
}

bool Endgame::can_play(const Position& at, int colour) const {
  if (at.stacks[colour] >= reachable_[colour]) return false;
  const Card next = card_of(colour, at.stacks[colour] + 1);
  const Seats knowing = static_cast<Seats>(knowers_[next] | (holders_[next] & at.told));
  if (knowing & bit(at.actor)) return true;
  for (int i = 0; i < most_missing; ++i) {
    if (missing_[i].kind == next && at.drawer[i] == at.actor && at.known[i]) return true;
  }
  return false;
}

float Endgame::play(Position at, int colour) {
  const int top = ++at.stacks[colour];
  if (top == game_.options().ranks && at.clues < game_.options().clues) ++at.clues;
  return draw(at);
}

float Endgame::hint(Position at) {
  --at.clues;
  at.told |= static_cast<Seats>(~bit(at.actor));
  for (int i = 0; i < most_missing; ++i) {
    if (at.drawer[i] != nobody_yet && at.drawer[i] != at.actor) at.known[i] = 1;
  }
  return pass(at, at.turns_left > 0);
}

float Endgame::discard(Position at) {
  ++at.clues;
  return draw(at);
}

float Endgame::draw(Position at) {
  if (at.deck == 0) return pass(at, at.turns_left > 0);
  const auto unseen = static_cast<float>(at.deck + unknown_);
  --at.deck;
  float chance_of_nothing = 1;
  float expected = 0;
  for (int i = 0; i < most_missing; ++i) {
    if (at.drawer[i] != nobody_yet || missing_[i].copies == 0) continue;
    const float chance =
        std::min(static_cast<float>(missing_[i].copies) / unseen, chance_of_nothing);
    chance_of_nothing -= chance;
    Position drawn = at;
    drawn.drawer[i] = at.actor;
    expected += chance * pass(drawn, false);
  }
  if (chance_of_nothing > 0) expected += chance_of_nothing * pass(at, false);
  return expected;
}

float Endgame::pass(Position at, bool in_last_round) {
  if (points(at) >= goal()) return points(at);
  if (in_last_round)
    --at.turns_left;
  else if (at.deck == 0)
    at.turns_left = static_cast<std::uint8_t>(last_turns_);
  if (at.deck == 0 && at.turns_left == 0) return points(at);
  at.actor = static_cast<std::uint8_t>((at.actor + 1) % game_.seats());
  return value(at);
}

float Endgame::value(const Position& at) {
  static_assert(std::has_unique_object_representations_v<Position>);
  const std::uint64_t key = hash_bytes(at);
  Entry& entry = table_[key % table_size];
  if (entry.key == key) return entry.value;
  if (++visits_ > most_visits) return points(at);
  const float found = best_of(at);
  entry = {key, found};
  return found;
}

float Endgame::best_of(const Position& at) {
  const int turns = at.turns_left > 0 ? at.turns_left : at.deck + last_turns_;
  const float most = std::min(goal(), points(at) + static_cast<float>(turns));
  float best = points(at);
  for (int colour = 0; colour < game_.options().colours; ++colour) {
    if (can_play(at, colour)) best = std::max(best, play(at, colour));
    if (best >= most) return best;
  }
  if (at.clues > 0) best = std::max(best, hint(at));
  if (best < most && at.clues < game_.options().clues) best = std::max(best, discard(at));
  return best;
}

}  // namespace otherminds::hanabi
