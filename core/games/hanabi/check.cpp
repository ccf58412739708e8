// Whether a state that comes from outside is one that play could use safely.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

bool in_range(int number, int end) { return number >= 0 && number < end; }

}  // namespace

std::string Hanabi::problem_of_hand(const State& state, int seat) const {
  std::uint64_t ages = 0;
  int missing = 0;
  for (int slot = 0; slot < largest_hand; ++slot) {
    const Card card = state.hands[seat][slot];
    const Mask colours = state.colours[seat][slot];
    const Mask ranks = state.ranks[seat][slot];
    const int age = state.ages[seat][slot];
    const bool exists = seat < seats() && slot < hand_;
    if (!exists || card == no_card) {
      if (card != no_card || colours != 0 || ranks != 0 || age != 0)
        return "a slot without a card is not card 31 with nothing told.";
      missing += exists;
      continue;
    }
    if (!is_card(card) || !(kinds_ & only(card))) return "a card of a hand is not one of the deck.";
    if ((colours & ~all_colours_) || (ranks & ~all_ranks_) ||
        !(kinds_of(colours, ranks) & only(card)))
      return "what hints leave of a card does not allow the card.";
    if (age >= state.drawn[seat] || ages >> age & 1)
      return "two cards of a hand have the same age.";
    ages |= std::uint64_t{1} << age;
  }
  // With the deck empty a seat has a slot less after its last turn; so has the seat that ended the
  // game before.
  const int turns_until = (seat - state.actor + seats()) % seats();
  const bool has_acted =
      state.actor == nobody || (state.deck_left == 0 && turns_until >= state.turns_left);
  if (missing > (seat < seats() && has_acted ? 1 : 0)) return "a hand has too few cards.";
  return "";
}

std::string Hanabi::problem_of_cards(const State& state) const {
  std::array<int, kind_count> found{};
  Counts deck;
  for (int place = 0; place < largest_deck; ++place) {
    const Card card = state.deck[place];
    if (place >= state.deck_left ? card != no_card : !is_card(card))
      return "the deck is not deck_left cards and then 31s.";
    if (card == no_card) continue;
    if (++found[card] > copies(card)) return "there are too many cards of a kind.";
    deck.add(card);
  }
  if (deck != state.undrawn) return "the undrawn cards are not those of the deck.";
  int drawn = 0;
  for (int seat = 0; seat < most_seats; ++seat) {
    if (state.drawn[seat] > deck_size_) return "a seat has drawn more cards than there are.";
    drawn += state.drawn[seat];
    const std::string problem = problem_of_hand(state, seat);
    if (!problem.empty()) return problem;
    for (const Card card : state.hands[seat])
      if (card != no_card) ++found[card];
  }
  if (drawn != deck_size_ - state.deck_left) return "the seats have not drawn what left the deck.";
  if ((state.discarded.present() & ~kinds_) != 0) return "a discarded card is not one of the deck.";
  for (int colour = 0; colour < most_colours; ++colour) {
    if (state.stacks[colour] > (colour < options_.colours ? options_.ranks : 0))
      return "a stack is higher than the ranks.";
    for (int rank = 1; rank <= state.stacks[colour]; ++rank) ++found[card_of(colour, rank)];
  }
  for (Card card = 0; card < kind_count; ++card) {
    if (found[card] + state.discarded.of(card) != copies(card))
      return "hands, deck, stacks and discards are not the cards of the game.";
  }
  return "";
}

std::string Hanabi::problem_of_events(const State& state) const {
  for (const Event& event : state.events) {
    if (event == Event{}) continue;
    if (!in_range(event.seat, seats()) || !in_range(event.action, action_count()) ||
        event.slots >> hand_ || event.fits > 1)
      return "an event is not an action of a seat.";
    const Move move = move_of(event.action);
    if (move.target == none
            ? !is_card(event.card) || !(kinds_ & only(event.card)) || event.slots != 1U << move.slot
            : event.card != no_card || event.fits || move.target == event.seat)
      return "an event does not fit its action.";
  }
  if (state.events[0] == Event{} && state.events[1] != Event{})
    return "there is an event before none.";
  return "";
}

std::string Hanabi::problem(const State& state) const {
  if (state.clues > options_.clues) return "there are more clues than the game has.";
  if (state.lives > options_.lives) return "there are more lives than the game has.";
  if (state.deck_left > deck_size_) return "the deck has more cards than the game.";
  if (state.actor != nobody && !in_range(state.actor, seats()))
    return "the actor is neither a seat nor nobody, -2.";
  const bool over = state.actor == nobody;
  if (state.turns_left > seats() || (state.turns_left > 0 && (state.deck_left > 0 || over)))
    return "turns are counted only while the deck is empty and the game runs.";
  for (const std::string& problem : {problem_of_cards(state), problem_of_events(state)})
    if (!problem.empty()) return problem;
  const bool out_of_turns = state.deck_left == 0 && (state.turns_left == 0 || !has_last_round_);
  if (over != (decided(state) || out_of_turns))
    return "a seat acts until the lives, the turns or the missing points have run out.";
  return "";
}

}  // namespace otherminds::hanabi
