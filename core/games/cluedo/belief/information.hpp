// How much a suggestion is expected to tell about the envelope.
#pragma once

#include <span>
#include <vector>

#include "engine/random.hpp"
#include "games/cluedo/belief/deals.hpp"

namespace otherminds::cluedo {

// All suggestions in a room: own cards, open cards and known ones included, because a card that
// nobody else can show isolates the others.
std::vector<Triple> suggestions_in(const Evidence& evidence, Card room);

// The entropy of the envelope in bits.
double entropy(const Deals& deals);

// For each suggestion of the seat that believes in `deals`, the entropy of the envelope in bits
// that is expected to be left after the answer: who shows first, clockwise, and which card, or
// nobody. A seat that holds several of the cards shows any of them with the same chance.
//
// The entropy now is exact; what the answer takes off is estimated from drawn deals, the same for
// all suggestions, with Miller's and Madow's correction of the bias. Where the envelopes and
// answers are many for that number of deals, it is taken off kind by kind: envelopes seen as
// triples then overrate every suggestion with many different answers, and choose worse.
std::vector<double> expected_entropies(const Deals& deals, std::span<const Triple> suggestions,
                                       int drawn, Rng& rng);

}  // namespace otherminds::cluedo
