// Tries each of its moves on what it sees and takes the one after which its position is worth most
// (appraisal.hpp). What chance will bring counts by its average, where it counts at all. It offers
// an exchange when nothing else improves its position, the likeliest good one first, then the next;
// it accepts what improves its position by more than it helps the other. With a temperature it
// draws among all moves instead, by what each is worth: a prior for a search.
#include "games/catan/players/value_player.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/policy_options.hpp"
#include "engine/range.hpp"
#include "games/catan/players/appraisal.hpp"

namespace otherminds::catan {

namespace {

constexpr double least_gain = 1e-6;
constexpr double won = 1'000;
constexpr double stolen_card = 0.06;    // what a stolen card is worth
constexpr double victim_weight = 0.15;  // that it is taken from one who is near the end
constexpr double offer_gain = 0.04;     // least gain of an exchange that is offered
constexpr double accepted_gain = 0.02;  // and of one that is accepted
constexpr double helping_weight = 0.4;  // against helping one who is near the end
constexpr int most_offers = 3;          // in a turn
constexpr double counter_chance = 0.2;  // that a counter-offer is accepted
constexpr double senseless = 1;         // how far below the rest what gains nothing is

class Chooser {
 public:
  Chooser(const Catan& game, const View& view)
      : game_(game),
        view_(view),
        table_(view.table),
        seat_(view.seat),
        hand_(view.hand()),
        appraisal_(game, view),
        goals_(appraisal_.goals(table_)),
        board_(appraisal_.board(table_)) {}

  Action choose(const ActionList& legal) const {
    if (legal.size() == 1) return legal[0];
    if (table_.phase == answering) return answer(legal);
    Action best = nothing;
    double highest = 0;
    for (const Action action : legal) {
      if (game_.is_offer(action)) continue;
      const double worth = after(action);
      if (best != nothing && worth <= highest + least_gain) continue;
      best = action;
      highest = worth;
    }
    if (table_.phase == playing && (best == action::end || game_.type_of(best) == bank_trade)) {
      const Action offer = next_offer(legal);
      if (offer != nothing) return offer;
    }
    return best;
  }

  // What each action is worth, an offer by the chance that it is accepted.
  void appraise(std::span<const Action> legal, std::span<double> out) const {
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const Action action = legal[i];
      if (game_.is_offer(action))
        out[i] = offered(action);
      else if (action == action::accept)
        out[i] = standing() + gain(reversed_offer()) - too_much_help(table_.offerer);
      else
        out[i] = action == action::reject ? standing() : after(action);
    }
  }

 private:
  double hand_worth(Hand hand) const { return appraisal_.hand(goals_, hand); }
  double standing() const { return board_ + hand_worth(hand_); }

  // What the one who answers would exchange.
  Trade reversed_offer() const {
    const Trade& offered = game_.trades()[table_.offer];
    return {offered.want, offered.give};
  }

  double offered(Action action) const {
    const Trade& trade = game_.trade_of(action);
    const int other = game_.recipient_of(action);
    const double rest = gain(trade) - too_much_help(other);
    if (rest <= 0) return standing() - senseless;
    const double chance =
        table_.phase == answering ? counter_chance : std::min(1.0, chance_of(trade, other));
    return standing() + rest * chance;
  }

  // The worth of another board with another hand.
  double with(const Table& table, Hand hand) const {
    const int points = table.points[seat_] + view_.held[seat_][victory_point];
    if (points >= game_.options().points) return won;
    return appraisal_.board(table) + appraisal_.hand(appraisal_.goals(table), hand);
  }

