// How Ledford's Heuristic decides with a sheet in hand. The same decisions serve the player, the
// model of another seat in the belief game, and roll-outs there.
#pragma once

#include <span>

#include "games/cluedo/players/sheet.hpp"

namespace otherminds::cluedo {

struct HeuristicOptions {
  ShowingUpdate update = ShowingUpdate::thesis;
  bool first_ties = false;  // equal suspects and weapons: the first of the set, not a random one
  bool sensible = false;    // suggests or takes the passage where that helps, not by chance
  double accuse_below = 0;  // bits of the whole sheet: accuses its best guess below that
};

class Heuristic {
 public:
  Heuristic(const Cluedo& game, const HeuristicOptions& options) : game_(game), options_(options) {}

  Action act(const Table& table, int seat, Cards hand, const Sheet& sheet, Rng& rng) const;
  void probabilities(const Table& table, int seat, Cards hand, const Sheet& sheet,
                     std::span<const Action> legal, std::span<double> out) const;
  // Keeps the room that the seat walks to in mind.
  void follow(Sheet& sheet, int seat, Action own_action, const Table& after) const;

 private:
  Action accusation(const Table& table, const Sheet& sheet) const;
  std::uint32_t types(const Table& table, int seat, const Sheet& sheet) const;
  Cards tied(const Sheet& sheet, int first, int end) const;
  std::uint32_t goals(const Table& table, int seat, const Sheet& sheet) const;

  const Cluedo& game_;
  HeuristicOptions options_;
};

// The best moves towards a room where a walk ends on any square: into it, or as near as possible.
void moves_towards(const Cluedo& game, const Table& table, int room, ActionList& out);

// Of these rooms, as bits, those with the shortest way.
std::uint32_t nearest(const Cluedo& game, const Table& table, int seat, std::uint32_t rooms);

// Shares `weight` among the actions that lead towards a room.
void share_move(const Cluedo& game, const Table& table, int room, double weight,
                std::span<const Action> legal, std::span<double> out);
Action draw_move(const Cluedo& game, const Table& table, int room, Rng& rng);

// Adds to the probability of a legal action.
void add_chance(std::span<const Action> legal, std::span<double> out, Action action, double chance);

}  // namespace otherminds::cluedo
