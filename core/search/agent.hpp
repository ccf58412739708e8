// A search in a seat: keeps the seat's belief about the world and about the others up to date, and
// plans each move.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/agent.hpp"
#include "engine/error.hpp"
#include "engine/planning_model.hpp"
#include "search/planner.hpp"

namespace otherminds {

template <Game G>
class SearchAgent final : public Agent<G> {
 public:
  using State = typename G::State;
  using View = typename G::View;

  // `monitor` looks at each search, e.g. to let Ctrl-C through; may be empty.
  SearchAgent(const G& game, const SearchOptions& options, const Toolbox<G>& toolbox,
              std::unique_ptr<Monitor> monitor)
      : options_(options),
        resolved_(resolve(game, options_, toolbox)),
        monitor_(std::move(monitor)) {
    check(options_);
    if (options_.tree.next_best && !CanRefuse<G>)
      throw Error(ErrorKind::option,
                  "Tree(next_best=True) is for games in which a move can be refused, like an offer "
                  "in Catan; in " +
                      game.name() + " none can.");
    Planner<G>(game, options_, resolved_);  // refuses what the game does not allow, now
  }

  void begin(const G& game, int seat, const View& first, Stream stream) override {
    if (!game.perfect_information() && !peeks() && !options_.believes()) {
      throw Error(ErrorKind::option, game.name() +
                                         " hides facts from its seats: a search that assumes "
                                         "nothing hidden must say Nothing(peek=True).");
    }
    game_ = &game;
    stream_ = stream;
    moves_ = 0;
    history_ = 0;
    since_.clear();
    acted_on_.reset();
    planner_.emplace(game, options_, resolved_);
    Rng rng = stream.child("others").rng();
    const Acquaintance before =
        std::exchange(known_, acquaint(game, seat, options_, resolved_, rng));
    const int seat_before = std::exchange(seat_, seat);
    if (met_ && carries_over())
      known_.posterior.inherit(before.posterior, game.seats(), seat - seat_before);
    met_ = true;
    worlds_ = {};
    for (auto& foretold : foretold_) foretold.clear();
    deeds_.clear();
    if constexpr (HasEarlier<G>) last_view_.emplace(first);
    // Who looks at the world may still wonder who the others are.
    if (peeks() && !resolved_.others.any && !resolved_.rollout_watches) return;
    belief_.emplace(game.belief(first));
    watch_rng_ = stream.child("watch").rng();
    if (capacity() > 0) worlds_.fill(game, *belief_, capacity(), watch_rng_);
  }

  void observe(const Observation& seen, const View& now) override {
    if (seen.actor >= game_->seats())
      throw Error(ErrorKind::option, "There is no seat " + std::to_string(seen.actor) +
                                         " that an observation could be of.");
    since_.push_back(seen.action);
    history_ = extend_history(history_, seen.key());
    if (!belief_) return;
    Evidence evidence;
    const bool curious = resolved_.others.any || resolved_.rollout_watches;
    if constexpr (HasEarlier<G>) {
      // What is known afterwards says which worlds there can have been before.
      game_->update(*belief_, seen, now);
      previous_view_ = std::exchange(last_view_, now);
      if (explains_history()) note(seen);
      if (curious) evidence = weigh(seen);
    } else {
      if (curious) evidence = weigh(seen);
      game_->update(*belief_, seen, now);
    }
    if (capacity() > 0) {
      const auto* particles = std::get_if<Particles>(&options_.hidden);
      worlds_.advance(*game_, seat_, seen, now, *belief_, capacity(),
                      particles ? particles->reinvigorate : 0.0, chances(), watch_rng_);
    }
    // Only now: the worlds were weighed by what was believed of the types before.
    if (!evidence.likelihoods.empty())
      known_.posterior.add(seen.actor, evidence.likelihoods, evidence.uniform);
    learn_revealed(seen);
    if (evidence.before) remember(*evidence.before, evidence.action);
  }

  Action act(const View& view, const State* truth) override {
    const Stream stream = stream_.child(moves_++);
    if (options_.tree.next_best) {
      const bool again = make_next_best(view, stream);
      acted_on_ = view;
      if (again) return last_->action;
    }
    Root<G> root;
    root.seat = seat_;
    root.known = &known_;
    root.history = history_;
    root.moves = std::exchange(since_, {});
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
    if (explains_history()) explain(stream.child("history").rng());
    if (!options_.believes()) root.state = &world;
    return plan(root, stream);
  }

  void end(const Returns&) override {
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
    if constexpr (HasPlanningModel<G>) return !options_.model.given || game_->planned(view);
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
      const auto& names = resolved_.others.of(seat).names;
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
    return type_beliefs(*game_, seat_, resolved_.others, known_);
  }

