// Tiny Co-Op for people and for networks: the map as text and as planes of numbers.
#include <algorithm>
#include <cstdio>

#include "games/tiny_coop/tiny_coop.hpp"

namespace otherminds::tiny_coop {

namespace {

constexpr char open_door = '\'';
constexpr char crowd = '+';

// The planes of the tensor.
enum Plane : int {
  walls,
  buttons,
  closed_doors,
  open_doors,
  own_goals,     // that the seat has not visited
  others_goals,  // that somebody else has not visited
  own_place,
  other_places,
  first_flares,  // of the others: a plane a direction at the sender; full flares use one
};
constexpr int plane_count = first_flares + direction_count;

std::string square_text(char square) {
  if (square == 'G') return " on a goal";
  if (square == '.') return "";
  return (square >= 'a' ? " on the button " : " in the door ") + std::string(1, square);
}

}  // namespace

template <class Position>
std::string TinyCoop::drawn(const Position& position) const {
  const Signals raised = signals(position.cells);
  std::string lines;
  std::string open;
  for (int y = 0; y < level_.height; ++y) {
    for (int x = 0; x < level_.width; ++x) {
      const int cell = level_.cell(x, y);
      char square = level_.square[cell];
      if (level_.need[cell] != always && (level_.need[cell] & raised)) {
        if (open.find(square) == std::string::npos) open += square;
        square = open_door;
      }
      int standing = 0;
      for (int agent = 0; agent < level_.agents; ++agent) {
        if (position.cells[agent] != cell) continue;
        square = ++standing > 1 ? crowd : static_cast<char>('0' + agent);
      }
      lines += square;
    }
    lines += '\n';
  }
  std::array<char, 80> headline;
  std::snprintf(headline.data(), headline.size(), "tick %d of %d, score %.4g",
                static_cast<int>(position.tick), options_.ticks, score(position.visited));
  lines += headline.data();
  std::ranges::sort(open);
  for (const char letter : open) lines.append(", door ").append(1, letter).append(" is open");
  for (int agent = 0; agent < level_.agents; ++agent) {
    const int cell = position.cells[agent];
    lines += "\nagent " + std::to_string(agent) + " at " + std::to_string(level_.x(cell)) + "," +
             std::to_string(level_.y(cell)) + square_text(level_.square[cell]) + ", visited " +
             std::to_string(std::popcount(position.visited[agent])) + " of " +
             std::to_string(level_.goals);
    if (position.flares[agent] != none)
      lines += ", sent: " + action_text(first_flare + position.flares[agent]);
  }
  return lines;
}

std::string TinyCoop::text(const State& state) const {
  std::string lines = drawn(state);
  for (int agent = 0; agent < level_.agents; ++agent) {
    if (state.choices[agent] != none)
      lines += "\nagent " + std::to_string(agent) + " chose " + action_text(state.choices[agent]);
  }
  return lines;
}

std::string TinyCoop::text(const View& view) const {
  std::string lines = drawn(view) + "\nyou are agent " + std::to_string(view.seat);
  if (view.choice != none) lines += " and chose " + action_text(view.choice);
  return lines;
}

// The last plane is filled with the share of the ticks that are over.
std::vector<int> TinyCoop::tensor_shape() const {
  return {plane_count + 1, level_.height, level_.width};
}

void TinyCoop::tensor(const View& view, std::span<float> out) const {
  const auto at = [&](int plane, int cell) -> float& {
    return out[static_cast<std::size_t>((plane * level_.height + level_.y(cell)) * level_.width +
                                        level_.x(cell))];
  };
  const Signals raised = signals(view.cells);
  for (int cell = 0; cell < level_.cells(); ++cell) {
    if (!level_.walkable(cell)) at(walls, cell) = 1;
    if (level_.button[cell]) at(buttons, cell) = 1;
    if (level_.need[cell] != always)
      at(level_.need[cell] & raised ? open_doors : closed_doors, cell) = 1;
    for (int agent = 0; agent < level_.agents; ++agent) {
      if (level_.goal[cell] & ~view.visited[agent])
        at(agent == view.seat ? own_goals : others_goals, cell) = 1;
    }
    at(plane_count, cell) = static_cast<float>(view.tick) / static_cast<float>(options_.ticks);
  }
  for (int agent = 0; agent < level_.agents; ++agent) {
    const int cell = view.cells[agent];
    at(agent == view.seat ? own_place : other_places, cell) = 1;
    if (agent == view.seat || view.flares[agent] == none) continue;
    if (actions_ == ActionSet::relative)
      at(first_flares + view.flares[agent], cell) = 1;
    else
      at(first_flares, view.flares[agent]) = 1;
  }
}

}  // namespace otherminds::tiny_coop
