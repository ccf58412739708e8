// The library by name, and how a rule is written.
#include "games/hanabi/rule_based/rules.hpp"

#include <algorithm>
#include <charconv>

#include "engine/error.hpp"

namespace otherminds::hanabi {

namespace {

constexpr std::array library = {
    RuleEntry{RuleName::discard_randomly, "DiscardRandomly", false, "Discard any card."},
    RuleEntry{RuleName::discard_if_certain, "DiscardIfCertain", false,
              "Discard a card whose colour and rank are known and which is on the table already."},
    RuleEntry{RuleName::discard_safe_card, "DiscardSafeCard", false,
              "Discard a card that what was told proves useless."},
    RuleEntry{RuleName::discard_oldest_first, "DiscardOldestFirst", false,
              "Discard the card held longest."},
    RuleEntry{RuleName::discard_oldest_no_info_first, "DiscardOldestNoInfoFirst", false,
              "Discard the oldest card of which neither colour nor rank is known."},
    RuleEntry{RuleName::discard_useless_card, "DiscardUselessCard", false,
              "Discard a card of a known colour whose rank cannot be reached any more."},
    RuleEntry{RuleName::osawa_discard, "OsawaDiscard", false,
              "DiscardSafeCard, else DiscardUselessCard."},
    RuleEntry{RuleName::discard_least_likely_to_be_necessary, "DiscardLeastLikelyToBeNecessary",
              false, "Discard the card that is least likely to be the last of its kind."},
    RuleEntry{RuleName::discard_probably_useless, "DiscardProbablyUseless", true,
              "Discard the card most likely to be useless, if that is likely enough."},
    RuleEntry{RuleName::discard_highest, "DiscardHighest", false,
              "Discard the card of the highest known rank."},
    RuleEntry{RuleName::discard_unidentified_card, "DiscardUnidentifiedCard", false,
              "Discard the first card of which neither colour nor rank is known."},
    RuleEntry{RuleName::tell_playable_card, "TellPlayableCard", false,
              "Tell the next player colour or rank, by a coin, of his first playable card."},
    RuleEntry{RuleName::tell_playable_card_outer, "TellPlayableCardOuter", false,
              "Tell the next player what he does not know of his first playable card."},
    RuleEntry{RuleName::tell_randomly, "TellRandomly", false,
              "Tell the next player colour or rank of any of his cards."},
    RuleEntry{RuleName::tell_about_ones, "TellAboutOnes", false,
              "Tell the next player what he does not know of a 1."},
    RuleEntry{RuleName::tell_anyone_about_useful_card, "TellAnyoneAboutUsefulCard", false,
              "Tell what its holder does not know of a playable card."},
    RuleEntry{RuleName::tell_unknown, "TellUnknown", false,
              "Tell the next player anything that he does not know."},
    RuleEntry{RuleName::tell_anyone_about_useless_card, "TellAnyoneAboutUselessCard", false,
              "Tell what its holder does not know of the first useless card."},
    RuleEntry{RuleName::tell_dispensable, "TellDispensable", false,
              "Tell what lets its holder prove that a card can be discarded."},
    RuleEntry{RuleName::tell_most_information, "TellMostInformation", false,
              "Give the hint that points at the most cards."},
    RuleEntry{RuleName::tell_most_new_information, "TellMostNewInformation", false,
              "Give the hint that says something new of the most cards."},
    RuleEntry{RuleName::tell_ill_informed, "TellIllInformed", false,
              "Tell what is unknown of a playable card, or of a useless one that could go."},
    RuleEntry{RuleName::tell_fives, "TellFives", false, "Tell the rank of a 5."},
    RuleEntry{RuleName::tell_anyone_about_oldest_useful_card, "TellAnyoneAboutOldestUsefulCard",
              false, "Tell what its holder does not know of his oldest playable card."},
    RuleEntry{RuleName::tell_to_save, "TellToSave", false,
              "Tell what its holder does not know of the last card of its kind."},
    RuleEntry{RuleName::tell_to_save_partial_only, "TellToSavePartialOnly", false,
              "The same, if he knows nothing of it."},
    RuleEntry{RuleName::complete_tell_useful_card, "CompleteTellUsefulCard", false,
              "Tell the other half of a playable card of which one half is known."},
    RuleEntry{RuleName::play_if_certain, "PlayIfCertain", false,
              "Play a card whose colour and rank are known and which fits."},
    RuleEntry{RuleName::play_safe_card, "PlaySafeCard", false,
              "Play a card that fits whatever it may be."},
    RuleEntry{RuleName::play_probably_safe, "PlayProbablySafe", true,
              "Play the card most likely to fit, if that is likely enough."},
    RuleEntry{RuleName::play_unique_possible_card, "PlayUniquePossibleCard", false,
              "Play the card at which the newest hint for one card only pointed."},
    RuleEntry{RuleName::tell_finesse, "TellFinesse", false,
              "Point at the card that fits after the next player's newest card."},
    RuleEntry{RuleName::play_finesse, "PlayFinesse", false,
              "Play the newest card if it is what a hint for the next player waits for."},
    RuleEntry{RuleName::play_finesse_told, "PlayFinesseTold", false,
              "Play the card that a hint pointed at before the last player played."},
    RuleEntry{RuleName::try_to_unblock, "TryToUnblock", false,
              "Without clues: get one back for a player who is stuck, unless one before him can."},
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw Error(ErrorKind::option, "\"" + std::string(text) + "\" is not a rule: " + why);
}

constexpr std::array<std::string_view, 5> numbers = {"lives", "clues", "deck", "score", "players"};
constexpr std::array<std::string_view, 6> compares = {"<", "<=", "==", "!=", ">=", ">"};

template <std::size_t size>
int index_of(const std::array<std::string_view, size>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

Condition read_condition(std::string_view whole, std::string_view text) {
  const auto where = text.find_first_of("<>=!");
  const auto end = text.find_first_not_of("<>=!", where);
  if (where == std::string_view::npos || end == std::string_view::npos)
    refuse(whole, "a condition is written like lives > 1.");
  const int number = index_of(numbers, trimmed(text.substr(0, where)));
  const int compare = index_of(compares, text.substr(where, end - where));
  if (number < 0) refuse(whole, "a condition asks for lives, clues, deck, score or players.");
  if (compare < 0) refuse(whole, "numbers are compared by <, <=, ==, !=, >= or >.");
  const std::string_view digits = trimmed(text.substr(end));
  int value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || stop != digits.data() + digits.size())
    refuse(whole, "a condition compares with a whole number.");
  return {static_cast<Condition::Number>(number), static_cast<Condition::Compare>(compare), value};
}

std::vector<Condition> read_conditions(std::string_view whole, std::string_view text) {
  std::vector<Condition> result;
  for (;;) {
    const auto joint = text.find(" and ");
    result.push_back(read_condition(whole, trimmed(text.substr(0, joint))));
    if (joint == std::string_view::npos) return result;
    text.remove_prefix(joint + 5);
  }
}

double read_threshold(std::string_view whole, std::string_view text) {
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || !(value >= 0 && value <= 1))
    refuse(whole, "its threshold is a number from 0 to 1.");
  return value;
}

}  // namespace

