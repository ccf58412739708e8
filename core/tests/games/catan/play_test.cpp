// Random games of Catan under many options: what must hold after every move.
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "games/catan/rules/draws.hpp"
#include "tests/games/catan/positions.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

std::vector<Options> variants() {
  std::vector<Options> all;
  const auto add = [&](auto&& change) {
    Options options;
    change(options);
    all.push_back(options);
  };
  for (int players = 2; players <= 4; ++players) add([&](Options& o) { o.players = players; });
  add([](Options& o) { o.rules = "dobre"; });
  for (const char* exchange : {"offers", "immediate", "drawn"}) {
    add([&](Options& o) {
      o.rules = "dobre";
      o.exchange = exchange;
    });
    add([&](Options& o) {
      o.hidden = "nothing";
      o.exchange = exchange;
      o.players = 3;
    });
  }
  for (const char* trades : {"none", "1:1", "pairs", "2:1", "3:3"})
    add([&](Options& o) { o.trades = trades; });
  add([](Options& o) { o.hidden = "points shown"; });
  add([](Options& o) {
    o.board = "shuffled";
    o.bank = 10;
  });
  add([](Options& o) {
    o.board = "beginner";
    o.before_roll = "knight";
    o.drawn_discards = 4;
    o.listing = "program";
    o.offers = 0;
    o.trades = "1:1";
  });
  add([](Options& o) {
    o.longest_road = "inherited";
    o.wins = "actor";
    o.counters = 3;
    o.points = 6;
  });
  return all;
}

// A move of a random game in which each type that is possible is as likely, so that games end.
Action typed(const Catan& game, const State& state, Rng& rng) {
  const std::uint64_t types = game.legal_type_bits(state);
  int skip = static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(types))));
  std::uint64_t rest = types;
  while (skip-- > 0) rest &= rest - 1;
  return game.sample_of_type(state, std::countr_zero(rest), rng);
}

void choices(const Catan& game, const State& state, Rng& rng) {
  ActionList all;
  game.legal(state, all);
  assert(!all.empty() && std::ranges::is_sorted(all));
  assert(std::ranges::adjacent_find(all) == all.end());
  assert(all.front() >= 0 && all.back() < game.action_count());

  ActionList of_view;
  game.legal(game.view(state, game.actor(state)), of_view);
  assert(of_view == all);

  std::array<ActionList, type_count> by_type;
  std::uint64_t types = 0;
  for (const Action each : all) {
    by_type[game.type_of(each)].push_back(each);
    types |= std::uint64_t{1} << game.type_of(each);
  }
  assert(game.legal_type_bits(state) == types);
  ActionList listed;
  for (int type = 0; type < type_count; ++type) {
    game.legal_of_type(state, type, listed);
    assert(listed == by_type[type]);
    if (!listed.empty())
      assert(std::ranges::binary_search(listed, game.sample_of_type(state, type, rng)));
  }
  Rng one = rng;
  Rng other = rng;
  assert(game.sample_legal(state, one) == all[other.below(static_cast<std::uint32_t>(all.size()))]);
  assert(one.next() == other.next());
}

void chances(const Catan& game, const State& state, Rng& rng) {
  OutcomeList list;
  game.outcomes(state, list);
  double sum = 0;
  Action before = -1;
  std::set<Action> ids;
  for (const auto& [id, probability] : list) {
    assert(id > before && id < game.outcome_count() && probability > 0);
    before = id;
    sum += probability;
    ids.insert(id);
  }
  assert(std::abs(sum - 1) < 1e-9);
  for (int i = 0; i < 3; ++i) assert(ids.contains(game.sample_outcome(state, rng)));
}

void awards(const Catan& game, const State& state) {
  const Table& table = state.table;
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (table.largest_army == nothing) {
      assert(table.knights(seat) < 3);
    } else if (seat != table.largest_army) {
      assert(table.knights(table.largest_army) >= 3);
      assert(table.knights(seat) <= table.knights(table.largest_army));
    }
    if (game.rules().inherited_roads) continue;
    if (table.longest_road != nothing) {
      assert(table.road_lengths[table.longest_road] >= 5);
      assert(table.road_lengths[seat] <= table.road_lengths[table.longest_road]);
    }
  }
}

