// What a player of the plan-based family wants to build next, and how it decides that.
#pragma once

#include <array>
#include <cstdint>

#include "games/catan/catan.hpp"
#include "games/catan/players/stac/options.hpp"
#include "games/catan/players/stac/speed.hpp"
#include "games/catan/players/stac/trackers.hpp"

namespace otherminds::catan::stac {

struct Building {
  std::uint8_t piece = 0;       // Piece
  std::int8_t place = nothing;  // edge or vertex

  bool operator==(const Building&) const = default;
  Hand cost() const { return piece_costs[piece]; }
};

// Things to build, in their order.
struct Plan {
  static constexpr int most = 16;

  std::array<Building, most> steps{};
  std::uint8_t done = 0;
  std::uint8_t end = 0;

  bool empty() const { return done == end; }
  int size() const { return end - done; }
  const Building& operator[](int i) const { return steps[static_cast<std::size_t>(done + i)]; }
  const Building& first() const { return steps[done]; }
  void add(Piece piece, int place) {
    if (end < most)
      steps[end++] = {static_cast<std::uint8_t>(piece), static_cast<std::int8_t>(place)};
  }
  void drop() { *this = {}; }
  void pop() { ++done; }
  Hand cost() const {
    Hand sum;
    for (int i = done; i < end; ++i) sum += steps[static_cast<std::size_t>(i)].cost();
    return sum;
  }
};

// A seat as somebody who plans for it sees it.
struct Planning {
  const Catan& game;
  const Settings& settings;
  const Table& table;
  int seat;
  Hand hand;
  BySeat<int> points;  // of all seats, as far as they are known
  BySeat<Knights> knights;
  bool road_building = false;  // has the card and may play it now

  bool own_turn() const { return table.current == seat; }
  int own_points() const { return points[seat]; }
};

// May be empty. Not for Planner::mixed, which is one of the others in each game.
Plan make_plan(const Planning& planning, Planner planner);
Plan make_smart_plan(const Planning& planning);

// Rolls until each seat may win. `awards`: with what the awards would take; the originals leave
// that at its first value unless they plan the smart way.
BySeat<int> forecast(const Catan& game, const Settings& settings, const Table& table,
                     const BySeat<int>& points, const BySeat<Knights>& knights, bool awards);

}  // namespace otherminds::catan::stac
