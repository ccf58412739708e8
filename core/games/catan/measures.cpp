#include "games/catan/measures.hpp"

#include <algorithm>
#include <functional>

namespace otherminds::catan {

namespace {

using Numbers = BySeat<double>;

// What is added up move by move.
struct Tally {
  Numbers roads{}, settlements{}, cities{}, cards{};
  Numbers bought{}, knights{};
  Numbers army_gained{}, road_gained{};
  Numbers from_dice{}, stolen{}, robbed{}, discarded{}, monopolized{};
  Numbers bank_trades{}, offers{}, counters{}, accepted{}, agreed{};
  Numbers sites_settled{}, sites_left{}, sites_taken{};
  Numbers decisions{}, uncertain{}, hands{}, possible{}, most_possible{}, entropy{};
};

// Sites for a settlement that a road has led to.
struct Lead {
  VertexSet sites;
  int turns = 0;            // of the seat that have ended since
  bool affordable = false;  // a settlement could have been built there
};
constexpr int patience = 3;  // turns

class Replay {
 public:
  Replay(const Catan& game, const State& start) : game_(game), state_(start) {
    for (int seat = 0; seat < game.seats(); ++seat)
      beliefs_.push_back(game.belief(game.view(start, seat)));
  }

  const State& state() const { return state_; }

  // False where the move cannot be made.
  bool make(Action move) {
    const int actor = game_.actor(state_);
    if (actor == nobody) return false;
    if (actor == chance) {
      game_.outcomes(state_, outcomes_);
      if (std::ranges::find(outcomes_, move, &Outcome::id) == outcomes_.end()) return false;
    } else {
      game_.legal(state_, legal_);
      if (!std::ranges::binary_search(legal_, move)) return false;
      choose(actor, game_.type_of(move));
    }
    const State before = state_;
    if (actor >= 0) follow_leads(actor, move);
    game_.apply(state_, move);
    change(before, actor, move);
    for (int seat = 0; seat < game_.seats(); ++seat)
      game_.update(beliefs_[static_cast<std::size_t>(seat)],
                   game_.observe(before, move, state_, seat), game_.view(state_, seat));
    return true;
  }

  std::vector<Measured> rows() const;

 private:
  void choose(int seat, int type) {
    const Table& table = state_.table;
    const bool set_up = table.phase == setting_settlement || table.phase == setting_road;
    const auto add = [&](Numbers& numbers) { ++numbers[seat]; };
    switch (type) {
      case build_road:
        if (!set_up) add(tally_.roads);
        break;
      case build_settlement:
        if (!set_up) add(tally_.settlements);
        break;
      case build_city:
        add(tally_.cities);
        break;
      case buy_card:
        add(tally_.bought);
        break;
      case play_knight:
        add(tally_.knights);
        [[fallthrough]];
      case play_monopoly:
      case play_year_of_plenty:
      case play_road_building:
        add(tally_.cards);
        break;
      case bank_trade:
        add(tally_.bank_trades);
        break;
      case trade_with_player:
        add(table.phase == answering ? tally_.counters : tally_.offers);
        break;
      case accept_offer:
        // What the seat in turn offered, or what it was offered back.
        ++tally_.accepted[table.offerer];
        add(tally_.agreed);
        break;
      case discard_card:
        add(tally_.discarded);
        break;
      default:
        break;
    }
    const bool goes_on = refused_ && table.phase == playing && seat == table.current;
    refused_ = type == reject_offer && table.offerer == table.current;
    if (legal_.size() > 1 && !goes_on) decide(seat);
  }

  void decide(int seat) {
    ++tally_.decisions[seat];
    if (game_.perfect_information()) return;
    int uncertain = 0;
    for (int other = 0; other < game_.seats(); ++other) {
      const Hands& hands = beliefs_[static_cast<std::size_t>(seat)].hands[other];
      if (other == seat || hands.possible() == 1) continue;
      const auto possible = static_cast<double>(hands.possible());
      ++uncertain;
      tally_.possible[seat] += possible;
      tally_.most_possible[seat] = std::max(tally_.most_possible[seat], possible);
      tally_.entropy[seat] += hands.entropy();
    }
    tally_.hands[seat] += uncertain;
    tally_.uncertain[seat] += uncertain > 0;
  }

  // What has become of the sites that a seat has built roads to.
  void follow_leads(int seat, Action move) {
    const Table& table = state_.table;
    if (table.phase == setting_settlement || table.phase == setting_road) return;
    std::vector<Lead>& own = leads_[static_cast<std::size_t>(seat)];
    const VertexSet sites = table.settlement_sites(seat);
    if (table.phase == playing && table.settlements_left(seat) > 0 &&
        state_.hands[seat].covers(settlement_cost))
      for (Lead& lead : own) lead.affordable = lead.affordable || (lead.sites & sites) != 0;
    switch (game_.type_of(move)) {
      case build_road: {
        State after = state_;
        game_.apply(after, move);
        const VertexSet led = after.table.settlement_sites(seat) & ~sites;
        if (led != 0) own.push_back({led});
        return;
      }
      case build_settlement: {
        const VertexSet here = vertex_bit(move - action::first_settlement);
        const auto settled = [&](const Lead& lead) { return (lead.sites & here) != 0; };
        tally_.sites_settled[seat] += static_cast<double>(std::erase_if(own, settled));
        for (int other = 0; other < game_.seats(); ++other)
          if (other != seat && (table.settlement_sites(other) & here) != 0) {
            ++tally_.sites_taken[seat];
            break;
          }
        return;
      }
      case end_turn:
        for (Lead& lead : own) ++lead.turns;
        std::erase_if(own, [&](const Lead& lead) {
          if (lead.turns <= patience) return false;
          tally_.sites_left[seat] += lead.affordable;
          return true;
        });
        return;
      default:
        return;
    }
  }

