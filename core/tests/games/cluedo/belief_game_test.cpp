// The belief game of Cluedo: what is drawn, what is marked, and what light determinization changes.
#include "games/cluedo/belief_game/belief_game.hpp"

#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

namespace otherminds::cluedo {

namespace {

// Outcomes of chance in the belief game, beside the pips of a die.
constexpr Action none_outcome = 15;
constexpr Action first_shown = 16;
constexpr Action first_look = first_shown + most_cards;

Value options_of(const char* name, Value value) {
  return Value{Value::Members{{name, std::move(value)}}};
}

Cluedo ledford(int players = 4) {
  Options options;
  options.rules = "ledford";
  options.players = players;
  return Cluedo(options);
}

// A seat's belief when it acts for the first time after some turns of random play.
struct Start {
  State state;
  Belief belief;
};

Start start_of(const Cluedo& game, int seat, std::uint64_t seed, int suggestions) {
  Rng rng(seed);
  State state = game.initial(rng);
  Belief belief = game.belief(game.view(state, seat));
  ActionList legal;
  int asked = 0;
  for (;;) {
    const int actor = game.actor(state);
    if (actor == seat && asked >= suggestions && state.table.phase == beginning) break;
    Action action;
    if (actor == chance) {
      action = game.sample_outcome(state, rng);
    } else {
      game.legal(state, legal);
      std::erase_if(legal, [&](Action each) { return game.type_of(each) == accuse; });
      action = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      asked += game.type_of(action) == suggest ? 1 : 0;
    }
    const State before = state;
    game.apply(state, action);
    game.update(belief, game.observe(before, action, state, seat), game.view(state, seat));
  }
  return {state, belief};
}

Action any_action(const BeliefGame& game, const BeliefGame::State& state, Rng& rng) {
  ActionList legal;
  if (game.actor(state) == chance) return game.sample_outcome(state, rng);
  game.legal(state, legal);
  assert(!legal.empty());
  assert(std::ranges::is_sorted(legal));
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

void rows_are_distributions(const BeliefGame::State& state, int seats, int cards) {
  const auto check = [&](const Sheet& sheet) {
    for (int card = 0; card < cards; ++card) {
      float sum = 0;
      for (int place = 0; place <= seats; ++place) {
        const float chance = sheet.chances[card][place];
        assert(chance >= 0 && (sheet.may_be(card, place) || chance == 0));
        sum += chance;
      }
      assert(sheet.possible[card] == 0 ? sum == 0 : std::abs(sum - 1) < 1e-4F);
    }
  };
  for (int seat = 0; seat < seats; ++seat) check(state.sheets[seat]);
  check(state.truths);
}

// Random play in the belief game ends, keeps its rows, and never has two envelopes of a kind.
void simulated_games_end_in_one_envelope() {
  for (const int players : {2, 3, 4, 5, 6}) {
    const Cluedo rules = ledford(players);
    for (const int fixed : {0, 1, 3, 7, 21}) {
      const BeliefGame game(rules, options_of("fixed", Value{std::int64_t{fixed}}), false);
      Rng rng(static_cast<std::uint64_t>(100 * players + fixed));
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const Start start = start_of(rules, static_cast<int>(seed) % players, seed, 6);
        const auto belief = game.project(start.belief, rng);
        BeliefGame::State state = game.sample(belief, rng);
        for (int moves = 0; game.actor(state) != nobody; ++moves) {
          assert(moves < 100'000);
          game.apply(state, any_action(game, state, rng));
          if (moves % 16 == 0) rows_are_distributions(state, players, rules.cards().size());
          for (const Cards kind : rules.cards().kinds()) {
            int certain = 0;
            int possible = 0;
            each_card(kind, [&](int card) {
              certain += state.truths.is(card, envelope) ? 1 : 0;
              possible += state.truths.may_be(card, envelope) ? 1 : 0;
            });
            assert(certain <= 1 && possible >= 1);
          }
        }
      }
    }
  }
}

// With light determinization nobody ever shows a card of the drawn envelope.
void the_drawn_envelope_is_never_shown() {
  const Cluedo rules = ledford();
  const BeliefGame game(rules, Value{Value::Members{}}, true);
  Rng rng(5);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Start start = start_of(rules, 1, seed, 4);
    const auto belief = game.project(start.belief, rng);
    BeliefGame::State state = game.sample(belief, rng);
    Cards drawn = 0;
    for (int card = 0; card < rules.cards().size(); ++card)
      if (state.truths.is(card, envelope)) drawn |= only(card);
    assert(count(drawn) == 3);
    while (game.actor(state) != nobody) {
      const bool answers = state.table.phase == answering && state.pending == BeliefGame::nothing;
      const Action action = any_action(game, state, rng);
      if (answers && game.actor(state) == chance && action >= first_shown && action < first_look)
        assert(!has(drawn, action - first_shown));
      game.apply(state, action);
    }
  }
}

// An accusation is right as often as the accuser's sheet says, whatever envelope was drawn.
void accusations_turn_out_by_belief() {
  const Cluedo rules = ledford();
  const BeliefGame game(rules, options_of("accuse", Value{0.0}), true);
  Rng rng(6);
  const Start start = start_of(rules, 2, 9, 25);
  const auto belief = game.project(start.belief, rng);
  const Sheet& own = belief.start.sheets[2];
  const Triple guess = likeliest(own, rules.cards());
  const double expected = static_cast<double>(own.chances[guess.suspect][envelope]) *
                          static_cast<double>(own.chances[guess.weapon][envelope]) *
                          static_cast<double>(own.chances[guess.room][envelope]);
  assert(expected > 0.01 && expected < 0.99);
  constexpr int tries = 40'000;
  int right = 0;
  for (int i = 0; i < tries; ++i) {
    BeliefGame::State state = game.sample(belief, rng);
    game.apply(state, rules.accusation(guess));
    assert(game.actor(state) == chance);
    game.apply(state, game.sample_outcome(state, rng));
    right += state.table.winner == 2 ? 1 : 0;
  }
  // Five standard errors: a false alarm in 1.7 million.
  const double error = std::sqrt(expected * (1 - expected) / tries);
  assert(std::abs(right / static_cast<double>(tries) - expected) < 5 * error);
}

// What chance draws has the listed probabilities.
void outcomes_are_drawn_by_their_probabilities() {
  const Cluedo rules = ledford();
  const BeliefGame game(rules, Value{Value::Members{}}, false);
  Rng rng(7);
  int checked = 0;
  for (std::uint64_t seed = 0; checked < 12; ++seed) {
    const Start start = start_of(rules, 0, seed, 3);
    BeliefGame::State state = game.sample(game.project(start.belief, rng), rng);
    for (int moves = 0; moves < 200 && game.actor(state) != nobody; ++moves) {
      const bool rare = state.pending != BeliefGame::nothing || state.table.phase == answering;
      if (game.actor(state) == chance && rare && rng.below(20) == 0 && checked < 12) {
        OutcomeList outcomes;
        game.outcomes(state, outcomes);
        std::map<Action, int> drawn;
        constexpr int draws = 20'000;
        for (int i = 0; i < draws; ++i) ++drawn[game.sample_outcome(state, rng)];
        double sum = 0;
        for (const Outcome& outcome : outcomes) {
          sum += outcome.probability;
          const double p = outcome.probability;
          const double error = std::sqrt(p * (1 - p) / draws) + 1e-9;
          assert(std::abs(drawn[outcome.id] / static_cast<double>(draws) - p) < 5.5 * error);
          drawn.erase(outcome.id);
        }
        assert(std::abs(sum - 1) < 1e-6 && drawn.empty());
        ++checked;
      }
      game.apply(state, any_action(game, state, rng));
    }
  }
}

// A sheet by Bayes' rule for cards that have nothing to do with each other, and nothing else.
class Marks {
 public:
  Marks(const Sheet& sheet, int cards) : chances_(static_cast<std::size_t>(cards)) {
    for (int card = 0; card < cards; ++card)
      for (int place = 0; place < place_count; ++place)
        chances_[card][place] = sheet.chances[card][place];
  }

