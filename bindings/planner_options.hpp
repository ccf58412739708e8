// The options of a planner as a Python object: read and checked when it is made, never again.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/value.hpp"
#include "search/options/checked.hpp"

namespace otherminds::python {

namespace nb = nanobind;

struct PlannerOptions {
  std::shared_ptr<const SearchOptions> options;
  std::vector<std::shared_ptr<Foreign>> held;  // what they hold of Python
  Value given = {};                            // what they were made of
};

// Such an object inside a value or an agent. It is the object that the garbage collector is told
// of, not what its options hold: each reference must be reported by one owner only.
class HeldOptions final : public CheckedOptions {
 public:
  explicit HeldOptions(nb::object object);
  ~HeldOptions() override;

  const nb::object& object() const { return object_; }

 private:
  nb::object object_;
};

// The Python object behind something foreign; nothing for what is not Python's.
nb::handle python_object(const Foreign& foreign);

// Every Python function that these options ask, those of searches within included.
std::vector<nb::object> functions_of(const PlannerOptions& options);

// A text that is equal for options which make the same planner, functions apart, in any process.
std::string recipe_text(const Value& options);

}  // namespace otherminds::python
