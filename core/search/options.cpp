#include "search/options.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/error.hpp"

namespace otherminds {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

// Reads the answer whose title the value names into the variant.
template <class... Answers>
void read_answer(const std::string& question, const Value& value,
                 std::variant<Answers...>& chosen) {
  const auto* members = std::get_if<Value::Members>(&value.data);
  if (!members)
    refuse(question + " must be an answer to that question, not " + describe(value) + ".");
  std::string title;
  Value::Members options;
  for (const auto& [name, member] : *members) {
    if (name == "answer" && std::holds_alternative<std::string>(member.data))
      title = std::get<std::string>(member.data);
    else
      options.emplace_back(name, member);
  }
  bool known = false;
  const auto try_answer = [&]<class Answer>(Answer answer) {
    if (Answer::title != title) return;
    known = true;
    from_value(Value{options}, answer, ErrorKind::option, title + " option", true);
    chosen = answer;
  };
  (try_answer(Answers{}), ...);
  if (!known)
    refuse(unknown_name("answer to " + question, title, {std::string(Answers::title)...}));
}

}  // namespace

void check(const SearchOptions& options) {
  const Budget& budget = options.budget;
  if (budget.iterations < 0) refuse("A budget of iterations must be at least 1.");
  if (!(budget.seconds >= 0) || std::isinf(budget.seconds))
    refuse("A budget of seconds must be a positive number.");
  if (budget.iterations == 0 && budget.seconds == 0)
    refuse("A search needs a budget: iterations, seconds or both.");
  constexpr std::int64_t most = Budget::most;
  if (budget.iterations > most) refuse("A budget of iterations is at most 4,000,000,000.");
  if (options.tree.max_nodes < 1 || options.tree.max_nodes > most)
    refuse("max_nodes must be from 1 to 4,000,000,000.");
  const double exploration = std::get<Ucb1>(options.bandit).exploration;
  if (!(exploration >= 0) || std::isinf(exploration))
    refuse("The exploration of UCB1 must be a number that is not negative.");
}

SearchOptions read_search_options(const Value& value) {
  SearchOptions options;
  const auto* members = std::get_if<Value::Members>(&value.data);
  if (!members) refuse("The options of a search must be named values.");
  for (const auto& [name, member] : *members) {
    if (name == "hidden") {
      read_answer(name, member, options.hidden);
    } else if (name == "others") {
      read_answer(name, member, options.others);
    } else if (name == "bandit") {
      read_answer(name, member, options.bandit);
    } else if (name == "rollout") {
      read_answer(name, member, options.rollout);
    } else if (name == "tree") {
      from_value(member, options.tree, ErrorKind::option, "tree option", true);
    } else if (name == "iterations") {
      from_value(member, options.budget.iterations, ErrorKind::option, name);
    } else if (name == "seconds") {
      from_value(member, options.budget.seconds, ErrorKind::option, name);
    } else {
      refuse(
          unknown_name("search option", name,
                       {"hidden", "others", "bandit", "rollout", "tree", "iterations", "seconds"}));
    }
  }
  check(options);
  return options;
}

}  // namespace otherminds
