// Trades of Catan: with the bank and its ports, by offers between players, at once, and by chance.
#include <cmath>
#include <set>

#include "tests/expectations.hpp"
#include "tests/games/catan/positions.hpp"

using namespace otherminds;
using namespace otherminds::catan;

namespace {

constexpr Hand one(int resource) { return Hand::of(resource); }

Options with(const std::string& trades, const std::string& exchange = "offers") {
  Options options = on_beginners_board();
  options.trades = trades;
  options.exchange = exchange;
  if (exchange != "offers") options.hidden = "nothing";
  return options;
}

// ---- the bank ----

void the_bank_takes_four_for_one() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.cards(0, hand(4, 3, 0, 0, 0)).ready();
  assert(at.count(bank_trade) == 4);
  for (int take = 1; take < resource_count; ++take) assert(at.can(action::bank(clay, take)));
  at.play(action::bank(clay, wood));
  assert(at.hand(0) == hand(0, 3, 0, 0, 1) && at.state.bank == hand(19, 16, 19, 19, 18));
}

// The beginners' board has a general port at the upper left of hex 0 and one for wheat next to it,
// clockwise.
void ports_lower_the_rate_for_buildings_at_their_two_ends() {
  const Catan game(on_beginners_board());
  const Layout layout = beginners_layout();
  for (int port = 0; port < port_count; ++port) {
    for (const int vertex : geometry.edge_vertices[geometry.port_edges[port]]) {
      for (const bool big : {false, true}) {
        Position at(game);
        if (big) {
          at.city(0, {vertex});
        } else {
          at.settlement(0, {vertex});
        }
        at.cards(0, hand(3, 3, 3, 3, 3)).ready();
        for (int give = 0; give < resource_count; ++give) {
          const int kind = layout.ports[port];
          const int rate = kind == give ? 2 : kind == any_resource ? 3 : 4;
          assert(at.table().rate(0, give) == rate);
          for (int take = 0; take < resource_count; ++take)
            if (take != give) assert(at.can(action::bank(give, take)) == (rate <= 3));
          if (rate > 3) continue;
          Position after = at;
          after.play(action::bank(give, give == 0 ? 1 : 0));
          assert(after.hand(0)[give] == 3 - rate);
        }
      }
    }
  }
  // A port two hexes away is of no use, nor is that of another seat.
  Position at(game);
  at.settlement(1, {geometry.edge_vertices[geometry.port_edges[0]][0]});
  at.settlement(0, {corner(9, 0)}).cards(0, hand(3, 3, 3, 3, 3)).ready();
  assert(at.count(bank_trade) == 0);
}

void the_best_rate_counts() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.settlement(0, {geometry.edge_vertices[geometry.port_edges[0]][0],
                    geometry.edge_vertices[geometry.port_edges[1]][0]});
  at.cards(0, hand(4, 0, 0, 4, 0)).ready();
  assert(at.count(bank_trade) == 8);  // once for each pair, at the best rate
  at.play(action::bank(wheat, ore)).play(action::bank(clay, ore));
  assert(at.hand(0) == hand(1, 2, 0, 2, 0));
}

void a_new_port_serves_at_once() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.road(0, {geometry.port_edges[0]}).cards(0, settlement_cost + hand(3, 0, 0, 0, 0)).ready();
  assert(at.count(bank_trade) == 4);  // four clay
  at.play(action::settlement(geometry.edge_vertices[geometry.port_edges[0]][0]));
  assert(at.hand(0) == hand(3, 0, 0, 0, 0) && at.count(bank_trade) == 4);
}

void an_empty_stack_gives_nothing() {
  const Catan game(on_beginners_board());
  Position at(game);
  at.cards(0, hand(4, 0, 0, 0, 0)).leave_in_bank(1, ore, 0).ready();
  assert(at.count(bank_trade) == 3 && !at.can(action::bank(clay, ore)));
}

// ---- which exchanges there are ----

