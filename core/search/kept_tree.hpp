// The tree of one search, for the next one of the same agent to go on with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/game.hpp"
#include "engine/planning_model.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"

namespace otherminds {

template <Game G>
class KeptTree {
 public:
  void keep(Tree tree, const Root<G>& root) {
    kept_ = std::move(tree);
    root_.reset();
    if (root.state) root_.emplace(*root.state);
  }

  // `fresh` is a tree without nodes of the planner's kind.
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive, const Tree& fresh) {
    bool keeps = self.kept_.has_value();
    archive(keeps);
    if constexpr (Archive::reads) {
      self.kept_.reset();
      if (keeps) self.kept_.emplace(fresh);
    }
    if (keeps) archive(*self.kept_);
    // Planning in a belief game starts from no state.
    if constexpr (!IsBeliefGame<G>) archive(self.root_);
  }

  // What was kept, as far as it lies below what has happened since, or the fresh tree. `keyed`: its
  // nodes are found by key.
  Tree usable(const G& game, const Root<G>& root, Tree fresh, bool keyed) {
    if (!kept_) return fresh;
    Tree old = std::move(*kept_);
    kept_.reset();
    // A tree more than half full is not worth keeping.
    if (keyed) return old.over_half_full() ? std::move(fresh) : std::move(old);
    if (!follows(game, root)) return fresh;
    const std::uint32_t at = old.follow(root.moves);
    return at == no_node || old.node(at).of_chance() ? std::move(fresh) : old.subtree(at);
  }

 private:
  // Whether the moves since the last search really lead from its root to this one.
  bool follows(const G& game, const Root<G>& root) const {
    if (!root_ || !root.state) return false;
    typename G::State state = *root_;
    ActionList legal;
    OutcomeList outcomes;
    for (const Action move : root.moves) {
      const int actor = game.actor(state);
      if (actor == nobody) return false;
      if (actor == chance) {
        game.outcomes(state, outcomes);
        if (std::ranges::find(outcomes, move, &Outcome::id) == outcomes.end()) return false;
      } else {
        game.legal(state, legal);
        if (!std::ranges::binary_search(legal, move)) return false;
      }
      game.apply(state, move);
    }
    return state_key(game, state) == state_key(game, *root.state);
  }

  std::optional<Tree> kept_;
  std::optional<typename G::State> root_;
};

}  // namespace otherminds
