// The dynamic interface of one native game. Each game instantiates GameOf once, in its own
// translation unit; everything generic about it is compiled there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/any.hpp"
#include "engine/packed.hpp"
#include "engine/perft.hpp"
#include "engine/typed_policy.hpp"
#include "search/agent.hpp"
#include "search/planner.hpp"

namespace otherminds {

template <NativeGame G>
class GameOf;

// Finds the free function policies(const G&) that stands beside the game.
template <NativeGame G>
const std::vector<PolicyEntry<G>>& policies_of(const G& rules) {
  return policies(rules);
}

// Likewise evaluators(const G&), where there are some.
template <NativeGame G>
std::vector<EvaluatorEntry<G>> evaluators_of(const G& rules) {
  if constexpr (requires { evaluators(rules); }) {
    return evaluators(rules);
  } else {
    return {};
  }
}

template <NativeGame G>
using GamePointer = std::shared_ptr<const GameOf<G>>;

inline void check_seat(int seat, int seats) {
  if (seat >= 0 && seat < seats) return;
  throw Error(ErrorKind::option, "Seat " + std::to_string(seat) +
                                     " does not exist; seats are 0 to " +
                                     std::to_string(seats - 1) + ".");
}

inline Returns to_returns(const std::vector<double>& returns, int seats) {
  if (returns.size() != static_cast<std::size_t>(seats))
    throw Error(ErrorKind::option,
                "One return for each of " + std::to_string(seats) + " seats is needed.");
  Returns result{};
  std::ranges::copy(returns, result.begin());
  return result;
}

template <NativeGame G>
class ViewOf final : public AnyView {
 public:
  ViewOf(GamePointer<G> game, const typename G::View& view) : view(view), game_(std::move(game)) {}

  std::shared_ptr<const AnyGame> game() const override { return game_; }
  int seat() const override { return view.seat; }
  int actor() const override { return view.actor; }
  std::uint64_t key() const override { return hash_bytes(view); }
  Value value() const override { return to_value(view); }
  std::string text() const override { return game_->rules.text(view); }

  ActionList legal_actions() const override {
    ActionList actions;
    if (view.actor == view.seat) game_->rules.legal(view, actions);
    return actions;
  }

  bool equals(const AnyView& other) const override {
    const auto* same = dynamic_cast<const ViewOf*>(&other);
    return same && game_->same_as(*same->game_) && !std::memcmp(&view, &same->view, sizeof view);
  }

  std::vector<float> tensor() const override {
    std::size_t size = 1;
    for (const int extent : game_->rules.tensor_shape()) size *= static_cast<std::size_t>(extent);
    std::vector<float> numbers(size, 0.0F);
    game_->rules.tensor(view, numbers);
    return numbers;
  }

  const typename G::View view;

 private:
  GamePointer<G> game_;
};

template <NativeGame G>
class StateOf final : public AnyState {
 public:
  StateOf(GamePointer<G> game, const typename G::State& state)
      : state(state), game_(std::move(game)) {}

  std::shared_ptr<const AnyGame> game() const override { return game_; }
  std::unique_ptr<AnyState> copy() const override { return std::make_unique<StateOf>(*this); }
  int actor() const override { return rules().actor(state); }
  std::uint64_t key() const override { return hash_bytes(state); }
  Value value() const override { return to_value(state); }
  std::string text() const override { return rules().text(state); }

  ActionList legal_actions() const override {
    ActionList actions;
    if (actor() >= 0) rules().legal(state, actions);
    return actions;
  }

  std::vector<int> legal_types() const override {
    if (actor() < 0) return {};
    ActionList scratch;
    return otherminds::legal_types(rules(), state, scratch);
  }

  ActionList actions_of_type(int type) const override {
    const auto types = static_cast<int>(rules().type_names().size());
    if (type < 0 || type >= types) {
      throw Error(ErrorKind::option, "Action type " + std::to_string(type) +
                                         " does not exist; types are 0 to " +
                                         std::to_string(types - 1) + ".");
    }
    ActionList actions;
    if (actor() >= 0) legal_of_type(rules(), state, type, actions);
    return actions;
  }

  void apply(Action action) override {
    check_possible(action);
    rules().apply(state, action);
  }

