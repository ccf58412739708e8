#include "dynamic/packed.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "engine/error.hpp"
#include "engine/hash.hpp"

namespace otherminds {

namespace {

// States were here first; the bytes of all else say what they are.
constexpr std::string_view state_mark = "OTHM\x01";
constexpr std::string_view other_mark = "OTHM\x02";

// Numbers are written as eight bytes, lowest first, whatever the machine.
void write_number(std::string& out, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) out.push_back(static_cast<char>((number >> (8 * i)) & 0xff));
}

std::string with_article(const std::string& kind) {
  return (std::string_view("aeiou").find(kind.front()) == std::string_view::npos ? "a " : "an ") +
         kind;
}

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& kind) : rest_(bytes), kind_(kind) {}

  std::string_view take(std::uint64_t size) {
    if (rest_.size() < size)
      throw Error(ErrorKind::format, "The bytes of " + with_article(kind_) + " are cut short.");
    const auto taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::uint64_t number() {
    std::uint64_t result = 0;
    const auto bytes = take(8);
    for (std::size_t i = 0; i < 8; ++i)
      result |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return result;
  }

  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
  const std::string& kind_;
};

}  // namespace

std::string pack(const PackedHeader& header, std::string_view payload) {
  const bool is_state = header.kind == "state";
  std::string bytes(is_state ? state_mark : other_mark);
  if (!is_state) {
    write_number(bytes, header.kind.size());
    bytes += header.kind;
  }
  write_number(bytes, header.game.size());
  bytes += header.game;
  write_number(bytes, static_cast<std::uint64_t>(header.version));
  write_number(bytes, header.options_key);
  write_number(bytes, payload.size());
  bytes += payload;
  write_number(bytes, hash_text(bytes));
  return bytes;
}

std::string unpack(const PackedHeader& expected, std::string_view bytes) {
  const std::string what = with_article(expected.kind);
  if (!bytes.starts_with(state_mark) && !bytes.starts_with(other_mark))
    throw Error(ErrorKind::format, "These bytes are not " + what + " written by otherminds.");
  Reader reader(bytes, expected.kind);
  const bool is_state = reader.take(state_mark.size()) == state_mark;
  const std::string kind = is_state ? "state" : std::string(reader.take(reader.number()));
  const std::string game(reader.take(reader.number()));
  const std::uint64_t version = reader.number();
  const std::uint64_t options_key = reader.number();
  const std::string payload(reader.take(reader.number()));
  const std::string_view checked = bytes.substr(0, bytes.size() - reader.left());
  if (reader.number() != hash_text(checked) || reader.left() != 0)
    throw Error(ErrorKind::format,
                "The bytes of " + what + " are damaged: the checksum does not fit.");
  if (kind != expected.kind)
    throw Error(ErrorKind::format,
                "These bytes are " + with_article(kind) + " of " + game + ", not " + what + ".");
  if (game != expected.game) {
    throw Error(ErrorKind::format,
                "These bytes are " + what + " of " + game + ", not of " + expected.game + ".");
  }
  if (version != static_cast<std::uint64_t>(expected.version)) {
    throw Error(ErrorKind::format, "These bytes are of version " + std::to_string(version) +
                                       " of " + game + "; this is version " +
                                       std::to_string(expected.version) + ".");
  }
  if (options_key != expected.options_key) {
    throw Error(ErrorKind::format, "These bytes are " + what + " of " + game +
                                       " with other options than this game has.");
  }
  return payload;
}

}  // namespace otherminds
