#include "games/leduc/leduc.hpp"

namespace otherminds::leduc {

namespace {

enum Strength : int { weak, medium, strong };

// The rank, until there is a board; then only a pair is strong and a king without one is medium.
Strength strength_of(const View& view) {
  const int rank = rank_of(view.card);
  if (view.board == none) return static_cast<Strength>(rank);
  if (rank == rank_of(view.board)) return strong;
  return rank == rank_count - 1 ? medium : weak;
}

// Weights of fold, call and raise for each strength of the hand; the probabilities are those of the
// legal actions, divided by their sum. Where no legal action has a weight, the hand is called.
using Weights = std::array<std::array<double, kind_count>, 3>;

constexpr Weights honest_weights = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Weights mixed_weights = {{{0.5, 0.3, 0.2}, {0.1, 0.7, 0.2}, {0.05, 0.35, 0.6}}};

class TablePolicy final : public Policy<Leduc> {
 public:
  explicit TablePolicy(const Weights& weights) : weights_(weights) {}

  void probabilities(const Leduc&, const View& view, const Memory&, std::span<const Action> legal,
                     std::span<double> out) const override {
    const auto& weights = weights_[strength_of(view)];
    double total = 0;
    for (const Action action : legal) total += weights[action];
    for (std::size_t i = 0; i < legal.size(); ++i) {
      out[i] = total > 0 ? weights[legal[i]] / total : legal[i] == call ? 1.0 : 0.0;
    }
  }

  bool watches() const override { return false; }

  Action act(const Leduc& game, const View& view, const Memory& memory, Rng& rng) const override {
    static thread_local ActionList legal;  // saves an allocation per move
    game.legal(view, legal);
    std::array<double, kind_count> chances{};
    probabilities(game, view, memory, legal, std::span(chances).first(legal.size()));
    double point = rng.unit();
    Action drawn = call;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (chances[i] == 0) continue;
      drawn = legal[i];
      if (point < chances[i]) break;
      point -= chances[i];
    }
    return drawn;
  }

 private:
  Weights weights_;
};

PolicyEntry<Leduc> table_entry(std::string name, std::string summary, const Weights& weights) {
  return {std::move(name), std::move(summary), {}, [weights](const Leduc&, const Value&) {
            return std::make_shared<TablePolicy>(weights);
          }};
}

}  // namespace

const std::vector<PolicyEntry<Leduc>>& policies(const Leduc&) {
  static const std::vector<PolicyEntry<Leduc>> entries = {
      table_entry("honest",
                  "Raises a strong hand, calls a medium one, folds a weak one to a raise.",
                  honest_weights),
      table_entry("mixed", "Does everything with some probability, by the strength of its hand.",
                  mixed_weights),
  };
  return entries;
}

}  // namespace otherminds::leduc