  OutcomeList outcomes() const override {
    OutcomeList outcomes;
    if (actor() == chance) rules().outcomes(state, outcomes);
    return outcomes;
  }

  Action sample_outcome(Rng& rng) const override {
    if (actor() != chance)
      throw Error(ErrorKind::illegal_action,
                  "Chance does not act here: there is no outcome to draw.");
    return rules().sample_outcome(state, rng);
  }

  std::vector<double> returns() const override {
    if (actor() != nobody)
      throw Error(ErrorKind::illegal_action, "The game is not over: there are no returns yet.");
    const Returns returns = rules().returns(state);
    return {returns.begin(), returns.begin() + rules().seats()};
  }

  Observation observation(Action action, int seat) const override {
    check_seat(seat, rules().seats());
    check_possible(action);
    typename G::State after = state;
    rules().apply(after, action);
    return rules().observe(state, action, after, seat);
  }

  std::unique_ptr<AnyView> view(int seat) const override {
    check_seat(seat, rules().seats());
    return std::make_unique<ViewOf<G>>(game_, rules().view(state, seat));
  }

  bool equals(const AnyState& other) const override {
    const auto* same = dynamic_cast<const StateOf*>(&other);
    return same && game_->same_as(*same->game_) && !std::memcmp(&state, &same->state, sizeof state);
  }

  std::string bytes() const override {
    std::string payload(sizeof state, '\0');
    std::memcpy(payload.data(), &state, sizeof state);
    return pack(game_->header(), payload);
  }

  std::uint64_t perft(int depth, Pulse* pulse) const override {
    if (depth < 0 || depth > 100)
      throw Error(ErrorKind::option, "The depth of a perft is from 0 to 100.");
    return otherminds::perft(rules(), state, depth, pulse);
  }

  SearchResult search(const SearchOptions& options, Stream stream,
                      Monitor* monitor) const override {
    return game_->search(&state, nullptr, options, stream, monitor);
  }

  typename G::State state;

 private:
  const G& rules() const { return game_->rules; }

  void check_possible(Action action) const {
    const int who = actor();
    if (who == nobody)
      throw Error(ErrorKind::illegal_action, "The game is over: no action can be applied.");
    bool possible = false;
    if (who == chance) {
      for (const Outcome& outcome : outcomes()) possible = possible || outcome.id == action;
    } else {
      const ActionList legal = legal_actions();
      possible = std::ranges::binary_search(legal, action);
    }
    if (possible) return;
    const int count = who == chance ? rules().outcome_count() : rules().action_count();
    const std::string kind = who == chance ? "outcome" : "action";
    std::string sentence = "The " + kind + " " + std::to_string(action);
    if (action >= 0 && action < count) {
      sentence += " (" +
                  (who == chance ? rules().outcome_text(action) : rules().action_text(action)) +
                  ") is not possible here.";
    } else {
      sentence += " does not exist in " + rules().name() + "; ids are 0 to " +
                  std::to_string(count - 1) + ".";
    }
    throw Error(ErrorKind::illegal_action, sentence);
  }

  GamePointer<G> game_;
};

template <NativeGame G>
class BeliefOf final : public AnyBelief {
 public:
  BeliefOf(GamePointer<G> game, const typename G::View& first)
      : game_(std::move(game)), seat_(first.seat), belief_(game_->rules.belief(first)) {}

  std::shared_ptr<const AnyGame> game() const override { return game_; }
  std::unique_ptr<AnyBelief> copy() const override { return std::make_unique<BeliefOf>(*this); }

  SearchResult search(const SearchOptions& options, Stream stream,
                      Monitor* monitor) const override {
    return game_->search(nullptr, &belief_, options, stream, monitor);
  }

  // The view decides whether the observation can be true; a belief that nothing fits is an error
  // and stays as it was.
  void update(const Observation& seen, const AnyView& now) override {
    const auto& view = game_->view_of(now);
    if (view.seat != seat_) {
      throw Error(ErrorKind::option, "This is the view of seat " + std::to_string(view.seat) +
                                         "; the belief is that of seat " + std::to_string(seat_) +
                                         ".");
    }
    typename G::Belief next = belief_;
    game_->rules.update(next, seen, view);
    belief_ = next;
  }

