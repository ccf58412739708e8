// An agent sits in a seat for a whole match: it is told what its seat witnesses and answers with
// actions. It lives on between matches and may remember.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/archive.hpp"
#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/policy.hpp"

namespace otherminds {

template <Game G>
class Agent {
 public:
  using State = typename G::State;
  using View = typename G::View;

  virtual ~Agent() = default;

  // A match begins; `game` outlives it.
  virtual void begin(const G& game, int seat, const View& first, Stream stream) = 0;
  virtual void observe(const Observation& seen, const View& now) = 0;

  // `truth` is null unless the agent peeks.
  virtual Action act(const View& view, const State* truth) = 0;
  virtual void end(const Returns& returns) = 0;

  // Whether observe() does anything; a match skips the work for agents that do not watch.
  virtual bool watches() const { return true; }
  // Whether it does anything with this; a match makes no view for agents that do not heed it.
  virtual bool heeds(const Observation& /*seen*/) const { return true; }

  // Forgets all earlier matches, as if newly made.
  virtual void reset() {}

  // Whether the agent is told the current types of the others before it acts. Such an agent says
  // so in its name.
  virtual bool informed() const { return false; }
  virtual void inform(const std::array<std::string, max_seats>& /*types*/) {}

  // Whether the agent is handed the true state. Such an agent says so in its name.
  virtual bool peeks() const { return false; }

  // Whether the agent has anything to decide here; one that decides part of a game says no
  // elsewhere, where act() throws unless there is but one move.
  virtual bool decides(const View& /*view*/) const { return true; }

  // Whether the time of each move is worth reading the clock for.
  virtual bool deliberates() const { return true; }

  // The type that decides the next move, where the agent has one and publishes it.
  virtual std::string current_type() const { return {}; }

  // Whether somebody will ask what the agent thought about a move: it then keeps what that takes.
  bool thoughtful = false;

  // What it remembers and where it stands in a match. An agent of the same recipe that reads it
  // goes on as this one would; `game` outlives the match. What is read may be refused halfway:
  // such an agent is of no use.
  virtual void write(const G& /*game*/, ArchiveWriter& /*bytes*/) const {
    throw Error(ErrorKind::agent, "This agent cannot be written.");
  }
  virtual void read(const G& /*game*/, ArchiveReader& /*bytes*/) {
    throw Error(ErrorKind::agent, "This agent cannot be read.");
  }
};

// What a policy can tell about a decision.
struct PolicyDecision {
  int seat;
  Action action;
  std::vector<std::pair<Action, double>> chances;  // of every legal action, ascending
};

// A policy in a seat.
template <Game G>
class PolicyAgent final : public Agent<G> {
 public:
  using View = typename G::View;

  explicit PolicyAgent(std::shared_ptr<const Policy<G>> policy) : policy_(std::move(policy)) {}

  void begin(const G& game, int seat, const View&, Stream stream) override {
    game_ = &game;
    seat_ = seat;
    rng_ = stream.rng();
    asked_.reset();
    policy_->begin(*game_, memory_, seat_, rng_);
  }

  void observe(const Observation& seen, const View& now) override {
    if (this->thoughtful) asked_.reset();
    policy_->observe(*game_, memory_, seat_, seen, now);
  }

  Action act(const View& view, const typename G::State*) override {
    const Action action = policy_->act(*game_, view, memory_, rng_);
    if (this->thoughtful) {
      asked_.emplace(view);
      answered_ = action;
    }
    return action;
  }

  // The last decision of an agent that is thoughtful; nothing once it has witnessed something
  // since.
  std::optional<PolicyDecision> decision() const {
    if (!asked_) return {};
    ActionList legal;
    game_->legal(*asked_, legal);
    std::vector<double> weights(legal.size());
    policy_->probabilities(*game_, *asked_, memory_, legal, weights);
    PolicyDecision result{seat_, answered_, {}};
    for (std::size_t i = 0; i < legal.size(); ++i)
      result.chances.emplace_back(legal[i], weights[i]);
    return result;
  }
  const std::optional<View>& asked() const { return asked_; }

  void end(const Returns& returns) override {
    asked_.reset();
    policy_->end(*game_, memory_, seat_, returns);
  }

  void reset() override { memory_ = {}; }
  bool watches() const override { return policy_->watches(); }
  bool heeds(const Observation& seen) const override {
    return policy_->heeds(*game_, memory_, seat_, seen);
  }
  bool deliberates() const override { return false; }
  std::string current_type() const override { return policy_->current_type(memory_); }

  void write(const G& game, ArchiveWriter& bytes) const override {
    Archive<ArchiveWriter, G> archive(bytes, game);
    archived(*this, archive);
  }
  void read(const G& game, ArchiveReader& bytes) override {
    Archive<ArchiveReader, G> archive(bytes, game);
    archived(*this, archive);
    game_ = &game;
  }

 private:
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.thoughtful, self.memory_, self.rng_, self.seat_, self.asked_, self.answered_);
    archive.check(self.seat_ >= 0 && self.seat_ < archive.game().seats(), "a seat");
    archive.check(self.answered_ >= 0 && self.answered_ < archive.game().action_count(),
                  "an action");
  }

  std::shared_ptr<const Policy<G>> policy_;
  const G* game_ = nullptr;
  Memory memory_;
  Rng rng_{0};
  int seat_ = 0;
  std::optional<View> asked_;  // where it decided last
  Action answered_ = 0;
};

}  // namespace otherminds
