// The cards of Cluedo as bits: suspects first, then weapons, then rooms.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace otherminds::cluedo {

inline constexpr int most_seats = 6;
inline constexpr int most_cards = 32;
inline constexpr int most_suspects = 10;
inline constexpr int most_weapons = 10;
inline constexpr int most_rooms = 9;
inline constexpr int place_count = most_seats + 1;  // of a card: the envelope, then the seats
inline constexpr int envelope = 0;

using Card = std::uint8_t;
using Cards = std::uint32_t;  // a set, bit by card
inline constexpr Card no_card = 255;

constexpr Cards only(int card) { return Cards{1} << card; }
constexpr bool has(Cards set, int card) { return (set >> card) & 1; }
// By adding up in place: without the instruction for it, std::popcount is a call.
constexpr int count(Cards set) {
  set -= set >> 1 & 0x55555555;
  set = (set & 0x33333333) + (set >> 2 & 0x33333333);
  return static_cast<int>(((set + (set >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}
constexpr int first_of(Cards set) { return std::countr_zero(set); }

// The n-th card of a set, from 0.
constexpr int nth_of(Cards set, std::uint32_t n) {
  while (n-- > 0) set &= set - 1;
  return first_of(set);
}

// Calls visit(card) for each card of a set, ascending.
template <class Visit>
constexpr void each_card(Cards set, Visit&& visit) {
  for (; set != 0; set &= set - 1) visit(first_of(set));
}

// One suspect, one weapon, one room: what is suggested, accused or lies in the envelope. Cards, not
// places among their kind.
struct Triple {
  Card suspect = no_card;
  Card weapon = no_card;
  Card room = no_card;

  bool operator==(const Triple&) const = default;
  Cards cards() const { return only(suspect) | only(weapon) | only(room); }

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("suspect", self.suspect);
    visit("weapon", self.weapon);
    visit("room", self.room);
  }
};

// How many cards of each kind there are and what they are called.
struct CardSet {
  std::vector<std::string> suspects;
  std::vector<std::string> weapons;
  std::vector<std::string> rooms;

  int suspect_count() const { return static_cast<int>(suspects.size()); }
  int weapon_count() const { return static_cast<int>(weapons.size()); }
  int room_count() const { return static_cast<int>(rooms.size()); }
  int size() const { return suspect_count() + weapon_count() + room_count(); }
  int first_weapon() const { return suspect_count(); }
  int first_room() const { return suspect_count() + weapon_count(); }

  Cards all() const { return (Cards{1} << size()) - 1; }
  Cards suspect_cards() const { return (Cards{1} << first_weapon()) - 1; }
  Cards weapon_cards() const { return ((Cards{1} << first_room()) - 1) & ~suspect_cards(); }
  Cards room_cards() const { return all() & ~suspect_cards() & ~weapon_cards(); }
  std::array<Cards, 3> kinds() const { return {suspect_cards(), weapon_cards(), room_cards()}; }
  int triple_count() const { return suspect_count() * weapon_count() * room_count(); }

  const std::string& name(int card) const;
};

// "uk", "us", or names of one's own: "A, B; C, D; E, F" are two suspects, weapons and rooms.
CardSet read_card_set(const std::string& text);

}  // namespace otherminds::cluedo
