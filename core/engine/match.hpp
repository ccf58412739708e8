// One game between agents.
#pragma once

#include <array>
#include <chrono>
#include <span>
#include <vector>

#include "engine/agent.hpp"
#include "engine/game.hpp"
#include "engine/playout.hpp"

namespace otherminds {

struct Move {
  int actor;  // a seat or chance
  Action action;
  bool operator==(const Move&) const = default;
};

struct MatchRecord {
  std::vector<Move> moves;
  Returns returns{};
  std::array<double, max_seats> seconds{};  // thinking time of each seat that deliberates
};

// Plays one match; agents[seat] sits in that seat. The engine alone holds the true state: agents
// get views and observations, and the state itself only if they say that they peek.
template <Game G>
MatchRecord play(const G& game, std::span<Agent<G>* const> agents, const MatchStreams& streams) {
  using Clock = std::chrono::steady_clock;
  Rng deal = streams.deal.rng();
  Rng dice = streams.chance.rng();
  typename G::State state = game.initial(deal);
  const int seats = game.seats();

  std::array<bool, max_seats> watches{};
  bool anyone_watches = false;
  for (int seat = 0; seat < seats; ++seat) {
    agents[seat]->begin(game, seat, game.view(state, seat), streams.agent(seat));
    watches[seat] = agents[seat]->watches();
    anyone_watches = anyone_watches || watches[seat];
  }

  MatchRecord record;
  for (int actor = game.actor(state); actor != nobody; actor = game.actor(state)) {
    if (record.moves.size() >= static_cast<std::size_t>(longest_game(game))) report_endless(game);
    Action action;
    if (actor == chance) {
      action = game.sample_outcome(state, dice);
    } else {
      Agent<G>& agent = *agents[actor];
      const typename G::State* truth = agent.peeks() ? &state : nullptr;
      if (agent.deliberates()) {
        const auto start = Clock::now();
        action = agent.act(game.view(state, actor), truth);
        record.seconds[actor] += std::chrono::duration<double>(Clock::now() - start).count();
      } else {
        action = agent.act(game.view(state, actor), truth);
      }
    }
    record.moves.push_back({actor, action});
    if (!anyone_watches) {
      game.apply(state, action);
      continue;
    }
    const typename G::State before = state;
    game.apply(state, action);
    for (int seat = 0; seat < seats; ++seat) {
      if (watches[seat])
        agents[seat]->observe(game.observe(before, action, state, seat), game.view(state, seat));
    }
  }
  record.returns = game.returns(state);
  for (int seat = 0; seat < seats; ++seat) agents[seat]->end(record.returns);
  return record;
}

}  // namespace otherminds
