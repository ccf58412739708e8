// A search in a seat: keeps the seat's belief up to date and plans each move.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "engine/agent.hpp"
#include "engine/error.hpp"
#include "search/search.hpp"

namespace otherminds {

template <Game G>
class SearchAgent final : public Agent<G> {
 public:
  using State = typename G::State;
  using View = typename G::View;

  // Makes the monitor of each search, e.g. one that lets Ctrl-C through; may be empty.
  explicit SearchAgent(const SearchOptions& options, std::unique_ptr<Monitor> monitor)
      : options_(options), monitor_(std::move(monitor)) {
    check(options_);
  }

  void begin(const G& game, int, const View& first, Stream stream) override {
    if (!game.perfect_information() && !peeks()) {
      throw Error(ErrorKind::option, game.name() +
                                         " hides facts from its seats: a search that assumes "
                                         "nothing hidden must say Nothing(peek=True).");
    }
    game_ = &game;
    stream_ = stream;
    moves_ = 0;
    if (!peeks()) belief_.emplace(game.belief(first));
  }

  void observe(const Observation& seen, const View& now) override {
    if (belief_) game_->update(*belief_, seen, now);
  }

  Action act(const View&, const State* truth) override {
    const Stream stream = stream_.child(moves_++);
    if (truth) return plan(*truth, stream);
    Rng rng = stream.child("world").rng();
    return plan(game_->sample(*belief_, rng), stream);
  }

  void end(const Returns&) override { belief_.reset(); }
  void reset() override { last_.reset(); }

  bool peeks() const override { return std::get<Nothing>(options_.hidden).peek; }

  // The result of the last search, for people who ask why.
  const std::optional<SearchResult>& last_result() const { return last_; }

  // What it believes; nothing between matches and for those that peek.
  const std::optional<typename G::Belief>& belief() const { return belief_; }

 private:
  Action plan(const State& world, Stream stream) {
    last_ = search(*game_, world, options_, stream, monitor_.get());
    return last_->action;
  }

  SearchOptions options_;
  std::unique_ptr<Monitor> monitor_;
  const G* game_ = nullptr;
  Stream stream_{0};
  std::uint64_t moves_ = 0;
  std::optional<typename G::Belief> belief_;
  std::optional<SearchResult> last_;
};

}  // namespace otherminds
