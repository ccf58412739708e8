#include "games/cluedo/belief_game/belief_game.hpp"

#include <algorithm>
#include <cmath>

namespace otherminds::cluedo {

namespace {

// Outcomes of chance: the pips of the dice, then how an accusation turns out, then answers.
constexpr Action wrong_outcome = 13;
constexpr Action right_outcome = 14;
constexpr Action none_outcome = 15;
constexpr Action first_shown = 16;
constexpr Action first_look = first_shown + most_cards;  // by the cards that it holds, as bits

}  // namespace

Sheet marked_sheet(const Cluedo& game, const Belief& belief, ShowingUpdate update) {
  View first = belief.view;
  first.seen = {};
  first.table.lacks = {};
  Sheet sheet = first_sheet(game, first);
  const auto fold = [&](const Event& event, int by, Action action) {
    Observation seen{.actor = by, .action = action};
    seen.facts = {1, event.seat, event.named.suspect, event.named.weapon, event.named.room};
    mark(sheet, game, belief.view.seat, seen, update);
  };
  for (const Event& event : belief.witness.events) {
    for (const int seat : event.without) fold(event, seat, game.no_card_action());
    if (event.shower == nobody_showed) continue;
    fold(event, event.shower, event.shown == no_card ? hidden_action : game.show_card(event.shown));
  }
  return sheet;
}

namespace {

// What the exact belief says of each card by itself.
Sheet exact_sheet(const Cluedo& game, const Belief& belief) {
  Sheet sheet;
  sheet.started = sheet_mark;
  sheet.open_cards = static_cast<std::uint8_t>(count(belief.view.table.open));
  const auto& marginals = belief.deals().marginals();
  for (int card = 0; card < game.cards().size(); ++card) {
    for (int place = 0; place <= game.seats(); ++place) {
      const double chance = marginals[card][place];
      if (chance <= 0) continue;
      sheet.possible[card] |= static_cast<std::uint8_t>(1 << place);
      sheet.chances[card][place] = static_cast<float>(chance);
    }
    const bool seen = sheet.possible[card] == 0 || has(belief.view.hand, card);
    if (!seen) sheet.unseen |= only(card);
  }
  for (const Cards shown : belief.view.seen) sheet.unseen &= ~shown;
  return sheet;
}

Cards any_of(Cards set, Rng& rng) {
  return only(nth_of(set, rng.below(static_cast<std::uint32_t>(count(set)))));
}

// How likely the seat that asks holds each of the cards that it asks for.
std::array<double, 3> own_cards(const BeliefGame::State& state) {
  const Triple& asked = state.table.suggestion;
  const int place = state.table.current + 1;
  return {static_cast<double>(state.truths.chances[asked.suspect][place]),
          static_cast<double>(state.truths.chances[asked.weapon][place]),
          static_cast<double>(state.truths.chances[asked.room][place])};
}

}  // namespace

BeliefGame::BeliefGame(const Cluedo& game, const Value& options, bool light) : game_(game) {
  from_value(options, options_, ErrorKind::option, "belief game option", true);
  if (options_.fixed < -1 || options_.fixed > most_cards)
    throw Error(ErrorKind::option, "The fixed cards of a belief game are -1 to 32, not " +
                                       std::to_string(options_.fixed) + ".");
  if (!(options_.accuse >= 0 && options_.accuse <= 1))
    throw Error(ErrorKind::option, "The chance to accuse from is 0 to 1.");
  if (options_.fixed < 0) options_.fixed = light ? 3 : 0;
  options_.quirks.check(options_.fixed > 0 && options_.drawn == Drawn::iteration);
  if (options_.fixed > 3 && options_.drawn_by == DrawnBy::support)
    throw Error(ErrorKind::option,
                "More cards than the envelope's three cannot be drawn evenly among what is "
                "possible: they would not fit each other.");
}

BeliefGame::Belief BeliefGame::project(const cluedo::Belief& belief, Rng& rng) const {
  Belief result;
  State& state = result.start;
  const int me = belief.view.seat;
  state.table = belief.view.table;
  state.hand = belief.view.hand;
  state.planner = static_cast<std::uint8_t>(me);
  const Sheet own = options_.root == RootSheet::exact
                        ? exact_sheet(game_, belief)
                        : marked_sheet(game_, belief, options_.belief);
  state.truths = own;
  if (!options_.quirks.inconsistent) conclude(state);
  for (int seat = 0; seat < seats(); ++seat) {
    Sheet& sheet = state.sheets[seat] = own;
    if (seat == me) continue;
    // What I hold, another does not know: anywhere but with itself.
    each_card(state.hand, [&](int card) {
      sheet.unseen |= only(card);
      sheet.possible[card] =
          static_cast<std::uint8_t>(((1 << (seats() + 1)) - 1) & ~(1 << (seat + 1)));
      for (int place = 0; place <= seats(); ++place)
        sheet.chances[card][place] = place == seat + 1 ? 0.0F : 1.0F / static_cast<float>(seats());
    });
    // What I have shown it, it knows.
    each_card(belief.view.given[seat], [&](int card) {
      sheet.reveal(card, me + 1);
      sheet.unseen &= ~only(card);
    });
  }
  result.deals = &belief.deals();
  if (options_.drawn == Drawn::decision) {
    draw(state, *result.deals, rng);
    result.drawn = true;
  }
  return result;
}

// Draws the places of as many cards as are fixed, the envelope's first.
void BeliefGame::draw(State& state, const Deals& deals, Rng& rng) const {
  if (options_.fixed == 0) return;
  Deal deal = deals.sample(rng);
  if (options_.drawn_by == DrawnBy::support) {
    deal = {};
    for (const Cards kind : game_.cards().kinds()) {
      Cards candidates = 0;
      each_card(kind, [&](int card) {
        if (state.sheets[state.planner].may_be(card, envelope)) candidates |= only(card);
      });
      deal.envelope |= any_of(candidates, rng);
    }
  }
  Cards cards = 0;
  Cards first = deal.envelope;
  Cards rest = game_.cards().all() & ~deal.envelope & ~state.hand & ~state.table.open;
  for (auto left = options_.fixed; left > 0 && (first | rest) != 0; --left) {
    Cards& source = first != 0 ? first : rest;
    const Cards card = any_of(source, rng);
    source &= ~card;
    cards |= card;
  }
  fix(state, deal, cards);
}

// Writes the places of cards into the sheets of the seats that would know them: a holder knows what
// it holds, the others know that they do not.
void BeliefGame::fix(State& state, const Deal& deal, Cards cards) const {
  each_card(cards, [&](int card) {
    int place = envelope;
    for (int seat = 0; seat < seats(); ++seat) {
      if (has(deal.hands[seat], card)) place = seat + 1;
      if (seat == state.planner) continue;
      Sheet& sheet = state.sheets[seat];
      if (!has(deal.hands[seat], card))
        sheet.exclude(card, seat + 1);
      else if (!sheet.is(card, seat + 1))
        sheet.reveal(card, seat + 1);
    }
    if (!state.truths.is(card, place)) state.truths.reveal(card, place);
  });
  if (!options_.quirks.inconsistent) conclude(state);
}

// What follows for the truths: one card of a kind in the envelope, and as many as it has in a hand.
// One conclusion at a time, those about the envelope first: it is never empty and never full twice,
// even where the answers drawn so far leave no hands of the right sizes.
void BeliefGame::conclude(State& state) const {
  Sheet& truths = state.truths;
  const int cards = game_.cards().size();
  const auto kinds = game_.cards().kinds();
  for (bool changed = true; changed;) {
    changed = false;
    std::array<Cards, place_count> sure{};
    std::array<Cards, place_count> maybe{};
    for (int card = 0; card < cards; ++card) {
      const std::uint8_t places = truths.possible[card];
      if (places == 0) continue;
      const bool certain = truths.certain(card);
      for (unsigned left = places; left != 0; left &= left - 1)
        (certain ? sure : maybe)[std::countr_zero(left)] |= only(card);
    }
    const auto settle = [&](Cards known, Cards open, int place, int size) {
      if (open == 0) return;
      if (count(known) >= size)
        truths.exclude(first_of(open), place);
      else if (count(known) + count(open) <= size)
        truths.reveal(first_of(open), place);
      else
        return;
      changed = true;
    };
    for (const Cards kind : kinds)
      settle(sure[envelope] & kind, maybe[envelope] & kind, envelope, 1);
    if (changed) continue;
    for (int seat = 0; seat < seats() && !changed; ++seat)
      settle(sure[seat + 1], maybe[seat + 1], seat + 1, state.table.hand_sizes[seat]);
  }
}

BeliefGame::State BeliefGame::sample(const Belief& belief, Rng& rng) const {
  State state = belief.start;
  if (!belief.drawn && belief.deals) draw(state, *belief.deals, rng);
  return state;
}

void BeliefGame::settle(State& state, const Belief& belief, Rng& rng) const {
  if (belief.deals == nullptr) return;
  fix(state, belief.deals->sample(rng), game_.cards().all() & ~state.table.open & ~state.hand);
}

void BeliefGame::forget(State& state, const Belief& belief) const {
  for (int seat = 0; seat < seats(); ++seat) {
    const std::uint8_t goal = state.sheets[seat].goal;
    state.sheets[seat] = belief.start.sheets[seat];
    state.sheets[seat].goal = goal;
  }
  state.truths = belief.start.truths;
}

int BeliefGame::actor(const State& state) const {
  if (state.pending != nothing) return chance;
  if (state.table.phase == answering && state.table.asked != state.planner)
    return options_.answers == AnswersBy::chance ? chance : state.table.asked;
  return game_.actor(state.table);
}

// The most probable envelope of the seat whose turn it is.
Triple BeliefGame::guess(const State& state) const {
  const Sheet& sheet = state.sheets[state.table.current];
  const Triple certain = solved(sheet, game_.cards());
  return certain.suspect != no_card ? certain : likeliest(sheet, game_.cards());
}

// How likely the pending or possible accusation is right, by the sheet of the one who makes it.
double BeliefGame::right(const State& state) const {
  const Sheet& sheet = state.sheets[state.table.current];
  const Triple triple = state.pending == verdict ? state.table.suggestion : guess(state);
  return static_cast<double>(sheet.chances[triple.suspect][envelope]) *
         static_cast<double>(sheet.chances[triple.weapon][envelope]) *
         static_cast<double>(sheet.chances[triple.room][envelope]);
}

bool BeliefGame::may_accuse(const State& state) const {
  if (state.table.current == state.planner && options_.accuse < 1)
    return right(state) >= options_.accuse;
  const Sheet& sheet = state.sheets[state.table.current];
  if (solved(sheet, game_.cards()).suspect != no_card) return true;
  if (state.table.current == state.planner || options_.quirks.guess_below <= 0) return false;
  double bits = 0;
  for (int card = 0; card < game_.cards().size(); ++card) bits += sheet.entropy(card);
  return bits < options_.quirks.guess_below;
}

// What a seat that is asked answers: it holds each named card with the chance on the sheet, by
// itself, and shows one of those it holds at random.
BeliefGame::Chances BeliefGame::answers(const State& state) const {
  const int seat = state.table.asked;
  const Sheet& sheet = options_.quirks.inconsistent ? state.sheets[seat] : state.truths;
  const Triple& asked = state.table.suggestion;
  const std::array<Card, 3> cards = {asked.suspect, asked.weapon, asked.room};
  std::array<double, 3> holds;
  for (int i = 0; i < 3; ++i) holds[i] = static_cast<double>(sheet.chances[cards[i]][seat + 1]);
  Chances result;
  std::array<double, 3> shows{};
  double none_of_them = 1;
  for (int set = 0; set < 8; ++set) {
    double chance = 1;
    for (int i = 0; i < 3; ++i) chance *= set >> i & 1 ? holds[i] : 1 - holds[i];
    if (set == 0) none_of_them = chance;
    for (int i = 0; i < 3; ++i)
      if (set >> i & 1) shows[i] += chance / count(static_cast<Cards>(set));
  }
  const auto add = [&](Action action, double chance) {
    if (chance <= 0) return;
    result.actions[result.count] = action;
    result.chances[result.count++] = chance;
  };
  add(none, none_of_them);
  for (int i = 0; i < 3; ++i) add(cards[i], shows[i]);
  return result;
}

void BeliefGame::legal(const State& state, ActionList& out) const {
  out.clear();
  const Table& table = state.table;
  if (table.phase == answering) {
    if (table.asked == state.planner) {
      const Cards held = state.hand & table.suggestion.cards();
      if (held == 0) out.push_back(game_.no_card_action());
      each_card(held, [&](int card) { out.push_back(game_.show_card(card)); });
      return;
    }
    const Chances chances = answers(state);
    for (int i = 0; i < chances.count; ++i)
      out.push_back(chances.actions[i] == none ? game_.no_card_action()
                                               : game_.show_card(chances.actions[i]));
    return;
  }
  game_.legal_without_cards(table, out);
  std::erase_if(out, [&](Action action) { return game_.type_of(action) == accuse; });
  if ((game_.legal_types_without_cards(table) >> accuse & 1) && may_accuse(state)) {
    const Action accusation = game_.accusation(guess(state));
    out.insert(std::ranges::lower_bound(out, accusation), accusation);
  }
  // Nothing but accusing was possible.
  if (out.empty()) out.push_back(game_.accusation(guess(state)));
}

std::vector<int> BeliefGame::legal_types(const State& state) const {
  std::vector<int> types;
  const Table& table = state.table;
  if (table.phase == answering) {
    if (table.asked == state.planner)
      return {(state.hand & table.suggestion.cards()) == 0 ? no_card_to_show : show};
    const Chances chances = answers(state);
    for (int i = 0; i < chances.count; ++i) {
      const int type = chances.actions[i] == none ? no_card_to_show : show;
      if (std::ranges::find(types, type) == types.end()) types.push_back(type);
    }
    std::ranges::sort(types);
    return types;
  }
  std::uint32_t legal = game_.legal_types_without_cards(table);
  if ((legal >> accuse & 1) && !may_accuse(state) && legal != 1U << accuse)
    legal &= ~(1U << accuse);
  for (int type = 0; type < type_count; ++type)
    if (legal >> type & 1) types.push_back(type);
  return types;
}

void BeliefGame::legal_of_type(const State& state, int type, ActionList& out) const {
  if (type == accuse) {
    out.assign(1, game_.accusation(guess(state)));
  } else if (state.table.phase == answering) {
    legal(state, out);
    std::erase_if(out, [&](Action action) { return game_.type_of(action) != type; });
  } else {
    game_.legal_of_type_without_cards(state.table, type, out);
  }
}

void BeliefGame::legality(const State& state, const ActionList& actions,
                          std::vector<double>& out) const {
  if (state.table.phase != answering || state.table.asked == state.planner) return;
  const Chances chances = answers(state);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    for (int k = 0; k < chances.count; ++k) {
      const Action action =
          chances.actions[k] == none ? game_.no_card_action() : game_.show_card(chances.actions[k]);
      if (action == actions[i]) out[i] = chances.chances[k];
    }
  }
}

