#include "planner_options.hpp"

#include <utility>

#include "convert.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "python_function.hpp"
#include "python_game.hpp"
#include "search/options/refusals.hpp"
#include "search/options/schema.hpp"

namespace otherminds::python {

HeldOptions::HeldOptions(nb::object object)
    : CheckedOptions(nb::cast<const PlannerOptions&>(object).options), object_(std::move(object)) {}

HeldOptions::~HeldOptions() {
  const Locked locked;
  object_.reset();
}

nb::handle python_object(const Foreign& foreign) {
  if (const auto* function = dynamic_cast<const PythonFunction*>(&foreign))
    return function->object();
  if (const auto* options = dynamic_cast<const HeldOptions*>(&foreign)) return options->object();
  if (const auto* archived = dynamic_cast<const ArchivedObject*>(&foreign)) return archived->object;
  return {};
}

std::vector<nb::object> functions_of(const PlannerOptions& options) {
  std::vector<nb::object> functions;
  for (const auto& held : options.held) {
    if (const auto* inner = dynamic_cast<const HeldOptions*>(held.get())) {
      for (nb::object& each : functions_of(nb::cast<const PlannerOptions&>(inner->object())))
        functions.push_back(std::move(each));
    } else {
      functions.push_back(nb::borrow(python_object(*held)));
    }
  }
  return functions;
}

std::string recipe_text(const Value& options) {
  if (const auto* members = std::get_if<Value::Members>(&options.data)) {
    std::string text = "{";
    for (const auto& [name, value] : *members) text += name + ": " + recipe_text(value) + ", ";
    return text + "}";
  }
  if (const auto* list = std::get_if<Value::List>(&options.data)) {
    std::string text = "[";
    for (const Value& item : *list) text += recipe_text(item) + ", ";
    return text + "]";
  }
  if (const auto* foreign = std::get_if<std::shared_ptr<Foreign>>(&options.data)) {
    const auto* inner = dynamic_cast<const HeldOptions*>(foreign->get());
    if (!inner) return "a function";
    return recipe_text(nb::cast<const PlannerOptions&>(inner->object()).given);
  }
  return json_text(options);
}

namespace {

void make(PlannerOptions* self, nb::dict options) {
  const Value given = to_search_options(options);
  PlannerOptions made{std::make_shared<const SearchOptions>(read_search_options(given)), {}};
  collect_foreign(given, made.held);
  made.given = given;
  new (self) PlannerOptions(std::move(made));
}

// A function of a planner may know the planner, be it by what it closes over: a cycle.
int visit_options(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  for (const auto& held : nb::inst_ptr<PlannerOptions>(self)->held)
    Py_VISIT(python_object(*held).ptr());
  return 0;
}

PyType_Slot options_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(visit_options)},
                               {0, nullptr}};

}  // namespace

void bind_planner_options(nb::module_& module) {
  nb::class_<PlannerOptions>(module, "PlannerOptions", nb::type_slots(options_slots),
                             "The options of a planner, checked when they are made.")
      .def("__init__", make, nb::arg("options"),
           nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"))
      .def(
          "__reduce__",
          [](const PlannerOptions& options) {
            return nb::make_tuple(nb::type<PlannerOptions>(),
                                  nb::make_tuple(to_python(options.given)));
          },
          nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"));
  module.def(
      "search_schema", [] { return to_python(search_schema()); },
      nb::sig("def search_schema() -> dict[str, list[dict[str, typing.Any]]]"),
      "What every planner and every answer takes; otherminds.search.schema gives it as values.");
  module.def(
      "search_refusals", [] { return to_python(refusal_table()); },
      nb::sig("def search_refusals() -> list[dict[str, typing.Any]]"),
      "Which combinations of options are refused; otherminds.search.refusals gives it as values.");
}

}  // namespace otherminds::python
