#include "games/cluedo/cluedo.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/cluedo/belief/deductions.hpp"
#include "games/cluedo/belief_game/belief_game.hpp"
#include "module.hpp"
#include "native.hpp"

namespace otherminds::python {

namespace {

std::pair<const cluedo::Cluedo&, const cluedo::Belief&> cluedo_belief(nb::object belief) {
  return native_belief<cluedo::Cluedo>(belief, "Cluedo");
}

std::vector<std::vector<double>> chances_of_places(nb::object belief, const std::string& kind) {
  const auto [game, own] = cluedo_belief(belief);
  const int cards = game.cards().size();
  std::vector<std::vector<double>> result;
  if (kind == "exact") {
    const auto& marginals = own.deals().marginals();
    for (int card = 0; card < cards; ++card)
      result.emplace_back(marginals[card].begin(), marginals[card].begin() + game.seats() + 1);
    return result;
  }
  cluedo::ShowingUpdate update{};
  from_value(Value{kind}, update, ErrorKind::option, "The kind of a belief of Cluedo");
  const cluedo::Sheet sheet = cluedo::marked_sheet(game, own, update);
  for (int card = 0; card < cards; ++card)
    result.emplace_back(sheet.chances[card].begin(),
                        sheet.chances[card].begin() + game.seats() + 1);
  return result;
}

std::vector<std::tuple<std::vector<int>, double>> envelopes(nb::object belief) {
  const auto [game, own] = cluedo_belief(belief);
  std::vector<std::tuple<std::vector<int>, double>> result;
  for (const auto& [triple, probability] : own.deals().envelopes())
    result.emplace_back(std::vector<int>{triple.suspect, triple.weapon, triple.room}, probability);
  return result;
}

double deals(nb::object belief) { return cluedo_belief(belief).second.deals().count(); }

std::vector<std::tuple<int, int, bool, std::string>> deductions(nb::object belief) {
  const auto [game, own] = cluedo_belief(belief);
  cluedo::Names names;
  for (int card = 0; card < game.cards().size(); ++card)
    names.cards.push_back(game.cards().name(card));
  for (int seat = 0; seat < game.seats(); ++seat)
    names.seats.push_back(game.seat_suspect_name(seat));
  std::vector<std::tuple<int, int, bool, std::string>> result;
  for (const auto& each : cluedo::deduce(own.witness, names))
    result.emplace_back(each.card, each.place, each.holds, each.text);
  return result;
}

std::pair<std::vector<std::string>, std::vector<std::string>> names(nb::object belief) {
  const auto [game, own] = cluedo_belief(belief);
  std::vector<std::string> cards;
  std::vector<std::string> seats;
  for (int card = 0; card < game.cards().size(); ++card) cards.push_back(game.cards().name(card));
  for (int seat = 0; seat < game.seats(); ++seat) seats.push_back(game.seat_suspect_name(seat));
  return {cards, seats};
}

}  // namespace

void bind_cluedo(nb::module_& module) {
  add_game("cluedo", Dynamic<cluedo::Cluedo>::make);
  module.def("cluedo_chances", chances_of_places, nb::arg("belief").none(), nb::arg("kind"),
             nb::sig("def cluedo_chances(belief: typing.Any, kind: str) -> list[list[float]]"),
             "For each card the probability of each place; otherminds.games.cluedo.chances is the "
             "way to call it.");
  module.def("cluedo_envelopes", envelopes, nb::arg("belief").none(),
             nb::sig("def cluedo_envelopes(belief: typing.Any) -> list[tuple[list[int], float]]"),
             "Every possible envelope; otherminds.games.cluedo.envelopes is the way to call it.");
  module.def("cluedo_deals", deals, nb::arg("belief").none(),
             nb::sig("def cluedo_deals(belief: typing.Any) -> float"),
             "How many deals fit what a seat has witnessed.");
  module.def("cluedo_deductions", deductions, nb::arg("belief").none(),
             nb::sig("def cluedo_deductions(belief: typing.Any) "
                     "-> list[tuple[int, int, bool, str]]"),
             "What is certain and why; otherminds.games.cluedo.deductions is the way to call it.");
  module.def("cluedo_names", names, nb::arg("belief").none(),
             nb::sig("def cluedo_names(belief: typing.Any) -> tuple[list[str], list[str]]"),
             "The names of the cards and of the seats.");
}

}  // namespace otherminds::python
