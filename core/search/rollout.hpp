// How do I judge where I stopped? Play on from there: models for the seats that have one, the
// roll-out's policies or chance for the rest, to the end or to a depth where an evaluation judges.
#pragma once

#include "engine/playout.hpp"
#include "search/cast.hpp"

namespace otherminds {

// Plays `world` on. Returns true with `returns` filled when the game ended, false where an
// evaluation has to judge the world as it stands then.
template <Game G>
bool roll_out(const G& game, typename G::State& world, const Equipment<G>& equipment,
              const RolloutLimit& limit, std::int64_t moves_before, Cast<G>& cast,
              ActionList& scratch, Rng& rng, Returns& returns) {
  const Others<G>& others = equipment.others;
  const bool modelled = others.any && others.in_rollout;
  if (!modelled && !equipment.played && limit.depth < 0) {
    returns = playout(game, world, scratch, rng);
    return true;
  }
  if (!modelled && equipment.alike && limit.depth < 0 &&
      equipment.rollout.front()->play_out(game, world, rng)) {
    returns = game.returns(world);
    return true;
  }
  if (modelled && !others.in_tree) cast.restart_count();
  std::int64_t seat_moves = limit.from_root ? moves_before : 0;
  for (int moves = 0; moves < longest_game(game); ++moves) {
    const int actor = game.actor(world);
    if (actor == nobody) {
      returns = game.returns(world);
      return true;
    }
    Action action;
    if (actor == chance) {
      action = game.sample_outcome(world, rng);
    } else {
      if (limit.depth >= 0 && seat_moves >= limit.depth) return false;
      ++seat_moves;
      const Model<G>* model = modelled ? cast.model(actor) : nullptr;
      if (model)
        action = erring_move(game, *model, world, actor, cast.memory(actor), cast.error(), rng);
      else if (equipment.played)
        action = equipment.rollout[static_cast<std::size_t>(actor)]->act(
            game, world, actor, cast.rollout_memory(actor), rng);
      else
        action = sample_legal(game, world, scratch, rng);
      if (modelled) cast.count(actor, rng);
    }
    if (!cast.watches()) {
      game.apply(world, action);
      continue;
    }
    const typename G::State before = world;
    game.apply(world, action);
    cast.witness(before, action, world);
  }
  report_endless(game);
}

}  // namespace otherminds
