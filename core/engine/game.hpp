// What a game is: the one contract between rules and everything that uses them.
//
// A game object holds the rules for one set of options and never changes. A state is the whole
// truth about one game in progress, a plain value: copying it is all that is needed to look ahead.
// Search and matches know a game only through the concept `Game`; `NativeGame` adds what people
// and files need (names, text, numbers, bytes).
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/hash.hpp"
#include "engine/random.hpp"
#include "engine/value.hpp"

namespace otherminds {

// A dense id: 0 .. action_count() - 1 for seats, 0 .. outcome_count() - 1 for chance.
using Action = std::int32_t;
using ActionList = std::vector<Action>;

// Who acts: a seat (0 .. seats() - 1) or one of these.
inline constexpr int chance = -1;
inline constexpr int nobody = -2;

inline constexpr int max_seats = 6;
using Returns = std::array<double, max_seats>;  // entries past the last seat are 0

struct ReturnRange {
  double low;
  double high;
};

// The best action and the returns of perfect play after it.
struct SolvedMove {
  Action action;
  Returns returns;
};

struct Outcome {
  Action id;
  double probability;
};
using OutcomeList = std::vector<Outcome>;

// What one seat witnesses of one action or chance outcome. `action` is hidden_action where the
// seat may not know it; what the facts mean is the game's to say. The same struct serves every
// game, so that memories, logs and Python see one shape.
inline constexpr Action hidden_action = -1;

struct Observation {
  static constexpr std::size_t fact_count = 8;

  std::int32_t actor = nobody;
  std::int32_t action = hidden_action;
  std::array<std::int32_t, fact_count> facts{};

