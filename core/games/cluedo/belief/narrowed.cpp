#include "games/cluedo/belief/narrowed.hpp"

#include <string>
#include <utility>

#include "engine/error.hpp"

namespace otherminds::cluedo {

void refuse_contradiction() {
  throw Error(ErrorKind::option,
              "No deal fits what this seat knows: the evidence contradicts itself.");
}

namespace {

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::option, sentence); }

void check_seat(const Evidence& evidence, int seat) {
  if (seat < 0 || seat >= evidence.seats)
    refuse("Evidence names seat " + std::to_string(seat) + ", but there are " +
           std::to_string(evidence.seats) + " seats.");
}

void check(const Evidence& evidence) {
  if (evidence.seats < 2 || evidence.seats > most_seats)
    refuse("Cluedo has 2 to 6 seats, not " + std::to_string(evidence.seats) + ".");
  check_seat(evidence, evidence.self);
  Cards all = 0;
  for (const Cards kind : evidence.kinds) {
    if (kind == 0 || (kind & all) != 0)
      refuse("The kinds of cards must have at least one card each and none in common.");
    all |= kind;
  }
  if ((evidence.open & ~all) != 0) refuse("A card that lies open is not one of the cards.");
  int dealt = static_cast<int>(evidence.kinds.size()) + count(evidence.open);
  for (int seat = 0; seat < evidence.seats; ++seat) {
    if (evidence.hand_sizes[seat] < 0 || evidence.hand_sizes[seat] > most_cards)
      refuse("A hand cannot have " + std::to_string(evidence.hand_sizes[seat]) + " cards.");
    if ((evidence.holds[seat] & ~all) != 0) refuse("A seat holds what is not one of the cards.");
    dealt += evidence.hand_sizes[seat];
  }
  if (dealt != count(all))
    refuse("The envelope, the open cards and the hands make " + std::to_string(dealt) +
           " cards, but there are " + std::to_string(count(all)) + ".");
  const int unseen = dealt - count(evidence.open) - evidence.hand_sizes[evidence.self];
  if (unseen > most_unknown)
    refuse("An exact belief takes at most " + std::to_string(most_unknown) +
           " cards that a seat does not see; here they are " + std::to_string(unseen) +
           ". Play with fewer cards, or with more of them open.");
  if (count(evidence.holds[evidence.self]) != evidence.hand_sizes[evidence.self])
    refuse("A seat must know its own hand: its size is " +
           std::to_string(evidence.hand_sizes[evidence.self]) + ", but " +
           std::to_string(count(evidence.holds[evidence.self])) + " cards are known.");
  const auto check_triple = [&](Cards cards) {
    for (const Cards kind : evidence.kinds)
      if (count(cards & kind) > 1) refuse("A suggestion names at most one card of each kind.");
  };
  for (const Cards wrong : evidence.wrong) check_triple(wrong);
  for (const Clause& clause : evidence.clauses) check_seat(evidence, clause.seat);
  for (const Showing& showing : evidence.showings) {
    check_seat(evidence, showing.seat);
    check_triple(showing.asked);
    if (showing.card >= most_cards || !has(showing.asked & all, showing.card))
      refuse("A card that was shown must be one of those that were asked for.");
  }
}

class Narrowing {
 public:
  explicit Narrowing(const Evidence& evidence) : evidence_(evidence) {
    check(evidence);
    const int self = first_hand + evidence.self;
    Cards hidden = evidence.kinds[0] | evidence.kinds[1] | evidence.kinds[2];
    hidden &= ~(evidence.open | evidence.holds[evidence.self]);
    for (int kind = 0; kind < first_hand; ++kind)
      boxes()[kind] = {.possible = evidence.kinds[kind] & hidden, .left = 1};
    for (int seat = 0; seat < evidence.seats; ++seat) {
      boxes()[first_hand + seat] = {.possible = hidden & ~evidence.lacks[seat],
                                    .left = evidence.hand_sizes[seat]};
    }
    boxes()[self] = {.certain = evidence.holds[evidence.self]};
    if ((evidence.holds[evidence.self] & (evidence.lacks[evidence.self] | evidence.open)) != 0)
      refuse_contradiction();
    result_.free = hidden;
    result_.clauses = evidence.clauses;
    for (int seat = 0; seat < evidence.seats; ++seat)
      put_all(first_hand + seat, evidence.holds[seat]);
    for (const Showing& showing : evidence.showings)
      put_all(first_hand + showing.seat, only(showing.card));
  }

  Narrowed run() {
    do {
      changed_ = false;
      fill_boxes();
      place_cards();
      use_clauses();
      use_wrong();
    } while (changed_);
    return std::move(result_);
  }

 private:
  std::array<Box, box_count>& boxes() { return result_.boxes; }

  void put(int box, int card) {
    Box& into = boxes()[box];
    if (has(into.certain, card)) return;
    if (!has(into.possible, card) || into.left == 0) refuse_contradiction();
    for (Box& other : boxes()) other.possible &= ~only(card);
    into.certain |= only(card);
    --into.left;
    result_.free &= ~only(card);
    changed_ = true;
  }

  void put_all(int box, Cards cards) {
    each_card(cards, [&](int card) { put(box, card); });
  }

  void rule_out(int box, Cards cards) {
    if ((boxes()[box].possible & cards) == 0) return;
    boxes()[box].possible &= ~cards;
    changed_ = true;
  }

  void fill_boxes() {
    for (int box = 0; box < box_count; ++box) {
      const Box& each = boxes()[box];
      if (count(each.possible) < each.left) refuse_contradiction();
      if (each.left == 0)
        rule_out(box, each.possible);
      else if (count(each.possible) == each.left)
        put_all(box, each.possible);
    }
  }

  void place_cards() {
    each_card(result_.free, [&](int card) {
      int places = 0;
      int last = 0;
      for (int box = 0; box < box_count; ++box) {
        if (!has(boxes()[box].possible, card)) continue;
        ++places;
        last = box;
      }
      if (places == 0) refuse_contradiction();
      if (places == 1) put(last, card);
    });
  }

  void use_clauses() {
    std::erase_if(result_.clauses, [&](Clause& clause) {
      const int box = first_hand + clause.seat;
      if ((clause.cards & boxes()[box].certain) != 0) return true;
      clause.cards &= boxes()[box].possible;
      if (clause.cards == 0) refuse_contradiction();
      if (count(clause.cards) > 1) return false;
      put(box, first_of(clause.cards));
      return true;
    });
  }

  // When two cards of a wrong triple are in the envelope, the third is not.
  void use_wrong() {
    for (const Cards wrong : evidence_.wrong) {
      Cards open = wrong;
      for (int kind = 0; kind < first_hand; ++kind) open &= ~boxes()[kind].certain;
      if (open == 0) refuse_contradiction();
      if (count(open) > 1) continue;
      for (int kind = 0; kind < first_hand; ++kind) rule_out(kind, open);
    }
  }

  const Evidence& evidence_;
  Narrowed result_;
  bool changed_ = false;
};

}  // namespace

Narrowed narrow(const Evidence& evidence) { return Narrowing(evidence).run(); }

}  // namespace otherminds::cluedo
