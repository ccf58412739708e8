#include "games/hanabi/hat_guessing/hat_guessing.hpp"

#include "engine/error.hpp"
#include "games/hanabi/hat_guessing/code.hpp"
#include "games/hanabi/hat_guessing/endgame.hpp"

namespace otherminds::hanabi {

namespace {

// With more cards in the deck than this there is no plan for the endgame.
constexpr int endgame_deck = 4;

// Whether the choice between playable cards names a sum too. With more players a hint says enough
// without, and it matters more which card comes first.
bool plays_tell(const Hanabi& game, int deck) { return game.seats() == 3 && deck > endgame_deck; }

// The moves that a seat thinks about, by what everybody knows and by what it sees itself.
class Turn {
 public:
  Turn(const Hanabi& game, const View& view, const PublicKnowledge& knowledge)
      : game_(game),
        view_(view),
        table_(game, view),
        knowledge_(knowledge),
        common_(knowledge.possible[view.seat]) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (seat == view.seat) continue;
      for (const Card card : view.hands[seat]) in_sight_ |= only(card);
    }
    for (int slot = 0; slot < game.hand_size(); ++slot) {
      const Card shown = view.hands[view.seat][slot];
      own_[slot] = is_card(shown) ? only(shown) : common_[slot] & view.unseen.present();
      if (own_[slot] == 0) own_[slot] = common_[slot];
    }
  }

  Action decide() {
    const Action usual = usual_move();
    return view_.deck_left > endgame_deck ? usual : improved(usual);
  }

 private:
  int clues() const { return view_.clues; }
  bool can_discard() const { return clues() < game_.options().clues; }

  Action usual_move() {
    if (const int slot = slot_to_play(); slot != none) return game_.play_action(slot);
    const int dead = dead_slot();
    if (dead != none && can_discard() && has_time_to_discard()) return game_.discard_action(dead);
    const bool is_last_turn = view_.turns_left == 1;
    if (clues() > 0 && !is_last_turn) {
      if (const Action found = hint(); found != none) return found;
    }
    const Guess guess = likeliest_play();
    if (view_.lives > 1 && guess.chance > least_chance()) return game_.play_action(guess.slot);
    if (can_discard()) return game_.discard_action(dead != none ? dead : cheapest_slot());
    return game_.play_action(guess.slot);
  }

  // Discards that the team can still afford if it wants every point.
  int spare_turns() const {
    int missing = -view_.score;
    for (int colour = 0; colour < game_.options().colours; ++colour)
      missing += game_.highest_reachable(view_, colour);
    return view_.deck_left + last_turns(game_) - missing;
  }

  bool has_time_to_discard() const {
    if (view_.deck_left == 0) return false;
    const int spare = spare_turns();
    const bool nobody_can_play = (in_sight_ & table_.playable) == 0;
    return nobody_can_play ? spare > 0 : spare > 2 && clues() + 2 <= game_.options().clues;
  }

