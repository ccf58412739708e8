#include "games/cluedo/cluedo.hpp"

#include <algorithm>

#include "engine/error.hpp"

namespace otherminds::cluedo {

namespace {

// Each simplification of Ledford 2018 is an option; `rules` says what those left open mean.
struct Simplification {
  std::string Options::* option;
  std::string_view official;
  std::string_view ledford;
};

constexpr std::array<Simplification, 10> simplifications = {{
    {&Options::leftovers, "dealt", "open"},
    {&Options::moves, "free", "towards"},
    {&Options::exits, "any", "entry"},
    {&Options::rolls, "chosen", "automatic"},
    {&Options::suggestions, "free", "forced"},
    {&Options::accusations, "any", "start"},
    {&Options::failures, "announced", "hidden"},
    {&Options::last, "plays", "wins"},
    {&Options::losers, "inside", "stay"},
    {&Options::pawns, "all", "players"},
}};

Options completed(Options options) {
  const auto fill = [](std::string& option, std::string_view meant) {
    if (option.empty()) option = meant;
  };
  const bool ledford = options.rules == "ledford";
  for (const Simplification& each : simplifications)
    fill(options.*each.option, ledford ? each.ledford : each.official);
  // Quirks of his program, which no rule book knows.
  fill(options.doors, "nearest");
  fill(options.dragged, "suggester");
  fill(options.starts, "board");
  check_game_options("Cluedo", options);
  return options;
}

// Which suspects play, by the number of seats: as many colours apart as the board allows, in the
// order of play.
constexpr std::array<int, pawn_count> taking_order = {0, 3, 1, 4, 2, 5};

constexpr std::array<int, pawn_count> program_suspects = {4, 3, 0, 1, 2, 5};  // seats of Ledford's
constexpr std::array<Point, 4> program_points = {{{0, 5}, {9, 24}, {23, 7}, {16, 0}}};

}  // namespace

Cluedo::Cluedo(const Options& options)
    : options_(completed(options)), cards_(read_card_set(options.cards)) {
  if (cards_.size() - 3 < options.players)
    throw Error(ErrorKind::option, "There are fewer cards to deal than players.");
  if (cards_.suspect_count() < options.players)
    throw Error(ErrorKind::option, "There are fewer suspects than players.");
  if (options_.starts == "program" && (options.players != 4 || cards_.suspect_count() < pawn_count))
    throw Error(ErrorKind::option,
                "The start squares of Ledford's program are for 4 players and 6 suspects.");
  const int open = options_.leftovers == "open" ? (cards_.size() - 3) % options.players : 0;
  if (cards_.size() - open - hand_size(options.players - 1) > most_unknown)
    throw Error(ErrorKind::option,
                "So many cards for so many players are too many to reason about: "
                "a seat may have at most " +
                    std::to_string(most_unknown) + " cards that it cannot see.");
  set_rules();
  std::copy_n(taking_order.begin(), options.players, suspects_.begin());
  std::sort(suspects_.begin(), suspects_.begin() + options.players);
  if (cards_.suspect_count() < pawn_count)
    for (int seat = 0; seat < options.players; ++seat) suspects_[seat] = seat;
  if (rules_.program_starts)
    std::copy_n(program_suspects.begin(), options.players, suspects_.begin());
  seat_by_suspect_.fill(none);
  for (int seat = 0; seat < options.players; ++seat) seat_by_suspect_[suspects_[seat]] = seat;

  const int triples = cards_.triple_count();
  first_accusation_ = triples;
  first_move_ = first_accusation_ + triples;
  first_square_ = first_move_ + cards_.room_count();
  passage_ = first_square_ + (rules_.free_moves ? square_count : 0);
  roll_ = passage_ + 1;
  wait_ = roll_ + 1;
  no_card_ = wait_ + 1;
  first_show_ = no_card_ + 1;
}

void Cluedo::set_rules() {
  rules_.open_leftovers = options_.leftovers == "open";
  rules_.free_moves = options_.moves == "free";
  rules_.entry_exit = options_.exits == "entry";
  rules_.automatic_roll = options_.rolls == "automatic";
  rules_.forced_suggestion = options_.suggestions == "forced";
  rules_.accuse_at_start_only = options_.accusations == "start";
  rules_.hidden_failures = options_.failures == "hidden";
  rules_.last_wins = options_.last == "wins";
  rules_.clear_doors = options_.losers == "inside";
  rules_.all_pawns = options_.pawns == "all";
  rules_.first_door = options_.doors == "first";
  rules_.dragged_to_first_door = options_.dragged == "first";
  rules_.program_starts = options_.starts == "program";
}

// Left-over cards lie open or go to the first seats.
int Cluedo::hand_size(int seat) const {
  const int dealt = cards_.size() - 3;
  const int each = dealt / options_.players;
  const bool one_more = options_.leftovers == "dealt" && seat < dealt % options_.players;
  return each + (one_more ? 1 : 0);
}

State Cluedo::initial(Rng& rng) const {
  State state;
  for (const Cards kind : cards_.kinds())
    state.envelope |= only(nth_of(kind, rng.below(static_cast<std::uint32_t>(count(kind)))));
  std::array<Card, most_cards> rest;
  std::uint32_t left = 0;
  each_card(cards_.all() & ~state.envelope,
            [&](int card) { rest[left++] = static_cast<Card>(card); });
  const auto deal = [&] {
    const std::uint32_t pick = rng.below(left);
    const Card card = rest[pick];
    rest[pick] = rest[--left];
    return only(card);
  };
  Table& table = state.table;
  for (int seat = 0; seat < seats(); ++seat) {
    table.hand_sizes[seat] = static_cast<std::uint8_t>(hand_size(seat));
    for (int i = 0; i < hand_size(seat); ++i) state.hands[seat] |= deal();
  }
  while (left > 0) table.open |= deal();
  for (int pawn = 0; pawn < std::min(pawn_count, cards_.suspect_count()); ++pawn) {
    if (rules_.all_pawns || seat_by_suspect_[pawn] != none)
      table.places[pawn] = board().starts[pawn];
  }
  if (rules_.program_starts) {
    // Squares that belong to other colours; a pawn nobody plays would stand on one of them.
    table.places.fill(nowhere);
    for (int seat = 0; seat < seats(); ++seat)
      table.places[suspects_[seat]] = static_cast<Place>(board().square_at(program_points[seat]));
  }
  begin_turn(table, 0);
  return state;
}

int Cluedo::actor(const Table& table) const {
  switch (table.phase) {
    case rolling:
      return chance;
    case answering:
      return table.asked;
    case over:
      return nobody;
    default:
      return table.current;
  }
}

void Cluedo::begin_turn(Table& table, int seat) const {
  table.current = static_cast<std::uint8_t>(seat);
  table.asked = 0;
  table.roll = 0;
  table.suggestion = {};
  table.phase = rules_.automatic_roll ? rolling : beginning;
}

void Cluedo::end_turn(Table& table) const {
  table.dragged &= static_cast<std::uint8_t>(~(1 << table.current));
  ++table.turn;
  int next = table.current;
  do {
    next = next + 1 == seats() ? 0 : next + 1;
  } while (next != table.current && (table.out >> next & 1));
  begin_turn(table, next);
  if ((table.out >> next & 1) || table.turn >= static_cast<std::uint32_t>(options_.turns))
    table.phase = over;
}

void Cluedo::rolled(Table& table, int pips) const {
  table.roll = static_cast<std::uint8_t>(pips);
  table.phase = rules_.automatic_roll ? beginning : moving;
}

void Cluedo::arrive(Table& table, int suspect, int room, Door door) const {
  table.places[suspect] = place_of_room(room);
  table.doors[suspect] = rules_.entry_exit ? door : no_door;
  table.phase = suggesting;
}

void Cluedo::take_passage(Table& table) const {
  const int pawn = suspects_[table.current];
  const int room = passage_from(room_of(table.places[pawn]));
  table.roll = 0;
  table.dragged &= static_cast<std::uint8_t>(~(1 << table.current));
  arrive(table, pawn, room, board().room_doors[room].front());
}

// The pawn of a suspect comes to the room; its owner may suggest there next.
void Cluedo::drag(Table& table, int suspect, int room, Door door) const {
  table.places[suspect] = place_of_room(room);
  if (rules_.entry_exit)
    table.doors[suspect] = rules_.dragged_to_first_door ? board().room_doors[room].front() : door;
  const int owner = seat_by_suspect_[suspect];
  if (owner != none) table.dragged |= static_cast<std::uint8_t>(1 << owner);
}

void Cluedo::ask(Table& table, const Triple& triple) const {
  table.suggestion = triple;
  table.roll = 0;
  const int pawn = suspects_[table.current];
  table.dragged &= static_cast<std::uint8_t>(~(1 << table.current));
  if (triple.suspect < pawn_count && triple.suspect != pawn &&
      table.places[triple.suspect] != nowhere)
    drag(table, triple.suspect, room_of(table.places[pawn]), table.doors[pawn]);
  table.phase = answering;
  table.asked = table.current;
  next_to_answer(table);
}

// The next seat in the order of play, until the asker's turn comes round.
void Cluedo::next_to_answer(Table& table) const {
  const int next = table.asked + 1 == seats() ? 0 : table.asked + 1;
  if (next != table.current) {
    table.asked = static_cast<std::uint8_t>(next);
    return;
  }
  has_shown(table);
}

void Cluedo::has_none(Table& table) const {
  table.lacks[table.asked] |= table.suggestion.cards();
  next_to_answer(table);
}

void Cluedo::has_shown(Table& table) const {
  table.asked = 0;
  table.suggestion = {};
  if (rules_.accuse_at_start_only)
    end_turn(table);
  else
    table.phase = finishing;
}

// Who will not move again and stands before a door goes in: the door is free again.
void Cluedo::clear_door(Table& table, int suspect) const {
  for (int door = 0; door < door_count; ++door) {
    const int room = board().doors[door].room;
    if (board().outside[door] != table.places[suspect] || room >= cards_.room_count()) continue;
    table.places[suspect] = place_of_room(room);
    table.doors[suspect] = rules_.entry_exit ? static_cast<Door>(door) : no_door;
    return;
  }
}

void Cluedo::accused(Table& table, bool right) const {
  table.roll = 0;
  if (right) {
    table.winner = static_cast<std::int8_t>(table.current);
    table.phase = over;
    return;
  }
  table.out |= static_cast<std::uint8_t>(1 << table.current);
  if (rules_.clear_doors) clear_door(table, suspects_[table.current]);
  const int left = seats() - std::popcount(table.out);
  end_turn(table);
  if (rules_.last_wins && left == 1 && table.phase != over) {
    table.winner = static_cast<std::int8_t>(table.current);
    table.phase = over;
    table.roll = 0;
  }
}

void Cluedo::apply(State& state, Action action) const {
  Table& table = state.table;
  if (table.phase == rolling) return rolled(table, action);
  switch (type_of(action)) {
    case ActionType::move:
      return walk(table, action);
    case passage:
      return take_passage(table);
    case ActionType::roll:
      table.phase = rolling;
      return;
    case suggest:
      return ask(table, triple_of(action));
    case show:
      state.shown[table.current][table.asked] |= only(action - first_show_);
      return has_shown(table);
    case no_card_to_show:
      return has_none(table);
    case accuse:
      return accused(table, triple_of(action).cards() == state.envelope);
    default:
      return wait(table);
  }
}

void Cluedo::wait(Table& table) const {
  if (table.phase == finishing || rules_.accuse_at_start_only) return end_turn(table);
  table.roll = 0;
  table.phase = finishing;
}

Triple Cluedo::triple_of(Action action) const {
  const int number = action >= first_accusation_ ? action - first_accusation_ : action;
  const int room = number % cards_.room_count();
  const int rest = number / cards_.room_count();
  return {static_cast<Card>(rest / cards_.weapon_count()),
          static_cast<Card>(cards_.first_weapon() + rest % cards_.weapon_count()),
          static_cast<Card>(cards_.first_room() + room)};
}

int Cluedo::type_of(Action action) const {
  if (action < first_accusation_) return suggest;
  if (action < first_move_) return accuse;
  if (action < passage_) return ActionType::move;
  if (action == passage_) return passage;
  if (action == roll_) return ActionType::roll;
  if (action == wait_) return waiting;
  return action == no_card_ ? no_card_to_show : show;
}

Card Cluedo::room_card(const Table& table, int seat) const {
  const int room = room_of(place(table, seat));
  return room < 0 ? no_card : static_cast<Card>(cards_.first_room() + room);
}

bool Cluedo::may_suggest_at_once(const Table& table, int seat) const {
  return (table.dragged >> seat & 1) && in_room(place(table, seat));
}

bool Cluedo::may_take_passage(const Table& table, int seat) const {
  const int room = room_of(place(table, seat));
  return room >= 0 && passage_from(room) >= 0 && passage_from(room) < cards_.room_count();
}

bool Cluedo::may_accuse(const Table& table) const {
  return table.phase == beginning || (table.phase == finishing && !rules_.accuse_at_start_only);
}

void Cluedo::add_suggestions(const Table& table, ActionList& out) const {
  const int room = room_of(place(table, table.current));
  for (Action action = room; action < first_accusation_; action += cards_.room_count())
    out.push_back(action);
}

void Cluedo::add_accusations(ActionList& out) const {
  for (Action action = first_accusation_; action < first_move_; ++action) out.push_back(action);
}

std::uint32_t Cluedo::legal_types_without_cards(const Table& table) const {
  std::uint32_t types = 0;
  const auto add = [&](ActionType type) { types |= 1U << type; };
  switch (table.phase) {
    case beginning:
      add(accuse);
      if (may_suggest_at_once(table, table.current)) add(suggest);
      if (may_take_passage(table, table.current)) add(passage);
      if (!rules_.automatic_roll)
        add(ActionType::roll);
      else if (can_move(table))
        add(ActionType::move);
      else if (types == 1U << accuse)
        add(waiting);
      return types;
    case moving:
      add(can_move(table) ? ActionType::move : waiting);
      return types;
    case suggesting:
      add(suggest);
      if (!rules_.forced_suggestion) add(waiting);
      return types;
    default:  // finishing
      add(accuse);
      add(waiting);
      return types;
  }
}

void Cluedo::legal_of_type_without_cards(const Table& table, int type, ActionList& out) const {
  out.clear();
  switch (type) {
    case suggest:
      return add_suggestions(table, out);
    case accuse:
      return add_accusations(out);
    case ActionType::move:
      return add_moves(table, out);
    case passage:
      return out.push_back(passage_);
    case ActionType::roll:
      return out.push_back(roll_);
    default:
      return out.push_back(wait_);
  }
}

void Cluedo::legal_without_cards(const Table& table, ActionList& out) const {
  out.clear();
  const std::uint32_t types = legal_types_without_cards(table);
  const auto allowed = [&](ActionType type) { return types >> type & 1; };
  if (allowed(suggest)) add_suggestions(table, out);
  if (allowed(accuse)) add_accusations(out);
  if (allowed(ActionType::move)) add_moves(table, out);
  if (allowed(passage)) out.push_back(passage_);
  if (allowed(ActionType::roll)) out.push_back(roll_);
  if (allowed(waiting)) out.push_back(wait_);
}

void Cluedo::legal_in(const Table& table, Cards hand, ActionList& out) const {
  if (table.phase != answering) return legal_without_cards(table, out);
  out.clear();
  const Cards held = hand & table.suggestion.cards();
  each_card(held, [&](int card) { out.push_back(first_show_ + card); });
  if (held == 0) out.push_back(no_card_);
}

void Cluedo::legal(const State& state, ActionList& out) const {
  legal_in(state.table, state.hands[state.table.asked], out);
}

void Cluedo::legal(const View& view, ActionList& out) const {
  legal_in(view.table, view.hand, out);
}

std::vector<int> Cluedo::legal_types(const State& state) const {
  const Table& table = state.table;
  if (table.phase == answering) {
    const bool holds = (state.hands[table.asked] & table.suggestion.cards()) != 0;
    return {holds ? show : no_card_to_show};
  }
  std::vector<int> result;
  const std::uint32_t types = legal_types_without_cards(table);
  for (int type = 0; type < type_count; ++type)
    if (types >> type & 1) result.push_back(type);
  return result;
}

void Cluedo::legal_of_type(const State& state, int type, ActionList& out) const {
  const Table& table = state.table;
  out.clear();
  if (table.phase == answering) {
    legal(state, out);
    std::erase_if(out, [&](Action action) { return type_of(action) != type; });
    return;
  }
  // Whether there are moves is found by listing them.
  const bool allowed =
      type == ActionType::move
          ? table.phase == moving || (table.phase == beginning && rules_.automatic_roll)
          : legal_types_without_cards(table) >> type & 1;
  if (allowed) legal_of_type_without_cards(table, type, out);
}

void Cluedo::outcomes(const State&, OutcomeList& out) const {
  out.clear();
  if (options_.dice == 1) {
    for (int pips = 1; pips <= 6; ++pips) out.push_back({pips, 1.0 / 6});
    return;
  }
  for (int pips = 2; pips <= 12; ++pips) out.push_back({pips, (6 - std::abs(pips - 7)) / 36.0});
}

Action Cluedo::sample_outcome(const State&, Rng& rng) const {
  int pips = 0;
  for (int die = 0; die < options_.dice; ++die) pips += 1 + static_cast<int>(rng.below(6));
  return pips;
}

Returns Cluedo::returns(const Table& table) const {
  Returns returns{};
  if (table.winner != none) returns[static_cast<std::size_t>(table.winner)] = 1;
  return returns;
}

Observation Cluedo::observe(const State& before, Action action, const State& after,
                            int seat) const {
  const Table& table = before.table;
  Observation seen{.actor = actor(before), .action = action};
  if (table.phase == rolling) return seen;
  const int type = type_of(action);
  if (type == show || type == no_card_to_show) {
    const Triple& asked = table.suggestion;
    seen.facts = {1, table.current, asked.suspect, asked.weapon, asked.room};
    if (type == show && seat != table.current && seat != table.asked) seen.action = hidden_action;
  } else if (type == accuse) {
    const bool right = triple_of(action).cards() == before.envelope;
    seen.facts = {2, right};
    if (!right && rules_.hidden_failures && seat != table.current) seen.action = hidden_action;
  }
  static_cast<void>(after);
  return seen;
}

View Cluedo::view(const State& state, int seat) const {
  View view;
  view.seat = seat;
  view.actor = actor(state);
  view.table = state.table;
  view.hand = state.hands[seat];
  view.seen = state.shown[seat];
  for (int other = 0; other < seats(); ++other) view.given[other] = state.shown[other][seat];
  return view;
}

}  // namespace otherminds::cluedo
