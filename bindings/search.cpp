// The search, for native games and games written in Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <tuple>
#include <type_traits>
#include <utility>

#include "convert.hpp"
#include "dynamic/any.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "planner_options.hpp"
#include "python_function.hpp"
#include "python_game.hpp"
#include "search/bandit/bandit.hpp"
#include "search/models/nested_model.hpp"
#include "search/patience.hpp"
#include "search/planner.hpp"

namespace otherminds::python {

namespace {

class PythonMonitor final : public Monitor {
 public:
  PythonMonitor(nb::object progress, nb::object hear) : progress_(std::move(progress)) {
    listen(std::move(hear));
  }

  ~PythonMonitor() override {
    const Locked locked;
    progress_.reset();
    hear_.reset();
  }

  // With the lock held, also while a search runs.
  void listen(nb::object hear) {
    hear_ = std::move(hear);
    listens_ = !hear_.is_none();
  }
  const nb::object& listener() const { return hear_; }

  bool listens() const override { return listens_; }

  bool think(const SearchResult& so_far, bool finished) override {
    const Locked locked;
    const nb::object hear = hear_;  // which may put another one in its place
    if (hear.is_none()) return true;
    const nb::object answer = call_function(hear, so_far, finished);
    return !answer.is(nb::handle(Py_False));
  }

  bool proceed(std::int64_t iterations, double seconds) override {
    const Locked locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress_.is_none()) return true;
    const nb::object answer = call_function(progress_, iterations, seconds);
    return !answer.is(nb::handle(Py_False));
  }

