// Native objects of one game, taken out of Python objects. Each refuses what is of another game or
// no such object at all; `title` is the name of the game in that sentence.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "convert.hpp"
#include "dynamic/any.hpp"
#include "engine/error.hpp"

namespace otherminds::python {

[[noreturn]] inline void refuse_object(const std::string& what, const std::string& given) {
  throw Error(ErrorKind::option, "A " + what + " is needed, not " + given + ".");
}

template <class Any>
const Any& any_native(nb::handle object, const std::string& what) {
  if (!nb::isinstance<Any>(object)) refuse_object(what, show(object));
  return nb::cast<const Any&>(object);
}

template <class G>
const G& native_game(nb::handle object, const std::string& title) {
  const auto& game = any_native<AnyGame>(object, "game of " + title);
  const G* found = Dynamic<G>::rules(game);
  if (!found) refuse_object("game of " + title, "one of " + game.name());
  return *found;
}

// A part of a game in progress, with the rules of that game.
template <class G, class Any, class Part>
std::pair<const G&, const Part&> native_part(nb::handle object, const Part* (*unwrap)(const Any&),
                                             const std::string& what) {
  const auto& any = any_native<Any>(object, what);
  const Part* found = unwrap(any);
  if (!found) refuse_object(what, "one of " + any.game()->name());
  return {*Dynamic<G>::rules(*any.game()), *found};
}

template <class G>
std::pair<const G&, const typename G::State&> native_state(nb::handle object,
                                                           const std::string& title) {
  return native_part<G>(object, &Dynamic<G>::state, "state of " + title);
}

template <class G>
std::pair<const G&, const typename G::View&> native_view(nb::handle object,
                                                         const std::string& title) {
  return native_part<G>(object, &Dynamic<G>::view, "view of " + title);
}

template <class G>
std::pair<const G&, const typename G::Belief&> native_belief(nb::handle object,
                                                             const std::string& title) {
  return native_part<G>(object, &Dynamic<G>::belief, "belief of " + title);
}

}  // namespace otherminds::python