  void change(const State& before, int actor, Action move) {
    const Table& old = before.table;
    const Table& now = state_.table;
    if (now.largest_army != old.largest_army && now.largest_army != nothing)
      ++tally_.army_gained[now.largest_army];
    if (now.longest_road != old.longest_road && now.longest_road != nothing)
      ++tally_.road_gained[now.longest_road];
    if (actor == chance && old.phase == rolling)
      for (int seat = 0; seat < game_.seats(); ++seat)
        tally_.from_dice[seat] += state_.hands[seat].size() - before.hands[seat].size();
    if (actor == chance && old.phase == stealing) {
      ++tally_.stolen[old.acting];
      ++tally_.robbed[old.victim];
    }
    if (actor == chance && old.phase == losing) ++tally_.discarded[old.acting];
    if (actor >= 0 && game_.type_of(move) == play_monopoly)
      tally_.monopolized[actor] += state_.hands[actor].size() - before.hands[actor].size();
  }

  const Catan& game_;
  State state_;
  std::vector<Belief> beliefs_;
  Tally tally_;
  BySeat<std::vector<Lead>> leads_;
  bool refused_ = false;  // the last choice was to refuse an offer of the seat in turn
  ActionList legal_;
  OutcomeList outcomes_;
};

std::vector<Measured> Replay::rows() const {
  const int seats = game_.seats();
  std::vector<Measured> rows;
  const auto row = [&](std::string_view name, auto&& value) {
    Measured& made = rows.emplace_back(Measured{name, {}});
    for (int seat = 0; seat < seats; ++seat) made.values[seat] = static_cast<double>(value(seat));
  };
  const auto counted = [&](std::string_view name, const Numbers& numbers) {
    row(name, [&](int seat) { return numbers[seat]; });
  };
  const auto over = [](double part, double whole) { return whole > 0 ? part / whole : 0.0; };
  Numbers points{};
  double sum = 0;
  double best = 0;
  for (int seat = 0; seat < seats; ++seat) {
    points[seat] = Catan::points(state_, seat);
    sum += points[seat];
    best = std::max(best, points[seat]);
  }
  const auto others = [&](int seat, auto&& counts) {
    int number = 0;
    for (int other = 0; other < seats; ++other) number += counts(points[other], points[seat]);
    return number;
  };
  const Table& table = state_.table;
  const int winner = table.winner;
  counted("points", points);
  row("place", [&](int seat) { return 1 + others(seat, std::greater<>()); });
  row("seats with fewer points", [&](int seat) { return others(seat, std::less<>()); });
  row("points behind the winner",
      [&](int seat) { return (winner == nothing ? best : points[winner]) - points[seat]; });
  row("above the mean", [&](int seat) { return points[seat] > sum / seats; });
  row("points of the others", [&](int seat) { return (sum - points[seat]) / (seats - 1); });
  row("holds largest army", [&](int seat) { return table.largest_army == seat; });
  row("holds longest road", [&](int seat) { return table.longest_road == seat; });
  const auto actions = [&](int seat) {
    return tally_.roads[seat] + tally_.settlements[seat] + tally_.cities[seat] + tally_.cards[seat];
  };
  row("actions", actions);
  const auto share = [&](std::string_view name, const Numbers& numbers) {
    row(name, [&](int seat) { return over(numbers[seat], actions(seat)); });
  };
  share("share of roads", tally_.roads);
  share("share of settlements", tally_.settlements);
  share("share of cities", tally_.cities);
  share("share of cards played", tally_.cards);
  counted("cards bought", tally_.bought);
  counted("knights played", tally_.knights);
  counted("largest army gained", tally_.army_gained);
  counted("longest road gained", tally_.road_gained);
  counted("resources from dice", tally_.from_dice);
  counted("resources stolen", tally_.stolen);
  counted("resources lost to thieves", tally_.robbed);
  counted("resources by monopolies", tally_.monopolized);
  counted("resources discarded", tally_.discarded);
  counted("bank trades", tally_.bank_trades);
  counted("offers", tally_.offers);
  counted("counter-offers", tally_.counters);
  counted("offers that were accepted", tally_.accepted);
  counted("offers accepted", tally_.agreed);
  counted("sites settled", tally_.sites_settled);
  counted("sites left", tally_.sites_left);
  counted("sites taken", tally_.sites_taken);
  counted("decisions", tally_.decisions);
  row("uncertain decisions",
      [&](int seat) { return over(tally_.uncertain[seat], tally_.decisions[seat]); });
  row("uncertain hands",
      [&](int seat) { return over(tally_.hands[seat], tally_.uncertain[seat]); });
  row("possible hands", [&](int seat) { return over(tally_.possible[seat], tally_.hands[seat]); });
  counted("most possible hands", tally_.most_possible);
  row("entropy of hands", [&](int seat) { return over(tally_.entropy[seat], tally_.hands[seat]); });
  return rows;
}

}  // namespace

MatchMeasures measure(const Catan& game, State state, std::span<const Action> moves) {
  Replay replay(game, state);
  MatchMeasures result;
  for (const Action move : moves) {
    if (replay.make(move)) continue;
    result.whole = false;
    break;
  }
  result.rows = replay.rows();
  return result;
}

}  // namespace otherminds::catan
