#include "games/hanabi/hanabi.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "module.hpp"

namespace otherminds::python {

namespace {

std::unique_ptr<AnyState> deal(nb::object game, const std::vector<std::uint8_t>& cards) {
  if (!nb::isinstance<AnyGame>(game))
    throw Error(ErrorKind::option, "A game of Hanabi is needed, not " + show(game) + ".");
  return hanabi::deal(nb::cast<const AnyGame&>(game), cards);
}

std::array<std::array<double, hanabi::kind_count>, hanabi::largest_hand> chances(nb::object view) {
  if (!nb::isinstance<AnyView>(view))
    throw Error(ErrorKind::option, "A view of Hanabi is needed, not " + show(view) + ".");
  return hanabi::chances(nb::cast<const AnyView&>(view));
}

}  // namespace

void bind_hanabi(nb::module_& module) {
  add_game("hanabi", hanabi::make);
  module.def("hanabi_deal", deal, nb::arg("game").none(), nb::arg("cards"),
             nb::sig("def hanabi_deal(game: typing.Any, cards: collections.abc.Sequence[int]) "
                     "-> State"),
             "The start with a deck of one's own; otherminds.games.hanabi.deal is the way to call "
             "it.");
  module.def("hanabi_chances", chances, nb::arg("view").none(),
             nb::sig("def hanabi_chances(view: typing.Any) -> list[list[float]]"),
             "For each own slot the probability of each kind; otherminds.games.hanabi.chances is "
             "the way to call it.");
}

}  // namespace otherminds::python
