// Hanabi for people: cards, hands, the table and actions as text.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

std::string seat_name(int seat) { return "seat " + std::to_string(seat); }

constexpr std::size_t label_width = 14;
constexpr std::size_t column_width = 9;  // what is told of a card takes up to eight letters

// A line of columns, each filled up before the next one starts.
class Line {
 public:
  explicit Line(const std::string& label) : text_(label) {}
  void add(const std::string& cell) {
    text_.resize(std::max(text_.size(), label_width + column_width * columns_++), ' ');
    text_ += cell;
  }
  std::string text() const { return text_ + "\n"; }

 private:
  std::string text_;
  std::size_t columns_ = 0;
};

// What hints leave of a card: "r3" where it is known, "r?" and "?3" where half of it is, "?" for
// what nobody has told, and all that is possible otherwise: "ygbw3", "r1245".
std::string told_card(Mask colours, Mask ranks, Mask all_colours, Mask all_ranks) {
  if (colours == 0) return card_text(no_card);
  std::string text;
  for (int colour = 0; colour < most_colours; ++colour)
    if (colours >> colour & 1) text += colour_names[colour][0];
  if (colours == all_colours && !is_known(colours)) text = "?";
  if (ranks == all_ranks && !is_known(ranks)) return text + "?";
  for (int rank = 1; rank <= most_ranks; ++rank)
    if (ranks >> (rank - 1) & 1) text += std::to_string(rank);
  return text;
}

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

std::string Hanabi::event_text(const Event& event) const {
  std::string line = seat_name(event.seat) + ": " + action_text(event.action);
  if (event.action >= first_hint_) {
    std::string slots;
    for (int slot = 0; slot < hand_; ++slot)
      if (event.slots >> slot & 1) slots += (slots.empty() ? " " : ", ") + std::to_string(slot);
    if (slots.empty()) return line + ": no slot";
    return line + (bits_in(event.slots) == 1 ? ": slot" : ": slots") + slots;
  }
  line += ": " + card_text(event.card);
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
  return lines + (position.discarded.present() == 0 ? " nothing\n" : "\n");
}

template <class Position>
std::string Hanabi::events_text(const Position& position) const {
  std::string lines;
  for (auto event = position.events.rbegin(); event != position.events.rend(); ++event)
    if (event->seat != none) lines += event_text(*event) + "\n";
  if (position.actor != nobody) return lines + seat_name(position.actor) + " to act";
  return lines + (position.lives > 0 ? "the game is over" : "the game is over: no lives are left");
}

std::string Hanabi::slots_text() const {
  Line line("");
  for (int slot = 0; slot < hand_; ++slot) line.add("slot " + std::to_string(slot));
  return line.text();
}

std::string Hanabi::hand_text(const std::string& label,
                              const std::array<Card, largest_hand>& hand) const {
  Line line(label);
  for (int slot = 0; slot < hand_; ++slot) line.add(card_text(hand[slot]));
  return line.text();
}

std::string Hanabi::told_text(const std::string& label,
                              const std::array<Mask, largest_hand>& colours,
                              const std::array<Mask, largest_hand>& ranks) const {
  Line line(label);
  for (int slot = 0; slot < hand_; ++slot)
    line.add(told_card(colours[slot], ranks[slot], all_colours_, all_ranks_));
  return line.text();
}

std::string Hanabi::text(const State& state) const {
  std::string lines = table_text(state) + slots_text();
  for (int seat = 0; seat < options_.players; ++seat) {
    lines += hand_text(seat_name(seat), state.hands[seat]) +
             told_text("  was told", state.colours[seat], state.ranks[seat]);
  }
  lines += "deck:";
  for (int left = state.deck_left; left > 0; --left) lines += " " + card_text(state.deck[left - 1]);
  return lines + (state.deck_left == 0 ? " empty\n" : "\n") + events_text(state);
}

std::string Hanabi::text(const View& view) const {
  std::string lines = table_text(view) + slots_text();
  for (int seat = 0; seat < options_.players; ++seat) {
    const bool own = seat == view.seat;
    const std::string name = seat_name(seat) + (own ? " (you)" : "");
    if (own && !options_.open_hand) {
      lines += told_text(name, view.told_colours, view.told_ranks);
    } else {
      lines += hand_text(name, view.hands[seat]) +
               told_text("  was told", own ? view.told_colours : view.colours[seat],
                         own ? view.told_ranks : view.ranks[seat]);
    }
  }
  return lines + events_text(view);
}

}  // namespace otherminds::hanabi
