// How a search judges positions in which it stops.
#pragma once

#include <span>
#include <vector>

#include "engine/evaluation.hpp"
#include "engine/game.hpp"

namespace otherminds {

// How to judge positions that are not over. All seats' returns in the game's units; `priors` is
// empty or gets, for each position, one weight a legal action of its actor.
template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual void evaluate(const G& game, std::span<const typename G::State* const> positions,
                        std::span<Returns> values,
                        std::vector<std::vector<double>>& priors) const = 0;
};

template <Game G>
class NamedEvaluator final : public Evaluator<G> {
 public:
  explicit NamedEvaluator(const EvaluatorEntry<G>& entry) : judge_(entry.judge) {}
  void evaluate(const G& game, std::span<const typename G::State* const> positions,
                std::span<Returns> values, std::vector<std::vector<double>>&) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) values[i] = judge_(game, *positions[i]);
  }

 private:
  Returns (*judge_)(const G&, const typename G::State&);
};

}  // namespace otherminds