  bool operator==(const Observation&) const = default;
  std::uint64_t key() const { return hash_bytes(*this); }
};

// The part of a game that search and matches use, with its types State (s), View (v), Belief (b).
//
//   name()            By which people and files call the game.
//   seats()           How many play; at most max_seats.
//   action_count()    Actions are numbered from 0 to one less than this.
//   return_range()    The least and the most that a seat can get.
//   perfect_information()
//                     Whether a view hides nothing, so that a search needs no belief.
//   type_of(a)        The kind of an action.
//   initial(rng)      A fresh state; all that is dealt beforehand comes from rng.
//   actor(s)          A seat, `chance`, or `nobody` when the game is over.
//   legal(s, out)     Replaces out by the actor's legal actions, ascending; at least one when the
//                     actor is a seat. Not called for chance or a finished game.
//   legal(v, out)     The same from the actor's view: a seat always knows what it may do.
//   apply(s, a)       Applies a legal action, or a possible outcome when chance acts. Unchecked.
//   outcomes(s, out)  Replaces out by the possible outcomes, ascending, probabilities > 0 that sum
//                     to 1. Only when chance acts.
//   sample_outcome    Draws one outcome with those probabilities.
//   returns(s)        What each seat got; only when nobody acts. Within return_range().
//   observe(before, a, after, seat)
//                     What the seat witnesses when `before` becomes `after` by a.
//   view(s, seat)     What the seat may know of s, a value with no way back to s.
//   belief(v)         The seat's belief at the start of a match, from its first view.
//   update(b, o, v)   Folds one observation, and the view after it, into the belief.
//   sample(b, rng)    A state that the belief holds possible. Nothing else samples worlds.
//
// Simultaneous moves: seats choose in turn, views and observations hide a choice until the last
// seat has chosen.
template <class G>
concept Game =
    std::copyable<typename G::State> && std::copyable<typename G::View> &&
    std::copyable<typename G::Belief> &&
    requires(const G& game, const typename G::State& state, typename G::State& target,
             const typename G::View& view, typename G::Belief& belief, const Observation& seen,
             ActionList& actions, OutcomeList& outcomes, Action action, int seat, Rng& rng) {
      { game.name() } -> std::convertible_to<std::string>;
      { game.seats() } -> std::same_as<int>;
      { game.action_count() } -> std::same_as<int>;
      { game.return_range() } -> std::same_as<ReturnRange>;
      { game.perfect_information() } -> std::same_as<bool>;
      { game.initial(rng) } -> std::same_as<typename G::State>;
      { game.actor(state) } -> std::same_as<int>;
      game.legal(state, actions);
      game.legal(view, actions);
      game.apply(target, action);
      game.outcomes(state, outcomes);
      { game.sample_outcome(state, rng) } -> std::same_as<Action>;
      { game.returns(state) } -> std::same_as<Returns>;
      { game.observe(state, action, state, seat) } -> std::same_as<Observation>;
      { game.view(state, seat) } -> std::same_as<typename G::View>;
      { game.type_of(action) } -> std::same_as<int>;
      { game.belief(view) } -> std::same_as<typename G::Belief>;
      game.update(belief, seen, view);
      { game.sample(belief, rng) } -> std::same_as<typename G::State>;
    };

// What a native game adds, so that people, files and networks can use it. States, views and options
// list their fields (engine/value.hpp); from that come JSON, bytes, equality and keys. They are
// trivially copyable and without padding, so a copy is a memcpy and equal values have equal bytes.
// A view begins with `seat` and `actor`, both std::int32_t.
//
//   title             The name of the game in sentences for people.
//   version           Raised when old bytes no longer mean the same state.
//   options()         The Options that the game was made with.
//   outcome_count()   Chance's outcomes are numbered from 0 to one less than this.
//   problem(s)        Empty for a state that play could use safely; otherwise a sentence. Called
//                     on every state that comes from outside.
//   type_of(a)        The kind of an action, a number below type_names().size().
//   action_text(a)    What a person reads; no two actions share a text. outcome_text likewise.
//   action_parts(a)   What the action consists of besides its type, as named plain values (numbers,
//                     texts, lists of them, or named counts), from which forms, prompts and
//                     encodings are made. Actions of one type have parts of the same names; no two
//                     of them have equal parts. A seat is given by its number, not relative to who
//                     acts. The way back from parts to an action follows from this for every game
//                     (dynamic/action_parts.hpp).
//   text(s), text(v)  Many lines, for people.
//   tensor_shape(), tensor(v, out)
//                     A view as numbers of one fixed shape, for networks.
//   policies(game)    A function beside the class: the named players of the game
//                     (engine/policy.hpp).
//
// Everything below is optional. The engine and the search ask at compile time whether a game has a
// hook, and do without it or refuse what needs it.
//
// For files and people:
//
//   fill_in(s)        States read from JSON may lack what follows from the rest: this fills it in.
//                     It must cope with any state, sound or not.
//   evaluators(game)  So that a search can stop early and judge the position: a function beside the
//                     class that lists the named evaluations (engine/evaluation.hpp).
//   solved(s, positions)
//                     So that a search that looks deeper and deeper ends in perfect play: an action
//                     and what it leads to where that is found at the cost of judging so many
//                     positions, as a SolvedMove; nothing otherwise.
//   longest_game()    So that a game without end is reported instead of hanging: the moves after
//                     which a game counts as endless; a million where it is not given.
//
// For searches that tell positions apart. Without these, a key is a hash of all bytes:
//
//   state_key(s)      So that a search meets a position again when it came about in another way: a
//                     number that is equal for states from which play goes on alike. It leaves out
//                     what has no effect, such as the number of the turn.
//   view_key(v)       The same for what a seat sees.
//   belief_key(b)     So that searches can share nodes between equal beliefs: a number that tells
//                     apart what a seat sees and believes.
//   try_update(b, o, v)
//                     So that a walk along a world that the belief excludes has a way out: update()
//                     that returns false where no world fits. Goes with belief_key().
//
// For searches that draw worlds from a belief:
//
//   worlds(b, out)    So that a small belief is used exactly and not by sampling: every state that
//                     it holds possible, with its weight; nothing where there are too many.
//   reshuffle(s, rng) So that few worlds serve for many iterations: draws anew what nobody can know
//                     anything of, such as the order of a deck.
//   allowed(s, out), allowed(b, out)
//                     So that a search does not spread over moves of which nothing can come, such
//                     as asking for cards that the other seat does not hold: the legal actions of
//                     the actor in this world without those that are of that kind there, or of the
//                     seat that believes b without those that are so in every world it holds
//                     possible. Ascending, at least one.
//   views_tell_all    So that any seat can be modelled from where it stands in a simulated world:
//                     true where belief(v) is the whole belief for every view, not only the first.
//   outlook(v, moves) So that a nested search recognises a question that it has answered: the view
//                     in which all that cannot change the next `moves` moves of seats, such as
//                     messages or the time, is made the same. It is for players that do not read
//                     these things.
//
// For learning who the others are from what they did:
//
//   earlier(b, s, v)  So that an old move can be judged by what has become known since: the state
//                     when the seat had the earlier view v, in the world s that its belief b holds
//                     possible now.
//   tells(b, v)       Whether that state depends on the world at all. Goes with earlier().
//   revealed(o, seat) So that a choice made in secret counts once it is shown: the action that the
//                     seat turns out to have chosen by this observation, or hidden_action.
//   refused(v, a, now)
//                     So that a planner does not offer again and again what nobody accepts: whether
//                     the action chosen at the view v was an offer that another seat refused, which
//                     left things as they were.
//
// For pickles:
//
//   archived(x, bytes)
//                     So that an agent can be stored in mid-match where a state is more than its
//                     bytes, as in games written in Python: writes or reads a state, view or
//                     belief x.
//
// For planning in another game than the one that is played (engine/planning_model.hpp says what
// such a game has):
//
//   PlanningModel     A reduced game that decides part of this one.
//   planned(v)        Whether that model decides anything where a seat sees this.
//   BeliefGame        A game whose states are beliefs, for planning in beliefs.
//   variant(options)  So that roll-outs can follow simpler rules: the game with some other options,
//                     under which a state of this one stays a state.
//
// For speed. Each has the effect of what the engine would do without it, so that play only becomes
// faster:
//
//   sample_legal(s, rng)
//                     One legal action, by the same draw: legal(s)[rng.below(size)].
//   legal_types(s), legal_of_type(s, type, out)
//                     The action types that are legal, and the legal actions of one type,
//                     without listing all legal actions.
//   legal_type_bits(s), sample_of_type(s, type, rng)
//                     The types as bits, and one legal action of a type, all equally likely.
//   play_typed(s, types, rng)
//                     A whole roll-out in which every seat draws an action type and then one of
//                     that type, played to the end in one loop of the game's own.
template <class G>
concept NativeGame =
    Game<G> && std::is_trivially_copyable_v<typename G::State> &&
    std::has_unique_object_representations_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::View> &&
    std::has_unique_object_representations_v<typename G::View> &&
    requires(const G& game, const typename G::State& state, const typename G::View& view,
             Action action, std::span<float> numbers) {
      { G::version } -> std::convertible_to<int>;
      { game.options() } -> std::convertible_to<const typename G::Options&>;
      { game.outcome_count() } -> std::same_as<int>;
      { game.problem(state) } -> std::same_as<std::string>;
      { game.type_names() } -> std::convertible_to<std::span<const std::string_view>>;
      { game.action_text(action) } -> std::same_as<std::string>;
      { game.outcome_text(action) } -> std::same_as<std::string>;
      { game.action_parts(action) } -> std::same_as<Value::Members>;
      { game.text(state) } -> std::same_as<std::string>;
      { game.text(view) } -> std::same_as<std::string>;
      { game.tensor_shape() } -> std::same_as<std::vector<int>>;
      game.tensor(view, numbers);
    };

template <class G>
concept HasEarlier = requires(const G& game, const typename G::Belief& belief,
                              const typename G::State& state, const typename G::View& view) {
  { game.earlier(belief, state, view) } -> std::same_as<typename G::State>;
  { game.tells(belief, view) } -> std::same_as<bool>;
};

template <class G>
concept HasBeliefKey = requires(const G& game, typename G::Belief& belief, const Observation& seen,
                                const typename G::View& view) {
  { game.belief_key(belief) } -> std::same_as<std::uint64_t>;
  { game.try_update(belief, seen, view) } -> std::same_as<bool>;
};

template <class G>
concept HasAllowed = requires(const G& game, const typename G::State& state,
                              const typename G::Belief& belief, ActionList& out) {
  game.allowed(state, out);
  game.allowed(belief, out);
};

template <class G>
concept CanRefuse = requires(const G& game, const typename G::View& view, Action action) {
  { game.refused(view, action, view) } -> std::same_as<bool>;
};

template <class G>
constexpr bool views_tell_all() {
  if constexpr (requires { G::views_tell_all; }) {
    return G::views_tell_all;
  } else {
    return false;
  }
}

// 64 bits that are equal for equal states, or for equal views.
template <Game G>
std::uint64_t state_key(const G& game, const typename G::State& state) {
  if constexpr (requires { game.state_key(state); }) {
    return game.state_key(state);
  } else {
    return hash_bytes(state);
  }
}

template <Game G>
std::uint64_t view_key(const G& game, const typename G::View& view) {
  if constexpr (requires { game.view_key(view); }) {
    return game.view_key(view);
  } else {
    return hash_bytes(view);
  }
}

// One legal action, uniformly; `scratch` saves the allocation.
template <Game G>
Action sample_legal(const G& game, const typename G::State& state, ActionList& scratch, Rng& rng) {
  if constexpr (requires { game.sample_legal(state, rng); }) {
    return game.sample_legal(state, rng);
  } else {
    game.legal(state, scratch);
    return scratch[rng.below(static_cast<std::uint32_t>(scratch.size()))];
  }
}

// The actions of one type that are legal now, ascending.
template <NativeGame G>
void legal_of_type(const G& game, const typename G::State& state, int type, ActionList& out) {
  if constexpr (requires { game.legal_of_type(state, type, out); }) {
    game.legal_of_type(state, type, out);
  } else {
    game.legal(state, out);
    std::erase_if(out, [&](Action action) { return game.type_of(action) != type; });
  }
}

// The types that have a legal action now, ascending.
template <NativeGame G>
std::vector<int> legal_types(const G& game, const typename G::State& state, ActionList& scratch) {
  if constexpr (requires { game.legal_types(state); }) {
    return game.legal_types(state);
  } else {
    game.legal(state, scratch);
    std::vector<int> types;
    for (const Action action : scratch) types.push_back(game.type_of(action));
    std::ranges::sort(types);
    types.erase(std::unique(types.begin(), types.end()), types.end());
    return types;
  }
}

// Draws from listed outcomes; the last one takes what rounding leaves over.
inline Action sample_from(std::span<const Outcome> outcomes, Rng& rng) {
  double point = rng.unit();
  for (const Outcome& outcome : outcomes) {
    if (point < outcome.probability) return outcome.id;
    point -= outcome.probability;
  }
  return outcomes.back().id;
}

}  // namespace otherminds
