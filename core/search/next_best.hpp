// After a move that another seat refused: the next best of the same search, without a new one.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/game.hpp"
#include "search/options.hpp"
#include "search/result.hpp"

namespace otherminds {

template <Game G>
class NextBest {
 public:
  using View = typename G::View;

  void begin() { acted_on_.reset(); }

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.acted_on_);
  }

  // What is left of the last search's moves where the best of them, made at the view of the last
  // call, was refused; nothing where it was not, or where nothing is left.
  std::optional<SearchResult> left_of(const std::optional<SearchResult>& last, const G& game,
                                      const View& now, const SearchOptions& options, Rng rng) {
    const std::optional<View> before = std::exchange(acted_on_, now);
    if constexpr (CanRefuse<G>) {
      if (!before || !last || !game.refused(*before, last->action, now)) return std::nullopt;
      ActionList legal;
      game.legal(now, legal);
      SearchResult rest = *last;
      std::erase_if(rest.actions, [&](const ActionStatistics& each) {
        return each.action == last->action || each.visits == 0 ||
               !std::ranges::binary_search(legal, each.action);
      });
      if (rest.actions.empty()) return std::nullopt;
      rest.action = final_move(rest, options, rng);
      rest.line = {{rest.seat, rest.action}};
      return rest;
    }
    return std::nullopt;
  }

 private:
  std::optional<View> acted_on_;  // where the last move was made
};

}  // namespace otherminds
