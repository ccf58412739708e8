// Roll-outs: typed play to the end in one loop. What happens most, rolls, exchanges, discards and
// ends of turns, is done here at once; the rest is left to the steps that everybody takes.
#include "engine/playout.hpp"
#include "games/catan/choices.hpp"
#include "games/catan/draws.hpp"
#include "games/catan/steps.hpp"

namespace otherminds::catan {

void Catan::play_typed(State& state, const TypeDistribution& types, Rng& rng,
                       bool only_in_turn) const {
  Table& table = state.table;
  const bool open = perfect_information();
  const bool drawn = rules_.exchange == Exchange::drawn;
  const auto choose = [&](std::uint64_t legal) {
    return types.uniform() ? nth(legal, any(count(legal), rng)) : types.draw(legal, rng);
  };
  for (int moves = 0; moves < longest_game(*this); ++moves) {
    switch (table.phase) {
      case over:
        return;
      case playing: {
        const int type = choose(types_in_turn(*this, choices_of(state, seats(), open)));
        if (type == end_turn) {
          finish_turn(state);
          break;
        }
        if (type == trade_with_player && drawn) {
          if (table.offers < most_offers) ++table.offers;
          const DrawnExchange agreed = draw_exchange(state, seats(), rng);
          exchange(state, table.acting, agreed.other, agreed.trade());
          continue;  // nobody wins by that
        }
        apply(state, sample_of_type(state, type, rng));
        continue;
      }
      case beginning: {
        const std::uint64_t legal = types_of(*this, choices_of(state, seats(), open));
        if (only_in_turn && legal != bit(roll_dice)) {
          apply(state, sample_legal(state, rng));
          continue;
        }
        const int type = choose(legal);
        if (type != roll_dice) {
          apply(state, sample_of_type(state, type, rng));
          continue;
        }
        [[fallthrough]];
      }
      case rolling:
        rolled(state, rolls[rng.below(36)] + 2);
        break;
      case discarding: {
        if (!only_in_turn) choose(bit(discard_card));
        const unsigned held = state.hands[table.acting].held();
        pay(state, table.acting, Hand::of(nth(held, any(count(held), rng))));
        if (--table.discards[table.acting] == 0) next_discard(state);
        break;
      }
      default:
        if (actor(table) == chance)
          apply(state, sample_outcome(state, rng));
        else if (only_in_turn)
          apply(state, sample_legal(state, rng));
        else
          apply(state, sample_of_type(
                           state, choose(types_of(*this, choices_of(state, seats(), open))), rng));
        continue;
    }
    look_for_winner(state);
  }
  report_endless(*this);
}

}  // namespace otherminds::catan
