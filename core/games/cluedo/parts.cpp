// What actions consist of: cards and rooms by their names, corridor squares by column and row.
#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

Value::Members Cluedo::action_parts(Action action) const {
  switch (type_of(action)) {
    case suggest:
    case accuse: {
      const Triple triple = triple_of(action);
      return {{"suspect", {cards_.name(triple.suspect)}},
              {"weapon", {cards_.name(triple.weapon)}},
              {"room", {cards_.name(triple.room)}}};
    }
    case ActionType::move: {
      const int room = room_of_move(action);
      if (room >= 0) return {{"place", {cards_.rooms[static_cast<std::size_t>(room)]}}};
      const Point point = board().points[square_of_move(action)];
      return {{"place", {Value::List{{point.x}, {point.y}}}}};
    }
    case show:
      return {{"card", {cards_.name(action - first_show_)}}};
    default:
      return {};
  }
}

}  // namespace otherminds::cluedo
