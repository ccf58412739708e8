// What the moves of the others say about their types, as one seat witnesses them.
//
// Where facts are hidden, an event is weighed in some worlds in which it can have happened, and the
// likelihood of a type is the mean over them. A choice that stays hidden at first is foretold when
// it is made and counts when the game reveals it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"
#include "search/options.hpp"
#include "search/others/drawn_models.hpp"
#include "search/patience.hpp"
#include "search/resolved.hpp"

namespace otherminds {

// How likely a modelled seat is to make each move in a world: the mean over what is believed of its
// types, errors included. `out` is left as it is for a seat without a model.
template <Game G>
void believed_chances(const G& game, const Others<G>& others, const Acquaintance& known,
                      const typename G::State& world, int seat, std::span<const Action> legal,
                      std::span<double> out) {
  const auto& own = others.of(seat);
  if (own.empty()) return;
  std::vector<double> each(legal.size());
  std::ranges::fill(out, others.error / static_cast<double>(legal.size()));
  for (std::size_t type = 0; type < own.size(); ++type) {
    own[type]->probabilities(game, world, seat,
                             known.memories[static_cast<std::size_t>(seat)][type], legal, each);
    const double weight = known.weight(seat, type) * (1 - others.error);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * each[i];
  }
}

// What each type of a seat would do in a world.
struct Foretold {
  ActionList legal;
  std::vector<std::vector<double>> chances;  // one list per type

  // Adds how likely each type was to do what was done; `error`: the chance of a random move.
  void add_likelihoods(Action action, double error, std::vector<double>& sums) const;

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
};

template <Game G>
class TypeEvidence {
 public:
  using State = typename G::State;

  // What one event says.
  struct Event {
    std::vector<double> likelihoods;  // one per type of the seat; empty when it says nothing
    double uniform = 0;               // that of a seat which moves at random
    std::optional<State> before;      // a world in which it can have happened
    Action action = hidden_action;    // what can have been done there
  };

  TypeEvidence(const SearchOptions& options, const Resolved<G>& resolved)
      : options_(options), resolved_(resolved) {}

  // A match begins, seen from a seat.
  void begin(const G& game, int seat) {
    game_ = &game;
    seat_ = seat;
    for (auto& foretold : foretold_) foretold.clear();
  }