  std::unique_ptr<AnyState> sample(Rng& rng) const override {
    return std::make_unique<StateOf<G>>(game_, game_->rules.sample(belief_, rng));
  }

 private:
  GamePointer<G> game_;
  int seat_;
  typename G::Belief belief_;
};

template <NativeGame G>
class PolicyOf final : public AnyPolicy {
 public:
  PolicyOf(GamePointer<G> game, std::shared_ptr<const Policy<G>> policy)
      : game_(std::move(game)), policy_(std::move(policy)) {}

  void begin(Memory& memory, int seat, Rng& rng) const override {
    check_seat(seat, game_->rules.seats());
    policy_->begin(game_->rules, memory, seat, rng);
  }

  void observe(Memory& memory, const Observation& seen, const AnyView& now) const override {
    const auto& view = game_->view_of(now);
    policy_->observe(game_->rules, memory, view.seat, seen, view);
  }

  void end(Memory& memory, int seat, const std::vector<double>& returns) const override {
    check_seat(seat, game_->rules.seats());
    policy_->end(game_->rules, memory, seat, to_returns(returns, game_->rules.seats()));
  }

  std::vector<std::pair<Action, double>> probabilities(const AnyView& view,
                                                       const Memory& memory) const override {
    const auto& typed = game_->view_of(view);
    const ActionList legal = view.legal_actions();
    if (legal.empty())
      throw Error(ErrorKind::illegal_action, "It is not this seat's turn: no action is legal.");
    std::vector<double> weights(legal.size());
    policy_->probabilities(game_->rules, typed, memory, legal, weights);
    std::vector<std::pair<Action, double>> result;
    for (std::size_t i = 0; i < legal.size(); ++i) result.emplace_back(legal[i], weights[i]);
    return result;
  }

  std::string current_type(const Memory& memory) const override {
    return policy_->current_type(memory);
  }

 private:
  GamePointer<G> game_;
  std::shared_ptr<const Policy<G>> policy_;
};

// A native agent; inside a match it is used without the dynamic interface.
template <NativeGame G>
class AgentOf final : public DrivenAgent {
 public:
  AgentOf(GamePointer<G> game, std::unique_ptr<Agent<G>> agent)
      : agent(std::move(agent)), game_(std::move(game)) {}

  void begin(int seat, const AnyView& first, Stream stream) override {
    const auto& view = game_->view_of(first);
    check_seat(seat, game_->rules.seats());
    if (view.seat != seat)
      throw Error(ErrorKind::option, "The first view is of another seat than the agent's.");
    begun_ = false;
    agent->begin(game_->rules, seat, view, stream);
    seat_ = seat;
    begun_ = true;
  }

  void observe(const Observation& seen, const AnyView& now) override {
    agent->observe(seen, own_view(now));
  }

  Action act(const AnyView& view, const AnyState* truth) override {
    const auto& own = own_view(view);
    if (view.legal_actions().empty())
      throw Error(ErrorKind::illegal_action, "It is not this seat's turn: no action is legal.");
    const typename G::State* state = nullptr;
    if (agent->peeks()) {
      const auto* typed = dynamic_cast<const StateOf<G>*>(truth);
      if (!typed || !game_->same_as(*typed->game()) || typed->actor() < 0)
        throw Error(ErrorKind::option, "An agent that peeks needs the state in which it acts.");
      state = &typed->state;
    }
    return agent->act(own, state);
  }

  void end(const std::vector<double>& returns) override {
    check_begun();
    const Returns checked = to_returns(returns, game_->rules.seats());
    begun_ = false;
    agent->end(checked);
  }

  bool peeks() const override { return agent->peeks(); }
  std::string current_type() const override { return agent->current_type(); }

