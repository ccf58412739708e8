// From named values to options, by the declarations of the answers.
#include <algorithm>
#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "search/options.hpp"
#include "search/options/checked.hpp"
#include "search/options/types.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

[[noreturn]] void refuse(const std::string& where, const std::string& wanted, const Value& given) {
  refuse(where + " must be " + wanted + ", not " + describe(given) + ".");
}

bool is_none(const Value& value) { return std::holds_alternative<std::monostate>(value.data); }

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return list;
}

// ---- single options ----

template <class T>
void read_option(const Value& value, T& target, const std::string& where) {
  from_value(value, target, ErrorKind::option, where, true);
}

// `or_none` is said where None would be accepted as well.
template <class Number>
  requires std::is_arithmetic_v<Number>
void read_number(const Value& value, Number& target, const std::string& where, const Range& range,
                 const std::string& or_none = "") {
  const std::string wanted =
      (std::integral<Number> ? "a whole number" : "a number") + text_of(range) + or_none;
  const auto* whole = std::get_if<std::int64_t>(&value.data);
  const auto* real = std::get_if<double>(&value.data);
  if (!whole && (std::integral<Number> || !real)) refuse(where, wanted, value);
  if (!range.holds(whole ? static_cast<double>(*whole) : *real)) refuse(where, wanted, value);
  target = whole ? static_cast<Number>(*whole) : static_cast<Number>(*real);
}

template <class Number>
  requires std::is_arithmetic_v<Number>
void read_option(const Value& value, Number& target, const std::string& where, const Range& range) {
  read_number(value, target, where, range);
}

template <class T, class... How>
void read_option(const Value& value, std::optional<T>& target, const std::string& where,
                 const How&... how) {
  target.reset();
  if (is_none(value)) return;
  if constexpr (std::is_arithmetic_v<T>)
    read_number(value, target.emplace(), where, how..., ", or None");
  else
    read_option(value, target.emplace(), where, how...);
}

void read_option(const Value& value, std::vector<SeatPolicies>& target, const std::string& where,
                 const PerSeat& how) {
  from_value(value, target, ErrorKind::option, where, true);
  if (target.empty()) refuse(where + " must be at least one policy.");
  for (const SeatPolicies& entry : target) {
    const std::string of_seat = entry.seat ? " for seat " + std::to_string(*entry.seat) : "";
    if (entry.policies.empty()) refuse(where + " must be at least one policy" + of_seat + ".");
    if (!how.several && entry.policies.size() > 1)
      refuse(where + " must be one policy for each seat; Types takes several.");
    if (entry.seat && (*entry.seat < 0 || *entry.seat >= max_seats))
      refuse(where + " must name seats from 0 to " + std::to_string(max_seats - 1) + ", not " +
             std::to_string(*entry.seat) + ".");
    if (std::ranges::count(target, entry.seat, &SeatPolicies::seat) > 1)
      refuse(where + " must name each seat once.");
  }
}

template <class T>
void read_option(const Value& value, T& target, const std::string& where, const Required&) {
  read_option(value, target, where);
}

// ---- answers ----

// An answer as it is written: its name and its options.
class Written {
 public:
  Written(const Value& value, const std::string& question,
          const std::vector<std::string>& accepted) {
    const auto* members = std::get_if<Value::Members>(&value.data);
    const Value* named = member(value, "answer");
    const auto* title = named ? std::get_if<std::string>(&named->data) : nullptr;
    if (!members || !title) refuse(question, list_of(accepted), value);
    title_ = *title;
    for (const auto& [name, content] : *members) {
      if (name != "answer") options_.emplace_back(name, &content);
    }
  }

  const std::string& title() const { return title_; }

  // The option of that name, which is one that the answer has; nullptr where it is not given.
  const Value* take(std::string_view name) {
    known_.emplace_back(name);
    const auto given = std::ranges::find(options_, name, &Option::first);
    return given != options_.end() ? given->second : nullptr;
  }

  std::string place_of(std::string_view name) const {
    return "The " + std::string(name) + " of " + title_;
  }

  [[noreturn]] void miss(std::string_view name) const {
    refuse(title_ + " needs " + std::string(name) + ".");
  }

  // Refuses what was not taken.
  void finish() const {
    for (const auto& [name, content] : options_) {
      if (std::ranges::find(known_, name) == known_.end())
        refuse(unknown_name(title_ + " option", name, known_));
    }
  }

 private:
  using Option = std::pair<std::string_view, const Value*>;

  std::string title_;
  std::vector<Option> options_;
  std::vector<std::string> known_;
};

template <class T, class Object>
void read_fields(Written& written, Object& object);

