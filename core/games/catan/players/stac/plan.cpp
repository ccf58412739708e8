#include "games/catan/players/stac/plan.hpp"

#include <algorithm>

namespace otherminds::catan::stac {

namespace {

constexpr int plan_limit = 100;  // rolls that are looked ahead for several pieces at once
constexpr int awards_from = 5;   // own points from which the awards are thought of
constexpr int knight_waits = 4;  // rolls until a knight that is bought can be played

struct Candidate {
  Piece piece = road_piece;
  int place = nothing;
  int roads = 0;  // to a settlement
  int rolls = out_of_reach;
  int speedup = 0;
};

// The plans that a seat could make, and what each takes.
class Candidates {
 public:
  explicit Candidates(const Planning& planning)
      : planning_(planning),
        table_(planning.table),
        income_(income_of(planning.table, planning.seat)),
        speed_(speed_of(income_)),
        now_(times_from(speed_, planning.hand, planning.settings.shared_limit)) {}

  template <class Visit>
  void each_settlement(Visit&& visit) const {
    if (table_.settlements_left(planning_.seat) == 0) return;
    const Reach reach = reach_of(table_, planning_.seat);
    // By vertex, not by distance: the first in the order of the board wins ties.
    each_vertex(reach.all(), [&](int vertex) {
      int roads = 0;
      while (!(reach.sites[static_cast<std::size_t>(roads)] >> vertex & 1)) ++roads;
      if (roads > table_.roads_left(planning_.seat)) return;
      const int gain = planning_.settings.settlement_speedup
                           ? saved(income_.with_settlement(table_.layout, vertex))
                           : 0;
      visit(Candidate{settlement_piece, vertex, roads, settlement_rolls_[roads], gain});
    });
  }

  template <class Visit>
  void each_city(Visit&& visit) const {
    if (table_.cities_left(planning_.seat) == 0) return;
    each_vertex(table_.settlements[planning_.seat].word, [&](int vertex) {
      visit(Candidate{city_piece, vertex, 0, now_[city_piece],
                      saved(income_.with_city(table_.layout, vertex))});
    });
  }

  // The city that speeds up most.
  Candidate best_city() const {
    Candidate best;
    each_city([&](const Candidate& city) {
      if (best.place == nothing || city.speedup > best.speedup) best = city;
    });
    return best;
  }

  int card_rolls() const { return now_[card_piece]; }

  int rolls_until_paid(Hand cost) const {
    return std::min(rolls_until(speed_, planning_.hand, cost, plan_limit), plan_limit);
  }

  Plan plan_of(const Candidate& candidate) const {
    Plan plan;
    if (candidate.piece == settlement_piece) {
      const Way way = way_to(table_, planning_.seat, candidate.roads, candidate.place);
      for (int i = 0; i < way.length; ++i)
        plan.add(road_piece, way.edges[static_cast<std::size_t>(i)]);
    }
    plan.add(candidate.piece, candidate.place);
    return plan;
  }

 private:
  int saved(const Income& after) const {
    return stac::speedup(income_, after, planning_.settings.shared_limit);
  }

  std::array<int, farthest + 1> settlement_rolls() const {
    return {now_[settlement_piece], rolls_until_paid(settlement_cost + road_cost),
            rolls_until_paid(settlement_cost + road_cost + road_cost)};
  }

