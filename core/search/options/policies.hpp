// Options that name something of a game: policies, evaluations, options of the game itself.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/value.hpp"
#include "search/options/declaration.hpp"

namespace otherminds {

struct SearchOptions;

// A policy by name: one of the game's, or one that every game has (random, typed, search, python).
struct PolicySpec {
  static constexpr std::string_view kind = "policy";

  std::string name = "random";
  Value options = {Value::Members{}};
  std::string label = name;                          // what results call it
  std::shared_ptr<const SearchOptions> search = {};  // of a search, which is checked already

  void read(const Value& value, const std::string& where);
};

// The policies of one seat, or of every seat that has none of its own.
struct SeatPolicies {
  std::optional<int> seat = {};
  std::vector<PolicySpec> policies = {};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("seat", self.seat);
    visit("policies", self.policies);
  }
};

// The entry for a seat: its own, or else the one for every seat.
inline const SeatPolicies* entry_of(const std::vector<SeatPolicies>& all, int seat) {
  const SeatPolicies* general = nullptr;
  for (const SeatPolicies& entry : all) {
    if (entry.seat == seat) return &entry;
    if (!entry.seat) general = &entry;
  }
  return general;
}

// How to judge a position that is not over: a function of the game by name, a learned model by the
// options that name its file, or a function from outside.
struct EvaluationSpec {
  static constexpr std::string_view kind = "evaluation";

  std::string name = {};
  std::optional<Value> network = {};
  std::shared_ptr<Foreign> foreign = {};

  void read(const Value& value, const std::string& where);
};

// Options by name that a game reads; where none is given, nothing differs from what it has.
struct NamedOptions {
  static constexpr std::string_view kind = "options";

  Value options = {Value::Members{}};

  bool empty() const { return std::get<Value::Members>(options.data).empty(); }
  void read(const Value& value, const std::string& where);
};

// The options of a game's belief game or planning model, which is planned in where they are given.
struct GameOptions : NamedOptions {
  static constexpr std::string_view kind = "game options";
};

}  // namespace otherminds
