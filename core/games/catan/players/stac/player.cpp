#include "games/catan/players/stac/player.hpp"

#include <algorithm>

#include "games/catan/players/stac/mind.hpp"
#include "games/catan/players/stac/opening.hpp"
#include "games/catan/players/stac/trading.hpp"

namespace otherminds::catan {

namespace stac {

namespace {

struct Weighted {
  Action action;
  double weight;
};
using Choices = std::vector<Weighted>;

// One decision of a player with its mind prepared: the actions that it may take and how likely.
class Decision {
 public:
  Decision(const Catan& game, const Settings& settings, const Exchanges& exchanges,
           const View& view, const Mind& mind)
      : game_(game), settings_(settings), exchanges_(exchanges), view_(view), mind_(mind) {}

  Choices choices() const {
    const int seat = view_.seat;
    switch (view_.table.phase) {
      case setting_settlement:
        return only(action::settlement(opening_settlement(settings_.opening, table_, seat)));
      case setting_road:
        return only(action::road(opening_road(settings_.opening, table_, seat, game_.seats())));
      case beginning:
        return knight_due(view_) ? robbery(true) : only(action::roll);
      case discarding:
        return discard();
      case robbing:
        return robbery(false);
      case free_road:
        return only(action::road(next_free_road()));
      case answering:
        return answer();
      default:
        return turn();
    }
  }

 private:
  static Choices only(Action action) { return {{action, 1}}; }

  bool playable(int card) const {
    return !table_.card_played && view_.held[view_.seat][card] > view_.fresh[card];
  }

  // ---- the turn ----

  Choices turn() const {
    if (knight_due(view_)) return robbery(true);
    const Plan& plan = mind_.plan;
    if (plan.empty()) return only(action::end);
    if (playable(road_building) && two_roads_ahead()) return only(action::road_building);
    if (playable(year_of_plenty))
      if (const int pair = wanted_pair(); pair != nothing) return only(action::plenty(pair));
    if (playable(monopoly))
      if (const int resource = worth_a_monopoly(); resource != nothing)
        return only(action::monopoly(resource));
    if (Choices asking = still_to_ask(); !asking.empty()) return asking;
    const Trading trading(game_, settings_, exchanges_, view_, mind_);
    if (const auto offers = trading.best_offers(); !offers.empty()) return asked_of(offers);
    if (const auto bank = trading.bank_trade()) return only(action::bank(bank->give, bank->take));
    if (view_.hand().covers(plan.first().cost())) return only(building(plan.first()));
    return only(action::end);
  }

  static Action building(Building building) {
    switch (building.piece) {
      case road_piece:
        return action::road(building.place);
      case settlement_piece:
        return action::settlement(building.place);
      case city_piece:
        return action::city(building.place);
      default:
        return action::buy;
    }
  }

  // ---- offers ----

  // The seats that an exchange goes to are asked one after the other, in random order.
  Choices asked_of(const std::vector<Offer>& offers) const {
    Choices choices;
    for (const Offer& offer : offers) {
      const double share =
          1.0 / static_cast<double>(offers.size()) / std::popcount(offer.recipients);
      for (int seat = 0; seat < game_.seats(); ++seat)
        if (offer.recipients >> seat & 1)
          choices.push_back({game_.offer_to(seat, exchanges_.number(offer.place)), share});
    }
    return choices;
  }

  Choices still_to_ask() const {
    if (mind_.to_ask == 0 || game_.rules().exchange != Exchange::offers) return {};
    const int cap = game_.options().offers;
    const Trade& trade = game_.trades()[static_cast<std::size_t>(exchanges_.number(mind_.asking))];
    if ((cap > 0 && table_.offers >= cap) || !view_.hand().covers(trade.give)) return {};
    unsigned seats = 0;
    for (int seat = 0; seat < game_.seats(); ++seat)
      if ((mind_.to_ask >> seat & 1) &&
          (game_.perfect_information() ? view_.hands[seat].covers(trade.want)
                                       : view_.hand_sizes[seat] >= trade.want.size()))
        seats |= 1U << seat;
    if (seats == 0) return {};
    return asked_of({{mind_.asking, seats}});
  }

  Choices answer() const {
    const Trading trading(game_, settings_, exchanges_, view_, mind_);
    const Trade& trade = game_.trades()[static_cast<std::size_t>(table_.offer)];
    if (view_.hand().covers(trade.want) &&
        trading.accepts(view_.seat, table_.offerer, trade.want, trade.give))
      return only(action::accept);
    const auto offers = trading.best_counters();
    return offers.empty() ? only(action::reject) : asked_of(offers);
  }

