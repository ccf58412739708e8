// The tree of a search: nodes and edges in arrays, referring to each other by index.
//
// A decision node owns a run of edges, one an action; where all of them are legal at every visit,
// the first `tried` have visits, elsewhere they ascend by action. A chance node owns a linked list
// of the outcomes seen so far. Which of the two a node is, its first visit settles; games that
// later say otherwise are the caller's to refuse. Totals are the returns of the seat that acts at
// the node, scaled to [0, 1], so that selection reads one number per edge. What only some answers
// need (squares, levels, availability, totals a node) lives in arrays beside, empty for the rest.
//
// Several threads may work on it at once (search/commons.hpp). The arrays then have more places
// than are taken, and each thread takes a piece of them for itself; numbers go through add() and
// loaded(). Edges of a plain tree are shuffled when they are laid, and tried in that order.
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
#include "search/commons.hpp"

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

// The edges of a node, one after the other. Read and linked in as one number.
struct alignas(8) Run {
  std::uint32_t first = 0;  // index of the first edge; at chance, of the first outcome
  std::uint32_t count = 0;  // number of edges; 0 until the node is expanded
};

struct Node {
  Run run;
  std::uint32_t tried = 0;  // or chance_mark
  std::uint32_t visits = 0;

  bool of_seat() const { return linked(run).count != 0 && loaded(tried) != chance_mark; }
  bool of_chance() const { return linked(run).count != 0 && loaded(tried) == chance_mark; }
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
      const std::uint32_t node = settled(slots_[at]);
      if (node == no_node) return no_node;
      if (slots_[at].key == key) return node;
    }
  }

  void insert(std::uint64_t key, std::uint32_t node) {
    if (crowded()) grow();
    ++used_;
    put(key, node);
  }

  // The same while others look and insert: the node of that key, which is `node` if nobody came
  // first. Who grows the table has it alone, as soon as it is crowded.
  std::uint32_t find_or_insert(std::uint64_t key, std::uint32_t node);
  bool crowded() const { return 2 * (loaded(used_) + 1) > slots_.size(); }
  void grow(std::size_t fewest = 64);
  std::size_t slots() const { return slots_.size(); }

  // Every key, in the order of the nodes.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> keys() const;

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t node = no_node;
  };

  static constexpr std::uint32_t being_filled = no_node - 1;

  std::size_t place(std::uint64_t key) const { return mix64(key) & (slots_.size() - 1); }

  // The node in a slot, once its key can be read.
  static std::uint32_t settled(const Slot& slot) {
    std::uint32_t node = linked(slot.node);
    while (node == being_filled) node = linked(slot.node);
    return node;
  }

  void put(std::uint64_t key, std::uint32_t node) {
    std::size_t at = place(key);
    while (slots_[at].node != no_node) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {key, node};
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

  // Whether anything lies beside nodes.
  bool beside_nodes() const { return seats > 0 || available; }
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
  // All nodes, and those among them that a thread took and did not need.
  std::size_t size() const { return shared_ ? taken_.nodes : nodes_.size(); }
  std::size_t unused() const { return unused_; }
  const TreeNeeds& needs() const { return needs_; }

  // From here on so many threads may work on it, each in its plot; until they are done.
  void share(std::size_t threads);
  void unshare(std::span<Plot* const> plots);
  bool shared() const { return shared_; }
  // Brings together what threads have counted at edges that meanwhile lie elsewhere. Only who has
  // the tree alone may do this.
  void settle();

  // Adds to a number of the tree and returns what it is then.
  template <class T>
  T add(T& number, T by) {
    if (shared_) return std::atomic_ref<T>(number).fetch_add(by, std::memory_order_relaxed) + by;
    return number += by;
  }

  // Asks for a node and its first edges, which all threads change.
  void expect_changes(std::uint32_t node) const {
    constexpr std::uint32_t most = 32;
    expect(&nodes_[node]);
    const Run run = linked(nodes_[node].run);
    for (std::uint32_t i = 0; i < std::min(run.count, most); i += 2) expect(&edges_[run.first + i]);
  }

  // For one thread.
  std::uint32_t add_node() {
    nodes_.push_back({});
    if (needs_.beside_nodes()) fit_to_nodes();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  // The node of that key, made if there is room or it is a root; no_node otherwise.
  std::uint32_t node_of(std::uint64_t key, Plot& plot, bool root = false);

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
    return edges(linked(node.run));
  }
  std::span<Edge> edges(Run run) { return {edges_.data() + run.first, run.count}; }

  // Edges for these actions that belong to no node yet.
  Run lay(const ActionList& actions, Plot& plot);
  // Gives them to a node. False where another thread has given it some: then they are gone.
  bool give(std::uint32_t node, Run run, Plot& plot);
  void expand(std::uint32_t node, const ActionList& actions, Plot& plot) {
    give(node, lay(actions, plot), plot);
  }

  // Whether a node with ascending edges has none for one of the actions.
  bool lacks(std::uint32_t node, const ActionList& actions) const;
  // Gives it those. fill(run) completes a run that has them, which no other thread sees yet, and
  // returns how many visits the node gets by it.
  template <class Fill>
  void include(std::uint32_t node, const ActionList& actions, Plot& plot, Fill&& fill) {
    while (lacks(node, actions)) {
      const Run old = linked(nodes_[node].run);
      // A move that is new was not legal in any visit before.
      const std::uint32_t whole = needs_.available ? loaded(whole_visits_[node]) : 0;
      const Run run = merged(old, actions, whole, plot);
      const std::uint32_t visits = fill(run);
      if (!replace(node, old, run, plot)) continue;
      if (visits > 0) add(nodes_[node].visits, visits);
    }
  }

  // The place of the next edge of a run that no thread has tried, or the number of its edges.
  std::uint32_t next_untried(Node& node, Run run);

  // The node behind an edge, made if there is room; no_node otherwise.
  std::uint32_t child_of(std::uint32_t edge, Plot& plot) {
    const std::uint32_t known = linked(edges_[edge].child);
    if (known != no_node) return known;
    if (shared_) return link_child(edge, plot);
    if (full()) return no_node;
    return edges_[edge].child = add_node();
  }

  // The edge of an action that a node with ascending edges has.
  std::uint32_t edge_of(std::uint32_t node, Action action) const {
    const Run run = linked(nodes_[node].run);
    const auto first = edges_.begin() + run.first;
    const auto place =
        std::lower_bound(first, first + run.count, action,
                         [](const Edge& edge, Action wanted) { return edge.action < wanted; });
    return static_cast<std::uint32_t>(place - edges_.begin());
  }

  // Calls visit(i, edge) for the edge of each legal action among ascending edges.
  template <class Visit>
  void each_legal(Run run, const ActionList& legal, Visit&& visit) const {
    std::uint32_t edge = run.first;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      while (edges_[edge].action != legal[i]) ++edge;
      visit(i, edge);
    }
  }

  double& squares(std::uint32_t edge) { return squares_[edge]; }
  // In how many visits an edge was legal: what is counted here and the node's whole visits, in
  // which all of its edges were. In a node with hundreds of moves that is one number instead of
  // hundreds, which several threads would take from each other.
  std::uint32_t& available(std::uint32_t edge) { return available_[edge]; }
  std::uint32_t& whole_visits(std::uint32_t node) { return whole_visits_[node]; }
  // Counts a visit in which these are legal, all where there are none; whether they are all. What
  // it is without them is for the caller to count edge by edge.
  bool count_if_whole(std::uint32_t node, Run run, const ActionList* legal) {
    if (legal && legal->size() != run.count) return false;
    add(whole_visits_[node], 1U);
    return true;
  }
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
  std::uint32_t outcome_child(std::uint32_t chance_node, Action id, Plot& plot);

  // Calls visit(outcome) for each outcome of a chance node seen so far.
  template <class Visit>
  void each_outcome(const Node& node, Visit&& visit) const {
    if (!node.of_chance()) return;
    for (std::uint32_t at = linked(node.run).first; at != no_node; at = outcomes_[at].next)
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
  // How many places of the arrays are taken while they have more.
  struct Taken {
    std::uint32_t nodes = 0;
    std::uint32_t edges = 0;
    std::uint32_t outcomes = 0;
  };

  // Edges of a node that were copied to where it has room for more.
  struct MovedEdges {
    std::uint32_t node;
    Run run;
  };

  void fit_to_nodes();
  void fit_to_edges();
  std::uint32_t room_for(std::size_t count);
  std::uint32_t room_for_run(std::uint32_t count, Plot& plot);
  std::uint32_t spare_node(Plot& plot, bool root);
  void take_edges(Plot& plot, std::size_t count);
  void take_outcomes(Plot& plot);
  std::uint32_t link_child(std::uint32_t edge, Plot& plot);
  std::uint32_t link_outcome(std::uint32_t chance_node, Action id, Plot& plot);
  SeenOutcome* outcome_of(Run run, Action id);
  bool is_sound(bool of_paths) const;
  void copy_edge(const Tree& other, std::uint32_t from, std::uint32_t to);
  void clear(Run run);
  Run merged(Run old, const ActionList& actions, std::uint32_t whole_visits, Plot& plot);
  bool replace(std::uint32_t node, Run old, Run run, Plot& plot);
  void copy_living_edge(std::uint32_t from, std::uint32_t to, Plot& plot);
  void hand_over(Run old, Run run, const Plot& plot);
  void settle(std::uint32_t node, Run old);

  // Calls visit(number, number) for what is counted at an edge and the same of another.
  template <class Visit>
  void each_number(std::uint32_t one, std::uint32_t other, Visit&& visit) {
    visit(edges_[one].total, edges_[other].total);
    visit(edges_[one].visits, edges_[other].visits);
    if (needs_.squares) visit(squares_[one], squares_[other]);
    if (needs_.available) visit(available_[one], available_[other]);
    for (std::size_t i = 0; i < needs_.levels; ++i)
      visit(levels_[one * needs_.levels + i], levels_[other * needs_.levels + i]);
  }
  void copy_from(const Tree& other, std::uint32_t root);

  std::size_t max_nodes_;
  TreeNeeds needs_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<SeenOutcome> outcomes_;
  NodeTable table_;
  std::vector<double> squares_;
  std::vector<std::uint32_t> available_;
  std::vector<std::uint32_t> whole_visits_;
  std::vector<float> levels_;
  std::vector<double> node_totals_;
  std::vector<double> node_squares_;
  std::vector<bayes::Moments> moments_;
  bool shared_ = false;
  std::uint32_t piece_ = 0;  // nodes that a thread takes at once
  Taken taken_;
  std::vector<std::vector<MovedEdges>> moved_;  // by each thread, not settled yet
  std::size_t unused_ = 0;
};

}  // namespace otherminds
