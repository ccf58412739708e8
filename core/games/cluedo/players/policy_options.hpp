// The options of players that exist in Cluedo and in its belief game.
#pragma once

#include <array>
#include <string_view>

#include "games/cluedo/players/heuristic.hpp"

namespace otherminds::cluedo {

enum class EntropyTies { random, first };
constexpr std::array<std::string_view, 2> names_of(EntropyTies) { return {"random", "first"}; }
enum class Choosing { uniform, sensible };
constexpr std::array<std::string_view, 2> names_of(Choosing) { return {"uniform", "sensible"}; }

struct HeuristicFields {
  ShowingUpdate belief = ShowingUpdate::thesis;
  EntropyTies ties = EntropyTies::random;
  Choosing choice = Choosing::uniform;
  double accuse_below = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("belief", self.belief,
          Says{"How its sheet is marked when others show each other a card."});
    visit("ties", self.ties, Says{"Which of equally doubtful cards it asks for."});
    visit("choice", self.choice,
          Says{"Of suggesting, walking and the passage it takes any, or what helps."});
    visit("accuse_below", self.accuse_below, at_least(0),
          Says{"Accuses its best guess when its sheet has fewer bits in doubt."});
  }
};

inline HeuristicOptions heuristic_options(const Value& value) {
  const auto given = chosen_options<HeuristicFields>(value);
  return {given.belief, given.ties == EntropyTies::first, given.choice == Choosing::sensible,
          given.accuse_below};
}

// Typed play in which each room to walk to counts as a kind of its own, as Ledford's program has
// it: walking drowns the rest.
template <Game G>
class RoomsPolicy final : public Policy<G> {
 public:
  bool watches() const override { return false; }

  void probabilities(const G& game, const typename G::View&, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    std::array<double, type_count> counts{};
    for (const Action action : legal) ++counts[static_cast<std::size_t>(game.type_of(action))];
    double kinds = 0;
    for (int type = 0; type < type_count; ++type) {
      const double number = counts[static_cast<std::size_t>(type)];
      kinds += type == ActionType::move ? number : number > 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const int type = game.type_of(legal[i]);
      out[i] = 1 / kinds / (type == ActionType::move ? 1 : counts[static_cast<std::size_t>(type)]);
    }
  }
};

}  // namespace otherminds::cluedo
