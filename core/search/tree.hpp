// The tree of a search: nodes and edges in two arrays, referring to each other by index.
//
// A decision node owns a run of edges, one a legal action; the first `tried` of them have visits.
// A chance node owns a linked list of the outcomes seen so far. Which of the two a node is, its
// first visit settles; games that later say otherwise are the caller's to refuse. Totals are the
// returns of the seat that acts at the node, scaled to [0, 1], so that selection reads one number
// an edge.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"

namespace otherminds {

inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

inline constexpr std::uint32_t chance_mark = no_node;

struct Edge {
  double total = 0;  // sum of the acting seat's scaled returns
  std::uint32_t visits = 0;
  Action action = 0;
  std::uint32_t child = no_node;
};

struct Node {
  std::uint32_t first = 0;  // index of its first edge, or of its first outcome
  std::uint32_t count = 0;  // number of edges; 0 until the node is expanded
  std::uint32_t tried = 0;  // or chance_mark
  std::uint32_t visits = 0;

  bool of_seat() const { return count != 0 && tried != chance_mark; }
  bool of_chance() const { return count != 0 && tried == chance_mark; }
};

struct SeenOutcome {
  Action id;
  std::uint32_t visits;
  std::uint32_t child;
  std::uint32_t next;  // index of the next one, or no_node
};

class Tree {
 public:
  explicit Tree(std::size_t max_nodes) : max_nodes_(max_nodes) {}

  bool full() const { return nodes_.size() >= max_nodes_; }
  std::size_t size() const { return nodes_.size(); }

  std::uint32_t add_node() {
    nodes_.push_back({});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  Node& node(std::uint32_t index) { return nodes_[index]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  Edge& edge(std::uint32_t index) { return edges_[index]; }

  // None of a node that was never expanded or is chance's.
  std::span<Edge> edges(const Node& node) {
    if (!node.of_seat()) return {};
    return {edges_.data() + node.first, node.count};
  }

  void expand(Node& node, const ActionList& actions) {
    if (edges_.size() + actions.size() >= no_node)
      throw Error(ErrorKind::option, "The tree has no room for more moves; lower max_nodes.");
    node.first = static_cast<std::uint32_t>(edges_.size());
    node.count = static_cast<std::uint32_t>(actions.size());
    for (const Action action : actions) {
      edges_.push_back({});
      edges_.back().action = action;
    }
  }

  // The node behind an outcome of a node that is not a seat's, made if there is room; no_node
  // otherwise.
  std::uint32_t outcome_child(std::uint32_t chance_node, Action id) {
    if (nodes_[chance_node].count == 0) {
      nodes_[chance_node].first = no_node;
      nodes_[chance_node].count = 1;
      nodes_[chance_node].tried = chance_mark;
    }
    for (std::uint32_t at = nodes_[chance_node].first; at != no_node; at = outcomes_[at].next) {
      if (outcomes_[at].id != id) continue;
      ++outcomes_[at].visits;
      return outcomes_[at].child;
    }
    if (full()) return no_node;
    const std::uint32_t child = add_node();
    outcomes_.push_back({id, 1, child, nodes_[chance_node].first});
    nodes_[chance_node].first = static_cast<std::uint32_t>(outcomes_.size() - 1);
    return child;
  }

  // The outcome of a chance node that was seen most often, or nullptr.
  const SeenOutcome* commonest_outcome(const Node& node) const {
    const SeenOutcome* best = nullptr;
    if (!node.of_chance()) return best;
    for (std::uint32_t at = node.first; at != no_node; at = outcomes_[at].next) {
      if (!best || outcomes_[at].visits > best->visits) best = &outcomes_[at];
    }
    return best;
  }

 private:
  std::size_t max_nodes_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<SeenOutcome> outcomes_;
};

}  // namespace otherminds
