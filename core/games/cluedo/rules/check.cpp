// Whether a state that comes from outside is one that play could use safely.
#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

std::string Cluedo::problem_of_cards(const State& state) const {
  Cards dealt = state.envelope | state.table.open;
  if ((state.envelope & state.table.open) != 0) return "a card lies open and in the envelope.";
  for (const Cards kind : cards_.kinds())
    if (count(state.envelope & kind) != 1) return "the envelope has not one card of each kind.";
  for (int seat = 0; seat < most_seats; ++seat) {
    const Cards hand = state.hands[seat];
    if ((hand & dealt) != 0) return "a card is in two places.";
    dealt |= hand;
    const int size = seat < seats() ? hand_size(seat) : 0;
    if (count(hand) != size || state.table.hand_sizes[seat] != size)
      return "a hand has not the number of cards that the deal gives it.";
    if ((state.table.lacks[seat] & (hand | ~cards_.all())) != 0)
      return "a seat is said to have none of a card that it holds.";
    for (int other = 0; other < most_seats; ++other) {
      if ((state.shown[other][seat] & ~hand) != 0) return "a card was shown that is not held.";
      if (other == seat && state.shown[other][seat] != 0) return "a seat has shown itself a card.";
      if (other >= seats() && state.shown[other][seat] != 0)
        return "a card was shown to a seat without a player.";
    }
    if (seat >= seats() && state.table.lacks[seat] != 0)
      return "a seat without a player is said to lack cards.";
  }
  if (dealt != cards_.all()) return "the cards are not all of the set, each once.";
  return "";
}

std::string Cluedo::problem_of_table(const State& state) const {
  const Table& table = state.table;
  if (table.phase > over) return "the phase is not one of 0 to 6.";
  if (table.current >= seats()) return "the seat whose turn it is does not exist.";
  if ((table.out | table.dragged) >> seats() != 0)
    return "a bit stands for a seat that does not exist.";
  for (int pawn = 0; pawn < pawn_count; ++pawn) {
    const Place at = table.places[pawn];
    const bool exists =
        pawn < cards_.suspect_count() &&
        ((rules_.all_pawns && !rules_.program_starts) || seat_by_suspect_[pawn] != none);
    if (exists == (at == nowhere)) return "a pawn is missing, or there is one too many.";
    if (at != nowhere && at >= square_count + cards_.room_count())
      return "a pawn is off the board.";
    const bool inside = in_room(at);
    const Door door = table.doors[pawn];
    if (!inside || !rules_.entry_exit
            ? door != no_door
            : door >= door_count || board().doors[door].room != room_of(at))
      return "a pawn's door is not one of its room, or not 255 where there is none.";
    for (int other = 0; other < pawn; ++other)
      if (at < square_count && table.places[other] == at) return "two pawns share a square.";
    if (!inside && exists && seat_by_suspect_[pawn] != none &&
        (table.dragged >> seat_by_suspect_[pawn] & 1))
      return "a seat was brought to a room, but its pawn is in no room.";
  }
  const bool ended = table.phase == over;
  if (table.winner < none || table.winner >= seats() || (table.winner != none && !ended))
    return "the winner is not a seat of a game that is over, or -1.";
  if (table.winner != none && (table.out >> table.winner & 1))
    return "who accused wrongly has won.";
  if (table.turn > static_cast<std::uint32_t>(options_.turns) ||
      (!ended && table.turn == static_cast<std::uint32_t>(options_.turns)))
    return "there have been more turns than the game allows.";
  if (!ended && (table.out >> table.current & 1)) return "who accused wrongly has the turn.";
  const bool all_out = table.out + 1 == 1 << seats();
  if (ended && table.winner == none && !all_out &&
      table.turn != static_cast<std::uint32_t>(options_.turns))
    return "the game is over without a reason.";
  const bool rolled_now =
      table.phase == moving || (table.phase == beginning && rules_.automatic_roll);
  if (rolled_now ? table.roll < options_.dice || table.roll > 6 * options_.dice : table.roll != 0)
    return "the roll is not one of the dice, or not 0 when there is none.";
  if (table.phase == moving && rules_.automatic_roll) return "the phase is not one of these rules.";
  if (table.phase == finishing && rules_.accuse_at_start_only)
    return "the phase is not one of these rules.";
  if ((table.phase == suggesting || table.phase == answering) &&
      !in_room(place(table, table.current)))
    return "who suggests is in no room.";
  if (table.phase != answering)
    return table.asked != 0 || table.suggestion != Triple{}
               ? "somebody is asked though nothing was suggested."
               : "";
  const Triple& triple = table.suggestion;
  if (triple.suspect >= cards_.suspect_count() || triple.weapon < cards_.first_weapon() ||
      triple.weapon >= cards_.first_room() || triple.room != room_card(table, table.current))
    return "the suggestion is not a suspect, a weapon and the room where it is made.";
  if (table.asked >= seats() || table.asked == table.current)
    return "the seat that is asked does not exist or is the one who asks.";
  for (int seat = (table.current + 1) % seats(); seat != table.asked; seat = (seat + 1) % seats())
    if ((triple.cards() & ~table.lacks[seat]) != 0)
      return "a seat was left out when the cards were asked for.";
  return "";
}

std::string Cluedo::problem(const State& state) const {
  std::string problem = problem_of_table(state);
  return problem.empty() ? problem_of_cards(state) : problem;
}

}  // namespace otherminds::cluedo
