// One game between agents.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/agent.hpp"
#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "engine/pulse.hpp"

namespace otherminds {

struct Move {
  int actor;  // a seat or chance
  Action action;
  bool operator==(const Move&) const = default;
};

struct MatchRecord {
  std::vector<Move> moves;
  Returns returns{};
  std::array<std::int32_t, max_seats> acts{};  // moves of each seat
  std::array<double, max_seats> seconds{};     // thinking time of each seat that deliberates
  int forfeit = nobody;                        // the seat that forfeited
  std::string reason;                          // why
};

// An agent broke its contract. Where forfeits are allowed this ends the match, not the program.
class AgentFault : public Error {
 public:
  explicit AgentFault(const std::string& sentence) : Error(ErrorKind::agent, sentence) {}
};

// Follows a match as it goes. What it throws ends the match.
class MatchWitness {
 public:
  virtual ~MatchWitness() = default;
  // A seat has decided, and nobody has seen it yet.
  virtual void decided(int seat) = 0;
  // Something happened, and everybody has seen of it what they may.
  virtual void moved(const Move& move) = 0;
};

struct MatchRules {
  bool fresh = false;       // agents forget their earlier matches first
  bool forfeits = false;    // an AgentFault loses the match instead of ending everything
  double move_seconds = 0;  // a move that takes longer is an AgentFault; 0: no limit
  Pulse* pulse = nullptr;   // beats with every move
  bool thoughts = false;    // agents will be asked what they thought about each move
  MatchWitness* witness = nullptr;
  std::span<const Move> opening = {};  // made without asking anybody; all seats witness them
};

// A forfeit is scored last: the seat gets the least return of the game. In a game for two the
// other gets the greatest; at a larger table, where nobody knows how it would have gone, the
// others get the middle of the range.
inline Returns forfeited(int seat, int seats, ReturnRange range) {
  Returns returns{};
  const double rest = seats == 2 ? range.high : (range.low + range.high) / 2;
  for (int other = 0; other < seats; ++other) returns[other] = other == seat ? range.low : rest;
  return returns;
}

// One match in progress: the state, the agents, and what has happened. The engine alone holds the
// true state: agents get views and observations, and the state itself only if they say that they
// peek.
//
// An opening is lived through by everybody as if it had been played: it takes a match up again, or
// back to an earlier move. Events of chance are counted meanwhile, so that it goes on as in a match
// without an opening.
template <Game G>
class MatchRun {
 public:
  // `start`: where the match begins instead of at a deal.
  MatchRun(const G& game, std::span<Agent<G>* const> agents, const MatchStreams& streams,
           const MatchRules& rules, const typename G::State* start)
      : game_(game),
        agents_(agents),
        streams_(streams),
        rules_(rules),
        state_(start ? *start : deal()) {}

