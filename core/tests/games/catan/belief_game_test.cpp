// The belief game of Catan: what it believes on a walk is what a seat of Catan would believe that
// witnesses the same; what it brings by chance is what enumeration of all worlds says; and play in
// it ends, with every state what it must be.
#include "games/catan/belief_game/belief_game.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <vector>

#include "engine/error.hpp"
#include "tests/expectations.hpp"
#include "tests/games/catan/positions.hpp"
#include "tests/games/catan/random_games.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

const Value defaults{Value::Members{}};

std::vector<Options> variants() {
  return {
      {},
      {.rules = "dobre", .hidden = "cards"},
      {.rules = "dobre", .players = 3, .hidden = "points shown"},
      {.players = 2, .points = 6},
      {.players = 3, .hidden = "points shown", .bank = 7, .drawn_discards = 4},
      {.players = 4, .points = 5, .counters = 1},
  };
}

// Every possible hand of a list, with its probability.
template <class Visit>
void each_hand(const BeliefGame::State& state, int seat, Visit&& visit) {
  if (seat == state.planner) return visit(state.position.hands[seat], 1.0);
  const FewHands& hands = state.hands[seat];
  for (int i = 0; i < hands.possible(); ++i) visit(hands.hand(i), hands.weight(i));
}

void check(const BeliefGame& game, const BeliefGame::State& state) {
  const catan::State& position = state.position;
  for (int seat = 0; seat < game.seats() && !state.settled; ++seat) {
    if (seat == state.planner) continue;
    const FewHands& hands = state.hands[seat];
    double sum = 0;
    bool there = false;
    Hand least = hands.first();
    Hand most = least;
    for (int i = 0; i < hands.possible(); ++i) {
      assert(hands.weight(i) > 0);
      assert(i == 0 || hands.hand(i - 1).word() < hands.hand(i).word());
      assert(hands.hand(i).size() == hands.size());
      sum += hands.weight(i);
      there = there || hands.hand(i) == position.hands[seat];
      least = least.fewer(hands.hand(i));
      most = most.more(hands.hand(i));
    }
    assert(near(sum, 1, 1e-9) && there && least == hands.least() && most == hands.most());
    const int shown = position.held[seat][victory_point];
    assert(total(position.held[seat]) == shown);
    assert(state.cards.cards[seat] + shown == position.table.cards[seat]);
  }
  if (!state.settled) {
    assert(state.cards.deck == position.table.deck_size);
    int unseen = state.cards.deck;
    for (const int cards : state.cards.cards) unseen += cards;
    assert(unseen == total(state.cards.pool));
  }
}

// What the step of a real game is in the belief game of a seat that witnesses it.
Action seen_as(const Catan& game, int seat, const Step& step) {
  const Observation seen = game.observe(step.before, step.action, step.after, seat);
  return seen.action == hidden_action ? believed::unseen : seen.action;
}

