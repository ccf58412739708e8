// The dynamic interface of one native game: include this in the game's instantiate.cpp and write
//
//   template struct otherminds::Dynamic<MyGame>;
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/checks.hpp"
#include "dynamic/game_base.hpp"
#include "dynamic/players_of.hpp"
#include "dynamic/search_of.hpp"
#include "dynamic/states_of.hpp"

namespace otherminds {

template <NativeGame G>
class GameOf final : public GameBase {
 public:
  explicit GameOf(const typename G::Options& options) : GameOf(G(options)) {}
  explicit GameOf(G given)
      : GameBase(given.name(), G::version, to_value(given.options())), rules(std::move(given)) {}

  Value options() const override { return to_value(rules.options()); }
  int seats() const override { return rules.seats(); }
  bool perfect_information() const override { return rules.perfect_information(); }
  ReturnRange return_range() const override { return rules.return_range(); }
  int action_count() const override { return rules.action_count(); }
  int outcome_count() const override { return rules.outcome_count(); }
  std::vector<int> tensor_shape() const override { return rules.tensor_shape(); }

  std::vector<std::string> action_types() const override {
    std::vector<std::string> names;
    for (const std::string_view name : rules.type_names()) names.emplace_back(name);
    return names;
  }
  int type_of(Action action) const override {
    check_id(*this, action, action_count(), "action");
    return rules.type_of(action);
  }
  std::string action_text(Action action) const override {
    check_id(*this, action, action_count(), "action");
    return rules.action_text(action);
  }
  std::string outcome_text(Action outcome) const override {
    check_id(*this, outcome, outcome_count(), "outcome");
    return rules.outcome_text(outcome);
  }

  std::unique_ptr<AnyState> initial(Stream stream) const override {
    Rng rng = stream.rng();
    return std::make_unique<StateOf<G>>(self(), rules.initial(rng));
  }

  std::unique_ptr<AnyState> from_bytes(const std::string& bytes) const override {
    const std::string payload = unpack(header(), bytes);
    typename G::State state;
    if (payload.size() != sizeof state) refuse_length();
    std::memcpy(&state, payload.data(), sizeof state);
    return checked(state);
  }

  std::unique_ptr<AnyState> from_value(const Value& value) const override {
    typename G::State state{};
    otherminds::from_value(value, state, ErrorKind::format, "field of a state of " + name());
    if constexpr (requires { rules.fill_in(state); }) rules.fill_in(state);
    return checked(state);
  }

  std::unique_ptr<AnyBelief> belief(const AnyView& view) const override {
    return std::make_unique<BeliefOf<G>>(self(), view_of(view));
  }

  std::unique_ptr<AnyBelief> belief_from_bytes(const std::string& bytes) const override {
    return std::make_unique<BeliefOf<G>>(self(), unpack(header().of("belief"), bytes));
  }

  std::vector<PolicyDescription> policies() const override {
    std::vector<PolicyDescription> result;
    for (const auto& entry : catalog()) result.push_back({entry.name, entry.summary});
    return result;
  }

  bool has_policy(const std::string& name) const override {
    return std::ranges::any_of(catalog(), [&](const auto& entry) { return entry.name == name; });
  }

  Value option_schema() const override {
    const G by_default{typename G::Options{}};  // which fills in what depends on other options
    return described(std::string(G::title), "", policy_options(by_default.options()));
  }

  Value policy_schema() const override {
    Value::List all;
    for (const auto& entry : catalog())
      all.push_back(described(entry.name, entry.summary, entry.options));
    return {std::move(all)};
  }

  std::vector<PolicyDescription> evaluators() const override {
    std::vector<PolicyDescription> result;
    for (const auto& entry : evaluators_of(rules)) result.push_back({entry.name, entry.summary});
    return result;
  }

  std::unique_ptr<AnyPolicy> policy(const std::string& name, const Value& options) const override {
    auto made = std::make_unique<PolicyOf<G>>(self(), make_policy(name, options));
    made->recipe = {self(), name, options};
    return made;
  }

  std::unique_ptr<DrivenAgent> policy_agent(const std::string& name,
                                            const Value& options) const override {
    return std::make_unique<AgentOf<G>>(
        self(), std::make_unique<PolicyAgent<G>>(make_policy(name, options)));
  }

  std::unique_ptr<DrivenAgent> search_agent(const SearchOptions& options,
                                            std::unique_ptr<Monitor> monitor) const override {
    return std::make_unique<AgentOf<G>>(
        self(),
        std::make_unique<SearchAgent<G>>(rules, options, ToolboxOf<G>(self()), std::move(monitor)));
  }

  SearchResult search(const typename G::State* state, const typename G::Belief* belief,
                      const SearchOptions& options, Stream stream, Monitor* monitor) const {
    const Resolved<G> resolved = resolve(rules, options, ToolboxOf<G>(self()), Use::once);
    const Patience patience(options.budget.seconds, monitor);
    return otherminds::search(rules, state, belief, options, resolved, stream, monitor);
  }

