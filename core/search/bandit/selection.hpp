// Which edge of a node to follow, for everything but plain UCT: the moves that are legal now become
// arms, and the bandit picks one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/game.hpp"
#include "engine/random.hpp"
#include "search/bandit/bandit.hpp"
#include "search/options.hpp"
#include "search/tree.hpp"

namespace otherminds {

// How many moves or outcomes are open after so many visits.
std::uint32_t opened(const TreeOptions& tree, double widening, double visits);

class Selection {
 public:
  struct Choice {
    std::uint32_t edge;
    double legality = 1;
  };

  // `seeded`: edges have priors; `types`: the type of each action, where types are chosen first.
  Selection(const SearchOptions& options, bool seeded, std::span<const std::uint16_t> types);

  // A move never tried, then whatever the bandit prefers. `legal` are the moves of now, nullptr
  // where all of the node's are; `weights` their chances of being legal, none where all are
  // certain.
  Choice choose(Tree& tree, std::uint32_t at, int actor, const ActionList* legal,
                std::span<const double> weights, Rng& rng);

 private:
  std::span<const float> levels_of(Tree& tree, std::uint32_t edge, Run run);
  std::uint32_t by_bound(Tree& tree, std::uint32_t at, int actor, const ActionList* legal,
                         Rng& rng) const;
  void gather(Tree& tree, std::uint32_t at, int actor, const ActionList* legal,
              std::span<const double> weights);
  double keep_one_type(const Tree& tree, double visits, Rng& rng);
  std::size_t untried(std::span<const Arm> arms, Rng& rng) const;
  void drop_untried();

  const SearchOptions& options_;
  bool seeded_;
  bool tries_all_;
  bool plain_ = false;  // UCB1 and nothing that needs arms
  double warm_up_ = 0;
  std::vector<Arm> arms_;
  std::vector<std::uint32_t> candidates_;  // the edge of each arm
  std::vector<float> levels_;              // copies, where other threads change those of the tree
  std::span<const std::uint16_t> types_;   // by action
  std::vector<Arm> groups_;                // the arms of one type together
  std::vector<std::uint16_t> group_types_;
};

}  // namespace otherminds
