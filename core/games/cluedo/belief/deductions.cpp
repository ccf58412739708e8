#include "games/cluedo/belief/deductions.hpp"

#include <bit>
#include <utility>

#include "engine/error.hpp"

namespace otherminds::cluedo {

namespace {

// Adds the assumption that a card is at a place, or that it is not.
void assume(Evidence& evidence, int card, int place, bool holds) {
  if (place == envelope && holds)
    for (Cards& lacks : evidence.lacks) lacks |= only(card);
  else if (place == envelope)
    evidence.wrong.push_back(only(card));
  else
    (holds ? evidence.holds : evidence.lacks)[place - 1] |= only(card);
}

bool some_deal_fits(const Evidence& evidence) {
  try {
    const Deals deals(evidence);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string join(const std::vector<std::string>& parts, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " " + last + " " : ", ";
    text += parts[i];
  }
  return text;
}

std::string ground_of(const std::vector<int>& turns) {
  if (turns.empty()) return "the cards that I see";
  std::vector<std::string> numbers;
  for (const int turn : turns) numbers.push_back(std::to_string(turn));
  return (turns.size() == 1 ? "what happened in turn " : "what happened in turns ") +
         join(numbers, "and");
}

enum class Status : std::uint8_t { unknown, there, not_there };

class Deducer {
 public:
  Deducer(const Witness& witness, const Names& names)
      : witness_(witness), names_(names), support_(evidence_of(witness)) {
    for (const Cards kind : witness.kinds) all_ |= kind;
    if (names.cards.size() < static_cast<std::size_t>(std::bit_width(all_)) ||
        names.seats.size() < static_cast<std::size_t>(witness.seats))
      throw Error(ErrorKind::option, "Every card and every seat needs a name.");
  }

  std::vector<Deduction> run() {
    each_card(all_, [&](int card) {
      if (has(witness_.open, card)) {
        for (int place = 0; place <= witness_.seats; ++place) rule_out(card, place, "it lies open");
      } else if (has(witness_.hand, card)) {
        found(card, 1 + witness_.self, "I hold " + called(card) + ".");
      } else {
        rule_out(card, 1 + witness_.self, "I do not hold it");
      }
    });
    follow();
    for (const Event& event : witness_.events) {
      take(event);
      ++taken_;
      follow();
    }
    while (find_hidden()) follow();
    return std::move(deductions_);
  }

 private:
  // Words.

  int kind_of(int card) const {
    int kind = 0;
    while (!has(witness_.kinds[kind], card)) ++kind;
    return kind;
  }

  std::string called(int card) const {
    return (kind_of(card) == 0 ? "" : "the ") + names_.cards[card];
  }

  std::vector<std::string> called_all(Cards cards) const {
    std::vector<std::string> words;
    each_card(cards, [&](int card) { words.push_back(called(card)); });
    return words;
  }

  // "the rope is in the envelope", "Plum does not hold the rope".
  std::string claim(int card, int place, bool holds) const {
    if (place == envelope) return called(card) + (holds ? " is" : " is not") + " in the envelope";
    return names_.seats[place - 1] + (holds ? " holds " : " does not hold ") + called(card);
  }

  std::string where(int card) const {
    const int place = place_of(card);
    if (place == envelope) return "it is in the envelope";
    return place == 1 + witness_.self ? "I hold it" : names_.seats[place - 1] + " holds it";
  }

  static std::string kind_name(int kind) {
    return kind == 0 ? "suspect" : kind == 1 ? "weapon" : "room";
  }

  // Facts.

  struct Fact {
    Status status = Status::unknown;
    std::string why;  // of what is not there, in a few words
  };

  int place_of(int card) const {
    for (int place = 0; place <= witness_.seats; ++place)
      if (is(card, place, Status::there)) return place;
    return -1;
  }

  bool is(int card, int place, Status status) const { return facts_[card][place].status == status; }

  Cards with(int place, Status status) const {
    Cards cards = 0;
    each_card(all_, [&](int card) {
      if (is(card, place, status)) cards |= only(card);
    });
    return cards;
  }

  void rule_out(int card, int place, std::string why) {
    if (is(card, place, Status::unknown)) facts_[card][place] = {Status::not_there, std::move(why)};
  }

  void found(int card, int place, std::string text) {
    facts_[card][place].status = Status::there;
    for (int other = 0; other <= witness_.seats; ++other) rule_out(card, other, where(card));
    add(card, place, true, std::move(text));
  }

  bool find(int card, int place, const std::string& because) {
    if (!is(card, place, Status::unknown)) return false;
    found(card, place, claim(card, place, true) + because + ".");
    return true;
  }

  bool exclude(int card, int place, std::string why, const std::string& because) {
    if (!is(card, place, Status::unknown)) return false;
    rule_out(card, place, std::move(why));
    add(card, place, false, claim(card, place, false) + because + ".");
    return true;
  }

  void add(int card, int place, bool holds, std::string text) {
    // A sentence that begins with the name of a thing.
    if (text.starts_with("the ")) text[0] = 'T';
    deductions_.push_back({static_cast<Card>(card), place, holds, std::move(text)});
  }

  // What an event says by itself.
  void take(const Event& event) {
    if (event.accusation) return;
    const Cards cards = event.named.cards();
    const std::string turn = "turn " + std::to_string(event.turn);
    for (const int seat : event.without) {
      each_card(cards, [&](int card) {
        exclude(card, 1 + seat, "no card in " + turn,
                ": it had no card when asked for " + join(called_all(cards), "or") + " in " + turn);
      });
    }
    if (event.shown != no_card && event.shower != witness_.self)
      find(event.shown, 1 + event.shower, ": it showed it to me in " + turn);
  }

  // Rules, the simplest first; after each finding from the start.
  void follow() {
    while (use_showings() || place_cards() || use_hands() || use_kinds() || use_accusations()) {
    }
  }

  bool use_showings() {
    for (std::size_t i = 0; i < taken_; ++i) {
      const Event& event = witness_.events[i];
      if (event.accusation || event.shower == nobody_showed) continue;
      const int place = 1 + event.shower;
      const Cards named = event.named.cards();
      if ((named & with(place, Status::there)) != 0) continue;
      const Cards left = named & with(place, Status::unknown);
      if (count(left) != 1) continue;
      std::vector<std::string> others;
      each_card(named & ~left, [&](int card) {
        others.push_back(called(card) + " (" + facts_[card][place].why + ")");
      });
      return find(first_of(left), place,
                  ": in turn " + std::to_string(event.turn) + " it showed one of " +
                      join(called_all(named), "and") + ", and it has neither " +
                      join(others, "nor"));
    }
    return false;
  }

  // A card with one place left.
  bool place_cards() {
    constexpr int several = place_count;
    for (int card = 0; card < most_cards; ++card) {
      if (!has(all_ & ~witness_.open, card) || place_of(card) >= 0) continue;
      int place = -1;
      std::vector<std::string> others;
      for (int each = 0; each <= witness_.seats; ++each) {
        if (is(card, each, Status::unknown)) {
          place = place < 0 ? each : several;
        } else if (each == envelope) {
          others.push_back("it is not in the envelope (" + facts_[card][each].why + ")");
        } else if (each - 1 != witness_.self) {
          others.push_back(names_.seats[each - 1] + " does not (" + facts_[card][each].why + ")");
        }
      }
      if (place == several) continue;
      return find(card, place,
                  place == envelope
                      ? ": nobody holds it: I do not, " + join(others, "and")
                      : ": nothing else is possible: I do not hold it, " + join(others, "and"));
    }
    return false;
  }

  bool use_hands() {
    for (int seat = 0; seat < witness_.seats; ++seat) {
      const int place = 1 + seat;
      const int size = witness_.hand_sizes[seat];
      const Cards held = with(place, Status::there);
      const Cards left = with(place, Status::unknown);
      if (left == 0) continue;
      const std::string cards = std::to_string(size) + (size == 1 ? " card" : " cards");
      if (count(held) == size)
        return exclude(first_of(left), place, "its hand is complete",
                       size == 0 ? ": it has no cards"
                                 : ": its hand of " + cards + " is complete with " +
                                       join(called_all(held), "and"));
      if (count(held | left) == size)
        return find(first_of(left), place,
                    ": it has " + cards + ", and only " + join(called_all(held | left), "and") +
                        " are left for it");
    }
    return false;
  }

  // One card of each kind is in the envelope.
  bool use_kinds() {
    for (int kind = 0; kind < 3; ++kind) {
      const Cards cards = witness_.kinds[kind];
      const Cards there = cards & with(envelope, Status::there);
      const Cards left = cards & with(envelope, Status::unknown);
      if (left == 0) continue;
      if (there != 0) {
        const std::string known =
            "the " + kind_name(kind) + " in the envelope is " + called(first_of(there));
        return exclude(first_of(left), envelope, known, ": " + known);
      }
      if (count(left) > 1) continue;
      std::vector<std::string> others;
      each_card(cards & ~left, [&](int card) {
        others.push_back(called(card) + " (" + facts_[card][envelope].why + ")");
      });
      const std::string elsewhere = others.empty() ? ""
                                                   : ", because " + join(others, "and") +
                                                         (others.size() == 1 ? " is" : " are") +
                                                         " not in the envelope";
      return find(first_of(left), envelope,
                  ": it is the only " + kind_name(kind) + " left" + elsewhere);
    }
    return false;
  }

  bool use_accusations() {
    for (std::size_t i = 0; i < taken_; ++i) {
      const Event& event = witness_.events[i];
      const Cards there = event.named.cards() & with(envelope, Status::there);
      const Cards left = event.named.cards() & with(envelope, Status::unknown);
      if (!event.accusation || count(there) != 2 || left == 0) continue;
      const std::string turn =
          "the accusation in turn " + std::to_string(event.turn) + " was wrong";
      return exclude(
          first_of(left), envelope, turn,
          ": " + turn + ", and " + join(called_all(there), "and") + " are in the envelope");
    }
    return false;
  }

  // One fact that is certain in all deals together but that no rule gives.
  bool find_hidden() {
    for (const bool holds : {true, false}) {
      for (int card = 0; card < most_cards; ++card) {
        if (!has(all_ & ~witness_.open, card) || place_of(card) >= 0) continue;
        for (int place = 0; place <= witness_.seats; ++place) {
          const double chance = support_.marginals()[card][place];
          if (!is(card, place, Status::unknown) || chance != (holds ? 1 : 0)) continue;
          const std::string ground = ground_of(needed_turns(card, place, holds));
          const std::string because = ": every deal that fits " + ground + " says so";
          return holds ? find(card, place, because)
                       : exclude(card, place, "it follows from " + ground, because);
        }
      }
    }
    return false;
  }

  // Leaves out one event after the other as long as the fact still follows.
  std::vector<int> needed_turns(int card, int place, bool holds) const {
    Witness fewer = witness_;
    for (std::size_t i = fewer.events.size(); i-- > 0;) {
      Witness without = fewer;
      without.events.erase(without.events.begin() + static_cast<std::ptrdiff_t>(i));
      Evidence evidence = evidence_of(without);
      assume(evidence, card, place, !holds);
      if (!some_deal_fits(evidence)) fewer = std::move(without);
    }
    std::vector<int> turns;
    for (const Event& event : fewer.events) turns.push_back(event.turn);
    return turns;
  }

  const Witness& witness_;
  const Names& names_;
  Deals support_;
  Cards all_ = 0;
  std::size_t taken_ = 0;  // events
  std::array<std::array<Fact, place_count>, most_cards> facts_{};
  std::vector<Deduction> deductions_;
};

}  // namespace

std::vector<Deduction> deduce(const Witness& witness, const Names& names) {
  return Deducer(witness, names).run();
}

}  // namespace otherminds::cluedo