 private:
  nb::object progress_;
  nb::object hear_;
  std::atomic<bool> listens_{false};
};

// A game written in Python may search itself. Python counts its own frames, not what a search puts
// on the stack, so searches within searches are counted here.
class Nesting {
 public:
  Nesting() {
    if (depth_ >= deepest) {
      PyErr_SetString(PyExc_RecursionError, "Searches within searches go deeper than 50.");
      throw nb::python_error();
    }
    ++depth_;
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  static constexpr int deepest = 50;
  static thread_local int depth_;
};

thread_local int Nesting::depth_ = 0;

SearchResult run_search(nb::object start, nb::object home, const PlannerOptions& options,
                        nb::object seed, nb::object progress, nb::object hear) {
  const Nesting nesting;
  const std::shared_ptr<const SearchOptions> chosen = options.options;
  const Stream stream = to_stream(seed);
  if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
    throw nb::type_error("progress must be something to call, or None.");
  if (!hear.is_none() && !PyCallable_Check(hear.ptr()))
    throw nb::type_error("on_thought must be something to call, or None.");
  const std::unique_ptr<Monitor> monitor = make_monitor(std::move(progress), std::move(hear));
  if (nb::isinstance<AnyState>(start)) {
    // Searched on a copy, so that another thread may go on with the state meanwhile.
    const auto copy = nb::cast<const AnyState&>(start).copy();
    const Unlocked unlocked;
    return copy->search(*chosen, stream, monitor.get());
  }
  if (nb::isinstance<AnyBelief>(start)) {
    const auto copy = nb::cast<const AnyBelief&>(start).copy();
    const Unlocked unlocked;
    return copy->search(*chosen, stream, monitor.get());
  }
  const bool state = nb::hasattr(start, "_apply_action");
  const bool belief = nb::hasattr(start, "sample") && nb::hasattr(start, "update");
  if (!state && !belief)
    throw Error(ErrorKind::option,
                "A search starts from a state or a belief, not from " + show(start) + ".");
  if (home.is_none())
    throw Error(ErrorKind::option, "This belief does not say its game: give game=... as well.");
  const PyGame game(home);
  const Resolved<PyGame> resolved = resolve(game, *chosen, PythonToolbox(game), Use::once);
  const Patience patience(chosen->budget.seconds, monitor.get());
  if (state) {
    const PyGame::State root{start};
    return search<PyGame>(game, &root, nullptr, *chosen, resolved, stream, monitor.get());
  }
  const PyGame::Belief root{start};
  return search<PyGame>(game, nullptr, &root, *chosen, resolved, stream, monitor.get());
}

std::vector<std::int64_t> run_bandit(nb::dict options, const std::vector<double>& chances,
                                     std::int64_t rounds, nb::object seed) {
  nb::dict search;
  search["answer"] = "Search";
  search["bandit"] = options;
  search["iterations"] = 1;
  const SearchOptions chosen = read_search_options(to_search_options(search));
  if (chances.empty() || rounds < 0 || rounds > 100'000'000)
    throw Error(ErrorKind::option, "A bandit needs an arm and from 0 to 100,000,000 rounds.");
  for (const double chance : chances) {
    if (!(chance >= 0 && chance <= 1))
      throw Error(ErrorKind::option, "The chance of an arm is from 0 to 1.");
  }
  Rng rng = to_stream(seed).rng();
  const Unlocked unlocked;
  Signals signals;
  return play_bandit(chosen.bandit, chances, rounds, rng, signals);
}

}  // namespace

std::unique_ptr<Monitor> make_monitor(nb::object progress, nb::object hear) {
  return std::make_unique<PythonMonitor>(std::move(progress), std::move(hear));
}

void set_listener(Monitor& monitor, nb::object hear) {
  dynamic_cast<PythonMonitor&>(monitor).listen(std::move(hear));
}

nb::handle listener(const Monitor& monitor) {
  const auto* own = dynamic_cast<const PythonMonitor*>(&monitor);
  return own ? nb::handle(own->listener()) : nb::handle();
}

namespace {

std::vector<std::pair<int, Action>> pairs_of(const Line& line) {
  std::vector<std::pair<int, Action>> result;
  for (const LineMove& move : line) result.emplace_back(move.actor, move.action);
  return result;
}

Line line_of(const std::vector<std::pair<int, Action>>& pairs) {
  Line line;
  for (const auto& [actor, action] : pairs) line.push_back({actor, action});
  return line;
}

nb::tuple result_state(const SearchResult& result) {
  return nb::make_tuple(result.action, result.seat, result.actions, pairs_of(result.line),
                        result.values, result.iterations, result.nodes, result.depth,
                        result.mean_depth, result.breadth, result.seconds, result.posterior,
                        result.virtual_visits, result.prior_visits, result.reused, result.exact);
}

void set_result_state(SearchResult& self, nb::tuple state) {
  SearchResult read;
  std::vector<std::pair<int, Action>> line;
  std::size_t place = 0;
  const auto take = [&](auto&... fields) {
    if (state.size() != sizeof...(fields))
      throw Error(ErrorKind::format, "This is no pickle of the result of a search.");
    ((fields = nb::cast<std::remove_cvref_t<decltype(fields)>>(state[place++])), ...);
  };
  take(read.action, read.seat, read.actions, line, read.values, read.iterations, read.nodes,
       read.depth, read.mean_depth, read.breadth, read.seconds, read.posterior, read.virtual_visits,
       read.prior_visits, read.reused, read.exact);
  read.line = line_of(line);
  new (&self) SearchResult(std::move(read));
}

std::vector<Action> actions_of(const Line& line) {
  std::vector<Action> result;
  for (const LineMove& move : line) result.push_back(move.action);
  return result;
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<ActionStatistics>(module, "ActionStatistics", "What a search knows of one action.")
      .def_ro("action", &ActionStatistics::action)
      .def_ro("visits", &ActionStatistics::visits)
      .def_ro("value", &ActionStatistics::value)
      .def_ro("total", &ActionStatistics::total)
      .def_ro("prior", &ActionStatistics::prior)
      .def_prop_ro("values",
                   [](const ActionStatistics& of) {
                     return std::vector<double>(of.values.begin(), of.values.end());
                   })
      .def_ro("samples", &ActionStatistics::samples)
      .def_prop_ro("line", [](const ActionStatistics& of) { return pairs_of(of.line); })
      .def(
          "__getstate__",
          [](const ActionStatistics& each) {
            return std::tuple(each.action, each.visits, each.value, each.total, each.prior,
                              each.values, each.samples, pairs_of(each.line));
          },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
      .def(
          "__setstate__",
          [](ActionStatistics& each,
             const std::tuple<Action, std::int64_t, double, double, double, Returns, std::int64_t,
                              std::vector<std::pair<int, Action>>>& state) {
            const auto& [action, visits, value, total, prior, values, samples, line] = state;
            new (&each) ActionStatistics{action, visits, value,   total,
                                         prior,  values, samples, line_of(line)};
          },
          nb::arg("state"),
          nb::sig("def __setstate__(self, state: tuple[typing.Any, ...]) -> None"));
  nb::class_<TypeBelief>(module, "TypeBelief", "How likely a seat is of a type.")
      .def_ro("seat", &TypeBelief::seat)
      .def_ro("type", &TypeBelief::type)
      .def_ro("probability", &TypeBelief::probability)
      .def(
          "__getstate__",
          [](const TypeBelief& belief) {
            return std::tuple(belief.seat, belief.type, belief.probability);
          },
          nb::sig("def __getstate__(self) -> tuple[int, str, float]"))
      .def(
          "__setstate__",
          [](TypeBelief& belief, const std::tuple<int, std::string, double>& state) {
            new (&belief) TypeBelief(std::make_from_tuple<TypeBelief>(state));
          },
          nb::arg("state"),
          nb::sig("def __setstate__(self, state: tuple[int, str, float]) -> None"));
  nb::class_<SearchResult>(module, "NativeSearchResult", "What a search found out.")
      .def_ro("action", &SearchResult::action)
      .def_ro("seat", &SearchResult::seat)
      .def_ro("actions", &SearchResult::actions)
      .def_prop_ro("line", [](const SearchResult& of) { return actions_of(of.line); })
      .def_prop_ro("line_moves", [](const SearchResult& of) { return pairs_of(of.line); })
      .def_prop_ro("values",
                   [](const SearchResult& result) {
                     return std::vector<double>(result.values.begin(), result.values.end());
                   })
      .def_ro("iterations", &SearchResult::iterations)
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("depth", &SearchResult::depth)
      .def_ro("mean_depth", &SearchResult::mean_depth)
      .def_ro("breadth", &SearchResult::breadth)
      .def_ro("seconds", &SearchResult::seconds)
      .def_ro("posterior", &SearchResult::posterior)
      .def_ro("reused", &SearchResult::reused)
      .def_ro("exact", &SearchResult::exact)
      .def("__getstate__", result_state,
           nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
      .def("__setstate__", set_result_state, nb::arg("state"),
           nb::sig("def __setstate__(self, state: tuple[typing.Any, ...]) -> None"));
  module.def("play_bandit", run_bandit, nb::arg("bandit"), nb::arg("chances"), nb::arg("rounds"),
             nb::arg("seed"),
             nb::sig("def play_bandit(bandit: dict[str, typing.Any], "
                     "chances: collections.abc.Sequence[float], rounds: int, "
                     "seed: int | Stream) -> list[int]"),
             "How often each of these arms was pulled; otherminds.search.play_bandit calls it.");
  module.def("search", run_search, nb::arg("start"), nb::arg("game").none(), nb::arg("options"),
             nb::arg("seed"), nb::arg("progress").none(), nb::arg("hear").none(),
             nb::sig("def search(start: typing.Any, game: typing.Any, options: PlannerOptions, "
                     "seed: int | Stream, progress: collections.abc.Callable[[int, float], "
                     "bool | None] | None, hear: collections.abc.Callable[[NativeSearchResult, "
                     "bool], bool | None] | None) -> NativeSearchResult"),
             "Searches from a state or a belief; otherminds.search.Search is the way to call it.");
}

}  // namespace otherminds::python