void BeliefGame::answer_chances(const State& state, std::span<const Action> actions,
                                std::span<double> out) const {
  if (options_.quirks.uniform_outcomes) {  // to have none, or any of the cards that it may show
    const bool may_lack = actions.front() == game_.no_card_action();
    const auto shows = static_cast<double>(actions.size()) - (may_lack ? 1 : 0);
    const double kinds = (may_lack ? 1 : 0) + (shows > 0 ? 1 : 0);
    for (std::size_t i = 0; i < actions.size(); ++i)
      out[i] = 1 / kinds / (actions[i] == game_.no_card_action() ? 1 : shows);
    return;
  }
  std::vector<double> chances(actions.size(), 0.0);
  legality(state, {actions.begin(), actions.end()}, chances);
  double sum = 0;
  for (const double chance : chances) sum += chance;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = chances[i] / sum;
}

void BeliefGame::outcomes(const State& state, OutcomeList& out) const {
  out.clear();
  if (state.pending == look) {
    const std::array<double, 3> holds = own_cards(state);
    for (int held = 0; held < 8; ++held) {
      double chance = 1;
      for (int i = 0; i < 3; ++i) chance *= held >> i & 1 ? holds[i] : 1 - holds[i];
      if (chance > 0) out.push_back({first_look + held, chance});
    }
    return;
  }
  if (state.pending == verdict) {
    const double chance = options_.quirks.uniform_outcomes ? 0.5 : right(state);
    if (chance < 1) out.push_back({wrong_outcome, 1 - chance});
    if (chance > 0) out.push_back({right_outcome, chance});
    return;
  }
  if (state.table.phase == answering) {
    const Chances chances = answers(state);
    double sum = 0;
    for (int i = 0; i < chances.count; ++i) sum += chances.chances[i];
    for (int i = 0; i < chances.count; ++i) {
      const Action id =
          chances.actions[i] == none ? none_outcome : first_shown + chances.actions[i];
      out.push_back(
          {id, options_.quirks.uniform_outcomes ? 1.0 / chances.count : chances.chances[i] / sum});
    }
    return;
  }
  game_.outcomes({}, out);
}

