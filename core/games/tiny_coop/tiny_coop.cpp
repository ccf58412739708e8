#include "games/tiny_coop/tiny_coop.hpp"

#include <algorithm>
#include <numeric>

#include "engine/error.hpp"
#include "games/tiny_coop/tables.hpp"

namespace otherminds::tiny_coop {

namespace {

constexpr std::array<std::string_view, 3> set_names = {"simple", "relative", "full"};
constexpr std::array<std::string_view, move_count> move_names = {"wait", "up", "down", "left",
                                                                 "right"};

// The place of a name in a list of accepted ones.
template <std::size_t n>
std::size_t place_of(const std::string& what, const std::string& given,
                     const std::array<std::string_view, n>& accepted) {
  const auto found = std::ranges::find(accepted, given);
  if (found == accepted.end())
    refuse(unknown_name(what, given, {accepted.begin(), accepted.end()}));
  return static_cast<std::size_t>(found - accepted.begin());
}

bool in_range(int number, int end) { return number >= 0 && number < end; }

}  // namespace

TinyCoop::TinyCoop(const Options& options)
    : options_(options), level_(read_level(options.level)), tables_(std::make_shared<Tables>()) {
  check_game_options("Tiny Co-Op", options);
  const bool first_edition = options.edition == 1;
  actions_ = static_cast<ActionSet>(place_of("action set", options.actions, set_names));
  const auto order = place_of<3>("order", options.order, {"edition", "id", "scan"});
  const auto collision = place_of<3>("collision", options.collision, {"edition", "share", "block"});
  doors_lag_ = credits_late_ = first_edition;
  scans_ = order == 0 ? first_edition : order == 2;
  blocks_ = collision == 0 ? first_edition : collision == 2;
  plain_ = !doors_lag_ && !scans_ && !blocks_;

  action_count_ = move_count;
  if (actions_ == ActionSet::relative) action_count_ += direction_count;
  if (actions_ == ActionSet::full) action_count_ += level_.cells();
  all_.resize(static_cast<std::size_t>(action_count_));
  std::iota(all_.begin(), all_.end(), 0);
  for (int agent = 0; agent < level_.agents; ++agent)
    all_visited_[agent] = static_cast<std::uint8_t>((1U << level_.goals) - 1);

  if (!is_named(options.level) && Solution::quick(*this) &&
      tables_->solution(*this).ticks(level_.starts, {}) == never) {
    refuse(
        "No play of all agents together wins this level: some agent ends up where nobody can "
        "open a door for it.");
  }
}

void TinyCoop::move_by_edition(Cells& cells, const Moves& moves, int agents) const {
  const Signals before = signals(cells);
  std::array<int, most_agents> order = {0, 1, 2, 3};
  for (int i = 1; scans_ && i < agents; ++i) {
    for (int j = i; j > 0 && cells[order[j]] < cells[order[j - 1]]; --j)
      std::swap(order[j], order[j - 1]);
  }
  for (int i = 0; i < agents; ++i) {
    const int agent = order[i];
    const Cell target = level_.target[cells[agent]][moves[agent]];
    bool open = level_.need[target] & (doors_lag_ ? before : signals(cells));
    if (blocks_) {
      for (int other = 0; other < agents; ++other) open &= cells[other] != target;
    }
    if (open) cells[agent] = target;
  }
}

double TinyCoop::score(const Visited& visited) const {
  const int made = std::popcount(std::bit_cast<std::uint32_t>(visited));
  return static_cast<double>(made) / (level_.agents * level_.goals);
}

Returns TinyCoop::returns(const State& state) const {
  Returns returns{};
  std::fill_n(returns.begin(), level_.agents, score(state.visited));
  return returns;
}

Observation TinyCoop::observe(const State& before, Action action, const State&, int seat) const {
  Observation seen{.actor = before.turn, .action = action};
  if (before.turn + 1 < level_.agents) {
    if (seat != before.turn) seen.action = hidden_action;
    return seen;
  }
  seen.facts[0] = 1;
  for (int other = 0; other < level_.agents; ++other)
    seen.facts[1 + other] = other == before.turn ? action : before.choices[other];
  return seen;
}

std::string TinyCoop::problem_of_agent(const State& state, int agent) const {
  if (agent >= level_.agents) {
    const bool nothing = state.cells[agent] == 0 && state.visited[agent] == 0 &&
                         state.choices[agent] == none && state.flares[agent] == none;
    return nothing ? "" : "an agent that the level does not have is somewhere.";
  }
  const int cell = state.cells[agent];
  if (!in_range(cell, level_.cells()) || !level_.walkable(cell)) return "an agent is in a wall.";
  if (state.visited[agent] & ~all_visited_[agent])
    return "a goal was visited that the level does not have.";
  if (!credits_late_ && (level_.goal[cell] & ~state.visited[agent]))
    return "an agent stands on a goal that it has not visited.";
  if (agent < state.turn ? !in_range(state.choices[agent], action_count_)
                         : state.choices[agent] != none)
    return "seats choose in turn, one of the actions each.";
  const int flares = action_count_ - first_flare;
  if (state.flares[agent] != none && (state.tick == 0 || !in_range(state.flares[agent], flares)))
    return "there is a flare that nobody can have sent.";
  for (int other = 0; blocks_ && other < agent; ++other)
    if (state.cells[other] == cell) return "two agents are in one cell.";
  return "";
}

std::string TinyCoop::problem(const State& state) const {
  if (state.tick < 0 || state.tick > options_.ticks) return "there are not so many ticks.";
  const bool over = won(state.visited) || state.tick == options_.ticks;
  if (over ? state.turn != nobody : !in_range(state.turn, level_.agents))
    return "a seat chooses until the game is over.";
  for (int agent = 0; agent < most_agents; ++agent) {
    const std::string found = problem_of_agent(state, agent);
    if (!found.empty()) return found;
  }
  return "";
}

std::string TinyCoop::action_text(Action action) const {
  if (action < first_flare) return std::string(move_names[action]);
  const int flare = action - first_flare;
  if (actions_ == ActionSet::relative)
    return "flare " + std::string(move_names[flare_moves[flare]]);
  return "flare at " + std::to_string(level_.x(flare)) + "," + std::to_string(level_.y(flare));
}

Value::Members TinyCoop::action_parts(Action action) const {
  if (action == wait) return {};
  if (action < first_flare) return {{"direction", {std::string(move_names[action])}}};
  const int flare = action - first_flare;
  if (actions_ == ActionSet::relative)
    return {{"direction", {std::string(move_names[flare_moves[flare]])}}};
  return {{"cell", {Value::List{{level_.x(flare)}, {level_.y(flare)}}}}};
}

}  // namespace otherminds::tiny_coop
