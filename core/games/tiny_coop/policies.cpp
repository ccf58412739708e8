#include "games/tiny_coop/tables.hpp"

namespace otherminds::tiny_coop {

namespace {

// Always knows what to do.
class Certain : public Policy<TinyCoop> {
 public:
  bool watches() const final { return false; }

  void probabilities(const TinyCoop& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const final {
    const Action chosen = choose(game, view);
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == chosen ? 1.0 : 0.0;
  }

  Action act(const TinyCoop& game, const View& view, const Memory&, Rng&) const final {
    return choose(game, view);
  }

 protected:
  virtual Action choose(const TinyCoop& game, const View& view) const = 0;
};

class Waiting final : public Certain {
  Action choose(const TinyCoop&, const View&) const override { return wait; }
};

// Goes where the partner flared, even into a wall; without a flare it stays. Of several partners
// the one with the lowest number is followed.
class FollowTheFlare final : public Certain {
  Action choose(const TinyCoop& game, const View& view) const override {
    for (int other = 0; other < game.seats(); ++other) {
      const int flare = view.flares[other];
      if (other == view.seat || flare == none) continue;
      return game.action_set() == ActionSet::relative ? flare_moves[flare]
                                                      : towards(game, view, flare);
    }
    return wait;
  }

  static Action towards(const TinyCoop& game, const View& view, int target) {
    const Level& level = game.level();
    const int own = view.cells[view.seat];
    if (level.x(own) == level.x(target)) {
      if (target == own - 1) return up;
      if (target == own + 1) return down;
    }
    if (target == own - level.height) return left;
    return target == own + level.height ? right : wait;
  }
};

// Moves three times out of four, flares otherwise, and never just waits.
class BiasRandom final : public Policy<TinyCoop> {
 public:
  bool watches() const override { return false; }

  void probabilities(const TinyCoop& game, const View&, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    const int flares = game.action_count() - first_flare;
    const double moving = flares > 0 ? 0.75 : 1.0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (legal[i] == wait)
        out[i] = 0;
      else
        out[i] = legal[i] < first_flare ? moving / (move_count - 1) : (1 - moving) / flares;
    }
  }

  Action act(const TinyCoop& game, const View&, const Memory&, Rng& rng) const override {
    const auto flares = static_cast<std::uint32_t>(game.action_count() - first_flare);
    if (flares > 0 && rng.below(4) == 0)
      return first_flare + static_cast<Action>(rng.below(flares));
    return up + static_cast<Action>(rng.below(move_count - 1));
  }
};

// Knows every distance and plays its part of a shortest joint way to win.
class Cooperator final : public Certain {
 public:
  explicit Cooperator(const TinyCoop& game)
      : tables_(game.tables()), solution_(tables_->solution(game)) {}

 private:
  Action choose(const TinyCoop& game, const View& view) const override {
    return solution_.best(game, view.cells, view.visited)[view.seat];
  }

  std::shared_ptr<const Tables> tables_;  // keeps the solution alive
  const Solution& solution_;
};

}  // namespace

const std::vector<PolicyEntry<TinyCoop>>& policies(const TinyCoop&) {
  static const std::vector<PolicyEntry<TinyCoop>> entries = {
      {"wait",
       "Never does anything.",
       {},
       [](const TinyCoop&, const Value&) { return std::make_shared<Waiting>(); }},
      {"bias_random",
       "Three times in four one of the four moves at random, else a random flare.",
       {},
       [](const TinyCoop&, const Value&) { return std::make_shared<BiasRandom>(); }},
      {"follow_the_flare",
       "Moves where its partner flared at the last tick, otherwise waits.",
       {},
       [](const TinyCoop&, const Value&) { return std::make_shared<FollowTheFlare>(); }},
      {"cooperator",
       "Plays its part of the first joint move that begins a shortest way to win.",
       {},
       [](const TinyCoop& game, const Value&) { return std::make_shared<Cooperator>(game); }},
  };
  return entries;
}

}  // namespace otherminds::tiny_coop
