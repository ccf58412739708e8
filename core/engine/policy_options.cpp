#include "engine/policy_options.hpp"

#include <algorithm>

#include "engine/error.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& wanted, const Value& given) {
  throw Error(ErrorKind::option, where + " must be " + wanted + ", not " + describe(given) + ".");
}

bool is_text(const Value& value) { return std::holds_alternative<std::string>(value.data); }

void check_option(const std::string& policy, const PolicyOption& option, const Value& given) {
  const std::string where = "The option " + option.name + " of " + policy;
  if (option.kind == "boolean") {
    if (!std::holds_alternative<bool>(given.data)) refuse(where, "true or false", given);
  } else if (option.kind == "whole number" || option.kind == "number") {
    const auto* whole = std::get_if<std::int64_t>(&given.data);
    const auto* real = option.kind == "number" ? std::get_if<double>(&given.data) : nullptr;
    if ((!whole && !real) || !option.range.holds(whole ? static_cast<double>(*whole) : *real))
      refuse(where, "a " + option.kind + text_of(option.range), given);
  } else if (option.kind == "choice") {
    std::string listed;
    for (const std::string& choice : option.choices)
      listed += (listed.empty() ? "'" : ", '") + choice + "'";
    if (!is_text(given)) refuse(where, "one of " + listed, given);
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

}  // namespace

void check_policy_options(const std::string& policy, const std::vector<PolicyOption>& declared,
                          const Value& given) {
  const auto* members = std::get_if<Value::Members>(&given.data);
  if (!members) return;
  for (const auto& [name, value] : *members) {
    const auto option = std::ranges::find(declared, name, &PolicyOption::name);
    if (option == declared.end()) {
      std::vector<std::string> accepted;
      for (const PolicyOption& each : declared) accepted.push_back(each.name);
      throw Error(ErrorKind::option, unknown_name("option of " + policy, name, accepted));
    }
    check_option(policy, *option, value);
  }
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
