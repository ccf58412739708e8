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

}  // namespace otherminds
