#include "planner_options.hpp"

#include <utility>

#include "convert.hpp"
#include "lock.hpp"
#include "module.hpp"
#include "python_function.hpp"
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
  return {};
}

namespace {

void make(PlannerOptions* self, nb::dict options) {
  const Value given = to_search_options(options);
  PlannerOptions made{std::make_shared<const SearchOptions>(read_search_options(given)), {}};
  collect_foreign(given, made.held);
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
           nb::sig("def __init__(self, options: dict[str, typing.Any]) -> None"));
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
