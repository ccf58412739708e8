// The parts that make up the module, one function each.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "dynamic/any.hpp"

namespace otherminds::python {

void bind_random(nanobind::module_& module);
void bind_games(nanobind::module_& module);
void bind_agents(nanobind::module_& module);
void bind_matches(nanobind::module_& module);
void bind_planner_options(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_networks(nanobind::module_& module);

// Makes a native game known by name; called once by each file in games/.
using GameFactory = std::shared_ptr<const AnyGame> (*)(const Value& options);
void add_game(const std::string& name, GameFactory make);

// Lets Ctrl-C through to a running search, and reports to Python callables where there are some:
// how far it is to `progress`, what it thinks to `hear`.
std::unique_ptr<Monitor> make_monitor(nanobind::object progress, nanobind::object hear);

// Who hears what the searches think that this monitor looks at.
void set_listener(Monitor& monitor, nanobind::object hear);
nanobind::handle listener(const Monitor& monitor);

}  // namespace otherminds::python