std::set<std::pair<std::uint64_t, std::uint64_t>> exchanges(const std::string& kind) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> found;
  for (const Trade& trade : list_trades(kind, false)) {
    assert(trade.give.size() > 0 && trade.want.size() > 0);
    assert((trade.give.held() & trade.want.held()) == 0);  // no resource on both sides
    assert(found.emplace(trade.give.word(), trade.want.word()).second);
  }
  return found;
}

// Counted by hand: disjoint multisets of the sizes allowed.
void the_exchanges_of_each_kind_are_listed_once() {
  assert(exchanges("none").empty());
  assert(exchanges("1:1").size() == 20);
  assert(exchanges("pairs").size() == 20 + 20 + 20);
  // One for two: 5 times the pairs of the other four, 10.
  assert(exchanges("2:1").size() == 20 + 50 + 50);
  std::size_t up_to_two = 0;
  std::size_t up_to_three = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b)
      for (int c = 0; c < 4; ++c)
        for (int d = 0; d < 4; ++d)
          for (int e = 0; e < 4; ++e) {
            // Which of the five resources are on the give side.
            const int counts[5] = {a, b, c, d, e};
            for (int side = 0; side < 32; ++side) {
              int give = 0;
              int want = 0;
              bool twice = false;
              for (int r = 0; r < 5; ++r) {
                (side >> r & 1 ? give : want) += counts[r];
                twice = twice || (counts[r] == 0 && (side >> r & 1));
              }
              if (twice || give == 0 || want == 0) continue;
              up_to_two += give <= 2 && want <= 2 ? 1 : 0;
              up_to_three += give <= 3 && want <= 3 ? 1 : 0;
            }
          }
  assert(exchanges("2:2").size() == up_to_two && exchanges("3:3").size() == up_to_three);
}

void the_program_lists_mixed_pairs_in_both_orders() {
  const auto listed = list_trades("2:1", true);
  assert(listed.size() == 180);
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> times;
  for (const Trade& trade : listed) ++times[{trade.give.word(), trade.want.word()}];
  assert(times.size() == 120);
  for (const Trade& trade : list_trades("2:1", false)) {
    const auto mixed = [](Hand side) {
      return side.size() == 2 && std::popcount(side.held()) == 2;
    };
    const int expected = mixed(trade.give) || mixed(trade.want) ? 2 : 1;
    assert((times[{trade.give.word(), trade.want.word()}] == expected));
  }
}

// ---- offers ----

void one_offers_what_one_holds_to_someone_with_enough_cards() {
  const Catan game(with("2:2"));
  Position at(game);
  at.cards(0, hand(2, 0, 1, 0, 0))
      .cards(1, hand(0, 0, 0, 0, 1))
      .cards(2, hand(0, 0, 0, 0, 2))
      .ready();
  const auto listed = at.legal();
  for (int seat = 0; seat < 4; ++seat) {
    for (const Trade& trade : game.trades()) {
      const Action offer = at.offer(seat, trade.give, trade.want);
      const bool expected =
          seat != 0 && at.hand(0).covers(trade.give) && at.hand(seat).size() >= trade.want.size();
      assert(std::ranges::binary_search(listed, offer) == expected);
    }
  }
  // It may be asked for what it does not hold, for nobody sees its hand; who has no cards is not.
  assert(at.can(at.offer(1, one(clay), one(ore))));
  assert(!at.can(at.offer(1, one(clay), one(ore) + one(wood))));
  assert(!at.can(at.offer(3, one(clay), one(ore))));
}

void in_the_open_game_only_what_the_other_holds_is_asked_for() {
  Options options = with("2:1");
  options.hidden = "nothing";
  const Catan game(options);
  Position at(game);
  at.cards(0, hand(2, 0, 0, 0, 0)).cards(1, hand(0, 0, 0, 0, 1)).ready();
  assert(at.can(at.offer(1, one(clay), one(wood))));
  assert(at.can(at.offer(1, hand(2, 0, 0, 0, 0), one(wood))));
  assert(!at.can(at.offer(1, one(clay), one(ore))));
  assert(!at.can(at.offer(1, one(clay), hand(0, 0, 0, 0, 2))));
  assert(at.count(trade_with_player) == 2);
}

