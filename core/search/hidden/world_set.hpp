// A belief as a weighted set of worlds: the particles of POMCP, the belief state of belief search.
//
// As long as all possible worlds fit, the set is the exact posterior, models of the other seats
// included: each event multiplies a world's weight by the chance of what was witnessed. When they
// do not fit, worlds are resampled by weight. When none is left, the set is drawn anew from the
// game's belief, so it is never empty. When the time is over (search/patience.hpp) it has to do
// with the worlds that it has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "search/patience.hpp"

namespace otherminds {

template <Game G>
class WorldSet {
 public:
  using State = typename G::State;

  struct World {
    State state;
    double weight;

    template <class Self, class Archive>
    static void archived(Self& self, Archive& archive) {
      archive(self.state, self.weight);
      archive.check(self.weight > 0 && self.weight <= 1, "the weight of a world");
    }
  };

  // How likely a seat is to take each of its legal actions in a world.
  using Chances =
      std::function<void(const State&, int seat, const ActionList&, std::vector<double>&)>;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.worlds_);
  }

  bool empty() const { return worlds_.empty(); }
  const std::vector<World>& worlds() const { return worlds_; }
  std::vector<World>& worlds() { return worlds_; }

  // At most `count` worlds of a belief: all of them where the game can list them and they fit.
  // It takes a small part of the time: equal worlds have to be found, and the search begins then.
  void fill(const G& game, const typename G::Belief& belief, std::size_t count, Rng& rng) {
    const Patience patience(Patience::Share{0.15});
    worlds_.clear();
    if constexpr (requires(std::vector<std::pair<State, double>>& out) {
                    game.worlds(belief, out);
                  }) {
      std::vector<std::pair<State, double>> all;
      game.worlds(belief, all);
      if (!all.empty() && all.size() <= count) {
        for (auto& [state, weight] : all) worlds_.push_back({std::move(state), weight});
        normalise();
        return;
      }
    }
    add_samples(game, belief, count, 1.0, rng);
    merge(game);
    normalise();
  }

  // Folds in what `seat` witnessed. `belief` is the game's, already updated.
  void advance(const G& game, int seat, const Observation& seen, const typename G::View& now,
               const typename G::Belief& belief, std::size_t count, double fresh,
               const Chances& chances, Rng& rng) {
    const std::uint64_t wanted = view_key(game, now);
    std::vector<World> next;
    ActionList legal;
    OutcomeList outcomes;
    std::vector<double> weights;
    for (const World& world : worlds_) {
      if (!Patience::lasts()) break;
      const int actor = game.actor(world.state);
      if (actor != seen.actor || actor == nobody) continue;
      if (actor == chance) {
        game.outcomes(world.state, outcomes);
        legal.clear();
        weights.clear();
        for (const Outcome& outcome : outcomes) {
          legal.push_back(outcome.id);
          weights.push_back(outcome.probability);
        }
      } else {
        game.legal(world.state, legal);
        // A visible move of a seat that nobody models says only that it was possible.
        const double each =
            seen.action != hidden_action ? 1.0 : 1.0 / static_cast<double>(legal.size());
        weights.assign(legal.size(), each);
        try {
          if (chances && actor != seat) chances(world.state, actor, legal, weights);
        } catch (const Patience::Over&) {  // a model that searches
          break;
        }
      }
      for (std::size_t i = 0; i < legal.size(); ++i) {
        if (weights[i] <= 0) continue;
        if (seen.action != hidden_action && legal[i] != seen.action) continue;
        State after = world.state;
        game.apply(after, legal[i]);
        if (!(game.observe(world.state, legal[i], after, seat) == seen)) continue;
        if (view_key(game, game.view(after, seat)) != wanted) continue;
        next.push_back({std::move(after), world.weight * weights[i]});
      }
    }
    worlds_ = std::move(next);
    merge(game);
    normalise();
    if (worlds_.empty()) return fill(game, belief, count, rng);
    limit(count, rng);
    if (fresh > 0) {
      for (World& world : worlds_) world.weight *= 1 - fresh;
      const auto number = static_cast<std::size_t>(fresh * static_cast<double>(count)) + 1;
      add_samples(game, belief, number, fresh, rng);
      merge(game);
      normalise();
      limit(count, rng);
    }
  }

  // Takes these; weights need not sum to 1. Where none has any, all count alike.
  void assign(std::vector<World> worlds) {
    worlds_ = std::move(worlds);
    const bool any =
        std::ranges::any_of(worlds_, [](const World& world) { return world.weight > 0; });
    if (!any) {
      for (World& world : worlds_) world.weight = 1;
    }
    normalise();
  }

  // Keeps at most `count` worlds.
  void limit(std::size_t count, Rng& rng) {
    if (worlds_.size() > count) resample(count, rng);
  }

  // A world by weight.
  const State& draw(Rng& rng) const {
    double point = rng.unit();
    for (const World& world : worlds_) {
      if (point < world.weight) return world.state;
      point -= world.weight;
    }
    return worlds_.back().state;
  }

  // Makes one of equal worlds.
  void merge(const G& game) {
    if (worlds_.size() < 2) return;
    std::unordered_map<std::uint64_t, std::size_t> places;
    places.reserve(worlds_.size());
    std::vector<World> kept;
    for (World& world : worlds_) {
      const auto [place, isnew] = places.try_emplace(state_key(game, world.state), kept.size());
      if (isnew)
        kept.push_back(std::move(world));
      else
        kept[place->second].weight += world.weight;
    }
    worlds_ = std::move(kept);
  }

  // Divides by the sum and drops worlds without weight.
  void normalise() {
    // By the greatest first: the sum of large weights would be infinite.
    double greatest = 0;
    for (const World& world : worlds_) greatest = std::max(greatest, world.weight);
    if (!(greatest > 0)) {
      worlds_.clear();
      return;
    }
    double sum = 0;
    for (World& world : worlds_) sum += world.weight /= greatest;
    for (World& world : worlds_) world.weight /= sum;
    std::erase_if(worlds_, [](const World& world) { return !(world.weight > 0); });
  }

 private:
  void add_samples(const G& game, const typename G::Belief& belief, std::size_t count, double share,
                   Rng& rng) {
    for (std::size_t i = 0; i < count && (worlds_.empty() || Patience::lasts()); ++i)
      worlds_.push_back({game.sample(belief, rng), share / static_cast<double>(count)});
  }

  // Systematic resampling: one draw decides all, each world keeps its share within one.
  void resample(std::size_t count, Rng& rng) {
    std::vector<World> kept;
    const double step = 1.0 / static_cast<double>(count);
    double point = rng.unit() * step;
    double passed = 0;
    for (const World& world : worlds_) {
      passed += world.weight;
      std::size_t copies = 0;
      while (point < passed && kept.size() + copies < count + 1) {
        ++copies;
        point += step;
      }
      if (copies > 0) kept.push_back({world.state, step * static_cast<double>(copies)});
    }
    worlds_ = std::move(kept);
    normalise();
  }

  std::vector<World> worlds_;
};

}  // namespace otherminds
