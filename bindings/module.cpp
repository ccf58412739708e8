// The native module otherminds._core: the dynamic interface of the core, and nothing more.
#include "module.hpp"

#include <nanobind/nanobind.h>

#include <exception>
#include <typeinfo>

#include "engine/error.hpp"

namespace nb = nanobind;

namespace otherminds::python {

#define OTHERMINDS_GAME(game) void bind_##game(nb::module_& module);
#include "otherminds_games.inc"
#undef OTHERMINDS_GAME

namespace {

const char* exception_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::illegal_action:
      return "IllegalActionError";
    case ErrorKind::option:
      return "OptionError";
    case ErrorKind::format:
      return "FormatError";
    case ErrorKind::game:
      return "GameError";
    case ErrorKind::agent:
      return "AgentError";
    case ErrorKind::limit:
      return "LimitError";
  }
  return "OthermindsError";
}

// Errors of the core become the exceptions of otherminds.contracts.errors. A sentence may quote
// half a character of somebody's text, so it is decoded leniently.
void translate(const std::exception_ptr& pointer, void*) {
  try {
    std::rethrow_exception(pointer);
  } catch (const Error& error) {
    const std::string sentence = error.what();
    const nb::object type =
        nb::module_::import_("otherminds.contracts.errors").attr(exception_name(error.kind));
    const nb::object text = nb::steal(
        PyUnicode_DecodeUTF8(sentence.data(), static_cast<Py_ssize_t>(sentence.size()), "replace"));
    PyErr_SetObject(type.ptr(), text.ptr());
  } catch (const std::bad_cast&) {
    // Our functions ask for the class of an object before they take it for one, so what fails then
    // is of the right class and empty.
    PyErr_SetString(PyExc_TypeError,
                    "An object of otherminds was given that is not ready to use: it was made by "
                    "__new__ alone, without its constructor.");
  }
}

}  // namespace
}  // namespace otherminds::python

NB_MODULE(_core, module) {
  using namespace otherminds::python;
  module.doc() = "The native core of otherminds: games, search and matches.";
  nb::register_exception_translator(translate);
  bind_random(module);
  bind_games(module);
  bind_planner_options(module);
  bind_search(module);
  bind_networks(module);
  bind_agents(module);
  bind_matches(module);
#define OTHERMINDS_GAME(game) bind_##game(module);
#include "otherminds_games.inc"
#undef OTHERMINDS_GAME
  // Daemon threads outlive the interpreter with all that they hold; nobody leaked that.
  nb::module_::import_("atexit").attr("register")(nb::cpp_function([] {
    if (nb::cast<int>(nb::module_::import_("threading").attr("active_count")()) > 1)
      nb::set_leak_warnings(false);
  }));
}
