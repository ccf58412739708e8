#include "dynamic/rows.hpp"

#include <array>
#include <charconv>

#include "engine/error.hpp"

namespace otherminds {

namespace {

void write_compact(std::string& out, std::uint64_t number) {
  for (; number > 127; number >>= 7) out.push_back(static_cast<char>((number & 127) | 128));
  out.push_back(static_cast<char>(number));
}

void write_text(std::string& out, std::string_view text) {
  write_compact(out, text.size());
  out += text;
}

std::uint64_t read_compact(std::string_view& in) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 64 && !in.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) return number;
  }
  throw Error(ErrorKind::format, "A packed row is cut short.");
}

std::string_view read_text(std::string_view& in) {
  const std::uint64_t size = read_compact(in);
  if (size > in.size()) throw Error(ErrorKind::format, "A packed row is cut short.");
  const std::string_view text = in.substr(0, size);
  in.remove_prefix(size);
  return text;
}

// A member of a JSON object; numbers are the shortest text that reads back as the same.
template <class Number>
void write_list(std::string& out, std::string_view name, std::span<const Number> numbers) {
  out += out.empty() ? "{\"" : ",\"";
  out += name;
  out += "\":[";
  std::array<char, 32> buffer;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i) out += ',';
    out.append(buffer.data(),
               std::to_chars(buffer.data(), buffer.data() + buffer.size(), numbers[i]).ptr);
  }
  out += ']';
}

}  // namespace

void pack_row(std::string& out, const MatchPlace& place, std::span<const int> seats,
              const MatchRecord& record) {
  // Microseconds are all that a clock can tell.
  std::array<double, max_seats> seconds{};
  for (std::size_t i = 0; i < seats.size(); ++i)
    seconds[i] = static_cast<double>(static_cast<std::int64_t>(record.seconds[i] * 1e6)) / 1e6;
  static thread_local std::string result;
  result.clear();
  write_list(result, "seats", seats);
  write_list(result, "returns", std::span(record.returns).first(seats.size()));
  write_list(result, "acts", std::span(record.acts).first(seats.size()));
  write_list(result, "seconds", std::span<const double>(seconds).first(seats.size()));
  if (record.forfeit != nobody) result += ",\"forfeit\":" + std::to_string(record.forfeit);
  result += '}';
  static thread_local std::string moves;
  moves.clear();
  for (const Move& move : record.moves)
    write_compact(moves, static_cast<std::uint64_t>(move.action));

  write_compact(out, place.line_up);
  write_compact(out, place.block);
  write_compact(out, place.match);
  write_text(out, result);
  write_text(out, moves);
  write_text(out, record.reason);
}

MatchRow unpack_row(std::string_view& packed) {
  MatchRow row;
  row.place = {read_compact(packed), read_compact(packed), read_compact(packed)};
  row.result = read_text(packed);
  row.moves = read_text(packed);
  row.reason = read_text(packed);
  return row;
}

}  // namespace otherminds