  void is(int card, int place) {
    chances_[card].fill(0);
    chances_[card][place] = 1;
  }

  void is_not(int card, int place) {
    const double left = 1 - chances_[card][place];
    if (left <= 0) return;  // it was thought certain
    chances_[card][place] = 0;
    for (double& chance : chances_[card]) chance /= left;
  }

  // There is one of these cards at least: P(card | one of them) = P(card) / P(one of them).
  void has_one(Cards cards, int place) {
    double none_of_them = 1;
    each_card(cards, [&](int card) { none_of_them *= 1 - chances_[card][place]; });
    each_card(cards, [&](int card) {
      const double before = chances_[card][place];
      if (before <= 0 || before >= 1) return;
      const double after = before / (1 - none_of_them);
      for (double& chance : chances_[card]) chance *= (1 - after) / (1 - before);
      chances_[card][place] = after;
    });
  }

  void agree_with(const Sheet& sheet) const {
    for (std::size_t card = 0; card < chances_.size(); ++card) {
      for (int place = 0; place < place_count; ++place) {
        const double chance = chances_[card][place];
        assert(std::abs(chance - static_cast<double>(sheet.chances[card][place])) < 1e-4);
        assert(sheet.may_be(static_cast<int>(card), place) == (chance > 1e-9));
      }
    }
  }