  int slot_to_play() const {
    int best = none;
    double best_worth = 0;
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      if (own_[slot] == 0 || (own_[slot] & ~table_.playable) != 0) continue;
      const double worth = mean(own_[slot], [&](Card card) { return worth_of_playing(card); });
      if (worth <= best_worth) continue;
      best = slot;
      best_worth = worth;
    }
    if (best == none || !plays_tell(game_, view_.deck_left)) return best;
    const unsigned equals = slots_within(common_, table_.playable);
    return equals >> best & 1 ? slot_that_tells(equals) : best;
  }

  // Low cards first, unless somebody waits for the card or it returns a clue.
  double worth_of_playing(Card card) const {
    const int rank = rank_of(card);
    if (rank == game_.options().ranks) return 8;
    const bool awaited = in_sight_ & only(static_cast<Card>(card + 1));
    return 10 - rank + (awaited ? 5 : 0);
  }

  int dead_slot() const {
    const unsigned equals = slots_within(common_, table_.dead);
    if (equals != 0) return slot_that_tells(equals);
    const unsigned mine = slots_within(own_, table_.dead);
    return mine == 0 ? none : std::countr_zero(mine);
  }

  int slot_that_tells(unsigned equals) const {
    const int numbers = bits_in(equals);
    return nth_bit(
        equals, static_cast<std::uint32_t>(sum_to_name(game_, view_, table_, knowledge_, numbers)));
  }

  int cheapest_slot() const {
    int best = none;
    double least = 0;
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      if (own_[slot] == 0) continue;
      const double cost = mean(own_[slot], [&](Card card) { return cost_of_losing(card); });
      if (best != none && cost >= least) continue;
      best = slot;
      least = cost;
    }
    return best;
  }

  double cost_of_losing(Card card) const {
    const Kinds kind = only(card);
    if (kind & table_.dead) return 0;
    if (kind & in_sight_) return 0.3;
    if (kind & game_.necessary(view_)) return 10;
    return kind & table_.playable ? 2.5 : 1.5;
  }

  // Over the cards of these kinds that the seat does not see.
  template <class Of>
  double mean(Kinds kinds, Of&& of) const {
    double sum = 0;
    double weights = 0;
    for (Kinds rest = kinds; rest != 0; rest &= rest - 1) {
      const auto card = static_cast<Card>(std::countr_zero(rest));
      const double weight = std::max(view_.unseen.of(card), 1);
      sum += weight * of(card);
      weights += weight;
    }
    return sum / weights;
  }

  struct Guess {
    int slot = none;
    double chance = -1;
  };
  Guess likeliest_play() const {
    Guess best;
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      if (own_[slot] == 0) continue;
      const double chance =
          mean(own_[slot], [&](Card card) { return only(card) & table_.playable ? 1.0 : 0.0; });
      if (chance > best.chance) best = {slot, chance};
    }
    return best;
  }

  // Above which a guess is better than a discard. The last round has no use for clues.
  double least_chance() const { return view_.turns_left > 0 ? 0 : 0.7; }

  // The hint that names the sum; of several the one that by itself says most. None where the
  // target's hand has no such hint.
  Action hint() const {
    const HintCode code(game_, view_, knowledge_, view_.seat);
    if (code.numbers() == 0) return none;
    const int sum = sum_to_name(game_, view_, table_, knowledge_, code.numbers());
    Action best = none;
    int least_open = 0;
    const int first_hint = 2 * game_.hand_size();
    for (std::uint64_t rest = game_.legal_bits(view_) >> first_hint; rest != 0; rest &= rest - 1) {
      const Action action = first_hint + std::countr_zero(rest);
      const Move move = game_.move_of(action);
      const Kinds named =
          move.type == hint_colour ? kinds_of_colour(move.value) : kinds_of_rank(move.value);
      unsigned touched = 0;
      int open = 0;
      for (int slot = 0; slot < game_.hand_size(); ++slot) {
        const bool touches = only(view_.hands[move.target][slot]) & named;
        touched |= static_cast<unsigned>(touches) << slot;
        open += bits_in(knowledge_.possible[move.target][slot] & (touches ? named : ~named));
      }
      if (code.number(move, touched) != sum || (best != none && open >= least_open)) continue;
      best = action;
      least_open = open;
    }
    return best;
  }

  // The usual move, unless a plan for the last turns promises more from another one.
  Action improved(Action usual) const {
    Endgame plan(game_, view_);
    const Hand taken_for = hold_own(plan);
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (seat != view_.seat) hold_in_sight(plan, seat);
    }
    if (!plan.ready()) return usual;
    const float promised = plan.promise(usual, taken_for);
    if (promised < 0 || promised >= plan.goal()) return usual;

    Action best = usual;
    float most = promised + 0.01F;  // so that it is not rounding which decides
    for (const Action action : alternatives()) {
      const float points = action == none ? -1 : plan.promise(action, taken_for);
      if (points <= most) continue;
      best = action;
      most = points;
    }
    return plan.gave_up() ? usual : best;
  }

  // All plays, and the hint and the discard that the code allows.
  std::array<Action, largest_hand + 2> alternatives() const {
    std::array<Action, largest_hand + 2> actions;
    actions.fill(none);
    for (int slot = 0; slot < game_.hand_size(); ++slot) actions[slot] = game_.play_action(slot);
    if (clues() > 0) actions[largest_hand] = hint();
    if (const int dead = dead_slot(); dead != none && can_discard())
      actions[largest_hand + 1] = game_.discard_action(dead);
    return actions;
  }

  // What the plan takes the seat's own cards for: those that the seat knows, or knows to be
  // playable.
  Hand hold_own(Endgame& plan) const {
    Hand taken_for;
    taken_for.fill(no_card);
    Kinds taken = 0;
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      const Kinds kinds = own_[slot];
      if ((kinds & ~table_.dead) == 0) continue;
      if (bits_in(kinds) > 1 && (kinds & ~table_.playable) != 0) {
        plan.hold_unknown();
      } else if ((kinds & ~taken) != 0) {
        const auto card = static_cast<Card>(std::countr_zero(kinds & ~taken));
        taken_for[slot] = card;
        taken |= only(card);
        plan.hold(view_.seat, card, true);
      }
    }
    return taken_for;
  }

  void hold_in_sight(Endgame& plan, int seat) const {
    for (int slot = 0; slot < game_.hand_size(); ++slot) {
      const Card card = view_.hands[seat][slot];
      const Kinds kinds = knowledge_.possible[seat][slot];
      if (!is_card(card) || only(card) & table_.dead) continue;
      plan.hold(seat, card, bits_in(kinds) == 1 || (kinds & ~table_.playable) == 0);
    }
  }

  const Hanabi& game_;
  const View& view_;
  PublicTable table_;
  const PublicKnowledge& knowledge_;
  const Possible& common_;  // what everybody knows of the seat's own hand
  Possible own_{};          // and what the seat knows
  Kinds in_sight_ = 0;
};

