// Agents across the language line: Python agents in native games, any agents in Python games.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dynamic/any.hpp"
#include "python_game.hpp"

namespace otherminds::python {

namespace nb = nanobind;

// What native code asks of a Python agent, in either kind of game. With `forfeits` an exception of
// the agent is an AgentFault that names it; otherwise it passes through to whoever plays the match.
class PythonMind {
 public:
  PythonMind(nb::object agent, bool forfeits) : agent_(std::move(agent)), forfeits_(forfeits) {}

  void begin(int seat, nb::object first, Stream stream);
  void observe(const Observation& seen, nb::object now);
  // `truth` is for agents that peek. Anything but a whole number is an AgentFault.
  Action act(nb::object view, nb::object truth);
  void end(const std::vector<double>& returns);
  void inform(const std::vector<std::string>& types);
  std::string current_type() const;

  // As they were when the match began.
  bool watches() const { return watches_; }
  bool peeks() const { return peeks_; }
  bool informed() const { return informed_; }
  int seat() const { return seat_; }

 private:
  template <class... Args>
  nb::object ask(const char* method, Args&&... args) const;
  nb::object look_up(const char* attribute) const;
  bool flag(const char* attribute) const;
  // To be called where the exception is caught.
  [[noreturn]] void blame(const std::string& where, const nb::python_error& error) const;

  nb::object agent_;
  bool forfeits_;
  bool watches_ = false;
  bool peeks_ = false;
  bool informed_ = false;
  int seat_ = 0;
};

// A Python agent in a seat of a native game. The match runs without the interpreter lock; each
// method takes it.
class PythonAgent final : public ForeignAgent {
 public:
  PythonAgent(nb::object agent, bool forfeits);
  ~PythonAgent() override;

  void begin(int seat, std::unique_ptr<AnyView> first, Stream stream) override;
  void observe(const Observation& seen, std::unique_ptr<AnyView> now) override;
  Action act(std::unique_ptr<AnyView> view, std::unique_ptr<AnyState> truth) override;
  void end(const std::vector<double>& returns) override;
  bool watches() const override { return mind_->watches(); }
  bool peeks() const override { return mind_->peeks(); }
  bool informed() const override { return mind_->informed(); }
  void inform(const std::vector<std::string>& types) override;
  std::string current_type() const override;

 private:
  std::optional<PythonMind> mind_;
};

// A Python agent in a seat of a Python game: views pass through as they are.
class PythonSeat final : public Agent<PyGame> {
 public:
  PythonSeat(nb::object agent, bool forfeits) : mind_(std::move(agent), forfeits) {}

  void begin(const PyGame& game, int seat, const PyGame::View& first, Stream stream) override;
  void observe(const Observation& seen, const PyGame::View& now) override;
  Action act(const PyGame::View& view, const PyGame::State* truth) override;
  void end(const Returns& returns) override;
  bool watches() const override { return mind_.watches(); }
  bool peeks() const override { return mind_.peeks(); }
  bool informed() const override { return mind_.informed(); }
  void inform(const std::array<std::string, max_seats>& types) override;
  std::string current_type() const override { return mind_.current_type(); }

 private:
  PythonMind mind_;
  const PyGame* game_ = nullptr;
};

// A native agent (random or a search) for one Python game.
class AgentOnPythonGame final : public AnyAgent {
 public:
  AgentOnPythonGame(const PyGame& game, std::unique_ptr<Agent<PyGame>> agent)
      : game(game), agent(std::move(agent)) {}

  std::optional<SearchResult> last_result() const override;
  std::vector<TypeBelief> posterior() const override;
  std::optional<PolicyDecision> decision() const override;
  Monitor* monitor() const override;
  nb::object belief_of() const;  // as belief() is for native games: a copy, or None

  // As a DrivenAgent has them.
  Archived archived(std::uint64_t recipe) const;
  void restore(const Archived& archived, std::uint64_t recipe);

  const PyGame game;
  const std::unique_ptr<Agent<PyGame>> agent;
  bool begun = false;
  int seat = 0;
};

}  // namespace otherminds::python
