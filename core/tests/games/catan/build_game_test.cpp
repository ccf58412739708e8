// The build game of Catan: what can be built with the help of the bank and by which trades, how far
// it looks, what cards are worth, what chance brings, and that every game of it comes to its end.
#include "games/catan/build_game/build_game.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <vector>

#include "tests/expectations.hpp"
#include "tests/games/catan/positions.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

Value options_of(std::vector<std::pair<std::string, Value>> members) {
  return {Value::Members(members.begin(), members.end())};
}
const Value usual = options_of({});

ActionList legal_of(const BuildGame& model, const BuildGame::State& state) {
  ActionList list;
  model.legal(state, list);
  assert(std::ranges::is_sorted(list) && !list.empty() && list.front() == action::end);
  return list;
}

bool can(const BuildGame& model, const BuildGame::State& state, Action action) {
  return std::ranges::binary_search(legal_of(model, state), action);
}

// A settlement of seat 0 inland, with a road to each side, and what it holds.
Position holding(const Catan& game, Hand hand) {
  const int home = corner(9, 0);
  Position position(game);
  position.settlement(0, {home}).road(0, {side(9, 0), side(9, 5)}).cards(0, hand).ready();
  return position;
}

// Where seat 0 can lay a road.
int first_site(const Position& position) {
  int site = nothing;
  position.state.table.road_sites[0].each([&](int edge) {
    if (site == nothing) site = edge;
  });
  assert(site != nothing);
  return site;
}

std::vector<Action> steps(const BuildGame& model, const Position& position, Action action) {
  return model.steps(position.game.view(position.state, 0), action);
}

// How many rounds a plan looks ahead, from the table of the specification (3.8).
void rounds() {
  struct Row {
    int depth;
    std::vector<int> at;  // rounds 1, 5, 10, 15, 20, 21
  };
  const std::vector<Row> formula = {{5, {4, 3, 3, 3, 3, 3}},
                                    {10, {9, 5, 3, 3, 3, 5}},
                                    {15, {14, 10, 5, 3, 3, 7}},
                                    {30, {29, 25, 20, 15, 10, 15}}};
  const std::vector<int> round = {1, 5, 10, 15, 20, 21};
  for (const Row& row : formula) {
    for (std::size_t i = 0; i < round.size(); ++i)
      assert(rounds_ahead(row.depth, round[i], RoundsRule::formula) == row.at[i]);
    for (int each = 1; each <= 20; ++each)
      assert(rounds_ahead(row.depth, each, RoundsRule::prose) == row.depth);
    assert(rounds_ahead(row.depth, 40, RoundsRule::prose) == row.at.back());
  }
  const Catan game(on_beginners_board());
  Position position(game);
  position.ready();
  // The first turn of four seats: 14 rounds, not counting the turn that goes on.
  assert(BuildGame(game, usual).project(position.state).last_turn == 1 + 14 * 4);
  position.table().turn = 4 * 4 + 3;  // the fifth round
  assert(BuildGame(game, usual).project(position.state).last_turn == 20 + 10 * 4);
}

