// Lists of what a seat may do.
#include <array>

#include "games/catan/rules/choices.hpp"
#include "games/catan/rules/robberies.hpp"

namespace otherminds::catan {

namespace {

struct Lister {
  const Catan& game;
  const Choices& own;
  ActionList& out;

  void offers_to(int other) const {
    for (std::size_t word = 0; word < game.trade_sets().words(); ++word)
      each_bit(catan::offers_to(game, own, other, word), [&](int place) {
        out.push_back(game.offer_to(other, static_cast<int>(word) * 64 + place));
      });
  }

  void offers() const {
    if (game.rules().exchange == Exchange::drawn) {
      out.push_back(game.offer_to(own.seat, 0));
      return;
    }
    for (int other = 0; other < own.seats; ++other)
      if (other != own.seat) offers_to(other);
  }

  void bank_trades() const {
    const unsigned stock = in_stock(own);
    each_bit(payable(own), [&](int give) {
      each_bit(stock & ~(1U << give), [&](int take) { out.push_back(action::bank(give, take)); });
    });
  }

  void roads() const {
    road_sites(own.table, own.seat).each([&](int edge) { out.push_back(action::road(edge)); });
  }

  void roads_again() const {
    catan::roads_again(game, own).each([&](int edge) { out.push_back(game.road_again(edge)); });
  }

  void robbing(Action first) const {
    const Robberies found(own);
    for (int half = 0; half < 2; ++half)
      each_bit(found.ways[half], [&](int place) { out.push_back(first + found.at(half, place)); });
  }

  // But for the second numbers of roads, which come after all others.
  void of_type(int type) const {
    const Table& table = own.table;
    switch (type) {
      case build_road:
        return roads();
      case build_settlement:
        return each_vertex(
            table.phase == setting_settlement ? table.open.word : table.settlement_sites(own.seat),
            [&](int vertex) { out.push_back(action::settlement(vertex)); });
      case build_city:
        return each_vertex(table.settlements[own.seat].word,
                           [&](int vertex) { out.push_back(action::city(vertex)); });
      case buy_card:
        return out.push_back(action::buy);
      case trade_with_player:
        return table.phase == answering ? offers_to(table.offerer) : offers();
      case bank_trade:
        return bank_trades();
      case play_knight:
        return robbing(action::first_knight);
      case play_monopoly:
        for (int resource = 0; resource < resource_count; ++resource)
          out.push_back(action::monopoly(resource));
        return;
      case play_year_of_plenty:
        for (int pair = 0; pair < pair_count; ++pair)
          if (pair_in_stock(own, pairs[pair])) out.push_back(action::plenty(pair));
        return;
      case play_road_building:
        return out.push_back(action::road_building);
      case end_turn:
        return out.push_back(action::end);
      case roll_dice:
        return out.push_back(action::roll);
      case discard_card:
        return each_bit(own.hand.held(),
                        [&](int resource) { out.push_back(action::discard(resource)); });
      case move_robber:
        return robbing(action::first_robber);
      case accept_offer:
        return out.push_back(action::accept);
      case reject_offer:
        return out.push_back(action::reject);
      default:
        return;
    }
  }
};

}  // namespace

void list_choices(const Catan& game, const Choices& own, ActionList& out) {
  out.clear();
  const std::uint64_t types = types_of(game, own);
  const Lister lister{game, own, out};
  for (const int type : by_number)
    if (types >> type & 1) lister.of_type(type);
  if (types & bit(build_road)) lister.roads_again();
}

void Catan::legal(const State& state, ActionList& out) const {
  list_choices(*this, choices_of(state, seats(), perfect_information()), out);
}

void Catan::legal(const View& view, ActionList& out) const {
  list_choices(*this, choices_of(view, seats(), perfect_information()), out);
}

void Catan::allowed(const State& state, ActionList& out) const {
  list_choices(*this, choices_of(state, seats(), true), out);
}

void Catan::allowed(const Belief& belief, ActionList& out) const {
  legal(belief.view, out);
  if (perfect_information() || rules_.exchange == Exchange::drawn) return;
  std::erase_if(out, [&](Action action) {
    return is_offer(action) && !belief.hands[recipient_of(action)].may_cover(trade_of(action).want);
  });
}

std::uint64_t Catan::legal_type_bits(const State& state) const {
  return types_of(*this, choices_of(state, seats(), perfect_information()));
}

std::vector<int> Catan::legal_types(const State& state) const {
  std::vector<int> types;
  for (std::uint64_t rest = legal_type_bits(state); rest != 0; rest &= rest - 1)
    types.push_back(std::countr_zero(rest));
  return types;
}

void Catan::legal_of_type(const State& state, int type, ActionList& out) const {
  out.clear();
  const Choices own = choices_of(state, seats(), perfect_information());
  if ((types_of(*this, own) >> type & 1) == 0) return;
  const Lister lister{*this, own, out};
  lister.of_type(type);
  if (type == build_road) lister.roads_again();
}

}  // namespace otherminds::catan