  // ---- development cards ----

  bool two_roads_ahead() const {
    return table_.roads_left(view_.seat) >= 2 && mind_.plan.size() >= 2 &&
           mind_.plan[0].piece == road_piece && mind_.plan[1].piece == road_piece;
  }

  int next_free_road() const {
    if (!mind_.plan.empty() && mind_.plan.first().piece == road_piece &&
        has_place(table_, view_.seat, mind_.plan.first()))
      return mind_.plan.first().place;
    int first = nothing;
    table_.road_sites[view_.seat].each([&](int edge) {
      if (first == nothing) first = edge;
    });
    return first;
  }

  // Two cards, if exactly two are missing, and the bank has them.
  int wanted_pair() const {
    const Hand cost = mind_.plan.first().cost();
    const Speed speed = speed_of(income_of(table_, view_.seat));
    Hand hand = view_.hand();
    Hand taken;
    for (int i = 0; i < 3; ++i) {
      int scarcest = nothing;
      for (int resource = 0; resource < resource_count; ++resource)
        if (hand[resource] < cost[resource] &&
            (scarcest == nothing || speed.rolls[resource] > speed.rolls[scarcest]))
          scarcest = resource;
      if ((scarcest == nothing) != (i == 2)) return nothing;
      if (scarcest == nothing) break;
      hand += Hand::of(scarcest);
      taken += Hand::of(scarcest);
    }
    for (int pair = 0; pair < pair_count; ++pair) {
      if (!(hand_of(pairs[pair]) == taken)) continue;
      const unsigned short_of =
          pairs[pair].first == pairs[pair].second ? table_.scarce : table_.no_stock;
      return (taken.held() & short_of) == 0 ? pair : nothing;
    }
    return nothing;
  }

  // The resource of which the others are known to have most, in trades with the bank.
  int worth_a_monopoly() const {
    constexpr int not_enough = 2;
    int best = nothing;
    int most = not_enough;
    for (int resource = 0; resource < resource_count; ++resource) {
      int known = 0;
      for (int seat = 0; seat < game_.seats(); ++seat)
        if (seat != view_.seat) known += mind_.hands[seat][resource];
      const int trades = known / table_.rate(view_.seat, resource);
      if (trades <= most) continue;
      most = trades;
      best = resource;
    }
    return best;
  }

  // ---- the robber ----

  int nearest_to_winning(unsigned seats) const {
    int nearest = nothing;
    for (int seat = 0; seat < game_.seats(); ++seat)
      if ((seats >> seat & 1) &&
          (nearest == nothing || mind_.win_rolls[seat] < mind_.win_rolls[nearest]))
        nearest = seat;
    return nearest;
  }

  Action robbing_at(int hex, bool with_knight) const {
    unsigned seats = 0;
    for (int seat = 0; seat < game_.seats(); ++seat)
      if (seat != view_.seat && view_.hand_sizes[seat] > 0 &&
          (table_.buildings(seat) & geometry.hex_corners[hex]) != 0)
        seats |= 1U << seat;
    const int victim = nearest_to_winning(seats);
    return with_knight ? action::knight(hex, victim) : action::robber(hex, victim);
  }

  // Where it slows down most whoever may win first, and not itself.
  Choices robbery(bool with_knight) const {
    const unsigned others = ((1U << game_.seats()) - 1) & ~(1U << view_.seat);
    const int leader = nearest_to_winning(others);
    const int usual = times_from_nothing(income_of(table_, leader), settings_.shared_limit).sum();
    int best = nothing;
    int slowest = 0;
    for (int hex = 0; hex < hex_count; ++hex) {
      const VertexSet corners = geometry.hex_corners[hex];
      if (hex == table_.robber || (table_.buildings(view_.seat) & corners) != 0) continue;
      const int rolls =
          (table_.buildings(leader) & corners) == 0
              ? usual
              : times_from_nothing(blocked_income_of(table_, leader, hex), settings_.shared_limit)
                    .sum();
      if (best != nothing && rolls <= slowest) continue;
      best = hex;
      slowest = rolls;
    }
    if (best != nothing) return only(robbing_at(best, with_knight));
    Choices choices;
    for (int hex = 0; hex < hex_count; ++hex)
      if (hex != table_.robber)
        choices.push_back({robbing_at(hex, with_knight), 1.0 / (hex_count - 1)});
    return choices;
  }

  // ---- discards ----