Action BeliefGame::sample_outcome(const State& state, Rng& rng) const {
  if (state.pending == look) {
    const std::array<double, 3> holds = own_cards(state);
    int held = 0;
    for (int i = 0; i < 3; ++i) held |= rng.unit() < holds[i] ? 1 << i : 0;
    return first_look + held;
  }
  if (state.pending == verdict) {
    const double chance = options_.quirks.uniform_outcomes ? 0.5 : right(state);
    return rng.unit() < chance ? right_outcome : wrong_outcome;
  }
  if (state.table.phase == answering) {
    const Chances chances = answers(state);
    const auto id = [&](int i) {
      return chances.actions[i] == none ? none_outcome : first_shown + chances.actions[i];
    };
    if (options_.quirks.uniform_outcomes)
      return id(static_cast<int>(rng.below(static_cast<std::uint32_t>(chances.count))));
    double sum = 0;
    for (int i = 0; i < chances.count; ++i) sum += chances.chances[i];
    double point = rng.unit() * sum;
    int last = 0;
    for (int i = 0; i < chances.count; ++i) {
      last = i;
      if (point < chances.chances[i]) break;
      point -= chances.chances[i];
    }
    return id(last);
  }
  int pips = 0;
  for (int die = 0; die < game_.options().dice; ++die) pips += 1 + static_cast<int>(rng.below(6));
  return pips;
}