  double after(Action action) const {
    const double lost_card = table_.phase == beginning || table_.phase == playing ? 1 : 0;
    switch (game_.type_of(action)) {
      case build_road: {
        Table table = table_;
        game_.put_road(table, seat_, game_.edge_of(action));
        return with(table, table_.phase == playing ? hand_ - road_cost : hand_);
      }
      case build_settlement: {
        Table table = table_;
        game_.put_settlement(table, seat_, action - action::first_settlement);
        return with(table, table_.phase == playing ? hand_ - settlement_cost : hand_);
      }
      case build_city: {
        Table table = table_;
        game_.put_city(table, seat_, action - action::first_city);
        return with(table, hand_ - city_cost);
      }
      case buy_card:
        return board_ + appraisal_.unseen_card(table_) + hand_worth(hand_ - card_cost);
      case bank_trade: {
        const auto [give, take] = action::bank_trade_of(action);
        return board_ +
               hand_worth(hand_ - Hand::of(give, table_.rate(seat_, give)) + Hand::of(take));
      }
      case play_knight:
      case move_robber: {
        const auto [hex, victim] = action::robbery_of(action);
        Table table = table_;
        game_.put_robber(table, hex);
        const bool card = action >= action::first_knight;
        if (card) add_knight(table);
        double worth = with(table, hand_);
        if (card) worth -= lost_card * appraisal_.card(table_, knight);
        if (victim != nothing)
          worth += stolen_card + victim_weight * appraisal_.danger(table_, victim);
        return worth;
      }
      case play_monopoly: {
        if (table_.phase == beginning) return before_its_time();
        const int resource = action - action::first_monopoly;
        double cards = 0;
        for (int other = 0; other < game_.seats(); ++other)
          if (other != seat_) cards += appraisal_.expected(other, resource);
        const int room = most_of_a_kind - hand_[resource];
        const int whole = std::min(static_cast<int>(cards), room);
        return board_ + hand_worth(hand_ + Hand::of(resource, whole)) -
               appraisal_.card(table_, monopoly);
      }
      case play_year_of_plenty: {
        if (table_.phase == beginning) return before_its_time();
        return board_ + hand_worth(hand_ + hand_of(pairs[action - action::first_plenty])) -
               appraisal_.card(table_, year_of_plenty);
      }
      case play_road_building:
        if (table_.phase == beginning) return before_its_time();
        return best_roads() - appraisal_.card(table_, road_building);
      case discard_card:
        return hand_worth(hand_ - Hand::of(action - action::first_discard));
      default:  // the roll, the end of the turn
        return standing();
    }
  }

  // What a card does can wait until the dice are rolled.
  double before_its_time() const { return standing() - senseless; }

  void add_knight(Table& table) const {
    ++table.played[seat_][knight];
    const int holder = table.largest_army;
    if (holder == seat_ || table.knights(seat_) < 3) return;
    if (holder != nothing && table.knights(seat_) <= table.knights(holder)) return;
    if (holder != nothing) table.points[holder] -= 2;
    table.points[seat_] += 2;
    table.largest_army = static_cast<std::int8_t>(seat_);
  }

  // Two roads, the better one first.
  double best_roads() const {
    Table table = table_;
    double highest = 0;
    for (int road = 0; road < std::min(2, table_.roads_left(seat_)); ++road) {
      Table best = table;
      highest = -won;
      table.road_sites[seat_].each([&](int edge) {
        Table next = table;
        game_.put_road(next, seat_, edge);
        const double worth = with(next, hand_);
        if (worth <= highest) return;
        highest = worth;
        best = next;
      });
      if (highest == -won) return with(table, hand_);
      table = best;
    }
    return highest;
  }

  double gain(const Trade& trade) const {
    return hand_worth(hand_ - trade.give + trade.want) - hand_worth(hand_);
  }

  // How likely another seat has what is asked for and likes what it gets.
  double chance_of(const Trade& trade, int other) const {
    double chance = 1;
    for (int resource = 0; resource < resource_count; ++resource) {
      if (trade.want[resource] > 0)
        chance *= std::min(1.0, appraisal_.expected(other, resource) / trade.want[resource]);
      if (trade.give[resource] > 0) chance *= appraisal_.use_to(other, resource);
    }
    if (trade.give.size() > trade.want.size()) chance *= 1.5;
    if (trade.give.size() < trade.want.size()) chance *= 0.3;
    return chance;
  }

  double too_much_help(int other) const {
    return helping_weight * appraisal_.danger(table_, other);
  }

  struct Candidate {
    Action action;
    double merit;
  };

