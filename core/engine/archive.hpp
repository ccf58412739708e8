// What an agent or a belief knows, written to bytes and read back.
//
// A class lists its fields once, for both ways:
//
//   template <class Self, class Archive>
//   static void archived(Self& self, Archive& archive) {
//     archive(self.seat_, self.moves_);
//     archive.check(self.seat_ >= 0, "a seat");
//   }
//
// Self is const when it is written. check() does nothing then; when bytes are read it refuses what
// cannot be. The bytes come with a checksum (dynamic/packed.hpp), so that only bytes which we wrote
// get here; what is read is checked all the same, sizes before anything is allocated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/value.hpp"

namespace otherminds {

// What something has become that can be stored or sent: bytes, and what only its own language can
// write, such as the states of a game written in Python.
struct Archived {
  std::string bytes;
  std::vector<std::shared_ptr<Foreign>> objects = {};
};

class ArchiveWriter {
 public:
  static constexpr bool reads = false;

  void raw(const void* data, std::size_t size) {
    if (size > 0) written.bytes.append(static_cast<const char*>(data), size);
  }

  Archived written;
};

class ArchiveReader {
 public:
  static constexpr bool reads = true;

  // Both outlive the reader.
  explicit ArchiveReader(std::string_view bytes,
                         std::span<const std::shared_ptr<Foreign>> objects = {})
      : rest_(bytes), objects_(objects) {}

  [[noreturn]] static void refuse(std::string_view what) {
    throw Error(ErrorKind::format,
                "These bytes cannot be read: " + std::string(what) + " in them cannot be.");
  }

  void raw(void* data, std::size_t size) {
    if (rest_.size() < size) refuse("the length");
    if (size == 0) return;  // an empty list has no place in memory
    std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  const std::shared_ptr<Foreign>& object() {
    if (next_object_ >= objects_.size()) refuse("the number of objects");
    return objects_[next_object_++];
  }
  std::size_t left() const { return rest_.size(); }
  std::size_t objects_left() const { return objects_.size() - next_object_; }
  void finish() const {
    if (!rest_.empty() || next_object_ != objects_.size()) refuse("the length");
  }

 private:
  std::string_view rest_;
  std::span<const std::shared_ptr<Foreign>> objects_;
  std::size_t next_object_ = 0;
};

namespace archiving {

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t N>
struct IsArray<std::array<T, N>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

// Numbers that stand in memory as they are written.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

}  // namespace archiving

// A state that looks like a view to its seat, the same for equal views.
template <Game G>
typename G::State state_like(const G& game, const typename G::View& view) {
  Rng rng(0);
  const typename G::State state = game.sample(game.belief(view), rng);
  if constexpr (std::has_unique_object_representations_v<typename G::View>) {
    if (hash_bytes(game.view(state, view.seat)) != hash_bytes(view))
      throw Error(ErrorKind::format, "No state of " + game.name() +
                                         " looks like this view, so it cannot be written: it is "
                                         "not the view of a state that was reached by play.");
  }
  return state;
}

// One way, for what belongs to one game: states, views and beliefs are read as its own.
template <class Bytes, Game G>
class Archive {
 public:
  static constexpr bool reads = Bytes::reads;

  Archive(Bytes& bytes, const G& game) : bytes_(bytes), game_(game) {}

  template <class... Values>
  void operator()(Values&... values) {
    (visit(values), ...);
  }

  void check(bool sound, std::string_view what) const {
    if constexpr (reads) {
      if (!sound) ArchiveReader::refuse(what);
    }
  }

  Bytes& bytes() const { return bytes_; }
  const G& game() const { return game_; }