void an_accepted_offer_is_exchanged_and_the_turn_goes_on() {
  const Catan game(with("2:2"));
  Position at(game);
  at.cards(0, hand(2, 0, 0, 0, 0)).cards(2, hand(0, 1, 0, 0, 1)).ready();
  at.play(at.offer(2, hand(2, 0, 0, 0, 0), one(ore) + one(wood)));
  assert(at.phase() == answering && at.actor() == 2 && at.table().offerer == 0);
  assert(at.can(action::accept) && at.can(action::reject));
  at.play(action::accept);
  assert(at.hand(0) == hand(0, 1, 0, 0, 1) && at.hand(2) == hand(2, 0, 0, 0, 0));
  assert(at.phase() == playing && at.actor() == 0);
  assert(at.table().offerer == nothing && at.table().offer == nothing);
}

void who_lacks_what_is_asked_for_cannot_accept() {
  const Catan game(with("1:1"));
  Position at(game);
  at.cards(0, hand(1, 0, 0, 0, 0)).cards(1, hand(0, 0, 0, 0, 2)).ready();
  at.play(at.offer(1, one(clay), one(ore)));
  assert(!at.can(action::accept) && at.can(action::reject));
  at.play(action::reject);
  assert(at.hand(0) == hand(1, 0, 0, 0, 0) && at.hand(1) == hand(0, 0, 0, 0, 2));
  assert(at.phase() == playing && at.actor() == 0);
}

void a_counter_offer_asks_back() {
  Options options = with("2:1");
  options.counters = 2;
  const Catan game(options);
  Position at(game);
  at.cards(0, hand(2, 0, 1, 0, 0)).cards(1, hand(0, 1, 0, 0, 1)).ready();
  at.play(at.offer(1, one(clay), one(wood)));
  // Only to the one who asked.
  for (const Action each : at.legal())
    if (game.is_offer(each)) assert(game.recipient_of(each) == 0);
  at.play(at.offer(0, one(wood), hand(2, 0, 0, 0, 0)));
  assert(at.phase() == answering && at.actor() == 0 && at.table().offerer == 1);
  assert(at.table().counters == 1 && at.can(action::accept));
  at.play(at.offer(1, one(clay) + one(sheep), one(wood)));
  assert(at.actor() == 1 && at.table().counters == 2);
  assert((at.legal() == ActionList{action::accept, action::reject}));  // no third
  at.play(action::accept);
  assert(at.hand(0) == hand(1, 0, 0, 0, 1) && at.hand(1) == hand(1, 1, 1, 0, 0));
  assert(at.phase() == playing && at.actor() == 0 && at.table().counters == 0);
}

void without_counter_offers_one_can_only_accept_or_reject() {
  Options options = with("2:2");
  options.counters = 0;
  const Catan game(options);
  Position at(game);
  at.cards(0, hand(1, 0, 0, 0, 0)).cards(1, hand(0, 0, 0, 0, 1)).ready();
  at.play(at.offer(1, one(clay), one(wood)));
  assert((at.legal() == ActionList{action::accept, action::reject}));
}

void offers_of_a_turn_are_capped() {
  Options options = with("1:1");
  options.offers = 2;
  const Catan game(options);
  Position at(game);
  at.cards(0, hand(5, 0, 0, 0, 0)).cards(1, hand(0, 0, 0, 0, 5)).ready();
  for (int i = 0; i < 2; ++i) at.play(at.offer(1, one(clay), one(wood))).play(action::reject);
  assert(at.table().offers == 2 && at.count(trade_with_player) == 0);
  at.play(action::end).roll(2);
  assert(at.table().offers == 0 && at.count(trade_with_player) > 0);

  options.offers = 0;
  const Catan endless(options);
  Position many(endless);
  many.cards(0, hand(5, 0, 0, 0, 0)).cards(1, hand(0, 0, 0, 0, 5)).ready();
  for (int i = 0; i < 30; ++i) many.play(many.offer(1, one(clay), one(wood))).play(action::reject);
  assert(many.count(trade_with_player) > 0);
}

