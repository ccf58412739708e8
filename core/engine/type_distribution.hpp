// How often each action type is chosen when it is legal: the distribution behind typed play.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/policy_options.hpp"
#include "engine/random.hpp"
#include "engine/value.hpp"

namespace otherminds {

// A number for each type from named ones, each 0 or more and one of them above 0; a type that is
// not named has 0. `what` they are, for messages.
std::vector<double> read_type_weights(const Value& weights,
                                      std::span<const std::string_view> type_names,
                                      const std::string& what = "The weights of action types");

// The options of TypeDistribution, for the policies that are made of one.
std::vector<PolicyOption> type_distribution_options();

// Weights of action types, for all situations or for each set of legal types that a corpus has
// seen. Without weights every type counts alike.
//
//   weights      named weights; a type that is not named has weight 0
//   conditioned  a list of {types: the legal ones, weights: named weights}
//   backoff      "unseen": a set of legal types that is not listed uses the general weights;
//                "per_type": a legal type without weight in a listed set does so too
//   temperature  weights to the power 1 / temperature
class TypeDistribution {
 public:
  TypeDistribution(const Value& options, std::span<const std::string_view> type_names);

  // The probability of each type, given which are legal (a bit each); `out` has one per type.
  void probabilities(std::uint64_t legal, std::span<double> out) const;

  // One of the legal types with those probabilities.
  int draw(std::uint64_t legal, Rng& rng) const;

  std::size_t size() const { return general_.size(); }

  // Whether all legal types are alike.
  bool uniform() const { return uniform_; }

 private:
  // What a corpus says of a set of legal types, or nullptr.
  const std::vector<double>* seen(std::uint64_t legal) const;
  double weight(const std::vector<double>* seen, std::size_t type) const;

  // Weights with the temperature in them.
  std::vector<double> general_;
  std::vector<std::pair<std::uint64_t, std::vector<double>>> conditioned_;  // ascending
  bool per_type_ = true;
  bool uniform_ = false;
};

}  // namespace otherminds
