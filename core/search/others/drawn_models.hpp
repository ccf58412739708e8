// The other seats of one iteration: which type each plays and what it remembers.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/others/acquaintance.hpp"
#include "search/resolved.hpp"

namespace otherminds {

// Meets the others for the first time.
template <Game G>
Acquaintance acquaint(const G& game, int self, const SearchOptions& options,
                      const Resolved<G>& resolved, Rng& rng) {
  Acquaintance result;
  const Others<G>& others = resolved.others;
  std::array<std::size_t, max_seats> counts{};
  for (int seat = 0; seat < game.seats(); ++seat) {
    const auto& own = others.of(seat);
    if (seat == self) continue;
    counts[static_cast<std::size_t>(seat)] = own.size();
    for (const auto& model : own) {
      auto& memories = result.memories[static_cast<std::size_t>(seat)];
      memories.emplace_back();
      model->begin(game, memories.back(), seat, rng);
    }
  }
  for (int seat = 0; resolved.played && seat < game.seats(); ++seat) {
    const auto place = static_cast<std::size_t>(seat);
    resolved.rollout[place]->begin(game, result.rollout[place], seat, rng);
  }
  if (others.any) result.posterior = TypePosterior(hypothesised(options.others), counts, rng);
  return result;
}

template <Game G>
class DrawnModels {
 public:
  DrawnModels(const G& game, const Resolved<G>& resolved, const Acquaintance& known, int self)
      : game_(game),
        resolved_(resolved),
        others_(resolved.others),
        known_(known),
        self_(self),
        keeps_all_(others_.redraw > 0) {
    if (!others_.horizon) return;
    horizons_.fill(others_.horizon->moves);
    for (int seat = 0; others_.horizon->learned() && seat < game.seats(); ++seat)
      horizons_[static_cast<std::size_t>(seat)] = known.posterior.foresight(seat);
  }

  // Draws the types of one iteration.
  void draw_types(Rng& rng) {
    restart_count();
    if (resolved_.played) std::copy_n(known_.rollout.begin(), game_.seats(), rollout_.begin());
    if (!others_.any) return;
    known_.posterior.draw(types_, rng);
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      if (others_.of(seat).empty() || seat == self_) continue;
      if (known_.told[place] >= 0) types_[place] = known_.told[place];
      if (keeps_all_)
        all_[place] = known_.memories[place];
      else
        memories_[place] = known_.memories[place][static_cast<std::size_t>(types_[place])];
    }
  }

  // The model that decides for a seat now, or nullptr when it searches or rolls out for itself.
  const Model<G>* model(int actor) const {
    const int seat = whose(actor);
    const auto place = static_cast<std::size_t>(seat);
    const auto& own = others_.of(seat);
    if (own.empty() || seat == self_) return nullptr;
    const auto type = static_cast<std::size_t>(types_[place]);
    if (others_.reserve && type + 1 == own.size()) return nullptr;
    if (horizons_[place]) {
      const std::int64_t spent = others_.count == Count::plies ? plies_ : moves_[place];
      if (spent >= *horizons_[place]) return nullptr;
    }
    return own[type].get();
  }

  const Memory& memory(int actor) const {
    const auto place = static_cast<std::size_t>(whose(actor));
    return keeps_all_ ? all_[place][static_cast<std::size_t>(types_[place])] : memories_[place];
  }
  // What the roll-out's own policy for a seat remembers.
  const Memory& rollout_memory(int seat) const { return rollout_[static_cast<std::size_t>(seat)]; }
  double error() const { return others_.error; }
  bool watches() const { return (others_.any && others_.watch) || resolved_.rollout_watches; }

  // A seat has moved, under a model's eyes; it may be of another type from now on.
  void count(int actor, Rng& rng) {
    const int seat = whose(actor);
    const auto place = static_cast<std::size_t>(seat);
    ++plies_;
    ++moves_[place];
    if (others_.redraw <= 0 || seat == self_ || known_.told[place] >= 0) return;
    if (others_.of(seat).empty() || rng.unit() >= others_.redraw) return;
    types_[place] = static_cast<int>(draw_index(known_.posterior.of(seat), rng));
  }
  void restart_count() {
    plies_ = 0;
    moves_.fill(0);
  }

  // Everybody who is modelled and watches folds in what it witnesses.
  void witness(const typename G::State& before, Action action, const typename G::State& after) {
    for (int seat = 0; resolved_.rollout_watches && seat < game_.seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      if (resolved_.rollout[place]->watches())
        resolved_.rollout[place]->observe(game_, rollout_[place], seat,
                                          game_.observe(before, action, after, seat), after);
    }
    for (int seat = 0; seat < game_.seats(); ++seat) {
      const auto& own = others_.of(seat);
      if (own.empty() || seat == self_) continue;
      const auto place = static_cast<std::size_t>(seat);
      const auto fold = [&](std::size_t type, Memory& memory) {
        if (own[type]->watches())
          own[type]->observe(game_, memory, seat, game_.observe(before, action, after, seat),
                             after);
      };
      if (!keeps_all_) {
        fold(static_cast<std::size_t>(types_[place]), memories_[place]);
        continue;
      }
      for (std::size_t type = 0; type < own.size(); ++type) fold(type, all_[place][type]);
    }
  }

 private:
  int whose(int actor) const { return resolved_.quirks.whose_type(actor); }

  const G& game_;
  const Resolved<G>& resolved_;
  const Others<G>& others_;
  const Acquaintance& known_;
  int self_;
  bool keeps_all_;  // what every type would remember, not only the one that plays
  std::array<std::optional<std::int64_t>, max_seats> horizons_{};
  std::array<int, max_seats> types_{};
  std::array<Memory, max_seats> memories_{};
  std::array<Memory, max_seats> rollout_{};
  std::array<std::vector<Memory>, max_seats> all_;
  std::int64_t plies_ = 0;
  std::array<std::int64_t, max_seats> moves_{};
};

}  // namespace otherminds
