#include "search/result.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <tuple>
#include <vector>

namespace otherminds {

SearchResult::SearchResult() = default;
SearchResult::SearchResult(const SearchResult&) = default;
SearchResult::SearchResult(SearchResult&&) noexcept = default;
SearchResult& SearchResult::operator=(const SearchResult&) = default;
SearchResult& SearchResult::operator=(SearchResult&&) noexcept = default;
SearchResult::~SearchResult() = default;

template <class Self, class Bytes>
void ActionStatistics::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.action, self.visits, self.value, self.total, self.prior, self.values, self.samples,
          self.line, self.type);
  archive.check(self.action >= 0 && self.action < archive.game().action_count(), "an action");
}

template <class Self, class Bytes>
void TypeBelief::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.seat, self.type, self.probability);
  archive.check(self.seat >= 0 && self.seat < archive.game().seats(), "a seat");
}

template <class Self, class Bytes>
void SearchResult::archived(Self& self, PlainArchive<Bytes>& archive) {
  archive(self.action, self.seat, self.actions, self.line, self.values, self.iterations, self.nodes,
          self.depth, self.mean_depth, self.breadth, self.seconds, self.posterior,
          self.virtual_visits, self.prior_visits, self.reused, self.exact);
  archive.check(self.action >= -1 && self.action < archive.game().action_count(), "an action");
  archive.check(self.seat >= 0 && self.seat < archive.game().seats(), "a seat");
}

template void SearchResult::archived(const SearchResult&, PlainArchive<ArchiveWriter>&);
template void SearchResult::archived(SearchResult&, PlainArchive<ArchiveReader>&);
// A planner writes what it holds by a pointer, which is not constant with it.
template void SearchResult::archived(SearchResult&, PlainArchive<ArchiveWriter>&);

namespace {

// Where the mean of what an action has earned may well be in truth, at the least: two standard
// errors below what was found.
double lower_bound(double total, double visits) {
  const double mean = (total + 0.5) / (visits + 1);
  return mean - 2 * std::sqrt(std::max(mean * (1 - mean), 0.0) / (visits + 1));
}

// The place of the best of these.
std::size_t best_of(std::span<const ActionStatistics> actions, const SearchResult& result,
                    const SearchOptions& options, Rng& rng) {
  const auto rank = [&](const ActionStatistics& action) {
    const auto visits = static_cast<double>(action.visits);
    // An action without visits is worth less than any other.
    const double mean = action.visits > 0 ? action.value : -1e300;
    switch (options.tree.final) {
      case FinalMove::mean:
        return std::tuple(mean, visits, action.total);
      case FinalMove::lower:
        return std::tuple(action.visits > 0 ? lower_bound(action.total, visits) : -1e300, visits,
                          action.total);
      case FinalMove::total:
        return std::tuple(action.total, 0.0, 0.0);
      case FinalMove::posterior:
        return std::tuple(action.visits > 0 ? (action.total + result.prior_visits / 2) /
                                                  (visits + result.prior_visits)
                                            : -1e300,
                          visits, action.total);
      case FinalMove::visits:
        break;
    }
    return std::tuple(visits, action.total, 0.0);
  };
  const bool first = options.tree.final_ties.value_or(options.tree.ties) == Ties::first;
  std::size_t best = 0;
  std::uint32_t equals = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (equals > 0 && rank(actions[i]) < rank(actions[best])) continue;
    equals = equals > 0 && rank(actions[i]) == rank(actions[best]) ? equals + 1 : 1;
    if (first ? equals == 1 : options.quirks.replaces_best(equals, rng)) best = i;
  }
  return best;
}

// The actions of each type as one, by what they have earned together.
std::vector<ActionStatistics> types_as_one(const std::vector<ActionStatistics>& actions) {
  std::vector<ActionStatistics> types;
  for (const ActionStatistics& action : actions) {
    auto group = std::ranges::find(types, action.type, &ActionStatistics::type);
    if (group == types.end()) {
      types.push_back({.action = action.action, .visits = 0, .value = 0, .type = action.type});
      group = types.end() - 1;
    }
    const auto visits = static_cast<double>(group->visits);
    const auto added = static_cast<double>(action.visits);
    if (added > 0) group->value = (group->value * visits + action.value * added) / (visits + added);
    group->visits += action.visits;
    group->total += action.total;
  }
  return types;
}

}  // namespace

Action final_move(const SearchResult& result, const SearchOptions& options, Rng& rng) {
  if (!options.tree.by_type)
    return result.actions[best_of(result.actions, result, options, rng)].action;
  const std::vector<ActionStatistics> types = types_as_one(result.actions);
  const auto type = types[best_of(types, result, options, rng)].type;
  std::vector<ActionStatistics> own;
  std::ranges::copy_if(result.actions, std::back_inserter(own),
                       [&](const ActionStatistics& each) { return each.type == type; });
  return own[best_of(own, result, options, rng)].action;
}

void merge(SearchResult& result, const SearchResult& other) {
  const auto all =
      static_cast<double>(std::max<std::int64_t>(result.iterations + other.iterations, 1));
  for (std::size_t seat = 0; seat < result.values.size(); ++seat) {
    result.values[seat] = (result.values[seat] * static_cast<double>(result.iterations) +
                           other.values[seat] * static_cast<double>(other.iterations)) /
                          all;
  }
  for (const ActionStatistics& theirs : other.actions) {
    auto own = std::ranges::find(result.actions, theirs.action, &ActionStatistics::action);
    if (own == result.actions.end()) {
      result.actions.push_back(theirs);
      continue;
    }
    const std::int64_t visits = own->visits + theirs.visits;
    if (visits > 0) {
      own->value = (own->value * static_cast<double>(own->visits) +
                    theirs.value * static_cast<double>(theirs.visits)) /
                   static_cast<double>(visits);
    }
    own->visits = visits;
    own->total += theirs.total;
    const std::int64_t samples = own->samples + theirs.samples;
    for (std::size_t seat = 0; samples > 0 && seat < own->values.size(); ++seat) {
      own->values[seat] = (own->values[seat] * static_cast<double>(own->samples) +
                           theirs.values[seat] * static_cast<double>(theirs.samples)) /
                          static_cast<double>(samples);
    }
    own->samples = samples;
    if (own->line.empty()) own->line = theirs.line;
  }
  std::ranges::sort(result.actions, {}, &ActionStatistics::action);
  result.iterations += other.iterations;
  result.nodes += other.nodes;
  result.depth = std::max(result.depth, other.depth);
  result.seconds = std::max(result.seconds, other.seconds);
}

}  // namespace otherminds
