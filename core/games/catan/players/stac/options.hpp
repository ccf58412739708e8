// The plan-based players of Catan: the robots of JSettlers (Thomas 2004) and their successor Stac
// (Guhe and Lascarides 2014). One family; a preset is a set of these options.
//
// The last of them are habits of the original programs that look like mistakes. The presets have
// them, because they are to play like the originals; each can be turned off.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/policy_options.hpp"

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
  double favour_cards = -5;
  double favour_settlements = 0;
  double speedup_weight = 0;
  int most_offers = 0;
  bool settlement_speedup = true;
  bool refuses_leaders = true;
  bool always_selling = false;
  bool loses_sight_of_hands = false;

  // ---- habits ----
  bool shared_limit = true;
  bool forgets_new_knights = true;
  bool stale_forecasts = true;
  bool army_stall = true;
  bool discards_scarce = true;
  bool wild_wheat = true;
  bool fast_answers = true;
  double errors = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("planner", self.planner,
          Says{"How it makes plans: all ranked by time (best), the best city against the "
               "best settlement (rebuilt), the rule of JSettlers' fast or smart robots, or "
               "the fast one in 7 games of 10 (mixed)."});
    visit("opening", self.opening,
          Says{"By whose rules it places its first settlements and roads."});
    visit("target", self.target, Says{"What trading is for: the whole plan, or its next piece."});
    visit("offers", self.offers, Says{"By whose rules it makes offers."});
    visit("others", self.others, Says{"By which rule others are thought to plan."});
    visit("favour_cards", self.favour_cards, between(-1'000, 1),
          Says{"The time t of a card counts as t - favour_cards * t."});
    visit("favour_settlements", self.favour_settlements, between(-1'000, 1),
          Says{"The time t of a settlement counts as t - favour_settlements * t."});
    visit("speedup_weight", self.speedup_weight, between(-1'000, 1'000),
          Says{"How much of what a plan speeds up is taken off its time."});
    visit("most_offers", self.most_offers, between(0, 255),
          Says{"Offers in a turn without building; 0: as many as there are."});
    visit("settlement_speedup", self.settlement_speedup,
          Says{"Values what a settlement speeds up; JSettlers does not."});
    visit("refuses_leaders", self.refuses_leaders,
          Says{"Trades with nobody who is two points from the goal."});
    visit("always_selling", self.always_selling,
          Says{"Everybody is thought to sell what he may hold."});
    visit("loses_sight_of_hands", self.loses_sight_of_hands,
          Says{"One unseen card lost makes a whole hand unknown."});
    visit("shared_limit", self.shared_limit,
          Says{"Habit: one piece out of reach puts all after it out of reach."});
    visit("forgets_new_knights", self.forgets_new_knights,
          Says{"Habit: knights bought in this turn are bought again."});
    visit("stale_forecasts", self.stale_forecasts,
          Says{"Habit: who may win soon is asked only when robbing."});
    visit("army_stall", self.army_stall,
          Says{"Habit: with an army there is always the plan to do nothing."});
    visit("discards_scarce", self.discards_scarce,
          Says{"Habit: of what it does not need it discards the scarcest first."});
    visit("wild_wheat", self.wild_wheat, Says{"Habit: anybody is thought able to give wheat."});
    visit("fast_answers", self.fast_answers,
          Says{"Habit: offers are judged by the fast plan, not by its own."});
    visit("errors", self.errors, share,
          Says{"With this chance it makes any legal move instead, each as likely."});
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