std::span<const RuleEntry> rule_library() { return library; }

Rule read_rule(std::string_view text) {
  const std::string_view whole = text;
  Rule rule{};
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    rule.conditions = read_conditions(whole, trimmed(text.substr(0, colon)));
    text = text.substr(colon + 1);
  }
  text = trimmed(text);
  const auto bracket = text.find('(');
  const std::string_view name = trimmed(text.substr(0, bracket));
  const auto entry = std::ranges::find(library, name, &RuleEntry::text);
  if (entry == library.end()) {
    std::vector<std::string> known;
    for (const RuleEntry& each : library) known.emplace_back(each.text);
    throw Error(ErrorKind::option, unknown_name("rule", std::string(name), known));
  }
  rule.name = entry->name;
  if (entry->thresholded != (bracket != std::string_view::npos))
    refuse(whole, entry->thresholded ? "it needs a threshold, like PlayProbablySafe(0.6)."
                                     : "it takes nothing in brackets.");
  if (entry->thresholded) {
    if (text.back() != ')') refuse(whole, "its bracket is not closed.");
    rule.threshold =
        read_threshold(whole, trimmed(text.substr(bracket + 1, text.size() - bracket - 2)));
  }
  return rule;
}

bool Condition::holds(const Situation& now) const {
  const auto asked = [&] {
    switch (number) {
      case Number::lives:
        return now.lives();
      case Number::clues:
        return now.clues();
      case Number::deck:
        return now.deck();
      case Number::score:
        return now.score();
      case Number::players:
        break;
    }
    return now.seats();
  }();
  switch (compare) {
    case Compare::less:
      return asked < value;
    case Compare::less_or_equal:
      return asked <= value;
    case Compare::equal:
      return asked == value;
    case Compare::unequal:
      return asked != value;
    case Compare::greater_or_equal:
      return asked >= value;
    case Compare::greater:
      break;
  }
  return asked > value;
}

Proposal propose(const Rule& rule, const Situation& now) {
  if (rule.name <= RuleName::discard_unidentified_card)
    return now.can_discard() ? propose_discard(rule, now) : Proposal{};
  if (rule.name <= RuleName::complete_tell_useful_card || rule.name == RuleName::tell_finesse)
    return now.clues() > 0 ? propose_tell(rule, now) : Proposal{};
  return propose_play(rule, now);
}

}  // namespace otherminds::hanabi
