#include "search/options/refusals.hpp"

#include <utility>

#include "engine/error.hpp"

namespace otherminds {

namespace {

std::string said(std::string_view sentence, const std::string& game) {
  constexpr std::string_view mark = "{game}";
  std::string text(sentence);
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
    text.replace(at, mark.size(), game);
  return text;
}

void check_by_table(const SearchOptions& options, const Setting* setting) {
  for (const Refusal& refusal : refusals()) {
    if (refusal.refuses(options, setting))
      throw Error(ErrorKind::option, said(refusal.sentence, setting ? setting->game : ""));
  }
}

}  // namespace

std::span<const Refusal> refusals() {
  static const std::vector<Refusal> all = [] {
    std::vector<Refusal> table;
    for (auto part : {refused_planners(), refused_answers(), refused_trees(), refused_in_games(),
                      refused_quirks()}) {
      for (Refusal& refusal : part) table.push_back(std::move(refusal));
    }
    return table;
  }();
  return all;
}

void check(const SearchOptions& options) { check_by_table(options, nullptr); }

void check_in(const SearchOptions& options, const Setting& setting) {
  check_by_table(options, &setting);
}

Value refusal_table() {
  Value::List list;
  for (const Refusal& refusal : refusals()) {
    Value::List options;
    for (const std::string_view option : refusal.options) options.push_back({std::string(option)});
    list.push_back({Value::Members{{"id", {std::string(refusal.id)}},
                                   {"options", {std::move(options)}},
                                   {"sentence", {std::string(refusal.sentence)}},
                                   {"example", {std::string(refusal.example)}},
                                   {"game", {std::string(refusal.game)}}}});
  }
  return {std::move(list)};
}

}  // namespace otherminds
