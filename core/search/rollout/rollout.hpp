// How do I judge where I stopped? Play on from there: models for the seats that have one, the
// roll-out's policies or chance for the rest, to the end or to a depth where an evaluation judges.
#pragma once

#include "engine/playout.hpp"
#include "search/others/drawn_models.hpp"

namespace otherminds {

// Plays `world` on. Returns true with `returns` filled when the game ended, false where an
// evaluation has to judge the world as it stands then.
template <Game G>
bool roll_out(const G& game, typename G::State& world, const Resolved<G>& resolved,
              const RolloutLimit& limit, std::int64_t moves_before, DrawnModels<G>& drawn,
              ActionList& scratch, Rng& rng, Returns& returns) {
  const Others<G>& others = resolved.others;
  const bool modelled = others.any && others.in_rollout;
  if (!modelled && !resolved.played && !limit.depth) {
    returns = playout(game, world, scratch, rng);
    return true;
  }
  if (!modelled && resolved.alike && !limit.depth &&
      resolved.rollout.front()->play_out(game, world, rng)) {
    returns = game.returns(world);
    return true;
  }
  if (modelled && !others.in_tree) drawn.restart_count();
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
      if (limit.depth && seat_moves >= *limit.depth) return false;
      ++seat_moves;
      const Model<G>* model = modelled ? drawn.model(actor) : nullptr;
      if (model)
        action = erring_move(game, *model, world, actor, drawn.memory(actor), drawn.error(), rng);
      else if (resolved.played)
        action = resolved.rollout[static_cast<std::size_t>(actor)]->act(
            game, world, actor, drawn.rollout_memory(actor), rng);
      else
        action = sample_legal(game, world, scratch, rng);
      if (modelled) drawn.count(actor, rng);
    }
    if (!drawn.watches()) {
      game.apply(world, action);
      continue;
    }
    const typename G::State before = world;
    game.apply(world, action);
    drawn.witness(before, action, world);
  }
  report_endless(game);
}

}  // namespace otherminds
