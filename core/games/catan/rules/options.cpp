#include "games/catan/rules/options.hpp"

#include <algorithm>
#include <vector>

#include "engine/error.hpp"
#include "engine/value.hpp"
#include "games/catan/rules/state.hpp"
#include "games/catan/rules/trades.hpp"

namespace otherminds::catan {

namespace {

using Names = std::vector<std::string>;
const Names rule_sets = {"official", "dobre"};
const Names boards = {"spiral", "beginner", "shuffled"};
const Names hidings = {"cards", "points shown", "nothing"};
const Names exchanges = {"offers", "immediate", "drawn"};
const Names cards_before_roll = {"any", "knight"};
const Names roads = {"official", "inherited"};
const Names winners = {"own turn", "actor"};
const Names listings = {"once", "program"};

int place_of(const std::string& name, const Names& accepted, const std::string& option) {
  const auto found = std::ranges::find(accepted, name);
  if (found == accepted.end())
    throw Error(ErrorKind::option, unknown_name("value of the option " + option, name, accepted));
  return static_cast<int>(found - accepted.begin());
}

void within(int value, int low, int high, const std::string& option) {
  if (value < low || value > high)
    throw Error(ErrorKind::option, "The option " + option + " must be from " + std::to_string(low) +
                                       " to " + std::to_string(high) + ", not " +
                                       std::to_string(value) + ".");
}

void fill(std::string& option, bool official, const char* ours, const char* theirs) {
  if (option.empty()) option = official ? ours : theirs;
}

void fill(int& option, bool official, int ours, int theirs) {
  if (option == -1) option = official ? ours : theirs;
}

}  // namespace

Options complete(const Options& given) {
  Options all = given;
  const bool official = place_of(all.rules, rule_sets, "rules") == 0;
  fill(all.board, official, "spiral", "shuffled");
  fill(all.hidden, official, "cards", "nothing");
  fill(all.trades, official, "2:2", "2:1");
  fill(all.exchange, official, "offers", "offers");
  fill(all.offers, official, 20, 0);
  fill(all.counters, official, 1, 0);
  fill(all.bank, official, 19, 0);
  fill(all.drawn_discards, official, 0, 8);
  fill(all.before_roll, official, "any", "knight");
  fill(all.longest_road, official, "official", "inherited");
  fill(all.wins, official, "own turn", "actor");
  fill(all.listing, official, "once", "program");

  within(all.players, 2, most_seats, "players");
  within(all.points, 3, 20, "points");
  within(all.turns, 1, 60'000, "turns");
  within(all.offers, 0, 60'000, "offers");
  within(all.counters, 0, 100, "counters");
  within(all.bank, 0, most_of_a_kind, "bank");
  within(all.drawn_discards, 0, 200, "drawn_discards");
  place_of(all.trades, trade_kinds, "trades");
  const Rules rules = rules_of(all);
  if (rules.exchange != Exchange::offers && rules.hidden != Hidden::nothing)
    throw Error(ErrorKind::option,
                "The option exchange can be '" + all.exchange +
                    "' only where nothing is hidden: hidden='nothing'. Otherwise it would tell who "
                    "holds what.");
  return all;
}

Rules rules_of(const Options& all) {
  Rules rules;
  if (all.board.find('/') != std::string::npos) {
    rules.board = Board::given;
    rules.layout = parse_layout(all.board);
  } else {
    rules.board = static_cast<Board>(place_of(all.board, boards, "board"));
  }
  rules.hidden = static_cast<Hidden>(place_of(all.hidden, hidings, "hidden"));
  rules.exchange = static_cast<Exchange>(place_of(all.exchange, exchanges, "exchange"));
  rules.unlimited_bank = all.bank == 0;
  rules.only_knights_before_roll = place_of(all.before_roll, cards_before_roll, "before_roll") == 1;
  rules.inherited_roads = place_of(all.longest_road, roads, "longest_road") == 1;
  rules.actor_wins = place_of(all.wins, winners, "wins") == 1;
  rules.program_listing = place_of(all.listing, listings, "listing") == 1;
  return rules;
}

}  // namespace otherminds::catan
