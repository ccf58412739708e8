// States and all else as bytes.
#include "dynamic/packed.hpp"

#include <cassert>
#include <string>
#include <string_view>

#include "tests/expectations.hpp"

using namespace otherminds;

namespace {

void bytes_are_refused_unless_whole_and_ours() {
  const PackedHeader header{"game", 3, 77};
  const std::string payload("a\0b\xff", 4);
  const std::string bytes = pack(header, payload);
  assert(unpack(header, bytes) == payload);
  assert(unpack({"", 0, 0}, pack({"", 0, 0}, "")).empty());
  const auto refused_bytes = [&](std::string_view wrong) {
    return refuses([&] { unpack(header, wrong); }, ErrorKind::format);
  };
  for (std::size_t size = 0; size < bytes.size(); ++size)
    assert(refused_bytes(std::string_view(bytes).substr(0, size)));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      assert(refused_bytes(damaged));
    }
  }
  assert(refused_bytes(bytes + "x"));
  const auto refused = [&](const PackedHeader& other) {
    return refusal([&] { unpack(other, bytes); }, ErrorKind::format);
  };
  assert(contains(refused({"other", 3, 77}), "a state of game, not of other"));
  assert(contains(refused({"game", 4, 77}), "version 3"));
  assert(contains(refused({"game", 3, 78}), "other options"));
  assert(contains(refused(header.of("agent")), "a state of game, not an agent"));
  const std::string agent = pack(header.of("agent"), payload);
  assert(unpack(header.of("agent"), agent) == payload);
  assert(contains(refusal([&] { unpack(header, agent); }, ErrorKind::format),
                  "an agent of game, not a state"));
}

}  // namespace

int main() { bytes_are_refused_unless_whole_and_ours(); }
