// A policy: from a view and a memory to a distribution over the legal actions.
//
// The same object can be a player, a roll-out, a prior, or a model of another seat. It never
// changes; what it remembers lives in a Memory, a small value that is folded from observations and
// copied with each simulated world.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy_options.hpp"

namespace otherminds {

class alignas(8) Memory {
 public:
  static constexpr std::size_t capacity = 896;  // a detective's sheet of Cluedo is the largest

  // Reads the memory as a struct that the policy stored before; zeros before the first store.
  template <class T>
  T load() const {
    check<T>();
    T content;
    std::memcpy(&content, bytes_.data(), sizeof content);
    return content;
  }

  template <class T>
  void store(const T& content) {
    check<T>();
    std::memcpy(bytes_.data(), &content, sizeof content);
  }

  // The same in place, for structs too large to be copied twice per observation.
  template <class T>
  T& as() {
    check<T>();
    return *std::launder(reinterpret_cast<T*>(bytes_.data()));
  }
  template <class T>
  const T& as() const {
    check<T>();
    return *std::launder(reinterpret_cast<const T*>(bytes_.data()));
  }

 private:
  template <class T>
  static constexpr void check() {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= capacity &&
                  alignof(T) <= alignof(Memory));
  }

  std::array<std::byte, capacity> bytes_{};
};

template <Game G>
class Policy {
 public:
  using View = typename G::View;

  virtual ~Policy() = default;

  // A match begins. The memory is all zeros before the first match of a living player and as the
  // last match left it afterwards.
  virtual void begin(const G&, Memory&, int /*seat*/, Rng&) const {}

  // Folds what the seat witnessed into its memory.
  virtual void observe(const G&, Memory&, int /*seat*/, const Observation&, const View&) const {}

  // Whether observe() does anything; matches save the work otherwise.
  virtual bool watches() const { return true; }
  // Whether it does anything with this; matches save the view otherwise.
  virtual bool heeds(const G&, const Memory&, int /*seat*/, const Observation&) const {
    return true;
  }

  // The match is over; the memory may carry something into the next one.
  virtual void end(const G&, Memory&, int /*seat*/, const Returns&) const {}

  // The probability of each legal action; `out` has the size of `legal` and is filled whole. They
  // sum to 1, or to less where the policy as a model predicts less than it does as a player.
  virtual void probabilities(const G&, const View&, const Memory&, std::span<const Action> legal,
                             std::span<double> out) const = 0;

  // Draws one action; may be overridden when drawing is cheaper than listing probabilities, with
  // the same distribution.
  virtual Action act(const G& game, const View& view, const Memory& memory, Rng& rng) const {
    ActionList legal;
    game.legal(view, legal);
    std::vector<double> weights(legal.size());
    probabilities(game, view, memory, legal, weights);
    double point = rng.unit();
    std::size_t last = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (weights[i] <= 0) continue;
      last = i;
      if (point < weights[i]) break;
      point -= weights[i];
    }
    return legal[last];
  }

  // Plays all seats to the end of the game by this policy, if there is a way to do that faster than
  // move by move; false if not.
  virtual bool play_out(const G&, typename G::State&, Rng&) const { return false; }

  // The name of the type that decides the next move, for policies that switch between types.
  virtual std::string current_type(const Memory&) const { return {}; }
};

// Every legal action with the same probability.
template <Game G>
class UniformPolicy final : public Policy<G> {
 public:
  void probabilities(const G&, const typename G::View&, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    for (double& probability : out) probability = 1.0 / static_cast<double>(legal.size());
  }

  bool watches() const override { return false; }

  Action act(const G& game, const typename G::View& view, const Memory&, Rng& rng) const override {
    static thread_local ActionList legal;  // saves an allocation per move
    game.legal(view, legal);
    return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
  }
};

// One named policy of a game and how to make it from options.
template <Game G>
struct PolicyEntry {
  std::string name;
  std::string summary;
  std::vector<PolicyOption> options;
  // From options that are checked.
  std::function<std::shared_ptr<const Policy<G>>(const G&, const Value& options)> make;

  std::shared_ptr<const Policy<G>> checked(const G& game, const Value& given) const {
    check_policy_options(name, options, given);
    return make(game, given);
  }
};

template <Game G>
PolicyEntry<G> uniform_policy_entry() {
  return {
      "random", "Every legal action with the same probability.", {}, [](const G&, const Value&) {
        return std::make_shared<UniformPolicy<G>>();
      }};
}

}  // namespace otherminds
