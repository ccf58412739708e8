// What people read: actions, the board, the table.
#include <algorithm>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

namespace {

// Where a room has space for its name and, in two rows, for who is there; Study first.
struct Space {
  Point name;
  Point people;
  int width;  // in letters
};

constexpr std::array<Space, most_rooms> spaces = {{
    {{0, 0}, {0, 1}, 12},
    {{10, 1}, {10, 2}, 8},
    {{19, 1}, {19, 2}, 10},
    {{18, 10}, {18, 11}, 12},
    {{20, 19}, {20, 20}, 8},
    {{10, 19}, {10, 20}, 10},
    {{0, 24}, {0, 21}, 12},
    {{0, 13}, {0, 14}, 10},
    {{0, 7}, {0, 8}, 10},
}};

// A text letter by letter: names of one's own may have any.
std::vector<std::string> letters_of(std::string_view text) {
  std::vector<std::string> letters;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    if (continues && !letters.empty())
      letters.back() += byte;
    else
      letters.emplace_back(1, byte);
  }
  return letters;
}

// As much of a name as there is space for, whole words where it has several.
std::string shortened(const std::string& name, int width) {
  const auto letters = letters_of(name);
  if (letters.size() <= static_cast<std::size_t>(width)) return name;
  std::string text;
  for (int i = 0; i <= width; ++i) text += letters[static_cast<std::size_t>(i)];
  const auto space = text.rfind(' ');
  return space == std::string::npos ? text : text.substr(0, space);
}

// Two of them, so that pawns stand in line.
std::string first_letters(std::string_view name) {
  const auto letters = letters_of(name);
  return letters[0] + (letters.size() > 1 ? letters[1] : " ");
}

// A drawing with two letters a square, row numbers before them and column numbers above.
class Drawing {
 public:
  Drawing() {
    for (auto& row : rows_) row.fill(" ");
  }

  void write(Point point, std::string_view text, int most) {
    int column = margin + 2 * point.x;
    for (const std::string& letter : letters_of(text)) {
      if (most-- == 0 || column >= width) return;
      rows_[static_cast<std::size_t>(point.y)][static_cast<std::size_t>(column++)] = letter;
    }
  }

  std::string text() const {
    std::string text = "   ";
    for (int x = 0; x < board_width; x += 2) text += numbered(x) + "  ";
    text.resize(text.find_last_not_of(' ') + 1);
    for (int y = 0; y < board_height; ++y) {
      std::string line = numbered(y);
      for (const std::string& letter : rows_[static_cast<std::size_t>(y)]) line += letter;
      line.resize(line.find_last_not_of(' ') + 1);
      text += "\n" + line;
    }
    return text + "\n";
  }

 private:
  static constexpr int margin = 1;  // between the row numbers and the squares
  static constexpr int width = margin + 2 * board_width;

  static std::string numbered(int number) {
    return (number < 10 ? " " : "") + std::to_string(number);
  }

  std::array<std::array<std::string, width>, board_height> rows_;
};

bool beside_corridor(int x, int y) {
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (board().square_at({x + dx, y + dy}) >= 0) return true;
  return false;
}

// The board without pawns: corridors as dots, walls, and doors that point into their rooms.
Drawing bare_board() {
  Drawing drawing;
  for (int y = 0; y < board_height; ++y) {
    for (int x = 0; x < board_width; ++x) {
      const bool corridor = board().squares[y][x] >= 0;
      drawing.write({x, y}, corridor ? " ." : beside_corridor(x, y) ? "##" : "  ", 2);
    }
  }
  for (const DoorFacts& door : board().doors) {
    const int right = door.inside.x - door.outside.x;
    const int down = door.inside.y - door.outside.y;
    drawing.write(door.inside, right > 0 ? " >" : right < 0 ? " <" : down > 0 ? " v" : " ^", 2);
  }
  return drawing;
}

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

// Pawns are the first letters of their suspects. Who chooses a square sees those in reach.
std::string Cluedo::board_text(const Table& table) const {
  Drawing drawing = bare_board();
  if (table.phase == moving && rules_.free_moves) {
    ActionList moves;
    legal_of_type_without_cards(table, ActionType::move, moves);
    for (const Action action : moves)
      if (room_of_move(action) < 0) drawing.write(board().points[square_of_move(action)], " o", 2);
  }
  std::array<std::vector<std::string>, most_rooms> inside;
  for (int pawn = 0; pawn < std::min(pawn_count, cards_.suspect_count()); ++pawn) {
    const Place at = table.places[pawn];
    if (at == nowhere) continue;
    const std::string& name = cards_.suspects[static_cast<std::size_t>(pawn)];
    if (in_room(at))
      inside[static_cast<std::size_t>(room_of(at))].push_back(first_letters(name));
    else
      drawing.write(board().points[at], name, 2);
  }
  std::string passages;
  for (int room = 0; room < cards_.room_count(); ++room) {
    const auto& name = cards_.rooms[static_cast<std::size_t>(room)];
    const Space& space = spaces[static_cast<std::size_t>(room)];
    drawing.write(space.name, shortened(name, space.width), space.width);
    const auto& people = inside[static_cast<std::size_t>(room)];
    for (std::size_t i = 0; i < people.size(); i += 3) {
      std::string line;
      for (std::size_t j = i; j < std::min(i + 3, people.size()); ++j) line += people[j] + " ";
      drawing.write({space.people.x, space.people.y + static_cast<int>(i) / 3}, line, 8);
    }
    const int other = passage_from(room);
    if (other > room && other < cards_.room_count())
      passages += (passages.empty() ? "secret passages: " : ", ") + name + " - " +
                  cards_.rooms[static_cast<std::size_t>(other)];
  }
  return drawing.text() + passages + (passages.empty() ? "" : "\n");
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
