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

// The part of a game that search and matches use.
//
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
// seat has chosen. A game that hides nothing says so by perfect_information().
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

// What a native game adds. States, views and options list their fields (engine/value.hpp); from
// that come JSON, bytes, equality and keys. They are trivially copyable and without padding, so a
// copy is a memcpy and equal values have equal bytes.
//
//   version           Raised when old bytes no longer mean the same state.
//   options()         The options the game was made with.
//   problem(s)        Empty for a state that play could use safely; otherwise a sentence. Called
//                     on every state that comes from outside.
//   action types      type_of(a) is a number below type_names().size().
//   action_text(a)    What a person reads; no two actions share a text. outcome_text likewise.
//   text(s), text(v)  Many lines, for people.
//   tensor_shape(), tensor(v, out)
//                     A view as numbers of one fixed shape.
//
// Optional:
//   views_tell_all                 true: belief(v) is the whole belief for every view, not only the
//                                  first, so that a seat can be modelled from where it stands
//   earlier(b, s, v)               the state when the seat had the earlier view v, in the world s
//                                  that its belief b holds possible now
//   tells(b, v)                    whether that state depends on the world; goes with earlier()
//   reshuffle(s, rng)              draws anew what nobody can know anything of, such as the order
//                                  of a deck, so that few worlds do for many iterations
//   outlook(v, moves)              the view with what cannot change how the next `moves` moves of
//                                  seats go for players that do not read it, such as messages or
//                                  the time, made the same for all
//   variant(options)               the game with some other options under which a state stays a
//                                  state, for roll-outs
//   fill_in(s)                     fills in what is not among the fields of a state because it
//                                  follows from them; s may be any state, sound or not
//   belief_key(b)                  a number that tells apart what a seat sees and believes, for
//                                  searches that share nodes between equal beliefs
//   refused(v, a, now)             whether the action, chosen at the view v, was one that another
//                                  seat could refuse and did, which left things as they were
//   PlanningModel, planned(v)      a reduced game in which part of this one can be planned, and
//                                  whether it decides anything where a seat sees this
//                                  (search/planning_model.hpp)
//   revealed(o, seat)              the action that a choice of the seat, hidden when it was made,
//                                  turns out to have been by this observation, or hidden_action
//
// Optional, for speed, each equal to what the engine would do without it:
//   sample_legal(s, rng)           one legal action: legal(s)[rng.below(size)], same draw
//   legal_types(s), legal_of_type  without listing all legal actions
//   legal_type_bits(s), sample_of_type(s, type, rng)
//                                  the types as bits, and one legal action of a type, each as
//                                  likely
//   worlds(b, out)                 every state that a belief holds possible, with its weight
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

// Games whose published programs err in ways that a search can be asked to repeat. `forgetful`
// gives the belief of a seat that forgets some of the facts named in `forgettable`; `give_turn`
// makes it a seat's turn, if it can move; `view_without_hand` leaves the seat's hand out of what is
// unseen.
template <class G>
concept CanForget =
    requires(const G& game, const typename G::Belief& belief, std::span<const std::string> facts) {
      { game.forgetful(belief, facts) } -> std::same_as<typename G::Belief>;
      G::forgettable;
    };
template <class G>
concept CanGiveTurn =
    requires(const G& game, typename G::State& state, int seat) { game.give_turn(state, seat); };
template <class G>
concept CanMissHand = requires(const G& game, const typename G::State& state, int seat) {
  { game.view_without_hand(state, seat) } -> std::same_as<typename G::View>;
};

template <class G>
concept HasBeliefKey = requires(const G& game, const typename G::Belief& belief) {
  { game.belief_key(belief) } -> std::same_as<std::uint64_t>;
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