 private:
  std::vector<std::array<double, place_count>> chances_;
};

// What every seat may mark when a move is made.
void mark_all(const Cluedo& rules, const BeliefGame& game, const BeliefGame::State& state,
              Action action, std::vector<Marks>& marks) {
  const Table& table = state.table;
  const Triple& asked = table.suggestion;
  if (state.pending == BeliefGame::look) {
    const std::array<Card, 3> cards = {asked.suspect, asked.weapon, asked.room};
    for (int i = 0; i < 3; ++i) {
      const int own = table.current + 1;
      const Sheet& sheet = state.sheets[table.current];
      if (!sheet.may_be(cards[i], own)) continue;
      if ((action - first_look) >> i & 1)
        marks[table.current].is(cards[i], own);
      else
        marks[table.current].is_not(cards[i], own);
    }
    return;
  }
  if (table.phase != answering || state.pending == BeliefGame::verdict) return;
  const bool drawn = game.actor(state) == chance;
  const int by = table.asked;
  for (int seat = 0; seat < rules.seats(); ++seat) {
    if (action == (drawn ? none_outcome : rules.no_card_action()))
      each_card(asked.cards(), [&](int card) { marks[seat].is_not(card, by + 1); });
    else if (seat == by || seat == table.current)
      marks[seat].is(action - (drawn ? first_shown : rules.show_card(0)), by + 1);
    else
      marks[seat].has_one(asked.cards(), by + 1);
  }
}

// On the way down every sheet is marked with all that its seat witnesses, and with nothing more.
void sheets_are_carried_down() {
  for (const int players : {2, 3, 4, 6}) {
    const Cluedo rules = ledford(players);
    const BeliefGame game(rules, Value{Value::Members{}}, false);
    Rng rng(8);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const auto belief = game.project(start_of(rules, 0, seed, 5).belief, rng);
      BeliefGame::State state = game.sample(belief, rng);
      std::vector<Marks> marks;
      for (int seat = 0; seat < players; ++seat)
        marks.emplace_back(state.sheets[seat], rules.cards().size());
      for (int moves = 0; moves < 300 && game.actor(state) != nobody; ++moves) {
        const Action action = any_action(game, state, rng);
        mark_all(rules, game, state, action, marks);
        game.apply(state, action);
        for (int seat = 0; seat < players; ++seat) marks[seat].agree_with(state.sheets[seat]);
      }
      assert(!(state.sheets[0] == belief.start.sheets[0]));
    }
  }
}

// A game that forgets goes back to the sheets of the start, and keeps where everybody walks to.
void sheets_can_be_forgotten() {
  const Cluedo rules = ledford();
  const BeliefGame game(rules, options_of("quirks", options_of("forgetful", Value{true})), false);
  assert(game.forgetful() && !BeliefGame(rules, Value{Value::Members{}}, false).forgetful());
  Rng rng(8);
  const auto belief = game.project(start_of(rules, 0, 3, 5).belief, rng);
  BeliefGame::State state = game.sample(belief, rng);
  for (int moves = 0; moves < 60 && game.actor(state) != nobody; ++moves)
    game.apply(state, any_action(game, state, rng));
  const BeliefGame::State before = state;
  assert(!(before.sheets[0] == belief.start.sheets[0]));
  game.forget(state, belief);
  for (int seat = 0; seat < 4; ++seat) {
    Sheet expected = belief.start.sheets[seat];
    expected.goal = before.sheets[seat].goal;
    assert(state.sheets[seat] == expected);
  }
  assert(state.truths == belief.start.truths && state.table == before.table);
}

// The planner is told of an answer between others that there was one, not which.
void answers_between_others_are_hidden() {
  const Cluedo rules = ledford();
  const BeliefGame game(rules, Value{Value::Members{}}, false);
  Rng rng(9);
  int hidden = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Start start = start_of(rules, 0, seed, 2);
    BeliefGame::State state = game.sample(game.project(start.belief, rng), rng);
    for (int moves = 0; moves < 300 && game.actor(state) != nobody; ++moves) {
      const bool look = state.pending == BeliefGame::look;
      const bool answers = state.table.phase == answering && !look;
      const Action action = any_action(game, state, rng);
      const Observation seen = game.observe(state, action, state, 0);
      const bool own = state.table.current == 0 || state.table.asked == 0;
      const bool shown =
          action >= first_shown && action < first_look && game.actor(state) == chance;
      if (look) assert(seen.action == hidden_action);
      if (answers && shown) {
        assert((seen.action == hidden_action) == !own);
        hidden += own ? 0 : 1;
      }
      game.apply(state, action);
    }
  }
  assert(hidden > 20);
}

}  // namespace

}  // namespace otherminds::cluedo

int main() {
  using namespace otherminds::cluedo;
  simulated_games_end_in_one_envelope();
  the_drawn_envelope_is_never_shown();
  accusations_turn_out_by_belief();
  outcomes_are_drawn_by_their_probabilities();
  sheets_are_carried_down();
  sheets_can_be_forgotten();
  answers_between_others_are_hidden();
  std::puts("the belief game of cluedo: ok");
}
