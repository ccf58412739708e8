// The dynamic interface: games, states, views, beliefs, policies and agents whose type is known
// only at run time. Python sees these classes and no others.
//
// Everything that comes in through here is checked once, at this edge; past it the code trusts.
// Each error is an Error with a sentence, and leaves what it was called on unchanged.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/archive.hpp"
#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/match.hpp"
#include "engine/playout.hpp"
#include "engine/policy.hpp"
#include "engine/value.hpp"
#include "search/options.hpp"
#include "search/result.hpp"

namespace otherminds {

class AnyGame;
class AnyState;

class AnyView {
 public:
  virtual ~AnyView() = default;
  virtual std::shared_ptr<const AnyGame> game() const = 0;
  virtual int seat() const = 0;
  virtual int actor() const = 0;
  virtual ActionList legal_actions() const = 0;  // empty unless the seat acts
  virtual std::uint64_t key() const = 0;
  virtual bool equals(const AnyView& other) const = 0;
  virtual Value value() const = 0;
  virtual std::string text() const = 0;
  virtual std::vector<float> tensor() const = 0;
  // A state that looks like this to the seat; nothing but the view decides which one.
  virtual std::unique_ptr<AnyState> state_like() const = 0;
};

class AnyState {
 public:
  virtual ~AnyState() = default;
  virtual std::shared_ptr<const AnyGame> game() const = 0;
  virtual std::unique_ptr<AnyState> copy() const = 0;
  virtual int actor() const = 0;
  virtual ActionList legal_actions() const = 0;  // empty unless a seat acts
  virtual std::vector<int> legal_types() const = 0;
  virtual ActionList actions_of_type(int type) const = 0;
  virtual void apply(Action action) = 0;
  virtual OutcomeList outcomes() const = 0;  // empty unless chance acts
  virtual Action sample_outcome(Rng& rng) const = 0;
  virtual std::vector<double> returns() const = 0;
  virtual Observation observation(Action action, int seat) const = 0;
  virtual std::unique_ptr<AnyView> view(int seat) const = 0;
  virtual std::uint64_t key() const = 0;
  virtual bool equals(const AnyState& other) const = 0;
  virtual Value value() const = 0;
  virtual std::string bytes() const = 0;
  virtual std::string text() const = 0;
  virtual std::uint64_t perft(int depth, Pulse* pulse) const = 0;
  virtual SearchResult search(const SearchOptions& options, Stream stream,
                              Monitor* monitor) const = 0;
};

class AnyBelief {
 public:
  virtual ~AnyBelief() = default;
  virtual std::shared_ptr<const AnyGame> game() const = 0;
  virtual std::unique_ptr<AnyBelief> copy() const = 0;
  virtual void update(const Observation& seen, const AnyView& now) = 0;
  virtual std::unique_ptr<AnyState> sample(Rng& rng) const = 0;
  virtual std::string bytes() const = 0;
  virtual SearchResult search(const SearchOptions& options, Stream stream,
                              Monitor* monitor) const = 0;
};

// A function from outside the core that a search asks: for the chances of a seat's actions, or for
// what positions are worth. It may throw.
class ForeignFunction : public Foreign {
 public:
  virtual void probabilities(std::unique_ptr<AnyView> view, std::span<const Action> legal,
                             std::span<double> out) const = 0;
  virtual void evaluate(std::vector<std::unique_ptr<AnyState>> positions, int seats,
                        ReturnRange range, std::span<Returns> values,
                        std::vector<std::vector<double>>& priors) const = 0;
};

// A named policy of a game with its options: enough to make it again.
struct PolicyRecipe {
  std::shared_ptr<const AnyGame> game = {};
  std::string name = {};
  Value options = {};
};

class AnyPolicy {
 public:
  virtual ~AnyPolicy() = default;
  virtual void begin(Memory& memory, int seat, Rng& rng) const = 0;
  virtual void observe(Memory& memory, const Observation& seen, const AnyView& now) const = 0;
  virtual void end(Memory& memory, int seat, const std::vector<double>& returns) const = 0;
  virtual std::vector<std::pair<Action, double>> probabilities(const AnyView& view,
                                                               const Memory& memory) const = 0;
  virtual std::string current_type(const Memory& memory) const = 0;

