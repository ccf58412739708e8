// The dynamic interface of one native game: include this in the game's instantiate.cpp and write
//
//   template struct otherminds::Dynamic<MyGame>;
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/action_parts.hpp"
#include "dynamic/players_of.hpp"
#include "dynamic/search_of.hpp"
#include "dynamic/states_of.hpp"

namespace otherminds {

template <NativeGame G>
class GameOf final : public AnyGame {
 public:
  explicit GameOf(const typename G::Options& options)
      : rules(options), header_{rules.name(), G::version, options_key(rules.options())} {}

  std::string name() const override { return rules.name(); }
  int version() const override { return G::version; }
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
    check_id(action, action_count(), "action");
    return rules.type_of(action);
  }
  std::string action_text(Action action) const override {
    check_id(action, action_count(), "action");
    return rules.action_text(action);
  }
  std::string outcome_text(Action outcome) const override {
    check_id(outcome, outcome_count(), "outcome");
    return rules.outcome_text(outcome);
  }
  Action parse_action(const std::string& text) const override {
    return parse(text, action_count(), "action", [&](Action id) { return rules.action_text(id); });
  }
  Action parse_outcome(const std::string& text) const override {
    return parse(text, outcome_count(), "outcome",
                 [&](Action id) { return rules.outcome_text(id); });
  }
  Value action_parts(Action action) const override {
    check_id(action, action_count(), "action");
    return parts_of(action);
  }
  Action action_from_parts(const Value& parts) const override { return all_parts().find(parts); }
  Value action_schema() const override { return all_parts().schema(); }

  std::unique_ptr<AnyState> initial(Stream stream) const override {
    Rng rng = stream.rng();
    return std::make_unique<StateOf<G>>(self(), rules.initial(rng));
  }

  std::unique_ptr<AnyState> from_bytes(const std::string& bytes) const override {
    const std::string payload = unpack(header(), bytes);
    typename G::State state;
    if (payload.size() != sizeof state)
      throw Error(ErrorKind::format, "The bytes of a state of " + name() + " have another length.");
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
    return otherminds::search(rules, state, belief, options, resolved, stream, monitor);
  }

  MatchRecord play(std::span<AnyAgent* const> agents, const MatchStreams& streams,
                   const MatchRules& match_rules, const AnyState* start) const override {
    if (agents.size() != static_cast<std::size_t>(seats())) {
      throw Error(ErrorKind::option, name() + " has " + std::to_string(seats()) + " seats; " +
                                         std::to_string(agents.size()) + " agents were given.");
    }
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
        throw Error(ErrorKind::agent, "The agent in seat " + std::to_string(seat) +
                                          " was made for another game than " + name() +
                                          " with these options.");
      }
    }
    return otherminds::play(rules, std::span<Agent<G>* const>(line_up.data(), agents.size()),
                            streams, match_rules, first ? &first->state : nullptr);
  }

  PlayoutTotals playouts(std::int64_t games, Stream stream, Pulse* pulse) const override {
    if (games < 0) throw Error(ErrorKind::option, "The number of games must not be negative.");
    return otherminds::playouts(rules, games, stream, pulse);
  }

  // Two games are the same when their name and options are.
  bool same_as(const AnyGame& other) const {
    const auto* typed = dynamic_cast<const GameOf*>(&other);
    return typed && typed->header_.options_key == header_.options_key;
  }

  const typename G::View& view_of(const AnyView& view) const {
    const auto* typed = dynamic_cast<const ViewOf<G>*>(&view);
    if (!typed || !same_as(*typed->game())) {
      throw Error(ErrorKind::option,
                  "This is a view of another game than " + name() + " with these options.");
    }
    return typed->view;
  }

  const PackedHeader& header() const { return header_; }

  std::shared_ptr<const Policy<G>> make_policy(const std::string& name,
                                               const Value& options) const {
    std::vector<std::string> names;
    for (const auto& entry : catalog()) {
      if (entry.name == name) return entry.checked(rules, options);
      names.push_back(entry.name);
    }
    throw Error(ErrorKind::option, unknown_name("policy of " + this->name(), name, names));
  }

  const G rules;

 private:
  static std::uint64_t options_key(const typename G::Options& options) {
    const Value value = to_value(options);
    std::string text;
    for (const auto& [option, given] : std::get<Value::Members>(value.data))
      text += option + "=" + describe(given) + ";";
    return hash_text(text);
  }

  GamePointer<G> self() const {
    return std::static_pointer_cast<const GameOf>(this->shared_from_this());
  }

  std::unique_ptr<AnyState> checked(const typename G::State& state) const {
    const std::string problem = rules.problem(state);
    if (!problem.empty())
      throw Error(ErrorKind::format, "This is not a possible state of " + name() + ": " + problem);
    return std::make_unique<StateOf<G>>(self(), state);
  }

  void check_id(Action id, int count, const std::string& kind) const {
    if (id >= 0 && id < count) return;
    throw Error(ErrorKind::illegal_action,
                "The " + kind + " " + std::to_string(id) + " does not exist in " + name() + "; " +
                    (count ? "ids are 0 to " + std::to_string(count - 1) + "." : "it has none."));
  }

  Value parts_of(Action action) const {
    Value::Members parts = rules.action_parts(action);
    const auto type = rules.type_names()[static_cast<std::size_t>(rules.type_of(action))];
    parts.emplace(parts.begin(), "type", Value{std::string(type)});
    return {std::move(parts)};
  }

  const ActionParts& all_parts() const {
    std::call_once(parts_listed_, [&] {
      std::vector<Value> listed;
      for (Action action = 0; action < action_count(); ++action) listed.push_back(parts_of(action));
      all_parts_.emplace(name(), action_types(), listed);
    });
    return *all_parts_;
  }

  template <class Text>
  Action parse(const std::string& given, int count, const std::string& kind, Text&& text) const {
    const auto fold = [](std::string letters) {
      std::ranges::transform(letters, letters.begin(),
                             [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      return letters;
    };
    std::vector<std::string> known;
    for (Action id = 0; id < count; ++id) {
      known.push_back(text(id));
      if (fold(known.back()) == fold(given)) return id;
    }
    const std::string near = nearest_name(given, known);
    throw Error(ErrorKind::format, describe({given}) + " is not an " + kind + " of " + name() +
                                       "; " +
                                       (known.empty()  ? "it has none."
                                        : near.empty() ? "an example is '" + known.front() + "'."
                                                       : "did you mean '" + near + "'?"));
  }

  // Listed once: a match of quick policies takes less time than the list.
  const std::vector<PolicyEntry<G>>& catalog() const {
    std::call_once(catalog_listed_, [&] {
      catalog_ = {uniform_policy_entry<G>(), typed_policy_entry<G>()};
      for (const auto& entry : policies_of(rules)) catalog_.push_back(entry);
    });
    return catalog_;
  }

  PackedHeader header_;
  mutable std::once_flag catalog_listed_;
  mutable std::vector<PolicyEntry<G>> catalog_;
  mutable std::once_flag parts_listed_;
  mutable std::optional<ActionParts> all_parts_;  // listed when somebody first asks
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