 private:
  template <class Given>
  void visit(Given& value) {
    using T = std::remove_const_t<Given>;
    if constexpr (requires { game_.archived(value, bytes_); }) {
      game_.archived(value, bytes_);
    } else if constexpr (std::is_same_v<T, typename G::State>) {
      raw(value);
      if constexpr (reads) check_state(value);
    } else if constexpr (std::is_same_v<T, typename G::View>) {
      visit_view(value);
    } else if constexpr (std::is_same_v<T, typename G::Belief>) {
      visit_belief(value);
    } else if constexpr (requires { T::archived(value, *this); }) {
      T::archived(value, *this);
    } else if constexpr (std::is_same_v<T, std::string>) {
      visit_text(value);
    } else if constexpr (std::is_same_v<T, bool>) {
      visit_flag(value);
    } else if constexpr (archiving::IsOptional<T>::value) {
      visit_optional(value);
    } else if constexpr (archiving::IsVector<T>::value) {
      visit_list(value);
    } else if constexpr (archiving::IsArray<T>::value) {
      for (auto& item : value) visit(item);
    } else {
      static_assert(archiving::is_number<T> || std::has_unique_object_representations_v<T>,
                    "a class lists its fields by archived()");
      raw(value);
    }
  }

  template <class Given>
  void raw(Given& value) {
    static_assert(std::is_trivially_copyable_v<Given>);
    bytes_.raw(&value, sizeof value);
  }

  void check_state(const typename G::State& state) const {
    const std::string problem = game_.problem(state);
    if (!problem.empty())
      throw Error(ErrorKind::format,
                  "These bytes hold no possible state of " + game_.name() + ": " + problem);
  }

  // A view is written as a state that looks like it, which can be checked when it is read. Nothing
  // but the view decides which one.
  template <class Given>
  void visit_view(Given& view) {
    std::int32_t seat = 0;
    typename G::State state{};
    if constexpr (!reads) {
      seat = view.seat;
      state = state_like(game_, view);
    }
    visit(seat);
    visit(state);
    if constexpr (reads) {
      check(seat >= 0 && seat < game_.seats(), "a seat");
      view = game_.view(state, seat);
    }
  }

  // A view, and what the belief has beyond it; or a world where nothing is hidden.
  template <class Given>
  void visit_belief(Given& belief) {
    using T = std::remove_const_t<Given>;
    if constexpr (requires { belief.world; }) {
      visit(belief.world);
    } else {
      visit(belief.view);
      if constexpr (reads) {
        const typename G::View view = belief.view;
        belief = game_.belief(view);
      }
      if constexpr (requires { T::beyond_view(belief, *this); }) T::beyond_view(belief, *this);
    }
  }

  template <class Given>
  void visit_flag(Given& flag) {
    std::uint8_t byte = flag ? 1 : 0;
    visit(byte);
    if constexpr (reads) {
      check(byte <= 1, "a flag");
      flag = byte == 1;
    }
  }

  template <class Given>
  void visit_text(Given& text) {
    std::uint64_t size = text.size();
    visit(size);
    if constexpr (reads) {
      check(size <= bytes_.left(), "the length of a text");
      text.resize(size);
    }
    bytes_.raw(text.data(), size);
  }

  template <class Given>
  void visit_optional(Given& given) {
    bool there = given.has_value();
    visit(there);
    if constexpr (reads) {
      given.reset();
      if (there) given.emplace();
    }
    if (there) visit(*given);
  }

  template <class Given>
  void visit_list(Given& list) {
    using Item = typename std::remove_const_t<Given>::value_type;
    std::uint64_t size = list.size();
    visit(size);
    if constexpr (archiving::is_number<Item>) {
      if constexpr (reads) {
        check(size <= bytes_.left() / sizeof(Item), "the length of a list");
        list.resize(size);
      }
      bytes_.raw(list.data(), size * sizeof(Item));
    } else if constexpr (reads) {
      // Every item takes a byte at least, and none is made before the one before it was there.
      check(size <= bytes_.left() + bytes_.objects_left(), "the length of a list");
      list.clear();
      for (std::uint64_t i = 0; i < size; ++i) visit(list.emplace_back());
    } else {
      for (auto& item : list) visit(item);
    }
  }

  Bytes& bytes_;
  const G& game_;
};

}  // namespace otherminds
