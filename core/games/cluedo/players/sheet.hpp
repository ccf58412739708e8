// A detective's sheet: for each card a distribution over the places where it can be, as if cards
// had nothing to do with each other (Ledford 2018). What is impossible is kept in bits beside the
// numbers, so that rounding never makes anything certain.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "games/cluedo/cluedo.hpp"

namespace otherminds::cluedo {

// What a sheet makes of a showing between two others.
enum class ShowingUpdate : std::uint8_t {
  thesis,    // each card the shower may hold: times unknown cards / candidates, then normalised
  factored,  // Bayes' rule, were the cards independent: divided by the chance that it has any
  none,      // nothing: Ledford's ablation
  program,   // his planner's own: a third of the thesis', counting cards that are not certain
};

constexpr std::array<std::string_view, 4> names_of(ShowingUpdate) {
  return {"thesis", "factored", "none", "program"};
}

inline constexpr int sheet_cards = most_suspects + most_weapons + most_rooms;
inline constexpr Place no_goal = 255;
inline constexpr std::uint8_t sheet_mark = 'S';  // tells a sheet from what others remember

struct Sheet {
  using Row = std::array<float, place_count>;

  Cards unseen = 0;             // cards that the seat has not seen itself
  std::uint8_t started = 0;     // a sheet of zeros was never begun
  std::uint8_t goal = no_goal;  // the room that the seat walks to
  std::uint8_t open_cards = 0;
  std::array<std::uint8_t, sheet_cards> possible{};  // bits of places; 0: open to all
  std::array<Row, sheet_cards> chances{};

  bool certain(int card) const { return (possible[card] & (possible[card] - 1)) == 0; }
  bool may_be(int card, int place) const { return possible[card] >> place & 1; }
  bool is(int card, int place) const { return possible[card] == 1 << place; }

  // All bytes have a meaning, so that equal sheets have equal bytes.
  bool operator==(const Sheet&) const = default;

  void reveal(int card, int place) {
    possible[card] = static_cast<std::uint8_t>(1 << place);
    chances[card].fill(0);
    chances[card][place] = 1;
  }

  // The card is not there. What nothing allows any more is left as it is.
  void exclude(int card, int place) {
    const auto left = static_cast<std::uint8_t>(possible[card] & ~(1 << place));
    if (left == possible[card] || left == 0) return;
    possible[card] = left;
    Row& row = chances[card];
    row[place] = 0;
    if (certain(card)) {
      row[std::countr_zero(left)] = 1;
      return;
    }
    normalise(row);
  }

  // A seat has shown another one of these cards.
  void showed(Cards asked, int place, ShowingUpdate update) {
    if (update == ShowingUpdate::none) return;
    Cards candidates = 0;
    double lacks_all = 1;
    each_card(asked, [&](int card) {
      if (!may_be(card, place)) return;
      candidates |= only(card);
      lacks_all *= 1 - static_cast<double>(chances[card][place]);
    });
    const int many = count(candidates);
    if (many == 0) return;  // only a sheet that was wrong before comes here
    if (many == 1) {
      const int card = first_of(candidates);
      if (!certain(card)) reveal(card, place);
      return;
    }
    if (update != ShowingUpdate::factored) {
      const float chance = update == ShowingUpdate::thesis
                               ? 1.0F / static_cast<float>(count(unseen))
                               : 3.0F / static_cast<float>(doubts());
      const float factor = 1.0F / static_cast<float>(many) / chance;
      return each_card(candidates, [&](int card) {
        if (certain(card)) return;
        chances[card][place] *= factor;
        normalise(chances[card]);
      });
    }
    each_card(candidates, [&](int card) {
      if (certain(card)) return;
      Row& row = chances[card];
      const double before = row[place];
      const double after = lacks_all < 1 ? std::min(before / (1 - lacks_all), 1.0) : before;
      const auto rest = static_cast<float>(before < 1 ? (1 - after) / (1 - before) : 0.0);
      for (float& chance : row) chance *= rest;
      row[place] = static_cast<float>(after);
    });
  }

  // Cards of which nothing is certain, those that lie open among them.
  int doubts() const {
    int number = open_cards;
    for (const std::uint8_t places : possible) number += (places & (places - 1)) != 0 ? 1 : 0;
    return number;
  }

  // In bits; 0 for what is certain.
  double entropy(int card) const {
    if (certain(card)) return 0;
    double sum = 0;
    for (const float chance : chances[card])
      if (chance > 0) sum -= static_cast<double>(chance) * std::log2(chance);
    return sum;
  }

  static void normalise(Row& row) {
    float sum = 0;
    for (const float chance : row) sum += chance;
    if (sum <= 0) return;
    for (float& chance : row) chance /= sum;
  }
};

// The sheet of a seat before anything was said: unknown cards are equally likely everywhere else.
Sheet first_sheet(const Cluedo& game, const View& view);

// Whether a sheet was begun and agrees with the view about what lies open and what the seat holds:
// the model of another seat is asked in worlds that differ in that.
bool fits(const Sheet& sheet, const Cluedo& game, const View& view);
// Begins a sheet anew that does not fit.
void make_fit(Sheet& sheet, const Cluedo& game, const View& view);

// Folds what the seat witnessed; `own` says whether the seat asked, answered or looks on.
void mark(Sheet& sheet, const Cluedo& game, int seat, const Observation& seen,
          ShowingUpdate update);

// The envelope that is certain; no_card in its suspect when it is not.
Triple solved(const Sheet& sheet, const CardSet& cards);
// The most probable card of each kind in the envelope.
Triple likeliest(const Sheet& sheet, const CardSet& cards);

}  // namespace otherminds::cluedo
