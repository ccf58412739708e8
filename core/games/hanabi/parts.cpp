// What actions consist of: the slot of a card, or what is told to which seat.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

Value::Members Hanabi::action_parts(Action action) const {
  const Move move = move_of(action);
  switch (move.type) {
    case hint_colour:
      return {{"colour", {std::string(colour_names[move.value])}}, {"to", {move.target}}};
    case hint_rank:
      return {{"rank", {move.value}}, {"to", {move.target}}};
    default:
      return {{"slot", {move.slot}}};
  }
}

}  // namespace otherminds::hanabi
