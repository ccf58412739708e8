// Positions of Catan for tests: pieces and cards are put down one by one, then play goes on by
// legal moves only, each of which is checked for what must hold after every move.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <initializer_list>
#include <map>
#include <string>

#include "games/catan/catan.hpp"

namespace otherminds::catan {

inline constexpr int seven = 7 - 2;  // the outcome

inline Options on_beginners_board() {
  Options options;
  options.board = "beginner";
  return options;
}

// The number of an end of an edge and of an edge, both by a hex and a place clockwise from its top.
inline int corner(int hex, int k) { return geometry.hex_vertices[hex][k]; }
inline int side(int hex, int k) { return geometry.hex_edges[hex][k]; }

// What follows from the table is what was kept up to date; no card is lost or made; play could use
// the position.
inline void check(const Catan& game, const State& state) {
  Table again = state.table;
  game.derive(again);
  assert(again == state.table);
  const std::string problem = game.problem(state);
  if (!problem.empty()) std::fprintf(stderr, "%s\n", problem.c_str());
  assert(problem.empty());
  if (!game.rules().unlimited_bank) {
    Hand all = state.bank;
    for (const Hand& hand : state.hands) all += hand;
    for (int resource = 0; resource < resource_count; ++resource) {
      assert(all[resource] == game.options().bank);
      assert((state.table.no_stock >> resource & 1) == (state.bank[resource] == 0));
      assert((state.table.scarce >> resource & 1) == (state.bank[resource] <= 1));
    }
  }
  CardCounts cards = state.deck;
  for (int seat = 0; seat < most_seats; ++seat) {
    for (int kind = 0; kind < card_kinds; ++kind)
      cards[kind] += state.held[seat][kind] + state.table.played[seat][kind];
    assert(state.table.cards[seat] == total(state.held[seat]));
  }
  assert(cards == whole_deck && state.table.deck_size == total(state.deck));
}

struct Position {
  const Catan& game;
  State state;

  // The middle of a turn of seat 0 with an empty board, no cards in hands and a full deck.
  explicit Position(const Catan& rules, Phase phase = playing) : game(rules), state(start(rules)) {
    state.table.phase = phase;
    state.table.roll = phase == beginning || phase == rolling ? 0 : 8;
  }
  static State start(const Catan& rules) {
    Rng rng(1);
    return rules.initial(rng);
  }

  Table& table() { return state.table; }

  Position& road(int seat, std::initializer_list<int> edges) {
    for (const int edge : edges) state.table.roads[seat].add(edge);
    return *this;
  }
  Position& settlement(int seat, std::initializer_list<int> vertices) {
    for (const int vertex : vertices) state.table.settlements[seat].word |= vertex_bit(vertex);
    return *this;
  }
  Position& city(int seat, std::initializer_list<int> vertices) {
    for (const int vertex : vertices) state.table.cities[seat].word |= vertex_bit(vertex);
    return *this;
  }
  Position& cards(int seat, Hand hand) {
    state.hands[seat] += hand;
    if (!game.rules().unlimited_bank) {
      assert(state.bank.covers(hand));
      state.bank -= hand;
    }
    return *this;
  }
  // Takes cards out of the bank by giving them to a seat.
  Position& leave_in_bank(int holder, int resource, int count) {
    return cards(holder, Hand::of(resource, state.bank[resource] - count));
  }
  Position& development(int seat, int kind, int count = 1, bool fresh = false) {
    state.held[seat][kind] += static_cast<std::uint8_t>(count);
    state.deck[kind] -= static_cast<std::uint8_t>(count);
    if (fresh) {
      state.fresh[kind] += static_cast<std::uint8_t>(count);
      state.table.bought += static_cast<std::uint8_t>(count);
    }
    return *this;
  }
  Position& played(int seat, int kind, int count) {
    state.table.played[seat][kind] += static_cast<std::uint8_t>(count);
    state.deck[kind] -= static_cast<std::uint8_t>(count);
    return *this;
  }
  Position& turn_of(int seat) {
    state.table.current = state.table.acting = static_cast<std::int8_t>(seat);
    return *this;
  }
  Position& ready() {
    for (int seat = 0; seat < most_seats; ++seat)
      state.table.cards[seat] = static_cast<std::uint8_t>(total(state.held[seat]));
    state.table.deck_size = static_cast<std::uint8_t>(total(state.deck));
    state.table.no_stock = state.table.scarce = 0;
    for (int resource = 0; resource < resource_count && !game.rules().unlimited_bank; ++resource) {
      const auto bit = static_cast<std::uint8_t>(1 << resource);
      if (state.bank[resource] == 0) state.table.no_stock |= bit;
      if (state.bank[resource] <= 1) state.table.scarce |= bit;
    }
    game.derive(state.table);
    check(game, state);
    return *this;
  }

  ActionList legal() const {
    ActionList list;
    game.legal(state, list);
    assert(std::ranges::is_sorted(list) && std::ranges::adjacent_find(list) == list.end());
    return list;
  }
  bool can(Action action) const { return std::ranges::binary_search(legal(), action); }
  int count(int type) const {
    return static_cast<int>(
        std::ranges::count_if(legal(), [&](Action each) { return game.type_of(each) == type; }));
  }
  std::map<Action, double> chances() const {
    OutcomeList list;
    game.outcomes(state, list);
    std::map<Action, double> result;
    for (const Outcome& outcome : list) result[outcome.id] = outcome.probability;
    return result;
  }
  Position& play(Action action) {
    assert(game.actor(state) >= 0);
    assert(can(action));
    game.apply(state, action);
    check(game, state);
    return *this;
  }
  Position& happens(Action outcome) {
    assert(game.actor(state) == chance);
    assert(chances().contains(outcome));
    game.apply(state, outcome);
    check(game, state);
    return *this;
  }
  Position& roll(int number) { return play(action::roll).happens(number - 2); }
  // A trade by the cards that the one who offers gives and wants.
  Action offer(int to, Hand give, Hand want) const {
    const int trade = game.trade_index(give, want);
    assert(trade != nothing);
    return game.offer_to(to, trade);
  }
  Hand hand(int seat) const { return state.hands[seat]; }
  int phase() const { return state.table.phase; }
  int actor() const { return game.actor(state); }
  bool over() const { return actor() == nobody; }
  int winner() const { return state.table.winner; }
};

}  // namespace otherminds::catan