// What a card is worth, printed and corrected, at the start of a game (3.9).
void rewards() {
  const Catan game(on_beginners_board());
  const auto both = [&](State state, double printed, double corrected) {
    assert(near(card_reward(state, 0, CardRule::printed), printed));
    assert(near(card_reward(state, 0, CardRule::corrected), corrected));
  };
  const State start = Position(game).ready().state;
  both(start, -0.44, 0.44);  // three knights are needed
  // With so many knights played and no other card, all chances are (14 - n) / (25 - n).
  const auto check_worth = [&](int mine, int theirs, int holder, double worth) {
    Position position(game);
    position.played(0, knight, mine).played(1, knight, theirs);
    position.table().largest_army = static_cast<std::int8_t>(holder);
    const double n = mine + theirs;
    const double chance = (14 - n) / (25 - n);
    both(position.ready().state, worth * chance + chance - 1, worth * chance + 1 - chance);
  };
  check_worth(0, 0, nothing, 0);
  check_worth(1, 0, nothing, 0.5);
  check_worth(2, 0, nothing, 1);
  check_worth(3, 0, 0, -1);  // it has the army, and nobody is near
  check_worth(3, 3, 0, 0);   // somebody has as many knights
  check_worth(3, 3, 1, 1);   // one more than the holder
  check_worth(2, 3, 1, 0.5);
  check_worth(0, 3, 1, 0);
  check_worth(0, 10, 1, -1);  // eleven are needed and four are left
  // Knights in the seat's own hand count as owned, and are no more to be drawn.
  both(Position(game).development(0, knight, 2).ready().state, 14.0 / 23 + 14.0 / 23 - 1, 1);
  // Cards in other hands are unseen; the printed chance counts the deck alone, up to one.
  const State hoard =
      Position(game).development(1, victory_point, 5).development(2, knight, 9).ready().state;
  both(hoard, 0, 0.44);
  // The values at the start, by their names (3.9).
  struct Case {
    double worth, printed, corrected;
  };
  for (const Case& each :
       {Case{0, -0.44, 0.44}, Case{-1, -1, -0.12}, Case{1, 0.12, 1}, Case{0.5, -0.16, 0.72}})
    assert(near(each.worth * 0.56 - 0.44, each.printed) &&
           near(each.worth * 0.56 + 0.44, each.corrected));
}

// Which trades pay for a build.
void trades() {
  const Catan game(on_beginners_board());
  const BuildGame model(game, usual);
  const Action road = action::road(first_site(holding(game, {})));
  const auto bank = [](int give, int take) { return action::bank(give, take); };
  {  // The example of the source: one wood and four ore make a road.
    const Position position = holding(game, hand(0, 4, 0, 0, 1));
    assert(can(model, model.project(position.state), road));
    assert((steps(model, position, road) == std::vector<Action>{bank(ore, clay), road}));
    BuildGame::State after = model.project(position.state);
    model.apply(after, road);
    assert(after.position.hands[0] == Hand{} && after.position.bank[ore] == 19);
    assert(model.actor(after) == 0);
  }
  {  // Three ore do not.
    const Position position = holding(game, hand(0, 3, 0, 0, 1));
    assert(legal_of(model, model.project(position.state)) == ActionList{action::end});
    assert(steps(model, position, road).empty());
  }
  {  // What the build itself needs is not given away.
    const Position position = holding(game, hand(0, 0, 0, 0, 4));
    assert(!can(model, model.project(position.state), road));
    const Position more = holding(game, hand(0, 0, 0, 0, 5));
    assert((steps(model, more, road) == std::vector<Action>{bank(wood, clay), road}));
  }
  {  // Nothing is missing: no trade, whatever there is.
    const Position position = holding(game, hand(1, 8, 0, 0, 1));
    assert((steps(model, position, road) == std::vector<Action>{road}));
    assert((steps(model, position, action::end) == std::vector<Action>{action::end}));
  }
  {  // At equal rates what most is left of; among equals the first resource.
    assert((steps(model, holding(game, hand(0, 4, 5, 0, 1)), road).front() == bank(sheep, clay)));
    assert((steps(model, holding(game, hand(0, 4, 0, 4, 1)), road).front() == bank(ore, clay)));
    // Surplus counts, not the hand: for a card, wheat 5 leaves 4 and clay 4 leaves 4.
    assert((steps(model, holding(game, hand(4, 1, 0, 5, 0)), action::buy).front() ==
            bank(clay, sheep)));
  }
  {  // Two cards are missing: the first resource is got first.
    const Position position = holding(game, hand(0, 8, 0, 0, 0));
    assert((steps(model, position, road) ==
            std::vector<Action>{bank(ore, clay), bank(ore, wood), road}));
  }
  {  // A port: the lowest rate comes first, even if less is left of it.
    Position position(game);
    int port = nothing;
    for (int vertex = 0; vertex < vertex_count && port == nothing; ++vertex)
      if (geometry.vertex_port[vertex] != nothing &&
          position.table().layout.ports[geometry.vertex_port[vertex]] == sheep)
        port = vertex;
    assert(port != nothing);
    position.settlement(0, {port}).road(0, {geometry.vertex_edges[port][0]});
    position.cards(0, hand(0, 7, 2, 0, 1)).ready();
    const Action site = action::road(first_site(position));
    assert((steps(model, position, site) == std::vector<Action>{bank(sheep, clay), site}));
  }
  {  // A bank that has none, or one where two are needed.
    Position none = holding(game, hand(0, 4, 0, 0, 1));
    none.leave_in_bank(1, clay, 0).ready();
    assert(!can(model, model.project(none.state), road) && steps(model, none, road).empty());
    Position one = holding(game, hand(0, 0, 0, 14, 0));
    one.leave_in_bank(1, ore, 1).ready();
    assert(!can(model, model.project(one.state), action::city(corner(9, 0))));
    assert(steps(model, one, action::city(corner(9, 0))).empty());
    Position enough = holding(game, hand(0, 0, 0, 14, 0));
    enough.leave_in_bank(1, ore, 3).ready();
    assert(can(model, model.project(enough.state), action::city(corner(9, 0))));
    assert(steps(model, enough, action::city(corner(9, 0))).size() == 4);
  }
}

