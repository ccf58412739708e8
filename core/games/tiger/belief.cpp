// What the seat of the tiger problem believes: Bayes' rule in closed form.
#include <algorithm>
#include <cmath>

#include "engine/contradiction.hpp"
#include "games/tiger/tiger.hpp"

namespace otherminds::tiger {

namespace {

// The state that a view and a place of the tiger make up.
State world(const View& view, int tiger) {
  State state;
  state.sum = view.sum;
  state.step = view.step;
  state.heard = view.heard;
  state.phase = static_cast<std::int8_t>(view.phase);
  state.tiger = static_cast<std::int8_t>(tiger);
  return state;
}

bool is_hidden(const View& view) { return view.phase == acting || view.phase == hearing; }

}  // namespace

double Tiger::probability(const View& view, int door) const {
  const double odds_of_error = (1 - options_.accuracy) / options_.accuracy;
  return 1 / (1 + std::pow(odds_of_error, view.heard[door] - view.heard[1 - door]));
}

// Some place of the tiger that was possible must lead to what was witnessed.
void Tiger::update(Belief& belief, const Observation& seen, const View& now) const {
  const View& old = belief.view;
  if (old.actor == nobody) contradict("No place of the tiger fits");
  OutcomeList possible;
  for (const int tiger : {left, right}) {
    // Not by its probability, which may be too small for a number.
    if (options_.accuracy == 1 && old.heard[1 - tiger] > 0) continue;
    const State before = world(old, is_hidden(old) ? tiger : none);
    Action action = seen.action;
    if (old.phase == acting) {
      if (action < 0 || action >= action_count()) contradict("No place of the tiger fits");
    } else {
      if (old.phase == hiding && action == hidden_action) action = first_hidden + tiger;
      outcomes(before, possible);
      if (std::ranges::find(possible, action, &Outcome::id) == possible.end()) continue;
    }
    State after = before;
    apply(after, action);
    if (observe(before, action, after, old.seat) != seen || view(after, old.seat) != now) continue;
    belief.view = now;
    return;
  }
  contradict("No place of the tiger fits");
}

State Tiger::sample(const Belief& belief, Rng& rng) const {
  if (!is_hidden(belief.view)) return world(belief.view, none);
  return world(belief.view, rng.unit() < probability(belief.view, left) ? left : right);
}

void Tiger::worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const {
  out.clear();
  if (!is_hidden(belief.view)) {
    out.emplace_back(world(belief.view, none), 1.0);
    return;
  }
  for (const int door : {left, right}) {
    const double weight = probability(belief.view, door);
    if (weight > 0) out.emplace_back(world(belief.view, door), weight);
  }
}

}  // namespace otherminds::tiger
