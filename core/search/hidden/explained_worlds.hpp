// Worlds weighed by all that the others have done: a world in which they would hardly have done it,
// as they are modelled, is hardly the true one. For games that can tell what a world was like
// before (earlier() in engine/game.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/hidden/world_set.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/patience.hpp"

namespace otherminds {

// The history of the others' moves in a match, as one seat has seen them.
template <Game G>
class ExplainedWorlds {
 public:
  using State = typename G::State;
  using View = typename G::View;

  explicit ExplainedWorlds(const Others<G>& others) : others_(others) {}

  void begin() { deeds_.clear(); }

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.deeds_);
    for (const Deed& deed : self.deeds_) {
      archive.check(deed.actor >= 0 && deed.actor < archive.game().seats(), "a seat");
      archive.check(deed.memories.size() == self.others_.of(deed.actor).size(),
                    "the number of memories");
    }
  }

  // A seat has acted; `before` is what was seen until then.
  void note(const Observation& seen, int self, const View& before, const Acquaintance& known) {
    const bool modelled = seen.actor >= 0 && seen.actor != self && !others_.of(seen.actor).empty();
    if (modelled && seen.action != hidden_action)
      deeds_.push_back(
          {seen.actor, seen.action, before, known.memories[static_cast<std::size_t>(seen.actor)]});
  }

  // Draws worlds from a belief, each with its weight: as many as wanted, or as there is time for.
  // With several attempts for each that is wanted, it draws on until those that explain most are
  // worth as many as wanted.
  std::vector<typename WorldSet<G>::World> draw(const G& game, const typename G::Belief& belief,
                                                const Acquaintance& known, const Particles& wanted,
                                                Rng rng) const {
    std::vector<typename WorldSet<G>::World> worlds;
    const bool chooses = wanted.attempts > 1;
    double greatest = 0;
    double sum = 0;
    double squares = 0;
    for (std::int64_t i = 0; i < wanted.count * wanted.attempts && (i == 0 || Patience::lasts());
         ++i) {
      worlds.push_back({game.sample(belief, rng), 1.0});
      Doubt doubt{chooses ? greatest * least_share : 0, &rng};
      try {
        worlds.back().weight = explained(game, belief, known, worlds.back().state, doubt);
      } catch (const Patience::Over&) {  // a model that searches
        if (i > 0) worlds.pop_back();
        continue;
      }
      if (!chooses) continue;
      const double weight = worlds.back().weight;
      if (weight <= 0 && worlds.size() > 1) worlds.pop_back();
      greatest = std::max(greatest, weight);
      sum += weight;
      squares += weight * weight;
      if (squares > 0 && sum * sum >= squares * static_cast<double>(wanted.count)) break;
    }
    return worlds;
  }

 private:
  // Something that a modelled seat did, as this seat saw it.
  struct Deed {
    int actor;
    Action action;
    View before;
    std::vector<Memory> memories;  // what each of the seat's types remembered then

    template <class Self, class Archive>
    static void archived(Self& self, Archive& archive) {
      archive(self.actor, self.action, self.before, self.memories);
    }
  };

  // A world that has become much less likely than the likeliest so far is given up in most cases,
  // and counts for more in the others, so that on average nothing changes.
  static constexpr double least_share = 0.02;
  struct Doubt {
    double floor;
    Rng* rng;

    double settled(double weight) const {
      if (weight >= floor || weight <= 0) return weight;
      return rng->unit() * floor < weight ? floor : 0.0;
    }
  };

  double explained(const G& game, const typename G::Belief& belief, const Acquaintance& known,
                   const State& world, const Doubt& doubt) const {
    double weight = 1;
    ActionList legal;
    for (auto deed = deeds_.rbegin(); deed != deeds_.rend() && weight > 0; ++deed) {
      // What was done before that is explained alike by all worlds.
      if (!game.tells(belief, deed->before)) break;
      const State then = game.earlier(belief, world, deed->before);
      game.legal(then, legal);
      weight = doubt.settled(weight * chance_of(game, known, then, *deed, legal));
    }
    return weight;
  }

  double chance_of(const G& game, const Acquaintance& known, const State& then, const Deed& deed,
                   const ActionList& legal) const {
    const auto found = std::ranges::find(legal, deed.action);
    if (found == legal.end()) return 0;
    const auto& own = others_.of(deed.actor);
    std::vector<double> each(legal.size());
    double sum = others_.error / static_cast<double>(legal.size());
    for (std::size_t type = 0; type < own.size(); ++type) {
      const double weight = known.weight(deed.actor, type);
      if (weight <= 0) continue;
      own[type]->probabilities(game, then, deed.actor, deed.memories[type], legal, each);
      sum += weight * (1 - others_.error) * each[static_cast<std::size_t>(found - legal.begin())];
    }
    return sum;
  }

  const Others<G>& others_;
  std::vector<Deed> deeds_;  // of the others, in order
};

}  // namespace otherminds
