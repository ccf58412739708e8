#include "engine/value.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace otherminds {

std::string describe(const Value& value) {
  struct Describe {
    std::string operator()(std::monostate) const { return "nothing"; }
    std::string operator()(bool given) const { return given ? "true" : "false"; }
    std::string operator()(std::int64_t given) const { return std::to_string(given); }
    std::string operator()(double given) const {
      std::array<char, 32> buffer;
      const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), given).ptr;
      return {buffer.data(), end};
    }
    std::string operator()(const std::string& given) const {
      constexpr std::size_t shown = 60;
      return "the text '" + (given.size() > shown ? given.substr(0, shown) + "..." : given) + "'";
    }
    std::string operator()(const Value::List& given) const {
      return "a list of " + std::to_string(given.size());
    }
    std::string operator()(const Value::Members&) const { return "named values"; }
    std::string operator()(const std::shared_ptr<Foreign>& given) const { return given->text(); }
  };
  return std::visit(Describe{}, value.data);
}

namespace {

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      json += {'\\', letter};
    } else if (static_cast<unsigned char>(letter) < 0x20) {
      constexpr std::string_view digits = "0123456789abcdef";
      json += {'\\', 'u', '0', '0', letter < 0x10 ? '0' : '1', digits[letter % 16]};
    } else {
      json += letter;
    }
  }
  return json + "\"";
}

}  // namespace

std::string json_text(const Value& value) {
  struct Write {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool given) const { return given ? "true" : "false"; }
    std::string operator()(std::int64_t given) const { return std::to_string(given); }
    std::string operator()(const std::string& given) const { return quoted(given); }
    std::string operator()(double given) const {
      const std::string digits = describe({given});
      // A whole number would be read back as one.
      return digits.find_first_not_of("-0123456789") == std::string::npos ? digits + ".0" : digits;
    }
    std::string operator()(const Value::List& given) const {
      std::string text;
      for (const Value& item : given) text += (text.empty() ? "" : ", ") + json_text(item);
      return "[" + text + "]";
    }
    std::string operator()(const Value::Members& given) const {
      std::string text;
      for (const auto& [name, content] : given)
        text += (text.empty() ? "" : ", ") + quoted(name) + ": " + json_text(content);
      return "{" + text + "}";
    }
    std::string operator()(const std::shared_ptr<Foreign>& given) const {
      return quoted(given->text());
    }
  };
  return std::visit(Write{}, value.data);
}

void collect_foreign(const Value& value, std::vector<std::shared_ptr<Foreign>>& out) {
  if (const auto* object = std::get_if<std::shared_ptr<Foreign>>(&value.data)) {
    out.push_back(*object);
  } else if (const auto* list = std::get_if<Value::List>(&value.data)) {
    for (const Value& item : *list) collect_foreign(item, out);
  } else if (const auto* members = std::get_if<Value::Members>(&value.data)) {
    for (const auto& [name, content] : *members) collect_foreign(content, out);
  }
}

const Value* member(const Value& value, std::string_view name) {
  const auto* members = std::get_if<Value::Members>(&value.data);
  if (!members) return nullptr;
  for (const auto& [known, content] : *members) {
    if (known == name) return &content;
  }
  return nullptr;
}

std::string hexadecimal(std::uint64_t word) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), word, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

bool parse_hexadecimal(const std::string& text, std::uint64_t& word) {
  if (!text.starts_with("0x")) return false;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data() + 2, end, word, 16);
  return result.ec == std::errc{} && result.ptr == end;
}