template <class... Answers, class... Shorthands>
void read_option(const Value& value, std::variant<Answers...>& target, const std::string& question,
                 const AlsoWritten<Shorthands...>&) {
  const std::vector<std::string> accepted = {std::string(Answers::title)...,
                                             std::string(Shorthands::title)...};
  Written written(value, question, accepted);
  bool known = false;
  const auto try_answer = [&]<class Answer>(Answer answer) {
    if (Answer::title != written.title()) return;
    known = true;
    read_fields<Answer>(written, answer);
    if constexpr (requires { answer.meant(); })
      target = answer.meant();
    else
      target = std::move(answer);
  };
  (try_answer(Answers{}), ...);
  (try_answer(Shorthands{}), ...);
  if (!known) refuse(unknown_name("answer to " + question, written.title(), accepted));
}

template <class... Answers>
void read_option(const Value& value, std::variant<Answers...>& target,
                 const std::string& question) {
  read_option(value, target, question, AlsoWritten<>{});
}

template <class Answer>
  requires requires { Answer::title; }
void read_option(const Value& value, Answer& target, const std::string& question) {
  const std::vector<std::string> accepted = {std::string(Answer::title)};
  Written written(value, question, accepted);
  if (written.title() != Answer::title)
    refuse(unknown_name("answer to " + question, written.title(), accepted));
  read_fields<Answer>(written, target);
}

template <class Answer>
void read_option(const Value& value, Answer& target, const std::string& question, const OrNone&) {
  target = {};
  if (!is_none(value)) read_option(value, target, question);
}

template <class How>
constexpr bool must_be_given = std::same_as<How, Required> || std::same_as<How, PerSeat>;

// Reads the options of T, which lists them, into an object.
template <class T, class Object>
void read_fields(Written& written, Object& object) {
  T::fields(object, [&](std::string_view name, auto& target, const auto&... how) {
    constexpr bool question = IsAnswer<std::remove_reference_t<decltype(target)>>;
    if (const Value* given = written.take(name))
      read_option(*given, target, question ? std::string(name) : written.place_of(name), how...);
    else if constexpr ((must_be_given<std::remove_cvref_t<decltype(how)>> || ...))
      written.miss(name);
  });
  written.finish();
}

}  // namespace

void PolicySpec::read(const Value& value, const std::string& where) {
  const Value* policy = member(value, "policy");
  const auto* text = policy ? std::get_if<std::string>(&policy->data) : nullptr;
  if (!text) refuse(where, "a policy", value);
  name = *text;
  label = name;
  if (const Value* given = member(value, "options")) options = *given;
  if (const Value* given = member(value, "label")) {
    if (const auto* shown = std::get_if<std::string>(&given->data)) label = *shown;
  }
  if (name != "search") return;
  const auto* object = std::get_if<std::shared_ptr<Foreign>>(&options.data);
  const auto* checked = object ? dynamic_cast<const CheckedOptions*>(object->get()) : nullptr;
  if (!checked) refuse(where, "a search with its options", value);
  search = checked->options();
}

void NamedOptions::read(const Value& value, const std::string& where) {
  if (!std::holds_alternative<Value::Members>(value.data)) refuse(where, "options by name", value);
  options = value;
}

void EvaluationSpec::read(const Value& value, const std::string& where) {
  if (const auto* object = std::get_if<std::shared_ptr<Foreign>>(&value.data))
    foreign = *object;
  else if (const auto* text = std::get_if<std::string>(&value.data); text && !text->empty())
    name = *text;
  else if (std::holds_alternative<Value::Members>(value.data))
    network = value;
  else
    refuse(where, "the name of an evaluation, a network or something to call", value);
}

void Horizon::read(const Value& value, const std::string& where) {
  if (const auto* text = std::get_if<std::string>(&value.data); text && *text == "learned") {
    moves.reset();
    return;
  }
  read_number(value, moves.emplace(), where, range, ", 'learned' or None");
}

void TypePrior::read(const Value& value, const std::string& where) {
  *this = {};
  const auto* text = std::get_if<std::string>(&value.data);
  const auto* list = std::get_if<Value::List>(&value.data);
  if (text && (*text == "uniform" || *text == "random")) {
    random = *text == "random";
    return;
  }
  if (!list || list->empty())
    refuse(where, "'uniform', 'random' or one weight for each type", value);
  for (const Value& weight : *list)
    read_number(weight, weights.emplace_back(), where + " has a weight that", between(0, 1e100));
}

Value TypePrior::written() const {
  if (weights.empty()) return {std::string(random ? "random" : "uniform")};
  return to_value(weights);
}

SearchOptions read_search_options(const Value& value) {
  SearchOptions options;
  const auto accepted = [&]<class... Each>(std::variant<Each...>) {
    const std::vector<std::string> titles = {std::string(Each::title)...};
    Written written(value, "A planner", titles);
    bool known = false;
    const auto try_planner = [&]<class Planner>(Planner) {
      if (Planner::title != written.title()) return;
      known = true;
      Planner::start(options);
      read_fields<Planner>(written, options);
    };
    (try_planner(Each{}), ...);
    if (!known) refuse(unknown_name("planner", written.title(), titles));
  };
  accepted(Planners{});
  check(options);
  return options;
}

}  // namespace otherminds
