// The states, views and beliefs of one native game behind the dynamic interface.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/any.hpp"
#include "dynamic/checks.hpp"
#include "dynamic/packed.hpp"
#include "engine/perft.hpp"

namespace otherminds {

template <NativeGame G>
class GameOf;

template <NativeGame G>
using GamePointer = std::shared_ptr<const GameOf<G>>;

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

  std::unique_ptr<AnyState> state_like() const override;

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
    check_type(type, rules().type_names().size());
    ActionList actions;
    if (actor() >= 0) legal_of_type(rules(), state, type, actions);
    return actions;
  }

  void apply(Action action) override {
    check_possible(*this, action);
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
    check_possible(*this, action);
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

  GamePointer<G> game_;
};

template <NativeGame G>
std::unique_ptr<AnyState> ViewOf<G>::state_like() const {
  return std::make_unique<StateOf<G>>(game_, otherminds::state_like(game_->rules, view));
}

template <NativeGame G>
class BeliefOf final : public AnyBelief {
 public:
  BeliefOf(GamePointer<G> game, const typename G::View& first)
      : game_(std::move(game)), seat_(first.seat), belief_(game_->rules.belief(first)) {}
  BeliefOf(GamePointer<G> game, int seat, const typename G::Belief& belief)
      : game_(std::move(game)), seat_(seat), belief_(belief) {}

  std::shared_ptr<const AnyGame> game() const override { return game_; }
  std::unique_ptr<AnyBelief> copy() const override { return std::make_unique<BeliefOf>(*this); }

  std::string bytes() const override {
    ArchiveWriter bytes;
    Archive<ArchiveWriter, G> archive(bytes, game_->rules);
    archived(*this, archive);
    return pack(game_->header().of("belief"), bytes.written.bytes);
  }
  BeliefOf(GamePointer<G> game, const std::string& payload) : game_(std::move(game)) {
    ArchiveReader bytes(payload);
    Archive<ArchiveReader, G> archive(bytes, game_->rules);
    archived(*this, archive);
    bytes.finish();
  }

  SearchResult search(const SearchOptions& options, Stream stream,
                      Monitor* monitor) const override {
    return game_->search(nullptr, &belief_, options, stream, monitor);
  }

  // The view decides whether the observation can be true; a belief that nothing fits is an error
  // and stays as it was.
  void update(const Observation& seen, const AnyView& now) override {
    const auto& view = game_->view_of(now);
    check_view_of(view.seat, seat_, "the belief is that of");
    typename G::Belief next = belief_;
    game_->rules.update(next, seen, view);
    belief_ = next;
  }

  std::unique_ptr<AnyState> sample(Rng& rng) const override {
    return std::make_unique<StateOf<G>>(game_, game_->rules.sample(belief_, rng));
  }

  const typename G::Belief& belief() const { return belief_; }

 private:
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.seat_, self.belief_);
    archive.check(self.seat_ >= 0 && self.seat_ < archive.game().seats(), "a seat");
  }

  GamePointer<G> game_;
  int seat_ = 0;
  typename G::Belief belief_{};
};

}  // namespace otherminds