  MatchRecord run() {
    try {
      begin();
      while (step()) {
      }
      record_.returns = game_.returns(state_);
      for (at_fault_ = 0; at_fault_ < game_.seats(); ++at_fault_)
        agents_[at_fault_]->end(record_.returns);
    } catch (const AgentFault& fault) {
      if (!rules_.forfeits) throw;
      record_.forfeit = at_fault_;
      record_.reason = fault.what();
      record_.returns = forfeited(at_fault_, game_.seats(), game_.return_range());
    }
    return std::move(record_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  typename G::State deal() const {
    Rng rng = streams_.deal.rng();
    return game_.initial(rng);
  }

  void begin() {
    for (at_fault_ = 0; at_fault_ < game_.seats(); ++at_fault_) {
      Agent<G>& agent = *agents_[at_fault_];
      if (rules_.fresh) agent.reset();
      agent.thoughtful = rules_.thoughts;
      agent.begin(game_, at_fault_, game_.view(state_, at_fault_), streams_.agent(at_fault_));
      watches_[at_fault_] = agent.watches();
      anyone_watches_ = anyone_watches_ || watches_[at_fault_];
    }
  }

  // One action or chance outcome; false when the game is over.
  bool step() {
    if (rules_.pulse) rules_.pulse->beat();
    const int actor = game_.actor(state_);
    const bool given = record_.moves.size() < rules_.opening.size();
    if (given) check_opening(actor);
    if (actor == nobody) return false;
    if (record_.moves.size() >= static_cast<std::size_t>(longest_game(game_)))
      report_endless(game_);
    const Action action = given             ? rules_.opening[record_.moves.size()].action
                          : actor == chance ? draw()
                                            : decide(actor);
    if (actor == chance) ++events_;
    record_.moves.push_back({actor, action});
    make(action);
    if (rules_.witness) rules_.witness->moved(record_.moves.back());
    return true;
  }

  Action draw() const {
    Rng rng = streams_.event(events_).rng();
    return game_.sample_outcome(state_, rng);
  }

  void make(Action action) {
    if (!anyone_watches_) return game_.apply(state_, action);
    const typename G::State before = state_;
    game_.apply(state_, action);
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (!watches_[seat]) continue;
      at_fault_ = seat;
      const Observation seen = game_.observe(before, action, state_, seat);
      if (agents_[seat]->heeds(seen)) agents_[seat]->observe(seen, game_.view(state_, seat));
    }
  }

  // The next move of the opening has to be possible; anybody may have written it.
  void check_opening(int actor) const {
    const Move& move = rules_.opening[record_.moves.size()];
    bool possible = false;
    if (actor == chance) {
      OutcomeList outcomes;
      game_.outcomes(state_, outcomes);
      possible = std::ranges::find(outcomes, move.action, &Outcome::id) != outcomes.end();
    } else if (actor >= 0) {
      ActionList legal;
      game_.legal(state_, legal);
      possible = std::ranges::find(legal, move.action) != legal.end();
    }
    if (possible && move.actor == actor) return;
    throw Error(ErrorKind::option, "Move " + std::to_string(record_.moves.size()) +
                                       " of the opening, " + std::to_string(move.action) + " by " +
                                       who(move.actor) + ", cannot be made: " +
                                       (actor == nobody       ? "the game is over"
                                        : move.actor == actor ? "it is not possible there"
                                                              : "it is the turn of " + who(actor)) +
                                       ".");
  }

  static std::string who(int actor) {
    return actor == chance ? "chance" : "seat " + std::to_string(actor);
  }

  Action decide(int seat) {
    const Action action = ask(seat);
    if (rules_.witness && rules_.thoughts) rules_.witness->decided(seat);
    return action;
  }

  Action ask(int seat) {
    at_fault_ = seat;
    Agent<G>& agent = *agents_[seat];
    ++record_.acts[seat];
    if (agent.informed()) {
      const auto told = types();
      at_fault_ = seat;
      agent.inform(told);
    }
    const typename G::State* truth = agent.peeks() ? &state_ : nullptr;
    if (!agent.deliberates()) return agent.act(game_.view(state_, seat), truth);
    const auto start = Clock::now();
    const Action action = agent.act(game_.view(state_, seat), truth);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    record_.seconds[seat] += seconds;
    if (rules_.move_seconds > 0 && seconds > rules_.move_seconds) {
      throw AgentFault("It took " + std::to_string(seconds) + " seconds for a move; the limit is " +
                       std::to_string(rules_.move_seconds) + ".");
    }
    return action;
  }

  std::array<std::string, max_seats> types() {
    std::array<std::string, max_seats> types;
    for (at_fault_ = 0; at_fault_ < game_.seats(); ++at_fault_)
      types[at_fault_] = agents_[at_fault_]->current_type();
    return types;
  }

  const G& game_;
  std::span<Agent<G>* const> agents_;
  const MatchStreams& streams_;
  MatchRules rules_;
  std::uint64_t events_ = 0;  // of chance, so far
  typename G::State state_;
  MatchRecord record_;
  std::array<bool, max_seats> watches_{};
  bool anyone_watches_ = false;
  int at_fault_ = 0;  // whose code runs
};

// Plays one match; agents[seat] sits in that seat.
template <Game G>
MatchRecord play(const G& game, std::span<Agent<G>* const> agents, const MatchStreams& streams,
                 const MatchRules& rules = {}, const typename G::State* start = nullptr) {
  return MatchRun<G>(game, agents, streams, rules, start).run();
}

}  // namespace otherminds
