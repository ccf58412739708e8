// Roll-outs: typed play to the end in one loop. What happens most, rolls, exchanges, trades with
// the bank, discards and ends of turns, is done here at once; the rest is left to the steps that
// everybody takes.
#include "engine/playout.hpp"
#include "games/catan/rules/choices.hpp"
#include "games/catan/rules/draws.hpp"
#include "games/catan/rules/steps.hpp"

namespace otherminds::catan {

namespace {

// The action types in a turn without a card to play: the first six, and to end it.
constexpr std::uint64_t plain_types = 0x3f | bit(end_turn);
constexpr std::array<Few, 64> plain_turns = list_few(end_turn);

}  // namespace

class Catan::Rollout {
 public:
  Rollout(const Catan& game, State& state, const TypeDistribution& types, const Rng& rng,
          bool only_in_turn)
      : game_(game), state_(state), types_(types), rng_(rng), only_in_turn_(only_in_turn) {}

  // Returns the random numbers that are left.
  Rng play() {
    for (int moves = 0; moves < longest_game(game_); ++moves) {
      if (table_.phase == playing && !play_turn()) continue;
      if (table_.phase == beginning)
        begin_turn();
      else if (table_.phase == over)
        return rng_;
      else
        play_between();
    }
    report_endless(game_);
  }

 private:
  Choices own() const { return choices_of(state_, game_.seats(), open_); }
  Hand& hand() { return state_.hands[table_.acting]; }

  // What draws out of line gets a copy of the generator, whose own words thus need no address.
  template <class Draw>
  auto drawn_by(Draw&& draw) {
    Rng rng = rng_;
    const auto result = draw(rng);
    rng_ = rng;
    return result;
  }

  int choose(std::uint64_t legal) {
    if (!uniform_) return drawn_by([&](Rng& rng) { return types_.draw(legal, rng); });
    if ((legal & (legal - 1)) != 0) return nth_of_few(legal, any(count(legal), rng_));
    rng_.next();  // which of one type needs no number, but takes one
    return std::countr_zero(legal);
  }

  int choose_in_turn(std::uint64_t legal) {
    if (!uniform_ || (legal & ~plain_types) != 0) return choose(legal);
    const Few& turn = plain_turns[legal & 0x3f];
    return turn.which[rng_.below(turn.size + 1U)];
  }

  void play_type(int type) {
    if (type <= build_city) known_ = 0;
    game_.apply(state_,
                drawn_by([&](Rng& rng) { return game_.sample_of_type(state_, type, rng); }));
  }

  // Where there is one action type, any action is an action of that type.
  void play_only_type(int type) {
    if (!only_in_turn_) choose(bit(type));
    play_type(type);
  }

  void play_any() {
    game_.apply(state_, drawn_by([&](Rng& rng) { return game_.sample_legal(state_, rng); }));
  }

  const Standing& standing() {
    const int seat = table_.acting;
    if (!(known_ >> seat & 1)) {
      standings_[seat] = standing_of(table_, seat);
      known_ |= 1U << seat;
    }
    return standings_[seat];
  }

  // Exchanges that chance draws, trades with the bank and the action after them; whether that was
  // the end of the turn. What is possible on the board does not change until then, and whoever has
  // cards still has some after each exchange and trade.
  bool play_turn() {
    const Choices choices = own();
    const int seat = choices.seat;
    const auto [builds, rates] = standing();
    const std::uint64_t possible = types_possible(builds, choices);
    const Few& partners = partners_of(state_, seat);
    const int cap = game_.options().offers;
    const bool trades =
        !game_.trades().empty() && state_.hands[seat].word() != 0 && partners.size > 0;
    for (int moves = 0; moves < longest_game(game_); ++moves) {
      const Choices now = own();
      const bool offers =
          drawn_ ? trades && (cap == 0 || table_.offers < cap) : may_trade(game_, now);
      const int type =
          choose_in_turn(types_paid(possible, rates, now) | (offers ? bit(trade_with_player) : 0));
      if (type == trade_with_player && drawn_) {
        if (table_.offers < most_offers) ++table_.offers;
        const DrawnExchange agreed = draw_exchange(state_, partners, rng_);
        game_.exchange(state_, seat, agreed.other, agreed.trade());  // nobody wins by that
      } else if (type == bank_trade && table_.no_stock == 0) {
        trade_with_bank(seat, rates);
      } else if (type == end_turn) {
        game_.finish_turn(state_);
        game_.look_for_winner(state_);
        return true;
      } else {
        play_type(type);
        return false;
      }
    }
    report_endless(game_);
  }

  // Nobody wins by it, and it ends no game: whoever acts had the chance before.
  void trade_with_bank(int seat, Hand rates) {
    const int given = any_of(few[hand().at_least(rates)], rng_);
    const int taken = any_of(few[0x1f & ~(1U << given)], rng_);
    game_.pay(state_, seat, Hand::of(given, rates[given]));
    game_.take(state_, seat, Hand::of(taken));
  }

  void begin_turn() {
    const unsigned cards = playable_cards(own(), game_.rules().only_knights_before_roll);
    if (cards != 0 && only_in_turn_) return play_any();
    const int type = choose(bit(roll_dice) | types_of_cards(cards));
    if (type != roll_dice) return play_type(type);
    roll();
  }

  void roll() {
    game_.rolled(state_, rolls[rng_.below(36)] + 2);
    game_.look_for_winner(state_);
  }

  void discard(Hand card) {
    game_.pay(state_, table_.acting, card);
    if (--table_.discards[table_.acting] == 0) game_.next_discard(state_);
    game_.look_for_winner(state_);
  }

  void play_between() {
    switch (table_.phase) {
      case rolling:
        return roll();
      case discarding:
        if (only_in_turn_) return discard(draw_card(hand(), rng_));
        choose(bit(discard_card));
        return discard(Hand::of(any_of(few[hand().held()], rng_)));
      case losing:
        return discard(draw_card(hand(), rng_));
      case setting_settlement:
        return play_only_type(build_settlement);
      case setting_road:
      case free_road:
        return play_only_type(build_road);
      case robbing:
        return play_only_type(move_robber);
      case answering:
        return only_in_turn_ ? play_any() : play_type(choose(types_of(game_, own())));
      default:
        return game_.apply(state_,
                           drawn_by([&](Rng& rng) { return game_.sample_outcome(state_, rng); }));
    }
  }

  const Catan& game_;
  State& state_;
  Table& table_ = state_.table;
  const TypeDistribution& types_;
  Rng rng_;  // a copy: nothing in the state can be taken for a part of it
  const bool only_in_turn_;
  const bool uniform_ = types_.uniform();
  const bool drawn_ = game_.rules().exchange == Exchange::drawn;
  const bool open_ = game_.perfect_information();
  BySeat<Standing> standings_;
  unsigned known_ = 0;  // bits of the seats whose standing is up to date
};

// Flattened, so that what the roll-out keeps stays in registers.
[[gnu::flatten]] void Catan::play_typed(State& state, const TypeDistribution& types, Rng& rng,
                                        bool only_in_turn) const {
  rng = Rollout(*this, state, types, rng, only_in_turn).play();
}

}  // namespace otherminds::catan