void there_is_no_trade_with_players_where_there_is_none() {
  const Catan game(with("none"));
  Position at(game);
  at.cards(0, hand(4, 4, 4, 4, 4)).cards(1, hand(4, 4, 4, 4, 4)).ready();
  assert(at.count(trade_with_player) == 0 && at.count(bank_trade) == 20);
}

void nobody_offers_before_the_roll() {
  const Catan game(with("2:2"));
  Position at(game, beginning);
  at.cards(0, hand(1, 1, 1, 1, 1)).cards(1, hand(1, 1, 1, 1, 1)).ready();
  assert((at.legal() == ActionList{action::roll}));
}

// ---- exchanges at once ----

void an_immediate_exchange_needs_no_answer() {
  const Catan game(with("2:1", "immediate"));
  Position at(game);
  at.cards(0, hand(2, 0, 0, 0, 0)).cards(2, hand(0, 0, 1, 0, 1)).ready();
  // One for one: 2; one for two: the mixed pair; two for one: 2.
  assert(at.count(trade_with_player) == 5);
  at.play(at.offer(2, one(clay), one(sheep) + one(wood)));
  assert(at.phase() == playing && at.actor() == 0);
  assert(at.hand(0) == hand(1, 0, 1, 0, 1) && at.hand(2) == hand(1, 0, 0, 0, 0));
  assert(at.table().offers == 1);
}

void the_program_lists_some_choices_twice() {
  Options options = with("2:1", "immediate");
  options.listing = "program";
  const Catan game(options);
  Position at(game);
  at.cards(0, hand(2, 0, 0, 0, 0)).cards(2, hand(0, 0, 1, 0, 1)).ready();
  assert(at.count(trade_with_player) == 6);
  // A road site that is reached from both ends: sides 0 and 2 of a hex leave side 1 between them.
  Position roads(game);
  roads.road(0, {side(9, 0), side(9, 2)}).cards(0, road_cost).ready();
  // Both roads reach two further sites at their outer ends and one at each inner end beside it.
  std::map<int, int> times;
  for (const Action each : roads.legal())
    if (game.type_of(each) == build_road) ++times[game.edge_of(each)];
  assert(times.size() == 7);
  for (const auto& [edge, listed] : times) assert(listed == (edge == side(9, 1) ? 2 : 1));
  for (const Action each : roads.legal()) {
    if (game.type_of(each) != build_road) continue;
    Position after = roads;
    after.play(each);
    assert(after.table().roads[0].has(game.edge_of(each)) && after.hand(0).size() == 0);
  }
}

// ---- exchanges that chance draws ----

using Exchanged =
    std::pair<std::uint64_t, std::uint64_t>;  // what the partner and the turn's owner get

// By the rules of Dobre's program: a partner evenly among those with cards, then evenly one of one
// for one, one for two and two for one that both can pay, then cards by their share in the hands.
std::map<std::pair<int, Exchanged>, double> drawn_by_force(const State& state, int seats) {
  const auto draws = [](Hand hand, int number) {
    std::map<std::uint64_t, double> result;
    for (int a = 0; a < resource_count; ++a) {
      const double first = hand[a] / static_cast<double>(hand.size());
      if (first == 0) continue;
      if (number == 1) {
        result[one(a).word()] += first;
        continue;
      }
      const Hand rest = hand - one(a);
      for (int b = 0; b < resource_count; ++b)
        if (rest[b] > 0)
          result[(one(a) + one(b)).word()] += first * rest[b] / static_cast<double>(rest.size());
    }
    return result;
  };
  const int self = state.table.current;
  std::vector<int> partners;
  for (int seat = 0; seat < seats; ++seat)
    if (seat != self && state.hands[seat].size() > 0) partners.push_back(seat);
  std::map<std::pair<int, Exchanged>, double> result;
  for (const int partner : partners) {
    std::vector<std::pair<int, int>> ratios = {{1, 1}};
    if (state.hands[partner].size() >= 2) ratios.emplace_back(1, 2);
    if (state.hands[self].size() >= 2) ratios.emplace_back(2, 1);
    for (const auto& [give, get] : ratios)
      for (const auto& [given, chance_given] : draws(state.hands[self], give))
        for (const auto& [got, chance_got] : draws(state.hands[partner], get))
          result[{partner, {given, got}}] +=
              chance_given * chance_got / static_cast<double>(partners.size() * ratios.size());
  }
  return result;
}

