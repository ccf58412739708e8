#include "games/catan/text/notation.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace otherminds::catan {

namespace {

constexpr std::string_view resource_letters = "coswf";
constexpr std::string_view card_letters = "kvrym";
constexpr int phase_count = over + 1;
constexpr std::array<std::string_view, phase_count> phase_names = {
    "settling", "paving",  "beginning", "rolling",  "discarding", "losing",     "robbing",
    "stealing", "playing", "drawing",   "building", "answering",  "exchanging", "over"};

// ---- writing ----

std::string counted(int count, char letter) {
  return count == 0 ? "" : (count == 1 ? "" : std::to_string(count)) + std::string(1, letter);
}

std::string hand_letters(Hand hand, bool backwards = false) {
  std::string text;
  for (int resource = 0; resource < resource_count; ++resource) {
    const std::string part =
        counted(hand[resource], resource_letters[static_cast<std::size_t>(resource)]);
    text = backwards ? part + text : text + part;
  }
  return text;
}

std::string letters_of(const CardCounts& cards) {
  std::string text;
  for (std::size_t kind = 0; kind < cards.size(); ++kind)
    text += counted(cards[kind], card_letters[kind]);
  return text;
}

std::string seat_section(const State& state, int seat) {
  const Table& table = state.table;
  std::string text = "; " + std::to_string(seat);
  each_vertex(table.settlements[seat].word, [&](int at) { text += " s" + std::to_string(at); });
  each_vertex(table.cities[seat].word, [&](int at) { text += " c" + std::to_string(at); });
  table.roads[seat].each([&](int edge) {
    const auto [from, to] = geometry.edge_vertices[edge];
    text += " r" + std::to_string(from) + "-" + std::to_string(to);
  });
  const auto add = [&](const std::string& name, const std::string& cards) {
    if (!cards.empty()) text += " " + name + " " + cards;
  };
  add("hand", hand_letters(state.hands[seat]));
  add("held", letters_of(state.held[seat]));
  add("played", letters_of(table.played[seat]));
  if (table.discards[seat] > 0) add("owes", std::to_string(table.discards[seat]));
  return text;
}

// ---- reading ----

[[noreturn]] void refuse(const std::string& sentence) {
  throw Error(ErrorKind::format, "This is not a position of Catan: " + sentence);
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::vector<std::string_view> split(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  constexpr std::string_view blanks = " \t\r\n";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty()) return words;
    const auto end = std::min(text.find_first_of(blanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int number_up_to(std::string_view text, int most, const std::string& what) {
  const auto value = parse_number(text);
  if (!value || *value < 0 || *value > most)
    refuse(what + " is a number from 0 to " + std::to_string(most) + ", not " + quoted(text) + ".");
  return *value;
}

int vertex_of(std::string_view text) { return number_up_to(text, vertex_count - 1, "a vertex"); }

int road_of(std::string_view text) {
  const auto ends = split(text, '-');
  const int edge =
      ends.size() != 2 ? nothing : geometry.edge_between(vertex_of(ends[0]), vertex_of(ends[1]));
  if (edge == nothing)
    refuse("a road is r and two neighbouring vertices, as in r3-7, not " +
           quoted("r" + std::string(text)) + ".");
  return edge;
}

// "2co": letters, each with a count before it unless it is 1. Calls add(letter's place, count).
template <class Add>
void each_counted(std::string_view text, std::string_view letters, const std::string& what,
                  Add&& add) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto end = text.find_first_of(letters, at);
    if (end == std::string_view::npos)
      refuse(what + " are letters of " + std::string(letters) + " with counts, as in 2" +
             std::string(letters.substr(0, 2)) + ", not " + quoted(text) + ".");
    const int count =
        end == at ? 1 : number_up_to(text.substr(at, end - at), most_of_a_kind, "a count of cards");
    add(letters.find(text[end]), count);
    at = end + 1;
  }
}

Hand parse_hand(std::string_view text) {
  std::array<int, resource_count> counts{};
  each_counted(text, resource_letters, "resources", [&](std::size_t resource, int count) {
    counts[resource] += count;
    if (counts[resource] > most_of_a_kind)
      refuse("a hand has at most " + std::to_string(most_of_a_kind) + " cards of a kind.");
  });
  return hand(counts[0], counts[1], counts[2], counts[3], counts[4]);
}

CardCounts parse_cards(std::string_view text) {
  CardCounts cards{};
  each_counted(text, card_letters, "development cards", [&](std::size_t kind, int count) {
    if (cards[kind] + count > whole_deck[kind])
      refuse("there are only " + std::to_string(whole_deck[kind]) + " cards of " +
             std::string(card_names[kind]) + ".");
    cards[kind] = static_cast<std::uint8_t>(cards[kind] + count);
  });
  return cards;
}

class Reader {
 public:
  explicit Reader(const Catan& game) : game_(game) {}

  State read(std::string_view text) {
    const auto sections = split(text, ';');
    try {
      table().layout = parse_layout(sections[0]);
    } catch (const Error& error) {
      throw Error(ErrorKind::format, error.what());
    }
    for (int hex = 0; hex < hex_count; ++hex)
      if (table().layout.terrain[hex] == desert) table().robber = static_cast<std::int8_t>(hex);
    for (std::size_t i = 1; i < sections.size(); ++i) {
      const auto words = words_of(sections[i]);
      if (words.empty()) continue;
      for (const std::string_view known : seen_)
        if (known == words[0]) refuse(quoted(words[0]) + " is there twice.");
      seen_.push_back(words[0]);
      section(words);
    }
    if (acting_ == nothing) acting_ = table().current;
    table().acting = static_cast<std::int8_t>(acting_);
    // The longest road of too many would take for ever to find.
    for (int seat = 0; seat < game_.seats(); ++seat)
      if (table().roads_left(seat) < 0) refuse("a seat has more than 15 roads.");
    leave_the_rest();
    game_.derive(table());
    const std::string problem = game_.problem(state_);
    if (!problem.empty()) refuse(problem);
    return state_;
  }

 private:
  using Words = std::vector<std::string_view>;

  Table& table() { return state_.table; }

  int seat_of(std::string_view text) const {
    return number_up_to(text, game_.seats() - 1, "a seat");
  }

  template <class Field>
  void set(Field& field, const Words& words, int most) {
    if (words.size() != 2) refuse(quoted(words[0]) + " is followed by one number.");
    field = static_cast<Field>(number_up_to(words[1], most, quoted(words[0])));
  }

  void section(const Words& words) {
    const std::string_view key = words[0];
    const int last_seat = game_.seats() - 1;
    if (parse_number(key)) return seat(words);
    for (int phase = 0; phase < phase_count; ++phase)
      if (phase_names[static_cast<std::size_t>(phase)] == key) return set_phase(phase, words);
    if (key == "robber") return set(table().robber, words, hex_count - 1);
    if (key == "longest") return set(table().longest_road, words, last_seat);
    if (key == "army") return set(table().largest_army, words, last_seat);
    if (key == "winner") return set(table().winner, words, last_seat);
    if (key == "roll") return set(table().roll, words, 12);
    if (key == "placed") return set(table().placed, words, vertex_count - 1);
    if (key == "victim") return set(table().victim, words, last_seat);
    if (key == "free") return set(table().free_roads, words, 2);
    if (key == "counters") return set(table().counters, words, 255);
    if (key == "offers") return set(table().offers, words, 65'535);
    if (key == "turn") return set_turn(words);
    if (key == "offer") return set_offer(words);
    if (key == "new") {
      if (words.size() != 2) refuse("'new' is followed by letters of development cards.");
      state_.fresh = parse_cards(words[1]);
      return;
    }
    if (key == "card") {
      if (words.size() != 1) refuse("nothing follows 'card'.");
      table().card_played = 1;
      return;
    }
    std::vector<std::string> known = {"a seat", "robber", "longest",  "army",   "turn",
                                      "roll",   "placed", "victim",   "free",   "offer",
                                      "offers", "new",    "counters", "winner", "card"};
    known.insert(known.end(), phase_names.begin(), phase_names.end());
    throw Error(ErrorKind::format, unknown_name("section of a position of Catan", key, known));
  }

  void set_phase(int phase, const Words& words) {
    if (phase_seen_) refuse("there are two phases.");
    phase_seen_ = true;
    table().phase = static_cast<std::uint8_t>(phase);
    if (words.size() == 3 && words[1] == "by") {
      acting_ = seat_of(words[2]);
    } else if (words.size() != 1) {
      refuse("a phase is followed by nothing, or by 'by' and a seat.");
    }
  }

  void set_turn(const Words& words) {
    if (words.size() != 4 || words[2] != "of") refuse("the turn is written as in 'turn 12 of 0'.");
    table().turn = static_cast<std::uint16_t>(number_up_to(words[1], 65'535, "a turn"));
    table().current = static_cast<std::int8_t>(seat_of(words[3]));
  }

  void set_offer(const Words& words) {
    const auto sides = words.size() == 4 ? split(words[1], '>') : Words{};
    if (sides.size() != 2 || words[2] != "from")
      refuse("an offer is written as in 'offer 2c>o from 0'.");
    const Hand give = parse_hand(sides[0]);
    const Hand want = parse_hand(sides[1]);
    // A mixed pair named backwards is another number of the same exchange.
    const bool reversed = hand_letters(give) != sides[0] || hand_letters(want) != sides[1];
    const auto& trades = game_.trades();
    for (std::size_t i = 0; i < trades.size(); ++i)
      if (trades[i] == Trade{give, want, reversed}) table().offer = static_cast<std::int16_t>(i);
    if (table().offer == nothing) refuse(quoted(words[1]) + " cannot be offered in this game.");
    table().offerer = static_cast<std::int8_t>(seat_of(words[3]));
  }

  void seat(const Words& words) {
    const int seat = seat_of(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word == "hand" || word == "held" || word == "played" || word == "owes") {
        if (++i == words.size()) refuse("nothing follows " + quoted(word) + ".");
        if (word == "hand") state_.hands[seat] = parse_hand(words[i]);
        if (word == "held") state_.held[seat] = parse_cards(words[i]);
        if (word == "played") table().played[seat] = parse_cards(words[i]);
        if (word == "owes")
          table().discards[seat] =
              static_cast<std::uint8_t>(number_up_to(words[i], 255, "what a seat owes"));
      } else {
        piece(seat, word);
      }
    }
  }

  void piece(int seat, std::string_view word) {
    const std::string_view where = word.substr(1);
    if (word[0] == 's') {
      table().settlements[seat].word |= vertex_bit(vertex_of(where));
    } else if (word[0] == 'c') {
      table().cities[seat].word |= vertex_bit(vertex_of(where));
    } else if (word[0] == 'r') {
      table().roads[seat].add(road_of(where));
    } else {
      refuse("a seat has pieces as in s12, c12 and r3-7, and hand, held, played or owes; not " +
             quoted(word) + ".");
    }
  }

  // What nobody has is in the bank and in the deck.
  void leave_the_rest() {
    state_.deck = whole_deck;
    Hand bank = hand(0, 0, 0, 0, 0);
    const int stock = game_.options().bank;
    for (int resource = 0; resource < resource_count; ++resource) {
      int held = 0;
      for (const Hand& each : state_.hands) held += each[resource];
      if (game_.rules().unlimited_bank) continue;
      if (held > stock)
        refuse("there are only " + std::to_string(stock) + " cards of " +
               std::string(resource_names[resource]) + ".");
      bank += Hand::of(resource, stock - held);
      const auto bit = static_cast<std::uint8_t>(1U << resource);
      if (held == stock) table().no_stock |= bit;
      if (held >= stock - 1) table().scarce |= bit;
    }
    state_.bank = bank;
    for (int seat = 0; seat < most_seats; ++seat) {
      table().cards[seat] = static_cast<std::uint8_t>(total(state_.held[seat]));
      for (std::size_t kind = 0; kind < card_kinds; ++kind) {
        const int out = state_.held[seat][kind] + table().played[seat][kind];
        if (out > state_.deck[kind])
          refuse("there are only " + std::to_string(whole_deck[kind]) + " cards of " +
                 std::string(card_names[kind]) + ".");
        state_.deck[kind] = static_cast<std::uint8_t>(state_.deck[kind] - out);
      }
    }
    table().deck_size = static_cast<std::uint8_t>(total(state_.deck));
    table().bought = static_cast<std::uint8_t>(total(state_.fresh));
  }

  const Catan& game_;
  State state_{};
  int acting_ = nothing;
  bool phase_seen_ = false;
  Words seen_;
};

}  // namespace

std::string notation(const Catan& game, const State& state) {
  const Table& table = state.table;
  std::string text = layout_text(table.layout) + "; robber " + std::to_string(table.robber);
  for (int seat = 0; seat < game.seats(); ++seat) text += seat_section(state, seat);
  const auto add = [&](const std::string& name, int value, bool unless) {
    if (!unless) text += "; " + name + " " + std::to_string(value);
  };
  add("longest", table.longest_road, table.longest_road == nothing);
  add("army", table.largest_army, table.largest_army == nothing);
  text += "; turn " + std::to_string(table.turn) + " of " + std::to_string(table.current);
  add("roll", table.roll, table.roll == 0);
  text += "; " + std::string(phase_names[table.phase]);
  if (table.acting != table.current) text += " by " + std::to_string(table.acting);
  add("placed", table.placed, table.placed == nothing);
  add("victim", table.victim, table.victim == nothing);
  add("free", table.free_roads, table.free_roads == 0);
  if (table.offer != nothing) {
    const Trade& trade = game.trades()[static_cast<std::size_t>(table.offer)];
    text += "; offer " + hand_letters(trade.give, trade.reversed) + ">" +
            hand_letters(trade.want, trade.reversed) + " from " + std::to_string(table.offerer);
  }
  add("counters", table.counters, table.counters == 0);
  add("offers", table.offers, table.offers == 0);
  if (total(state.fresh) > 0) text += "; new " + letters_of(state.fresh);
  if (table.card_played != 0) text += "; card";
  add("winner", table.winner, table.winner == nothing);
  return text;
}

State parse_notation(const Catan& game, std::string_view text) { return Reader(game).read(text); }

}  // namespace otherminds::catan
