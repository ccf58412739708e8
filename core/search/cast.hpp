// The other seats of one iteration: which type each plays and what it remembers.
#pragma once

#include <array>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/equipment.hpp"
#include "search/posterior.hpp"
#include "search/result.hpp"

namespace otherminds {

// What the searching seat knows of the others when a search begins.
struct Acquaintance {
  TypePosterior posterior;
  std::array<std::vector<Memory>, max_seats> memories;      // one a seat and type
  std::array<int, max_seats> told{-1, -1, -1, -1, -1, -1};  // the type of a seat, where it is told
};

// Meets the others for the first time.
template <Game G>
Acquaintance acquaint(const G& game, int self, const SearchOptions& options,
                      const Others<G>& others, Rng& rng) {
  Acquaintance result;
  std::array<std::size_t, max_seats> counts{};
  for (int seat = 0; seat < game.seats(); ++seat) {
    const auto& own = others.of(seat);
    if (seat == self) continue;
    counts[static_cast<std::size_t>(seat)] = own.models.size();
    for (const auto& model : own.models) {
      auto& memories = result.memories[static_cast<std::size_t>(seat)];
      memories.emplace_back();
      model->begin(game, memories.back(), seat, rng);
    }
  }
  const auto* types = std::get_if<Types>(&options.others);
  if (others.any) result.posterior = TypePosterior(types ? *types : Types{}, counts, rng);
  return result;
}

// What is believed of the other seats' types, for people.
template <Game G>
void add_posterior(SearchResult& result, int seats, int self, const Others<G>& others,
                   const Acquaintance& known) {
  for (int seat = 0; seat < seats; ++seat) {
    const auto& own = others.of(seat);
    if (seat == self || own.models.empty()) continue;
    const auto& weights = known.posterior.of(seat);
    for (std::size_t type = 0; type < own.names.size(); ++type)
      result.posterior.push_back({seat, own.names[type], weights[type]});
  }
}

template <Game G>
class Cast {
 public:
  Cast(const G& game, const Equipment<G>& equipment, const Acquaintance& known, int self)
      : game_(game), others_(equipment.others), known_(known), self_(self) {}

  // Draws the types of one iteration.
  void assemble(Rng& rng) {
    plies_ = 0;
    moves_.fill(0);
    if (!others_.any) return;
    known_.posterior.draw(types_, rng);
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      if (others_.of(seat).models.empty() || seat == self_) continue;
      if (known_.told[place] >= 0) types_[place] = known_.told[place];
      memories_[place] = known_.memories[place][static_cast<std::size_t>(types_[place])];
    }
  }

  // The model that decides for a seat now, or nullptr when it searches or rolls out for itself.
  const Model<G>* model(int seat) const {
    const auto& own = others_.of(seat);
    if (own.models.empty() || seat == self_) return nullptr;
    if (others_.horizon >= 0) {
      const std::int64_t spent =
          others_.count == Count::plies ? plies_ : moves_[static_cast<std::size_t>(seat)];
      if (spent >= others_.horizon) return nullptr;
    }
    return own.models[static_cast<std::size_t>(types_[static_cast<std::size_t>(seat)])].get();
  }

  const Memory& memory(int seat) const { return memories_[static_cast<std::size_t>(seat)]; }
  double error() const { return others_.error; }
  bool watches() const { return others_.watch; }

  // A seat has moved, under a model's eyes.
  void count(int seat) {
    ++plies_;
    ++moves_[static_cast<std::size_t>(seat)];
  }
  void restart_count() {
    plies_ = 0;
    moves_.fill(0);
  }

  // Everybody who is modelled and watches folds in what it witnesses.
  void witness(const typename G::State& before, Action action, const typename G::State& after) {
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const auto& own = others_.of(seat);
      if (own.models.empty() || seat == self_) continue;
      const auto place = static_cast<std::size_t>(seat);
      const auto& chosen = own.models[static_cast<std::size_t>(types_[place])];
      if (!chosen->watches()) continue;
      chosen->observe(game_, memories_[place], seat, game_.observe(before, action, after, seat),
                      after);
    }
  }

 private:
  const G& game_;
  const Others<G>& others_;
  const Acquaintance& known_;
  int self_;
  std::array<int, max_seats> types_{};
  std::array<Memory, max_seats> memories_{};
  std::int64_t plies_ = 0;
  std::array<std::int64_t, max_seats> moves_{};
};

}  // namespace otherminds