  // What it believes; nothing between matches and for those that peek.
  const std::optional<typename G::Belief>& belief() const { return belief_; }
  const WorldSet<G>& worlds() const { return worlds_; }

 private:
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
    return belief && !belief->belief_game.given ? static_cast<std::size_t>(belief->count) : 0;
  }

  // Whether worlds are weighed by all that the others have done.
  bool explains_history() const {
    const auto* particles = std::get_if<Particles>(&options_.hidden);
    return particles && particles->belief == RootBelief::history && resolved_.others.any;
  }

  // Something that a modelled seat did, as this seat saw it.
  struct Deed {
    int actor;
    Action action;
    View before;
    std::vector<Memory> memories;  // what each of the seat's types remembered then
  };

  void note(const Observation& seen) {
    const bool modelled =
        seen.actor >= 0 && seen.actor != seat_ && !resolved_.others.of(seen.actor).models.empty();
    if (modelled && seen.action != hidden_action)
      deeds_.push_back({seen.actor, seen.action, *previous_view_,
                        known_.memories[static_cast<std::size_t>(seen.actor)]});
  }

  // Draws worlds from the game's belief, each weighed by how likely the others were to do there
  // what they did. It takes at most half of the time that a move may take.
  void explain(Rng rng) {
    if constexpr (HasEarlier<G>) {
      using Clock = std::chrono::steady_clock;
      const auto start = Clock::now();
      const auto count = std::get<Particles>(options_.hidden).count;
      std::vector<typename WorldSet<G>::World> worlds;
      for (std::int64_t i = 0; i < count; ++i) {
        State world = game_->sample(*belief_, rng);
        const double weight = explained(world);
        worlds.push_back({std::move(world), weight});
        if (i % 64 != 63) continue;
        const double spent = std::chrono::duration<double>(Clock::now() - start).count();
        if (options_.budget.seconds > 0 && spent >= options_.budget.seconds / 2) break;
        if (monitor_ && Clock::now() >= monitor_->next_look) {
          if (!monitor_->proceed(0, spent)) break;
          monitor_->next_look = Clock::now() + Monitor::pause;
        }
      }
      worlds_.assign(std::move(worlds));
    }
  }

  double explained(const State& world) const {
    double weight = 1;
    if constexpr (HasEarlier<G>) {
      ActionList legal;
      for (auto deed = deeds_.rbegin(); deed != deeds_.rend() && weight > 0; ++deed) {
        // What was done before that is explained alike by all worlds.
        if (!game_->tells(*belief_, deed->before)) break;
        const State then = game_->earlier(*belief_, world, deed->before);
        game_->legal(then, legal);
        weight *= chance_of(then, *deed, legal);
      }
    }
    return weight;
  }

  double chance_of(const State& then, const Deed& deed, const ActionList& legal) const {
    const auto found = std::ranges::find(legal, deed.action);
    if (found == legal.end()) return 0;
    const auto& own = resolved_.others.of(deed.actor);
    std::vector<double> each(legal.size());
    double sum = resolved_.others.error / static_cast<double>(legal.size());
    for (std::size_t type = 0; type < own.models.size(); ++type) {
      const double weight = known_.weight(deed.actor, type);
      if (weight <= 0) continue;
      own.models[type]->probabilities(*game_, then, deed.actor, deed.memories[type], legal, each);
      sum += weight * (1 - resolved_.others.error) *
             each[static_cast<std::size_t>(found - legal.begin())];
    }
    return sum;
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
    result.line.push_back(result.action);
    result.posterior = type_beliefs(*game_, seat_, resolved_.others, known_);
    last_ = std::move(result);
    return last_->action;
  }

  // Ranks what is left of the last search's moves after the best of them was refused.
  bool make_next_best(const View& view, Stream stream) {
    if constexpr (CanRefuse<G>) {
      if (!acted_on_ || !last_ || !game_->refused(*acted_on_, last_->action, view)) return false;
      game_->legal(view, forced_);
      SearchResult rest = *last_;
      std::erase_if(rest.actions, [&](const ActionStatistics& each) {
        return each.action == last_->action || each.visits == 0 ||
               !std::ranges::binary_search(forced_, each.action);
      });
      if (rest.actions.empty()) return false;
      Rng rng = stream.child("next best").rng();
      rest.action = final_move(rest, options_, rng);
      rest.line = {rest.action};
      last_ = std::move(rest);
      return true;
    } else {
      return false;
    }
  }

  Action plan(const Root<G>& root, Stream stream) {
    last_ = planner_->plan(root, stream, monitor_.get());
    return last_->action;
  }

