#include "games/tiger/tiger.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/error.hpp"

namespace otherminds::tiger {

namespace {

constexpr std::array<std::string_view, 2> door_names = {"left", "right"};

std::string door_name(int door) { return std::string(door_names[door]); }

void require(bool kept, const std::string& sentence) {
  if (!kept) throw Error(ErrorKind::option, sentence);
}

std::string sum_text(std::int64_t sum) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.6g", static_cast<double>(sum) / unit);
  return text.data();
}

// What both a state and a view tell of the position.
template <class Position>
std::string public_lines(const Position& position, int horizon) {
  std::string lines = "step " + std::to_string(position.step) + " of " + std::to_string(horizon) +
                      ", sum " + sum_text(position.sum) + "\nheard left " +
                      std::to_string(position.heard[left]) + ", right " +
                      std::to_string(position.heard[right]);
  if (position.phase == hearing) lines += ", listening";
  if (position.phase == hiding) lines += ", the tiger is being hidden";
  return lines;
}

}  // namespace

Tiger::Tiger(const Options& options) : options_(options), least_{0}, most_{0} {
  check_game_options("the tiger problem", options);
  double factor = unit;
  for (int step = 0; step < options.horizon; ++step, factor *= options.discount) {
    const Rewards rewards = {.listen = -std::llround(factor * options.listen_cost),
                             .treasure = std::llround(factor * options.treasure),
                             .tiger = -std::llround(factor * options.tiger_cost)};
    rewards_.push_back(rewards);
    least_.push_back(least_.back() + std::min(rewards.listen, rewards.tiger));
    most_.push_back(most_.back() + rewards.treasure);
  }
  require(least_.back() < most_.back(),
          "With this discount and these amounts all games are equal.");
}

void Tiger::outcomes(const State& state, OutcomeList& out) const {
  out.clear();
  if (state.phase == hiding) {
    out.assign({{first_hidden + left, 0.5}, {first_hidden + right, 0.5}});
    return;
  }
  for (const int door : {left, right}) {
    const double chance_of_it = door == state.tiger ? options_.accuracy : 1 - options_.accuracy;
    if (chance_of_it > 0) out.push_back({door, chance_of_it});
  }
}

Observation Tiger::observe(const State& before, Action action, const State&, int) const {
  Observation seen{.actor = actor(before), .action = action};
  if (before.phase == hiding) seen.action = hidden_action;
  if (before.phase == acting && action != listen)
    seen.facts[0] = action - first_door == before.tiger ? -1 : 1;
  return seen;
}

std::string Tiger::problem(const State& state) const {
  if (state.phase < acting || state.phase > over) return "the phase is not one of 0 to 3.";
  if (state.step < 0 || state.step > options_.horizon ||
      (state.step == options_.horizon) != (state.phase == over))
    return "the step does not fit the phase.";
  const bool hidden = state.phase == acting || state.phase == hearing;
  if (hidden ? state.tiger != left && state.tiger != right : state.tiger != none)
    return "the tiger is not behind a door, or not -1 where it is behind none.";
  const auto [at_left, at_right] = state.heard;
  // Outside of `acting` the last action has told nothing yet.
  const int told = state.phase == acting ? state.step : state.step - 1;
  if (at_left < 0 || at_right < 0 || at_left + at_right > (state.phase == hiding ? 0 : told))
    return "more was heard than there was time to listen.";
  if (state.phase == hiding && state.step == 0) return "no door was opened yet.";
  if (state.phase == hearing && state.step == 0) return "nobody has listened yet.";
  if (options_.accuracy == 1 &&
      ((at_left > 0 && at_right > 0) || (hidden && state.heard[1 - state.tiger] > 0)))
    return "what was heard is wrong, but ears are perfect here.";
  const auto step = static_cast<std::size_t>(state.step);
  if (state.sum < least_[step] || state.sum > most_[step])
    return "the sum is none that can be had by now.";
  return {};
}

std::string Tiger::action_text(Action action) const {
  return action == listen ? "listen" : "open " + door_name(action - first_door);
}

Value::Members Tiger::action_parts(Action action) const {
  if (action == listen) return {};
  return {{"door", {door_name(action - first_door)}}};
}

std::string Tiger::outcome_text(Action outcome) const {
  return outcome < first_hidden ? "hear " + door_name(outcome)
                                : "hide " + door_name(outcome - first_hidden);
}

std::string Tiger::text(const State& state) const {
  const std::string lines = public_lines(state, options_.horizon);
  return state.tiger == none ? lines : lines + "\nthe tiger is " + door_name(state.tiger);
}

std::string Tiger::text(const View& view) const { return public_lines(view, options_.horizon); }

// The sum, the steps, what was heard at each door, the phase.
void Tiger::tensor(const View& view, std::span<float> out) const {
  out[0] = static_cast<float>(static_cast<double>(view.sum) / unit);
  out[1] = view.step;
  out[2] = view.heard[left];
  out[3] = view.heard[right];
  out[4] = view.phase;
}

}  // namespace otherminds::tiger
