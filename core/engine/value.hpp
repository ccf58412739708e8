// Fields: how a plain struct becomes JSON and back without a line of code a struct.
//
// A struct lists its members once:
//
//   template <class Self, class Visit>
//   static void fields(Self& self, Visit&& visit) {
//     visit("size", self.size);
//   }
//
// to_value() then makes a tree of named values, from_value() reads one and refuses, in a sentence,
// what does not fit. Members are bool, integers, double, std::string, named choices, std::array,
// std::vector or std::optional of members, structs with fields, or Bits. What stands behind a
// member in fields() is for others who visit them (search/options/declaration.hpp).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/error.hpp"

namespace otherminds {

// A set of up to 64 things. In JSON it is a hexadecimal string, because JSON numbers are only
// exact up to 2^53 in most languages.
struct Bits {
  std::uint64_t word = 0;
  bool operator==(const Bits&) const = default;
};

// Something from outside the core that travels inside a value, such as an object of Python; whoever
// reads the value knows what to expect there.
class Foreign {
 public:
  virtual ~Foreign() = default;
  virtual std::string text() const = 0;  // for error sentences
};

struct Value {
  using List = std::vector<Value>;
  using Members = std::vector<std::pair<std::string, Value>>;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Members,
               std::shared_ptr<Foreign>>
      data;
};

// The member of that name, or nullptr.
const Value* member(const Value& value, std::string_view name);

// Everything foreign inside a value.
void collect_foreign(const Value& value, std::vector<std::shared_ptr<Foreign>>& out);

// What a value is, for error sentences: "the text 'abc'", "a list of 3".
std::string describe(const Value& value);

// A value as JSON, its members in their order.
std::string json_text(const Value& value);

std::string hexadecimal(std::uint64_t word);
bool parse_hexadecimal(const std::string& text, std::uint64_t& word);

// The accepted name nearest to a mistyped one, or an empty string when none is near.
std::string nearest_name(std::string_view given, const std::vector<std::string>& accepted);

// "'x' is not ...; accepted: a, b, c. Did you mean b?" for every unknown name in the package.
std::string unknown_name(std::string_view what, std::string_view given,
                         const std::vector<std::string>& accepted);

template <class T>
concept HasFields =
    requires(T& object) { T::fields(object, [](std::string_view, auto&, const auto&...) {}); };

// An enumeration that is written as a name: names_of(E{}) lists the names in order.
template <class T>
concept NamedChoice = std::is_enum_v<T> && requires { names_of(T{}); };

// A type that reads itself from a value.
template <class T>
concept ReadsItself = requires(T& object, const Value& value, const std::string& where) {
  object.read(value, where);
};

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
Value to_value(const T& object) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    return {object};
  } else if constexpr (std::integral<T>) {
    return {static_cast<std::int64_t>(object)};
  } else if constexpr (std::floating_point<T>) {
    return {static_cast<double>(object)};
  } else if constexpr (std::same_as<T, Bits>) {
    return {hexadecimal(object.word)};
  } else if constexpr (IsOptional<T>::value) {
    return object ? to_value(*object) : Value{};
  } else if constexpr (NamedChoice<T>) {
    return {std::string(names_of(object)[static_cast<std::size_t>(object)])};
  } else if constexpr (IsArray<T>::value || IsVector<T>::value) {
    Value::List list;
    for (const auto& item : object) list.push_back(to_value(item));
    return {std::move(list)};
  } else {
    static_assert(HasFields<const T>, "list the members in fields()");
    Value::Members members;
    T::fields(object, [&](std::string_view name, const auto& member, const auto&...) {
      members.emplace_back(std::string(name), to_value(member));
    });
    return {std::move(members)};
  }
}

template <HasFields T>
std::vector<std::string> field_names() {
  std::vector<std::string> names;
  T object{};
  T::fields(object,
            [&](std::string_view name, auto&, const auto&...) { names.emplace_back(name); });
  return names;
}

