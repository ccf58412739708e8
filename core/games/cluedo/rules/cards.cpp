#include "games/cluedo/rules/cards.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "engine/error.hpp"

namespace otherminds::cluedo {

namespace {

// The editions differ in names only. Suspects in the order of play, rooms in that of the board.
constexpr std::string_view uk_names =
    "Scarlett, Mustard, White, Green, Peacock, Plum;"
    "dagger, candlestick, revolver, rope, lead piping, spanner;"
    "study, hall, lounge, dining room, kitchen, ballroom, conservatory, billiard room, library";
constexpr std::string_view us_names =
    "Scarlet, Mustard, White, Green, Peacock, Plum;"
    "knife, candlestick, revolver, rope, lead pipe, wrench;"
    "study, hall, lounge, dining room, kitchen, ballroom, conservatory, billiard room, library";

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const auto end = text.find(separator);
    std::string_view part = text.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.emplace_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

void check_names(const std::vector<std::string>& names, int most, const char* what) {
  if (names.size() >= 2 && names.size() <= static_cast<std::size_t>(most)) return;
  throw Error(ErrorKind::option, "A card set has 2 to " + std::to_string(most) + " " + what +
                                     ", not " + std::to_string(names.size()) + ".");
}

}  // namespace

const std::string& CardSet::name(int card) const {
  if (card < first_weapon()) return suspects[static_cast<std::size_t>(card)];
  if (card < first_room()) return weapons[static_cast<std::size_t>(card - first_weapon())];
  return rooms[static_cast<std::size_t>(card - first_room())];
}

CardSet read_card_set(const std::string& text) {
  const auto kinds = split(text == "uk" ? uk_names : text == "us" ? us_names : text, ';');
  if (kinds.size() != 3)
    throw Error(ErrorKind::option,
                "The cards are uk, us, or names as in \"A, B; C, D; E, F\" for suspects, weapons "
                "and rooms, not '" +
                    text + "'.");
  CardSet set{split(kinds[0], ','), split(kinds[1], ','), split(kinds[2], ',')};
  check_names(set.suspects, most_suspects, "suspects");
  check_names(set.weapons, most_weapons, "weapons");
  check_names(set.rooms, most_rooms, "rooms");
  std::set<std::string> seen;
  for (int card = 0; card < set.size(); ++card) {
    const std::string& name = set.name(card);
    // Actions are texts in which names stand between other words, and case makes no difference.
    const auto forbidden = [](char letter) {
      const auto code = static_cast<unsigned char>(letter);
      return code < ' ' || code == 0x7f || letter == '(' || letter == ')' || letter == '"';
    };
    if (name.empty() || std::ranges::any_of(name, forbidden))
      throw Error(ErrorKind::option,
                  "A card name is empty or has a bracket, a quote or a control character.");
    std::string folded = name;
    for (char& letter : folded)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (!seen.insert(folded).second)
      throw Error(ErrorKind::option, "Two cards have the name '" + name + "'.");
  }
  return set;
}

}  // namespace otherminds::cluedo
