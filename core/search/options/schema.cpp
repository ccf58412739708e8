#include "search/options/schema.hpp"

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/options.hpp"
#include "search/options/types.hpp"

namespace otherminds {

namespace {

Value text(std::string_view given) { return {std::string(given)}; }

Value list_of(const auto& names) {
  Value::List list;
  for (const std::string_view name : names) list.push_back(text(name));
  return {std::move(list)};
}

Value or_none(const std::optional<double>& number) {
  return number ? Value{*number} : Value{std::monostate{}};
}

struct Option {
  std::string kind;
  Value standard = {};  // the default
  bool required = false;
  bool optional = false;
  Value choices = {Value::List{}};
  Range range = {};
  Value answers = {Value::List{}};

  Value named(std::string_view name) const {
    return {Value::Members{{"name", text(name)},
                           {"kind", text(kind)},
                           {"default", standard},
                           {"required", {required}},
                           {"optional", {optional}},
                           {"choices", choices},
                           {"least", or_none(range.least)},
                           {"most", or_none(range.most)},
                           {"above", {range.above}},
                           {"below", {range.below}},
                           {"answers", answers}}};
  }
};

// What follows from the type of a member.
template <class T>
Option option_of(const T& member) {
  Option option;
  if constexpr (IsOptional<T>::value) {
    option = option_of(member ? *member : typename T::value_type{});
    option.optional = true;
    if (!member) option.standard = {};
  } else if constexpr (std::same_as<T, bool>) {
    option.kind = "boolean";
    option.standard = {member};
  } else if constexpr (std::integral<T> || std::floating_point<T>) {
    option.kind = std::integral<T> ? "whole number" : "number";
    option.standard = to_value(member);
  } else if constexpr (NamedChoice<T>) {
    option.kind = "choice";
    option.choices = list_of(names_of(T{}));
    option.standard = to_value(member);
  } else if constexpr (IsVariant<T>::value) {
    option.kind = "answer";
    std::visit([&](const auto& answer) { option.standard = text(answer.title); }, member);
  } else if constexpr (IsAnswer<T>) {
    option.kind = "answer";
    option.standard = text(T::title);
  } else if constexpr (std::same_as<T, std::vector<SeatPolicies>>) {
    option.kind = "policies";
  } else if constexpr (std::same_as<T, std::vector<std::string>>) {
    option.kind = "names";
    option.standard = to_value(member);
  } else {
    option.kind = T::kind;
    if constexpr (requires { T::choices; }) option.choices = list_of(T::choices);
    if constexpr (requires { T::range; }) option.range = T::range;
    if constexpr (requires { member.written(); }) option.standard = member.written();
    if constexpr (std::derived_from<T, NamedOptions>) option.standard = member.options;
    if constexpr (std::same_as<T, PolicySpec>) option.standard = text(member.name);
  }
  return option;
}

class Collection {
 public:
  template <class Planner>
  void add_planner(Planner) {
    SearchOptions options;
    Planner::start(options);
    planners_.push_back(described<Planner>("planner", options));
  }

  Value value() && {
    return {
        Value::Members{{"planners", {std::move(planners_)}}, {"answers", {std::move(answers_)}}}};
  }

 private:
  template <class T, class Object>
  Value described(std::string_view question, const Object& object) {
    Value::List options;
    T::fields(object, [&]<class Member, class... How>(std::string_view name, const Member& member,
                                                      const How&... how) {
      Option option = option_of(member);
      (apply(option, how), ...);
      if constexpr (IsVariant<Member>::value)
        add_answers(option, name, member, how...);
      else if constexpr (IsAnswer<Member>)
        add_answer<Member>(option, name);
      options.push_back(option.named(name));
    });
    return {Value::Members{
        {"name", text(T::title)}, {"question", text(question)}, {"options", {std::move(options)}}}};
  }

  static void apply(Option& option, const Range& range) { option.range = range; }
  static void apply(Option& option, const Required&) {
    option.required = true;
    option.standard = {};
  }
  static void apply(Option& option, const OrNone&) {
    option.optional = true;
    option.standard = {};
  }
  static void apply(Option& option, const PerSeat& how) {
    option.required = true;
    if (how.several) option.kind = "types";
  }
  template <class... Shorthands>
  static void apply(Option&, const AlsoWritten<Shorthands...>&) {}

  template <class... Answers>
  void add_answers(Option& option, std::string_view question,
                   const std::variant<Answers...>& member) {
    add_answers(option, question, member, AlsoWritten<>{});
  }
  template <class... Answers>
  void add_answers(Option& option, std::string_view question,
                   const std::variant<Answers...>& member, const OrNone&) {
    add_answers(option, question, member, AlsoWritten<>{});
  }
  template <class... Answers, class... Shorthands>
  void add_answers(Option& option, std::string_view question, const std::variant<Answers...>&,
                   const AlsoWritten<Shorthands...>&) {
    (add_answer<Answers>(option, question), ...);
    (add_answer<Shorthands>(option, question), ...);
  }

  // Lists an answer, once, although several planners take it.
  template <class Answer>
  void add_answer(Option& option, std::string_view question) {
    std::get<Value::List>(option.answers.data).push_back(text(Answer::title));
    for (const Value& known : answers_) {
      if (std::get<std::string>(member(known, "name")->data) == Answer::title) return;
    }
    answers_.push_back(described<Answer>(question, Answer{}));
  }

  Value::List planners_;
  Value::List answers_;
};

}  // namespace

Value search_schema() {
  Collection collection;
  const auto add = [&]<class... Planner>(std::variant<Planner...>) {
    (collection.add_planner(Planner{}), ...);
  };
  add(Planners{});
  return std::move(collection).value();
}

}  // namespace otherminds
