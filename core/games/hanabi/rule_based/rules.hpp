// The rule library of Walton-Rivers 2022: small rules that propose a move or nothing. A player is a
// list of them; the first that proposes something decides. docs/games/hanabi.md lists them all.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "games/hanabi/rule_based/situation.hpp"

namespace otherminds::hanabi {

// What a rule wants: nothing, one action, or several with their chances.
struct Proposal {
  static constexpr std::size_t most = 2 * largest_hand;

  std::array<Action, most> actions{};
  std::array<double, most> chances{};
  std::size_t count = 0;

  explicit operator bool() const { return count > 0; }
  void add(Action action, double chance) {
    for (std::size_t i = 0; i < count; ++i) {
      if (actions[i] != action) continue;
      chances[i] += chance;
      return;
    }
    actions[count] = action;
    chances[count++] = chance;
  }
  static Proposal of(Action action) {
    Proposal one;
    one.add(action, 1.0);
    return one;
  }
};

// One condition on public numbers: `lives > 1`.
struct Condition {
  enum class Number { lives, clues, deck, score, players };
  enum class Compare { less, less_or_equal, equal, unequal, greater_or_equal, greater };

  Number number;
  Compare compare;
  int value;

  bool holds(const Situation& now) const;
};

enum class RuleName {
  discard_randomly,
  discard_if_certain,
  discard_safe_card,
  discard_oldest_first,
  discard_oldest_no_info_first,
  discard_useless_card,
  osawa_discard,
  discard_least_likely_to_be_necessary,
  discard_probably_useless,
  discard_highest,
  discard_unidentified_card,
  tell_playable_card,
  tell_playable_card_outer,
  tell_randomly,
  tell_about_ones,
  tell_anyone_about_useful_card,
  tell_unknown,
  tell_anyone_about_useless_card,
  tell_dispensable,
  tell_most_information,
  tell_most_new_information,
  tell_ill_informed,
  tell_fives,
  tell_anyone_about_oldest_useful_card,
  tell_to_save,
  tell_to_save_partial_only,
  complete_tell_useful_card,
  play_if_certain,
  play_safe_card,
  play_probably_safe,
  play_unique_possible_card,
  tell_finesse,
  play_finesse,
  play_finesse_told,
  try_to_unblock,
};

// A rule with its threshold, consulted only where all its conditions hold.
struct Rule {
  RuleName name;
  double threshold = 0;
  std::vector<Condition> conditions = {};
};

// What a person may write, in the order of the library.
struct RuleEntry {
  RuleName name;
  std::string_view text;
  bool thresholded;
  std::string_view summary;
};
std::span<const RuleEntry> rule_library();

// Reads "PlaySafeCard", "PlayProbablySafe(0.6)" or "lives > 1 and deck == 0: PlayProbablySafe(0)".
Rule read_rule(std::string_view text);

// What a rule proposes. Conditions are not looked at.
Proposal propose(const Rule& rule, const Situation& now);

// The same by kind; each file has one kind.
Proposal propose_discard(const Rule& rule, const Situation& now);
Proposal propose_tell(const Rule& rule, const Situation& now);
Proposal propose_play(const Rule& rule, const Situation& now);

// Whether somebody could show by his hints alone that a card of his is of no use.
bool known_useless(const Situation& now, int seat, int slot);

}  // namespace otherminds::hanabi
