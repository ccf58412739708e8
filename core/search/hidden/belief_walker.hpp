// Belief search (Dobre 2018; Ledford 2018): the walk goes through the searching seat's belief.
//
// The belief is a weighted set of worlds that all look alike to the seat. A move of another seat is
// possible with the weight of the worlds in which it is legal, and leaves those; whatever the seat
// would witness next is drawn by its chance, and leaves the worlds that show it. At the end of a
// game the returns are averaged over the worlds that are left.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/playout.hpp"
#include "search/hidden/walkers.hpp"
#include "search/hidden/world_set.hpp"
#include "search/others/drawn_models.hpp"
#include "search/patience.hpp"

namespace otherminds {

template <Game G>
class BeliefWalker {
 public:
  using State = typename G::State;

  static constexpr bool keyed = true;
  static constexpr bool weighted = true;

  BeliefWalker(const G& game, int seat, const WorldSet<G>& root, const BeliefTree& options,
               std::uint64_t history, Listed listed)
      : game_(game),
        seat_(seat),
        root_(&root),
        options_(options),
        listed_(listed),
        start_(history),
        leaf_(root.worlds().front().state) {}

  void reset(Rng& rng) {
    set_ = *root_;
    trace_ = start_;
    modelled_.clear();
    guide_.reset();
    if (options_.light) guide_.emplace(set_.draw(rng));
  }

  int actor() const { return game_.actor(set_.worlds().front().state); }

  // What can be done in some world.
  void legal(ActionList& out) {
    const auto& worlds = set_.worlds();
    if (guide_ && actor() != seat_) {
      list_moves(game_, *guide_, listed_, out);
      weights_.assign(out.size(), 1.0);
      return;
    }
    list_moves(game_, worlds.front().state, listed_, out);
    const bool knows = !HasAllowed<G> && actor() == seat_;
    if (knows || worlds.size() == 1) {
      weights_.assign(out.size(), 1.0);
      return;
    }
    found_.clear();
    for (const auto& world : worlds) {
      Patience::check();
      list_moves(game_, world.state, listed_, scratch_);
      for (const Action action : scratch_) found_.emplace_back(action, world.weight);
    }
    std::ranges::sort(found_, {}, &std::pair<Action, double>::first);
    out.clear();
    weights_.clear();
    for (const auto& [action, weight] : found_) {
      if (out.empty() || out.back() != action) {
        out.push_back(action);
        weights_.push_back(0);
      }
      weights_.back() += weight;
    }
    const bool weighs = options_.legality && actor() != seat_;
    for (double& weight : weights_) weight = weighs ? tempered(weight) : 1.0;
  }

  // The probability that each action of the last legal() is legal, tempered.
  std::span<const double> weights() const { return weights_; }

  Action draw(Rng& rng) const {
    return game_.sample_outcome(guide_ ? *guide_ : set_.draw(rng), rng);
  }

  // One world decides the move; how likely it was in each decides what the move tells.
  Action act(const Model<G>& model, int seat, const Memory& memory, double error, Rng& rng) {
    modelled_.clear();
    for (const auto& world : set_.worlds()) {
      Patience::check();
      game_.legal(world.state, scratch_);
      chances_.resize(scratch_.size());
      model.probabilities(game_, world.state, seat, memory, scratch_, chances_);
      modelled_.emplace_back();
      for (std::size_t i = 0; i < scratch_.size(); ++i) {
        const double chance =
            (1 - error) * chances_[i] + error / static_cast<double>(scratch_.size());
        modelled_.back().emplace_back(scratch_[i], chance);
      }
    }
    return erring_move(game_, model, guide_ ? *guide_ : set_.draw(rng), seat, memory, error, rng);
  }

  void apply(Action action, bool, Rng& rng) {
    std::vector<Successor> next = successors(action);
    if (next.empty()) {  // a move that only the guide can make, or that its model gives no chance
      if (guide_) set_.worlds().assign(1, {*guide_, 1.0});
      modelled_.clear();
      next = successors(action);
    }
    if (next.empty()) report_fickle();
    const Successor& shown = next[draw_successor(next, action, rng)];
    const Observation seen = shown.seen;
    const int actor = shown.actor;
    auto& worlds = set_.worlds();
    worlds.clear();
    for (Successor& each : next) {
      if (each.seen == seen && each.actor == actor)
        worlds.push_back({std::move(each.state), each.weight});
    }
    set_.merge(game_);
    set_.normalise();
    if (set_.empty()) report_fickle();
    set_.limit(static_cast<std::size_t>(options_.count), rng);
    trace_ = extend_history(trace_, seen.key());
    modelled_.clear();
  }

  // Moves have weights, which are found out with them.
  bool settled() const { return false; }
  std::uint64_t key() const { return trace_ ^ mix64(static_cast<std::uint64_t>(actor() + 3)); }

  // One world, for roll-outs that see everything and for priors.
  State& world(Rng& rng) {
    leaf_ = guide_ ? *guide_ : set_.draw(rng);
    return leaf_;
  }

  bool observable() const { return options_.observable; }

  // What the belief is worth when the game is over in all its worlds.
  Returns returns() const {
    Returns sum{};
    for (const auto& world : set_.worlds()) {
      const Returns each = game_.returns(world.state);
      for (int seat = 0; seat < game_.seats(); ++seat) {
        const auto place = static_cast<std::size_t>(seat);
        sum[place] += world.weight * each[place];
      }
    }
    return sum;
  }