  const Planning& planning_;
  const Table& table_;
  Income income_;
  Speed speed_;
  Times now_;
  std::array<int, farthest + 1> settlement_rolls_ = settlement_rolls();
};

Hand times_cost(Hand cost, int count) {
  Hand sum;
  for (int i = 0; i < count; ++i) sum += cost;
  return sum;
}

Plan plan_of_cards(int count) {
  Plan plan;
  for (int i = 0; i < count; ++i) plan.add(card_piece, nothing);
  return plan;
}

Plan plan_of_roads(const Way& way) {
  Plan plan;
  for (int i = 0; i < way.length; ++i) plan.add(road_piece, way.edges[static_cast<std::size_t>(i)]);
  return plan;
}

struct Award {
  int rolls = out_of_reach;
  Plan plan;
};

// With an army, or knights enough for it, the plan is empty and takes no time.
Award army(const Planning& planning, const Candidates& candidates) {
  const int cards =
      cards_to_largest_army(planning.table, planning.seat, planning.knights[planning.seat],
                            planning.settings.forgets_new_knights);
  if (cards == 0 && !planning.settings.army_stall) return {};
  if (cards > planning.table.deck_size) return {};
  return {candidates.rolls_until_paid(times_cost(card_cost, cards)), plan_of_cards(cards)};
}

Award longest_road(const Planning& planning, const Candidates& candidates) {
  const Way way = way_to_longest_road(planning.table, planning.seat);
  if (way.length == 0) return {};
  return {candidates.rolls_until_paid(times_cost(road_cost, way.length)), plan_of_roads(way)};
}

// ---- the fast robots of JSettlers ----

Plan fast_plan(const Planning& planning) {
  const Candidates candidates(planning);
  const bool late = planning.own_points() >= awards_from;
  int best_rolls = out_of_reach;
  Plan best;
  if (late && planning.own_turn() && planning.table.deck_size > 0) {
    const Award award = army(planning, candidates);
    if (award.rolls < best_rolls) {
      best_rolls = award.rolls;
      best = award.plan;
    }
  }
  if (late) {
    const Award award = longest_road(planning, candidates);
    if (award.rolls < best_rolls) {
      best_rolls = award.rolls;
      best = award.plan;
    }
  }
  Candidate favourite;
  if (const Candidate city = candidates.best_city();
      city.place != nothing && city.rolls <= best_rolls) {
    favourite = city;
    best_rolls = city.rolls;
  }
  candidates.each_settlement([&](const Candidate& settlement) {
    const bool ties = favourite.place != nothing && settlement.rolls == best_rolls &&
                      settlement.speedup > favourite.speedup;
    if (settlement.rolls >= best_rolls && !ties) return;
    favourite = settlement;
    best_rolls = settlement.rolls;
  });
  if (favourite.place != nothing) return candidates.plan_of(favourite);
  if (!late && planning.own_turn() && planning.table.deck_size > 0) return plan_of_cards(1);
  return best;
}

// ---- Stac ----

int favoured(int rolls, double favour) {
  return std::max(0, static_cast<int>(rolls - favour * rolls));
}

Award stac_army(const Planning& planning, const Candidates& candidates) {
  if (planning.own_points() < awards_from || planning.table.deck_size == 0) return {};
  Award award = army(planning, candidates);
  if (award.rolls < out_of_reach) award.rolls += knight_waits;
  return award;
}

Award stac_road(const Planning& planning, const Candidates& candidates) {
  return planning.own_points() < awards_from ? Award{} : longest_road(planning, candidates);
}

Plan rebuilt_plan(const Planning& planning) {
  const Candidates candidates(planning);
  Candidate best = candidates.best_city();
  candidates.each_settlement([&](Candidate settlement) {
    settlement.rolls = favoured(settlement.rolls, planning.settings.favour_settlements);
    if (best.place == nothing || settlement.rolls < best.rolls ||
        (settlement.rolls == best.rolls && settlement.speedup > best.speedup))
      best = settlement;
  });
  const Award army = stac_army(planning, candidates);
  const Award road = stac_road(planning, candidates);
  const int rolls = best.place == nothing ? out_of_reach : best.rolls;
  if (road.rolls < std::min(rolls, army.rolls)) return road.plan;
  if (army.rolls < rolls) return army.plan;
  if (best.place != nothing) return candidates.plan_of(best);
  if (planning.own_points() < awards_from && planning.table.deck_size > 0) return plan_of_cards(1);
  return {};
}

Plan best_plan(const Planning& planning) {
  const Settings& settings = planning.settings;
  const Candidates candidates(planning);
  const Award army = stac_army(planning, candidates);
  const Award road = stac_road(planning, candidates);
  Candidate best;
  const Award* award = nullptr;  // where the best is one
  bool any = false;
  int best_rank = 0;
  const auto consider = [&](const Candidate& candidate, const Award* source) {
    const int rank =
        static_cast<int>(candidate.rolls - settings.speedup_weight * candidate.speedup);
    if (any && (rank > best_rank || (rank == best_rank && candidate.speedup <= best.speedup)))
      return;
    any = true;
    best = candidate;
    best_rank = rank;
    award = source;
  };
  candidates.each_settlement([&](Candidate settlement) {
    settlement.rolls = favoured(settlement.rolls, settings.favour_settlements);
    consider(settlement, nullptr);
  });
  candidates.each_city([&](const Candidate& city) { consider(city, nullptr); });
  if (planning.table.deck_size > 0)
    consider({card_piece, nothing, 0, favoured(candidates.card_rolls(), settings.favour_cards), 0},
             nullptr);
  if (army.rolls < out_of_reach) consider({card_piece, nothing, 0, army.rolls, 0}, &army);
  if (road.rolls < out_of_reach) consider({road_piece, nothing, 0, road.rolls, 0}, &road);
  if (award) return award->plan;
  return any ? candidates.plan_of(best) : Plan{};
}

}  // namespace

Plan make_plan(const Planning& planning, Planner planner) {
  switch (planner) {
    case Planner::fast:
      return fast_plan(planning);
    case Planner::rebuilt:
      return rebuilt_plan(planning);
    case Planner::smart:
      return make_smart_plan(planning);
    default:
      return best_plan(planning);
  }
}

BySeat<int> forecast(const Catan& game, const Settings& settings, const Table& table,
                     const BySeat<int>& points, const BySeat<Knights>& knights, bool awards) {
  BySeat<int> rolls{};
  for (int seat = 0; seat < game.seats(); ++seat) {
    Prospects prospects;
    prospects.points = points[seat];
    // The originals' first value of this is not known; what it takes now is.
    prospects.army_cards =
        cards_to_largest_army(table, seat, knights[seat], settings.forgets_new_knights);
    if (awards) {
      const Times times = times_from_nothing(income_of(table, seat), settings.shared_limit);
      if (prospects.army_cards <= table.deck_size)
        prospects.army_rolls = (times[card_piece] + 1) * prospects.army_cards;
      if (const Way way = way_to_longest_road(table, seat); way.length > 0) {
        prospects.roads = way.length;
        prospects.road_rolls = way.length * times[road_piece];
      }
    }
    rolls[seat] = rolls_to_win(game, table, seat, prospects, settings.shared_limit);
  }
  return rolls;
}

}  // namespace otherminds::catan::stac
