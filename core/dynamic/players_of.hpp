// The players of one native game behind the dynamic interface, native ones and foreign ones.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/checks.hpp"
#include "dynamic/states_of.hpp"
#include "search/agent.hpp"

namespace otherminds {

// An agent with where it sits. The sizes stand for the layout of what is written as it lies in
// memory: another build of the core may have another one.
template <class Living, class Begun, class Seat, class Archive>
void archive_agent(Living& agent, Begun& begun, Seat& seat, std::uint64_t recipe,
                   Archive& archive) {
  using G = std::remove_cvref_t<decltype(archive.game())>;
  constexpr std::uint64_t layout = 1;  // raised when other fields are written
  const std::array<std::uint64_t, 4> expected = {layout, sizeof(typename G::State),
                                                 Memory::capacity, recipe};
  std::array<std::uint64_t, 4> written = expected;
  archive(written);
  if (written.back() != recipe)
    throw Error(ErrorKind::format, "These bytes are an agent of another recipe than this one.");
  if (written != expected)
    throw Error(ErrorKind::format, "These bytes were written by another version of otherminds.");
  archive(begun, seat);
  archive.check(seat >= 0 && seat < archive.game().seats(), "a seat");
  if constexpr (Archive::reads)
    agent.read(archive.game(), archive.bytes());
  else
    agent.write(archive.game(), archive.bytes());
  const auto* searching = dynamic_cast<const SearchAgent<G>*>(&agent);
  archive.check(!begun || !searching || searching->plays(seat), "the match");
}

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
    if (legal.empty()) refuse_turn();
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
    if (view.legal_actions().empty()) refuse_turn();
    const typename G::State* state = nullptr;
    if (agent->peeks()) {
      const auto* typed = dynamic_cast<const StateOf<G>*>(truth);
      if (!typed || !game_->same_as(*typed->game()) || typed->actor() < 0)
        throw Error(ErrorKind::option, "An agent that peeks needs the state in which it acts.");
      state = &typed->state;
    }
    agent->thoughtful = true;  // who asks for one move may ask why
    return agent->act(own, state);
  }

  void end(const std::vector<double>& returns) override {
    check_begun();
    const Returns checked = to_returns(returns, game_->rules.seats());
    begun_ = false;
    agent->end(checked);
  }

  bool peeks() const override { return agent->peeks(); }
  bool decides(const AnyView& view) const override { return agent->decides(own_view(view)); }
  bool informed() const override { return agent->informed(); }
  void inform(const std::vector<std::string>& types) override {
    check_begun();
    agent->inform(by_seat(types, game_->rules.seats()));
  }
  std::string current_type() const override { return agent->current_type(); }

  Archived archived(std::uint64_t recipe) const override {
    ArchiveWriter bytes;
    Archive<ArchiveWriter, G> archive(bytes, game_->rules);
    archived(*this, recipe, archive);
    return {pack(game_->header().of("agent"), bytes.written.bytes)};
  }
  void restore(const Archived& archived, std::uint64_t recipe) override {
    const std::string payload = unpack(game_->header().of("agent"), archived.bytes);
    ArchiveReader bytes(payload, archived.objects);
    Archive<ArchiveReader, G> archive(bytes, game_->rules);
    AgentOf::archived(*this, recipe, archive);
    bytes.finish();
  }

  std::optional<SearchResult> last_result() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    return searching ? searching->last_result() : std::nullopt;
  }
  std::vector<TypeBelief> posterior() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    return searching ? searching->posterior() : std::vector<TypeBelief>{};
  }

  std::shared_ptr<const AnyGame> game() const override { return game_; }
  std::optional<PolicyDecision> decision() const override {
    const auto* policy = dynamic_cast<const PolicyAgent<G>*>(agent.get());
    return policy ? policy->decision() : std::nullopt;
  }
  std::unique_ptr<AnyBelief> belief() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    if (!searching || !searching->current() || !searching->belief() || searching->peeks())
      return nullptr;
    return std::make_unique<BeliefOf<G>>(game_, searching->seat(), *searching->belief());
  }
  Monitor* monitor() const override {
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    return searching ? searching->monitor() : nullptr;
  }

  std::vector<std::pair<std::unique_ptr<AnyState>, double>> worlds() const override {
    std::vector<std::pair<std::unique_ptr<AnyState>, double>> result;
    const auto* searching = dynamic_cast<const SearchAgent<G>*>(agent.get());
    if (!searching) return result;
    for (const auto& [state, weight] : searching->worlds().worlds())
      result.emplace_back(std::make_unique<StateOf<G>>(game_, state), weight);
    return result;
  }

  const GamePointer<G>& home() const { return game_; }

  // A match takes the agent over: a match played by hand before it is forgotten.
  void forget_begin() { begun_ = false; }

  const std::unique_ptr<Agent<G>> agent;

 private:
  template <class Self, class Archive>
  static void archived(Self& self, std::uint64_t recipe, Archive& archive) {
    archive_agent(*self.agent, self.begun_, self.seat_, recipe, archive);
  }

  void check_begun() const {
    if (!begun_)
      throw Error(ErrorKind::agent, "The agent has not begun a match: call begin first.");
  }

  const typename G::View& own_view(const AnyView& view) const {
    check_begun();
    const auto& typed = game_->view_of(view);
    check_view_of(typed.seat, seat_, "the agent sits in");
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
  Action act(const typename G::View& view, const typename G::State* truth) override {
    const Action action =
        agent_.act(wrap(view), truth ? std::make_unique<StateOf<G>>(game_, *truth) : nullptr);
    ActionList legal;
    game_->rules.legal(view, legal);
    check_answer(*game_, legal, view.seat, action);
    return action;
  }
  void end(const Returns& returns) override {
    agent_.end({returns.begin(), returns.begin() + game_->rules.seats()});
  }
  bool watches() const override { return agent_.watches(); }
  bool peeks() const override { return agent_.peeks(); }
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

}  // namespace otherminds
