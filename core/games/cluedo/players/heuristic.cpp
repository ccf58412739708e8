#include "games/cluedo/players/heuristic.hpp"

#include <algorithm>

namespace otherminds::cluedo {

namespace {

// Entropies that differ by less are equal: sums of the same numbers in another order are.
constexpr double alike = 1e-9;

// The cards from `first` on with the highest entropy, but for one.
Cards most_doubtful(const Sheet& sheet, int first, int end, int except = no_card) {
  Cards best = 0;
  double highest = -1;
  for (int card = first; card < end; ++card) {
    if (card == except) continue;
    const double entropy = sheet.entropy(card);
    if (entropy > highest + alike) {
      highest = entropy;
      best = only(card);
    } else if (entropy > highest - alike) {
      best |= only(card);
    }
  }
  return best;
}

}  // namespace

void add_chance(std::span<const Action> legal, std::span<double> out, Action action,
                double chance) {
  const auto found = std::ranges::lower_bound(legal, action);
  if (found != legal.end() && *found == action)
    out[static_cast<std::size_t>(found - legal.begin())] += chance;
}

void moves_towards(const Cluedo& game, const Table& table, int room, ActionList& out) {
  static thread_local ActionList moves;
  game.legal_of_type_without_cards(table, ActionType::move, moves);
  out.clear();
  int shortest = far_away + 1;
  for (const Action action : moves) {
    const int into = game.room_of_move(action);
    if (into >= 0 && into != room) continue;
    const int left = into == room ? 0 : board().to_room[room].pips[game.square_of_move(action)];
    if (left > shortest) continue;
    if (left < shortest) out.clear();
    shortest = left;
    out.push_back(action);
  }
  if (out.empty()) out = moves;  // only other rooms are in reach
}

std::uint32_t nearest(const Cluedo& game, const Table& table, int seat, std::uint32_t rooms) {
  std::uint32_t best = 0;
  int shortest = far_away + 1;
  for (int room = 0; room < most_rooms; ++room) {
    if (!(rooms >> room & 1)) continue;
    const int pips = game.pips(table, seat, room);
    if (pips > shortest) continue;
    if (pips < shortest) best = 0;
    shortest = pips;
    best |= 1U << room;
  }
  return best;
}

Action draw_move(const Cluedo& game, const Table& table, int room, Rng& rng) {
  if (!game.rules().free_moves) return game.move_to(room);
  static thread_local ActionList moves;
  moves_towards(game, table, room, moves);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

void share_move(const Cluedo& game, const Table& table, int room, double weight,
                std::span<const Action> legal, std::span<double> out) {
  if (!game.rules().free_moves) return add_chance(legal, out, game.move_to(room), weight);
  ActionList moves;
  moves_towards(game, table, room, moves);
  for (const Action action : moves)
    add_chance(legal, out, action, weight / static_cast<double>(moves.size()));
}

// The accusation that it makes now, or -1.
Action Heuristic::accusation(const Table& table, const Sheet& sheet) const {
  if (table.phase != beginning && table.phase != finishing) return none;
  const Triple certain = solved(sheet, game_.cards());
  if (certain.suspect != no_card) return game_.accusation(certain);
  if (options_.accuse_below <= 0) return none;
  double entropy = 0;
  for (int card = 0; card < game_.cards().size(); ++card) entropy += sheet.entropy(card);
  return entropy < options_.accuse_below ? game_.accusation(likeliest(sheet, game_.cards())) : none;
}

// The action types among which it chooses, as bits.
std::uint32_t Heuristic::types(const Table& table, int seat, const Sheet& sheet) const {
  std::uint32_t legal = game_.legal_types_without_cards(table);
  legal &= ~(1U << accuse);
  if (table.phase == suggesting) return 1U << suggest;
  if (options_.sensible && table.phase == beginning) {
    const auto allowed = [&](ActionType type) { return legal >> type & 1; };
    if (allowed(suggest) && sheet.entropy(game_.room_card(table, seat)) > 0) return 1U << suggest;
    if (allowed(passage)) {
      const int end = passage_from(room_of(game_.place(table, seat)));
      const std::uint32_t others = legal & ~(1U << passage);
      // Whoever is shut in has no other way out, wanted or not.
      if (others == 0 || goals(table, seat, sheet) >> end & 1) return 1U << passage;
      return others;
    }
  }
  return legal;
}

// The cards of a kind among which it chooses.
Cards Heuristic::tied(const Sheet& sheet, int first, int end) const {
  const Cards best = most_doubtful(sheet, first, end);
  return options_.first_ties ? only(first_of(best)) : best;
}

// The rooms that it may walk to, as bits: the one it walks to already, or those it knows least of.
std::uint32_t Heuristic::goals(const Table& table, int seat, const Sheet& sheet) const {
  if (sheet.goal != no_goal && game_.rooms_in_reach(table, seat, 1U << sheet.goal) != 0)
    return 1U << sheet.goal;
  const CardSet& cards = game_.cards();
  const Card here = game_.options().reenter ? no_card : game_.room_card(table, seat);
  std::uint32_t best =
      most_doubtful(sheet, cards.first_room(), cards.size(), here) >> cards.first_room();
  // Where a walk may end on any square, nobody remembers where it led: the nearest goal stays one.
  if (game_.rules().free_moves) return nearest(game_, table, seat, best);
  best = game_.rooms_in_reach(table, seat, best);
  return best != 0 ? best : game_.rooms_in_reach(table, seat, game_.all_rooms());
}

Action Heuristic::act(const Table& table, int seat, Cards hand, const Sheet& sheet,
                      Rng& rng) const {
  const auto pick = [&](Cards set) {
    return nth_of(set, rng.below(static_cast<std::uint32_t>(count(set))));
  };
  if (table.phase == answering) {
    const Cards held = hand & table.suggestion.cards();
    return held == 0 ? game_.no_card_action() : game_.show_card(pick(held));
  }
  if (const Action found = accusation(table, sheet); found != none) return found;
  const std::uint32_t kinds = types(table, seat, sheet);
  switch (pick(kinds)) {
    case suggest: {
      const CardSet& cards = game_.cards();
      const Cards suspects = tied(sheet, 0, cards.first_weapon());
      const Cards weapons = tied(sheet, cards.first_weapon(), cards.first_room());
      const int suspect = pick(suspects);
      return game_.suggestion({static_cast<Card>(suspect), static_cast<Card>(pick(weapons)),
                               game_.room_card(table, seat)});
    }
    case ActionType::move: {
      const std::uint32_t rooms = goals(table, seat, sheet);
      if (rooms == 0) {  // every room is shut off: anywhere
        static thread_local ActionList moves;
        game_.legal_of_type_without_cards(table, ActionType::move, moves);
        return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      }
      return draw_move(game_, table, pick(rooms), rng);
    }
    case passage:
      return game_.passage_action();
    case ActionType::roll:
      return game_.roll_action();
    default:
      return game_.wait_action();
  }
}

void Heuristic::probabilities(const Table& table, int seat, Cards hand, const Sheet& sheet,
                              std::span<const Action> legal, std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  if (table.phase == answering) {
    const Cards held = hand & table.suggestion.cards();
    if (held == 0) return add_chance(legal, out, game_.no_card_action(), 1);
    each_card(held,
              [&](int card) { add_chance(legal, out, game_.show_card(card), 1.0 / count(held)); });
    return;
  }
  if (const Action found = accusation(table, sheet); found != none)
    return add_chance(legal, out, found, 1);
  const std::uint32_t kinds = types(table, seat, sheet);
  const double each = 1.0 / count(kinds);
  each_card(kinds, [&](int kind) {
    if (kind == suggest) {
      const CardSet& cards = game_.cards();
      const Cards suspects = tied(sheet, 0, cards.first_weapon());
      const Cards weapons = tied(sheet, cards.first_weapon(), cards.first_room());
      const double share = each / (count(suspects) * count(weapons));
      each_card(suspects, [&](int suspect) {
        each_card(weapons, [&](int weapon) {
          add_chance(legal, out,
                     game_.suggestion({static_cast<Card>(suspect), static_cast<Card>(weapon),
                                       game_.room_card(table, seat)}),
                     share);
        });
      });
    } else if (kind == ActionType::move) {
      const std::uint32_t rooms = goals(table, seat, sheet);
      each_card(rooms,
                [&](int room) { share_move(game_, table, room, each / count(rooms), legal, out); });
      if (rooms != 0) return;
      ActionList moves;
      game_.legal_of_type_without_cards(table, ActionType::move, moves);
      for (const Action action : moves)
        add_chance(legal, out, action, each / static_cast<double>(moves.size()));
    } else {
      const Action action = kind == passage            ? game_.passage_action()
                            : kind == ActionType::roll ? game_.roll_action()
                                                       : game_.wait_action();
      add_chance(legal, out, action, each);
    }
  });
}

void Heuristic::follow(Sheet& sheet, int seat, Action own_action, const Table& after) const {
  if (game_.type_of(own_action) == ActionType::move)
    sheet.goal = static_cast<std::uint8_t>(
        game_.rules().free_moves ? no_goal : game_.room_of_move(own_action));
  if (in_room(game_.place(after, seat))) sheet.goal = no_goal;
}

}  // namespace otherminds::cluedo
