#include "games/hanabi/conventions/conventions.hpp"

namespace otherminds::hanabi {

namespace {

class Conventions final : public Policy<Hanabi> {
 public:
  explicit Conventions(const Weights& weights) : weights_(weights) {}

  void begin(const Hanabi&, Memory& memory, int, Rng&) const override { memory = {}; }

  // The view tells the last event, and unlike an observation it is always one of the game.
  void observe(const Hanabi& game, Memory& memory, int, const Observation&,
               const View& view) const override {
    Notes notes = Notes::of(game, memory);
    read_event(game, view, notes);
    memory.store(notes);
  }

  Action act(const Hanabi& game, const View& view, const Memory& memory, Rng&) const override {
    return choose_by_conventions(game, view, Notes::of(game, memory), weights_);
  }

  void probabilities(const Hanabi& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    const Action chosen = choose_by_conventions(game, view, Notes::of(game, memory), weights_);
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == chosen ? 1 : 0;
  }

 private:
  const Weights weights_;
};

}  // namespace

std::shared_ptr<const Policy<Hanabi>> make_conventions(const Weights& weights) {
  return std::make_shared<Conventions>(weights);
}

PolicyEntry<Hanabi> conventions_policy() {
  return {"conventions",
          "Follows conventions as people do: hints to play and to save, prompts and finesses.",
          {},
          [](const Hanabi&, const Value&) { return make_conventions(Weights()); }};
}

}  // namespace otherminds::hanabi