  std::optional<SearchResult> last_result() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    return searching ? searching->last_result() : std::nullopt;
  }
  std::vector<TypeBelief> posterior() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    return searching ? searching->posterior() : std::vector<TypeBelief>{};
  }

  const GamePointer<G>& home() const { return game_; }

  // A match takes the agent over: a match played by hand before it is forgotten.
  void forget_begin() { begun_ = false; }

  const std::unique_ptr<Agent<G>> agent;

 private:
  void check_begun() const {
    if (!begun_)
      throw Error(ErrorKind::agent, "The agent has not begun a match: call begin first.");
  }

  const typename G::View& own_view(const AnyView& view) const {
    check_begun();
    const auto& typed = game_->view_of(view);
    if (typed.seat != seat_) {
      throw Error(ErrorKind::option, "This is the view of seat " + std::to_string(typed.seat) +
                                         "; the agent sits in seat " + std::to_string(seat_) + ".");
    }
    return typed;
  }

  GamePointer<G> game_;
  bool begun_ = false;
  int seat_ = 0;
};

// A foreign agent in a seat of a native game: hands over views, checks what comes back.
template <NativeGame G>
class ForeignSeat final : public Agent<G> {
 public:
  ForeignSeat(GamePointer<G> game, ForeignAgent& agent) : game_(std::move(game)), agent_(agent) {}

  void begin(const G&, int seat, const typename G::View& first, Stream stream) override {
    agent_.begin(seat, wrap(first), stream);
  }
  void observe(const Observation& seen, const typename G::View& now) override {
    agent_.observe(seen, wrap(now));
  }
  Action act(const typename G::View& view, const typename G::State*) override {
    const Action action = agent_.act(wrap(view));
    ActionList legal;
    game_->rules.legal(view, legal);
    if (!std::ranges::binary_search(legal, action)) {
      const bool exists = action >= 0 && action < game_->rules.action_count();
      throw AgentFault("The agent in seat " + std::to_string(view.seat) + " answered " +
                       std::to_string(action) +
                       (exists ? " (" + game_->rules.action_text(action) + ")" : std::string()) +
                       ", which is not legal here.");
    }
    return action;
  }
  void end(const Returns& returns) override {
    agent_.end({returns.begin(), returns.begin() + game_->rules.seats()});
  }
  bool watches() const override { return agent_.watches(); }
  bool informed() const override { return agent_.informed(); }
  void inform(const std::array<std::string, max_seats>& types) override {
    agent_.inform({types.begin(), types.begin() + game_->rules.seats()});
  }
  std::string current_type() const override { return agent_.current_type(); }

 private:
  std::unique_ptr<AnyView> wrap(const typename G::View& view) const {
    return std::make_unique<ViewOf<G>>(game_, view);
  }

  GamePointer<G> game_;
  ForeignAgent& agent_;
};

// A policy from outside the core.
template <NativeGame G>
class ForeignPolicyOf final : public Policy<G> {
 public:
  ForeignPolicyOf(GamePointer<G> game, std::shared_ptr<const ForeignFunction> function)
      : game_(std::move(game)), function_(std::move(function)) {}

  bool watches() const override { return false; }
  void probabilities(const G&, const typename G::View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    function_->probabilities(std::make_unique<ViewOf<G>>(game_, view), legal, out);
  }

 private:
  GamePointer<G> game_;
  std::shared_ptr<const ForeignFunction> function_;
};

// An evaluation from outside the core.
template <NativeGame G>
class ForeignEvaluatorOf final : public Evaluator<G> {
 public:
  ForeignEvaluatorOf(GamePointer<G> game, std::shared_ptr<const ForeignFunction> function)
      : game_(std::move(game)), function_(std::move(function)) {}

  void evaluate(const G& game, std::span<const typename G::State* const> positions,
                std::span<Returns> values,
                std::vector<std::vector<double>>& priors) const override {
    std::vector<std::unique_ptr<AnyState>> states;
    for (const auto* position : positions)
      states.push_back(std::make_unique<StateOf<G>>(game_, *position));
    function_->evaluate(std::move(states), game.seats(), game.return_range(), values, priors);
  }

 private:
  GamePointer<G> game_;
  std::shared_ptr<const ForeignFunction> function_;
};

// Where a search of a native game finds what its options name.
template <NativeGame G>
class ToolboxOf final : public Toolbox<G> {
 public:
  explicit ToolboxOf(GamePointer<G> game) : game_(std::move(game)) {}