// Reads a value into an object. `where` names the place for the error sentence. Members that the
// value does not mention keep what they have when `partial`, and are missed otherwise.
template <class T>
void from_value(const Value& value, T& object, ErrorKind kind, const std::string& where,
                bool partial = false) {
  const auto refuse = [&](const std::string& wanted) -> void {
    throw Error(kind, where + " must be " + wanted + ", not " + describe(value) + ".");
  };
  if constexpr (IsOptional<T>::value) {
    object.reset();
    if (!std::holds_alternative<std::monostate>(value.data))
      from_value(value, object.emplace(), kind, where, partial);
  } else if constexpr (std::same_as<T, bool>) {
    const auto* given = std::get_if<bool>(&value.data);
    if (!given) return refuse("true or false");
    object = *given;
  } else if constexpr (std::same_as<T, std::string>) {
    const auto* given = std::get_if<std::string>(&value.data);
    if (!given) return refuse("a text");
    object = *given;
  } else if constexpr (std::integral<T>) {
    const auto* given = std::get_if<std::int64_t>(&value.data);
    if (!given) return refuse("a whole number");
    if (!std::in_range<T>(*given)) {
      return refuse("from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                    std::to_string(std::numeric_limits<T>::max()));
    }
    object = static_cast<T>(*given);
  } else if constexpr (std::floating_point<T>) {
    if (const auto* whole = std::get_if<std::int64_t>(&value.data)) {
      object = static_cast<T>(*whole);
    } else if (const auto* real = std::get_if<double>(&value.data)) {
      object = static_cast<T>(*real);
    } else {
      refuse("a number");
    }
  } else if constexpr (ReadsItself<T>) {
    object.read(value, where);
  } else if constexpr (NamedChoice<T>) {
    const auto* given = std::get_if<std::string>(&value.data);
    if (!given) return refuse("a text");
    const auto names = names_of(T{});
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != *given) continue;
      object = static_cast<T>(i);
      return;
    }
    throw Error(kind, unknown_name(where, *given, {names.begin(), names.end()}));
  } else if constexpr (IsVector<T>::value) {
    const auto* given = std::get_if<Value::List>(&value.data);
    if (!given) return refuse("a list");
    object.clear();
    for (std::size_t i = 0; i < given->size(); ++i) {
      typename T::value_type item{};
      from_value((*given)[i], item, kind, where + "[" + std::to_string(i) + "]", partial);
      object.push_back(std::move(item));
    }
  } else if constexpr (std::same_as<T, Bits>) {
    const auto* given = std::get_if<std::string>(&value.data);
    if (!given || !parse_hexadecimal(*given, object.word)) refuse("a hexadecimal text like '0x1f'");
  } else if constexpr (IsArray<T>::value) {
    const auto* given = std::get_if<Value::List>(&value.data);
    if (!given || given->size() != object.size())
      return refuse("a list of " + std::to_string(object.size()));
    for (std::size_t i = 0; i < object.size(); ++i)
      from_value((*given)[i], object[i], kind, where + "[" + std::to_string(i) + "]", partial);
  } else {
    const auto* given = std::get_if<Value::Members>(&value.data);
    if (!given) return refuse("named values");
    const auto accepted = field_names<T>();
    for (const auto& [name, member] : *given) {
      bool known = false;
      T::fields(object, [&](std::string_view field, auto& target, const auto&...) {
        if (field != name) return;
        known = true;
        from_value(member, target, kind, where + "." + name, partial);
      });
      if (!known) throw Error(kind, unknown_name(where, name, accepted));
    }
    if (!partial && given->size() != accepted.size()) {
      std::string list;
      for (const auto& name : accepted) list += (list.empty() ? "" : ", ") + name;
      throw Error(kind, where + " needs each of " + list + " once.");
    }
  }
}

}  // namespace otherminds
