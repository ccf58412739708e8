// Which moves of Catan a search lists: offers that the other can accept, in a world or in some
// world that is believed. Everything else that is legal stays.
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "games/catan/catan.hpp"
#include "search/hidden/walkers.hpp"
#include "tests/games/catan/random_games.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

struct Counted {
  int legal = 0;
  int believed = 0;
  int in_world = 0;
};

// Each offer is asked by itself; the lists are made for all offers at once.
void check_position(const Catan& game, const State& state, const Belief& belief, Counted& counted) {
  ActionList legal;
  ActionList in_world;
  ActionList believed;
  game.legal(state, legal);
  game.allowed(state, in_world);
  game.allowed(belief, believed);
  ActionList expected_in_world;
  ActionList expected_believed;
  for (const Action action : legal) {
    const bool offer = game.is_offer(action);
    const Hand want = offer ? game.trade_of(action).want : Hand{};
    const int other = offer ? game.recipient_of(action) : 0;
    if (!offer || state.hands[other].covers(want)) expected_in_world.push_back(action);
    if (!offer || belief.hands[other].covers(want) > 0) expected_believed.push_back(action);
    counted.legal += offer ? 1 : 0;
    counted.in_world += offer && expected_in_world.back() == action ? 1 : 0;
    counted.believed += offer && expected_believed.back() == action ? 1 : 0;
  }
  assert(in_world == expected_in_world);
  assert(believed == expected_believed);
  assert(!in_world.empty());
  // What the world allows is believed to be possible: no hand that can be the true one is dropped.
  for (const Action action : in_world) assert(std::ranges::binary_search(believed, action));
}

void lists() {
  Rng rng(31);
  for (const Options& options :
       {Options{}, Options{.points = 5, .trades = "3:3"}, Options{.players = 2, .points = 5},
        Options{.rules = "dobre", .points = 6, .hidden = "cards"}, Options{.points = 4, .bank = 0},
        Options{.points = 4, .trades = "none"}}) {
    const Catan game(options);
    Counted counted;
    for (int i = 0; i < 2; ++i) {
      std::vector<Belief> beliefs;
      play(game, rng, [&](const Step& step) {
        const auto& [before, action, after] = step;
        for (int seat = static_cast<int>(beliefs.size()); seat < game.seats(); ++seat)
          beliefs.push_back(game.belief(game.view(before, seat)));
        const int actor = game.actor(before);
        if (actor >= 0) check_position(game, before, beliefs[actor], counted);
        for (int seat = 0; seat < game.seats(); ++seat)
          game.update(beliefs[seat], game.observe(before, action, after, seat),
                      game.view(after, seat));
      });
    }
    const bool trades = options.trades != "none";
    assert((counted.legal > 0) == trades);
    assert(!trades || (counted.in_world < counted.believed && counted.believed < counted.legal));
  }
}

// A walk lists what the seat believes at its own nodes and what the world allows at others'.
void walks() {
  Rng rng(32);
  const Catan game({.points = 5});
  constexpr int self = 1;
  std::vector<State> positions;
  std::vector<Action> moves;
  play(game, rng, [&](const Step& step) {
    positions.push_back(step.before);
    moves.push_back(step.action);
  });
  const std::size_t start = positions.size() / 2;
  const std::size_t end = std::min(start + 400, positions.size());
  Belief root = game.belief(game.view(positions.front(), self));
  const auto learn = [&](Belief& belief, std::size_t at) {
    State after = positions[at];
    game.apply(after, moves[at]);
    game.update(belief, game.observe(positions[at], moves[at], after, self),
                game.view(after, self));
  };
  for (std::size_t at = 0; at < start; ++at) learn(root, at);
  const auto same = [&](State& world, Rng&) {
    world = positions[start];
    return std::uint64_t{0};
  };
  for (const NodeKey key : {NodeKey::history, NodeKey::belief, NodeKey::view, NodeKey::moves,
                            NodeKey::actors_view, NodeKey::actors_history}) {
    StateWalker<Catan> walker(game, self, positions[start], same, key, 0, &root, Listed::allowed);
    StateWalker<Catan> sharing(game, self, positions[start], same, key, 0, &root, Listed::legal);
    walker.reset(rng);
    sharing.reset(rng);
    Belief belief = root;
    int own = 0;
    for (std::size_t at = start; at < end; ++at) {
      const int actor = game.actor(positions[at]);
      if (actor >= 0) {
        ActionList listed;
        ActionList expected;
        walker.legal(listed);
        if (actor == self)
          game.allowed(belief, expected);
        else
          game.allowed(positions[at], expected);
        assert(listed == expected);
        sharing.legal(listed);
        game.legal(positions[at], expected);
        assert(listed == expected);
        own += actor == self ? 1 : 0;
      }
      learn(belief, at);
      walker.apply(moves[at], true, rng);
      sharing.apply(moves[at], true, rng);
    }
    assert(own > 0);
  }
}

}  // namespace

int main() {
  lists();
  walks();
}