  // After begin().
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.foretold_);
    for (int seat = 0; seat < max_seats; ++seat) {
      for (const Foretold& each : self.foretold_[static_cast<std::size_t>(seat)]) {
        archive.check(each.chances.size() == self.types_of(seat), "the number of types");
        for (const auto& row : each.chances)
          archive.check(row.size() == each.legal.size(), "the number of chances");
      }
    }
  }

  // Whether events have to be looked at for what they say.
  bool is_wanted() const { return resolved_.others.any || resolved_.rollout_watches; }

  // A seat has acted: how likely each of its types was to do that. draw_before() gives worlds in
  // which it may have happened.
  template <class DrawBefore>
  Event weigh(const Observation& seen, const Acquaintance& known, DrawBefore&& draw_before,
              Rng& rng) {
    Event event;
    const auto* types = std::get_if<Types>(&options_.others);
    const std::size_t count = types_of(seen.actor);
    const bool weighs = types && is_told(seen, *types, count);
    const bool remembers = resolved_.others.watch || resolved_.rollout_watches;
    if (!weighs && !remembers) return event;
    const bool hides = !game_->perfect_information();
    const std::int64_t samples = hides ? hypothesised(options_.others).samples : 1;
    std::vector<double> sums(count, 0.0);
    std::int64_t used = 0;
    ActionList legal;
    for (std::int64_t sample = 0; sample < samples && (sample == 0 || Patience::lasts());
         ++sample) {
      const State world = draw_before();
      if (game_->actor(world) != seen.actor) continue;
      const Action action = done(world, seen, legal, rng);
      if (action == hidden_action) continue;
      if (!event.before) {
        event.before = world;
        event.action = action;
      }
      if (!weighs) break;
      // A move without a choice says nothing.
      if (!options_.quirks.is_evidence(legal.size())) continue;
      Foretold foretold;
      try {
        foretold = foretell(world, seen.actor, legal, known);
      } catch (const Patience::Over&) {  // a type that searches
        break;
      }
      if (seen.action == hidden_action) {
        foretold_[static_cast<std::size_t>(seen.actor)].push_back(std::move(foretold));
        continue;
      }
      ++used;
      event.uniform += 1.0 / static_cast<double>(legal.size());
      foretold.add_likelihoods(seen.action, error_of(*types), sums);
    }
    if (used > 0) {
      for (double& sum : sums) sum /= static_cast<double>(used);
      event.uniform /= static_cast<double>(used);
      event.likelihoods = std::move(sums);
    }
    if (!remembers) event.before.reset();
    return event;
  }

  // Adds to what is known of the others: the types, and what their models remember.
  void learn(const Observation& seen, const Event& event, Acquaintance& known) {
    if (!event.likelihoods.empty())
      known.posterior.add(seen.actor, event.likelihoods, event.uniform);
    learn_revealed(seen, known);
    if (event.before) remember(*event.before, event.action, known);
  }

 private:
  std::size_t types_of(int actor) const {
    return actor >= 0 && actor != seat_ ? resolved_.others.of(actor).size() : 0;
  }

  // Whether an event tells types apart, now or later.
  bool is_told(const Observation& seen, const Types& types, std::size_t count) const {
    const bool learns =
        std::holds_alternative<Correlated>(types.posterior) || types.learns_horizon();
    const bool shown = seen.action != hidden_action;
    return !types.frozen && (shown || reveals()) && (count > 1 || (count == 1 && learns));
  }

  // Whether the game tells later what a hidden choice was, as where seats choose at the same time.
  static constexpr bool reveals() {
    return requires(const G& game, const Observation& seen) { game.revealed(seen, 0); };
  }

  // What can have been done in a world that looked like this: the action itself, or one of those
  // that look alike where it is hidden; hidden_action where nothing does. Fills the actions that
  // there were.
  Action done(const State& world, const Observation& seen, ActionList& legal, Rng& rng) const {
    legal.clear();
    std::vector<double> weights;
    const int actor = game_->actor(world);
    if (actor == nobody) return hidden_action;
    if (actor == chance) {
      OutcomeList outcomes;
      game_->outcomes(world, outcomes);
      for (const Outcome& outcome : outcomes) {
        legal.push_back(outcome.id);
        weights.push_back(outcome.probability);
      }
    } else {
      game_->legal(world, legal);
      weights.assign(legal.size(), 1.0);
    }
    if (game_->perfect_information())
      return std::ranges::find(legal, seen.action) != legal.end() ? seen.action : hidden_action;
    double sum = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const bool named = seen.action == hidden_action || seen.action == legal[i];
      if (!named || !shows(world, legal[i], seen)) weights[i] = 0;
      sum += weights[i];
    }
    return sum > 0 ? legal[draw_index(weights, rng)] : hidden_action;
  }

  bool shows(const State& before, Action action, const Observation& seen) const {
    State after = before;
    game_->apply(after, action);
    return game_->observe(before, action, after, seat_) == seen;
  }

  Foretold foretell(const State& world, int seat, const ActionList& legal,
                    const Acquaintance& known) const {
    const auto& own = resolved_.others.of(seat);
    const auto& memories = known.memories[static_cast<std::size_t>(seat)];
    Foretold result{legal, std::vector(own.size(), std::vector<double>(legal.size()))};
    for (std::size_t type = 0; type < own.size(); ++type)
      own[type]->probabilities(*game_, world, seat, memories[type], legal, result.chances[type]);
    return result;
  }

  // Whether a type could have done it at all is asked without errors.
  double error_of(const Types& types) const {
    return types.likelihood == Likelihood::indicator ? 0.0 : resolved_.others.error;
  }

  // An observation may say what was chosen in secret before.
  void learn_revealed(const Observation& seen, Acquaintance& known) {
    if constexpr (reveals()) {
      for (int seat = 0; seat < game_->seats(); ++seat) {
        auto& foretold = foretold_[static_cast<std::size_t>(seat)];
        const Action action = foretold.empty() ? hidden_action : game_->revealed(seen, seat);
        if (action == hidden_action) continue;
        std::vector<double> sums(foretold.front().chances.size(), 0.0);
        double uniform = 0;
        double number = 0;
        for (const Foretold& each : foretold) {
          if (std::ranges::find(each.legal, action) == each.legal.end()) continue;
          each.add_likelihoods(action, error_of(std::get<Types>(options_.others)), sums);
          uniform += 1.0 / static_cast<double>(each.legal.size());
          ++number;
        }
        foretold.clear();
        if (number == 0) continue;
        for (double& sum : sums) sum /= number;
        known.posterior.add(seat, sums, uniform / number);
      }
    }
  }

  // The models fold in what they witness of an action.
  void remember(const State& before, Action action, Acquaintance& known) const {
    State after = before;
    game_->apply(after, action);
    for (int seat = 0; seat < game_->seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      const auto fold = [&](const Model<G>& model, Memory& memory) {
        if (model.watches())
          model.observe(*game_, memory, seat, game_->observe(before, action, after, seat), after);
      };
      if (resolved_.played) fold(*resolved_.rollout[place], known.rollout[place]);
      if (seat == seat_) continue;
      const auto& own = resolved_.others.of(seat);
      for (std::size_t type = 0; type < own.size(); ++type)
        fold(*own[type], known.memories[place][type]);
    }
  }

  const SearchOptions& options_;
  const Resolved<G>& resolved_;
  const G* game_ = nullptr;
  int seat_ = 0;
  // What was foretold of choices that are still hidden, one entry per world.
  std::array<std::vector<Foretold>, max_seats> foretold_;
};

}  // namespace otherminds
