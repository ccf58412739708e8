#include "dynamic/game_base.hpp"

#include "dynamic/checks.hpp"

namespace otherminds {

namespace {

std::uint64_t options_key(const Value& options) {
  std::string text;
  for (const auto& [option, given] : std::get<Value::Members>(options.data))
    text += option + "=" + describe(given) + ";";
  return hash_text(text);
}

}  // namespace

GameBase::GameBase(std::string name, int version, const Value& options)
    : header_{std::move(name), version, options_key(options)} {}

GameBase::~GameBase() = default;

Action GameBase::parse_action(const std::string& text) const {
  return parse_id(*this, text, action_count(), "action", &AnyGame::action_text);
}

Action GameBase::parse_outcome(const std::string& text) const {
  return parse_id(*this, text, outcome_count(), "outcome", &AnyGame::outcome_text);
}

Value GameBase::action_parts(Action action) const {
  check_id(*this, action, action_count(), "action");
  return parts_of(action, action_types());
}

Value GameBase::parts_of(Action action, const std::vector<std::string>& types) const {
  Value::Members parts = other_parts(action);
  parts.emplace(parts.begin(), "type", Value{types[static_cast<std::size_t>(type_of(action))]});
  return {std::move(parts)};
}

const ActionParts& GameBase::all_parts() const {
  std::call_once(parts_listed_, [&] {
    const std::vector<std::string> types = action_types();
    std::vector<Value> listed;
    for (Action action = 0; action < action_count(); ++action)
      listed.push_back(parts_of(action, types));
    all_parts_.emplace(name(), types, listed);
  });
  return *all_parts_;
}

bool GameBase::same_as(const AnyGame& other) const {
  if (this == &other) return true;
  const auto* native = dynamic_cast<const GameBase*>(&other);
  return native && native->header_.game == header_.game &&
         native->header_.options_key == header_.options_key;
}

void GameBase::refuse_length() const {
  throw Error(ErrorKind::format, "The bytes of a state of " + name() + " have another length.");
}

void GameBase::check_problem(const std::string& problem) const {
  if (!problem.empty())
    throw Error(ErrorKind::format, "This is not a possible state of " + name() + ": " + problem);
}

}  // namespace otherminds
