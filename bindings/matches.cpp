// Matches: one at a time, and many in a row for the arena.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <tuple>

#include "convert.hpp"
#include "dynamic/any.hpp"
#include "dynamic/rows.hpp"
#include "engine/tournament_streams.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "python_agent.hpp"
#include "python_game.hpp"

namespace otherminds::python {

namespace {

void check_count(const std::string& game, std::size_t agents, int seats) {
  if (agents == static_cast<std::size_t>(seats)) return;
  throw Error(ErrorKind::option, game + " has " + std::to_string(seats) + " seats; " +
                                     std::to_string(agents) + " agents were given.");
}

// Tells Python functions what happens in a match; either may be None.
class PythonWitness final : public MatchWitness {
 public:
  PythonWitness(nb::object on_decision, nb::object on_move)
      : on_decision_(std::move(on_decision)), on_move_(std::move(on_move)) {}

  bool hears_decisions() const { return !on_decision_.is_none(); }

  void decided(int seat) override {
    const Locked locked;
    call_function(on_decision_, seat);
  }
  void moved(const Move& move) override {
    if (on_move_.is_none()) return;
    const Locked locked;
    call_function(on_move_, move.actor, move.action);
  }

 private:
  nb::object on_decision_;
  nb::object on_move_;
};

MatchRecord play_native(const AnyGame& game, const std::vector<nb::object>& agents,
                        const MatchStreams& streams, const MatchRules& rules,
                        const AnyState* start) {
  std::vector<std::unique_ptr<PythonAgent>> foreign;
  std::vector<AnyAgent*> line_up;
  for (const nb::object& agent : agents) {
    if (nb::isinstance<AnyAgent>(agent)) {
      line_up.push_back(&nb::cast<AnyAgent&>(agent));
    } else {
      foreign.push_back(std::make_unique<PythonAgent>(agent, rules.forfeits));
      line_up.push_back(foreign.back().get());
    }
  }
  const Unlocked unlocked;
  return game.play(line_up, streams, rules, start);
}

MatchRecord play_python(const PyGame& game, const std::vector<nb::object>& agents,
                        const MatchStreams& streams, const MatchRules& rules,
                        const PyGame::State* start) {
  std::vector<std::unique_ptr<PythonSeat>> foreign;
  std::vector<AnyAgent*> claimed;
  std::vector<Agent<PyGame>*> line_up;
  for (const nb::object& agent : agents) {
    if (!nb::isinstance<AnyAgent>(agent)) {
      foreign.push_back(std::make_unique<PythonSeat>(agent, rules.forfeits));
      line_up.push_back(foreign.back().get());
      continue;
    }
    auto* native = dynamic_cast<AgentOnPythonGame*>(&nb::cast<AnyAgent&>(agent));
    if (!native || !equal(native->game.object(), game.object()))
      throw Error(ErrorKind::agent, "An agent was made for another game than " + game.name() + ".");
    claimed.push_back(native);
    line_up.push_back(native->agent.get());
  }
  const Seated seated(claimed);
  for (AnyAgent* agent : claimed) dynamic_cast<AgentOnPythonGame&>(*agent).begun = false;
  return play(game, std::span<Agent<PyGame>* const>(line_up), streams, rules, start);
}

// Either kind of game, so that what follows need not ask.
class Table {
 public:
  explicit Table(nb::object game) {
    if (nb::isinstance<AnyGame>(game)) {
      native_ = &nb::cast<const AnyGame&>(game);
    } else {
      python_.emplace(game);
    }
    game_ = std::move(game);
  }

  int seats() const { return native_ ? native_->seats() : python_->seats(); }
  std::string name() const { return native_ ? native_->name() : python_->name(); }
  const AnyGame* native() const { return native_; }

  MatchRecord play(const std::vector<nb::object>& agents, const MatchStreams& streams,
                   const MatchRules& rules, nb::handle start = nb::none()) const {
    check_count(name(), agents.size(), seats());
    for (std::size_t i = 0; i < agents.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (agents[i].is(agents[j]))
          throw Error(ErrorKind::agent, "One agent object sits in two seats; make two agents.");
      }
    }
    if (start.is_none())
      return native_ ? play_native(*native_, agents, streams, rules, nullptr)
                     : play_python(*python_, agents, streams, rules, nullptr);
    if (native_) {
      if (!nb::isinstance<AnyState>(start)) refuse_start(start);
      const auto first = nb::cast<const AnyState&>(start).copy();
      return play_native(*native_, agents, streams, rules, first.get());
    }
    if (nb::isinstance<AnyState>(start) || !nb::hasattr(start, "_apply_action") ||
        !equal(attribute(start, "game"), game_))
      refuse_start(start);
    const PyGame::State first{call(start, "copy")};
    return play_python(*python_, agents, streams, rules, &first);
  }

 private:
  [[noreturn]] void refuse_start(nb::handle given) const {
    throw Error(ErrorKind::option,
                "A match starts from a state of " + name() + ", not from " + show(given) + ".");
  }