// A card is paid for and not drawn; it is worth something, up to what wins.
void purchases() {
  const Catan game(on_beginners_board());
  const BuildGame model(game, usual);
  const Position position = holding(game, hand(0, 2, 2, 2, 0));
  BuildGame::State state = model.project(position.state);
  model.apply(state, action::buy);
  assert(state.position.table.deck_size == 24 && model.actor(state) == 0);
  assert(near(state.bonus[0], 0.44) && state.position.held[0] == CardCounts{});
  model.apply(state, action::buy);
  assert(near(state.bonus[0], 0.88) && state.position.hands[0] == Hand{});
  assert(legal_of(model, state) == ActionList{action::end});
  state.position.table.phase = over;
  const Returns returns = model.returns(state);
  assert(near(returns[0], (1 + 0.88) / 10) && returns[1] == 0);
  state.bonus[0] = -5;
  state.bonus[1] = 50;
  assert(model.returns(state)[0] == 0 && model.returns(state)[1] == 1);
}

// After a seven chance discards, moves the robber and steals, or nothing happens.
void sevens() {
  const Catan game(on_beginners_board());
  Position position = holding(game, hand(0, 0, 0, 0, 0));
  const int prey = corner(0, 0);
  position.settlement(2, {prey}).cards(2, hand(0, 5, 0, 5, 0)).ready();
  const BuildGame model(game, usual);
  BuildGame::State state = model.project(position.state);
  model.apply(state, action::end);
  assert(model.actor(state) == chance && state.position.table.current == 1);
  BuildGame::State idle = state;
  model.apply(state, seven);
  OutcomeList outcomes;
  for (int card = 0; card < 5; ++card) {
    assert(model.actor(state) == chance);
    model.outcomes(state, outcomes);
    double sum = 0;
    for (const Outcome& outcome : outcomes) sum += outcome.probability;
    assert(near(sum, 1));
    if (card == 0)
      assert(outcomes.size() == 2 && outcomes[0].id == action::discard(ore) &&
             near(outcomes[0].probability, 0.5));
    model.apply(state, outcomes.front().id);
  }
  assert(state.position.hands[2] == hand(0, 0, 0, 5, 0));
  // Any other hex alike; at that of seat 2 the only victim is seat 2, since others have no cards.
  model.outcomes(state, outcomes);
  assert(outcomes.size() == hex_count - 1);
  double sum = 0;
  for (const Outcome& outcome : outcomes) {
    assert(near(outcome.probability, 1.0 / 18));
    sum += outcome.probability;
  }
  assert(near(sum, 1));
  const Action robbery = action::robber(0, 2);
  assert(std::ranges::count(outcomes, robbery, &Outcome::id) == 1);
  std::map<Action, int> drawn;
  Rng rng(3);
  for (int i = 0; i < 18'000; ++i) ++drawn[model.sample_outcome(state, rng)];
  // Each is drawn 1,000 times, with a standard deviation of 31: within 6 of them.
  for (const Outcome& outcome : outcomes) assert(std::abs(drawn[outcome.id] - 1000) < 190);
  model.apply(state, robbery);
  model.outcomes(state, outcomes);
  assert(outcomes.size() == 1 && outcomes[0].id == outcome::first_stolen + wheat);
  model.apply(state, outcomes[0].id);
  assert(model.actor(state) == 1 && state.position.hands[1] == hand(0, 0, 0, 1, 0));

  const BuildGame harmless(game, options_of({{"sevens", {std::string("nothing")}}}));
  harmless.apply(idle, seven);
  assert(harmless.actor(idle) == 1 && idle.position.hands[2].size() == 10);
  assert(idle.position.table.robber == position.table().robber);
}

// Random games of the model from positions of random games of Catan: what is drawn is listed, no
// card is made or lost, and it ends in time with returns in their range.
void playthroughs() {
  Rng rng(5);
  const std::vector<Options> variants = {
      {}, {.players = 2, .points = 5}, {.players = 3, .bank = 6}, {.rules = "dobre"}};
  int starts = 0;
  int wins = 0;
  int on_time = 0;
  for (const Options& options : variants) {
    const Catan game(options);
    const BuildGame model(game, options_of({{"depth", {std::int64_t{4}}}}));
    for (int number = 0; number < 6; ++number) {
      State state = game.initial(rng);
      for (int moves = 0; moves < 3000 && game.actor(state) != nobody; ++moves) {
        if (state.table.phase == playing && rng.below(40) == 0) {
          ++starts;
          BuildGame::State walk = model.project(state);
          const std::int64_t last = walk.last_turn;
          ActionList legal;
          OutcomeList outcomes;
          while (model.actor(walk) != nobody) {
            const BuildGame::State before = walk;
            Action action;
            if (model.actor(walk) == chance) {
              Rng twin = rng;
              action = model.sample_outcome(walk, rng);
              model.outcomes(walk, outcomes);
              assert(std::ranges::count(outcomes, action, &Outcome::id) == 1);
              assert(std::ranges::is_sorted(outcomes, {}, &Outcome::id));
              assert(model.sample_outcome(walk, twin) == action);
            } else {
              Rng twin = rng;
              action = model.sample_legal(walk, rng);
              legal = legal_of(model, walk);
              assert(legal[twin.below(static_cast<std::uint32_t>(legal.size()))] == action);
              for (const Action each : legal)
                assert(!model.steps(game.view(walk.position, walk.position.table.acting), each)
                            .empty());
            }
            model.apply(walk, action);
            Table again = walk.position.table;
            game.derive(again);
            assert(again == walk.position.table);
            Hand all = walk.position.bank;
            for (const Hand& hand : walk.position.hands) all += hand;
            for (int resource = 0; resource < resource_count; ++resource)
              assert(game.rules().unlimited_bank || all[resource] == game.options().bank);
            assert(model.state_key(before) != model.state_key(walk));
          }
          assert(walk.position.table.turn <= last);
          on_time += walk.position.table.turn == last;
          double best = 0;
          const Returns returns = model.returns(walk);
          for (int seat = 0; seat < game.seats(); ++seat) {
            assert(returns[seat] >= 0 && returns[seat] <= 1);
            best = std::max(best, returns[seat]);
          }
          wins += best == 1;
        }
        game.apply(state, random_move(game, state, rng));
      }
    }
  }
  assert(starts > 100 && wins > 0 && on_time > 50);
}

// Options that make no sense are refused.
void refusals() {
  const Catan game(on_beginners_board());
  const std::vector<Value> wrong = {options_of({{"depth", {std::int64_t{0}}}}),
                                    options_of({{"depth", {std::int64_t{1'000'000}}}}),
                                    options_of({{"depth", {std::string("far")}}}),
                                    options_of({{"rounds", {std::string("both")}}}),
                                    options_of({{"cards", {std::string("real")}}}),
                                    options_of({{"hexes", {std::int64_t{3}}}})};
  for (const Value& options : wrong) {
    assert(refuses([&] { BuildGame(game, options); }));
  }
}

}  // namespace

int main() {
  rounds();
  rewards();
  trades();
  purchases();
  sevens();
  playthroughs();
  refusals();
  std::puts("ok");
}