  PolicyRecipe recipe;
};

// A living player. One is in at most one match at a time; Seated claims it.
class AnyAgent {
 public:
  virtual ~AnyAgent() = default;
  virtual std::string current_type() const { return {}; }
  virtual std::optional<SearchResult> last_result() const { return {}; }
  virtual std::vector<TypeBelief> posterior() const { return {}; }
  // The worlds that it keeps, with their weights.
  virtual std::vector<std::pair<std::unique_ptr<AnyState>, double>> worlds() const { return {}; }
  // What it plays; null for agents from outside the core.
  virtual std::shared_ptr<const AnyGame> game() const { return nullptr; }
  // The last decision of a policy, as long as it has witnessed nothing since.
  virtual std::optional<PolicyDecision> decision() const { return {}; }
  // What it believed at its last decision, likewise; null for those that believe nothing.
  virtual std::unique_ptr<AnyBelief> belief() const { return nullptr; }
  // Who looks at its searches; null for those that do not search.
  virtual Monitor* monitor() const { return nullptr; }

  std::shared_ptr<Foreign> held;  // its options, where these come from outside the core
  PolicyRecipe policy;            // what it was made of, where that is a policy

 private:
  friend class Seated;
  friend class Consulted;
  std::atomic<std::thread::id> claimant_{};  // the thread whose match it is in
};

// Holds agents for the length of one match, or refuses.
class Seated {
 public:
  explicit Seated(std::span<AnyAgent* const> agents) {
    for (AnyAgent* agent : agents) {
      std::thread::id nobody_yet;
      if (!agent->claimant_.compare_exchange_strong(nobody_yet, std::this_thread::get_id())) {
        release();
        throw Error(ErrorKind::agent,
                    "An agent object sits in one seat of one match at a time; make another one.");
      }
      claimed_.push_back(agent);
    }
  }
  ~Seated() { release(); }
  Seated(const Seated&) = delete;
  Seated& operator=(const Seated&) = delete;

 private:
  void release() {
    for (AnyAgent* agent : claimed_) agent->claimant_.store({});
    claimed_.clear();
  }
  std::vector<AnyAgent*> claimed_;
};

// Holds an agent while somebody asks what it thinks. Within a match only the thread that plays it
// may ask: another one would read what the match is writing.
class Consulted {
 public:
  explicit Consulted(AnyAgent& agent)
      : self_(&agent),
        seated_({&self_, agent.claimant_.load() == std::this_thread::get_id() ? 0U : 1U}) {}

