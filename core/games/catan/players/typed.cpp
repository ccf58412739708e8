// Dobre's program draws an action type only in the midst of a turn. Elsewhere all actions are
// alike, so that before the roll a knight is nearly always played, and what is discarded is drawn
// from the cards.
#include "games/catan/players/typed.hpp"

#include <algorithm>

#include "engine/type_distribution.hpp"
#include "engine/typed_policy.hpp"

namespace otherminds::catan {

namespace {

class TurnTyped final : public Policy<Catan> {
 public:
  explicit TurnTyped(TypeDistribution distribution) : distribution_(std::move(distribution)) {}

  bool watches() const override { return false; }

  bool play_out(const Catan& game, State& state, Rng& rng) const override {
    game.play_typed(state, distribution_, rng, true);
    return true;
  }

  void probabilities(const Catan& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    if (view.table.phase == playing) return typed_probabilities(game, distribution_, legal, out);
    for (std::size_t i = 0; i < legal.size(); ++i)
      out[i] = view.table.phase == discarding
                   ? static_cast<double>(view.hand()[legal[i] - action::first_discard]) /
                         view.hand().size()
                   : 1.0 / static_cast<double>(legal.size());
  }

  Action act(const Catan& game, const View& view, const Memory&, Rng& rng) const override {
    if (view.table.phase == playing) {
      const State known = stand_in(view);
      return game.sample_of_type(known, distribution_.draw(game.legal_type_bits(known), rng), rng);
    }
    if (view.table.phase == discarding) {
      auto place = static_cast<int>(rng.below(static_cast<std::uint32_t>(view.hand().size())));
      int resource = 0;
      while (place >= view.hand()[resource]) place -= view.hand()[resource++];
      return action::discard(resource);
    }
    static thread_local ActionList legal;
    game.legal(view, legal);
    return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
  }

 private:
  // A state in which the seat has the same choices: of hidden hands only the sizes decide.
  static State stand_in(const View& view) {
    State state;
    state.table = view.table;
    state.hands = view.hands;
    state.held = view.held;
    state.fresh = view.fresh;
    for (int seat = 0; seat < most_seats; ++seat) {
      int left = view.hand_sizes[seat] - view.hands[seat].size();
      for (int resource = 0; left > 0; ++resource) {
        const int some = std::min(left, most_of_a_kind);
        state.hands[seat] += Hand::of(resource, some);
        left -= some;
      }
    }
    return state;
  }

  TypeDistribution distribution_;
};

}  // namespace

PolicyEntry<Catan> typed_policy() {
  return {"turn_typed",
          "Draws a kind of action in the midst of its turn, and any action elsewhere (Dobre 2018).",
          type_distribution_options(), typed_in_turn};
}

std::shared_ptr<const Policy<Catan>> typed_in_turn(const Catan& game, const Value& options) {
  return std::make_shared<TurnTyped>(TypeDistribution(options, game.type_names()));
}

}  // namespace otherminds::catan