  // The offers of a turn are made in the order of their merit; how many were made is known.
  Action next_offer(const ActionList& legal) const {
    if (table_.offers >= most_offers || game_.rules().exchange == Exchange::drawn) return nothing;
    static thread_local std::vector<Candidate> found;
    static thread_local std::vector<double> gains;  // by exchange; below 0: not asked yet
    found.clear();
    gains.assign(game_.trades().size(), -1);
    const auto first = std::ranges::lower_bound(legal, action::first_offer);
    for (auto at = first; at != legal.end() && game_.is_offer(*at); ++at) {
      const Trade& trade = game_.trade_of(*at);
      double& known = gains[static_cast<std::size_t>(&trade - game_.trades().data())];
      if (known < 0) known = std::max(0.0, gain(trade));
      const int other = game_.recipient_of(*at);
      const double rest = known - too_much_help(other);
      if (rest > offer_gain) found.push_back({*at, rest * chance_of(trade, other)});
    }
    if (found.size() <= table_.offers) return nothing;
    const auto place = found.begin() + table_.offers;
    std::ranges::nth_element(found, place, [](const Candidate& a, const Candidate& b) {
      return a.merit != b.merit ? a.merit > b.merit : a.action < b.action;
    });
    return place->action;
  }

  // A counter-offer asks for what was offered, and pays with what was asked for.
  Action answer(const ActionList& legal) const {
    const Trade& offered = game_.trades()[table_.offer];
    const double least = accepted_gain + too_much_help(table_.offerer);
    const Trade taken = reversed_offer();
    double highest = least;
    Action best = action::reject;
    if (legal[0] == action::accept && gain(taken) > highest) {
      highest = gain(taken);
      best = action::accept;
    }
    if (best == action::accept) return best;
    const unsigned asked = offered.want.held();
    const unsigned given = offered.give.held();
    for (const Action action : legal) {
      if (!game_.is_offer(action)) continue;
      const Trade& trade = game_.trade_of(action);
      if ((trade.give.held() & ~asked) != 0 || (trade.want.held() & ~given) != 0) continue;
      if (trade.give == offered.want && trade.want == offered.give) continue;
      const double worth = gain(trade);
      if (worth <= highest) continue;
      highest = worth;
      best = action;
    }
    return best;
  }

  const Catan& game_;
  const View& view_;
  const Table& table_;
  int seat_;
  Hand hand_;
  Appraisal appraisal_;
  Goals goals_;
  double board_;
};

struct ValueOptions {
  double temperature = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("temperature", self.temperature, between(0, 1'000),
          Says{"Draws a move in proportion to exp(worth / temperature); 0: takes the best."});
  }
};

class ValuePlayer final : public Policy<Catan> {
 public:
  explicit ValuePlayer(const ValueOptions& options) : temperature_(options.temperature) {}

  bool watches() const override { return false; }

  void probabilities(const Catan& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    const Chooser chooser(game, view);
    if (temperature_ > 0) return draw_by_worth(chooser, legal, out);
    const Action chosen = chooser.choose({legal.begin(), legal.end()});
    for (std::size_t i = 0; i < legal.size(); ++i) out[i] = legal[i] == chosen ? 1 : 0;
  }

  Action act(const Catan& game, const View& view, const Memory& memory, Rng& rng) const override {
    static thread_local ActionList legal;
    game.legal(view, legal);
    if (legal.size() == 1) return legal[0];
    if (temperature_ > 0) return Policy::act(game, view, memory, rng);
    return Chooser(game, view).choose(legal);
  }

 private:
  void draw_by_worth(const Chooser& chooser, std::span<const Action> legal,
                     std::span<double> out) const {
    chooser.appraise(legal, out);
    const double best = *std::ranges::max_element(out);
    double sum = 0;
    for (double& chance : out) sum += chance = std::exp((chance - best) / temperature_);
    for (double& chance : out) chance /= sum;
  }

  double temperature_;
};

}  // namespace

PolicyEntry<Catan> value_policy() {
  return {"value",
          "Looks one move ahead and takes the move after which its position is worth most.",
          policy_options<ValueOptions>(), [](const Catan&, const Value& given) {
            return std::make_shared<ValuePlayer>(chosen_options<ValueOptions>(given));
          }};
}

}  // namespace otherminds::catan
