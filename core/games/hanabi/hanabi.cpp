#include "games/hanabi/hanabi.hpp"

#include "engine/error.hpp"

namespace otherminds::hanabi {

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

// 3 of the lowest rank, 1 of the highest, 2 of the others.
int copies_of_rank(int rank, int ranks) { return rank == 1 ? 3 : rank == ranks ? 1 : 2; }

}  // namespace

void shuffle(std::span<Card> cards, Rng& rng) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t number = 0;
  for (std::size_t left = cards.size(), draws = 0; left > 1; --left, ++draws) {
    if (draws % 4 == 0) number = rng.next();
    const Wide product = static_cast<Wide>(number) * left;
    number = static_cast<std::uint64_t>(product);
    std::swap(cards[left - 1], cards[static_cast<std::size_t>(product >> 64)]);
  }
}

Hanabi::Hanabi(const Options& options) : options_(options) {
  check_game_options("Hanabi", options);
  keeps_points_ = options.bombed == "kept";
  has_last_round_ = options.last_round == "standard";

  hand_ = options.hand > 0 ? options.hand : options.players < 4 ? 5 : 4;
  hints_ = options.colours + options.ranks;
  first_hint_ = 2 * hand_;
  all_colours_ = static_cast<Mask>((1U << options.colours) - 1);
  all_ranks_ = static_cast<Mask>((1U << options.ranks) - 1);
  kinds_ = kinds_of(all_colours_, all_ranks_);
  if (options.empty_clues) always_hinted_ = static_cast<std::uint16_t>((1U << hints_) - 1);
  for (int colour = 0; colour < options.colours; ++colour) {
    for (int rank = 1; rank <= options.ranks; ++rank) {
      const Card card = card_of(colour, rank);
      hints_of_[card] =
          static_cast<std::uint16_t>(1U << colour | 1U << (options.colours + rank - 1));
      for (int copy = 0; copy < copies_of_rank(rank, options.ranks); ++copy) {
        copies_.add(card);
        sorted_deck_[static_cast<std::size_t>(deck_size_++)] = card;
      }
    }
  }

  const int dealt_cards = options.players * hand_;
  const int least = dealt_cards + (has_last_round_ ? 0 : 1);
  if (deck_size_ < least) {
    refuse(std::to_string(options.players) + " hands of " + std::to_string(hand_) +
           " cards need a deck of at least " + std::to_string(least) + "; " +
           std::to_string(options.colours) + " colours of " + std::to_string(options.ranks) +
           " ranks have " + std::to_string(deck_size_) + " cards.");
  }
}

State Hanabi::initial(Rng& rng) const {
  std::array<Card, largest_deck> cards = sorted_deck_;
  const auto deck = std::span(cards).first(static_cast<std::size_t>(deck_size_));
  shuffle(deck, rng);
  return dealt(deck);
}

State Hanabi::dealt(std::span<const Card> cards) const {
  State state;
  for (auto& hand : state.hands) hand.fill(no_card);
  state.deck.fill(no_card);
  std::ranges::reverse_copy(cards, state.deck.begin());
  state.deck_left = static_cast<std::uint8_t>(deck_size_);
  state.undrawn = copies_;
  state.clues = static_cast<std::uint8_t>(options_.clues);
  state.lives = static_cast<std::uint8_t>(options_.lives);
  for (int seat = 0; seat < options_.players; ++seat)
    for (int slot = 0; slot < hand_; ++slot) draw(state, seat, slot);
  if (state.deck_left == 0) state.turns_left = static_cast<std::uint8_t>(options_.players);
  return state;
}

// The deck is not empty.
void Hanabi::draw(State& state, int seat, int slot) const {
  Card& next = state.deck[--state.deck_left];
  state.undrawn.remove(next);
  state.hands[seat][slot] = next;
  state.colours[seat][slot] = all_colours_;
  state.ranks[seat][slot] = all_ranks_;
  state.ages[seat][slot] = state.drawn[seat]++;
  next = no_card;
}

void Hanabi::apply(State& state, Action action) const {
  const bool is_last_round = state.turns_left > 0;
  state.events[1] = state.events[0];
  state.events[0] = action < first_hint_
                        ? take(state, action < hand_ ? action : action - hand_, action < hand_)
                        : hint(state, move_of(action));
  state.events[0].seat = state.actor;
  state.events[0].action = static_cast<Small>(action);
  ++state.turn;

  bool over = decided(state);
  if (is_last_round) {
    over |= --state.turns_left == 0;
  } else if (state.deck_left == 0) {
    state.turns_left = static_cast<std::uint8_t>(options_.players);
    over |= !has_last_round_;
  }
  if (over) {
    state.turns_left = 0;
    state.actor = nobody;
  } else {
    const int next = state.actor + 1;
    state.actor = static_cast<Small>(next == options_.players ? 0 : next);
  }
}