  nb::object game_;
  const AnyGame* native_ = nullptr;
  std::optional<PyGame> python_;
};

nb::tuple play_match(nb::object game, nb::list given, nb::object seed, std::uint64_t block,
                     std::uint64_t index, const std::vector<std::pair<int, Action>>& opening,
                     nb::object start, nb::object on_decision, nb::object on_move) {
  const Table table(std::move(game));
  std::vector<nb::object> agents;
  for (nb::handle agent : given) agents.push_back(nb::borrow(agent));
  const MatchStreams streams(to_stream(seed), block, index);
  Signals signals;
  std::vector<Move> made;
  for (const auto& [actor, action] : opening) made.push_back({actor, action});
  PythonWitness witness(std::move(on_decision), std::move(on_move));
  const MatchRules rules{.pulse = &signals,
                         .thoughts = witness.hears_decisions(),
                         .witness = &witness,
                         .opening = made};
  const MatchRecord record = table.play(agents, streams, rules, start);
  nb::list moves;
  for (const Move& move : record.moves) moves.append(nb::make_tuple(move.actor, move.action));
  const int seats = table.seats();
  return nb::make_tuple(
      moves, std::vector<double>(record.returns.begin(), record.returns.begin() + seats),
      std::vector<double>(record.seconds.begin(), record.seconds.begin() + seats));
}

// Consecutive blocks of one line-up: which matches of each block, and who sits where in each.
struct Work {
  std::uint64_t line_up;
  std::uint64_t first_block;
  std::uint64_t blocks;
  std::vector<std::uint64_t> matches;
  std::vector<std::vector<int>> seatings;
};

Work read_work(const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t,
                                std::vector<std::uint64_t>, std::vector<std::vector<int>>>& given,
               const Table& table, std::size_t players) {
  const auto& [line_up, first_block, blocks, matches, seatings] = given;
  if (matches.empty() || matches.size() != seatings.size())
    throw Error(ErrorKind::option, "Every match of a block needs its seating.");
  for (const auto& seating : seatings) {
    check_count(table.name(), seating.size(), table.seats());
    for (const int player : seating) {
      if (player < 0 || static_cast<std::size_t>(player) >= players)
        throw Error(ErrorKind::option, "A seating names a player that is not there.");
    }
  }
  return {line_up, first_block, blocks, matches, seatings};
}

// The agents of each player, one per seat: native ones in a list, Python ones from a function of
// the seat's number among the player's seats and whether the agent has to be a new one.
class Sources {
 public:
  Sources(nb::list given, int seats) {
    for (nb::handle source : given) {
      std::vector<nb::object> agents;
      if (nb::isinstance<nb::list>(source)) {
        for (nb::handle agent : nb::borrow<nb::list>(source)) agents.push_back(nb::borrow(agent));
        for (const nb::object& agent : agents) {
          if (!nb::isinstance<AnyAgent>(agent))
            throw Error(ErrorKind::agent, "A list of agents holds native ones only.");
        }
        if (agents.size() < static_cast<std::size_t>(seats))
          throw Error(ErrorKind::agent, "A player needs an agent for every seat.");
      }
      native_.push_back(std::move(agents));
      made_.push_back(nb::borrow(source));
    }
  }

  std::size_t size() const { return native_.size(); }
  bool all_native(std::span<const int> seating) const {
    for (const int player : seating)
      if (native_[static_cast<std::size_t>(player)].empty()) return false;
    return true;
  }

  // `home` is the seating before the table was turned: each copy of a player keeps its neighbours.
  std::vector<nb::object> agents(std::span<const int> seating, std::span<const int> home,
                                 bool fresh) const {
    std::vector<nb::object> agents;
    const std::size_t turned = turns(seating, home);
    for (std::size_t seat = 0; seat < seating.size(); ++seat) {
      const auto player = static_cast<std::size_t>(seating[seat]);
      const auto place = static_cast<std::ptrdiff_t>((seat + turned) % seating.size());
      const auto copy =
          static_cast<std::size_t>(std::count(home.begin(), home.begin() + place, seating[seat]));
      agents.push_back(native_[player].empty() ? call_function(made_[player], copy, fresh)
                                               : native_[player][copy]);
    }
    return agents;
  }

 private:
  // By how many seats the table was turned.
  static std::size_t turns(std::span<const int> seating, std::span<const int> home) {
    for (std::size_t turned = 0; turned < home.size(); ++turned) {
      bool same = true;
      for (std::size_t seat = 0; seat < home.size(); ++seat)
        same = same && seating[seat] == home[(seat + turned) % home.size()];
      if (same) return turned;
    }
    throw Error(ErrorKind::option, "The seatings of a block turn one table.");
  }

