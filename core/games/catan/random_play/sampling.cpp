// One of the legal actions, drawn without listing them: how many there are of a type follows from
// sets, and so does the n-th of them.
#include <array>

#include "games/catan/rules/choices.hpp"
#include "games/catan/rules/robberies.hpp"

namespace otherminds::catan {

namespace {

// All offers to one seat or to all others, counted and found by their sets.
struct Offers {
  const Catan& game;
  const Choices& own;
  int first;  // seats, from this
  int last;   // to this

  int size() const {
    int total = 0;
    visit([&](int, std::size_t, std::uint64_t set) {
      total += count(set);
      return false;
    });
    return total;
  }

  Action nth(int n) const {
    Action found = 0;
    visit([&](int other, std::size_t word, std::uint64_t set) {
      const int here = count(set);
      if (n >= here) {
        n -= here;
        return false;
      }
      const int place = catan::nth(set, static_cast<std::uint32_t>(n));
      found = game.offer_to(other, static_cast<int>(word) * 64 + place);
      return true;
    });
    return found;
  }

 private:
  // Until told that it was enough.
  template <class Enough>
  void visit(Enough&& enough) const {
    for (int other = first; other <= last; ++other) {
      if (other == own.seat) continue;
      for (std::size_t word = 0; word < game.trade_sets().words(); ++word)
        if (enough(other, word, offers_to(game, own, other, word))) return;
    }
  }
};

// Calls take(size, nth) with how many actions of a type there are, and what gives the n-th of them;
// but for the second numbers of roads.
template <class Take>
int take_from(const Catan& game, const Choices& own, int type, Take&& take) {
  const Table& table = own.table;
  const auto one = [&](Action action) { return take(1, [&](int) { return action; }); };
  const auto of_set = [&](std::uint64_t set, Action first) {
    return take(count(set), [&](int n) { return first + nth(set, static_cast<std::uint32_t>(n)); });
  };
  switch (type) {
    case build_road: {
      const EdgeSet sites = road_sites(table, own.seat);
      return take(sites.size(),
                  [&](int n) { return action::road(nth(sites, static_cast<std::uint32_t>(n))); });
    }
    case build_settlement:
      return of_set(
          table.phase == setting_settlement ? table.open.word : table.settlement_sites(own.seat),
          action::first_settlement);
    case build_city:
      return of_set(table.settlements[own.seat].word, action::first_city);
    case buy_card:
      return one(action::buy);
    case trade_with_player: {
      if (game.rules().exchange == Exchange::drawn) return one(game.offer_to(own.seat, 0));
      const bool counter = table.phase == answering;
      const Offers offers{game, own, counter ? table.offerer : 0,
                          counter ? table.offerer : own.seats - 1};
      return take(offers.size(), [&](int n) { return offers.nth(n); });
    }
    case bank_trade: {
      const unsigned gives = payable(own);
      const unsigned stock = in_stock(own);
      return take(count(gives) * count(stock) - count(gives & stock), [&](int n) {
        for (unsigned rest = gives;; rest &= rest - 1) {
          const int give = std::countr_zero(rest);
          const Few& takes = few[stock & ~(1U << give)];
          if (n < takes.size) return action::bank(give, takes.which[n]);
          n -= takes.size;
        }
      });
    }
    case play_knight:
    case move_robber: {
      const Robberies found(own);
      const Action first = type == play_knight ? action::first_knight : action::first_robber;
      return take(found.size(), [&](int n) { return first + found.nth(n); });
    }
    case play_monopoly:
      return take(resource_count, [](int n) { return action::monopoly(n); });
    case play_year_of_plenty: {
      std::uint64_t possible = 0;
      for (int pair = 0; pair < pair_count; ++pair)
        if (pair_in_stock(own, pairs[pair])) possible |= std::uint64_t{1} << pair;
      return of_set(possible, action::first_plenty);
    }
    case play_road_building:
      return one(action::road_building);
    case end_turn:
      return one(action::end);
    case roll_dice:
      return one(action::roll);
    case discard_card:
      return of_set(own.hand.held(), action::first_discard);
    case accept_offer:
      return one(action::accept);
    default:
      return one(action::reject);
  }
}

}  // namespace

// Neither is inlined into roll-outs: they need it seldom, and it would slow down what is often
// done.
[[gnu::noinline]] Action Catan::sample_legal(const State& state, Rng& rng) const {
  const Choices own = choices_of(state, seats(), perfect_information());
  const std::uint64_t types = types_of(*this, own);
  std::array<int, type_count> sizes{};
  int all = 0;
  for (int i = 0; i < type_count; ++i) {
    if (types >> by_number[i] & 1)
      sizes[i] = take_from(*this, own, by_number[i], [](int size, auto&&) { return size; });
    all += sizes[i];
  }
  const EdgeSet again = types & bit(build_road) ? roads_again(*this, own) : EdgeSet{};
  auto drawn = static_cast<int>(any(all + again.size(), rng));
  if (drawn >= all) return road_again(nth(again, static_cast<std::uint32_t>(drawn - all)));
  int place = 0;
  while (drawn >= sizes[place]) drawn -= sizes[place++];
  return take_from(*this, own, by_number[place], [&](int, auto&& nth) { return nth(drawn); });
}

[[gnu::noinline]] Action Catan::sample_of_type(const State& state, int type, Rng& rng) const {
  const Choices own = choices_of(state, seats(), perfect_information());
  const Table& table = own.table;
  constexpr std::uint64_t single = bit(end_turn) | bit(roll_dice) | bit(buy_card) |
                                   bit(accept_offer) | bit(reject_offer) | bit(play_road_building);
  if (single >> type & 1)
    return take_from(*this, own, type, [](int, auto&& nth) { return nth(0); });
  switch (type) {
    case build_road: {
      const EdgeSet sites = road_sites(table, own.seat);
      const EdgeSet again = roads_again(*this, own);
      const int once = sites.size();
      const auto drawn = static_cast<int>(any(once + again.size(), rng));
      return drawn < once ? action::road(nth(sites, static_cast<std::uint32_t>(drawn)))
                          : road_again(nth(again, static_cast<std::uint32_t>(drawn - once)));
    }
    case bank_trade: {
      if (table.no_stock != 0) break;  // what can be taken depends on what is given
      const int given = any_of(few[payable(own)], rng);
      return action::bank(given, any_of(few[0x1f & ~(1U << given)], rng));
    }
    case trade_with_player: {
      if (rules_.exchange == Exchange::drawn) return offer_to(own.seat, 0);
      // Offers are many and often a good part of them is legal: draw until one is. Drawing from
      // the set is as likely to give each of them, and never takes long.
      const auto count = static_cast<int>(trades_.size());
      const bool counter = table.phase == answering;
      for (int tries = 0; tries < 32; ++tries) {
        const auto drawn = static_cast<int>(any(count * (counter ? 1 : seats() - 1), rng));
        const int other = counter ? table.offerer : (own.seat + 1 + drawn / count) % seats();
        const Trade& trade = trades_[static_cast<std::size_t>(drawn % count)];
        if (own.hand.covers(trade.give) && own.may_have(other, trade.want))
          return offer_to(other, drawn % count);
      }
      break;
    }
    default:
      break;
  }
  return take_from(*this, own, type,
                   [&](int size, auto&& nth) { return nth(static_cast<int>(any(size, rng))); });
}

}  // namespace otherminds::catan
