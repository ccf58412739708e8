#include "engine/policy_options.hpp"

#include <algorithm>

#include "engine/error.hpp"
#include "engine/policy_quirks.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& wanted, const Value& given) {
  throw Error(ErrorKind::option, where + " must be " + wanted + ", not " + describe(given) + ".");
}

bool is_text(const Value& value) { return std::holds_alternative<std::string>(value.data); }

// "4, 6 or 8"
std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    all += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return all;
}

void check_option(const std::string& policy, const PolicyOption& option, const Value& given) {
  const std::string where = "The option " + option.name + " of " + policy;
  if (option.kind == "boolean") {
    if (!std::holds_alternative<bool>(given.data)) refuse(where, "true or false", given);
  } else if (option.kind == "whole number" || option.kind == "number") {
    const auto* whole = std::get_if<std::int64_t>(&given.data);
    const auto* real = option.kind == "number" ? std::get_if<double>(&given.data) : nullptr;
    if ((!whole && !real) || !option.range.holds(whole ? static_cast<double>(*whole) : *real))
      refuse(where, "a " + option.kind + text_of(option.range), given);
    if (!option.choices.empty() &&
        (!whole ||
         std::ranges::find(option.choices, std::to_string(*whole)) == option.choices.end()))
      refuse(where, listed(option.choices), given);
  } else if (option.kind == "choice") {
    std::string texts;
    for (const std::string& choice : option.choices)
      texts += (texts.empty() ? "'" : ", '") + choice + "'";
    if (!is_text(given)) refuse(where, "one of " + texts, given);
    const auto& text = std::get<std::string>(given.data);
    if (std::ranges::find(option.choices, text) == option.choices.end())
      throw Error(ErrorKind::option,
                  unknown_name(option.name + " of " + policy, text, option.choices));
  } else if (option.kind == "names") {
    const auto* list = std::get_if<Value::List>(&given.data);
    if (!list || !std::ranges::all_of(*list, is_text)) refuse(where, "a list of texts", given);
  }  // what weights must be depends on the game, which reads them
}

Value or_none(const std::optional<double>& number) {
  return number ? Value{*number} : Value{std::monostate{}};
}

constexpr std::string_view quirks_name = "quirks";

// Refuses members that are not among the quirks, or not among the other options.
void check_members(const std::string& policy, const std::string& kind,
                   const std::vector<PolicyOption>& declared, bool quirks,
                   const Value::Members& given) {
  std::vector<std::string> accepted;
  for (const PolicyOption& each : declared) {
    if (each.quirk == quirks) accepted.push_back(each.name);
  }
  if (!quirks && accepted.size() < declared.size()) accepted.emplace_back(quirks_name);
  for (const auto& [name, value] : given) {
    if (std::ranges::find(accepted, name) == accepted.end())
      throw Error(ErrorKind::option, unknown_name(kind + " of " + policy, name, accepted));
    const auto option = std::ranges::find(declared, name, &PolicyOption::name);
    if (option != declared.end()) check_option(policy, *option, value);
  }
}

}  // namespace

void check_values(const std::string& game, const std::vector<PolicyOption>& declared) {
  for (const PolicyOption& option : declared) check_option(game, option, option.standard);
}

void check_policy_options(const std::string& policy, const std::vector<PolicyOption>& declared,
                          const Value& given) {
  const auto* members = std::get_if<Value::Members>(&given.data);
  if (!members) return;
  check_members(policy, "option", declared, false, *members);
  if (const Value* quirks = member(given, quirks_name)) {
    const auto* set = std::get_if<Value::Members>(&quirks->data);
    if (!set) refuse("The option quirks of " + policy, "quirks by name", *quirks);
    check_members(policy, "quirk", declared, true, *set);
  }
}

Value with_quirks(const Value& given) {
  const Value* quirks = member(given, quirks_name);
  if (!quirks) return given;
  Value::Members all = std::get<Value::Members>(quirks->data);
  for (const auto& each : std::get<Value::Members>(given.data)) {
    if (each.first != quirks_name) all.push_back(each);
  }
  return {std::move(all)};
}

Value described(const std::string& policy, const std::string& summary,
                const std::vector<PolicyOption>& declared) {
  Value::List options;
  for (const PolicyOption& option : declared) {
    options.push_back({Value::Members{{"name", {option.name}},
                                      {"kind", {option.kind}},
                                      {"default", option.standard},
                                      {"summary", {option.summary}},
                                      {"choices", to_value(option.choices)},
                                      {"least", or_none(option.range.least)},
                                      {"most", or_none(option.range.most)},
                                      {"above", {option.range.above}},
                                      {"below", {option.range.below}},
                                      {"quirk", {option.quirk}}}});
  }
  return {Value::Members{
      {"name", {policy}}, {"summary", {summary}}, {"options", {std::move(options)}}}};
}

}  // namespace otherminds
