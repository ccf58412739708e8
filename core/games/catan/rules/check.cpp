// Whether a state from outside is one that play could use.
#include <algorithm>

#include "games/catan/catan.hpp"
#include "games/catan/rules/steps.hpp"

namespace otherminds::catan {

namespace {

bool is_seat(int seat, int seats) { return seat >= 0 && seat < seats; }
bool is_seat_or_nothing(int seat, int seats) { return seat == nothing || is_seat(seat, seats); }

// Who places next in the set-up, after so many settlements; nothing when it is complete.
int placing(int settlements, int seats) {
  return settlements < seats ? settlements : 2 * seats - 1 - settlements;
}

std::string problem_of_pieces(const Table& table, int seats) {
  VertexSet buildings = 0;
  EdgeSet roads{};
  for (int seat = 0; seat < most_seats; ++seat) {
    const VertexSet own = table.buildings(seat);
    if ((own >> vertex_count) != 0 || (table.roads[seat].words[1].word >> (edge_count - 64)) != 0)
      return "a piece is not on the board.";
    if (seat >= seats && (own != 0 || !table.roads[seat].empty()))
      return "a seat that does not play has pieces.";
    if ((table.settlements[seat].word & table.cities[seat].word) != 0 || (own & buildings) != 0)
      return "two buildings are at one place.";
    if (!(roads & table.roads[seat]).empty()) return "two roads are at one place.";
    buildings |= own;
    roads = roads | table.roads[seat];
    if (table.roads_left(seat) < 0 || table.settlements_left(seat) < 0 ||
        table.cities_left(seat) < 0)
      return "a seat has more than 15 roads, 5 settlements or 4 cities.";
  }
  bool near = false;
  each_vertex(buildings, [&](int vertex) {
    near = near || (geometry.too_near[vertex] & buildings) != vertex_bit(vertex);
  });
  return near ? "two buildings are side by side." : "";
}

std::string problem_of_awards(const Table& table, int seats, bool inherited) {
  int most_knights = 0;
  for (int seat = 0; seat < seats; ++seat)
    most_knights = std::max(most_knights, table.knights(seat));
  if (table.largest_army == nothing ? most_knights >= 3
                                    : table.knights(table.largest_army) < std::max(3, most_knights))
    return "the largest army is not with the seat that has played the most knights, at least 3.";
  if (inherited) return "";
  const int best = *std::ranges::max_element(table.road_lengths);
  const auto leaders = std::ranges::count(table.road_lengths, best);
  if (table.longest_road == nothing ? best >= 5 && leaders == 1
                                    : best < 5 || table.road_lengths[table.longest_road] < best)
    return "the longest road is not with the seat that has it, of at least 5.";
  return "";
}

std::string problem_of_cards(const State& state, int seats) {
  const Table& table = state.table;
  for (int seat = 0; seat < most_seats; ++seat) {
    if (table.cards[seat] != total(state.held[seat]))
      return "the number of a seat's development cards is not what it holds.";
    if (seat >= seats && (table.cards[seat] != 0 || total(table.played[seat]) != 0))
      return "a seat that does not play has development cards.";
  }
  for (int card = 0; card < card_kinds; ++card) {
    int count = state.deck[card];
    for (int seat = 0; seat < seats; ++seat)
      count += state.held[seat][card] + table.played[seat][card];
    if (count != whole_deck[card])
      return "the development cards are not 14 knights, 5 victory points and 2 of each other kind.";
    if (state.fresh[card] > state.held[table.current][card])
      return "more development cards are new than the seat holds.";
  }
  for (int seat = 0; seat < seats; ++seat)
    if (table.played[seat][victory_point] != 0) return "a victory point was played.";
  if (table.deck_size != total(state.deck)) return "the size of the deck is not what is in it.";
  if (table.bought != total(state.fresh))
    return "the cards bought in this turn are not those that are new.";
  return "";
}

std::string problem_of_hands(const State& state, int seats, int bank) {
  for (int seat = 0; seat < most_seats; ++seat) {
    if (seat >= seats && state.hands[seat].word() != 0)
      return "a seat that does not play has cards.";
    for (int resource = 0; resource < resource_count; ++resource)
      if (state.hands[seat][resource] > most_of_a_kind)
        return "a seat has more than " + std::to_string(most_of_a_kind) + " cards of a kind.";
  }
  bool beside = state.bank.word() >> 40 != 0;
  for (const Hand& hand : state.hands) beside = beside || hand.word() >> 40 != 0;
  if (beside) return "what is unused is not 0.";
  for (int resource = 0; resource < resource_count; ++resource) {
    int count = state.bank[resource];
    if (bank == 0 && count != 0) return "the bank is counted although it has no limit.";
    if (bank == 0) continue;
    for (const Hand& hand : state.hands) count += hand[resource];
    if (count != bank)
      return "the hands and the bank do not have " + std::to_string(bank) + " " +
             std::string(resource_names[resource]) + " together.";
  }
  return "";
}

std::string problem_of_set_up(const Table& table, int seats) {
  const bool road = table.phase == setting_road;
  int settlements = 0;
  int roads = 0;
  for (int seat = 0; seat < seats; ++seat) {
    settlements += count(table.settlements[seat].word);
    roads += table.roads[seat].size();
    if (table.cities[seat].word != 0) return "there is a city before the first turn.";
  }
  const int placed = road ? settlements - 1 : settlements;
  if (roads != placed || placed < 0 || placed >= 2 * seats)
    return "the set-up has another number of settlements than roads.";
  if (table.acting != placing(placed, seats) || table.current != table.acting)
    return "the set-up is not the acting seat's.";
  for (int seat = 0; seat < seats; ++seat) {
    int due = 0;
    for (int i = 0; i < settlements; ++i) due += placing(i, seats) == seat;
    if (count(table.settlements[seat].word) != due) return "the set-up is not in snake order.";
  }
  for (int seat = 0; seat < seats; ++seat) {
    const bool waits = road && seat == table.acting;
    bool apart = table.roads[seat].size() != count(table.settlements[seat].word) - waits;
    table.roads[seat].each([&](int edge) {
      const auto [a, b] = geometry.edge_vertices[edge];
      apart = apart || (table.settlements[seat].word & (vertex_bit(a) | vertex_bit(b))) == 0;
    });
    if (apart) return "the roads of the set-up are not one at each settlement.";
  }
  if (table.turn != 0 || table.roll != 0) return "there was a turn before the set-up was over.";
  if (!road) return "";
  if (table.placed < 0 || table.placed >= vertex_count ||
      !(table.settlements[table.acting].word >> table.placed & 1) ||
      geometry.edges_at[table.placed].without(table.all_roads()).empty())
    return "the settlement that awaits its road is not the acting seat's or has no free edge.";
  return "";
}

bool same_derived(const Table& a, const Table& b) {
  return a.road_sites == b.road_sites && a.road_vertices == b.road_vertices && a.open == b.open &&
         a.yields == b.yields && a.points == b.points && a.road_lengths == b.road_lengths &&
         a.port_kinds == b.port_kinds;
}

std::string problem_of_phase(const Catan& game, const State& state) {
  const Table& table = state.table;
  const int seats = game.seats();
  const bool after_roll = table.phase != beginning && table.phase != rolling &&
                          table.phase != stealing && table.phase != free_road &&
                          table.phase != over;
  if (table.phase != over && !game.rules().actor_wins &&
      Catan::points(state, table.current) >= game.options().points)
    return "the seat that has the turn has won already.";
  if (table.roll != 0 && (table.roll < 2 || table.roll > 12)) return "the roll is not 2 to 12.";
  if (after_roll && table.roll == 0) return "nobody has rolled yet.";
  if ((table.phase == beginning || table.phase == rolling) && table.roll != 0)
    return "the dice were rolled before their time.";
  if ((table.phase == discarding || table.phase == losing || table.phase == robbing) &&
      table.roll != 7)
    return "there was no seven.";
  if (table.phase != discarding && table.phase != losing && table.phase != answering &&
      table.acting != table.current)
    return "the seat that acts does not have the turn.";
  switch (table.phase) {
    case discarding:
    case losing:
      return table.discards[table.acting] == 0 ? "the seat has nothing to discard." : "";
    case stealing:
      return !is_seat(table.victim, seats) || table.victim == table.acting ||
                     state.hands[table.victim].size() == 0
                 ? "there is nobody to steal from."
                 : "";
    case drawing:
      return table.deck_size == 0 ? "there is no development card to draw." : "";
    case free_road:
      return table.free_roads == 0 || table.free_roads > 2 ||
                     table.road_sites[table.acting].empty() || table.roads_left(table.acting) == 0
                 ? "there is no road to lay for free."
                 : "";
    case answering: {
      if (!is_seat(table.offerer, seats) || table.offerer == table.acting ||
          (table.offerer != table.current && table.acting != table.current))
        return "an offer is not between the seat that has the turn and another.";
      if (table.offer < 0 || table.offer >= static_cast<int>(game.trades().size()) ||
          game.rules().exchange != Exchange::offers)
        return "there is no such offer.";
      if (table.counters > game.options().counters ||
          (table.counters % 2 == 0) != (table.offerer == table.current))
        return "the offer is not the turn's or a counter-offer to it.";
      return state.hands[table.offerer].covers(game.trades()[table.offer].give)
                 ? ""
                 : "a seat offers what it does not have.";
    }
    case exchanging: {
      bool anybody = false;
      for (int seat = 0; seat < seats; ++seat)
        anybody = anybody || (seat != table.acting && state.hands[seat].size() > 0);
      return game.rules().exchange != Exchange::drawn || !anybody ||
                     state.hands[table.acting].size() == 0
                 ? "there is nothing to exchange."
                 : "";
    }
    case over:
      if (table.winner != nothing)
        return Catan::points(state, table.winner) < game.options().points
                   ? "the winner has too few points."
                   : "";
      return table.turn < game.options().turns ? "the game is over without a reason." : "";
    default:
      return "";
  }
}

// What a phase does not use must be empty.
std::string problem_of_leftovers(const Table& table) {
  const bool giving_up = table.phase == discarding || table.phase == losing;
  if (table.phase != stealing && table.victim != nothing) return "a victim is left over.";
  if (table.phase != answering &&
      (table.offer != nothing || table.offerer != nothing || table.counters != 0))
    return "an offer is left over.";
  if (table.phase != setting_road && table.placed != nothing)
    return "a settlement of the set-up is left over.";
  if (table.phase != free_road && table.free_roads != 0) return "a free road is left over.";
  if (!giving_up && table.discards != BySeat<std::uint8_t>{}) return "discards are left over.";
  if (table.phase != over && table.winner != nothing) return "there is a winner before the end.";
  return "";
}

}  // namespace

void Catan::fill_in(State& state) const {
  Table& table = state.table;
  const bool on_the_board = problem_of(table.layout).empty() && table.robber >= 0 &&
                            table.robber < hex_count && problem_of_pieces(table, seats()).empty();
  if (!on_the_board) return;  // problem() will say so
  Table whole = table;
  whole.longest_road = whole.largest_army = nothing;
  derive(whole);
  table.road_sites = whole.road_sites;
  table.road_vertices = whole.road_vertices;
  table.open = whole.open;
  table.yields = whole.yields;
}

std::string Catan::problem(const State& state) const {
  const Table& table = state.table;
  if (std::string found = problem_of(table.layout); !found.empty()) return found;
  if (table.robber < 0 || table.robber >= hex_count) return "the robber is not on a hex.";
  if (table.phase > over) return "there is no such phase.";
  if (!is_seat(table.current, seats()) || !is_seat(table.acting, seats()) ||
      !is_seat_or_nothing(table.winner, seats()))
    return "the seat that acts, has the turn or has won does not exist.";
  if (!is_seat_or_nothing(table.longest_road, seats()) ||
      !is_seat_or_nothing(table.largest_army, seats()))
    return "an award is not a seat's, or -1.";
  if (table.unused != 0 || state.unused != decltype(state.unused){})
    return "what is unused is not 0.";
  if (table.card_played > 1) return "more than one development card was played in a turn.";
  if (table.turn > options_.turns || (table.phase != over && table.turn == options_.turns))
    return "there have been more turns than the game allows.";
  for (std::string found :
       {problem_of_pieces(table, seats()), problem_of_cards(state, seats()),
        problem_of_hands(state, seats(), options_.bank), problem_of_leftovers(table)})
    if (!found.empty()) return found;
  State again = state;
  derive(again.table);
  look_at_bank(again);
  if (!same_derived(again.table, table))
    return "sites, yields, points, ports or road lengths do not follow from the pieces.";
  if (again.table.no_stock != table.no_stock || again.table.scarce != table.scarce)
    return "the empty stacks of the bank are not those that are told.";
  if (std::string found = problem_of_awards(table, seats(), rules_.inherited_roads); !found.empty())
    return found;
  for (int seat = 0; seat < most_seats; ++seat)
    if (table.discards[seat] > (seat < seats() ? state.hands[seat].size() : 0))
      return "a seat has to discard more cards than it has.";
  if (table.phase == setting_settlement || table.phase == setting_road)
    return problem_of_set_up(table, seats());
  return problem_of_phase(*this, state);
}

}  // namespace otherminds::catan