  // Plays on in the belief: an action type by the best chance of being legal that one of it has,
  // then an action of that type by its own.
  Returns roll_out(DrawnModels<G>& drawn, bool modelled, ActionList& actions, Rng& rng) {
    for (int moves = 0; moves < longest_game(game_); ++moves) {
      const int who = actor();
      if (who == nobody) return returns();
      if (who == chance) {
        apply(draw(rng), false, rng);
        continue;
      }
      const Model<G>* model = modelled ? drawn.model(who) : nullptr;
      if (modelled) drawn.count(who, rng);
      if (model) {
        apply(act(*model, who, drawn.memory(who), drawn.error(), rng), false, rng);
        continue;
      }
      legal(actions);
      apply(actions[draw_typed(actions, rng)], false, rng);
    }
    report_endless(game_);
  }

 private:
  struct Successor {
    State state;
    double weight;
    Observation seen;
    Action action;
    int actor;  // who acts next
  };

  // What only a game or a policy written in Python can do to us.
  [[noreturn]] void report_fickle() const {
    throw Error(ErrorKind::game, "The rules of " + game_.name() +
                                     " or a policy answered differently in the same position, or "
                                     "chances are too small to be told from 0.");
  }

  std::vector<Successor> successors(Action action) {
    std::vector<Successor> next;
    const auto add = [&](const auto& world, Action taken, double chance) {
      if (chance <= 0) return;
      State after = world.state;
      game_.apply(after, taken);
      const Observation seen = game_.observe(world.state, taken, after, seat_);
      const int who_next = game_.actor(after);
      next.push_back({std::move(after), world.weight * chance, seen, taken, who_next});
    };
    const int who = actor();
    const auto& worlds = set_.worlds();
    for (std::size_t i = 0; i < worlds.size(); ++i) {
      Patience::check();
      if (who == chance) {
        game_.outcomes(worlds[i].state, outcomes_);
        for (const Outcome& outcome : outcomes_) add(worlds[i], outcome.id, outcome.probability);
      } else if (!modelled_.empty()) {
        for (const auto& [taken, chance] : modelled_[i]) add(worlds[i], taken, chance);
      } else {
        if (who == seat_)
          game_.legal(worlds[i].state, scratch_);
        else
          list_moves(game_, worlds[i].state, listed_, scratch_);
        if (std::ranges::binary_search(scratch_, action)) add(worlds[i], action, 1.0);
      }
    }
    return next;
  }

  double tempered(double weight) const {
    const double chance = std::min(weight, 1.0);
    return options_.temperature == 1 ? chance : std::pow(chance, 1 / options_.temperature);
  }

  // Which successor shows what the seat witnesses: one of those that this action leads to, by
  // weight. A guide decides it as long as it agrees with whether the game is over; winning is a
  // matter of the belief.
  std::size_t draw_successor(const std::vector<Successor>& next, Action action, Rng& rng) {
    double sum = 0;
    std::size_t over = 0;
    std::size_t fitting = 0;
    for (const Successor& each : next) {
      if (each.action != action) continue;
      sum += each.weight;
      ++fitting;
      over += each.actor == nobody ? 1U : 0U;
    }
    if (fitting == 0) {  // a model's move that it gives no chance itself
      guide_.reset();
      return 0;
    }
    Observation guided;
    if (guide_) {
      const State before = *guide_;
      game_.apply(*guide_, action);
      guided = game_.observe(before, action, *guide_, seat_);
      if (over == 0 || over == fitting) {
        for (std::size_t i = 0; i < next.size(); ++i) {
          if (next[i].seen == guided && next[i].actor == game_.actor(*guide_)) return i;
        }
        guide_.reset();
      }
    }
    double point = rng.unit() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < next.size(); ++i) {
      if (next[i].action != action) continue;
      last = i;
      if (point < next[i].weight) break;
      point -= next[i].weight;
    }
    if (guide_ && (next[last].seen != guided || game_.actor(*guide_) != next[last].actor))
      guide_.reset();
    return last;
  }

  std::size_t draw_typed(const ActionList& actions, Rng& rng) {
    kinds_.assign(64, 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      double& best = kinds_[static_cast<std::size_t>(game_.type_of(actions[i])) % 64];
      const double chance = weights_[i];
      if (chance > best) {
        sum += chance - best;
        best = chance;
      }
    }
    double point = rng.unit() * sum;
    std::size_t kind = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (kinds_[i] <= 0) continue;
      kind = i;
      if (point < kinds_[i]) break;
      point -= kinds_[i];
    }
    double within = 0;
    const auto fits = [&](std::size_t i) {
      return static_cast<std::size_t>(game_.type_of(actions[i])) % 64 == kind;
    };
    for (std::size_t i = 0; i < actions.size(); ++i) within += fits(i) ? weights_[i] : 0.0;
    point = rng.unit() * within;
    std::size_t last = 0;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (!fits(i)) continue;
      last = i;
      if (point < weights_[i]) break;
      point -= weights_[i];
    }
    return last;
  }

  const G& game_;
  int seat_;
  const WorldSet<G>* root_;
  BeliefTree options_;
  Listed listed_;
  std::uint64_t start_;
  WorldSet<G> set_;
  std::optional<State> guide_;  // the world that decides what is observed (light determinization)
  State leaf_;
  std::uint64_t trace_ = 0;
  std::vector<std::vector<std::pair<Action, double>>>
      modelled_;  // of the move that is about to be made
  std::vector<double> weights_;
  std::vector<double> chances_;
  std::vector<double> kinds_;
  std::vector<std::pair<Action, double>> found_;
  ActionList scratch_;
  OutcomeList outcomes_;
};

}  // namespace otherminds
