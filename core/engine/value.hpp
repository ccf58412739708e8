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
#include <span>
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

void add_member(Value::Members& members, std::string_view name, Value value);

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
      add_member(members, name, to_value(member));
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

// What is read of a value that has to be this; `where` names the place for the error sentence.
bool read_truth(const Value& value, ErrorKind kind, const std::string& where);
const std::string& read_text(const Value& value, ErrorKind kind, const std::string& where);
std::int64_t read_whole(const Value& value, ErrorKind kind, const std::string& where,
                        std::int64_t least, std::uint64_t most);
double read_real(const Value& value, ErrorKind kind, const std::string& where);
std::uint64_t read_bits(const Value& value, ErrorKind kind, const std::string& where);
std::size_t read_choice(const Value& value, ErrorKind kind, const std::string& where,
                        std::span<const std::string_view> names);
const Value::List& read_list(const Value& value, ErrorKind kind, const std::string& where,
                             std::optional<std::size_t> size = {});
const Value::Members& read_members(const Value& value, ErrorKind kind, const std::string& where);

// A place within another one.
std::string part_of(const std::string& where, std::size_t index);
std::string part_of(const std::string& where, const std::string& name);

// Refuses members that are not accepted, and with `all` those that are left out.
void check_members(const Value::Members& given, const std::vector<std::string>& accepted, bool all,
                   ErrorKind kind, const std::string& where);

// Reads a value into an object. `where` names the place for the error sentence. Members that the
// value does not mention keep what they have when `partial`, and are missed otherwise.
template <class T>
void from_value(const Value& value, T& object, ErrorKind kind, const std::string& where,
                bool partial = false) {
  if constexpr (IsOptional<T>::value) {
    object.reset();
    if (!std::holds_alternative<std::monostate>(value.data))
      from_value(value, object.emplace(), kind, where, partial);
  } else if constexpr (std::same_as<T, bool>) {
    object = read_truth(value, kind, where);
  } else if constexpr (std::same_as<T, std::string>) {
    object = read_text(value, kind, where);
  } else if constexpr (std::integral<T>) {
    object = static_cast<T>(read_whole(value, kind, where, std::numeric_limits<T>::min(),
                                       std::numeric_limits<T>::max()));
  } else if constexpr (std::floating_point<T>) {
    object = static_cast<T>(read_real(value, kind, where));
  } else if constexpr (ReadsItself<T>) {
    object.read(value, where);
  } else if constexpr (NamedChoice<T>) {
    object = static_cast<T>(read_choice(value, kind, where, names_of(T{})));
  } else if constexpr (IsVector<T>::value) {
    const Value::List& given = read_list(value, kind, where);
    object.clear();
    for (std::size_t i = 0; i < given.size(); ++i) {
      typename T::value_type item{};
      from_value(given[i], item, kind, part_of(where, i), partial);
      object.push_back(std::move(item));
    }
  } else if constexpr (std::same_as<T, Bits>) {
    object.word = read_bits(value, kind, where);
  } else if constexpr (IsArray<T>::value) {
    const Value::List& given = read_list(value, kind, where, object.size());
    for (std::size_t i = 0; i < object.size(); ++i)
      from_value(given[i], object[i], kind, part_of(where, i), partial);
  } else {
    const Value::Members& given = read_members(value, kind, where);
    check_members(given, field_names<T>(), !partial, kind, where);
    for (const auto& [name, member] : given) {
      T::fields(object, [&](std::string_view field, auto& target, const auto&...) {
        if (field == name) from_value(member, target, kind, part_of(where, name), partial);
      });
    }
  }
}

}  // namespace otherminds
