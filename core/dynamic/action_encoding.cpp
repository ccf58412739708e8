#include "dynamic/action_encoding.hpp"

#include <cmath>
#include <unordered_map>

#include "engine/error.hpp"
#include "engine/hash.hpp"

namespace otherminds {

namespace {

constexpr std::size_t most_columns = 1 << 14;

class Encoder {
 public:
  explicit Encoder(const AnyGame& game) : game_(game) {}

  ActionEncoding encoded() {
    for (Action action = 0; action < game_.action_count(); ++action) {
      row_ = &made_.rows.emplace_back();
      const Value parts = game_.action_parts(action);
      for (const auto& [name, value] : std::get<Value::Members>(parts.data)) part(name, value);
    }
    return std::move(made_);
  }

 private:
  void part(const std::string& name, const Value& value) {
    if (const auto* list = std::get_if<Value::List>(&value.data)) {
      // Numbers in a list are a place, such as row and column; texts are a set.
      for (std::size_t i = 0; i < list->size(); ++i) {
        const bool number = std::holds_alternative<std::int64_t>((*list)[i].data);
        part(number ? name + "[" + std::to_string(i) + "]" : name, (*list)[i]);
      }
    } else if (const auto* members = std::get_if<Value::Members>(&value.data)) {
      for (const auto& [inner, count] : *members) {
        const auto* number = std::get_if<std::int64_t>(&count.data);
        if (number)
          add(name + "." + inner, static_cast<float>(*number));
        else
          part(name + "." + inner, count);
      }
    } else if (!std::holds_alternative<std::monostate>(value.data)) {
      add(name + "=" + json_text(value), 1);
    }
  }

  void add(const std::string& column, float amount) {
    if (amount == 0) return;
    const auto [found, fresh] =
        places_.try_emplace(column, static_cast<std::uint32_t>(made_.columns.size()));
    if (fresh) {
      if (made_.columns.size() == most_columns)
        throw Error(ErrorKind::option, "The actions of " + game_.name() +
                                           " have too many different parts for a network.");
      made_.columns.push_back(column);
    }
    for (auto& [place, sum] : *row_) {  // a list may have the same item twice
      if (place != found->second) continue;
      sum += amount;
      return;
    }
    row_->emplace_back(found->second, amount);
  }

  const AnyGame& game_;
  ActionEncoding made_;
  ActionEncoding::Row* row_ = nullptr;
  std::unordered_map<std::string, std::uint32_t> places_;
};

}  // namespace

std::uint64_t ActionEncoding::key() const {
  std::uint64_t hash = mix64(columns.size());
  for (const std::string& column : columns) hash = mix64(hash ^ hash_text(column));
  for (const Row& row : rows) {
    hash = mix64(hash ^ row.size());
    for (const auto& [column, amount] : row)
      hash = mix64(mix64(hash ^ column) ^ static_cast<std::uint64_t>(std::lround(amount)));
  }
  return hash;
}

ActionEncoding encode_actions(const AnyGame& game) { return Encoder(game).encoded(); }

}  // namespace otherminds
