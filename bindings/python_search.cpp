// The search, compiled for games written in Python.
#include "python_game.hpp"
#include "search/planner_of.hpp"

template class otherminds::Planner<otherminds::python::PyGame>;
