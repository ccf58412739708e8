#include "games/cluedo/players/detective.hpp"

#include <algorithm>
#include <cmath>

#include "games/cluedo/belief/information.hpp"
#include "games/cluedo/players/heuristic.hpp"

namespace otherminds::cluedo {

namespace {

// ---- what it remembers ----

// A clause or a showing in 16 bits: which it is (3: a clause, otherwise the place of the shown card
// in the suggestion), the seat, the suggestion.
constexpr int triple_bits = 10;
constexpr int clause_mark = 3;

struct Notes {
  static constexpr std::size_t capacity = 400;

  static constexpr std::uint8_t mark = 'N';  // tells notes from what others remember

  std::uint8_t started = 0;
  std::uint8_t wrongs = 0;
  std::uint16_t count = 0;
  BySeat<Cards> holds{};
  BySeat<Cards> lacks{};
  std::array<std::uint16_t, most_seats> wrong{};  // accusations that failed
  std::array<std::uint16_t, capacity> events{};   // later ones than it can hold are forgotten

  void add(int mark, int seat, int triple) {
    const auto event = static_cast<std::uint16_t>((mark * 8 + seat) << triple_bits | triple);
    const auto end = events.begin() + count;
    // A clause says nothing new when it is repeated; a showing weighs again.
    if (mark == clause_mark && std::find(events.begin(), end, event) != end) return;
    if (count < capacity) events[count++] = event;
  }
};
static_assert(sizeof(Notes) <= Memory::capacity);

Notes first_notes(const Cluedo& game, const View& view) {
  Notes notes;
  notes.started = Notes::mark;
  for (int seat = 0; seat < game.seats(); ++seat) {
    notes.holds[seat] = view.seen[seat];
    if (seat != view.seat) notes.lacks[seat] = view.table.lacks[seat];
  }
  return notes;
}

// Notes that were kept from moment to moment, or new ones where these are none of this game.
Notes notes_of(const Memory& memory, const Cluedo& game, const View& view) {
  const Notes notes = memory.load<Notes>();
  bool sane =
      notes.started == Notes::mark && notes.wrongs <= most_seats && notes.count <= Notes::capacity;
  const auto triples = static_cast<unsigned>(game.cards().triple_count());
  for (std::size_t i = 0; sane && i < notes.count; ++i) {
    const unsigned event = notes.events[i];
    sane = (event & ((1U << triple_bits) - 1)) < triples &&
           (event >> triple_bits & 7) < static_cast<unsigned>(game.seats());
  }
  for (std::size_t i = 0; sane && i < notes.wrongs; ++i) sane = notes.wrong[i] < triples;
  return sane ? notes : first_notes(game, view);
}

void take_note(Notes& notes, const Cluedo& game, int seat, const Observation& seen) {
  if (seen.facts[0] == 2) {
    const bool named = seen.action >= 0 && seen.action < game.action_count() &&
                       game.type_of(seen.action) == accuse;
    if (named && seen.facts[1] == 0 && notes.wrongs < most_seats)
      notes.wrong[notes.wrongs++] =
          static_cast<std::uint16_t>(game.suggestion(game.triple_of(seen.action)));
    return;
  }
  const int by = seen.actor;
  if (seen.facts[0] != 1 || by < 0 || by >= game.seats() || by == seat) return;
  const CardSet& cards = game.cards();
  for (int i = 2; i <= 4; ++i)
    if (seen.facts[i] < 0 || seen.facts[i] >= cards.size()) return;
  const Triple asked = {static_cast<Card>(seen.facts[2]), static_cast<Card>(seen.facts[3]),
                        static_cast<Card>(seen.facts[4])};
  if (!has(cards.suspect_cards(), asked.suspect) || !has(cards.weapon_cards(), asked.weapon) ||
      !has(cards.room_cards(), asked.room))
    return;
  const int triple = game.suggestion(asked);
  if (seen.action == game.no_card_action()) {
    notes.lacks[by] |= asked.cards();
  } else if (seen.action == hidden_action) {
    notes.add(clause_mark, by, triple);
  } else {
    const int card = seen.action - game.show_card(0);
    const int place = card == asked.suspect ? 0 : card == asked.weapon ? 1 : 2;
    if (card < 0 || card >= cards.size() || !has(asked.cards(), card)) return;
    notes.holds[by] |= only(card);
    notes.add(place, by, triple);
  }
}

Evidence evidence_of(const Notes& notes, const Cluedo& game, const View& view) {
  Evidence evidence;
  evidence.seats = game.seats();
  evidence.self = view.seat;
  evidence.kinds = game.cards().kinds();
  evidence.open = view.table.open;
  for (int seat = 0; seat < game.seats(); ++seat) {
    evidence.hand_sizes[seat] = view.table.hand_sizes[seat];
    evidence.holds[seat] = seat == view.seat ? view.hand : notes.holds[seat];
    if (seat != view.seat) evidence.lacks[seat] = notes.lacks[seat];
  }
  for (std::uint16_t i = 0; i < notes.count; ++i) {
    const std::uint16_t event = notes.events[i];
    const Triple triple = game.triple_of(event & ((1 << triple_bits) - 1));
    const int mark = event >> (triple_bits + 3);
    const auto seat = static_cast<std::uint8_t>(event >> triple_bits & 7);
    if (mark == clause_mark) {
      evidence.clauses.push_back({seat, triple.cards()});
      continue;
    }
    const std::array<Card, 3> cards = {triple.suspect, triple.weapon, triple.room};
    evidence.showings.push_back({seat, cards[static_cast<std::size_t>(mark)], triple.cards()});
  }
  for (std::uint8_t i = 0; i < notes.wrongs; ++i)
    evidence.wrong.push_back(game.triple_of(notes.wrong[i]).cards());
  return evidence;
}

// What the notes say, or the view alone where both contradict each other: the model of another seat
// has noted what happened in one world and is asked in another.
Deals believed(const Notes& notes, const Cluedo& game, const View& view) {
  try {
    return Deals(evidence_of(notes, game, view));
  } catch (const Error&) {
    return Deals(evidence_of(first_notes(game, view), game, view));
  }
}

// ---- how it decides ----

struct DetectiveFields {
  double accuse = 0.6;
  double patience = 0.8;
  std::int64_t deals = 300;
  bool guarded = true;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("accuse", self.accuse, share, Says{"Accuses when it is right with this chance."});
    visit("patience", self.patience, share,
          Says{"What information is worth a turn later, as a share."});
    visit("deals", self.deals, between(1, 1'000'000),
          Says{"Deals that are drawn to judge suggestions by."});
    visit("guarded", self.guarded, Says{"Shows the card that tells least, not just any."});
  }
};

// The suggestion of each room that tells most, and how many bits of the envelope it tells.
struct Suggestion {
  Triple triple;
  double bits = -1;
};

class Suggestions {
 public:
  Suggestions(const Evidence& evidence, const Deals& deals, const CardSet& cards, int only_room,
              int drawn, Rng& rng)
      : first_room_(cards.first_room()) {
    std::vector<Triple> all;
    for (int room = 0; room < cards.room_count(); ++room) {
      if (only_room >= 0 && room != only_room) continue;
      const auto here = suggestions_in(evidence, static_cast<Card>(first_room_ + room));
      all.insert(all.end(), here.begin(), here.end());
    }
    const std::vector<double> left = expected_entropies(deals, all, drawn, rng);
    const double now = entropy(deals);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Suggestion& best = best_[static_cast<std::size_t>(all[i].room - first_room_)];
      if (now - left[i] > best.bits) best = {all[i], now - left[i]};
    }
  }