  std::shared_ptr<const Policy<G>> named_policy(const std::string& name,
                                                const Value& options) const override {
    return game_->make_policy(name, options);
  }
  std::shared_ptr<const Policy<G>> foreign_policy(
      const std::shared_ptr<Foreign>& object) const override {
    return std::make_shared<ForeignPolicyOf<G>>(game_, function(object));
  }
  std::shared_ptr<const Evaluator<G>> named_evaluator(const std::string& name) const override {
    std::vector<std::string> names;
    for (const auto& entry : evaluators_of(game_->rules)) {
      if (entry.name == name) return std::make_shared<NamedEvaluator<G>>(entry);
      names.push_back(entry.name);
    }
    if (names.empty())
      throw Error(ErrorKind::option, game_->name() + " has no evaluation of its own to name.");
    throw Error(ErrorKind::option, unknown_name("evaluation of " + game_->name(), name, names));
  }
  std::shared_ptr<const Evaluator<G>> foreign_evaluator(
      const std::shared_ptr<Foreign>& object) const override {
    return std::make_shared<ForeignEvaluatorOf<G>>(game_, function(object));
  }
  std::vector<std::string_view> type_names() const override {
    const auto names = game_->rules.type_names();
    return {names.begin(), names.end()};
  }

 private:
  static std::shared_ptr<const ForeignFunction> function(const std::shared_ptr<Foreign>& object) {
    auto typed = std::dynamic_pointer_cast<const ForeignFunction>(object);
    if (!typed)
      throw Error(ErrorKind::option, "Something to call is needed, not " + object->text() + ".");
    return typed;
  }

  GamePointer<G> game_;
};

template <NativeGame G>
class GameOf final : public AnyGame {
 public:
  explicit GameOf(const typename G::Options& options)
      : rules(options), header_{rules.name(), G::version, options_key(options)} {}

  // Makes a game from named options; names that are not given keep their defaults.
  static std::shared_ptr<const AnyGame> make(const Value& options) {
    typename G::Options chosen;
    otherminds::from_value(options, chosen, ErrorKind::option, std::string(G::title) + " option",
                           true);
    return std::make_shared<const GameOf>(chosen);
  }

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
    return checked(state);
  }

  std::unique_ptr<AnyBelief> belief(const AnyView& view) const override {
    return std::make_unique<BeliefOf<G>>(self(), view_of(view));
  }

  std::vector<PolicyDescription> policies() const override {
    std::vector<PolicyDescription> result;
    for (const auto& entry : catalog())
      result.push_back({entry.name, entry.summary, entry.options});
    return result;
  }

  std::vector<PolicyDescription> evaluators() const override {
    std::vector<PolicyDescription> result;
    for (const auto& entry : evaluators_of(rules))
      result.push_back({entry.name, entry.summary, {}});
    return result;
  }

  std::unique_ptr<AnyPolicy> policy(const std::string& name, const Value& options) const override {
    return std::make_unique<PolicyOf<G>>(self(), make_policy(name, options));
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
    check(options);
    const Equipment<G> equipment = equip(rules, options, ToolboxOf<G>(self()));
    return otherminds::search(rules, state, belief, options, equipment, stream, monitor);
  }

  MatchRecord play(std::span<AnyAgent* const> agents, const MatchStreams& streams,
                   const MatchRules& match_rules) const override {
    if (agents.size() != static_cast<std::size_t>(seats())) {
      throw Error(ErrorKind::option, name() + " has " + std::to_string(seats()) + " seats; " +
                                         std::to_string(agents.size()) + " agents were given.");
    }
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
                            streams, match_rules);
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
      names.push_back(entry.name);
      if (entry.name != name) continue;
      if (const auto* given = std::get_if<Value::Members>(&options.data)) {
        for (const auto& [option, unused] : *given) {
          if (std::ranges::find(entry.options, option) == entry.options.end())
            throw Error(ErrorKind::option,
                        unknown_name("option of " + name, option, entry.options));
        }
      }
      return entry.make(rules, options);
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

  std::vector<PolicyEntry<G>> catalog() const {
    std::vector<PolicyEntry<G>> entries = {uniform_policy_entry<G>(), typed_policy_entry<G>()};
    for (const auto& entry : policies_of(rules)) entries.push_back(entry);
    return entries;
  }

  PackedHeader header_;
};

}  // namespace otherminds
