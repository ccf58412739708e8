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
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/archive.hpp"
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

  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);
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
  std::vector<std::pair<std::uint32_t, std::uint64_t>> keys() const;

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

  void grow();

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
  explicit Tree(std::size_t max_nodes, TreeNeeds needs = {});
  Tree(const Tree&);
  Tree(Tree&&) noexcept;
  Tree& operator=(const Tree&);
  Tree& operator=(Tree&&) noexcept;
  ~Tree();

  bool full() const { return nodes_.size() >= max_nodes_; }
  bool over_half_full() const { return 2 * nodes_.size() > max_nodes_; }
  std::size_t size() const { return nodes_.size(); }
  const TreeNeeds& needs() const { return needs_; }

  std::uint32_t add_node() {
    nodes_.push_back({});
    if (needs_.seats) add_totals();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // The node of that key, made if there is room or it is a root; no_node otherwise.
  std::uint32_t node_of(std::uint64_t key, bool root = false);

  std::uint32_t find(std::uint64_t key) const { return table_.find(key); }

  Node& node(std::uint32_t index) { return nodes_[index]; }
  const Node& node(std::uint32_t index) const { return nodes_[index]; }
  Edge& edge(std::uint32_t index) { return edges_[index]; }
  const Edge& edge(std::uint32_t index) const { return edges_[index]; }

  // Moves tried in a node where any were, on average.
  double breadth();

  // None of a node that was never expanded or is chance's.
  std::span<Edge> edges(const Node& node) {
    if (!node.of_seat()) return {};
    return {edges_.data() + node.first, node.count};
  }

  void expand(Node& node, const ActionList& actions);

  // Gives a node with ascending edges those of the actions that it has none for.
  void include(Node& node, const ActionList& actions);

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
  std::uint32_t outcome_child(std::uint32_t chance_node, Action id);

  // Calls visit(outcome) for each outcome of a chance node seen so far.
  template <class Visit>
  void each_outcome(const Node& node, Visit&& visit) const {
    if (!node.of_chance()) return;
    for (std::uint32_t at = node.first; at != no_node; at = outcomes_[at].next)
      visit(outcomes_[at]);
  }

  // The outcome of a chance node that was seen most often, or nullptr.
  const SeenOutcome* commonest_outcome(const Node& node) const;

  // Read into a tree without nodes.
  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);

  // The tree below one node, that node first. Nodes found by key are not followed.
  Tree subtree(std::uint32_t root) const;

  // The node that moves and outcomes lead to from the first one, or no_node.
  std::uint32_t follow(std::span<const Action> moves);

 private:
  void add_totals();
  std::uint32_t room_for(std::size_t count);
  bool is_sound(bool of_paths) const;
  void copy_edge(const Tree& other, std::uint32_t from, std::uint32_t to);
  void copy_from(const Tree& other, std::uint32_t root);

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