  const Suggestion& best(int room) const { return best_[static_cast<std::size_t>(room)]; }

 private:
  int first_room_;
  std::array<Suggestion, most_rooms> best_{};
};

class Detective final : public Policy<Cluedo> {
 public:
  explicit Detective(const DetectiveFields& options) : options_(options) {}

  void begin(const Cluedo&, Memory& memory, int, Rng&) const override { memory.store(Notes{}); }

  void observe(const Cluedo& game, Memory& memory, int seat, const Observation& seen,
               const View& now) const override {
    if (seen.facts[0] == 0 && memory.load<std::uint8_t>() == Notes::mark) return;
    Notes notes = notes_of(memory, game, now);
    take_note(notes, game, seat, seen);
    memory.store(notes);
  }

  void probabilities(const Cluedo& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    std::ranges::fill(out, 0.0);
    ActionList best;
    choose(game, view, memory, legal, best);
    for (const Action action : best)
      add_chance(legal, out, action, 1.0 / static_cast<double>(best.size()));
  }

  Action act(const Cluedo& game, const View& view, const Memory& memory, Rng& rng) const override {
    ActionList legal;
    game.legal(view, legal);
    if (legal.size() == 1) return legal.front();
    ActionList best;
    choose(game, view, memory, legal, best);
    return best[rng.below(static_cast<std::uint32_t>(best.size()))];
  }

