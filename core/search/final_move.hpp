// From a tree to what a search found out: the votes of its roots and the line that it expects.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/game.hpp"
#include "search/back_up.hpp"
#include "search/options.hpp"
#include "search/result.hpp"
#include "search/tree.hpp"

namespace otherminds {

// Fills in what the roots say of each move; `virtual_visits`: those that a move starts with;
// `underway`: the first moves of iterations that the tree has counted and whose returns it has not.
void count_votes(Tree& tree, std::span<const std::uint32_t> roots, const TreeOptions& options,
                 RewardScale scale, std::int64_t virtual_visits, std::span<const Action> underway,
                 SearchResult& result);

// Fills in what every seat got by each move in this search.
void share_returns(const ReturnsByMove& by_move, std::size_t seats, SearchResult& result);

// The moves with the most visits, at most so many; the move to make is among them.
std::vector<ActionStatistics*> most_visited(SearchResult& result, std::size_t number);

// Decides again after votes of other trees were added.
void decide_together(SearchResult& result, const SearchOptions& options, Rng rng);

// The usual move, unless the one that was found is worth more by the margin.
Action unless_better(const SearchResult& result, Action usual, double margin);

// The most visited continuation of a move, as far as it does not depend on what is drawn. `walker`
// stands at the root; `masked`: a node's moves may differ between visits.
template <class Walker>
Line principal_line(Tree& tree, Walker& walker, bool masked, Action first, int longest,
                    ActionList& legal, Rng& rng) {
  Line line;
  std::uint32_t at = Walker::keyed ? tree.find(walker.key()) : 0;
  while (at != no_node) {
    const int actor = walker.actor();
    if (actor == nobody || (Walker::keyed && actor == chance)) break;
    Action next;
    if (tree.node(at).of_chance()) {
      const SeenOutcome* outcome = tree.commonest_outcome(tree.node(at));
      if (!outcome) break;
      next = outcome->id;
      at = outcome->child;
    } else {
      if (actor < 0) break;
      walker.legal(legal);
      const Edge* best = nullptr;
      for (const Edge& edge : tree.edges(tree.node(at))) {
        if (masked && !std::ranges::binary_search(legal, edge.action)) continue;
        const bool better = line.empty() ? edge.action == first
                                         : edge.visits > 0 && (!best || edge.visits > best->visits);
        if (better) best = &edge;
      }
      if (!best) break;
      next = best->action;
      at = best->child;
    }
    line.push_back({actor, next});
    walker.apply(next, true, rng);
    if (Walker::keyed) at = tree.find(walker.key());
    if (line.size() > static_cast<std::size_t>(longest)) break;
  }
  return line;
}

}  // namespace otherminds
