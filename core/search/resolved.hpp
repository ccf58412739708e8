// What the options of a search name, looked up in the game: its policies, models and evaluations.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "search/models/models.hpp"
#include "search/options.hpp"
#include "search/options/refusals.hpp"
#include "search/options/setting.hpp"
#include "search/others/acquaintance.hpp"
#include "search/rollout/evaluator.hpp"

namespace otherminds {

// Where named and foreign things of a game come from.
template <Game G>
class Toolbox {
 public:
  virtual ~Toolbox() = default;
  virtual std::shared_ptr<const Policy<G>> named_policy(const std::string& name,
                                                        const Value& options) const = 0;
  virtual std::shared_ptr<const Policy<G>> foreign_policy(
      const std::shared_ptr<Foreign>& object) const = 0;
  virtual std::shared_ptr<const Evaluator<G>> named_evaluator(const std::string& name) const = 0;
  virtual std::shared_ptr<const Evaluator<G>> foreign_evaluator(
      const std::shared_ptr<Foreign>& object) const = 0;
  // A learned model; only native games have one.
  virtual std::shared_ptr<const Evaluator<G>> network_evaluator(const Value&) const {
    throw Error(ErrorKind::option,
                "A network judges positions of native games, with all their actions.");
  }
  virtual std::vector<std::string_view> type_names() const = 0;
};

// What will the others do? The models of each seat, empty for seats that search for themselves.
template <Game G>
struct Others {
  using Models = std::vector<std::shared_ptr<const Model<G>>>;

  std::array<Models, max_seats> models;  // one per type
  TypeNames names;
  bool any = false;
  bool watch = false;  // some model folds observations into its memory
  bool paranoid = false;
  bool in_tree = false;
  bool in_rollout = false;
  double error = 0;
  std::optional<Horizon> horizon = {};
  Count count = Count::plies;
  bool reserve = false;  // the last model of a seat stands for searching for itself
  double redraw = 0;

  const Models& of(int seat) const { return models[static_cast<std::size_t>(seat)]; }
};

template <Game G>
struct Resolved {
  Others<G> others;
  bool played = false;  // roll-outs follow policies
  std::array<std::shared_ptr<const Model<G>>, max_seats> rollout;
  bool alike = false;  // one model for all seats of a roll-out
  bool rollout_watches = false;
  std::shared_ptr<const Model<G>> prior;
  std::vector<double> virtual_wins;  // by type of action; empty: none
  std::vector<std::uint16_t> types;  // by action, where types are chosen first; else empty
  std::shared_ptr<const Evaluator<G>> evaluator;
  Quirks quirks;
  std::shared_ptr<const G> rollout_game;  // with the rules of roll-outs, where they are others

