#include "games/cluedo/players/sheet.hpp"

#include <algorithm>

namespace otherminds::cluedo {

Sheet first_sheet(const Cluedo& game, const View& view) {
  Sheet sheet;
  sheet.started = sheet_mark;
  sheet.open_cards = static_cast<std::uint8_t>(count(view.table.open));
  const CardSet& cards = game.cards();
  const auto everywhere = static_cast<std::uint8_t>((1 << (game.seats() + 1)) - 1);
  const auto elsewhere = static_cast<std::uint8_t>(everywhere & ~(1 << (view.seat + 1)));
  for (int card = 0; card < cards.size(); ++card) {
    if (has(view.table.open, card)) continue;
    if (has(view.hand, card)) {
      sheet.reveal(card, view.seat + 1);
      continue;
    }
    sheet.unseen |= only(card);
    sheet.possible[card] = elsewhere;
    for (int place = 0; place <= game.seats(); ++place)
      sheet.chances[card][place] =
          place == view.seat + 1 ? 0.0F : 1.0F / static_cast<float>(game.seats());
  }
  // A sheet that is begun later knows what the view tells, were it all said at once.
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == view.seat) continue;
    each_card(view.table.lacks[seat], [&](int card) { sheet.exclude(card, seat + 1); });
    each_card(view.seen[seat], [&](int card) {
      if (!sheet.is(card, seat + 1)) sheet.reveal(card, seat + 1);
      sheet.unseen &= ~only(card);
    });
  }
  return sheet;
}

bool fits(const Sheet& sheet, const Cluedo& game, const View& view) {
  const int own = view.seat + 1;
  Cards nowhere = 0;
  Cards mine = 0;
  unsigned places = 0;
  for (int card = 0; card < game.cards().size(); ++card) {
    const unsigned possible = sheet.possible[card];
    places |= possible;
    nowhere |= Cards{possible == 0} << card;
    mine |= Cards{possible >> own & 1} << card;
  }
  const bool walks = sheet.goal == no_goal || sheet.goal < game.cards().room_count();
  if (sheet.started != sheet_mark || !walks || nowhere != view.table.open || mine != view.hand ||
      places >> (game.seats() + 1) != 0)
    return false;
  bool certain = true;
  each_card(view.hand, [&](int card) { certain = certain && sheet.is(card, own); });
  return certain;
}

void make_fit(Sheet& sheet, const Cluedo& game, const View& view) {
  if (!fits(sheet, game, view)) sheet = first_sheet(game, view);
}

void mark(Sheet& sheet, const Cluedo& game, int seat, const Observation& seen,
          ShowingUpdate update) {
  if (seen.facts[0] != 1 || seen.actor < 0 || seen.actor >= game.seats()) return;
  Cards asked = 0;
  for (int i = 2; i <= 4; ++i) {
    if (seen.facts[i] < 0 || seen.facts[i] >= game.cards().size()) return;
    asked |= only(seen.facts[i]);
  }
  const int by = seen.actor;
  if (by == seat) return;
  const bool own = seen.facts[1] == seat;
  if (seen.action == game.no_card_action()) {
    if (!own && update == ShowingUpdate::none) return;
    each_card(asked, [&](int card) { sheet.exclude(card, by + 1); });
  } else if (seen.action == hidden_action) {
    sheet.showed(asked, by + 1, update);
  } else {
    const int card = seen.action - game.show_card(0);
    if (card < 0 || card >= game.cards().size() || !has(asked, card)) return;
    sheet.unseen &= ~only(card);
    if (!sheet.is(card, by + 1)) sheet.reveal(card, by + 1);
  }
}

Triple solved(const Sheet& sheet, const CardSet& cards) {
  Triple found;
  // Most sheets are far from it, and counting is quick.
  if (std::count(sheet.possible.begin(), sheet.possible.end(), 1 << envelope) != 3) return found;
  int certain = 0;
  const auto look = [&](int first, int end, Card& slot) {
    for (int card = first; card < end; ++card) {
      if (!sheet.is(card, envelope)) continue;
      slot = static_cast<Card>(card);
      ++certain;
    }
  };
  look(0, cards.first_weapon(), found.suspect);
  look(cards.first_weapon(), cards.first_room(), found.weapon);
  look(cards.first_room(), cards.size(), found.room);
  const bool all =
      certain == 3 && found.suspect != no_card && found.weapon != no_card && found.room != no_card;
  return all ? found : Triple{};
}

Triple likeliest(const Sheet& sheet, const CardSet& cards) {
  const auto best = [&](int first, int end) {
    int found = first;
    for (int card = first + 1; card < end; ++card)
      if (sheet.chances[card][envelope] > sheet.chances[found][envelope]) found = card;
    return static_cast<Card>(found);
  };
  return {best(0, cards.first_weapon()), best(cards.first_weapon(), cards.first_room()),
          best(cards.first_room(), cards.size())};
}

}  // namespace otherminds::cluedo
