// Agents across the language line: Python agents in native games, any agents in Python games.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>
#include <vector>

#include "engine/any.hpp"
#include "python_game.hpp"

namespace otherminds::python {

namespace nb = nanobind;

// An action that a Python agent answered; anything but a whole number is an Error(agent).
Action read_answer(nb::handle answer, int seat);

// A Python agent in a seat of a native game. The match runs without the interpreter lock; each
// method takes it.
class PythonAgent final : public ForeignAgent {
 public:
  explicit PythonAgent(nb::object agent);
  ~PythonAgent() override;

  void begin(int seat, std::unique_ptr<AnyView> first, Stream stream) override;
  void observe(const Observation& seen, std::unique_ptr<AnyView> now) override;
  Action act(std::unique_ptr<AnyView> view) override;
  void end(const std::vector<double>& returns) override;
  bool watches() const override { return watches_; }

 private:
  nb::object agent_;
  bool watches_;
  int seat_ = 0;
};

// A Python agent in a seat of a Python game: views pass through as they are.
class PythonSeat final : public Agent<PyGame> {
 public:
  explicit PythonSeat(nb::object agent);

  void begin(const PyGame& game, int seat, const PyGame::View& first, Stream stream) override;
  void observe(const Observation& seen, const PyGame::View& now) override;
  Action act(const PyGame::View& view, const PyGame::State* truth) override;
  void end(const Returns& returns) override;
  bool watches() const override { return watches_; }

 private:
  nb::object agent_;
  const PyGame* game_ = nullptr;
  bool watches_;
  int seat_ = 0;
};

// A native agent (random or a search) for one Python game.
class AgentOnPythonGame final : public AnyAgent {
 public:
  AgentOnPythonGame(const PyGame& game, std::unique_ptr<Agent<PyGame>> agent)
      : game(game), agent(std::move(agent)) {}

  std::optional<SearchResult> last_result() const override;

  const PyGame game;
  const std::unique_ptr<Agent<PyGame>> agent;
  bool begun = false;
  int seat = 0;
};

}  // namespace otherminds::python