 private:
  AnyAgent* self_;
  Seated seated_;
};

// An agent that lives outside the core, such as one written in Python: it sees the dynamic classes.
class ForeignAgent : public AnyAgent {
 public:
  virtual void begin(int seat, std::unique_ptr<AnyView> first, Stream stream) = 0;
  virtual void observe(const Observation& seen, std::unique_ptr<AnyView> now) = 0;
  // `truth` is null unless the agent peeks.
  virtual Action act(std::unique_ptr<AnyView> view, std::unique_ptr<AnyState> truth) = 0;
  virtual void end(const std::vector<double>& returns) = 0;
  virtual bool watches() const = 0;
  virtual bool peeks() const = 0;
  virtual bool informed() const = 0;
  virtual void inform(const std::vector<std::string>& types) = 0;
};

// A native agent driven by hand, a call at a time.
class DrivenAgent : public AnyAgent {
 public:
  virtual void begin(int seat, const AnyView& first, Stream stream) = 0;
  virtual void observe(const Observation& seen, const AnyView& now) = 0;
  virtual Action act(const AnyView& view, const AnyState* truth) = 0;
  virtual void end(const std::vector<double>& returns) = 0;
  virtual bool peeks() const = 0;
  virtual bool decides(const AnyView& view) const = 0;
  virtual bool informed() const = 0;
  virtual void inform(const std::vector<std::string>& types) = 0;
  // What it remembers and where it stands in a match, for an agent of the same recipe to go on
  // with; `recipe` is a number that tells recipes apart.
  virtual Archived archived(std::uint64_t recipe) const = 0;
  virtual void restore(const Archived& archived, std::uint64_t recipe) = 0;
};

struct PolicyDescription {
  std::string name;
  std::string summary;
};

class AnyGame : public std::enable_shared_from_this<AnyGame> {
 public:
  virtual ~AnyGame() = default;
  virtual std::string name() const = 0;
  virtual int version() const = 0;
  virtual Value options() const = 0;
  virtual Value option_schema() const = 0;  // what can be set, with the defaults
  virtual int seats() const = 0;
  virtual bool perfect_information() const = 0;
  virtual ReturnRange return_range() const = 0;
  virtual int action_count() const = 0;
  virtual int outcome_count() const = 0;
  virtual std::vector<std::string> action_types() const = 0;
  virtual int type_of(Action action) const = 0;
  virtual std::string action_text(Action action) const = 0;
  virtual std::string outcome_text(Action outcome) const = 0;
  virtual Action parse_action(const std::string& text) const = 0;
  virtual Action parse_outcome(const std::string& text) const = 0;
  virtual Value action_parts(Action action) const = 0;  // the type, then what else it consists of
  virtual Action action_from_parts(const Value& parts) const = 0;
  virtual Value action_schema() const = 0;
  virtual std::vector<int> tensor_shape() const = 0;

  virtual std::unique_ptr<AnyState> initial(Stream stream) const = 0;
  virtual std::unique_ptr<AnyState> from_bytes(const std::string& bytes) const = 0;
  virtual std::unique_ptr<AnyState> from_value(const Value& value) const = 0;
  virtual std::unique_ptr<AnyBelief> belief(const AnyView& view) const = 0;
  virtual std::unique_ptr<AnyBelief> belief_from_bytes(const std::string& bytes) const = 0;

  virtual std::vector<PolicyDescription> policies() const = 0;
  virtual bool has_policy(const std::string& name) const = 0;
  virtual Value policy_schema() const = 0;  // with their options, see engine/policy_options.hpp
  virtual std::vector<PolicyDescription> evaluators() const = 0;
  virtual std::unique_ptr<AnyPolicy> policy(const std::string& name,
                                            const Value& options) const = 0;
  virtual std::unique_ptr<DrivenAgent> policy_agent(const std::string& name,
                                                    const Value& options) const = 0;
  virtual std::unique_ptr<DrivenAgent> search_agent(const SearchOptions& options,
                                                    std::unique_ptr<Monitor> monitor) const = 0;

  virtual MatchRecord play(std::span<AnyAgent* const> agents, const MatchStreams& streams,
                           const MatchRules& rules, const AnyState* start = nullptr) const = 0;
  virtual PlayoutTotals playouts(std::int64_t games, Stream stream, Pulse* pulse) const = 0;
};

// The way from a native game to its dynamic classes and back, for its bindings. Compiled once per
// game, in its instantiate.cpp.
template <class G>
struct Dynamic {
  // The game with these options; those that are not given keep their defaults.
  static std::shared_ptr<const AnyGame> make(const Value& options);
  static std::unique_ptr<AnyState> wrap(const AnyGame& game, const typename G::State& state);

  // What is behind a dynamic object; nullptr if it belongs to another game.
  static const G* rules(const AnyGame& game);
  static const typename G::State* state(const AnyState& state);
  static const typename G::View* view(const AnyView& view);
  static const typename G::Belief* belief(const AnyBelief& belief);
};

}  // namespace otherminds