class HatGuessing final : public Policy<Hanabi> {
 public:
  void begin(const Hanabi&, Memory& memory, int, Rng&) const override { memory = {}; }

  // The view tells the last event, and unlike an observation it is always one of the game.
  void observe(const Hanabi& game, Memory& memory, int, const Observation&,
               const View& view) const override {
    const Event& event = view.events[0];
    if (event.seat == none) return;
    PublicKnowledge knowledge = recall(game, memory);
    const PublicTable table(game, view);
    const Move move = game.move_of(event.action);
    if (move.slot == none) {
      const HintCode code(game, view, knowledge, event.seat);
      learn_sum(game, view, table, knowledge, event.seat, code.numbers(),
                code.number(move, event.slots));
    } else {
      learn_from_taking(game, view, move, knowledge);
      knowledge.possible[event.seat][move.slot] = game.kinds();
    }
    knowledge.settle(game, view, table);
    remember(game, knowledge, memory);
  }

  Action act(const Hanabi& game, const View& view, const Memory& memory, Rng&) const override {
    return decide(game, view, memory);
  }

  void probabilities(const Hanabi& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    const Action chosen = decide(game, view, memory);
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == chosen ? 1 : 0;
  }

 private:
  static void learn_from_taking(const Hanabi& game, const View& view, const Move& move,
                                PublicKnowledge& knowledge) {
    const Event& event = view.events[0];
    const bool has_drawn = view.hands[event.seat][move.slot] != no_card;
    const bool plays = move.type == hanabi::play;
    if (plays && !(event.fits && plays_tell(game, view.deck_left + has_drawn))) return;
    const PublicTable table = PublicTable::before(game, view, event.card, event.fits);
    const unsigned equals =
        slots_within(knowledge.possible[event.seat], plays ? table.playable : table.dead);
    if ((equals >> move.slot & 1) == 0) return;
    const unsigned lower = equals & ((1U << move.slot) - 1);
    learn_sum(game, view, table, knowledge, event.seat, bits_in(equals), bits_in(lower));
  }

  static Action decide(const Hanabi& game, const View& view, const Memory& memory) {
    PublicKnowledge knowledge = recall(game, memory);
    knowledge.settle(game, view, PublicTable(game, view));
    return Turn(game, view, knowledge).decide();
  }
};

}  // namespace

PolicyEntry<Hanabi> hat_guessing_policy() {
  return {"hat_guessing",
          "A team with a code: a hint tells every other player a number about his own hand.",
          {},
          [](const Hanabi& game, const Value&) {
            if (game.seats() < 3)
              throw Error(ErrorKind::option,
                          "Hat guessing needs at least three players: with two, a hint has nobody "
                          "else to tell anything.");
            if (game.seats() * game.hand_size() > most_cards_remembered)
              throw Error(ErrorKind::option,
                          "Hat guessing remembers what " + std::to_string(most_cards_remembered) +
                              " cards can be; " + std::to_string(game.seats()) + " hands of " +
                              std::to_string(game.hand_size()) + " are more.");
            return std::make_shared<HatGuessing>();
          }};
}

}  // namespace otherminds::hanabi
