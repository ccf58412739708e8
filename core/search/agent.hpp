// A search in a seat: keeps the seat's belief about the world and about the others up to date, and
// plans each move.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/agent.hpp"
#include "engine/archive.hpp"
#include "engine/error.hpp"
#include "engine/planning_model.hpp"
#include "search/hidden/explained_worlds.hpp"
#include "search/models/nested_model.hpp"
#include "search/next_best.hpp"
#include "search/others/evidence.hpp"
#include "search/patience.hpp"
#include "search/planner.hpp"

namespace otherminds {

template <Game G>
class SearchAgent final : public Agent<G> {
 public:
  using State = typename G::State;
  using View = typename G::View;

  // The options have been checked; here they are checked against the game. `monitor` looks at each
  // search, e.g. to let Ctrl-C through; may be empty.
  SearchAgent(const G& game, const SearchOptions& options, const Toolbox<G>& toolbox,
              std::unique_ptr<Monitor> monitor)
      : options_(options),
        resolved_(resolve(game, options_, toolbox, Use::agent)),
        monitor_(std::move(monitor)) {
    Planner<G>(game, options_, resolved_);  // refuses what a model of the game does not allow, now
  }

  void begin(const G& game, int seat, const View& first, Stream stream) override {
    game_ = &game;
    stream_ = stream;
    current_ = false;
    moves_ = 0;
    history_ = 0;
    since_.clear();
    next_best_.begin();
    planner_.emplace(game, options_, resolved_);
    Rng rng = stream.child("others").rng();
    const Acquaintance before =
        std::exchange(known_, acquaint(game, seat, options_, resolved_, rng));
    const int seat_before = std::exchange(seat_, seat);
    if (met_ && carries_over())
      known_.posterior.inherit(before.posterior, game.seats(), seat - seat_before);
    met_ = true;
    worlds_ = {};
    evidence_.begin(game, seat);
    history_of_others_.begin();
    if constexpr (HasEarlier<G>) last_view_.emplace(first);
    if (needs_no_belief()) return;
    belief_.emplace(game.belief(first));
    watch_rng_ = stream.child("watch").rng();
    const Patience patience(options_.budget.seconds, monitor_.get());
    if (capacity() > 0) worlds_.fill(game, *belief_, capacity(), watch_rng_);
  }

  void observe(const Observation& seen, const View& now) override {
    if (seen.actor >= game_->seats())
      throw Error(ErrorKind::option, "There is no seat " + std::to_string(seen.actor) +
                                         " that an observation could be of.");
    current_ = false;
    since_.push_back(seen.action);
    history_ = extend_history(history_, seen.key());
    if (!belief_) return;
    const Patience patience(options_.budget.seconds, monitor_.get());
    typename TypeEvidence<G>::Event event;
    if constexpr (HasEarlier<G>) {
      // What is known afterwards says which worlds there can have been before.
      game_->update(*belief_, seen, now);
      previous_view_ = std::exchange(last_view_, now);
      if (explains_history()) history_of_others_.note(seen, seat_, *previous_view_, known_);
      event = weigh(seen);
    } else {
      event = weigh(seen);
      game_->update(*belief_, seen, now);
    }
    if (capacity() > 0) {
      const auto* particles = std::get_if<Particles>(&options_.hidden);
      worlds_.advance(*game_, seat_, seen, now, *belief_, capacity(),
                      particles ? particles->reinvigorate : 0.0, chances(), watch_rng_);
    }
    // Only now: the worlds were weighed by what was believed of the types before.
    evidence_.learn(seen, event, known_);
  }

  Action act(const View& view, const State* truth) override {
    const Action action = choose(view, truth);
    current_ = true;
    if (monitor_ && monitor_->listens()) monitor_->think(*last_, true);
    return action;
  }

  void end(const Returns&) override {
    current_ = false;
    belief_.reset();
    planner_.reset();
    worlds_ = {};
  }
  void reset() override {
    last_.reset();
    met_ = false;
  }

  bool peeks() const override {
    const auto* nothing = std::get_if<Nothing>(&options_.hidden);
    return nothing && nothing->peek;
  }

  bool decides(const View& view) const override {
    if constexpr (HasPlanningModel<G>) return !options_.model || game_->planned(view);
    return true;
  }