// A plan that is walked along a real game believes what a seat believes that witnesses it: hand by
// hand, card by card.
void walks_believe_as_seats_do(int games) {
  Rng rng(31);
  int uncertain = 0;
  int verdicts = 0;
  int counts = 0;
  for (const Options& options : variants()) {
    const Catan rules(options);
    const BeliefGame game(rules, defaults, false);
    for (int i = 0; i < games; ++i) {
      const int seat = i % rules.seats();
      BeliefGame::State state;
      std::vector<Belief> beliefs;
      bool drawn = false;  // of too many hands some were drawn
      const auto start = [&] {
        state = game.project(beliefs[0], rng).start;
        drawn = std::ranges::any_of(beliefs[0].hands, [](const Hands& hands) {
          return hands.possible() > static_cast<std::size_t>(FewHands::capacity);
        });
      };
      play(rules, rng, [&](const Step& step) {
        if (beliefs.empty()) {
          beliefs.push_back(rules.belief(rules.view(step.before, seat)));
          start();
        }
        Belief& belief = beliefs[0];
        if (game.actor(state) == nobody) return;
        const std::uint64_t key = game.state_key(state);
        OutcomeList possible;
        const auto walk = [&](Action action) {
          if (game.actor(state) == chance) {
            game.outcomes(state, possible);
            if (std::ranges::find(possible, action, &Outcome::id) == possible.end()) return false;
          } else {
            ActionList legal;
            game.legal(state, legal);
            const bool vain = drawn || rules.is_offer(action);  // nobody may be able to accept it
            if (vain && !std::ranges::binary_search(legal, action)) return false;
            assert(std::ranges::binary_search(legal, action));
            std::vector<double> chances;
            game.legality(state, legal, chances);
            for (const double chance : chances) assert(chance > 0 && chance < 1 + 1e-9);
          }
          game.apply(state, action);
          return true;
        };
        // A monopoly is counted, and an end that does not come is one more outcome.
        bool walked = walk(seen_as(rules, seat, step));
        while (walked && state.pending == BeliefGame::counting) {
          ++counts;
          const int resource = state.monopoly - action::first_monopoly;
          walked = walk(believed::first_count + step.before.hands[state.candidate][resource]);
        }
        rules.update(belief, rules.observe(step.before, step.action, step.after, seat),
                     rules.view(step.after, seat));
        if (walked && state.pending == BeliefGame::verdict) {
          ++verdicts;
          walk(step.after.table.phase == over ? believed::won : believed::goes_on);
        }
        if (!walked) {  // too many hands for the list, or an offer that nobody can accept
          start();
          return;
        }
        check(game, state);
        if (step.after.table.phase == over) {
          assert(game.actor(state) == nobody);
          assert(game.returns(state) == rules.returns(step.after));
          return;
        }
        if (step.after.table.phase != step.before.table.phase) assert(key != game.state_key(state));
        const Table& table = step.after.table;
        const bool discards = table.phase == discarding && table.acting != seat;
        assert(game.actor(state) == (discards ? chance : rules.actor(step.after)));
        Table mine = state.position.table;
        // What the bank holds, and so what it can pay, is that of a world that was drawn.
        bool same_bank = mine.no_stock == table.no_stock && mine.scarce == table.scarce;
        for (int other = 0; other < rules.seats(); ++other)
          same_bank =
              same_bank && state.position.hands[other].size() == step.after.hands[other].size();
        mine.no_stock = table.no_stock;
        mine.scarce = table.scarce;
        assert(mine == table && (same_bank || !rules.rules().unlimited_bank));
        if (drawn || !same_bank) return start();
        assert(state.position.hands[seat] == step.after.hands[seat]);
        for (int other = 0; other < rules.seats(); ++other) {
          if (other == seat) continue;
          const FewHands& hands = state.hands[other];
          assert(belief.hands[other].possible() == static_cast<std::size_t>(hands.possible()));
          uncertain += !hands.known();
          for (int place = 0; place < hands.possible(); ++place)
            assert(near(hands.weight(place), belief.hands[other].probability(hands.hand(place)),
                        1e-9));
          if (rules.actor(step.after) < 0)
            continue;  // a seat draws its conclusions when it is asked
          const auto mine = state.cards.points_of(other);
          const auto theirs = belief.cards.points_of(other);
          for (std::size_t points = 0; points < mine.size(); ++points)
            assert(near(mine[points], theirs[points], 1e-9));
        }
      });
    }
  }
  assert(uncertain > 1'000 && verdicts > 10 && counts > 5);
}

// Random walks in the belief game, from the first move of a game or from its midst.
void walk_at_random(const BeliefGame& game, BeliefGame::State state, Rng& rng,
                    const std::function<void(const BeliefGame::State&)>& visit) {
  ActionList legal;
  for (int moves = 0; game.actor(state) != nobody; ++moves) {
    assert(moves < 100'000);
    visit(state);
    if (game.actor(state) == chance) {
      game.apply(state, game.sample_outcome(state, rng));
    } else {
      game.legal(state, legal);
      assert(!legal.empty() && std::ranges::is_sorted(legal));
      // Types first, or most moves are offers.
      const int type = game.type_of(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      if (rng.below(2) == 0)
        std::erase_if(legal, [&](Action each) { return game.type_of(each) == type; });
      if (legal.empty()) game.legal(state, legal);
      game.apply(state, legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    check(game, state);
  }
  assert(game.game().returns(state.position) == game.returns(state));
}

using Marginal = std::map<std::uint64_t, double>;
// By what is seen: how likely, and by seat the hands after it.
struct Seen {
  double probability = 0;
  std::array<Marginal, most_seats> hands;
};

// All worlds that a state allows, one after the other: what chance does in each of them.
std::map<Action, Seen> by_enumeration(const BeliefGame& game, const BeliefGame::State& state) {
  std::map<Action, Seen> seen;
  const Catan& rules = game.game();
  State world = state.position;
  if (world.table.phase == discarding) world.table.phase = losing;  // taken for drawn cards
  OutcomeList list;
  const std::function<void(int, double)> place = [&](int seat, double probability) {
    if (seat < rules.seats())
      return each_hand(state, seat, [&](Hand hand, double weight) {
        world.hands[seat] = hand;
        place(seat + 1, probability * weight);
      });
    rules.outcomes(world, list);
    for (const Outcome& outcome : list) {
      State after = world;
      rules.apply(after, outcome.id);
      const Action id = seen_as(rules, state.planner, {world, outcome.id, after});
      Seen& one = seen[id];
      one.probability += probability * outcome.probability;
      for (int other = 0; other < rules.seats(); ++other)
        one.hands[other][after.hands[other].word()] += probability * outcome.probability;
    }
  };
  place(0, 1);
  return seen;
}

void same_hands(const BeliefGame::State& state, int seat, const Marginal& marginal,
                double probability) {
  std::size_t found = 0;
  each_hand(state, seat, [&](Hand hand, double weight) {
    ++found;
    assert(marginal.contains(hand.word()));
    assert(near(weight, marginal.at(hand.word()) / probability, 1e-9));
  });
  assert(found == marginal.size());
}

// Thefts, discards and exchanges are as likely, and leave the hands, that enumeration gives.
void chance_is_what_worlds_say() {
  Rng rng(32);
  std::map<int, int> checked;
  for (const Options& options :
       {Options{.rules = "dobre", .hidden = "cards"},
        Options{.rules = "dobre", .players = 3, .hidden = "cards", .drawn_discards = 2}}) {
    const Catan rules(options);
    const BeliefGame game(rules, defaults, false);
    for (int i = 0; i < 12; ++i) {
      const State first = rules.initial(rng);
      const Belief belief = rules.belief(rules.view(first, i % rules.seats()));
      walk_at_random(game, game.project(belief, rng).start, rng, [&](const auto& state) {
        const Table& table = state.position.table;
        const bool hidden = table.phase == stealing || table.phase == losing ||
                            (table.phase == discarding && table.acting != state.planner);
        double worlds = 1;
        for (int seat = 0; seat < rules.seats(); ++seat)
          if (seat != state.planner) worlds *= state.hands[seat].possible();
        if (state.pending != BeliefGame::none || !hidden || worlds > 3'000) return;
        const auto expected = by_enumeration(game, state);
        OutcomeList outcomes;
        game.outcomes(state, outcomes);
        const bool shown = outcomes.front().id != believed::unseen && expected.size() == 1 &&
                           expected.begin()->first == believed::unseen;
        if (shown) return;  // too many hands for the list
        assert(outcomes.size() == expected.size());
        ++checked[table.phase];
        for (const Outcome& outcome : outcomes) {
          assert(expected.contains(outcome.id));
          const Seen& one = expected.at(outcome.id);
          assert(near(outcome.probability, one.probability, 1e-9));
          BeliefGame::State after = state;
          game.apply(after, outcome.id);
          for (int seat = 0; seat < rules.seats(); ++seat)
            same_hands(after, seat, one.hands[seat], one.probability);
        }
      });
    }
  }
  assert(checked[stealing] > 100 && checked[losing] > 20 && checked[discarding] > 20);
}

// What can be done with how likely, what a monopoly takes and who has won, against many worlds that
// are drawn: each is a fact of one world.
void probabilities_are_those_of_worlds() {
  constexpr int draws = 3'000;
  Rng rng(33);
  std::map<std::string, int> checked;
  const auto agree = [](double probability, int times) {
    const double error = std::sqrt(probability * (1 - probability) / draws);
    assert(std::abs(probability - static_cast<double>(times) / draws) < 6 * error + 1e-3);
  };
  for (const Options& options : variants()) {
    const Catan rules(options);
    const BeliefGame game(rules, defaults, false);
    // Offers are possible in some worlds and weighed by one side alone; a bank that can run out is
    // that of another world.
    const auto compares = [&](Action action) {
      const int type = rules.type_of(action);
      const bool bank = type == bank_trade || type == play_year_of_plenty;
      return type != trade_with_player && (!bank || rules.rules().unlimited_bank);
    };
    int visits = 0;
    for (int i = 0; i < 10; ++i) {
      const State first = rules.initial(rng);
      const Belief belief = rules.belief(rules.view(first, i % rules.seats()));
      const auto start = game.project(belief, rng);
      walk_at_random(game, start.start, rng, [&](const BeliefGame::State& state) {
        const Table& table = state.position.table;
        const bool special = state.pending != BeliefGame::none || table.phase == drawing;
        if (!special && ++visits % 97 != 0) return;
        if (special && checked["special"]++ > 400) return;
        const bool waits = state.pending != BeliefGame::none;
        const int actor = game.actor(state);
        if (actor == chance && !special) return;
        std::map<Action, int> times;
        BeliefGame::State asked = state;
        asked.pending = BeliefGame::none;  // settled as it is, whatever chance would decide first
        for (int draw = 0; draw < draws; ++draw) {
          BeliefGame::State world = asked;
          game.settle(world, start, rng);
          assert(waits || !rules.rules().unlimited_bank || rules.problem(world.position).empty());
          if (state.pending == BeliefGame::verdict) {
            const int points = Catan::points(world.position, state.candidate);
            ++times[points >= rules.options().points ? believed::won : believed::goes_on];
          } else if (state.pending == BeliefGame::counting) {
            const Hand hand = world.position.hands[state.candidate];
            ++times[believed::first_count + hand[state.monopoly - action::first_monopoly]];
          } else if (actor == chance) {  // a development card
            const Action drawn = rules.sample_outcome(world.position, rng);
            State after = world.position;
            rules.apply(after, drawn);
            ++times[seen_as(rules, state.planner, {world.position, drawn, after})];
          } else {
            ActionList legal;
            rules.allowed(world.position, legal);
            for (const Action action : legal)
              if (compares(action)) ++times[action];
          }
        }
        if (actor == chance) {
          OutcomeList outcomes;
          game.outcomes(state, outcomes);
          double sum = 0;
          for (const Outcome& outcome : outcomes) {
            agree(outcome.probability, times[outcome.id]);
            sum += outcome.probability;
          }
          assert(near(sum, 1, 1e-9));
          ++checked[waits ? "pending" : "drawing"];
          return;
        }
        ActionList legal;
        std::vector<double> chances;
        game.legal(state, legal);
        game.legality(state, legal, chances);
        for (const auto& [action, number] : times)
          assert(std::ranges::binary_search(legal, action));
        for (std::size_t place = 0; place < legal.size(); ++place)
          if (compares(legal[place])) agree(chances[place], times[legal[place]]);
        checked["legality"] += actor != state.planner;
      });
    }
  }
  assert(checked["legality"] > 50 && checked["pending"] > 10 && checked["drawing"] > 20);
}

// Roll-outs end, with every option and from every start; a settled state is a state of Catan.
void roll_outs_end() {
  Rng rng(34);
  const TypeDistribution types(defaults, Catan({}).type_names());
  for (const char* rule : {"types_by", "discards"}) {
    const Value other = Value{
        Value::Members{{rule, Value{std::string(rule[0] == 't' ? "possibility" : "unseen")}}}};
    for (const Options& options : variants()) {
      const Catan rules(options);
      const BeliefGame given(rules, rng.below(2) == 0 ? defaults : other, false);
      const Value drawn = Value{Value::Members{{"exchange", Value{std::string("drawn")}},
                                               {"offers", Value{std::int64_t{0}}}}};
      const auto exchanging = given.variant(drawn);
      const State first = rules.initial(rng);
      const auto start = given.project(rules.belief(rules.view(first, 1)), rng);
      int visits = 0;
      walk_at_random(given, start.start, rng, [&](const BeliefGame::State& state) {
        if (++visits % 199 != 0) return;
        for (const bool settled : {false, true}) {
          BeliefGame::State world = state;
          if (settled) given.settle(world, start, rng);
          const BeliefGame& game = visits % 2 == 0 ? given : *exchanging;
          game.play_typed(world, types, rng);
          assert(game.actor(world) == nobody);
        }
      });
    }
  }
}

// Where nothing is hidden it is the game itself.
void open_game() {
  Rng rng(35);
  const Catan rules({.rules = "dobre"});
  const BeliefGame game(rules, defaults, false);
  const State first = rules.initial(rng);
  auto state = game.project(rules.belief(rules.view(first, 0)), rng).start;
  assert(state.settled && state.position == first);
  State real = first;
  ActionList mine;
  ActionList theirs;
  for (int i = 0; i < 300 && rules.actor(real) != nobody; ++i) {
    assert(game.actor(state) == rules.actor(real));
    Action action;
    if (rules.actor(real) == chance) {
      action = rules.sample_outcome(real, rng);
    } else {
      rules.allowed(real, theirs);
      game.legal(state, mine);
      assert(mine == theirs);
      action = typed_move(rules, real, rng);
    }
    rules.apply(real, action);
    game.apply(state, action);
    assert(state.position == real);
  }
}

void refusals() {
  const Catan rules({});
  assert(refuses([&] { BeliefGame(rules, defaults, true); }));
  assert(
      refuses([&] { BeliefGame(rules, Value{Value::Members{{"nonsense", Value{1.0}}}}, false); }));
}

}  // namespace

int main(int count, char** words) {
  walks_believe_as_seats_do(count > 1 ? std::atoi(words[1]) : 12);
  chance_is_what_worlds_say();
  probabilities_are_those_of_worlds();
  roll_outs_end();
  open_game();
  refusals();
  std::puts("ok");
}
