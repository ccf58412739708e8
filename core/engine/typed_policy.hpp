// Typed play as a policy of every game: an action type is drawn, then an action of that type.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "engine/error.hpp"
#include "engine/policy.hpp"
#include "engine/type_distribution.hpp"

namespace otherminds {

// Counts the legal actions of each of `types` types; those that have some are the bits of the
// result.
template <Game G>
std::uint64_t count_types(const G& game, std::span<const Action> legal, std::size_t types,
                          std::array<std::uint32_t, 64>& counts) {
  std::uint64_t mask = 0;
  for (const Action action : legal) {
    const auto type = static_cast<std::size_t>(game.type_of(action));
    if (type >= types)  // a game written in Python may change its mind
      throw Error(ErrorKind::game, "type_of() of " + game.name() + " answered " +
                                       std::to_string(type) + ", but there were " +
                                       std::to_string(types) + " action types.");
    mask |= std::uint64_t{1} << type;
    ++counts[type];
  }
  return mask;
}

// The probability of each legal action.
template <Game G>
void typed_probabilities(const G& game, const TypeDistribution& distribution,
                         std::span<const Action> legal, std::span<double> out) {
  std::array<std::uint32_t, 64> counts{};
  std::array<double, 64> chances;
  const std::span<double> types(chances.data(), distribution.size());
  distribution.probabilities(count_types(game, legal, distribution.size(), counts), types);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const auto type = static_cast<std::size_t>(game.type_of(legal[i]));
    out[i] = type < types.size() && counts[type] > 0 ? types[type] / counts[type] : 0.0;
  }
}

template <Game G>
class TypedPolicy final : public Policy<G> {
 public:
  explicit TypedPolicy(TypeDistribution distribution) : distribution_(std::move(distribution)) {}

  bool watches() const override { return false; }
  void probabilities(const G& game, const typename G::View&, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    typed_probabilities(game, distribution_, legal, out);
  }

 private:
  TypeDistribution distribution_;
};

template <Game G>
PolicyEntry<G> typed_policy_entry() {
  return {"typed", "Draws a kind of action by weight, then one of that kind.",
          type_distribution_options(), [](const G& game, const Value& options) {
            const auto names = game.type_names();
            const std::vector<std::string_view> types(names.begin(), names.end());
            return std::make_shared<TypedPolicy<G>>(TypeDistribution(options, types));
          }};
}

}  // namespace otherminds
