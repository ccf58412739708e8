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

void NodeTable::grow(std::size_t fewest) {
  std::vector<Slot> old = std::move(slots_);
  slots_.assign(std::max(fewest, 2 * old.size()), {});
  for (const Slot& slot : old) {
    if (slot.node != no_node) put(slot.key, slot.node);
  }
}

std::uint32_t NodeTable::find_or_insert(std::uint64_t key, std::uint32_t node) {
  for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[at];
    std::uint32_t there = no_node;
    if (linked(slot.node) == no_node && link(slot.node, there, being_filled)) {
      slot.key = key;
      std::atomic_ref(slot.node).store(node, std::memory_order_release);
      std::atomic_ref(used_).fetch_add(1, std::memory_order_relaxed);
      return node;
    }
    there = settled(slot);
    if (slot.key == key) return there;
  }
}

// ---- the tree ----

Tree::Tree(std::size_t max_nodes, TreeNeeds needs) : max_nodes_(max_nodes), needs_(needs) {}
Tree::Tree(const Tree&) = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(const Tree&) = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

void Tree::fit_to_nodes() {
  if (needs_.available) whole_visits_.resize(nodes_.size());
  node_totals_.resize(nodes_.size() * needs_.seats);
  if (!needs_.moments) return;
  node_squares_.resize(nodes_.size() * needs_.seats);
  moments_.resize(nodes_.size() * needs_.seats);
}

