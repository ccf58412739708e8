#include "dynamic/action_parts.hpp"

#include <algorithm>
#include <utility>

namespace otherminds {

namespace {

constexpr std::string_view type_key = "type";

// The same value with the members of every part of it in alphabetical order.
Value sorted(Value value) {
  if (auto* list = std::get_if<Value::List>(&value.data)) {
    for (Value& item : *list) item = sorted(std::move(item));
  } else if (auto* members = std::get_if<Value::Members>(&value.data)) {
    for (auto& [name, member] : *members) member = sorted(std::move(member));
    std::ranges::sort(*members, {}, [](const auto& member) { return member.first; });
  }
  return value;
}

// One text for each value, however its members are ordered.
std::string key_of(const Value& value) { return json_text(sorted(value)); }

std::string shown(const Value& value) {
  constexpr std::size_t longest = 100;
  const std::string text = json_text(value);
  return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

// "0 to 53" for whole numbers without a gap, otherwise the values themselves, if they are few.
std::string accepted(const Value::List& values) {
  constexpr std::size_t listed = 12;
  std::vector<std::int64_t> numbers;
  for (const Value& value : values)
    if (const auto* number = std::get_if<std::int64_t>(&value.data)) numbers.push_back(*number);
  std::ranges::sort(numbers);
  const auto span = static_cast<std::int64_t>(values.size()) - 1;
  if (span > 1 && numbers.size() == values.size() && numbers.back() - numbers.front() == span)
    return std::to_string(numbers.front()) + " to " + std::to_string(numbers.back());
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), listed); ++i)
    text += (i ? ", " : "") + shown(values[i]);
  if (values.size() > listed) text += " and " + std::to_string(values.size() - listed) + " others";
  return text;
}

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::format, sentence); }

[[noreturn]] void broken(const std::string& sentence) { throw Error(ErrorKind::game, sentence); }

}  // namespace

ActionParts::ActionParts(std::string game, const std::vector<std::string>& types,
                         const std::vector<Value>& listed)
    : game_(std::move(game)) {
  for (const std::string& name : types) types_.push_back({name});
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const Value& parts = listed[i];
    const Value* given = member(parts, type_key);
    const auto* name = given ? std::get_if<std::string>(&given->data) : nullptr;
    const auto type = name ? std::ranges::find(types_, *name, &Type::name) : types_.end();
    if (type == types_.end())
      broken("The parts " + shown(parts) + " of the action " + std::to_string(i) + " of " + game_ +
             " have no type that is one of its action types.");
    const auto& members = std::get<Value::Members>(parts.data);
    if (type->example.data.index() == 0) {
      type->example = parts;
      for (const auto& [part, value] : members)
        if (part != type_key) type->parts.push_back({part, {}, {}});
    }
    bool regular = members.size() == type->parts.size() + 1;
    for (Part& part : type->parts) {
      const Value* value = member(parts, part.name);
      regular = regular && value;
      if (value && part.keys.insert(key_of(*value)).second) part.values.push_back(*value);
    }
    if (!regular)
      broken("Actions of the type '" + *name + "' of " + game_ +
             " have different parts: " + shown(type->example) + " and " + shown(parts) + ".");
    const auto [twin, is_new] = actions_.emplace(key_of(parts), static_cast<Action>(i));
    if (!is_new)
      broken("The actions " + std::to_string(twin->second) + " and " + std::to_string(i) + " of " +
             game_ + " have equal parts, " + shown(parts) + ".");
  }
  std::erase_if(types_, [](const Type& type) { return type.example.data.index() == 0; });
}

const ActionParts::Type& ActionParts::type_of(const Value& parts) const {
  const Value* given = member(parts, type_key);
  if (!given)
    refuse("The parts of an action of " + game_ + " are named values with a type" +
           (types_.empty() ? "" : ", such as " + shown(types_.front().example)) + ", not " +
           shown(parts) + ".");
  const auto* name = std::get_if<std::string>(&given->data);
  std::vector<std::string> names;
  for (const Type& type : types_) {
    if (name && type.name == *name) return type;
    names.push_back(type.name);
  }
  refuse(unknown_name("type of actions of " + game_, name ? *name : shown(*given), names));
}

Action ActionParts::find(const Value& parts) const {
  const Type& type = type_of(parts);
  const std::string action = "the action '" + type.name + "' of " + game_;
  std::vector<std::string> names = {std::string(type_key)};
  for (const Part& part : type.parts) names.push_back(part.name);
  for (const auto& [given, value] : std::get<Value::Members>(parts.data))
    if (std::ranges::find(names, given) == names.end())
      refuse(unknown_name("part of " + action, given, names));
  for (const Part& part : type.parts) {
    const Value* value = member(parts, part.name);
    if (value && part.keys.contains(key_of(*value))) continue;
    refuse("The part '" + part.name + "' of " + action +
           (value ? " cannot be " + shown(*value) : " is missing") +
           "; accepted: " + accepted(part.values) + ".");
  }
  const auto found = actions_.find(key_of(parts));
  if (found == actions_.end())
    refuse("The parts " + shown(parts) + " do not go together in " + action + "; an example is " +
           shown(type.example) + ".");
  return found->second;
}

Value ActionParts::schema() const {
  Value::Members schema;
  for (const Type& type : types_) {
    Value::Members parts;
    for (const Part& part : type.parts) parts.emplace_back(part.name, Value{part.values});
    schema.emplace_back(type.name, Value{std::move(parts)});
  }
  return {std::move(schema)};
}

}  // namespace otherminds
