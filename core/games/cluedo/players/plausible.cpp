#include "games/cluedo/players/plausible.hpp"

#include <algorithm>
#include <cmath>

#include "games/cluedo/players/heuristic.hpp"

namespace otherminds::cluedo {

namespace {

// Every action type is as likely as another, an accusation as it is to be right. Of the
// accusations there is only the best guess; suggestions and rooms count by what is not known of
// their cards, rooms less the farther they are.
class Plausible final : public Policy<Cluedo> {
 public:
  bool watches() const override { return false; }

  void probabilities(const Cluedo& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    const Table& table = view.table;
    if (table.phase == answering) {
      for (double& chance : out) chance = 1.0 / static_cast<double>(legal.size());
      return;
    }
    const Sheet sheet = first_sheet(game, view);
    std::array<double, most_cards> doubt{};
    for (int card = 0; card < game.cards().size(); ++card) doubt[card] = 0.2 + sheet.entropy(card);
    const Triple certain = solved(sheet, game.cards());
    const Triple guess = certain.suspect != no_card ? certain : likeliest(sheet, game.cards());
    const double right = static_cast<double>(sheet.chances[guess.suspect][envelope]) *
                         static_cast<double>(sheet.chances[guess.weapon][envelope]) *
                         static_cast<double>(sheet.chances[guess.room][envelope]);
    std::array<double, type_count> sums{};
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const int type = game.type_of(legal[i]);
      out[i] = weight(game, view, legal[i], type, doubt, guess);
      sums[static_cast<std::size_t>(type)] += out[i];
    }
    double total = 0;
    for (int type = 0; type < type_count; ++type)
      if (sums[static_cast<std::size_t>(type)] > 0) total += type == accuse ? right : 1;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const int type = game.type_of(legal[i]);
      const double sum = sums[static_cast<std::size_t>(type)];
      if (sum > 0) out[i] *= (type == accuse ? right : 1) / sum / total;
    }
  }

 private:
  static double weight(const Cluedo& game, const View& view, Action action, int type,
                       const std::array<double, most_cards>& doubt, const Triple& guess) {
    if (type == accuse) return game.triple_of(action) == guess ? 1 : 0;
    if (type == suggest) {
      const Triple triple = game.triple_of(action);
      return doubt[triple.suspect] * doubt[triple.weapon];
    }
    if (type != ActionType::move) return 1;
    const int room = game.room_of_move(action);
    const int first = game.cards().first_room();
    if (room >= 0) {
      const double turns =
          game.rules().free_moves ? 1 : 1 + game.pips(view.table, view.seat, room) / 4;
      return doubt[first + room] / turns;
    }
    double best = 0;
    for (int each = 0; each < game.cards().room_count(); ++each) {
      const int pips = board().to_room[each].pips[game.square_of_move(action)];
      best = std::max(best, doubt[first + each] / (2 + pips));
    }
    return best / 4;
  }
};

}  // namespace

PolicyEntry<Cluedo> plausible_policy() {
  return {"plausible",
          "What a sensible player might do, judged from its view alone; made for priors.",
          {},
          [](const Cluedo&, const Value&) { return std::make_shared<Plausible>(); }};
}

}  // namespace otherminds::cluedo
