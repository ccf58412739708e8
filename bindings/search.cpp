// The search, for native games and games written in Python.
#include "search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "engine/any.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "python_game.hpp"

namespace otherminds::python {

namespace {

class PythonMonitor final : public Monitor {
 public:
  explicit PythonMonitor(nb::object progress) : progress_(std::move(progress)) {}

  ~PythonMonitor() override {
    const Locked locked;
    progress_.reset();
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
};

SearchResult run_search(nb::object state, nb::dict options, nb::object seed, nb::object progress) {
  const SearchOptions chosen = read_search_options(to_core(options, ErrorKind::option));
  const Stream stream = to_stream(seed);
  if (!progress.is_none() && !PyCallable_Check(progress.ptr()))
    throw nb::type_error("progress must be something to call, or None.");
  const std::unique_ptr<Monitor> monitor = make_monitor(std::move(progress));
  if (nb::isinstance<AnyState>(state)) {
    // Searched on a copy, so that another thread may go on with the state meanwhile.
    const auto copy = nb::cast<const AnyState&>(state).copy();
    const Unlocked unlocked;
    return copy->search(chosen, stream, monitor.get());
  }
  if (!nb::hasattr(state, "game") || !nb::hasattr(state, "_apply_action"))
    throw Error(ErrorKind::option, "A search starts from a state, not from " + show(state) + ".");
  const PyGame game(attribute(state, "game"));
  const PyGame::State root{state};
  return search(game, root, chosen, stream, monitor.get());
}

}  // namespace

std::unique_ptr<Monitor> make_monitor(nb::object progress) {
  return std::make_unique<PythonMonitor>(std::move(progress));
}

void bind_search(nb::module_& module) {
  nb::class_<ActionStatistics>(module, "ActionStatistics", "What a search knows of one action.")
      .def_ro("action", &ActionStatistics::action)
      .def_ro("visits", &ActionStatistics::visits)
      .def_ro("value", &ActionStatistics::value);
  nb::class_<SearchResult>(module, "NativeSearchResult", "What a search found out.")
      .def_ro("action", &SearchResult::action)
      .def_ro("seat", &SearchResult::seat)
      .def_ro("actions", &SearchResult::actions)
      .def_ro("line", &SearchResult::line)
      .def_prop_ro("values",
                   [](const SearchResult& result) {
                     return std::vector<double>(result.values.begin(), result.values.end());
                   })
      .def_ro("iterations", &SearchResult::iterations)
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("depth", &SearchResult::depth)
      .def_ro("seconds", &SearchResult::seconds);
  module.def(
      "check_search_options",
      [](nb::dict options) { read_search_options(to_core(options, ErrorKind::option)); },
      nb::arg("options"),
      nb::sig("def check_search_options(options: dict[str, typing.Any]) -> None"),
      "Raises what a search with these options would raise before it starts.");
  module.def("search", run_search, nb::arg("state"), nb::arg("options"), nb::arg("seed"),
             nb::arg("progress").none(),
             nb::sig("def search(state: typing.Any, options: dict[str, typing.Any], "
                     "seed: int | Stream, progress: collections.abc.Callable[[int, float], "
                     "bool | None] | None) -> NativeSearchResult"),
             "Searches from a state; otherminds.search.Search is the way to call it.");
}

}  // namespace otherminds::python
