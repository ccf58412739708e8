#include "search/options.hpp"

namespace otherminds {

SearchOptions::SearchOptions() = default;
SearchOptions::SearchOptions(const SearchOptions&) = default;
SearchOptions::SearchOptions(SearchOptions&&) noexcept = default;
SearchOptions& SearchOptions::operator=(const SearchOptions&) = default;
SearchOptions& SearchOptions::operator=(SearchOptions&&) noexcept = default;
SearchOptions::~SearchOptions() = default;

const RolloutLimit& SearchOptions::limit() const {
  return std::visit([](const auto& answer) -> const RolloutLimit& { return answer; }, rollout);
}

bool SearchOptions::has_reserve_in_tree() const {
  const auto* types = std::get_if<Types>(&others);
  return types && types->reserve > 0 && types->where != Where::rollout;
}

}  // namespace otherminds