  bool informed() const override {
    const auto* types = std::get_if<Types>(&options_.others);
    return types && types->informed;
  }

  // A type that is not among the hypothesised ones leaves the posterior to decide.
  void inform(const std::array<std::string, max_seats>& types) override {
    for (int seat = 0; seat < game_->seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      const auto& names = resolved_.others.names[place];
      auto found = std::ranges::find(names, types[place]);
      // A type with options is called by its bare name.
      if (found == names.end() && !types[place].empty())
        found = std::ranges::find_if(
            names, [&](const std::string& name) { return name.starts_with(types[place] + "("); });
      known_.told[place] = found == names.end() ? -1 : static_cast<int>(found - names.begin());
    }
  }

  // The result of the last search, for people who ask why.
  const std::optional<SearchResult>& last_result() const { return last_; }

  // What it believes of the others' types.
  std::vector<TypeBelief> posterior() const {
    if (!game_ || !belief_) return {};
    return type_beliefs(resolved_.others.names, seat_, known_);
  }

  void write(const G& game, ArchiveWriter& bytes) const override {
    Archive<ArchiveWriter, G> archive(bytes, game);
    archived(*this, archive);
  }
  void read(const G& game, ArchiveReader& bytes) override {
    game_ = &game;
    Archive<ArchiveReader, G> archive(bytes, game);
    archived(*this, archive);
  }
  // Whether it sits in a match in this seat.
  bool plays(int seat) const { return planner_ && seat_ == seat; }

  // What it believes; nothing between matches and for those that peek.
  const std::optional<typename G::Belief>& belief() const { return belief_; }
  const WorldSet<G>& worlds() const { return worlds_; }
  int seat() const { return seat_; }

  // Whether it has witnessed nothing since its last decision, or is about to decide: what it
  // believes is what it decides by.
  bool current() const { return current_; }

  // Who looks at its searches; may be null.
  Monitor* monitor() const { return monitor_.get(); }