// Everybody marks what it is entitled to: the asker and the one who shows know the card.
void BeliefGame::answered(State& state, Action answer) const {
  Table& table = state.table;
  const int by = table.asked;
  const Cards asked = table.suggestion.cards();
  if (!options_.quirks.inconsistent) {
    const auto before = state.truths.possible;
    if (answer == none)
      each_card(asked, [&](int card) { state.truths.exclude(card, by + 1); });
    else if (!state.truths.is(answer, by + 1))
      state.truths.reveal(answer, by + 1);
    if (state.truths.possible != before) conclude(state);
  }
  if (answer == none) {
    for (int seat = 0; seat < seats(); ++seat)
      each_card(asked, [&](int card) { state.sheets[seat].exclude(card, by + 1); });
    game_.has_none(table);
  } else {
    for (int seat = 0; seat < seats(); ++seat) {
      Sheet& sheet = state.sheets[seat];
      if (seat == by || seat == table.current) {
        if (!sheet.is(answer, by + 1)) sheet.reveal(answer, by + 1);
        if (seat == table.current) sheet.unseen &= ~only(answer);
      } else {
        sheet.showed(asked, by + 1, options_.belief);
      }
    }
    game_.has_shown(table);
  }
  if (options_.quirks.certain_wins) settle_certainty(state);
}