namespace {

// Levenshtein distance by one row of the usual table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view given, const std::vector<std::string>& accepted) {
  constexpr std::size_t longest = 60;  // nobody mistypes a name into something longer
  if (given.size() > longest) return {};
  std::string best;
  std::size_t best_distance = given.size() / 3 + 1;
  for (const auto& name : accepted) {
    const std::size_t distance = edit_distance(given, name);
    if (distance <= best_distance && (best.empty() || distance < best_distance)) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string unknown_name(std::string_view what, std::string_view given,
                         const std::vector<std::string>& accepted) {
  if (what.starts_with("The ")) what.remove_prefix(4);  // as a sentence about it would begin
  std::string sentence = "'" + std::string(given) + "' is not a known " + std::string(what) + "; ";
  if (accepted.empty()) return sentence + "none are accepted.";
  sentence += "accepted: ";
  for (std::size_t i = 0; i < accepted.size(); ++i) sentence += (i ? ", " : "") + accepted[i];
  sentence += ".";
  const std::string near = nearest_name(given, accepted);
  return near.empty() ? sentence : sentence + " Did you mean '" + near + "'?";
}

// ---- reading ----

namespace {

[[noreturn]] void refuse_value(const Value& value, ErrorKind kind, const std::string& where,
                               const std::string& wanted) {
  throw Error(kind, where + " must be " + wanted + ", not " + describe(value) + ".");
}

template <class T>
const T& read_as(const Value& value, ErrorKind kind, const std::string& where,
                 const std::string& wanted) {
  const auto* given = std::get_if<T>(&value.data);
  if (!given) refuse_value(value, kind, where, wanted);
  return *given;
}

}  // namespace

bool read_truth(const Value& value, ErrorKind kind, const std::string& where) {
  return read_as<bool>(value, kind, where, "true or false");
}

const std::string& read_text(const Value& value, ErrorKind kind, const std::string& where) {
  return read_as<std::string>(value, kind, where, "a text");
}

std::int64_t read_whole(const Value& value, ErrorKind kind, const std::string& where,
                        std::int64_t least, std::uint64_t most) {
  const std::int64_t given = read_as<std::int64_t>(value, kind, where, "a whole number");
  if (given < least || std::cmp_greater(given, most))
    refuse_value(value, kind, where,
                 "from " + std::to_string(least) + " to " + std::to_string(most));
  return given;
}

double read_real(const Value& value, ErrorKind kind, const std::string& where) {
  if (const auto* whole = std::get_if<std::int64_t>(&value.data))
    return static_cast<double>(*whole);
  return read_as<double>(value, kind, where, "a number");
}

std::uint64_t read_bits(const Value& value, ErrorKind kind, const std::string& where) {
  const auto* given = std::get_if<std::string>(&value.data);
  std::uint64_t word = 0;
  if (!given || !parse_hexadecimal(*given, word))
    refuse_value(value, kind, where, "a hexadecimal text like '0x1f'");
  return word;
}

std::size_t read_choice(const Value& value, ErrorKind kind, const std::string& where,
                        std::span<const std::string_view> names) {
  const std::string& given = read_text(value, kind, where);
  const auto found = std::ranges::find(names, given);
  if (found == names.end())
    throw Error(kind, unknown_name(where, given, {names.begin(), names.end()}));
  return static_cast<std::size_t>(found - names.begin());
}

const Value::List& read_list(const Value& value, ErrorKind kind, const std::string& where,
                             std::optional<std::size_t> size) {
  const std::string wanted = size ? "a list of " + std::to_string(*size) : "a list";
  const auto& given = read_as<Value::List>(value, kind, where, wanted);
  if (size && given.size() != *size) refuse_value(value, kind, where, wanted);
  return given;
}

const Value::Members& read_members(const Value& value, ErrorKind kind, const std::string& where) {
  return read_as<Value::Members>(value, kind, where, "named values");
}

std::string part_of(const std::string& where, std::size_t index) {
  return where + "[" + std::to_string(index) + "]";
}

std::string part_of(const std::string& where, const std::string& name) {
  return where + "." + name;
}

void check_members(const Value::Members& given, const std::vector<std::string>& accepted, bool all,
                   ErrorKind kind, const std::string& where) {
  for (const auto& [name, member] : given) {
    if (std::ranges::find(accepted, name) == accepted.end())
      throw Error(kind, unknown_name(where, name, accepted));
  }
  if (!all || given.size() == accepted.size()) return;
  std::string list;
  for (const auto& name : accepted) list += (list.empty() ? "" : ", ") + name;
  throw Error(kind, where + " needs each of " + list + " once.");
}

void add_member(Value::Members& members, std::string_view name, Value value) {
  members.emplace_back(std::string(name), std::move(value));
}

}  // namespace otherminds
