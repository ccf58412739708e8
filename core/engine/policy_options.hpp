// The options of a named policy, or of a game. A struct lists them once, in fields(), with what
// each accepts and a sentence:
//
//   visit("patience", self.patience, share, Says{"What information is worth a turn later."});
//
// What catalogues and forms show, the check of what is given, and the sentences that refuse it all
// follow from there.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include "engine/range.hpp"
#include "engine/value.hpp"

namespace otherminds {

struct PolicyOption {
  std::string name;
  // boolean, whole number, number, choice, text, names, weights, weights by types
  std::string kind;
  Value standard = {};
  std::string summary = {};
  std::vector<std::string> choices = {};
  Range range = {};
  bool quirk = false;
};

// What an option does, in a sentence.
struct Says {
  std::string_view sentence;
};

// What an option accepts where that is a few texts or whole numbers; or names beside which a text
// of another form is accepted, which its reader checks.
struct OneOf {
  std::vector<std::string> names;
  bool or_others = false;
};

// An option that repeats a defect of a published program, for experiments about that program.
struct Quirk {};
inline constexpr Quirk quirk{};

// Refuses what a policy does not take, in a sentence that says what it does take.
void check_policy_options(const std::string& policy, const std::vector<PolicyOption>& declared,
                          const Value& given);

// Refuses, in the same sentences, what the members of a game's options do not accept.
void check_values(const std::string& game, const std::vector<PolicyOption>& declared);

// {"name": ..., "summary": ..., "options": [option, ...]} where an option is
//
//   {"name": "patience", "kind": "number", "default": 0.8, "summary": "...", "choices": [],
//    "least": 0, "most": 1, "above": false, "below": false, "quirk": false}
Value described(const std::string& policy, const std::string& summary,
                const std::vector<PolicyOption>& declared);

template <class Member>
PolicyOption option_of_member(std::string_view name, const Member& standard) {
  PolicyOption option{.name = std::string(name), .kind = "", .standard = to_value(standard)};
  if constexpr (std::same_as<Member, bool>) {
    option.kind = "boolean";
  } else if constexpr (std::integral<Member>) {
    option.kind = "whole number";
  } else if constexpr (std::floating_point<Member>) {
    option.kind = "number";
  } else if constexpr (NamedChoice<Member>) {
    option.kind = "choice";
    for (const std::string_view choice : names_of(Member{})) option.choices.emplace_back(choice);
  } else if constexpr (std::same_as<Member, std::string>) {
    option.kind = "text";
  } else {
    static_assert(std::same_as<Member, std::vector<std::string>>, "no kind of option is like this");
    option.kind = "names";
  }
  return option;
}

// What a policy takes whose options are those of T, with these defaults.
template <HasFields T>
std::vector<PolicyOption> policy_options(const T& defaults = {}) {
  std::vector<PolicyOption> all;
  T::fields(defaults, [&](std::string_view name, const auto& member, const auto&... how) {
    PolicyOption option = option_of_member(name, member);
    [[maybe_unused]] const auto apply = [&]<class How>(const How& given) {
      if constexpr (std::same_as<How, Range>) {
        option.range = given;
      } else if constexpr (std::same_as<How, Says>) {
        option.summary = given.sentence;
      } else if constexpr (std::same_as<How, OneOf>) {
        option.choices = given.names;
        if (option.kind == "text" && !given.or_others) option.kind = "choice";
      } else {
        static_assert(std::same_as<How, Quirk>);
        option.quirk = true;
      }
    };
    (apply(how), ...);
    all.push_back(std::move(option));
  });
  return all;
}

// Refuses options of a game that it does not accept.
template <HasFields T>
void check_game_options(const std::string& game, const T& options) {
  check_values(game, policy_options(options));
}

// The options that are given, in place of the defaults; they are checked already.
template <HasFields T>
T chosen_options(const Value& given, T defaults = {}) {
  if (std::holds_alternative<Value::Members>(given.data))
    from_value(given, defaults, ErrorKind::option, "policy option", true);
  return defaults;
}

}  // namespace otherminds
