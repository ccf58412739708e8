// Roll-outs in beliefs: nobody's cards are ever drawn as a whole.
#include <array>
#include <bit>

#include "engine/playout.hpp"
#include "games/catan/belief_game/believed.hpp"
#include "games/catan/rules/draws.hpp"

namespace otherminds::catan {

class BeliefGame::Rollout {
 public:
  Rollout(const BeliefGame& game, State& state, const TypeDistribution& types, Rng& rng)
      : game_(game), rules_(game.game()), state_(state), types_(types), rng_(rng) {}

  void play() {
    for (int moves = 0; moves < longest_game(game_); ++moves) {
      const int actor = game_.actor(state_);
      if (actor == nobody) return;
      game_.apply(state_, actor == chance ? outcome() : move());
    }
    report_endless(game_);
  }

 private:
  Action outcome() {
    if (game_.options_.discards == Discards::shown && state_.pending == none &&
        game_.hides_discard(state_)) {
      const FewHands& hands = state_.hands[state_.position.table.acting];
      return outcome::first_lost + resource_of(draw_card(hands.sample(rng_), rng_));
    }
    return game_.sample_outcome(state_, rng_);
  }

  Action move() {
    const Believed believed(game_, state_);
    const Choices choices = believed.choices(game_, state_);
    std::uint64_t types = types_of(rules_, choices);
    const Table& table = state_.position.table;
    const int seat = table.acting;
    if (types & (types - 1)) {
      std::array<double, type_count> chances{};
      if (seat == state_.planner || (hands().known() && state_.cards.cards[seat] == 0))
        return of_type(types_.draw(types, rng_));
      types_.probabilities(types, chances);
      return of_type(draw(weighed(types, chances)));
    }
    return of_type(std::countr_zero(types));
  }

  const FewHands& hands() const { return state_.hands[state_.position.table.acting]; }

  // The chances of types, times how likely one of them is legal.
  std::array<double, type_count> weighed(std::uint64_t types,
                                         std::array<double, type_count> chances) const {
    const int seat = state_.position.table.acting;
    std::array<double, card_kinds> holds{};
    constexpr std::uint64_t of_cards =
        bit(play_knight) | bit(play_monopoly) | bit(play_year_of_plenty) | bit(play_road_building);
    if (types & of_cards) holds = state_.cards.holding(seat, game_.fresh_unseen(state_, seat));
    each_bit(types, [&](int type) {
      const int card = card_of(type);
      const double chance = card != nothing ? holds[card] : affords(type);
      const bool alike = game_.options_.types_by == TypesBy::possibility && chance > 0;
      if (!alike) chances[static_cast<std::size_t>(type)] *= chance;
    });
    return chances;
  }

  double affords(int type) const {
    switch (type) {
      case build_road:
        return state_.position.table.phase == playing ? hands().covers(road_cost) : 1;
      case build_settlement:
        return state_.position.table.phase == playing ? hands().covers(settlement_cost) : 1;
      case build_city:
        return hands().covers(city_cost);
      case buy_card:
        return hands().covers(card_cost);
      case bank_trade: {
        double best = 0;
        for (int give = 0; give < resource_count; ++give) best = std::max(best, gives(give));
        return best;
      }
      case accept_offer:
        return hands().covers(rules_.trades()[state_.position.table.offer].want);
      default:
        return 1;
    }
  }

  // How likely the bank can be given a resource.
  double gives(int resource) const {
    const Table& table = state_.position.table;
    const unsigned stock = ~static_cast<unsigned>(table.no_stock) & 0x1f & ~(1U << resource);
    return stock == 0 ? 0 : hands().covers(Hand::of(resource, table.rate(table.acting, resource)));
  }

  template <std::size_t N>
  int draw(const std::array<double, N>& weights) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    double point = rng_.unit() * sum;
    int last = 0;
    for (std::size_t i = 0; i < N; ++i) {
      if (weights[i] <= 0) continue;
      last = static_cast<int>(i);
      if (point < weights[i]) break;
      point -= weights[i];
    }
    return last;
  }

  // One action of a type that is possible, by how likely it is legal.
  Action of_type(int type) {
    const Table& table = state_.position.table;
    const int seat = table.acting;
    if (seat == state_.planner && type != trade_with_player)
      return rules_.sample_of_type(state_.position, type, rng_);
    if (type == bank_trade) {
      std::array<double, resource_count> chances;
      for (int give = 0; give < resource_count; ++give)
        chances[static_cast<std::size_t>(give)] = gives(give);
      const int give = draw(chances);
      const unsigned stock = ~static_cast<unsigned>(table.no_stock) & 0x1f & ~(1U << give);
      return action::bank(give, any_of(few[stock], rng_));
    }
    if (type == trade_with_player && rules_.rules().exchange != Exchange::drawn) return offer();
    return rules_.sample_of_type(state_.position, type, rng_);
  }

  // Draws until one is possible, by its chance; after that any of them.
  Action offer() {
    const Table& table = state_.position.table;
    const int seat = table.acting;
    const auto count = static_cast<int>(rules_.trades().size());
    const bool counter = table.phase == answering;
    const auto has = [&](int who, Hand cards) {
      if (who != state_.planner) return state_.hands[who].covers(cards);
      return state_.position.hands[who].covers(cards) ? 1.0 : 0.0;
    };
    for (int tries = 0; tries < 64; ++tries) {
      const auto drawn = static_cast<int>(any(count * (counter ? 1 : game_.seats() - 1), rng_));
      const int other = counter ? table.offerer : (seat + 1 + drawn / count) % game_.seats();
      const Trade& trade = rules_.trades()[static_cast<std::size_t>(drawn % count)];
      if (has(other, trade.want) > 0 && rng_.unit() < has(seat, trade.give))
        return rules_.offer_to(other, drawn % count);
    }
    game_.legal(state_, possible_);
    std::erase_if(possible_,
                  [&](Action each) { return rules_.type_of(each) != trade_with_player; });
    if (possible_.empty()) return counter ? action::reject : action::end;
    return possible_[any(static_cast<int>(possible_.size()), rng_)];
  }

  const BeliefGame& game_;
  const Catan& rules_;
  State& state_;
  const TypeDistribution& types_;
  Rng& rng_;
  ActionList possible_;
};

void BeliefGame::play_typed(State& state, const TypeDistribution& types, Rng& rng) const {
  if (state.settled) return game_->play_typed(state.position, types, rng);
  Rollout(*this, state, types, rng).play();
}

}  // namespace otherminds::catan