  Choices discard() const {
    const Hand hand = view_.hand();
    if (mind_.plan.empty()) {
      Choices choices;
      for (int resource = 0; resource < resource_count; ++resource)
        if (hand[resource] > 0)
          choices.push_back(
              {action::discard(resource), static_cast<double>(hand[resource]) / hand.size()});
      return choices;
    }
    const Hand cost = mind_.plan.first().cost();
    const Speed speed = speed_of(income_of(table_, view_.seat));
    const auto scarcest = [&](auto&& spare) {
      int found = nothing;
      for (int resource = 0; resource < resource_count; ++resource) {
        if (!spare(resource)) continue;
        const bool scarcer = found != nothing && speed.rolls[resource] > speed.rolls[found];
        const bool commoner = found != nothing && speed.rolls[resource] < speed.rolls[found];
        if (found == nothing || (settings_.discards_scarce ? scarcer : commoner)) found = resource;
      }
      return found;
    };
    int thrown = scarcest([&](int resource) { return hand[resource] > cost[resource]; });
    if (thrown == nothing) thrown = scarcest([&](int resource) { return hand[resource] > 0; });
    return only(action::discard(thrown));
  }

  const Catan& game_;
  const Settings& settings_;
  const Exchanges& exchanges_;
  const View& view_;
  const Table& table_ = view_.table;
  const Mind& mind_;
};

class Player final : public Policy<Catan> {
 public:
  Player(const Catan& game, const Settings& settings) : settings_(settings), exchanges_(game) {}

  void begin(const Catan& game, Memory& memory, int, Rng& rng) const override {
    constexpr double smart_share = 0.3;
    Mind mind = new_mind(game);
    mind.smart = settings_.planner == Planner::mixed && rng.unit() < smart_share;
    memory.store(mind);
  }

  void observe(const Catan& game, Memory& memory, int, const Observation& seen,
               const View& now) const override {
    Mind mind = memory.load<Mind>();
    if (mind.marked != Mind::mark || mind.exchanges != game.trades().size())
      mind = mind_of(game, settings_, now, memory);
    fold(game, settings_, exchanges_, mind, seen, now);
    prepare(game, settings_, now, mind);
    memory.store(mind);
  }

  void probabilities(const Catan& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    std::ranges::fill(out, settings_.errors / static_cast<double>(legal.size()));
    for (const auto& [action, weight] : choices(game, view, memory)) {
      const auto found = std::ranges::lower_bound(legal, action);
      if (found != legal.end() && *found == action)
        out[static_cast<std::size_t>(found - legal.begin())] += (1 - settings_.errors) * weight;
    }
  }

  Action act(const Catan& game, const View& view, const Memory& memory, Rng& rng) const override {
    if (settings_.errors > 0 && rng.unit() < settings_.errors) {
      static thread_local ActionList legal;
      game.legal(view, legal);
      return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    }
    const Choices list = choices(game, view, memory);
    if (list.size() == 1) return list.front().action;
    double point = rng.unit();
    for (const auto& [action, weight] : list) {
      if (point < weight) return action;
      point -= weight;
    }
    return list.back().action;
  }

 private:
  Choices choices(const Catan& game, const View& view, const Memory& memory) const {
    Mind mind = mind_of(game, settings_, view, memory);
    prepare(game, settings_, view, mind);
    return Decision(game, settings_, exchanges_, view, mind).choices();
  }

  Settings settings_;
  Exchanges exchanges_;
};

PolicyEntry<Catan> entry(const std::string& name, const std::string& summary,
                         const Settings& preset) {
  return {name, summary, policy_options(preset), [preset](const Catan& game, const Value& value) {
            return std::make_shared<Player>(game, chosen_options(value, preset));
          }};
}

}  // namespace

}  // namespace stac

std::vector<PolicyEntry<Catan>> stac_policies() {
  using namespace stac;
  return {
      entry("stac", "Plans by building time, trades for its plan (Guhe and Lascarides 2014).",
            standard()),
      entry("stac_2015", "Stac as in the experiments of 2015: few offers, quick growth.",
            of_2015()),
      entry("stac_original", "What Stac was compared with: the older plans, the new opening.",
            original()),
      entry("jsettlers_fast", "The fast robot of JSettlers (Thomas 2004).",
            jsettlers(Planner::fast)),
      entry("jsettlers_smart", "The smart robot of JSettlers: weighs who would win when.",
            jsettlers(Planner::smart)),
      entry("jsettlers_mix", "In 7 games of 10 the fast robot, else the smart one.",
            jsettlers(Planner::mixed)),
  };
}

}  // namespace otherminds::catan
