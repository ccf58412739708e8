// A game written in Python as the core sees it: a model of the Game concept whose states are
// handles of Python objects. Copying a state calls its copy().
//
// Whoever uses this type holds the interpreter lock for as long as it does. Everything that comes
// back from Python is checked here; what breaks the contract is an Error(game) that names the
// method, and what Python raises passes through unchanged.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"

namespace otherminds::python {

namespace nb = nanobind;

// A Python object beside the bytes of an archive.
class ArchivedObject final : public Foreign {
 public:
  explicit ArchivedObject(nb::object object) : object(std::move(object)) {}
  std::string text() const override { return "an object"; }

  nb::object object;
};

class PyGame {
 public:
  // A Python object whose C++ copies are independent Python copies.
  class Copied {
   public:
    Copied() = default;  // holds nothing until it is read
    explicit Copied(nb::object object) : object(std::move(object)) {}
    Copied(const Copied& other);
    Copied& operator=(const Copied& other) {
      Copied twin(other);
      object = std::move(twin.object);
      return *this;
    }
    Copied(Copied&&) noexcept = default;
    Copied& operator=(Copied&&) noexcept = default;
    ~Copied() = default;

    nb::object object;
  };

  struct State : Copied {
    using Copied::Copied;
  };
  struct Belief : Copied {
    using Copied::Copied;
  };
  struct View {
    nb::object object;
  };

  explicit PyGame(nb::object game);

  std::string name() const { return name_; }
  int seats() const { return seats_; }
  int action_count() const { return action_count_; }
  ReturnRange return_range() const { return range_; }
  int longest_game() const { return 100'000; }  // Python takes a second for that
  bool perfect_information() const { return perfect_information_; }

  State initial(Rng& rng) const;
  int actor(const State& state) const;
  void legal(const State& state, ActionList& out) const;
  void legal(const View& view, ActionList& out) const;
  void apply(State& state, Action action) const;
  void outcomes(const State& state, OutcomeList& out) const;
  Action sample_outcome(const State& state, Rng& rng) const;
  Returns returns(const State& state) const;
  Observation observe(const State& before, Action action, const State& after, int seat) const;
  View view(const State& state, int seat) const;
  Belief belief(const View& view) const;
  void update(Belief& belief, const Observation& seen, const View& now) const;
  State sample(const Belief& belief, Rng& rng) const;

  int type_of(Action action) const;
  const std::vector<std::string>& type_names() const;
  std::uint64_t state_key(const State& state) const;
  std::uint64_t view_key(const View& view) const;
  // What worlds() of a belief lists, or nothing where it has no such method.
  void worlds(const Belief& belief, std::vector<std::pair<State, double>>& out) const;

  const nb::object& object() const { return game_; }

  // Python's own objects stay what they are: Python writes them.
  void archived(const Copied& value, ArchiveWriter& bytes) const;
  void archived(Copied& value, ArchiveReader& bytes) const;
  void archived(const View& value, ArchiveWriter& bytes) const;
  void archived(View& value, ArchiveReader& bytes) const;

 private:
  State read_state(const std::string& method, nb::object answer) const;
  void read_actions(nb::handle answer, ActionList& out) const;
  [[noreturn]] void broken(const std::string& method, nb::handle answer,
                           const std::string& wanted) const;

  nb::object game_;
  std::string name_;
  int seats_;
  int action_count_;
  ReturnRange range_;
  bool perfect_information_;
  mutable std::vector<int> types_;  // of the actions, once they were asked for
  mutable std::vector<std::string> type_names_;
};

static_assert(Game<PyGame>);

}  // namespace otherminds::python