// A quirk of Ledford's program: another seat that has become certain has won.
void BeliefGame::settle_certainty(State& state) const {
  for (int seat = 0; seat < seats(); ++seat) {
    if (seat == state.planner || (state.table.out >> seat & 1)) continue;
    if (solved(state.sheets[seat], game_.cards()).suspect == no_card) continue;
    state.table.winner = static_cast<std::int8_t>(seat);
    state.table.phase = over;
    return;
  }
}

void BeliefGame::looked(State& state, int held) const {
  state.pending = nothing;
  const Triple& asked = state.table.suggestion;
  const std::array<Card, 3> cards = {asked.suspect, asked.weapon, asked.room};
  const int place = state.table.current + 1;
  Sheet& own = state.sheets[state.table.current];
  for (int i = 0; i < 3; ++i) {
    const Card card = cards[i];
    if (own.certain(card) || !own.may_be(card, place)) continue;
    if (held >> i & 1) {
      own.reveal(card, place);
      if (!state.truths.is(card, place)) state.truths.reveal(card, place);
    } else {
      own.exclude(card, place);
      state.truths.exclude(card, place);
    }
  }
  conclude(state);
}

void BeliefGame::apply(State& state, Action action) const {
  Table& table = state.table;
  if (state.pending == look) return looked(state, action - first_look);
  if (state.pending == verdict) {
    state.pending = nothing;
    table.suggestion = {};
    return game_.accused(table, action == right_outcome);
  }
  if (table.phase == rolling) return game_.rolled(table, action);
  if (table.phase == answering) {
    if (actor(state) == chance)
      return answered(state, action == none_outcome ? none : action - first_shown);
    return answered(state, action == game_.no_card_action() ? none : action - game_.show_card(0));
  }
  switch (game_.type_of(action)) {
    case ActionType::move: {
      const int seat = table.current;
      game_.walk(table, action);
      std::uint8_t& goal = state.sheets[seat].goal;
      goal = static_cast<std::uint8_t>(game_.rules().free_moves || in_room(game_.place(table, seat))
                                           ? no_goal
                                           : game_.room_of_move(action));
      return;
    }
    case passage:
      state.sheets[table.current].goal = no_goal;
      return game_.take_passage(table);
    case ActionType::roll:
      table.phase = rolling;
      return;
    case suggest: {
      const Triple triple = game_.triple_of(action);
      const int owner = game_.seat_of(triple.suspect);
      if (owner != none) state.sheets[owner].goal = no_goal;
      game_.ask(table, triple);
      // Another seat that asks knows what it holds itself; on this walk it may be open yet.
      if (!options_.quirks.inconsistent && table.current != state.planner) {
        each_card(triple.cards(), [&](int card) {
          const Sheet& own = state.sheets[table.current];
          if (!own.certain(card) && own.may_be(card, table.current + 1)) state.pending = look;
        });
      }
      return;
    }
    case accuse:
      table.suggestion = game_.triple_of(action);
      state.pending = verdict;
      return;
    default:
      return game_.wait(table);
  }
}