void a_drawn_exchange_has_the_chances_of_its_rules() {
  Options options = with("2:1", "drawn");
  options.bank = 0;
  const Catan game(options);
  Rng rng(3);
  for (int i = 0; i < 60; ++i) {
    Position at(game);
    for (int seat = 0; seat < 4; ++seat)
      for (int resource = 0; resource < resource_count; ++resource)
        if (rng.below(3) == 0) at.cards(seat, Hand::of(resource, static_cast<int>(rng.below(4))));
    at.ready();
    const bool possible =
        at.hand(0).size() > 0 && at.hand(1).size() + at.hand(2).size() + at.hand(3).size() > 0;
    const Action exchange = game.offer_to(0, 0);
    assert(at.count(trade_with_player) == (possible ? 1 : 0) && at.can(exchange) == possible);
    if (!possible) continue;
    at.play(exchange);
    assert(at.phase() == exchanging && at.actor() == chance);
    const auto expected = drawn_by_force(at.state, 4);
    // Cards that go both ways leave hands as they were, so outcomes are compared by what happens.
    std::map<std::array<std::uint64_t, 4>, double> hands;
    for (const auto& [what, probability] : expected) {
      BySeat<Hand> after = at.state.hands;
      const Hand given = Hand::from(what.second.first);
      const Hand got = Hand::from(what.second.second);
      after[0] = after[0] - given + got;
      after[what.first] = after[what.first] + given - got;
      hands[{after[0].word(), after[1].word(), after[2].word(), after[3].word()}] += probability;
    }
    double sum = 0;
    assert(at.chances().size() == expected.size());
    for (const auto& [outcome, probability] : at.chances()) {
      Position after = at;
      after.happens(outcome);
      assert(after.phase() == playing && after.actor() == 0);
      sum += probability;
      hands[{after.hand(0).word(), after.hand(1).word(), after.hand(2).word(),
             after.hand(3).word()}] -= probability;
    }
    assert(near(sum, 1));
    for (const auto& [after, difference] : hands) assert(near(difference, 0));
  }
}

}  // namespace

int main() {
  the_bank_takes_four_for_one();
  ports_lower_the_rate_for_buildings_at_their_two_ends();
  the_best_rate_counts();
  a_new_port_serves_at_once();
  an_empty_stack_gives_nothing();

  the_exchanges_of_each_kind_are_listed_once();
  the_program_lists_mixed_pairs_in_both_orders();

  one_offers_what_one_holds_to_someone_with_enough_cards();
  in_the_open_game_only_what_the_other_holds_is_asked_for();
  an_accepted_offer_is_exchanged_and_the_turn_goes_on();
  who_lacks_what_is_asked_for_cannot_accept();
  a_counter_offer_asks_back();
  without_counter_offers_one_can_only_accept_or_reject();
  offers_of_a_turn_are_capped();
  there_is_no_trade_with_players_where_there_is_none();
  nobody_offers_before_the_roll();

  an_immediate_exchange_needs_no_answer();
  the_program_lists_some_choices_twice();
  a_drawn_exchange_has_the_chances_of_its_rules();
}
