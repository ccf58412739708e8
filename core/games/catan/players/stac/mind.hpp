// What a player of the plan-based family remembers: what it knows of the hands of others, what it
// wants, and what it has offered in this turn.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/policy.hpp"
#include "games/catan/catan.hpp"
#include "games/catan/players/stac/options.hpp"
#include "games/catan/players/stac/plan.hpp"

namespace otherminds::catan::stac {

// The exchanges that these players offer, of one card for one, two for one and one for two, as
// places in a list of their own.
class Exchanges {
 public:
  static constexpr int most = 120;

  explicit Exchanges(const Catan& game);

  int size() const { return static_cast<int>(numbers_.size()); }
  int number(int place) const { return numbers_[static_cast<std::size_t>(place)]; }
  // The place of an exchange of the game, or nothing.
  int place_of(int number) const { return places_[static_cast<std::size_t>(number)]; }

 private:
  std::vector<int> numbers_;
  std::vector<int> places_;
};

// What a seat is thought to build next.
struct Aim {
  enum State : std::uint8_t { unknown, none, known };

  Building building;
  std::uint8_t state = unknown;
};

struct OpenOffer {
  std::int8_t offerer = nothing;
  std::int8_t recipient = nothing;
  std::int16_t exchange = nothing;
};

struct Mind {
  static constexpr std::uint32_t mark = 0x53746163;  // tells a mind from what others remember
  static constexpr std::uint16_t never = 0xffff;

  std::uint32_t marked = 0;
  std::uint16_t exchanges = 0;  // of the game: a mind from another one is none
  std::uint16_t turn = 0;       // that the rest is about
  std::uint8_t smart = 0;       // where the planner is mixed: it is the smart one in this game
  BySeat<Hand> hands{};         // what each seat holds for certain; the rest is unknown
  BySeat<std::uint16_t> win_rolls{never, never, never, never};
  BySeat<std::uint8_t> selling{};  // bits of resources

  // ---- forgotten when a turn ends ----
  Plan plan;
  BySeat<Aim> aims{};
  Hand answer_cost;                                   // what offers of others are judged by
  std::array<std::uint8_t, Exchanges::most> asked{};  // by place: bits of the seats asked
  BySeat<std::uint8_t> given{};  // bits of resources: to each seat in this turn
  BySeat<std::uint8_t> taken{};  // and from it
  OpenOffer open;
  std::int8_t asking = nothing;  // place of the exchange that is being offered
  std::uint8_t to_ask = 0;       // bits of the seats that have not answered yet
  std::uint8_t offers = 0;       // exchanges offered since it built something
  std::uint8_t done_trading = 0;

  // What is left of it when a turn begins.
  Mind in_turn(std::uint16_t now) const;
};
static_assert(sizeof(Mind) <= Memory::capacity);

Mind new_mind(const Catan& game);
// A mind that fits a view: the one that was folded, or a new one that knows only what is seen.
Mind mind_of(const Catan& game, const Settings& settings, const View& view, const Memory& memory);

// Folds an observation; `now` is the view after it. What could not have been observed is ignored.
void fold(const Catan& game, const Settings& settings, const Exchanges& exchanges, Mind& mind,
          const Observation& seen, const View& now);

// Thinks before the seat acts: plans, guesses what others want, forecasts, whatever the choice at
// hand needs. All that lasts longer than the choice is found here.
void prepare(const Catan& game, const Settings& settings, const View& view, Mind& mind);

// The knights of a seat, as far as the view shows them.
Knights knights_of(const View& view, int seat);
Planner planner_of(const Settings& settings, const Mind& mind);
// A knight is due: before the roll against the robber, after it for the army.
bool knight_due(const View& view);
// Whether a piece may be put there now, were it paid for.
bool has_place(const Table& table, int seat, Building building);
// What trading is for: the cost of the plan or of its first piece; not for an empty plan.
Hand goal_of(const Settings& settings, const Plan& plan);

}  // namespace otherminds::catan::stac