Observation BeliefGame::observe(const State& before, Action action, const State&, int seat) const {
  Observation seen{.actor = actor(before), .action = action};
  const bool mine = seat == before.table.current;
  if (before.pending == look) {
    if (!mine) seen.action = hidden_action;
  } else if (seen.actor >= 0 && game_.type_of(action) == accuse) {
    if (!mine && game_.rules().hidden_failures) seen.action = hidden_action;
  } else if (before.table.phase == answering && before.pending == nothing) {
    const bool shown =
        seen.actor == chance ? action != none_outcome : action != game_.no_card_action();
    if (shown && seat != before.table.current && seat != before.table.asked)
      seen.action = hidden_action;
  }
  return seen;
}

// The table and the sheet in whole percent.
std::uint64_t BeliefGame::view_key(const View& view) const {
  const Sheet& sheet = view.state->sheets[view.seat];
  std::array<std::uint8_t, sheet_cards * place_count> percents{};
  std::size_t next = 0;
  for (const auto& row : sheet.chances)
    for (const float chance : row) percents[next++] = static_cast<std::uint8_t>(chance * 100);
  return hash_bytes(view.state->table) ^ mix64(hash_bytes(percents)) ^
         mix64(view.state->pending + 17ULL);
}

}  // namespace otherminds::cluedo