  MatchRecord play(std::span<AnyAgent* const> agents, const MatchStreams& streams,
                   const MatchRules& match_rules, const AnyState* start) const override {
    check_line_up(*this, agents.size());
    const auto* first = dynamic_cast<const StateOf<G>*>(start);
    if (start && (!first || !same_as(*start->game())))
      throw Error(ErrorKind::option, "The match starts from a state of another game than " +
                                         name() + " with these options.");
    const Seated seated(agents);
    std::vector<std::unique_ptr<Agent<G>>> foreign;
    std::array<Agent<G>*, max_seats> line_up{};
    for (std::size_t seat = 0; seat < agents.size(); ++seat) {
      if (auto* native = dynamic_cast<AgentOf<G>*>(agents[seat]);
          native && same_as(*native->home())) {
        native->forget_begin();
        line_up[seat] = native->agent.get();
      } else if (auto* outside = dynamic_cast<ForeignAgent*>(agents[seat])) {
        foreign.push_back(std::make_unique<ForeignSeat<G>>(self(), *outside));
        line_up[seat] = foreign.back().get();
      } else {
        refuse_agent(*this, seat);
      }
    }
    return otherminds::play(rules, std::span<Agent<G>* const>(line_up.data(), agents.size()),
                            streams, match_rules, first ? &first->state : nullptr);
  }

  PlayoutTotals playouts(std::int64_t games, Stream stream, Pulse* pulse) const override {
    if (games < 0) throw Error(ErrorKind::option, "The number of games must not be negative.");
    return otherminds::playouts(rules, games, stream, pulse);
  }

  const typename G::View& view_of(const AnyView& view) const {
    const auto* typed = dynamic_cast<const ViewOf<G>*>(&view);
    if (!typed || !same_as(*typed->game())) refuse_view(*this);
    return typed->view;
  }

  std::shared_ptr<const Policy<G>> make_policy(const std::string& name,
                                               const Value& options) const {
    if (name == network_name) {  // no entry of a catalogue: without a file it plays nothing
      const NetworkOptions chosen = read_network_options(options);
      return std::make_shared<NetworkPolicy<G>>(prepare_model(*this, chosen), chosen.temperature);
    }
    std::vector<std::string> names;
    for (const auto& entry : catalog()) {
      if (entry.name == name) return entry.checked(rules, options);
      names.push_back(entry.name);
    }
    throw Error(ErrorKind::option, unknown_name("policy of " + this->name(), name, names));
  }

  const G rules;

 private:
  GamePointer<G> self() const {
    return std::static_pointer_cast<const GameOf>(this->shared_from_this());
  }

  std::unique_ptr<AnyState> checked(const typename G::State& state) const {
    check_problem(rules.problem(state));
    return std::make_unique<StateOf<G>>(self(), state);
  }

  Value::Members other_parts(Action action) const override { return rules.action_parts(action); }

  // The policies that every game has, and its own. Listed once: a match of quick policies takes
  // less time than the list.
  const std::vector<PolicyEntry<G>>& catalog() const {
    std::call_once(catalog_listed_, [&] {
      catalog_.push_back(uniform_policy_entry<G>());
      catalog_.push_back(typed_policy_entry<G>());
      for (const auto& entry : policies_of(rules)) catalog_.push_back(entry);
    });
    return catalog_;
  }

  mutable std::once_flag catalog_listed_;
  mutable std::vector<PolicyEntry<G>> catalog_;
};

template <class G>
std::shared_ptr<const AnyGame> Dynamic<G>::make(const Value& options) {
  typename G::Options chosen;
  from_value(options, chosen, ErrorKind::option, std::string(G::title) + " option", true);
  return std::make_shared<const GameOf<G>>(chosen);
}

template <class G>
std::unique_ptr<AnyState> Dynamic<G>::wrap(const AnyGame& game, const typename G::State& state) {
  return std::make_unique<StateOf<G>>(
      std::dynamic_pointer_cast<const GameOf<G>>(game.shared_from_this()), state);
}

template <class G>
const G* Dynamic<G>::rules(const AnyGame& game) {
  const auto* found = dynamic_cast<const GameOf<G>*>(&game);
  return found ? &found->rules : nullptr;
}

template <class G>
const typename G::State* Dynamic<G>::state(const AnyState& state) {
  const auto* found = dynamic_cast<const StateOf<G>*>(&state);
  return found ? &found->state : nullptr;
}

template <class G>
const typename G::View* Dynamic<G>::view(const AnyView& view) {
  const auto* found = dynamic_cast<const ViewOf<G>*>(&view);
  return found ? &found->view : nullptr;
}

template <class G>
const typename G::Belief* Dynamic<G>::belief(const AnyBelief& belief) {
  const auto* found = dynamic_cast<const BeliefOf<G>*>(&belief);
  return found ? &found->belief() : nullptr;
}

}  // namespace otherminds