  // What a modelled seat's types make of a world: the mean over the posterior.
  typename WorldSet<G>::Chances chances() const {
    if (!resolved_.others.any) return {};
    return [this](const State& world, int seat, const ActionList& legal, std::vector<double>& out) {
      const auto& own = resolved_.others.of(seat);
      if (own.models.empty()) return;
      std::vector<double> each(legal.size());
      std::ranges::fill(out, resolved_.others.error / static_cast<double>(legal.size()));
      for (std::size_t type = 0; type < own.models.size(); ++type) {
        own.models[type]->probabilities(*game_, world, seat, memory(seat, type), legal, each);
        const double weight = known_.weight(seat, type) * (1 - resolved_.others.error);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] += weight * each[i];
      }
    };
  }

  const Memory& memory(int seat, std::size_t type) const {
    return known_.memories[static_cast<std::size_t>(seat)][type];
  }

  // What an event says about the types of a seat.
  struct Evidence {
    std::vector<double> likelihoods;  // one a type; empty when it says nothing
    double uniform = 0;               // that of a seat which moves at random
    std::optional<State> before;      // a world in which it can have happened
    Action action = hidden_action;    // what can have been done there
  };

  // A seat has acted: how likely each of its types was to do that, averaged over worlds that the
  // belief held possible. What the types remember follows one of these worlds.
  Evidence weigh(const Observation& seen) {
    Evidence result;
    const auto* types = std::get_if<Types>(&options_.others);
    const bool correlated = types && types->posterior.kind == PosteriorKind::correlated;
    const std::size_t count =
        seen.actor >= 0 && seen.actor != seat_ ? resolved_.others.of(seen.actor).models.size() : 0;
    const bool learns = types && (correlated || types->horizon == learned_horizon);
    const bool shown = seen.action != hidden_action;
    const bool weighs =
        types && !types->frozen && (shown || reveals()) && (count > 1 || (count == 1 && learns));
    const bool remembers = resolved_.others.watch || resolved_.rollout_watches;
    if (!weighs && !remembers) return result;
    const bool hides = !game_->perfect_information();
    const std::int64_t samples = !hides ? 1 : types ? types->samples : Types{}.samples;
    std::vector<double> sums(count, 0.0);
    std::int64_t used = 0;
    ActionList legal;
    for (std::int64_t sample = 0; sample < samples; ++sample) {
      const State world = world_before();
      if (game_->actor(world) != seen.actor) continue;
      const Action action = done(world, seen, legal);
      if (action == hidden_action) continue;
      if (!result.before) {
        result.before = world;
        result.action = action;
      }
      if (!weighs) break;
      // A move without a choice says nothing.
      if (!options_.quirks.is_evidence(legal.size())) continue;
      Foretold foretold = foretell(world, seen.actor, legal);
      if (!shown) {
        foretold_[static_cast<std::size_t>(seen.actor)].push_back(std::move(foretold));
        continue;
      }
      ++used;
      result.uniform += 1.0 / static_cast<double>(legal.size());
      add_likelihoods(foretold, seen.action, *types, sums);
    }
    if (used > 0) {
      for (double& sum : sums) sum /= static_cast<double>(used);
      result.uniform /= static_cast<double>(used);
      result.likelihoods = std::move(sums);
    }
    if (!remembers) result.before.reset();
    return result;
  }

  // A world in which what was witnessed last can have happened.
  State world_before() {
    State world = game_->sample(*belief_, watch_rng_);
    if constexpr (HasEarlier<G>)
      return game_->earlier(*belief_, world, *previous_view_);
    else
      return world;
  }

  // What can have been done in a world that looked like this: the action itself, or one of those
  // that look alike where it is hidden; hidden_action where nothing does. Fills the actions that
  // there were.
  Action done(const State& world, const Observation& seen, ActionList& legal) {
    legal.clear();
    std::vector<double> weights;
    const int actor = game_->actor(world);
    if (actor == nobody) return hidden_action;
    if (actor == chance) {
      OutcomeList outcomes;
      game_->outcomes(world, outcomes);
      for (const Outcome& outcome : outcomes) {
        legal.push_back(outcome.id);
        weights.push_back(outcome.probability);
      }
    } else {
      game_->legal(world, legal);
      weights.assign(legal.size(), 1.0);
    }
    if (game_->perfect_information())
      return std::ranges::find(legal, seen.action) != legal.end() ? seen.action : hidden_action;
    double sum = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const bool named = seen.action == hidden_action || seen.action == legal[i];
      if (!named || !shows(world, legal[i], seen)) weights[i] = 0;
      sum += weights[i];
    }
    return sum > 0 ? legal[draw_index(weights, watch_rng_)] : hidden_action;
  }

  bool shows(const State& before, Action action, const Observation& seen) const {
    State after = before;
    game_->apply(after, action);
    return game_->observe(before, action, after, seat_) == seen;
  }

  bool carries_over() const {
    const auto* types = std::get_if<Types>(&options_.others);
    return types && types->carry_over;
  }

  // What each type of a seat would do in a world.
  struct Foretold {
    ActionList legal;
    std::vector<std::vector<double>> chances;  // one list a type
  };

  Foretold foretell(const State& world, int seat, const ActionList& legal) const {
    const auto& own = resolved_.others.of(seat);
    Foretold result{legal, std::vector(own.models.size(), std::vector<double>(legal.size()))};
    for (std::size_t type = 0; type < own.models.size(); ++type)
      own.models[type]->probabilities(*game_, world, seat, memory(seat, type), legal,
                                      result.chances[type]);
    return result;
  }

  // Adds how likely each type was to do what was done.
  void add_likelihoods(const Foretold& foretold, Action action, const Types& types,
                       std::vector<double>& sums) const {
    const ActionList& legal = foretold.legal;
    const auto place = static_cast<std::size_t>(std::ranges::find(legal, action) - legal.begin());
    if (place == legal.size()) return;
    // Whether a type could have done it at all is asked without errors.
    const double error = types.likelihood == Likelihood::indicator ? 0.0 : resolved_.others.error;
    for (std::size_t type = 0; type < sums.size(); ++type)
      sums[type] +=
          (1 - error) * foretold.chances[type][place] + error / static_cast<double>(legal.size());
  }

  // Whether the game tells later what a hidden choice was, as where seats choose at the same time.
  static constexpr bool reveals() {
    return requires(const G& game, const Observation& seen) { game.revealed(seen, 0); };
  }

  // An observation may say what was chosen in secret before.
  void learn_revealed(const Observation& seen) {
    if constexpr (reveals()) {
      for (int seat = 0; seat < game_->seats(); ++seat) {
        auto& foretold = foretold_[static_cast<std::size_t>(seat)];
        const Action action = foretold.empty() ? hidden_action : game_->revealed(seen, seat);
        if (action == hidden_action) continue;
        std::vector<double> sums(foretold.front().chances.size(), 0.0);
        double uniform = 0;
        double number = 0;
        for (const Foretold& each : foretold) {
          if (std::ranges::find(each.legal, action) == each.legal.end()) continue;
          add_likelihoods(each, action, std::get<Types>(options_.others), sums);
          uniform += 1.0 / static_cast<double>(each.legal.size());
          ++number;
        }
        foretold.clear();
        if (number == 0) continue;
        for (double& sum : sums) sum /= number;
        known_.posterior.add(seat, sums, uniform / number);
      }
    }
  }

  void remember(const State& before, Action action) {
    State after = before;
    game_->apply(after, action);
    for (int seat = 0; seat < game_->seats(); ++seat) {
      const auto place = static_cast<std::size_t>(seat);
      const auto fold = [&](const Model<G>& model, Memory& memory) {
        if (model.watches())
          model.observe(*game_, memory, seat, game_->observe(before, action, after, seat), after);
      };
      if (resolved_.played) fold(*resolved_.rollout[place], known_.rollout[place]);
      if (seat == seat_) continue;
      const auto& own = resolved_.others.of(seat);
      for (std::size_t type = 0; type < own.models.size(); ++type)
        fold(*own.models[type], known_.memories[place][type]);
    }
  }

  const SearchOptions options_;
  const Resolved<G> resolved_;
  std::unique_ptr<Monitor> monitor_;
  const G* game_ = nullptr;
  int seat_ = 0;
  bool met_ = false;  // has played before
  Stream stream_{0};
  Rng watch_rng_{0};
  std::uint64_t moves_ = 0;
  std::uint64_t history_ = 0;
  std::vector<Action> since_;  // what happened since the last plan
  std::optional<Planner<G>> planner_;
  Acquaintance known_;
  std::optional<typename G::Belief> belief_;
  WorldSet<G> worlds_;
  std::vector<Deed> deeds_;  // of the others, in order
  std::optional<View> last_view_;
  std::optional<View> previous_view_;
  // What was foretold of choices that are still hidden, a world each.
  std::array<std::vector<Foretold>, max_seats> foretold_;
  ActionList forced_;
  std::optional<View> acted_on_;  // of the last move, where refusals matter
  std::optional<SearchResult> last_;
};

}  // namespace otherminds
