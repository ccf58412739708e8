// What a rule asks about a view, worked out when it is first asked for.
#pragma once

#include <optional>
#include <span>

#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

inline constexpr int unknown = -1;

// A hint to me that pointed at one card only.
struct SingleHint {
  std::uint8_t slot = 0;
  std::uint8_t is_rank = 0;
  std::uint8_t value = 0;  // a colour, or a rank from 1 on
  std::uint8_t gone = 0;   // another card has taken the slot since
};

class Situation {
 public:
  // `published`: rules behave as in the author's program where that differs from what they are for.
  // `unseen`: what the player takes for unseen.
  Situation(const Hanabi& game, const View& view, const Counts& unseen, bool published,
            std::span<const SingleHint> single_hints)
      : game_(game),
        view_(view),
        unseen_(unseen),
        published_(published),
        single_hints_(single_hints) {}

  bool published() const { return published_; }
  int seats() const { return game_.seats(); }
  int hand() const { return game_.hand_size(); }
  int colours() const { return game_.options().colours; }
  int ranks() const { return game_.options().ranks; }
  int self() const { return view_.seat; }
  int after(int steps) const { return (view_.seat + steps) % game_.seats(); }

  int clues() const { return view_.clues; }
  int lives() const { return view_.lives; }
  // As published a player counts its own hand as part of the deck, which so is never empty.
  int deck() const { return view_.deck_left + (published_ ? cards_held(self()) : 0); }
  int score() const { return view_.score; }
  bool can_discard() const { return view_.clues < game_.options().clues; }

  int top(int colour) const { return view_.stacks[colour]; }
  int lowest_top() const {
    int lowest = game_.options().ranks;
    for (int colour = 0; colour < colours(); ++colour) lowest = std::min(lowest, top(colour));
    return lowest;
  }
  int highest_reachable(int colour) const { return game_.highest_reachable(view_, colour); }

  Kinds playable() const {
    return kept(playable_, [&] { return game_.playable(view_); });
  }
  Kinds useless() const {
    return kept(useless_, [&] { return game_.useless(view_); });
  }
  Kinds necessary() const {
    return kept(necessary_, [&] { return game_.necessary(view_); });
  }

  // Cards of any seat; those of others are in sight.
  bool held(int seat, int slot) const { return view_.hands[seat][slot] != no_card; }
  int cards_held(int seat) const {
    int number = 0;
    for (int slot = 0; slot < hand(); ++slot) number += held(seat, slot) ? 1 : 0;
    return number;
  }
  int colour_of(int seat, int slot) const { return hanabi::colour_of(view_.hands[seat][slot]); }
  int rank_of(int seat, int slot) const { return hanabi::rank_of(view_.hands[seat][slot]); }
  Kinds bit(int seat, int slot) const { return only(view_.hands[seat][slot]); }
  static Kinds bit_of(int colour, int rank) { return only(card_of(colour, rank)); }
  int age(int seat, int slot) const { return view_.ages[seat][slot]; }
  int newest(int seat) const {
    int best = unknown;
    for (int slot = 0; slot < hand(); ++slot) {
      if (held(seat, slot) && (best == unknown || age(seat, slot) > age(seat, best))) best = slot;
    }
    return best;
  }

  // What the holder knows by hints, those that passed a card by included.
  int known_colour(int seat, int slot) const { return single(view_.colours[seat][slot], 0); }
  int known_rank(int seat, int slot) const { return single(view_.ranks[seat][slot], 1); }

  // What an own card can be, and how much of that lies in a set, every card counted.
  Kinds possible(int slot) const { return view_.plausible(self(), slot) & unseen_.present(); }
  double share(int slot, Kinds kinds) const {
    const Kinds possible = view_.plausible(self(), slot);
    const int all = unseen_.within(possible);
    return all == 0 ? 0.0 : static_cast<double>(unseen_.within(possible & kinds)) / all;
  }
  bool is_unseen(int colour, int rank) const {
    return (unseen_.present() & bit_of(colour, rank)) != 0;
  }

  std::span<const SingleHint> single_hints() const { return single_hints_; }
  // What happened: 0 is the last event, 1 the one before.
  const Event& event(std::size_t back) const { return view_.events[back]; }
  bool is_hint(const Event& event, int target) const {
    if (event.seat == none) return false;
    const Move move = game_.move_of(event.action);
    return move.type >= hint_colour && move.target == target;
  }
  bool is_play(const Event& event) const {
    return event.seat != none && game_.move_of(event.action).type == hanabi::play;
  }

  Action play(int slot) const { return game_.play_action(slot); }
  Action discard(int slot) const { return game_.discard_action(slot); }
  Action tell_colour(int seat, int colour) const { return game_.colour_hint(seat, colour); }
  Action tell_rank(int seat, int rank) const { return game_.rank_hint(seat, rank); }

 private:
  static int single(Mask mask, int first) {
    return is_known(mask) ? std::countr_zero(mask) + first : unknown;
  }

  template <class Compute>
  static Kinds kept(std::optional<Kinds>& value, Compute&& compute) {
    if (!value) value = compute();
    return *value;
  }

  const Hanabi& game_;
  const View& view_;
  const Counts& unseen_;
  bool published_;
  std::span<const SingleHint> single_hints_;
  mutable std::optional<Kinds> playable_;
  mutable std::optional<Kinds> useless_;
  mutable std::optional<Kinds> necessary_;
};

}  // namespace otherminds::hanabi