 private:
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.thoughtful, self.seat_, self.met_, self.current_, self.stream_, self.watch_rng_,
            self.moves_, self.history_, self.since_);
    archive.check(self.seat_ >= 0 && self.seat_ < archive.game().seats(), "a seat");
    bool plans = self.planner_.has_value();
    archive(plans);
    if constexpr (Archive::reads) self.prepare(plans);
    archive(self.known_, self.belief_, self.worlds_, self.last_view_, self.previous_view_,
            self.evidence_, self.history_of_others_, self.next_best_, self.last_);
    archive.check(!plans || self.belief_ || self.needs_no_belief(), "the belief");
    archive.check(!HasEarlier<G> || !self.belief_ || self.last_view_, "the last view");
    if (!plans) return;
    if constexpr (Archive::reads)
      self.planner_->read(archive.bytes());
    else
      self.planner_->write(archive.bytes());
  }

  // Makes what is read next have the sizes that the options ask for.
  void prepare(bool plans) {
    if (plans) planner_.emplace(*game_, options_, resolved_);
    Rng unused(0);
    known_ = met_ ? acquaint(*game_, seat_, options_, resolved_, unused) : Acquaintance();
    evidence_.begin(*game_, seat_);
  }

  // Who looks at the world may still wonder who the others are.
  bool needs_no_belief() const {
    return peeks() && !resolved_.others.any && !resolved_.rollout_watches;
  }

  Action choose(const View& view, const State* truth) {
    current_ = true;
    const Patience patience(options_.budget.seconds, monitor_.get());
    const Stream stream = stream_.child(moves_++);
    if (options_.tree.next_best) {
      Rng rng = stream.child("next best").rng();
      if (auto rest = next_best_.left_of(last_, *game_, view, options_, rng)) {
        last_ = std::move(rest);
        return last_->action;
      }
    }
    Root<G> root;
    root.seat = seat_;
    root.known = &known_;
    root.history = history_;
    root.moves = std::exchange(since_, {});
    root.lines = this->thoughtful || (monitor_ && monitor_->listens());
    if (truth) {
      check_turn(*truth);
      root.state = truth;
      return forced(view) ? play_forced() : plan(root, stream);
    }
    root.belief = &*belief_;
    root.worlds = &worlds_;
    Rng rng = stream.child("world").rng();
    const State world = game_->sample(*belief_, rng);
    check_turn(world);
    if (forced(view)) return play_forced();
    if constexpr (HasEarlier<G>) {
      if (explains_history()) explain_history(stream);
    }
    if (!options_.believes()) root.state = &world;
    return plan(root, stream);
  }

  // It takes at most half of the time that a move may take.
  void explain_history(Stream stream) {
    const Patience patience(Patience::Share{0.5});
    worlds_.assign(history_of_others_.draw(*game_, *belief_, known_,
                                           std::get<Particles>(options_.hidden),
                                           stream.child("history").rng()));
  }

  // Whoever drives an agent by hand may have left out what happened.
  void check_turn(const State& world) const {
    if (game_->actor(world) != seat_)
      throw Error(ErrorKind::option,
                  "In the position that the agent knows of it is not its turn: it must be told "
                  "everything that happens, by observe.");
  }

  // How many worlds the agent keeps between moves.
  std::size_t capacity() const {
    if (const auto* particles = std::get_if<Particles>(&options_.hidden)) {
      return particles->belief == RootBelief::particles ? static_cast<std::size_t>(particles->count)
                                                        : 0;
    }
    const auto* belief = std::get_if<BeliefTree>(&options_.hidden);
    return belief && !belief->belief_game ? static_cast<std::size_t>(belief->count) : 0;
  }

  // Whether worlds are weighed by all that the others have done.
  bool explains_history() const {
    const auto* particles = std::get_if<Particles>(&options_.hidden);
    return particles && particles->belief == RootBelief::history && resolved_.others.any;
  }

  // Where there is no choice, a search has nothing to tell, unless it lives on.
  bool forced(const View& view) {
    if (options_.tree.reuse || options_.evolve) return false;
    game_->legal(view, forced_);
    return forced_.size() == 1;
  }

  Action play_forced() {
    SearchResult result;
    result.action = forced_.front();
    result.seat = seat_;
    result.actions.push_back({result.action, 0, 0.0});
    result.line.push_back({seat_, result.action});
    result.posterior = type_beliefs(resolved_.others.names, seat_, known_);
    last_ = std::move(result);
    return last_->action;
  }

  Action plan(const Root<G>& root, Stream stream) {
    last_ = planner_->plan(root, stream, monitor_.get());
    return last_->action;
  }

  // What a modelled seat's types make of a world.
  typename WorldSet<G>::Chances chances() const {
    if (!resolved_.others.any) return {};
    return [this](const State& world, int seat, const ActionList& legal, std::vector<double>& out) {
      believed_chances(*game_, resolved_.others, known_, world, seat, legal, out);
    };
  }

  // A world in which what was witnessed last can have happened.
  State world_before() {
    State world = game_->sample(*belief_, watch_rng_);
    if constexpr (HasEarlier<G>)
      return game_->earlier(*belief_, world, *previous_view_);
    else
      return world;
  }

  typename TypeEvidence<G>::Event weigh(const Observation& seen) {
    if (!evidence_.is_wanted()) return {};
    return evidence_.weigh(seen, known_, [this] { return world_before(); }, watch_rng_);
  }

  bool carries_over() const {
    const auto* types = std::get_if<Types>(&options_.others);
    return types && types->carry_over;
  }

  const SearchOptions options_;
  const Resolved<G> resolved_;
  std::unique_ptr<Monitor> monitor_;
  const G* game_ = nullptr;
  int seat_ = 0;
  bool met_ = false;      // has played before
  bool current_ = false;  // has witnessed nothing since its last decision
  Stream stream_{0};
  Rng watch_rng_{0};
  std::uint64_t moves_ = 0;
  std::uint64_t history_ = 0;
  std::vector<Action> since_;  // what happened since the last plan
  std::optional<Planner<G>> planner_;
  Acquaintance known_;
  std::optional<typename G::Belief> belief_;
  WorldSet<G> worlds_;
  std::optional<View> last_view_;
  std::optional<View> previous_view_;
  TypeEvidence<G> evidence_{options_, resolved_};
  ExplainedWorlds<G> history_of_others_{resolved_.others};
  NextBest<G> next_best_;
  ActionList forced_;
  std::optional<SearchResult> last_;
};

}  // namespace otherminds