std::uint32_t Tree::node_of(std::uint64_t key, Plot& plot, bool root) {
  std::uint32_t index = table_.find(key);
  if (index != no_node) return index;
  if (!shared_) {
    if (full() && !root) return no_node;
    index = add_node();
    table_.insert(key, index);
    return index;
  }
  index = spare_node(plot, root);
  if (index == no_node) return no_node;
  if (table_.crowded()) {
    plot.alone([&] {
      if (table_.crowded()) table_.grow();
    });
  }
  const std::uint32_t found = table_.find_or_insert(key, index);
  if (found == index) ++plot.nodes.next;
  return found;
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

// Places in a row, which the thread has yet to link in.
std::uint32_t Tree::room_for_run(std::uint32_t count, Plot& plot) {
  if (!shared_) return room_for(count);
  if (plot.edges.left() < count) take_edges(plot, count);
  return plot.edges.next;
}

Run Tree::lay(const ActionList& actions, Plot& plot) {
  const auto count = static_cast<std::uint32_t>(actions.size());
  const Run run{room_for_run(count, plot), count};
  for (std::size_t i = 0; i < actions.size(); ++i) edges_[run.first + i].action = actions[i];
  return run;
}

bool Tree::give(std::uint32_t node, Run run, Plot& plot) {
  if (!shared_) {
    nodes_[node].run = run;
    return true;
  }
  Run none;
  if (link(nodes_[node].run, none, run)) {
    plot.edges.next += run.count;
    return true;
  }
  clear(run);  // somebody else was first: the places are as new for the next one
  return false;
}

std::uint32_t Tree::next_untried(Node& node, Run run) {
  std::uint32_t tried = loaded(node.tried);
  while (tried < run.count && !link(node.tried, tried, tried + 1)) {
  }
  return tried;
}

bool Tree::lacks(std::uint32_t node, const ActionList& actions) const {
  const Run run = linked(nodes_[node].run);
  std::uint32_t at = run.first;
  const std::uint32_t end = run.first + run.count;
  for (const Action action : actions) {
    while (at < end && edges_[at].action < action) ++at;
    if (at == end || edges_[at].action != action) return true;
  }
  return false;
}

SeenOutcome* Tree::outcome_of(Run run, Action id) {
  if (run.count == 0) return nullptr;
  for (std::uint32_t at = run.first; at != no_node; at = outcomes_[at].next) {
    if (outcomes_[at].id == id) return &outcomes_[at];
  }
  return nullptr;
}

std::uint32_t Tree::outcome_child(std::uint32_t chance_node, Action id, Plot& plot) {
  if (SeenOutcome* seen = outcome_of(linked(nodes_[chance_node].run), id)) {
    add(seen->visits, 1U);
    return seen->child;
  }
  if (shared_) return link_outcome(chance_node, id, plot);
  Node& node = nodes_[chance_node];
  if (node.run.count == 0) {
    node.run = {no_node, 1};
    node.tried = chance_mark;
  }
  if (full()) return no_node;
  const std::uint32_t before = node.run.first;
  const std::uint32_t child = add_node();
  outcomes_.push_back({id, 1, child, before});
  nodes_[chance_node].run.first = static_cast<std::uint32_t>(outcomes_.size() - 1);
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

namespace {

[[noreturn]] void refuse_more_moves() {
  throw Error(ErrorKind::option, "The tree has no room for more moves; lower max_nodes.");
}

// The size of an array that is to have room for so many, and for as many again as it had.
std::size_t grown(std::size_t before, std::size_t needed) { return std::max(2 * before, needed); }

}  // namespace

void Tree::fit_to_edges() {
  if (needs_.squares) squares_.resize(edges_.size());
  if (needs_.available) available_.resize(edges_.size());
  if (needs_.levels) levels_.resize(edges_.size() * needs_.levels);
}

// For who has the tree alone.
std::uint32_t Tree::room_for(std::size_t count) {
  const std::size_t first = shared_ ? taken_.edges : edges_.size();
  const std::size_t end = first + count;
  if (end >= no_node) refuse_more_moves();
  if (shared_) taken_.edges = static_cast<std::uint32_t>(end);
  if (end > edges_.size()) {
    edges_.resize(shared_ ? grown(edges_.size(), end) : end);
    fit_to_edges();
  }
  return static_cast<std::uint32_t>(first);
}

// ---- several threads ----

namespace {

constexpr std::uint32_t nodes_at_once = 64;
constexpr std::uint32_t edges_at_once = 512;
constexpr std::uint32_t outcomes_at_once = 64;

}  // namespace

void Tree::share(std::size_t threads) {
  taken_ = {static_cast<std::uint32_t>(nodes_.size()), static_cast<std::uint32_t>(edges_.size()),
            static_cast<std::uint32_t>(outcomes_.size())};
  // In a small tree nobody may take all that is left to himself.
  piece_ = static_cast<std::uint32_t>(
      std::clamp<std::size_t>(max_nodes_ / (16 * threads), 1, nodes_at_once));
  nodes_.resize(nodes_.size() + threads * nodes_at_once);
  if (needs_.beside_nodes()) fit_to_nodes();
  edges_.resize(edges_.size() + threads * edges_at_once);
  fit_to_edges();
  // Each thread may find the table not yet crowded and insert: it is never full.
  constexpr std::size_t enough_slots = 1024;
  if (table_.slots() < enough_slots) table_.grow(enough_slots);
  moved_.resize(threads);
  shared_ = true;
}

void Tree::unshare(std::span<Plot* const> plots) {
  settle();
  // What was taken last and is not used goes back; the rest stays, in nobody's way.
  for (bool more = true; more;) {
    more = false;
    for (Plot* plot : plots) {
      if (plot->nodes.left() == 0 || plot->nodes.end != taken_.nodes) continue;
      taken_.nodes = plot->nodes.end = plot->nodes.next;
      more = true;
    }
  }
  for (Plot* plot : plots) {
    unused_ += plot->nodes.left();
    *plot = {};
  }
  nodes_.resize(taken_.nodes);
  if (needs_.beside_nodes()) fit_to_nodes();
  edges_.resize(taken_.edges);
  fit_to_edges();
  outcomes_.resize(taken_.outcomes);
  shared_ = false;
}

// The next node of a thread's own, which it has yet to link in; no_node where the tree is full.
std::uint32_t Tree::spare_node(Plot& plot, bool root) {
  if (plot.nodes.left() > 0) return plot.nodes.next;
  const std::atomic_ref taken(taken_.nodes);
  std::uint32_t first = taken.load(std::memory_order_relaxed);
  std::uint32_t number = 0;
  do {
    const std::size_t room = first < max_nodes_ ? max_nodes_ - first : 0;
    number = static_cast<std::uint32_t>(std::min<std::size_t>(piece_, room));
    if (number == 0 && root) number = 1;
    if (number == 0) return no_node;
  } while (!taken.compare_exchange_weak(first, first + number, std::memory_order_relaxed));
  plot.nodes = {first, first + number};
  if (plot.nodes.end > nodes_.size()) {
    plot.alone([&] {
      if (plot.nodes.end <= nodes_.size()) return;
      nodes_.resize(grown(nodes_.size(), plot.nodes.end));
      if (needs_.beside_nodes()) fit_to_nodes();
    });
  }
  return first;
}

// A piece with room for so many edges in a row. What is left of the one before is lost, so nodes
// with many moves take larger ones.
void Tree::take_edges(Plot& plot, std::size_t count) {
  const std::size_t number = std::max<std::size_t>(edges_at_once, 8 * count);
  const std::atomic_ref taken(taken_.edges);
  std::uint32_t first = taken.load(std::memory_order_relaxed);
  do {
    if (first + number >= no_node) refuse_more_moves();
  } while (!taken.compare_exchange_weak(first, first + static_cast<std::uint32_t>(number),
                                        std::memory_order_relaxed));
  plot.edges = {first, first + static_cast<std::uint32_t>(number)};
  if (plot.edges.end <= edges_.size()) return;
  plot.alone([&] {
    if (plot.edges.end <= edges_.size()) return;
    edges_.resize(grown(edges_.size(), plot.edges.end));
    fit_to_edges();
  });
}

void Tree::take_outcomes(Plot& plot) {
  const std::uint32_t first =
      std::atomic_ref(taken_.outcomes).fetch_add(outcomes_at_once, std::memory_order_relaxed);
  plot.outcomes = {first, first + outcomes_at_once};
  if (plot.outcomes.end <= outcomes_.size()) return;
  plot.alone([&] {
    if (plot.outcomes.end > outcomes_.size())
      outcomes_.resize(grown(outcomes_.size(), plot.outcomes.end));
  });
}

std::uint32_t Tree::link_child(std::uint32_t edge, Plot& plot) {
  const std::uint32_t spare = spare_node(plot, false);
  if (spare == no_node) return no_node;
  std::uint32_t other = no_node;
  if (!link(edges_[edge].child, other, spare)) return other;
  ++plot.nodes.next;
  return spare;
}

std::uint32_t Tree::link_outcome(std::uint32_t chance_node, Action id, Plot& plot) {
  const std::uint32_t spare = spare_node(plot, false);
  if (spare == no_node) return no_node;
  if (plot.outcomes.left() == 0) take_outcomes(plot);
  Node& node = nodes_[chance_node];
  store(node.tried, chance_mark);
  Run head = linked(node.run);
  for (;;) {
    if (SeenOutcome* seen = outcome_of(head, id)) {
      add(seen->visits, 1U);
      return seen->child;
    }
    outcomes_[plot.outcomes.next] = {id, 1, spare, head.count == 0 ? no_node : head.first};
    if (link(node.run, head, Run{plot.outcomes.next, 1})) break;
  }
  ++plot.outcomes.next;
  ++plot.nodes.next;
  return spare;
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
    if (needs_.available) whole_visits_[twin] = other.whole_visits_[old];
    for (std::size_t i = 0; i < needs_.seats; ++i) {
      node_totals_[twin * needs_.seats + i] = other.node_totals_[old * needs_.seats + i];
      if (!needs_.moments) continue;
      node_squares_[twin * needs_.seats + i] = other.node_squares_[old * needs_.seats + i];
      moments_[twin * needs_.seats + i] = other.moments_[old * needs_.seats + i];
    }
    if (source.of_seat()) {
      const std::uint32_t first = room_for(source.run.count);
      nodes_[twin].run.first = first;
      for (std::uint32_t i = 0; i < source.run.count; ++i) {
        copy_edge(other, source.run.first + i, first + i);
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
      nodes_[twin].run.first = head;
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
  archive(self.nodes_, self.edges_, self.outcomes_, self.squares_, self.available_,
          self.whole_visits_, self.levels_, self.node_totals_, self.node_squares_, self.moments_);
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
    // A node that the search has made was visited or has edges.
    self.unused_ = static_cast<std::size_t>(std::ranges::count_if(
        self.nodes_, [](const Node& node) { return node.visits == 0 && node.run.count == 0; }));
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
      whole_visits_.size() != (needs_.available ? size() : 0) ||
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
      const Run run = node.run;
      if (std::size_t{run.first} + run.count > edges_.size() || node.tried > run.count)
        return false;
      for (std::uint32_t i = 0; i < run.count; ++i)
        if (!leads_on(at, edges_[run.first + i].child)) return false;
    } else if (node.of_chance()) {
      for (std::uint32_t i = node.run.first; i != no_node; i = outcomes_[i].next)
        if (i >= outcomes_.size() || !leads_on(at, outcomes_[i].child)) return false;
    }
  }
  return true;
}

}  // namespace otherminds
