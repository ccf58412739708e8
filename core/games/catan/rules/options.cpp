#include "games/catan/rules/options.hpp"

#include "engine/error.hpp"

namespace otherminds::catan {

namespace {

void fill(std::string& option, bool official, const char* ours, const char* theirs) {
  if (option.empty()) option = official ? ours : theirs;
}

void fill(int& option, bool official, int ours, int theirs) {
  if (option == by_rules) option = official ? ours : theirs;
}

Layout layout_of(const std::string& board) {
  if (board.find('/') == std::string::npos)
    throw Error(ErrorKind::option,
                unknown_name("board of Catan", board, {"spiral", "beginner", "shuffled"}) +
                    " A layout as text has slashes.");
  return parse_layout(board);
}

}  // namespace

Options complete(const Options& given) {
  Options all = given;
  const bool official = all.rules != "dobre";
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

  check_game_options("Catan", all);
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
  if (all.board == "beginner") {
    rules.board = Board::beginner;
  } else if (all.board == "shuffled") {
    rules.board = Board::shuffled;
  } else if (all.board != "spiral") {
    rules.board = Board::given;
    rules.layout = layout_of(all.board);
  }
  if (all.hidden == "points shown") rules.hidden = Hidden::points_shown;
  if (all.hidden == "nothing") rules.hidden = Hidden::nothing;
  if (all.exchange == "immediate") rules.exchange = Exchange::immediate;
  if (all.exchange == "drawn") rules.exchange = Exchange::drawn;
  rules.unlimited_bank = all.bank == 0;
  rules.only_knights_before_roll = all.before_roll == "knight";
  rules.inherited_roads = all.longest_road == "inherited";
  rules.actor_wins = all.wins == "actor";
  rules.program_listing = all.listing == "program";
  return rules;
}

}  // namespace otherminds::catan
