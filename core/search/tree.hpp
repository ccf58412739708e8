// The tree of a search: nodes and edges in arrays, referring to each other by index.
//
// A decision node owns a run of edges, one an action; where all of them are legal at every visit,
// the first `tried` have visits, elsewhere they ascend by action. A chance node owns a linked list
// of the outcomes seen so far. Which of the two a node is, its first visit settles; games that
// later say otherwise are the caller's to refuse. Totals are the returns of the seat that acts at
// the node, scaled to [0, 1], so that selection reads one number per edge. What only some answers
// need (squares, levels, availability, totals a node) lives in arrays beside, empty for the rest.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "search/bandit/bayes.hpp"

namespace otherminds {

inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

inline constexpr std::uint32_t chance_mark = no_node;

inline constexpr float no_prior = -1;  // until an edge is given one

struct Edge {
  double total = 0;  // sum of the acting seat's scaled returns
  std::uint32_t visits = 0;
  Action action = 0;
  std::uint32_t child = no_node;
  float prior = no_prior;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.total, self.visits, self.action, self.child, self.prior);
    archive.check(self.action >= 0 && self.action < archive.game().action_count(), "an action");
  }
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

// From a node's key to its index: linear probing in a table of a power of two.
class NodeTable {
 public:
  std::uint32_t find(std::uint64_t key) const {
    if (slots_.empty()) return no_node;
    for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].node == no_node) return no_node;
      if (slots_[at].key == key) return slots_[at].node;
    }
  }

  void insert(std::uint64_t key, std::uint32_t node) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    ++used_;
    put(key, node);
  }

  // Every key, in the order of the nodes.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> keys() const {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> all;
    for (const Slot& slot : slots_) {
      if (slot.node != no_node) all.emplace_back(slot.node, slot.key);
    }
    std::ranges::sort(all);
    return all;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t node = no_node;
  };

  std::size_t place(std::uint64_t key) const { return mix64(key) & (slots_.size() - 1); }

  void put(std::uint64_t key, std::uint32_t node) {
    std::size_t at = place(key);
    while (slots_[at].node != no_node) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {key, node};
  }

  void grow() {
    std::vector<Slot> old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(64, 2 * old.size()), {});
    for (const Slot& slot : old) {
      if (slot.node != no_node) put(slot.key, slot.node);
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

// What the answers need beside visits and totals.
struct TreeNeeds {
  std::size_t levels = 0;  // counts of reward levels per edge
  bool squares = false;    // sums of squares an edge
  bool available = false;  // visits in which the edge was legal
  std::size_t seats = 0;   // totals a node and seat
  bool moments = false;    // the distribution of a node's value for each seat
};

class Tree {
 public:
  explicit Tree(std::size_t max_nodes, TreeNeeds needs = {})
      : max_nodes_(max_nodes), needs_(needs) {}

  bool full() const { return nodes_.size() >= max_nodes_; }
  bool over_half_full() const { return 2 * nodes_.size() > max_nodes_; }
  std::size_t size() const { return nodes_.size(); }
  const TreeNeeds& needs() const { return needs_; }

  std::uint32_t add_node() {
    nodes_.push_back({});
    if (needs_.seats) {
      node_totals_.resize(nodes_.size() * needs_.seats);
      if (needs_.moments) {
        node_squares_.resize(nodes_.size() * needs_.seats);
        moments_.resize(nodes_.size() * needs_.seats);
      }
    }
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // The node of that key, made if there is room or it is a root; no_node otherwise.
  std::uint32_t node_of(std::uint64_t key, bool root = false) {
    std::uint32_t index = table_.find(key);
    if (index != no_node || (full() && !root)) return index;
    index = add_node();
    table_.insert(key, index);
    return index;
  }

  std::uint32_t find(std::uint64_t key) const { return table_.find(key); }

  Node& node(std::uint32_t index) { return nodes_[index]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  Edge& edge(std::uint32_t index) { return edges_[index]; }
  const Edge& edge(std::uint32_t index) const { return edges_[index]; }

  // Moves tried in a node where any were, on average.
  double breadth() {
    std::size_t nodes = 0;
    std::size_t tried = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      std::size_t own = 0;
      for (const Edge& edge : edges(node(static_cast<std::uint32_t>(i))))
        own += edge.visits > 0 ? 1U : 0U;
      nodes += own > 0 ? 1U : 0U;
      tried += own;
    }
    return nodes > 0 ? static_cast<double>(tried) / static_cast<double>(nodes) : 0.0;
  }

  // None of a node that was never expanded or is chance's.
  std::span<Edge> edges(const Node& node) {
    if (!node.of_seat()) return {};
    return {edges_.data() + node.first, node.count};
  }

  void expand(Node& node, const ActionList& actions) {
    node.first = room_for(actions.size());
    node.count = static_cast<std::uint32_t>(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) edges_[node.first + i].action = actions[i];
  }

  // Gives a node with ascending edges those of the actions that it has none for.
  void include(Node& node, const ActionList& actions) {
    std::size_t missing = 0;
    std::uint32_t at = node.first;
    const std::uint32_t end = node.first + node.count;
    for (const Action action : actions) {
      while (at < end && edges_[at].action < action) ++at;
      if (at == end || edges_[at].action != action) ++missing;
    }
    if (missing == 0) return;
    const std::uint32_t first = room_for(node.count + missing);
    std::uint32_t from = node.first;
    std::uint32_t to = first;
    for (const Action action : actions) {
      while (from < end && edges_[from].action < action) move_edge(from++, to++);
      if (from < end && edges_[from].action == action)
        move_edge(from++, to++);
      else
        edges_[to++].action = action;
    }
    while (from < end) move_edge(from++, to++);
    node.count = to - first;
    node.first = first;
  }

  // The edge of an action that a node with ascending edges has.
  std::uint32_t edge_of(std::uint32_t node, Action action) const {
    const auto first = edges_.begin() + nodes_[node].first;
    const auto place =
        std::lower_bound(first, first + nodes_[node].count, action,
                         [](const Edge& edge, Action wanted) { return edge.action < wanted; });
    return static_cast<std::uint32_t>(place - edges_.begin());
  }

  // Calls visit(i, edge) for the edge of each legal action of a node with ascending edges.
  template <class Visit>
  void each_legal(const Node& node, const ActionList& legal, Visit&& visit) const {
    std::uint32_t edge = node.first;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      while (edges_[edge].action != legal[i]) ++edge;
      visit(i, edge);
    }
  }

  double& squares(std::uint32_t edge) { return squares_[edge]; }
  std::uint32_t& available(std::uint32_t edge) { return available_[edge]; }
  std::span<float> levels(std::uint32_t edge) {
    return {levels_.data() + edge * needs_.levels, needs_.levels};
  }
  double& node_total(std::uint32_t node, int seat) {
    return node_totals_[node * needs_.seats + static_cast<std::size_t>(seat)];
  }
  double& node_squares(std::uint32_t node, int seat) {
    return node_squares_[node * needs_.seats + static_cast<std::size_t>(seat)];
  }
  bayes::Moments& moments(std::uint32_t node, int seat) {
    return moments_[node * needs_.seats + static_cast<std::size_t>(seat)];
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

  // Calls visit(outcome) for each outcome of a chance node seen so far.
  template <class Visit>
  void each_outcome(const Node& node, Visit&& visit) const {
    if (!node.of_chance()) return;
    for (std::uint32_t at = node.first; at != no_node; at = outcomes_[at].next)
      visit(outcomes_[at]);
  }

  // The outcome of a chance node that was seen most often, or nullptr.
  const SeenOutcome* commonest_outcome(const Node& node) const {
    const SeenOutcome* best = nullptr;
    each_outcome(node, [&](const SeenOutcome& outcome) {
      if (!best || outcome.visits > best->visits) best = &outcome;
    });
    return best;
  }

  // Read into a tree without nodes.
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.nodes_, self.edges_, self.outcomes_, self.squares_, self.available_, self.levels_,
            self.node_totals_, self.node_squares_, self.moments_);
    std::vector<std::uint32_t> keyed;
    std::vector<std::uint64_t> keys;
    for (const auto& [node, key] : self.table_.keys()) {
      keyed.push_back(node);
      keys.push_back(key);
    }
    archive(keyed, keys);
    if constexpr (Archive::reads) {
      archive.check(keyed.size() == keys.size() && keyed.size() <= self.size(), "the keys");
      for (std::size_t i = 0; i < keys.size(); ++i) {
        archive.check(keyed[i] < self.size(), "a node");
        self.table_.insert(keys[i], keyed[i]);
      }
      archive.check(self.is_sound(keys.empty()), "the tree");
    }
  }

  // The tree below one node, that node first. Nodes found by key are not followed.
  Tree subtree(std::uint32_t root) const {
    Tree result(max_nodes_, needs_);
    result.copy_from(*this, root);
    return result;
  }

 private:
  std::uint32_t room_for(std::size_t count) {
    if (edges_.size() + count >= no_node)
      throw Error(ErrorKind::option, "The tree has no room for more moves; lower max_nodes.");
    const auto first = static_cast<std::uint32_t>(edges_.size());
    edges_.resize(edges_.size() + count);
    if (needs_.squares) squares_.resize(edges_.size());
    if (needs_.available) available_.resize(edges_.size());
    if (needs_.levels) levels_.resize(edges_.size() * needs_.levels);
    return first;
  }

  void move_edge(std::uint32_t from, std::uint32_t to) { copy_edge(*this, from, to); }

  // Whether all parts have the sizes that they need and refer to what is there. In a tree of paths
  // nodes come after those that lead to them, each from one place.
  bool is_sound(bool of_paths) const {
    const std::size_t per_node = size() * needs_.seats;
    if (squares_.size() != (needs_.squares ? edges_.size() : 0) ||
        available_.size() != (needs_.available ? edges_.size() : 0) ||
        levels_.size() != edges_.size() * needs_.levels || node_totals_.size() != per_node ||
        node_squares_.size() != (needs_.moments ? per_node : 0) ||
        moments_.size() != (needs_.moments ? per_node : 0))
      return false;
    std::vector<bool> reached(size(), false);
    const auto leads_on = [&](std::size_t from, std::uint32_t child) {
      if (child == no_node) return true;
      if (child >= size()) return false;
      if (!of_paths) return true;
      if (child <= from || reached[child]) return false;
      reached[child] = true;
      return true;
    };
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const std::uint32_t next = outcomes_[i].next;
      if (next != no_node && next >= i) return false;
    }
    for (std::size_t at = 0; at < size(); ++at) {
      const Node& node = nodes_[at];
      if (node.of_seat()) {
        if (std::size_t{node.first} + node.count > edges_.size() || node.tried > node.count)
          return false;
        for (std::uint32_t i = 0; i < node.count; ++i)
          if (!leads_on(at, edges_[node.first + i].child)) return false;
      } else if (node.of_chance()) {
        for (std::uint32_t i = node.first; i != no_node; i = outcomes_[i].next)
          if (i >= outcomes_.size() || !leads_on(at, outcomes_[i].child)) return false;
      }
    }
    return true;
  }

  void copy_edge(const Tree& other, std::uint32_t from, std::uint32_t to) {
    edges_[to] = other.edges_[from];
    if (needs_.squares) squares_[to] = other.squares_[from];
    if (needs_.available) available_[to] = other.available_[from];
    for (std::size_t i = 0; i < needs_.levels; ++i)
      levels_[to * needs_.levels + i] = other.levels_[from * needs_.levels + i];
  }

  void copy_from(const Tree& other, std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{root, add_node()}};
    const auto follow = [&](std::uint32_t child) {
      if (child == no_node) return child;
      const std::uint32_t twin = add_node();
      open.emplace_back(child, twin);
      return twin;
    };
    while (!open.empty()) {
      const auto [old, twin] = open.back();
      open.pop_back();
      const Node& source = other.nodes_[old];
      nodes_[twin] = source;
      for (std::size_t i = 0; i < needs_.seats; ++i) {
        node_totals_[twin * needs_.seats + i] = other.node_totals_[old * needs_.seats + i];
        if (!needs_.moments) continue;
        node_squares_[twin * needs_.seats + i] = other.node_squares_[old * needs_.seats + i];
        moments_[twin * needs_.seats + i] = other.moments_[old * needs_.seats + i];
      }
      if (source.of_seat()) {
        const std::uint32_t first = room_for(source.count);
        nodes_[twin].first = first;
        for (std::uint32_t i = 0; i < source.count; ++i) {
          copy_edge(other, source.first + i, first + i);
          const std::uint32_t child = follow(edges_[first + i].child);
          edges_[first + i].child = child;
        }
      } else if (source.of_chance()) {
        std::uint32_t head = no_node;
        other.each_outcome(source, [&](const SeenOutcome& outcome) {
          const std::uint32_t child = follow(outcome.child);
          outcomes_.push_back({outcome.id, outcome.visits, child, head});
          head = static_cast<std::uint32_t>(outcomes_.size() - 1);
        });
        nodes_[twin].first = head;
      }
    }
  }

  std::size_t max_nodes_;
  TreeNeeds needs_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<SeenOutcome> outcomes_;
  NodeTable table_;
  std::vector<double> squares_;
  std::vector<std::uint32_t> available_;
  std::vector<float> levels_;
  std::vector<double> node_totals_;
  std::vector<double> node_squares_;
  std::vector<bayes::Moments> moments_;
};

}  // namespace otherminds
