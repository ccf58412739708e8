// What people read: actions, the board, the table.
#include <cctype>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

// Where the name of each room stands on the drawing: Study first.
constexpr std::array<Point, most_rooms> name_points = {
    {{0, 1}, {10, 2}, {18, 2}, {18, 11}, {18, 21}, {9, 20}, {0, 21}, {0, 14}, {0, 8}}};

}  // namespace

std::string Cluedo::seat_name(int seat) const {
  return cards_.suspects[static_cast<std::size_t>(suspects_[seat])];
}

std::string Cluedo::names(Cards cards) const {
  std::string text;
  each_card(cards, [&](int card) { text += (text.empty() ? "" : ", ") + cards_.name(card); });
  return text.empty() ? "nothing" : text;
}

std::string Cluedo::action_text(Action action) const {
  const auto with = [&](const std::string& verb) {
    const Triple triple = triple_of(action);
    return verb + " " + cards_.name(triple.suspect) + " with the " + cards_.name(triple.weapon) +
           " in the " + cards_.name(triple.room);
  };
  switch (type_of(action)) {
    case suggest:
      return with("suggest");
    case accuse:
      return with("accuse");
    case ActionType::move: {
      const int room = room_of_move(action);
      if (room >= 0) {
        const char* verb = rules_.free_moves ? "enter the " : "go towards the ";
        return verb + cards_.rooms[static_cast<std::size_t>(room)];
      }
      const Point point = board().points[action - first_square_];
      return "go to " + std::to_string(point.x) + "," + std::to_string(point.y);
    }
    case passage:
      return "take the passage";
    case ActionType::roll:
      return "roll";
    case show:
      return "show " + cards_.name(action - first_show_);
    case no_card_to_show:
      return "no card";
    default:
      return "wait";
  }
}

std::string Cluedo::outcome_text(Action outcome) const {
  return "rolled " + std::to_string(outcome);
}

// The corridor as dots, rooms by name, pawns by the first letters of their suspects; who is in a
// room stands below its name.
std::string Cluedo::board_text(const Table& table) const {
  std::array<std::string, board_height> canvas;
  for (int y = 0; y < board_height; ++y) {
    for (int x = 0; x < board_width; ++x) {
      const char letter = board_row(y)[static_cast<std::size_t>(x)];
      const bool corridor = board().squares[y][x] >= 0;
      canvas[y] += corridor ? " ." : letter == '#' ? "  " : " +";
    }
  }
  const auto write = [&](Point point, const std::string& text) {
    canvas[point.y].replace(static_cast<std::size_t>(2 * point.x + 1), text.size(), text);
  };
  std::array<std::string, most_rooms> inside;
  for (int pawn = 0; pawn < pawn_count; ++pawn) {
    const Place at = table.places[pawn];
    if (at == nowhere) continue;
    const std::string letters = cards_.suspects[static_cast<std::size_t>(pawn)].substr(0, 2);
    if (in_room(at))
      inside[room_of(at)] += (inside[room_of(at)].empty() ? "" : " ") + letters;
    else
      write(board().points[at], letters);
  }
  for (int room = 0; room < cards_.room_count(); ++room) {
    const Point point = name_points[room];
    write(point, cards_.rooms[static_cast<std::size_t>(room)].substr(0, 11));
    write({point.x, point.y + 1}, inside[room].substr(0, 12));
  }
  std::string text;
  for (std::string& row : canvas) {
    while (row.ends_with(' ')) row.pop_back();
    text += row + "\n";
  }
  return text;
}

