// What the tests of several games and rooms expect in the same way.
#pragma once

#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "engine/error.hpp"
#include "engine/game.hpp"

namespace otherminds {

inline bool near(double value, double expected, double error = 1e-12) {
  return std::abs(value - expected) <= error;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The sentence with which a call is refused; empty if it is not. An error of another kind, or one
// that is no sentence, fails the test.
template <class Call>
std::string refusal(Call&& call, ErrorKind kind = ErrorKind::option) {
  try {
    std::forward<Call>(call)();
  } catch (const Error& error) {
    const std::string sentence = error.what();
    assert(error.kind == kind);
    assert(sentence.ends_with('.') || sentence.ends_with('?'));
    return sentence;
  }
  return {};
}

template <class Call>
bool refuses(Call&& call, ErrorKind kind = ErrorKind::option) {
  return !refusal(std::forward<Call>(call), kind).empty();
}

// Whether the belief of a seat that saw `before` refuses what it is told next. It keeps what it
// believed if so.
template <Game G>
bool refuses_update(const G& game, const typename G::View& before, const Observation& seen,
                    const typename G::View& after) {
  typename G::Belief belief = game.belief(before);
  const bool refused = refuses([&] { game.update(belief, seen, after); });
  assert(belief.view == (refused ? before : after));
  return refused;
}

// A move of whoever acts, chance included, at random.
template <Game G>
Action random_move(const G& game, const typename G::State& state, Rng& rng) {
  ActionList scratch;
  return game.actor(state) == chance ? game.sample_outcome(state, rng)
                                     : sample_legal(game, state, scratch, rng);
}

}  // namespace otherminds
