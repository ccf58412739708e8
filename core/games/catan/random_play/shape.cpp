#include "games/catan/random_play/shape.hpp"

#include <algorithm>
#include <bit>

namespace otherminds::catan {

namespace {

int draw_type(std::uint64_t types, Rng& rng) {
  auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(types)));
  for (; skip > 0; --skip) types &= types - 1;
  return std::countr_zero(types);
}

void count_types(const Catan& game, const ActionList& legal, TypeShape& shape) {
  std::array<std::int64_t, turn_types> counts{};
  for (const Action action : legal) ++counts[game.type_of(action)];
  ++shape.decisions;
  for (int type = 0; type < turn_types; ++type) {
    shape.possible[type] += counts[type] > 0 ? 1 : 0;
    shape.options[type] += counts[type];
    shape.most[type] = std::max(shape.most[type], counts[type]);
  }
}

class Counter {
 public:
  Counter(const Catan& game, bool typed, Rng& rng, TypeShape& types)
      : game_(game), typed_(typed), rng_(rng), types_(types) {}

  GameShape play(State state, Pulse* pulse) {
    GameShape shape;
    for (int actor = game_.actor(state); actor != nobody; actor = game_.actor(state)) {
      if (pulse) pulse->beat();
      if (actor == chance)
        draw(state, shape);
      else
        choose(state, shape);
    }
    shape.turns = state.table.turn;
    shape.winner = state.table.winner;
    return shape;
  }

 private:
  void draw(State& state, GameShape& shape) {
    const Phase phase = static_cast<Phase>(state.table.phase);
    if (phase == losing) {
      const int seat = state.table.acting;
      while (state.table.phase == losing && state.table.acting == seat)
        game_.apply(state, game_.sample_outcome(state, rng_));
      ++shape.steps;
      return;
    }
    if (phase != exchanging) {
      game_.outcomes(state, outcomes_);
      ++shape.steps;
      if (outcomes_.size() > 1) {
        ++shape.events;
        shape.outcomes += static_cast<std::int64_t>(outcomes_.size());
      }
    }
    game_.apply(state, game_.sample_outcome(state, rng_));
  }

  void choose(State& state, GameShape& shape) {
    const bool in_turn = state.table.phase == playing;
    game_.legal(state, legal_);
    if (in_turn) count_types(game_, legal_, types_);
    if (in_turn && typed_)
      game_.legal_of_type(state, draw_type(game_.legal_type_bits(state), rng_), legal_);
    const Action action = legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))];
    ++shape.steps;
    ++shape.decisions;
    if (legal_.size() > 1) {
      ++shape.choices;
      shape.options += static_cast<std::int64_t>(legal_.size());
    }
    const bool offered = game_.is_offer(action) && game_.rules().exchange != Exchange::offers;
    if (offered || action == action::accept) ++shape.exchanges;
    game_.apply(state, action);
  }

  const Catan& game_;
  bool typed_;
  Rng& rng_;
  TypeShape& types_;
  ActionList legal_;
  OutcomeList outcomes_;
};

}  // namespace

Shape random_shape(const Catan& game, bool typed, std::int64_t games, Stream stream, Pulse* pulse) {
  Shape shape;
  Rng deal = stream.child("deal").rng();
  Rng rng = stream.child("chance").rng();
  Counter counter(game, typed, rng, shape.types);
  for (std::int64_t i = 0; i < games; ++i) {
    shape.games.push_back(counter.play(game.initial(deal), pulse));
  }
  return shape;
}

std::int64_t typed_playouts(const Catan& game, std::int64_t games, Stream stream, Pulse* pulse) {
  Rng deal = stream.child("deal").rng();
  Rng rng = stream.child("chance").rng();
  const TypeDistribution types(Value{Value::Members{}}, game.type_names());
  std::int64_t won = 0;
  for (std::int64_t i = 0; i < games; ++i) {
    if (pulse) pulse->beat();
    State state = game.initial(deal);
    game.play_typed(state, types, rng, true);
    won += state.table.winner != nothing ? 1 : 0;
  }
  return won;
}

}  // namespace otherminds::catan
