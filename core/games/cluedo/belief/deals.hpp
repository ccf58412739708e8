// The exact posterior over all deals that fit what one seat knows.
//
// A deal puts one suspect, one weapon and one room into the envelope and gives each other seat a
// hand of its size. What is known of a seat weighs its hand alone, so the weight of a deal is a
// product over hands, and sums over all deals run over subsets of the cards, seat by seat: exact,
// without enumeration and without rejection.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/random.hpp"
#include "games/cluedo/rules/cards.hpp"

namespace otherminds::cluedo {

// A seat holds at least one of these cards.
struct Clause {
  std::uint8_t seat;
  Cards cards;
  bool operator==(const Clause&) const = default;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.seat, self.cards);
    archive.check(self.seat < most_seats, "a seat");
  }
};

// A seat showed this card when it was asked for those; the seat chose it by its rule.
struct Showing {
  std::uint8_t seat;
  Card card;
  Cards asked;

  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.seat, self.card, self.asked);
    archive.check(self.seat < most_seats && self.card < most_cards, "a showing");
  }
};

// How a seat that holds several named cards chooses the one it shows.
enum class ShowingRule : std::uint8_t {
  uniform,   // each with the same chance: the fewer it could have shown, the likelier this one
  possible,  // unknown: a showing tells only that the card is held
};

struct Evidence {
  int seats = 4;
  int self = 0;                  // the seat that knows all this
  std::array<Cards, 3> kinds{};  // suspects, weapons, rooms
  Cards open = 0;                // face up
  std::array<int, most_seats> hand_sizes{};
  std::array<Cards, most_seats> holds{};  // cards known to be in a hand; for self the whole hand
  std::array<Cards, most_seats> lacks{};  // cards known not to be in a hand
  std::vector<Clause> clauses = {};
  std::vector<Showing> showings = {};  // to self
  std::vector<Cards> wrong = {};       // not all of these are in the envelope
  std::array<ShowingRule, most_seats> rules{};

  // What a view does not tell.
  template <class Self, class Archive>
  static void archived(Self& self, Archive& archive) {
    archive(self.holds, self.lacks, self.clauses, self.showings, self.wrong, self.rules);
    for (const ShowingRule rule : self.rules)
      archive.check(rule <= ShowingRule::possible, "a rule");
  }
};

struct Deal {
  Cards envelope = 0;
  std::array<Cards, most_seats> hands{};  // of all seats
};

struct EnvelopeChance {
  Triple triple;
  double probability;
};

// More cards than this that a seat does not see are refused; six players with the 21 cards of the
// box leave 18.
inline constexpr int most_unknown = 20;

// Immutable: may be shared between threads. What not everybody asks for is computed at the first
// call.
class Deals {
 public:
  // Throws when no deal fits.
  explicit Deals(const Evidence& evidence);
  ~Deals();
  Deals(Deals&&) noexcept;
  Deals& operator=(Deals&&) noexcept;

  const Evidence& evidence() const;
  // The probability of each place of each card; a card that lies open has none. Exactly 0 for what
  // is impossible and exactly 1 for what is certain.
  const std::array<std::array<double, place_count>, most_cards>& marginals() const;
  // Every envelope that is possible, most probable first; equal ones in the order of cards.
  const std::vector<EnvelopeChance>& envelopes() const;
  // How many deals fit, however probable they are.
  double count() const;
  Deal sample(Rng& rng) const;

 private:
  struct Tables;
  std::unique_ptr<const Tables> tables_;
};

}  // namespace otherminds::cluedo