  std::vector<std::vector<nb::object>> native_;
  std::vector<nb::object> made_;
};

// Plays on from the `played`-th match of the work for about `seconds`; returns packed rows and how
// many there are. Native agents in a native game run without the interpreter lock all the way.
nb::tuple play_batch(
    nb::object game, nb::list given, nb::object seed,
    const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::uint64_t>,
                     std::vector<std::vector<int>>>& given_work,
    std::uint64_t played, std::uint64_t series, double move_seconds, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const Table table(std::move(game));
  const Sources sources(given, table.seats());
  const Work work = read_work(given_work, table, sources.size());
  const Stream run = to_stream(seed);
  const std::uint64_t each = work.matches.size();
  std::string rows;
  std::uint64_t done = 0;
  Signals signals;

  // One match; the agents are chosen by the caller, who holds the interpreter lock or does not.
  const auto play_next = [&](std::uint64_t at, auto&& play) {
    const std::uint64_t block = work.first_block + at / each;
    const std::uint64_t match = work.matches[at % each];
    const StreamPlace place = stream_place(work.line_up, block, match, series);
    const MatchStreams streams(run, place.block, place.match);
    const MatchRules rules{.fresh = series == 0 || match == 0,
                           .forfeits = true,
                           .move_seconds = move_seconds,
                           .pulse = &signals};
    const auto& seating = work.seatings[at % each];
    pack_row(rows, {work.line_up, block, match}, seating, play(seating, streams, rules));
    ++done;
  };
  const auto more = [&] {
    return played + done < work.blocks * each && (done == 0 || Clock::now() < end);
  };

  bool all_native = table.native() != nullptr;
  for (const auto& seating : work.seatings) all_native = all_native && sources.all_native(seating);
  if (all_native) {
    std::vector<std::vector<AnyAgent*>> line_ups;
    for (const auto& seating : work.seatings) {
      std::vector<AnyAgent*>& line_up = line_ups.emplace_back();
      for (const nb::object& agent : sources.agents(seating, work.seatings.front(), false))
        line_up.push_back(&nb::cast<AnyAgent&>(agent));
    }
    const Unlocked unlocked;
    while (more()) {
      const std::uint64_t at = played + done;
      play_next(at, [&](const auto&, const MatchStreams& streams, const MatchRules& rules) {
        return table.native()->play(line_ups[at % each], streams, rules);
      });
    }
  } else {
    while (more()) {
      play_next(played + done, [&](const std::vector<int>& seating, const MatchStreams& streams,
                                   const MatchRules& rules) {
        return table.play(sources.agents(seating, work.seatings.front(), rules.fresh), streams,
                          rules);
      });
    }
  }
  return nb::make_tuple(nb::bytes(rows.data(), rows.size()), done);
}

nb::list unpack_rows(nb::bytes packed) {
  std::string_view rest(packed.c_str(), packed.size());
  nb::list rows;
  while (!rest.empty()) {
    const MatchRow row = unpack_row(rest);
    const nb::object reason =
        row.reason.empty()
            ? nb::object(nb::none())
            : nb::steal(PyUnicode_DecodeUTF8(
                  row.reason.data(), static_cast<Py_ssize_t>(row.reason.size()), "replace"));
    rows.append(nb::make_tuple(row.place.line_up, row.place.block, row.place.match,
                               nb::str(row.result.data(), row.result.size()),
                               nb::bytes(row.moves.data(), row.moves.size()), reason));
  }
  return rows;
}

}  // namespace

void bind_matches(nb::module_& module) {
  module.def(
      "play_match", play_match, nb::arg("game"), nb::arg("agents"), nb::arg("seed"),
      nb::arg("block"), nb::arg("index"), nb::arg("opening") = nb::make_tuple(),
      nb::arg("start").none() = nb::none(), nb::arg("on_decision").none() = nb::none(),
      nb::arg("on_move").none() = nb::none(),
      nb::sig("def play_match(game: typing.Any, agents: list[typing.Any], seed: int | Stream, "
              "block: int, index: int, opening: collections.abc.Sequence[tuple[int, int]] "
              "= (), start: typing.Any = None, "
              "on_decision: collections.abc.Callable[[int], typing.Any] | None = None, "
              "on_move: collections.abc.Callable[[int, int], typing.Any] | None = None) "
              "-> tuple[list[tuple[int, int]], list[float], list[float]]"),
      "Plays one match: moves, returns, seconds a seat; otherminds.arena.match is the way in.");
  module.def(
      "play_batch", play_batch, nb::arg("game"), nb::arg("sources"), nb::arg("seed"),
      nb::arg("work"), nb::arg("played"), nb::arg("series"), nb::arg("move_seconds"),
      nb::arg("seconds"),
      nb::sig("def play_batch(game: typing.Any, sources: list[typing.Any], seed: int | Stream, "
              "work: tuple[int, int, int, collections.abc.Sequence[int], "
              "collections.abc.Sequence[collections.abc.Sequence[int]]], played: int, "
              "series: int, move_seconds: float, seconds: float) -> tuple[bytes, int]"),
      "Plays matches of a tournament for a while: packed rows and how many they are.");
  module.def("unpack_rows", unpack_rows, nb::arg("packed"),
             nb::sig("def unpack_rows(packed: bytes) -> list[tuple[typing.Any, ...]]"),
             "The rows that play_batch packed, as the store takes them.");
}

}  // namespace otherminds::python
