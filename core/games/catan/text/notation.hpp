// A whole position of Catan as one line that people can write.
//
// The line has sections with semicolons between them. The first is the layout (layout.hpp); then
// there is one for each seat, and one for each fact that is not what it is by default. Cards of a
// hand are letters with counts before them, as in "2co": c, o, s, w, f for the resources in their
// order; k, v, r, y, m for the development cards in theirs.
//
//   robber 9          the hex; else it stands on the desert
//   0 s12 c23 r12-18 hand 2co held kv played 2k owes 3
//                     a seat: settlements, cities, roads, hand, development cards that it holds
//                     and has played, cards that it has yet to give up
//   longest 0         who has the longest road, and `army 0` the largest army
//   turn 12 of 1      turns that have ended, whose turn it is; else turn 0 of 0
//   playing           the phase, of the names below; with `by 2` if another seat than `of` acts
//   roll 8            of this turn
//   placed 12         the settlement that the road of the set-up must touch
//   victim 2          of the theft that chance decides
//   free 1            roads yet to be laid for nothing
//   offer 2c>o from 1 what awaits an answer, and `counters 1` how often it was countered
//   offers 2          made in this turn
//   new k             cards of `held` bought in this turn
//   card              one has been played in this turn
//   winner 1
//
// The bank and the deck have what nobody else has.
#pragma once

#include <string>
#include <string_view>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

std::string notation(const Catan& game, const State& state);

// Throws a sentence for a text that is no position of this game.
State parse_notation(const Catan& game, std::string_view text);

}  // namespace otherminds::catan