  const G& rules_of_rollouts(const G& game) const { return rollout_game ? *rollout_game : game; }
};

template <Game G>
std::shared_ptr<const Model<G>> make_nested_model(const G& game, const SearchOptions& options,
                                                  const Toolbox<G>& toolbox, std::int64_t recall);

template <Game G>
std::shared_ptr<const Model<G>> make_model(const G& game, const PolicySpec& spec,
                                           const Toolbox<G>& toolbox, std::int64_t recall = 0,
                                           bool misses_hand = false) {
  if (spec.name == "typed") {
    const auto names = toolbox.type_names();
    return std::make_shared<TypedModel<G>>(TypeDistribution(spec.options, names));
  }
  if (spec.name == "search") return make_nested_model(game, *spec.search, toolbox, recall);
  if (spec.name == "python") {
    const Value* object = member(spec.options, "object");
    const auto* foreign = object ? std::get_if<std::shared_ptr<Foreign>>(&object->data) : nullptr;
    if (!foreign) throw Error(ErrorKind::option, "A policy from outside needs its object.");
    return std::make_shared<PolicyModel<G>>(toolbox.foreign_policy(*foreign), misses_hand);
  }
  auto policy = toolbox.named_policy(spec.name, spec.options);
  if (spec.name == "random") return std::make_shared<RandomModel<G>>();
  return std::make_shared<PolicyModel<G>>(std::move(policy), misses_hand);
}

template <Game G>
void check_seats(const G& game, const std::vector<SeatPolicies>& entries) {
  for (const SeatPolicies& entry : entries) {
    if (entry.seat && *entry.seat >= game.seats())
      throw Error(ErrorKind::option, "Seat " + std::to_string(*entry.seat) + " does not exist; " +
                                         game.name() + " has " + std::to_string(game.seats()) +
                                         ".");
  }
}

template <Game G>
Others<G> resolve_others(const G& game, const SearchOptions& options, const Toolbox<G>& toolbox) {
  Others<G> others;
  const std::vector<SeatPolicies>* entries = nullptr;
  std::int64_t recall = 0;
  const auto take = [&](const auto& answer, const std::vector<SeatPolicies>& named) {
    entries = &named;
    others.in_tree = answer.where != Where::rollout;
    others.in_rollout = answer.where != Where::tree;
    others.error = answer.error;
    if (answer.horizon) others.horizon.emplace(*answer.horizon);
    others.count = answer.count;
    recall = answer.recall;
  };
  if (const auto* themselves = std::get_if<Themselves>(&options.others))
    others.paranoid = themselves->paranoid;
  const auto* policies = std::get_if<Policies>(&options.others);
  if (policies) take(*policies, policies->policies);
  const auto* types = std::get_if<Types>(&options.others);
  if (types) {
    take(*types, types->types);
    others.reserve = types->reserve > 0;
    others.redraw = types->redraw;
    if (types->learns_horizon()) others.count = Count::moves;
  }
  if (!entries) return others;
  check_seats(game, *entries);
  for (int seat = 0; seat < game.seats(); ++seat) {
    const SeatPolicies* entry = entry_of(*entries, seat);
    if (!entry) continue;
    auto& models = others.models[static_cast<std::size_t>(seat)];
    auto& names = others.names[static_cast<std::size_t>(seat)];
    for (const PolicySpec& spec : entry->policies) {
      models.push_back(make_model(game, spec, toolbox, recall));
      names.push_back(spec.label);
      others.watch = others.watch || models.back()->watches();
    }
    if (others.reserve) {
      models.push_back(std::make_shared<RandomModel<G>>());
      names.emplace_back("itself");
    }
    others.any = true;
  }
  return others;
}

// Looks everything up, and refuses what the game does not allow: the one place where a search is
// checked against its game.
template <Game G>
Resolved<G> resolve(const G& game, const SearchOptions& options, const Toolbox<G>& toolbox,
                    Use use) {
  Resolved<G> result;
  check_facts(game, options.quirks);
  result.quirks = options.quirks;
  result.others = resolve_others(game, options, toolbox);
  if (const auto* played = std::get_if<Played>(&options.rollout)) {
    result.played = true;
    check_seats(game, played->policies);
    result.alike = played->policies.size() == 1 && !played->policies.front().seat;
    for (int seat = 0; seat < game.seats(); ++seat) {
      const SeatPolicies* entry = entry_of(played->policies, seat);
      auto& model = result.rollout[static_cast<std::size_t>(seat)];
      if (entry)
        model = make_model(game, entry->policies.front(), toolbox, 0, options.quirks.misses_hand);
      else
        model = std::make_shared<RandomModel<G>>();
      result.rollout_watches = result.rollout_watches || model->watches();
    }
  }
  const std::optional<PolicySpec>* prior = nullptr;
  if (const auto* ucb = std::get_if<Ucb1>(&options.bandit)) {
    prior = &ucb->prior;
    if (!ucb->virtual_wins.empty())
      result.virtual_wins = read_type_weights(ucb->virtual_wins.options, toolbox.type_names(),
                                              "The virtual_wins of UCB1");
  }
  if (const auto* puct = std::get_if<Puct>(&options.bandit)) prior = &puct->prior;
  if (prior && *prior) result.prior = make_model(game, **prior, toolbox);
  if (options.tree.by_type) {
    for (Action action = 0; action < game.action_count(); ++action)
      result.types.push_back(static_cast<std::uint16_t>(game.type_of(action)));
  }
  if (const auto& evaluation = options.limit().evaluation)
    result.evaluator = evaluation->foreign   ? toolbox.foreign_evaluator(evaluation->foreign)
                       : evaluation->network ? toolbox.network_evaluator(*evaluation->network)
                                             : toolbox.named_evaluator(evaluation->name);
  if constexpr (requires(const Value& other) { game.variant(other); }) {
    const NamedOptions& under = options.limit().under;
    if (!under.empty()) result.rollout_game = game.variant(under.options);
  }
  check_in(options, setting_of(game, use, result.others.watch || result.rollout_watches));
  return result;
}

}  // namespace otherminds