Event Hanabi::take(State& state, int slot, bool plays) const {
  const int seat = state.actor;
  const Card card = state.hands[seat][slot];
  std::uint8_t& top = state.stacks[colour_of(card)];
  const bool fits = plays && rank_of(card) == top + 1;
  if (fits) {
    ++top;
    if (top == options_.ranks && state.clues < options_.clues) ++state.clues;
  } else {
    // Never more than there are: see lost().
    state.discarded.add_one_of(only(card) & copies_.minus(state.discarded).present());
    if (plays)
      --state.lives;
    else
      ++state.clues;
  }
  if (state.deck_left > 0 && !decided(state)) {
    draw(state, seat, slot);
  } else {
    state.hands[seat][slot] = no_card;
    state.colours[seat][slot] = state.ranks[seat][slot] = state.ages[seat][slot] = 0;
  }
  return {.slots = static_cast<std::uint8_t>(1U << slot),
          .card = card,
          .fits = static_cast<std::uint8_t>(fits)};
}

Event Hanabi::hint(State& state, const Move& move) const {
  --state.clues;
  const bool colour = move.type == hint_colour;
  const std::uint16_t hinted =
      static_cast<std::uint16_t>(1U << (colour ? move.value : options_.colours + move.value - 1));
  const auto bit = static_cast<Mask>(1U << (colour ? move.value : move.value - 1));
  auto& masks = colour ? state.colours[move.target] : state.ranks[move.target];
  Event event;
  for (int slot = 0; slot < hand_; ++slot) {
    const bool touched = hints_of_[state.hands[move.target][slot]] & hinted;
    event.slots = static_cast<std::uint8_t>(event.slots | touched << slot);
    masks[slot] = static_cast<Mask>(touched ? bit : masks[slot] & ~bit);
  }
  return event;
}

Returns Hanabi::returns(const State& state) const {
  Returns returns{};
  if (state.lives > 0 || keeps_points_)
    std::fill_n(returns.begin(), options_.players, points(state));
  return returns;
}

Observation Hanabi::observe(const State& before, Action action, const State& after,
                            int seat) const {
  const Event& event = after.events[0];
  Observation seen{.actor = before.actor, .action = action};
  Card drawn = no_card;
  if (after.deck_left < before.deck_left) {
    drawn =
        seat == before.actor && !options_.open_hand ? hidden_card : before.deck[after.deck_left];
  }
  seen.facts = {event.card, event.fits, drawn, event.slots};
  return seen;
}

View Hanabi::view(const State& state, int seat) const {
  View view;
  view.seat = seat;
  view.actor = state.actor;
  view.discarded = state.discarded;
  view.unseen = state.undrawn;
  view.hands = state.hands;
  view.colours = state.colours;
  view.ranks = state.ranks;
  view.told_colours = state.colours[seat];
  view.told_ranks = state.ranks[seat];
  view.ages = state.ages;
  view.drawn = state.drawn;
  view.deck_left = state.deck_left;
  view.stacks = state.stacks;
  view.score = static_cast<std::uint8_t>(points(state));
  view.clues = state.clues;
  view.lives = state.lives;
  view.turn = state.turn;
  view.turns_left = state.turns_left;
  view.events = state.events;
  for (int slot = 0; slot < hand_; ++slot) {
    const Card card = state.hands[seat][slot];
    if (card == no_card) continue;
    view.unseen.add(card);
    if (options_.open_hand) {
      view.colours[seat][slot] = static_cast<Mask>(1U << colour_of(card));
      view.ranks[seat][slot] = static_cast<Mask>(1U << (rank_of(card) - 1));
    } else {
      view.hands[seat][slot] = hidden_card;
    }
  }
  return view;
}

void Hanabi::check_deck(std::span<const Card> cards) const {
  std::array<int, kind_count> given{};
  for (const Card card : cards)
    if (is_card(card)) ++given[card];
  for (Card card = 0; card < kind_count; ++card) {
    if (given[card] == copies(card)) continue;
    refuse("The deck of this game has " + std::to_string(copies(card)) + " times " +
           card_text(card) + ", not " + std::to_string(given[card]) + " times.");
  }
  if (static_cast<int>(cards.size()) != deck_size())
    refuse("A deck holds cards only, such as r1 for the red 1.");
}

}  // namespace otherminds::hanabi
