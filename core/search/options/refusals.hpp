// Which combinations of options are refused: one table, which the check goes through and Python
// and the documentation get. What a single option accepts is declared with it instead.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/options.hpp"

namespace otherminds {

// What a search is made for: to plan once, to sit in a seat, to model another seat, or to plan in
// the belief game or the planning model of a game that was asked first.
enum class Use { once, agent, model, inner };

// Where a search is to plan: what its game can do, and what its answers turned out to be there.
struct Setting {
  std::string game;  // its name
  int seats = 2;
  Use use = Use::agent;
  bool hides_facts = false;
  bool written_in_python = false;
  bool is_belief_game = false;
  bool has_belief_game = false;
  bool is_planning_model = false;
  bool has_planning_model = false;
  bool tells_earlier_states = false;   // HasEarlier
  bool compares_beliefs = false;       // HasBeliefKey
  bool lets_moves_be_refused = false;  // CanRefuse
  bool views_tell_all = false;
  bool has_other_rules = false;  // for roll-outs
  bool can_give_turn = false;    // this and the next two are of use to quirks only
  bool can_miss_hand = false;
  bool can_forget = false;
  bool models_remember = false;  // policies of the search that fold observations into a memory
};

struct Refusal {
  std::string_view id;
  std::vector<std::string_view> options;  // that it is about: "tree.reuse", "Worlds.count"
  std::string_view sentence;              // with {game} where the game is named
  std::string_view example;               // something refused, as Python has it
  std::string_view game = {};             // where the example is refused; none: everywhere
  bool (*when)(const SearchOptions&) = nullptr;
  bool (*where)(const SearchOptions&, const Setting&) = nullptr;  // where it depends on the game

  bool refuses(const SearchOptions& options, const Setting* setting) const {
    if (when) return !setting && when(options);
    return setting && where(options, *setting);
  }
};

// Every refusal, in the order in which they are looked for.
std::span<const Refusal> refusals();

// Raises the first refusal that depends on the game.
void check_in(const SearchOptions& options, const Setting& setting);

// The table as plain values: a list of {"id", "options", "sentence", "example", "game"}.
Value refusal_table();

// The parts of the table.
std::vector<Refusal> refused_answers();
std::vector<Refusal> refused_trees();
std::vector<Refusal> refused_planners();
std::vector<Refusal> refused_in_games();
std::vector<Refusal> refused_quirks();  // search/quirks.cpp

}  // namespace otherminds
