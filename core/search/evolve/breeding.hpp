// Rolling-horizon evolution (Perez, Samothrakis, Lucas and Rohlfshagen 2013): a population of
// plans, each a sequence of the seat's own moves, is bred by playing the plans out; the first move
// of the best one is made. It takes the place of bandit and tree and shares everything else.
//
// A gene is an action id and a number of turns to repeat it. Where the action is not legal, the
// gene counts as the place of an action among the legal ones, so that every plan can be played in
// every game.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"
#include "search/back_up.hpp"
#include "search/evolve/plans.hpp"
#include "search/options.hpp"
#include "search/result.hpp"

namespace otherminds {

// Breeds plans, which is the same in every game; how one is played, search/evolve/evolve.hpp says.
class Breeding {
 public:
  virtual ~Breeding();

  SearchResult run(Population& population, Monitor* monitor);

 protected:
  Breeding(const GameSize& size, ReturnRange range, int seat, const SearchOptions& options,
           Rng rng);

  // What the seat may do now.
  virtual ActionList first_moves() = 0;
  // What each seat gets when the seat follows a plan, once.
  virtual Returns play(const Plan& plan) = 0;
  // What is believed of the others.
  virtual std::vector<TypeBelief> beliefs() const = 0;

  // The action that a gene stands for among these.
  static Action action_of(const Gene& gene, const ActionList& legal);

  const int seat_;
  const SearchOptions& options_;
  Rng rng_;

 private:
  using Clock = std::chrono::steady_clock;

  double since_start() const;
  bool spent();
  Gene random_gene();
  Gene first_gene();
  Plan random_plan();
  static void rank(Population& population);
  void breed(Population& population);
  const Plan& select(const Population& population);
  Plan child_of_two(const Population& population);
  std::size_t select_other(std::size_t size, std::size_t taken);
  Plan crossed(const Plan& one, const Plan& other);
  Plan mutated(Plan plan);
  void evolve(Population& population);
  void judge(Plan& plan);
  SearchResult so_far();
  SearchResult result(const Plan& best) const;

  const EvolveOptions& evolve_;
  const std::size_t seats_;
  const int actions_;
  const RewardScale scale_;
  Monitor* monitor_ = nullptr;
  const Population* living_ = nullptr;
  Clock::time_point start_{};
  bool stopped_ = false;
  std::int64_t evaluations_ = 0;
  std::int64_t plays_ = 0;
  Returns totals_{};
  ActionList legal_;
  std::vector<std::size_t> places_;
  std::vector<ActionStatistics> statistics_;
};

}  // namespace otherminds
