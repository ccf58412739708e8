#include "search/tree.hpp"

#include <algorithm>
#include <utility>

#include "engine/error.hpp"

namespace otherminds {

// ---- nodes by key ----

std::vector<std::pair<std::uint32_t, std::uint64_t>> NodeTable::keys() const {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> all;
  for (const Slot& slot : slots_) {
    if (slot.node != no_node) all.emplace_back(slot.node, slot.key);
  }
  std::ranges::sort(all);
  return all;
}

void NodeTable::grow() {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(std::max<std::size_t>(64, 2 * old.size()), {});
  for (const Slot& slot : old) {
    if (slot.node != no_node) put(slot.key, slot.node);
  }
}

// ---- the tree ----

Tree::Tree(std::size_t max_nodes, TreeNeeds needs) : max_nodes_(max_nodes), needs_(needs) {}
Tree::Tree(const Tree&) = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(const Tree&) = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

void Tree::add_totals() {
  node_totals_.resize(nodes_.size() * needs_.seats);
  if (!needs_.moments) return;
  node_squares_.resize(nodes_.size() * needs_.seats);
  moments_.resize(nodes_.size() * needs_.seats);
}

std::uint32_t Tree::node_of(std::uint64_t key, bool root) {
  std::uint32_t index = table_.find(key);
  if (index != no_node || (full() && !root)) return index;
  index = add_node();
  table_.insert(key, index);
  return index;
}

double Tree::breadth() {
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

void Tree::expand(Node& node, const ActionList& actions) {
  node.first = room_for(actions.size());
  node.count = static_cast<std::uint32_t>(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) edges_[node.first + i].action = actions[i];
}

void Tree::include(Node& node, const ActionList& actions) {
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
    while (from < end && edges_[from].action < action) copy_edge(*this, from++, to++);
    if (from < end && edges_[from].action == action)
      copy_edge(*this, from++, to++);
    else
      edges_[to++].action = action;
  }
  while (from < end) copy_edge(*this, from++, to++);
  node.count = to - first;
  node.first = first;
}

std::uint32_t Tree::outcome_child(std::uint32_t chance_node, Action id) {
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

const SeenOutcome* Tree::commonest_outcome(const Node& node) const {
  const SeenOutcome* best = nullptr;
  each_outcome(node, [&](const SeenOutcome& outcome) {
    if (!best || outcome.visits > best->visits) best = &outcome;
  });
  return best;
}

std::uint32_t Tree::follow(std::span<const Action> moves) {
  std::uint32_t at = 0;
  for (const Action move : moves) {
    std::uint32_t next = no_node;
    for (const Edge& edge : edges(node(at))) {
      if (edge.action == move) next = edge.child;
    }
    each_outcome(node(at), [&](const SeenOutcome& outcome) {
      if (outcome.id == move) next = outcome.child;
    });
    if (next == no_node) return no_node;
    at = next;
  }
  return at;
}

std::uint32_t Tree::room_for(std::size_t count) {
  if (edges_.size() + count >= no_node)
    throw Error(ErrorKind::option, "The tree has no room for more moves; lower max_nodes.");
  const auto first = static_cast<std::uint32_t>(edges_.size());
  edges_.resize(edges_.size() + count);
  if (needs_.squares) squares_.resize(edges_.size());
  if (needs_.available) available_.resize(edges_.size());
  if (needs_.levels) levels_.resize(edges_.size() * needs_.levels);
  return first;
}

// ---- parts of it ----

Tree Tree::subtree(std::uint32_t root) const {
  Tree result(max_nodes_, needs_);
  result.copy_from(*this, root);
  return result;
}

void Tree::copy_edge(const Tree& other, std::uint32_t from, std::uint32_t to) {
  edges_[to] = other.edges_[from];
  if (needs_.squares) squares_[to] = other.squares_[from];
  if (needs_.available) available_[to] = other.available_[from];
  for (std::size_t i = 0; i < needs_.levels; ++i)
    levels_[to * needs_.levels + i] = other.levels_[from * needs_.levels + i];
}

void Tree::copy_from(const Tree& other, std::uint32_t root) {
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

// ---- in bytes ----

template <class Self, class Bytes>
void Edge::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.total, self.visits, self.action, self.child, self.prior);
  archive.check(self.action >= 0 && self.action < archive.game().action_count(), "an action");
}

template <class Self, class Bytes>
void Tree::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.nodes_, self.edges_, self.outcomes_, self.squares_, self.available_, self.levels_,
          self.node_totals_, self.node_squares_, self.moments_);
  std::vector<std::uint32_t> keyed;
  std::vector<std::uint64_t> keys;
  for (const auto& [node, key] : self.table_.keys()) {
    keyed.push_back(node);
    keys.push_back(key);
  }
  archive(keyed, keys);
  if constexpr (Bytes::reads) {
    archive.check(keyed.size() == keys.size() && keyed.size() <= self.size(), "the keys");
    for (std::size_t i = 0; i < keys.size(); ++i) {
      archive.check(keyed[i] < self.size(), "a node");
      self.table_.insert(keys[i], keyed[i]);
    }
    archive.check(self.is_sound(keys.empty()), "the tree");
  }
}

template void Tree::archived(const Tree&, PlainArchive<ArchiveWriter>&);
template void Tree::archived(Tree&, PlainArchive<ArchiveReader>&);

// Whether all parts have the sizes that they need and refer to what is there. In a tree of paths
// nodes come after those that lead to them, each from one place.
bool Tree::is_sound(bool of_paths) const {
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

}  // namespace otherminds