 private:
  // The actions between which it does not care.
  void choose(const Cluedo& game, const View& view, const Memory& memory,
              std::span<const Action> legal, ActionList& best) const {
    const Table& table = view.table;
    if (legal.size() == 1) return best.assign(1, legal.front());
    if (table.phase == answering) return choose_answer(game, view, legal, best);
    const Deals deals = believed(notes_of(memory, game, view), game, view);
    if (table.phase == beginning || table.phase == finishing) {
      const EnvelopeChance& likeliest = deals.envelopes().front();
      if (likeliest.probability >= options_.accuse)
        return best.assign(1, game.accusation(likeliest.triple));
      if (table.phase == finishing) return best.assign(1, game.wait_action());
    }
    // What is drawn follows from what is known, so that the same position is judged the same way.
    Rng rng(hash_bytes(view));
    const int here = table.phase == suggesting ? room_of(game.place(table, view.seat)) : -1;
    const Suggestions suggestions(deals.evidence(), deals, game.cards(), here,
                                  static_cast<int>(options_.deals), rng);
    if (here >= 0) return best.assign(1, game.suggestion(suggestions.best(here).triple));
    go(game, view, suggestions, legal, best);
  }

  // A card that the asker has seen before, else one that somebody has, else any.
  void choose_answer(const Cluedo& game, const View& view, std::span<const Action> legal,
                     ActionList& best) const {
    best.assign(legal.begin(), legal.end());
    if (!options_.guarded) return;
    const auto keep = [&](Cards known) {
      const Cards held = view.hand & view.table.suggestion.cards() & known;
      if (held == 0) return false;
      best.clear();
      each_card(held, [&](int card) { best.push_back(game.show_card(card)); });
      return true;
    };
    if (keep(view.given[view.table.current])) return;
    Cards seen = 0;
    for (const Cards given : view.given) seen |= given;
    keep(seen);
  }

  // Where the next suggestion tells most, the sooner the better.
  void go(const Cluedo& game, const View& view, const Suggestions& suggestions,
          std::span<const Action> legal, ActionList& best) const {
    const Table& table = view.table;
    const auto allowed = [&](Action action) { return std::ranges::binary_search(legal, action); };
    const double pips_a_turn = 3.5 * game.options().dice;
    double highest = -1;
    int goal = -1;
    Action at_once = none;
    const auto consider = [&](double worth, int room, Action action) {
      if (worth <= highest) return;
      highest = worth;
      goal = room;
      at_once = action;
    };
    const int here = room_of(game.place(table, view.seat));
    if (table.phase == beginning && game.may_suggest_at_once(table, view.seat)) {
      const Suggestion& found = suggestions.best(here);
      consider(found.bits, -1, game.suggestion(found.triple));
    }
    if (allowed(game.passage_action())) {
      const int end = passage_from(here);
      consider(suggestions.best(end).bits, -1, game.passage_action());
    }
    for (int room = 0; room < game.cards().room_count(); ++room) {
      const int pips = game.pips(table, view.seat, room);
      if (pips == far_away) continue;
      const double rolled = table.roll > 0 ? table.roll : pips_a_turn;
      const double turns = pips <= rolled ? 0 : std::ceil((pips - rolled) / pips_a_turn);
      consider(suggestions.best(room).bits * std::pow(options_.patience, turns), room, none);
    }
    if (at_once != none) return best.assign(1, at_once);
    if (allowed(game.roll_action())) return best.assign(1, game.roll_action());
    if (goal < 0 || allowed(game.wait_action())) {  // every way is shut
      best.clear();
      for (const Action action : legal)
        if (game.type_of(action) != accuse) best.push_back(action);
      return;
    }
    if (game.rules().free_moves) return moves_towards(game, table, goal, best);
    best.assign(1, game.move_to(goal));
  }

  DetectiveFields options_;
};

}  // namespace

PolicyEntry<Cluedo> detective_policy() {
  return {"detective",
          "Knows exactly what can be known, asks what tells most of the envelope, shows what tells "
          "least.",
          policy_options<DetectiveFields>(), [](const Cluedo&, const Value& value) {
            return std::make_shared<Detective>(chosen_options<DetectiveFields>(value));
          }};
}

}  // namespace otherminds::cluedo
