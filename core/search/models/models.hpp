// How a seat decides in a simulated world. A model is asked with the world itself, so that a policy
// can be shown its seat's view of it and a nested search can plan from it; the same object serves
// as a model of another seat, as a roll-out and as a prior.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "engine/type_distribution.hpp"
#include "engine/typed_policy.hpp"
#include "search/quirks.hpp"

namespace otherminds {

template <Game G>
class Model {
 public:
  using State = typename G::State;

  virtual ~Model() = default;
  virtual Action act(const G& game, const State& world, int seat, const Memory& memory,
                     Rng& rng) const = 0;
  virtual void probabilities(const G& game, const State& world, int seat, const Memory& memory,
                             std::span<const Action> legal, std::span<double> out) const = 0;

  virtual void begin(const G&, Memory&, int /*seat*/, Rng&) const {}
  virtual void observe(const G&, Memory&, int /*seat*/, const Observation&, const State&) const {}
  virtual bool watches() const { return false; }
  // Plays all seats to the end of the game, if the game has a way to do that faster than move by
  // move; false if not.
  virtual bool play_out(const G&, State&, Rng&) const { return false; }
  // Whether it looks at its seat's view, where it may read what has no effect on the game itself.
  virtual bool looks() const { return true; }
};

template <Game G>
class PolicyModel final : public Model<G> {
 public:
  using State = typename G::State;

  // `misses_hand`: it decides by a view that leaves its hand out of what is unseen.
  explicit PolicyModel(std::shared_ptr<const Policy<G>> policy, bool misses_hand = false)
      : policy_(std::move(policy)), misses_hand_(misses_hand) {}

  Action act(const G& game, const State& world, int seat, const Memory& memory,
             Rng& rng) const override {
    return policy_->act(game, shown(game, world, seat), memory, rng);
  }
  void probabilities(const G& game, const State& world, int seat, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    policy_->probabilities(game, shown(game, world, seat), memory, legal, out);
  }
  void begin(const G& game, Memory& memory, int seat, Rng& rng) const override {
    policy_->begin(game, memory, seat, rng);
  }
  void observe(const G& game, Memory& memory, int seat, const Observation& seen,
               const State& world) const override {
    if (policy_->heeds(game, memory, seat, seen))
      policy_->observe(game, memory, seat, seen, game.view(world, seat));
  }
  bool watches() const override { return policy_->watches(); }
  bool play_out(const G& game, State& world, Rng& rng) const override {
    return policy_->play_out(game, world, rng);
  }

 private:
  typename G::View shown(const G& game, const State& world, int seat) const {
    return shown_to_policy(game, misses_hand_, world, seat);
  }

  std::shared_ptr<const Policy<G>> policy_;
  bool misses_hand_;
};

// A model's move, or a random one with the chance of an error.
template <Game G>
Action erring_move(const G& game, const Model<G>& model, const typename G::State& world, int seat,
                   const Memory& memory, double error, Rng& rng) {
  if (error > 0 && rng.unit() < error) {
    static thread_local ActionList scratch;
    return sample_legal(game, world, scratch, rng);
  }
  return model.act(game, world, seat, memory, rng);
}

// Uniform over what is legal in the world; needs no view.
template <Game G>
class RandomModel final : public Model<G> {
 public:
  Action act(const G& game, const typename G::State& world, int, const Memory&,
             Rng& rng) const override {
    static thread_local ActionList scratch;
    return sample_legal(game, world, scratch, rng);
  }
  void probabilities(const G&, const typename G::State&, int, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    for (double& chance : out) chance = 1.0 / static_cast<double>(legal.size());
  }
  bool looks() const override { return false; }
};

// Draws an action type, then an action of that type (Dobre 2018).
template <Game G>
class TypedModel final : public Model<G> {
 public:
  using State = typename G::State;

  explicit TypedModel(TypeDistribution distribution) : distribution_(std::move(distribution)) {}

  Action act(const G& game, const State& world, int, const Memory&, Rng& rng) const override {
    if constexpr (requires { game.sample_of_type(world, 0, rng); })
      return game.sample_of_type(world, distribution_.draw(game.legal_type_bits(world), rng), rng);
    else
      return from_list(game, world, rng);
  }

  void probabilities(const G& game, const State&, int, const Memory&, std::span<const Action> legal,
                     std::span<double> out) const override {
    typed_probabilities(game, distribution_, legal, out);
  }
  bool looks() const override { return false; }

  bool play_out(const G& game, State& world, Rng& rng) const override {
    if constexpr (requires { game.play_typed(world, distribution_, rng); }) {
      game.play_typed(world, distribution_, rng);
      return true;
    } else {
      return false;
    }
  }

 private:
  Action from_list(const G& game, const State& world, Rng& rng) const {
    // Saves an allocation per move; a game written in Python may come back here within type_of().
    static thread_local ActionList shared;
    ActionList own;
    ActionList& actions = std::is_trivially_copyable_v<State> ? shared : own;
    std::array<double, 64> chances;
    if constexpr (
        requires { game.legal_types(world); } &&
        requires(ActionList& out) { game.legal_of_type(world, 0, out); }) {
      std::uint64_t legal = 0;
      for (const int type : game.legal_types(world)) legal |= std::uint64_t{1} << type;
      game.legal_of_type(world, draw_type(legal, chances, rng), actions);
      return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    } else {
      game.legal(world, actions);
      std::array<std::uint32_t, 64> counts{};
      const std::uint64_t legal = count_types(game, actions, distribution_.size(), counts);
      const int type = draw_type(legal, chances, rng);
      std::uint32_t left = rng.below(counts[static_cast<std::size_t>(type)]);
      for (const Action action : actions) {
        if (game.type_of(action) == type && left-- == 0) return action;
      }
      return actions.back();
    }
  }

  int draw_type(std::uint64_t legal, std::array<double, 64>& chances, Rng& rng) const {
    const std::span<double> types(chances.data(), distribution_.size());
    distribution_.probabilities(legal, types);
    double point = rng.unit();
    int last = std::countr_zero(legal);
    for (std::size_t type = 0; type < types.size(); ++type) {
      if (types[type] <= 0) continue;
      last = static_cast<int>(type);
      if (point < types[type]) break;
      point -= types[type];
    }
    return last;
  }

  TypeDistribution distribution_;
};

}  // namespace otherminds
