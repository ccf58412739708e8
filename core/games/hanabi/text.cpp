// Hanabi for people: cards, hands, stacks and actions as text.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

}  // namespace

std::string card_text(Card card) {
  if (card == hidden_card) return "??";
  if (card == no_card) return "--";
  return colour_names[static_cast<std::size_t>(colour_of(card))][0] + std::to_string(rank_of(card));
}

std::string Hanabi::action_text(Action action) const {
  const Move move = move_of(action);
  if (move.type == play) return "play slot " + std::to_string(move.slot);
  if (move.type == discard) return "discard slot " + std::to_string(move.slot);
  const std::string value =
      move.type == hint_colour ? std::string(colour_names[move.value]) : std::to_string(move.value);
  return "hint " + value + " to " + seat_name(move.target);
}

// What hints leave of a card: "r3" and "r?" where it is known, "[ryg]3" where it is narrowed down.
std::string Hanabi::hint_text(Mask colours, Mask ranks) const {
  if (colours == 0) return card_text(no_card);
  const auto show = [](Mask mask, Mask all, auto&& letter) -> std::string {
    if (mask == all && !is_known(mask)) return "?";
    std::string letters;
    for (int i = 0; mask >> i; ++i)
      if (mask >> i & 1) letters += letter(i);
    return is_known(mask) ? letters : "[" + letters + "]";
  };
  return show(colours, all_colours_, [](int colour) { return colour_names[colour][0]; }) +
         show(ranks, all_ranks_, [](int rank) { return static_cast<char>('1' + rank); });
}

std::string Hanabi::event_text(const Event& event) const {
  std::string line = seat_name(event.seat) + ": " + action_text(event.action);
  if (event.action >= first_hint_) {
    std::string slots;
    for (int slot = 0; slot < hand_; ++slot)
      if (event.slots >> slot & 1) slots += (slots.empty() ? " " : ", ") + std::to_string(slot);
    return line + (slots.empty() ? ", which no slot has" : ", slots" + slots);
  }
  line += ", " + card_text(event.card);
  if (type_of(event.action) == play) line += event.fits ? " fits" : " does not fit";
  return line;
}

template <class Position>
std::string Hanabi::table_text(const Position& position) const {
  std::string lines = "clues " + std::to_string(position.clues) + " of " +
                      std::to_string(options_.clues) + ", lives " + std::to_string(position.lives) +
                      " of " + std::to_string(options_.lives) + ", points " +
                      std::to_string(points(position)) + " of " + std::to_string(most_points()) +
                      ", deck " + std::to_string(position.deck_left);
  if (position.turns_left > 0) lines += ", turns left " + std::to_string(position.turns_left);
  lines += "\nstacks:";
  for (int colour = 0; colour < options_.colours; ++colour) {
    lines += (colour > 0 ? ", " : " ") + std::string(colour_names[colour]) + " " +
             std::to_string(position.stacks[colour]);
  }
  lines += "\ndiscarded:";
  for (Card card = 0; card < kind_count; ++card)
    for (int copy = 0; copy < position.discarded.of(card); ++copy) lines += " " + card_text(card);
  if (position.discarded.present() == 0) lines += " nothing";
  for (auto event = position.events.rbegin(); event != position.events.rend(); ++event)
    if (event->seat != none) lines += "\n" + event_text(*event);
  return lines + (position.actor == nobody ? "\nthe game is over"
                                           : "\n" + seat_name(position.actor) + " to act");
}

std::string Hanabi::text(const State& state) const {
  std::string lines;
  for (int seat = 0; seat < options_.players; ++seat) {
    lines += seat_name(seat) + ":";
    for (int slot = 0; slot < hand_; ++slot) {
      lines += " " + card_text(state.hands[seat][slot]) + "(" +
               hint_text(state.colours[seat][slot], state.ranks[seat][slot]) + ")";
    }
    lines += "\n";
  }
  lines += "deck:";
  for (int left = state.deck_left; left > 0; --left) lines += " " + card_text(state.deck[left - 1]);
  if (state.deck_left == 0) lines += " empty";
  return lines + "\n" + table_text(state);
}

std::string Hanabi::text(const View& view) const {
  std::string lines;
  for (int seat = 0; seat < options_.players; ++seat) {
    lines += seat_name(seat) + (seat == view.seat ? " (you):" : ":");
    for (int slot = 0; slot < hand_; ++slot) {
      const std::string told = hint_text(view.colours[seat][slot], view.ranks[seat][slot]);
      lines +=
          " " + (seat == view.seat ? told : card_text(view.hands[seat][slot]) + "(" + told + ")");
    }
    lines += "\n";
  }
  return lines + table_text(view);
}

}  // namespace otherminds::hanabi
