// The way of one iteration through the tree, kept until its returns are known, and who goes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/game.hpp"
#include "engine/random.hpp"
#include "search/commons.hpp"
#include "search/tally.hpp"
#include "search/tree.hpp"

namespace otherminds {

struct Step {
  std::uint32_t node;
  std::uint32_t edge;
  Action action;
  int seat;
  float legality;
  std::int32_t moves;  // of seats, before this one
};

struct Descent {
  std::vector<Step> path;
  std::vector<std::uint32_t> touched;  // every node on the way, where the tree keeps node totals
  std::vector<std::size_t> onward;     // for each of them, the first step that was made from there
  std::uint32_t leaf = no_node;
  std::int64_t moves = 0;   // of seats
  std::int64_t chosen = 0;  // of the search itself

  void clear() {
    path.clear();
    touched.clear();
    onward.clear();
    leaf = no_node;
    moves = 0;
    chosen = 0;
  }

  // A node on the way; `steps` that were made from it are on the path already.
  void touch(std::uint32_t node, std::size_t steps) {
    touched.push_back(node);
    onward.push_back(path.size() - steps);
  }

  // Whether the node lies on the way.
  bool met(std::uint32_t node) const {
    for (const Step& step : path) {
      if (step.node == node) return true;
    }
    return std::ranges::find(touched, node) != touched.end();
  }

  // The seat that the search chose for at a node; -1 for none.
  int owner(std::uint32_t node) const {
    for (const Step& step : path) {
      if (step.node == node) return step.seat;
    }
    return -1;
  }
};

// A descent that waits for an evaluation.
struct Waiting {
  Descent descent;
  ActionList legal;  // of the leaf's actor, where the evaluation may give it priors
};

// What one thread works with, as far as it is the same in every game.
struct Worker {
  explicit Worker(Rng own) : rng(own) {}
  virtual ~Worker() = default;

  Rng rng;
  Plot plot;
  Tally tally;
  Descent descent;
  bool underway = false;  // the tree has counted the descent, its returns are yet to come
  std::vector<Waiting> waiting;
};

}  // namespace otherminds