struct Played {
  int steps = 0;
  int ended = 0;
  std::set<int> phases;
};

void random_game(const Catan& game, Rng& rng, Played& played) {
  State state = game.initial(rng);
  check(game, state);
  for (;;) {
    played.phases.insert(state.table.phase);
    const int actor = game.actor(state);
    if (actor == nobody) break;
    ++played.steps;
    if (actor == chance) {
      chances(game, state, rng);
      game.apply(state, game.sample_outcome(state, rng));
    } else {
      choices(game, state, rng);
      // Now and then any action, so that rare positions are met.
      game.apply(state,
                 rng.below(4) == 0 ? game.sample_legal(state, rng) : typed(game, state, rng));
    }
    check(game, state);
    awards(game, state);
    for (int seat = 0; seat < game.seats(); ++seat) {
      const Table& table = state.table;
      assert(table.roads_left(seat) >= 0 && table.settlements_left(seat) >= 0);
      assert(table.cities_left(seat) >= 0);
    }
  }
  const Returns returns = game.returns(state);
  double sum = 0;
  for (const double each : returns) sum += each;
  if (state.table.winner == nothing) {
    assert(sum == 0 && state.table.turn == game.options().turns);
    return;
  }
  ++played.ended;
  const int winner = state.table.winner;
  assert(sum == 1 && returns[winner] == 1);
  assert(Catan::points(state, winner) >= game.options().points);
  if (!game.rules().actor_wins) assert(state.table.current == winner);
}

void random_games_keep_all_promises() {
  Rng rng(2026);
  for (const Options& options : variants()) {
    const Catan game(options);
    Played played;
    for (int i = 0; i < 6; ++i) random_game(game, rng, played);
    std::printf("%s %d players, trades %s, %s: %d steps, %d of 6 games won\n",
                options.rules.c_str(), options.players, game.options().trades.c_str(),
                game.options().exchange.c_str(), played.steps, played.ended);
    assert(played.ended > 0);
    for (const int phase : {setting_settlement, setting_road, beginning, rolling, robbing, stealing,
                            playing, drawing, over})
      assert(played.phases.contains(phase));
  }
}

void typed_roll_outs_are_the_same_games_move_by_move() {
  Rng rng(9);
  for (const Options& options : variants()) {
    const Catan game(options);
    using Members = Value::Members;
    const Value weights{Members{{"weights", Value{Members{{"trade", Value{0.2}},
                                                          {"build road", Value{2.0}},
                                                          {"roll", Value{1.0}},
                                                          {"play knight", Value{0.5}},
                                                          {"end turn", Value{1.0}}}}}}};
    for (const Value& of : {Value{Members{}}, weights}) {
      const TypeDistribution types(of, game.type_names());
      for (int i = 0; i < 8; ++i) {
        const bool only_in_turn = i % 2 == 1;
        State stepwise = game.initial(rng);
        for (auto before = rng.below(400); before > 0 && game.actor(stepwise) != nobody; --before)
          game.apply(stepwise, game.actor(stepwise) == chance ? game.sample_outcome(stepwise, rng)
                                                              : typed(game, stepwise, rng));
        State at_once = stepwise;
        Rng other = rng;
        game.play_typed(at_once, types, other, only_in_turn);
        for (int actor; (actor = game.actor(stepwise)) != nobody;) {
          if (actor == chance)
            game.apply(stepwise, game.sample_outcome(stepwise, rng));
          else if (only_in_turn && stepwise.table.phase == discarding)
            game.apply(stepwise, action::discard(resource_of(
                                     draw_card(stepwise.hands[stepwise.table.acting], rng))));
          else if (only_in_turn && stepwise.table.phase != playing)
            game.apply(stepwise, game.sample_legal(stepwise, rng));
          else
            game.apply(stepwise,
                       game.sample_of_type(stepwise,
                                           types.draw(game.legal_type_bits(stepwise), rng), rng));
        }
        assert(at_once == stepwise);
        assert(Rng(rng).next() == other.next());
      }
    }
  }
}

}  // namespace

int main() {
  random_games_keep_all_promises();
  typed_roll_outs_are_the_same_games_move_by_move();
}
