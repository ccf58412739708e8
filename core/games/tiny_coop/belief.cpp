// What a seat of Tiny Co-Op believes: it sees everything but what the others are about to do.
#include <algorithm>

#include "engine/contradiction.hpp"
#include "games/tiny_coop/tiny_coop.hpp"

namespace otherminds::tiny_coop {

namespace {

// How many have chosen already.
int chosen(const View& view) { return std::max(view.actor, 0); }

// The state that a view makes up while the hidden choices are 0.
State world(const View& view) {
  State state;
  state.cells = view.cells;
  state.visited = view.visited;
  state.flares = view.flares;
  state.tick = view.tick;
  state.turn = static_cast<std::int16_t>(view.actor);
  for (int seat = 0; seat < chosen(view); ++seat)
    state.choices[seat] = seat == view.seat ? view.choice : std::int16_t{0};
  return state;
}

}  // namespace

// A view and what was witnessed decide the next view.
void TinyCoop::update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  if (old.actor == nobody || seen.actor != old.actor) contradict("No choices fit");
  const bool last = old.actor + 1 == level_.agents;
  const auto exists = [&](Action action) { return action >= 0 && action < action_count_; };
  State before = world(old);
  if (last) {
    for (int seat = 0; seat < old.actor; ++seat) {
      const std::int32_t choice = seen.facts[1 + seat];
      if (!exists(choice) || (seat == old.seat && choice != old.choice))
        contradict("No choices fit");
      before.choices[seat] = static_cast<std::int16_t>(choice);
    }
  }
  const Action action = seen.action == hidden_action && !last ? wait : seen.action;
  if (!exists(action)) contradict("No choices fit");
  State after = before;
  apply(after, action);
  if (observe(before, action, after, old.seat) != seen || view(after, old.seat) != now)
    contradict("No choices fit");
  belief.view = now;
}

State TinyCoop::sample(const Belief& belief, Rng& rng) const {
  State state = world(belief.view);
  for (int seat = 0; seat < chosen(belief.view); ++seat) {
    if (seat != belief.view.seat)
      state.choices[seat] = static_cast<std::int16_t>(sample_legal(state, rng));
  }
  return state;
}

void TinyCoop::worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const {
  constexpr std::size_t most = 10'000;
  out.clear();
  out.emplace_back(world(belief.view), 1.0);
  for (int seat = 0; seat < chosen(belief.view); ++seat) {
    if (seat == belief.view.seat) continue;
    if (out.size() * all_.size() > most) return out.clear();
    const std::size_t fewer = out.size();
    for (auto& [state, weight] : out) weight /= action_count_;
    for (Action action = 1; action < action_count_; ++action) {
      for (std::size_t i = 0; i < fewer; ++i) {
        out.push_back(out[i]);
        out.back().first.choices[seat] = static_cast<std::int16_t>(action);
      }
    }
  }
}

}  // namespace otherminds::tiny_coop
