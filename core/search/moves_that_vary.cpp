// Nodes whose moves may differ between visits: how they get moves that are new.
//
// Edges lie one after the other, in the order of their actions, so a node with a new move gets all
// of them anew. Other threads go on meanwhile. They find the new ones as soon as they are linked
// in, and what they have counted at the old ones until then is handed over. What a thread counts
// there afterwards, because it had found the old ones before, is handed over by the next one that
// has the tree alone, at the latest when the search is done: nothing is lost.
#include <algorithm>

#include "search/tree.hpp"

namespace otherminds {

namespace {

// Copies wait for so many others before they are settled, for which all threads stop.
constexpr std::size_t settled_at_once = 256;

template <class T>
T taken_out(T& number) {
  return std::atomic_ref<T>(number).exchange(0, std::memory_order_relaxed);
}

}  // namespace

void Tree::clear(Run run) {
  for (std::uint32_t edge = run.first; edge < run.first + run.count; ++edge) {
    edges_[edge] = {};
    if (needs_.squares) squares_[edge] = 0;
    if (needs_.available) available_[edge] = 0;
    std::ranges::fill(levels(edge), 0.0F);
  }
}

// A run for the edges of another and for these actions, which belongs to no node yet.
Run Tree::merged(Run old, const ActionList& actions, std::uint32_t whole_visits, Plot& plot) {
  std::uint32_t from = old.first;
  const std::uint32_t end = old.first + old.count;
  Run run{0, old.count};
  for (const Action action : actions) {
    while (from < end && edges_[from].action < action) ++from;
    if (from == end || edges_[from].action != action) ++run.count;
  }
  run.first = room_for_run(run.count, plot);
  plot.copied.clear();
  from = old.first;
  std::uint32_t to = run.first;
  const auto copy = [&] {
    if (shared_)
      copy_living_edge(from++, to++, plot);
    else
      copy_edge(*this, from++, to++);
  };
  for (const Action action : actions) {
    while (from < end && edges_[from].action < action) copy();
    if (from < end && edges_[from].action == action) {
      copy();
      continue;
    }
    if (needs_.available) available_[to] = 0U - whole_visits;
    edges_[to++].action = action;
  }
  while (from < end) copy();
  return run;
}

// Gives a node a run in place of another. False where another thread was quicker.
bool Tree::replace(std::uint32_t node, Run old, Run run, Plot& plot) {
  if (!shared_) {
    nodes_[node].run = run;
    return true;
  }
  Run expected = old;
  if (!link(nodes_[node].run, expected, run)) {
    clear(run);
    return false;
  }
  plot.edges.next += run.count;
  hand_over(old, run, plot);
  std::vector<MovedEdges>& moved = moved_[plot.who];
  moved.push_back({node, old});
  if (moved.size() >= settled_at_once) plot.alone([&] { settle(); });
  return true;
}

void Tree::copy_living_edge(std::uint32_t from, std::uint32_t to, Plot& plot) {
  edges_[to].action = edges_[from].action;
  edges_[to].child = linked(edges_[from].child);
  edges_[to].prior = loaded(edges_[from].prior);
  each_number(from, to, [&](auto& number, auto& copy) {
    copy = loaded(number);
    plot.copied.push_back(static_cast<double>(copy));
  });
}

// What has been counted at the old edges since they were copied.
void Tree::hand_over(Run old, Run run, const Plot& plot) {
  auto copied = plot.copied.begin();
  std::uint32_t to = run.first;
  for (std::uint32_t from = old.first; from < old.first + old.count; ++from) {
    while (edges_[to].action != edges_[from].action) ++to;
    each_number(from, to, [&]<class T>(T& number, T& current) {
      const T since = taken_out(number) - static_cast<T>(*copied++);
      if (since != 0) add(current, since);
    });
    std::uint32_t child = linked(edges_[from].child);
    std::uint32_t none = no_node;
    if (child != no_node) link(edges_[to].child, none, child);
    const float prior = loaded(edges_[from].prior);
    if (prior != no_prior && loaded(edges_[to].prior) == no_prior) store(edges_[to].prior, prior);
  }
}

void Tree::settle() {
  for (std::vector<MovedEdges>& moved : moved_) {
    for (const auto& [node, run] : moved) settle(node, run);
    moved.clear();
  }
}

// What has been counted at a node's old edges after they had been handed over.
void Tree::settle(std::uint32_t node, Run old) {
  for (std::uint32_t from = old.first; from < old.first + old.count; ++from) {
    bool late = false;
    each_number(from, from, [&](auto& number, auto&) { late = late || number != 0; });
    if (!late) continue;
    const std::uint32_t to = edge_of(node, edges_[from].action);
    each_number(from, to, [](auto& number, auto& current) {
      current += number;
      number = 0;
    });
    if (edges_[to].child == no_node) edges_[to].child = edges_[from].child;
  }
}

}  // namespace otherminds