std::string Cluedo::table_text(const Table& table) const {
  std::string text = "turn " + std::to_string(table.turn + 1) + ", " + seat_name(table.current);
  if (table.phase == over) {
    text = "after " + std::to_string(table.turn) + " turns ";
    text += table.winner == none ? "nobody has found out" : seat_name(table.winner) + " has won";
  }
  if (table.roll > 0) text += " rolled " + std::to_string(table.roll);
  if (table.phase == answering) {
    text += " suggests " + names(table.suggestion.cards()) + " and asks " + seat_name(table.asked);
  }
  if (table.open != 0) text += "\nopen: " + names(table.open);
  for (int seat = 0; seat < seats(); ++seat) {
    text += "\nseat " + std::to_string(seat) + " " + seat_name(seat) + ": cards " +
            std::to_string(table.hand_sizes[seat]);
    const int room = room_of(place(table, seat));
    if (room >= 0) text += ", in the " + cards_.rooms[static_cast<std::size_t>(room)];
    if (table.dragged >> seat & 1) text += ", brought there";
    if (table.out >> seat & 1) text += ", has accused wrongly";
    if (table.lacks[seat] != 0) text += "; has none of " + names(table.lacks[seat]);
  }
  return text;
}

std::string Cluedo::text(const State& state) const {
  std::string text = board_text(state.table) + table_text(state.table);
  text += "\nenvelope: " + names(state.envelope);
  for (int seat = 0; seat < seats(); ++seat)
    text += "\n" + seat_name(seat) + " holds " + names(state.hands[seat]);
  return text;
}

std::string Cluedo::text(const View& view) const {
  std::string text = board_text(view.table) + table_text(view.table);
  text += "\nyou are " + seat_name(view.seat) + " and hold " + names(view.hand);
  for (int seat = 0; seat < seats(); ++seat) {
    if (view.seen[seat] != 0)
      text += "\n" + seat_name(seat) + " has shown you " + names(view.seen[seat]);
    if (view.given[seat] != 0)
      text += "\nyou have shown " + seat_name(seat) + " " + names(view.given[seat]);
  }
  return text;
}

// For each card a row: in my hand, open, shown me by each seat, shown by me to each, said to be
// lacking by each, asked for now. Then a row for each seat with what is known of its pawn, and one
// for the position.
std::vector<int> Cluedo::tensor_shape() const {
  return {cards_.size() + seats() + 1, 3 + 3 * most_seats};
}

void Cluedo::tensor(const View& view, std::span<float> out) const {
  const Table& table = view.table;
  const auto width = static_cast<std::size_t>(3 + 3 * most_seats);
  std::size_t row = 0;
  const auto next_row = [&] { return out.subspan(width * row++, width); };
  const Cards asked = table.phase == answering ? table.suggestion.cards() : 0;
  for (int card = 0; card < cards_.size(); ++card) {
    const auto numbers = next_row();
    numbers[0] = has(view.hand, card);
    numbers[1] = has(table.open, card);
    numbers[2] = has(asked, card);
    for (std::size_t seat = 0; seat < most_seats; ++seat) {
      numbers[3 + seat] = has(view.seen[seat], card);
      numbers[3 + most_seats + seat] = has(view.given[seat], card);
      numbers[3 + 2 * most_seats + seat] = has(table.lacks[seat], card);
    }
  }
  for (int seat = 0; seat < seats(); ++seat) {
    const auto numbers = next_row();
    const Place at = place(table, seat);
    const int room = room_of(at);
    numbers[0] = static_cast<float>(table.hand_sizes[seat]);
    numbers[1] = table.out >> seat & 1;
    numbers[2] = table.dragged >> seat & 1;
    numbers[3] = static_cast<float>(room + 1);
    const Point point = room < 0 ? board().points[at] : Point{-1, -1};
    numbers[4] = static_cast<float>(point.x + 1);
    numbers[5] = static_cast<float>(point.y + 1);
    numbers[6] = seat == view.seat;
  }
  const auto numbers = next_row();
  numbers[0] = static_cast<float>(table.phase);
  numbers[1] = static_cast<float>(table.current);
  numbers[2] = static_cast<float>(table.asked);
  numbers[3] = static_cast<float>(table.roll);
  numbers[4] = static_cast<float>(table.turn);
}

}  // namespace otherminds::cluedo
