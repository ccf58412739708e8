// Deductions of Cluedo: true, complete, and said in sentences.
#include "games/cluedo/belief/deductions.hpp"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

#include "engine/error.hpp"
#include "tests/expectations.hpp"
#include "tests/games/cluedo/table.hpp"

using namespace otherminds;
using namespace otherminds::cluedo;

namespace {

const std::string by_deals = "every deal that fits what happened in turn";

Names numbered(int cards, int seats) {
  Names names;
  for (int card = 0; card < cards; ++card) names.cards.push_back("c" + std::to_string(card));
  for (int seat = 0; seat < seats; ++seat) names.seats.push_back("s" + std::to_string(seat));
  return names;
}

bool follows(const Witness& witness, const Deduction& deduction) {
  const Deals deals(evidence_of(witness));
  return deals.marginals()[deduction.card][deduction.place] == (deduction.holds ? 1 : 0);
}

// The turns that a sentence names are enough, and none of them can be left out.
void check_ground(const Witness& witness, const Deduction& deduction) {
  std::set<int> turns;
  const char* rest = deduction.text.c_str() + deduction.text.find(by_deals) + by_deals.size();
  for (; *rest != 0; ++rest) {
    char* end = nullptr;
    const long turn = std::strtol(rest, &end, 10);
    if (end == rest) continue;
    turns.insert(static_cast<int>(turn));
    rest = end - 1;
  }
  Witness enough = witness;
  std::erase_if(enough.events, [&](const Event& event) { return !turns.contains(event.turn); });
  assert(enough.events.size() == turns.size() && !turns.empty());
  assert(follows(enough, deduction));
  for (const int turn : turns) {
    Witness fewer = enough;
    std::erase_if(fewer.events, [&](const Event& event) { return event.turn == turn; });
    assert(!follows(fewer, deduction));
  }
}

// In random games: every deduction is true and certain, and all that is certain is listed.
void sound_and_complete() {
  Rng rng(11);
  int games = 0;
  int listed = 0;
  int hidden = 0;
  for (int seed = 0; seed < 400; ++seed) {
    const bool small = seed % 2 == 0;
    const int seats = 2 + seed / 2 % (small ? 4 : 5);
    TestTable table(small ? std::array{3, 3, 4} : std::array{6, 6, 9}, seats,
                    static_cast<int>(rng.below(3)), rng);
    const int length = static_cast<int>(rng.below(small ? 16 : 50));
    for (int i = 0; i < length; ++i) table.play(rng);
    const Witness witness = table.witness(static_cast<int>(rng.below(seats)));
    const int cards = small ? 10 : 21;
    const auto deductions = deduce(witness, numbered(cards, seats));
    const Deals deals(evidence_of(witness));
    std::set<std::tuple<int, int, bool>> facts;
    for (const Deduction& each : deductions) {
      const Cards there =
          each.place == envelope ? table.truth.envelope : table.truth.hands[each.place - 1];
      assert(has(there, each.card) == each.holds);
      assert(deals.marginals()[each.card][each.place] == (each.holds ? 1 : 0));
      assert(facts.emplace(each.card, each.place, each.holds).second);
      assert(each.text.ends_with(".") && each.text.find("()") == std::string::npos);
      if (each.text.find(by_deals) == std::string::npos) continue;
      check_ground(witness, each);
      ++hidden;
    }
    for (int card = 0; card < cards; ++card) {
      if (has(witness.open, card)) continue;
      int known = -1;
      for (int place = 0; place <= seats; ++place)
        if (deals.marginals()[card][place] == 1) known = place;
      if (known >= 0) {
        assert(facts.contains({card, known, true}));
        continue;
      }
      for (int place = 0; place <= seats; ++place)
        if (place != 1 + witness.self && deals.marginals()[card][place] == 0)
          assert(facts.contains({card, place, false}));
    }
    ++games;
    listed += static_cast<int>(deductions.size());
  }
  std::printf("deductions: %d in %d games, %d by all deals together\n", listed, games, hidden);
  assert(hidden > 20);
}

// Three suspects, weapons and rooms, two cards each for three seats; I am Ann.
Witness small_table() {
  Witness witness{.seats = 3, .self = 0, .kinds = {0b111, 0b111000, 0b111000000}};
  witness.hand = only(0) | only(6);
  witness.hand_sizes = {2, 2, 2};
  return witness;
}

const Names small_names = {
    {"Scarlett", "Mustard", "Plum", "rope", "knife", "spanner", "hall", "study", "library"},
    {"Ann", "Bob", "Cleo"}};

void expect(const std::vector<Deduction>& deductions, const std::string& text) {
  for (const Deduction& each : deductions)
    if (each.text == text) return;
  std::printf("Missing: %s\n", text.c_str());
  for (const Deduction& each : deductions) std::puts(each.text.c_str());
  assert(false && "a sentence is missing");
}

void sentences() {
  Witness witness = small_table();
  witness.events = {
      {.turn = 1, .seat = 2, .named = {1, 3, 6}, .without = {}, .shower = 0, .shown = 6},
      {.turn = 2, .seat = 0, .named = {2, 4, 8}, .without = {1}, .shower = 2, .shown = 4},
      {.turn = 3, .seat = 2, .named = {0, 4, 7}, .without = {}, .shower = 1},
      {.turn = 4, .seat = 0, .named = {1, 5, 8}, .without = {1, 2}},
  };
  const auto deductions = deduce(witness, small_names);
  expect(deductions, "I hold Scarlett.");
  expect(deductions, "I hold the hall.");
  expect(deductions,
         "Bob does not hold Plum: it had no card when asked for Plum, the knife or the library in "
         "turn 2.");
  expect(deductions, "Cleo holds the knife: it showed it to me in turn 2.");
  expect(
      deductions,
      "Bob holds the study: in turn 3 it showed one of Scarlett, the knife and the study, and it "
      "has neither Scarlett (I hold it) nor the knife (no card in turn 2).");
  expect(deductions,
         "The spanner is in the envelope: nobody holds it: I do not, Bob does not (no card in turn "
         "4) and Cleo does not (no card in turn 4).");
  expect(
      deductions,
      "The library is in the envelope: it is the only room left, because the hall (I hold it) and "
      "the study (Bob holds it) are not in the envelope.");
  expect(deductions,
         "Bob holds the rope: it has 2 cards, and only the rope and the study are left for it.");

  Witness other = small_table();
  other.events = {
      {.turn = 1, .seat = 0, .named = {2, 3, 6}, .without = {1}, .shower = 2, .shown = 3},
      {.turn = 2, .seat = 0, .named = {1, 5, 6}, .without = {1, 2}},
      {.turn = 3, .seat = 1, .named = {1, 5, 7}, .accusation = true},
  };
  const auto more = deduce(other, small_names);
  expect(more, "Plum is not in the envelope: the suspect in the envelope is Mustard.");
  expect(
      more,
      "Cleo holds Plum: nothing else is possible: I do not hold it, it is not in the envelope (the "
      "suspect in the envelope is Mustard) and Bob does not (no card in turn 1).");
  expect(more,
         "Cleo does not hold the study: its hand of 2 cards is complete with Plum and the rope.");
  expect(
      more,
      "The study is not in the envelope: the accusation in turn 3 was wrong, and Mustard and the "
      "spanner are in the envelope.");

  Witness accused = small_table();
  accused.events = {
      {.turn = 1, .seat = 0, .named = {1, 3, 7}, .without = {1, 2}},
      {.turn = 2, .seat = 1, .named = {1, 3, 7}, .accusation = true},
  };
  assert(contains(refusal([&] { deduce(accused, small_names); }), "No deal fits"));
  assert(refuses([&] { deduce(small_table(), {{"Scarlett"}, {"Ann"}}); }));
}

}  // namespace

int main() {
  sentences();
  sound_and_complete();
  std::puts("ok");
}
