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
//
// A class that is the same in every game takes a PlainArchive instead of any, and is compiled once:
//
//   template <class Self, class Bytes>
//   static void archived(Self& self, PlainArchive<Bytes>& archive);
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

  void raw(const void* data, std::size_t size);

  Archived written;
};

class ArchiveReader {
 public:
  static constexpr bool reads = true;

  // Both outlive the reader.
  explicit ArchiveReader(std::string_view bytes,
                         std::span<const std::shared_ptr<Foreign>> objects = {})
      : rest_(bytes), objects_(objects) {}

  [[noreturn]] static void refuse(std::string_view what);

  void raw(void* data, std::size_t size);
  const std::shared_ptr<Foreign>& object();
  std::size_t left() const { return rest_.size(); }
  std::size_t objects_left() const { return objects_.size() - next_object_; }
  void finish() const;

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

// What belongs to a game; nothing does where no game is known.
template <class T, class G>
concept IsState = requires { requires std::same_as<T, typename G::State>; };
template <class T, class G>
concept IsView = requires { requires std::same_as<T, typename G::View>; };
template <class T, class G>
concept IsBelief = requires { requires std::same_as<T, typename G::Belief>; };

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

// How many seats and actions a game has: all that is known of it to values which are the same in
// every game.
class GameSize {
 public:
  explicit GameSize(const auto& game) : seats_(game.seats()), actions_(game.action_count()) {}

  int seats() const { return seats_; }
  int action_count() const { return actions_; }

 private:
  int seats_;
  int actions_;
};

// One way, for what belongs to one game: states, views and beliefs are read as its own.
template <class Bytes, class G>
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
    } else if constexpr (archiving::IsState<T, G>) {
      raw(value);
      if constexpr (reads) check_state(value);
    } else if constexpr (archiving::IsView<T, G>) {
      visit_view(value);
    } else if constexpr (archiving::IsBelief<T, G>) {
      visit_belief(value);
    } else if constexpr (requires { T::archived(value, *this); }) {
      T::archived(value, *this);
    } else if constexpr (requires(Archive<Bytes, GameSize>& plain) { T::archived(value, plain); }) {
      const GameSize size(game_);
      Archive<Bytes, GameSize> plain(bytes_, size);
      T::archived(value, plain);
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

  void check_state(const auto& state) const {
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

// For what is the same in every game.
template <class Bytes>
using PlainArchive = Archive<Bytes, GameSize>;

}  // namespace otherminds
