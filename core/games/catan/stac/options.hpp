// The plan-based players of Catan: the robots of JSettlers (Thomas 2004) and their successor Stac
// (Guhe and Lascarides 2014). One family; a preset is a set of these options.
//
// Below `quirks` stand the habits of the original programs that look like mistakes. The presets
// have them, because they are to play like the originals; each can be turned off.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/value.hpp"

namespace otherminds::catan::stac {

enum class Planner : std::uint8_t {
  best,     // all plans ranked by their time, then by what they speed up
  rebuilt,  // the best city against the best settlement, from five points on army and road too
  fast,     // the older rule of JSettlers' fast robots
  smart,    // what brings its own victory nearer, and puts off those of others
  mixed,    // fast in 7 games of 10, else smart
};
constexpr std::array<std::string_view, 5> names_of(Planner) {
  return {"best", "rebuilt", "fast", "smart", "mixed"};
}

enum class Opening : std::uint8_t { stac, jsettlers };
constexpr std::array<std::string_view, 2> names_of(Opening) { return {"stac", "jsettlers"}; }

// What trading is for.
enum class Target : std::uint8_t { plan, piece };
constexpr std::array<std::string_view, 2> names_of(Target) { return {"plan", "piece"}; }

enum class Offers : std::uint8_t { stac, jsettlers };
constexpr std::array<std::string_view, 2> names_of(Offers) { return {"stac", "jsettlers"}; }

// By which rule others are thought to plan.
enum class Guess : std::uint8_t { fast, same };
constexpr std::array<std::string_view, 2> names_of(Guess) { return {"fast", "same"}; }

struct Settings {
  Planner planner = Planner::best;
  Opening opening = Opening::stac;
  Target target = Target::plan;
  Offers offers = Offers::stac;
  Guess others = Guess::fast;
  double favour_cards = -5;           // a card's time t counts as t - favour * t
  double favour_settlements = 0;      // the same for settlements
  double speedup_weight = 0;          // what the ranking takes off a plan's time for its speedup
  int most_offers = 0;                // without building; 0: as many as there are
  bool settlement_speedup = true;     // JSettlers values none in a settlement
  bool refuses_leaders = true;        // trades with nobody two points from the goal
  bool always_selling = false;        // everybody is thought to sell what he may hold
  bool loses_sight_of_hands = false;  // one unseen card lost makes a whole hand unknown

  // ---- quirks ----
  bool shared_limit = true;         // one piece out of reach puts all after it out of reach
  bool forgets_new_knights = true;  // knights bought in this turn are bought again
  bool stale_forecasts = true;      // who may win soon is asked only when robbing
  bool army_stall = true;           // with an army there is always the plan to do nothing
  bool discards_scarce = true;      // of what it does not need, the scarcest first
  bool wild_wheat = true;           // anybody is thought able to give wheat
  bool fast_answers = true;         // offers are judged by the fast plan, not by its own

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("planner", self.planner);
    visit("opening", self.opening);
    visit("target", self.target);
    visit("offers", self.offers);
    visit("others", self.others);
    visit("favour_cards", self.favour_cards);
    visit("favour_settlements", self.favour_settlements);
    visit("speedup_weight", self.speedup_weight);
    visit("most_offers", self.most_offers);
    visit("settlement_speedup", self.settlement_speedup);
    visit("refuses_leaders", self.refuses_leaders);
    visit("always_selling", self.always_selling);
    visit("loses_sight_of_hands", self.loses_sight_of_hands);
    visit("shared_limit", self.shared_limit);
    visit("forgets_new_knights", self.forgets_new_knights);
    visit("stale_forecasts", self.stale_forecasts);
    visit("army_stall", self.army_stall);
    visit("discards_scarce", self.discards_scarce);
    visit("wild_wheat", self.wild_wheat);
    visit("fast_answers", self.fast_answers);
  }
};

// ---- the presets ----

// The agent as it was published, "with the best parameters".
constexpr Settings standard() { return {}; }

// As in the experiments of 2015: everybody is thought to plan as it does and to sell what he has.
constexpr Settings of_2015() {
  Settings settings;
  settings.others = Guess::same;
  settings.always_selling = true;
  settings.speedup_weight = 0.5;
  settings.most_offers = 3;
  return settings;
}

// What Stac's authors compared it with: the older plans and offers, the new opening.
constexpr Settings original() {
  Settings settings;
  settings.planner = Planner::rebuilt;
  settings.offers = Offers::jsettlers;
  settings.target = Target::piece;
  settings.favour_cards = 0;
  return settings;
}

constexpr Settings jsettlers(Planner planner) {
  Settings settings;
  settings.planner = planner;
  settings.opening = Opening::jsettlers;
  settings.target = Target::piece;
  settings.offers = Offers::jsettlers;
  settings.others = Guess::same;
  settings.favour_cards = 0;
  settings.settlement_speedup = false;
  settings.refuses_leaders = false;
  settings.loses_sight_of_hands = true;
  settings.wild_wheat = false;
  return settings;
}

}  // namespace otherminds::catan::stac
