// A search as the model of another seat.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "search/models/models.hpp"
#include "search/models/recall.hpp"
#include "search/patience.hpp"
#include "search/planner.hpp"
#include "search/resolved.hpp"

namespace otherminds {

// With Nothing it plans in the simulated world, which it takes for the true one; in games that hide
// facts that is an approximation. With an answer that draws worlds it plans from what the seat
// would believe there.
//
// With `recall` it has so many answers for a position, and each question draws one of them. The
// seed of an answer follows from the position and its number alone: it is the same whoever asks,
// whenever and in whatever thread, so what is remembered saves time and decides nothing.
template <Game G>
class NestedModel final : public Model<G> {
 public:
  using State = typename G::State;

  NestedModel(const G& game, const SearchOptions& options, Resolved<G> resolved,
              std::int64_t recall)
      : options_(options),
        resolved_(std::move(resolved)),
        recall_(static_cast<std::uint32_t>(recall)),
        look_ahead_(looks() ? std::nullopt : look_ahead(options, game.seats())) {}

  Action act(const G& game, const State& world, int seat, const Memory&, Rng& rng) const override {
    if (recall_ > 0) return answer(game, world, seat, rng.below(recall_));
    return plan(game, world, seat, Stream(rng.next())).action;
  }

  // The shares of its answers where it recalls them, else those of visits; the seed follows from
  // nothing then, so that the same question has one answer.
  void probabilities(const G& game, const State& world, int seat, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    if (recall_ > 0) return share_answers(game, world, seat, legal, out);
    const SearchResult result = plan(game, world, seat, Stream(Rng(0).next()));
    if (options_.evolve) {  // the best plan decides, not the number of visits
      for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == result.action ? 1.0 : 0.0;
      return;
    }
    if (options_.exhaustive) return share_best(result, legal, out);
    double sum = 0;
    for (const ActionStatistics& each : result.actions) sum += static_cast<double>(each.visits);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const auto found = std::ranges::find(result.actions, legal[i], &ActionStatistics::action);
      out[i] = found == result.actions.end() ? 0 : static_cast<double>(found->visits) / sum;
    }
  }

  bool looks() const override {
    const auto any_looks = [](const auto& models) {
      return std::ranges::any_of(models, [](const auto& model) { return model && model->looks(); });
    };
    const auto& evaluation = options_.limit().evaluation;
    return (evaluation && evaluation->foreign) || any_looks(resolved_.rollout) ||
           (resolved_.prior && resolved_.prior->looks()) ||
           std::ranges::any_of(resolved_.others.models, any_looks);
  }

 private:
  // What tells positions apart: what the seat sees, without what cannot matter to this search.
  typename G::View question(const G& game, const State& world, int seat) const {
    typename G::View view = game.view(world, seat);
    if constexpr (requires { game.outlook(view, *look_ahead_); }) {
      if (look_ahead_) return game.outlook(view, *look_ahead_);
    }
    return view;
  }

  Action answer(const G& game, const State& world, int seat, std::uint32_t number) const {
    if (!options_.believes())
      return remembered(game, world, Stream(state_key(game, world)).child(number),
                        [&](Stream stream) { return plan(game, world, seat, stream); });
    const typename G::View view = question(game, world, seat);
    return remembered(game, world, Stream(view_key(game, view)).child(number),
                      [&](Stream stream) { return plan_from(game, view, stream); });
  }

  template <class Plan>
  Action remembered(const G& game, const State& world, Stream stream, Plan&& plan) const {
    if (const std::optional<Action> known = recollection_.find(stream.key().low)) {
      // Two positions may share a key, once in an age: nobody plays what is not legal even then.
      ActionList legal;
      game.legal(world, legal);
      if (std::ranges::binary_search(legal, *known)) return *known;
    }
    const Action action = plan(stream).action;
    recollection_.keep(stream.key().low, action);
    return action;
  }

  void share_answers(const G& game, const State& world, int seat, std::span<const Action> legal,
                     std::span<double> out) const {
    std::ranges::fill(out, 0.0);
    for (std::uint32_t number = 0; number < recall_; ++number) {
      const auto found = std::ranges::find(legal, answer(game, world, seat, number));
      if (found != legal.end())
        out[static_cast<std::size_t>(found - legal.begin())] += 1.0 / recall_;
    }
  }

  // Who looks at everything plays any of the best moves.
  static void share_best(const SearchResult& result, std::span<const Action> legal,
                         std::span<double> out) {
    double best = result.actions.front().value;
    for (const ActionStatistics& each : result.actions) best = std::max(best, each.value);
    double equals = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const auto found = std::ranges::find(result.actions, legal[i], &ActionStatistics::action);
      out[i] = found != result.actions.end() && found->value == best ? 1.0 : 0.0;
      equals += out[i];
    }
    for (double& chance : out) chance /= equals;
  }

  SearchResult plan(const G& game, const State& world, int seat, Stream stream) const {
    const Patience::Inner inner;
    if (options_.believes()) return plan_from(game, game.view(world, seat), stream);
    return search<G>(game, &world, nullptr, options_, resolved_, stream, nullptr);
  }

  SearchResult plan_from(const G& game, const typename G::View& view, Stream stream) const {
    const Patience::Inner inner;
    const typename G::Belief belief = game.belief(view);
    return search<G>(game, nullptr, &belief, options_, resolved_, stream, nullptr);
  }

  SearchOptions options_;
  Resolved<G> resolved_;
  std::uint32_t recall_;
  std::optional<std::int64_t> look_ahead_;
  mutable Recollection recollection_;
};

template <Game G>
std::shared_ptr<const Model<G>> make_nested_model(const G& game, const SearchOptions& options,
                                                  const Toolbox<G>& toolbox, std::int64_t recall) {
  return std::make_shared<NestedModel<G>>(game, options,
                                          resolve(game, options, toolbox, Use::model), recall);
}

}  // namespace otherminds
