#include "games/hanabi/hanabi.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "convert.hpp"
#include "games/hanabi/rule_based/rule_policy.hpp"
#include "games/hanabi/rule_based/rules.hpp"
#include "module.hpp"
#include "native.hpp"

namespace otherminds::python {

namespace {

std::vector<std::tuple<std::string, bool, std::string>> rule_library() {
  std::vector<std::tuple<std::string, bool, std::string>> result;
  for (const hanabi::RuleEntry& entry : hanabi::rule_library())
    result.emplace_back(entry.text, entry.thresholded, entry.summary);
  return result;
}

// A hint at a single card: the slot, whether of a rank, the value, whether the card has left.
using Hint = std::tuple<std::uint8_t, bool, std::uint8_t, bool>;

std::vector<std::vector<std::pair<int, double>>> rule_answers(nb::object state,
                                                              const std::vector<std::string>& rules,
                                                              bool published,
                                                              const std::vector<Hint>& given) {
  const auto [game, position] = native_state<hanabi::Hanabi>(state, "Hanabi");
  const int actor = game.actor(position);
  if (actor < 0) throw Error(ErrorKind::option, "The game is over: no rule has a move.");
  const hanabi::View view = game.view(position, actor);
  std::vector<hanabi::SingleHint> hints;
  for (const auto& [slot, is_rank, value, gone] : given) {
    const auto& options = game.options();
    const bool fits = is_rank ? value >= 1 && value <= options.ranks : value < options.colours;
    if (slot >= game.hand_size() || !fits)
      throw Error(ErrorKind::option, "A hint names a slot and a colour or rank of the game.");
    hints.push_back({slot, is_rank, value, gone});
  }
  std::vector<std::vector<std::pair<int, double>>> result;
  for (const std::string& rule : rules) {
    auto& own = result.emplace_back();
    for (const Outcome& each : hanabi::answer(game, view, rule, published, hints))
      own.emplace_back(each.id, each.probability);
  }
  return result;
}

std::unique_ptr<AnyState> deal(nb::object game, const std::vector<std::uint8_t>& cards) {
  const auto& rules = native_game<hanabi::Hanabi>(game, "Hanabi");
  rules.check_deck(cards);
  return Dynamic<hanabi::Hanabi>::wrap(nb::cast<const AnyGame&>(game), rules.dealt(cards));
}

std::array<std::array<double, hanabi::kind_count>, hanabi::largest_hand> chances_of_kinds(
    nb::object known) {
  if (nb::isinstance<AnyBelief>(known)) {
    const auto [game, belief] = native_belief<hanabi::Hanabi>(known, "Hanabi");
    return game.chances(belief.view);
  }
  const auto [game, seen] = native_view<hanabi::Hanabi>(known, "Hanabi");
  return game.chances(seen);
}

}  // namespace

void bind_hanabi(nb::module_& module) {
  add_game("hanabi", Dynamic<hanabi::Hanabi>::make);
  module.def("hanabi_rule_library", rule_library,
             nb::sig("def hanabi_rule_library() -> list[tuple[str, bool, str]]"),
             "Each rule: its name, whether it has a threshold, what it does.");
  module.def("hanabi_rule_answers", rule_answers, nb::arg("state").none(), nb::arg("rules"),
             nb::arg("published"), nb::arg("hints"),
             nb::sig("def hanabi_rule_answers(state: typing.Any, rules: list[str], "
                     "published: bool, hints: list[tuple[int, bool, int, bool]]) "
                     "-> list[list[tuple[int, float]]]"),
             "What each rule alone would do here; otherminds.agents.hanabi.answers is the way to "
             "call it.");
  module.def("hanabi_deal", deal, nb::arg("game").none(), nb::arg("cards"),
             nb::sig("def hanabi_deal(game: typing.Any, cards: collections.abc.Sequence[int]) "
                     "-> State"),
             "The start with a deck of one's own; otherminds.games.hanabi.deal is the way to call "
             "it.");
  module.def("hanabi_chances", chances_of_kinds, nb::arg("known").none(),
             nb::sig("def hanabi_chances(known: typing.Any) -> list[list[float]]"),
             "For each own slot the probability of each kind; otherminds.games.hanabi.chances is "
             "the way to call it.");
}

}  // namespace otherminds::python
