// All deals that fit evidence, one by one: what the exact posterior is held against.
#pragma once

#include <array>
#include <map>

#include "games/cluedo/belief/deals.hpp"

namespace otherminds::cluedo {

// The envelope, then the hands.
using DealKey = std::array<Cards, 1 + most_seats>;
inline DealKey key_of(const Deal& deal) {
  DealKey key{deal.envelope};
  for (int seat = 0; seat < most_seats; ++seat) key[1 + seat] = deal.hands[seat];
  return key;
}

inline double weight_of(const Evidence& evidence, const Deal& deal) {
  for (const Cards kind : evidence.kinds)
    if (count(deal.envelope & kind) != 1) return 0;
  for (const Cards wrong : evidence.wrong)
    if (deal.envelope == wrong) return 0;
  for (int seat = 0; seat < evidence.seats; ++seat) {
    const Cards hand = deal.hands[seat];
    if (count(hand) != evidence.hand_sizes[seat] || (evidence.holds[seat] & ~hand) != 0 ||
        (evidence.lacks[seat] & hand) != 0)
      return 0;
  }
  for (const Clause& clause : evidence.clauses)
    if ((clause.cards & deal.hands[clause.seat]) == 0) return 0;
  double weight = 1;
  for (const Showing& showing : evidence.showings) {
    const Cards hand = deal.hands[showing.seat];
    if (!has(hand, showing.card)) return 0;
    if (evidence.rules[showing.seat] == ShowingRule::uniform) weight /= count(showing.asked & hand);
  }
  return weight;
}

// Every deal of a table, card by card; only sizes and single cards prune.
inline void enumerate(const Evidence& evidence, int card, Deal& deal,
                      std::map<DealKey, double>& out) {
  const Cards all = evidence.kinds[0] | evidence.kinds[1] | evidence.kinds[2];
  const Cards seen = evidence.open | evidence.holds[evidence.self];
  while (has(all & seen, card)) ++card;
  if (!has(all, card)) {
    if (const double weight = weight_of(evidence, deal); weight > 0) out[key_of(deal)] = weight;
    return;
  }
  for (const Cards kind : evidence.kinds) {
    if (!has(kind, card) || (deal.envelope & kind) != 0) continue;
    deal.envelope ^= only(card);
    enumerate(evidence, card + 1, deal, out);
    deal.envelope ^= only(card);
  }
  for (int seat = 0; seat < evidence.seats; ++seat) {
    if (seat == evidence.self || count(deal.hands[seat]) == evidence.hand_sizes[seat] ||
        has(evidence.lacks[seat], card))
      continue;
    deal.hands[seat] ^= only(card);
    enumerate(evidence, card + 1, deal, out);
    deal.hands[seat] ^= only(card);
  }
}

// Each deal that fits, with its probability.
inline std::map<DealKey, double> all_deals(const Evidence& evidence) {
  Deal deal;
  deal.hands[evidence.self] = evidence.holds[evidence.self];
  std::map<DealKey, double> deals;
  enumerate(evidence, 0, deal, deals);
  double total = 0;
  for (const auto& [key, weight] : deals) total += weight;
  for (auto& [key, weight] : deals) weight /= total;
  return deals;
}

}  // namespace otherminds::cluedo
