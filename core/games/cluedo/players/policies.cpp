#include <algorithm>
#include <optional>

#include "games/cluedo/players/detective.hpp"
#include "games/cluedo/players/plausible.hpp"
#include "games/cluedo/players/policy_options.hpp"

namespace otherminds::cluedo {

namespace {

// ---- the Heuristic ----

class HeuristicPolicy final : public Policy<Cluedo> {
 public:
  explicit HeuristicPolicy(const HeuristicOptions& options) : options_(options) {}

  void begin(const Cluedo&, Memory& memory, int, Rng&) const override { memory.store(Sheet{}); }

  // Answers, what it does itself, and the first that it sees at all.
  bool heeds(const Cluedo& game, const Memory& memory, int seat,
             const Observation& seen) const override {
    return seen.facts[0] == 1 || acts(game, seat, seen) || memory.as<Sheet>().started != sheet_mark;
  }

  void observe(const Cluedo& game, Memory& memory, int seat, const Observation& seen,
               const View& now) const override {
    if (!heeds(game, memory, seat, seen)) return;
    Sheet& sheet = memory.as<Sheet>();
    make_fit(sheet, game, now);
    mark(sheet, game, seat, seen, options_.update);
    if (acts(game, seat, seen))
      Heuristic(game, options_).follow(sheet, seat, seen.action, now.table);
  }

  void probabilities(const Cluedo& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    std::optional<Sheet> anew;
    Heuristic(game, options_)
        .probabilities(view.table, view.seat, view.hand, sheet_of(game, view, memory, anew), legal,
                       out);
  }

  Action act(const Cluedo& game, const View& view, const Memory& memory, Rng& rng) const override {
    std::optional<Sheet> anew;
    return Heuristic(game, options_)
        .act(view.table, view.seat, view.hand, sheet_of(game, view, memory, anew), rng);
  }

 private:
  static bool acts(const Cluedo& game, int seat, const Observation& seen) {
    return seen.actor == seat && seen.action >= 0 && seen.action < game.action_count();
  }

  // The sheet as it is remembered, or one that fits. Answers need none.
  static const Sheet& sheet_of(const Cluedo& game, const View& view, const Memory& memory,
                               std::optional<Sheet>& anew) {
    const Sheet& kept = memory.as<Sheet>();
    if (view.table.phase == answering || fits(kept, game, view)) return kept;
    anew.emplace(kept);
    make_fit(*anew, game, view);
    return *anew;
  }

  HeuristicOptions options_;
};

// ---- the Naive ----

// Knows what it has seen itself, and walks to a room drawn at random.
class Naive final : public Policy<Cluedo> {
 public:
  struct Walk {
    static constexpr std::uint8_t mark = 'W';  // tells a walk from what others remember

    std::uint8_t marked = mark;
    std::uint8_t goal = no_goal;
    std::array<std::uint8_t, 2> spare{};
    std::uint32_t since = 0;  // the turn in which it was in a room last
  };

  void begin(const Cluedo&, Memory& memory, int, Rng&) const override { memory.store(Walk{}); }

  void observe(const Cluedo& game, Memory& memory, int seat, const Observation& seen,
               const View& now) const override {
    Walk walk = walk_of(memory);
    if (seen.actor == seat && seen.action >= 0 && seen.action < game.action_count() &&
        game.type_of(seen.action) == ActionType::move && !game.rules().free_moves)
      walk.goal = static_cast<std::uint8_t>(game.room_of_move(seen.action));
    if (in_room(game.place(now.table, seat))) walk = {.since = now.table.turn + 1};
    memory.store(walk);
  }

  void probabilities(const Cluedo& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    std::ranges::fill(out, 0.0);
    const Table& table = view.table;
    if (table.phase == answering) {
      for (double& chance : out) chance = 1.0 / static_cast<double>(legal.size());
      return;
    }
    if (const Action known = accusation(game, view); known != none)
      return add_chance(legal, out, known, 1);
    const std::uint32_t kinds = types(game, table);
    const double each = 1.0 / count(kinds);
    each_card(kinds, [&](int kind) {
      if (kind == suggest) {
        const auto [suspects, weapons] = unknown(game, view);
        each_card(suspects, [&](int suspect) {
          each_card(weapons, [&](int weapon) {
            add_chance(legal, out,
                       game.suggestion({static_cast<Card>(suspect), static_cast<Card>(weapon),
                                        game.room_card(table, view.seat)}),
                       each / (count(suspects) * count(weapons)));
          });
        });
      } else if (kind == ActionType::move) {
        const std::uint32_t rooms = goals(game, view, memory);
        each_card(rooms, [&](int room) {
          share_move(game, table, room, each / count(rooms), legal, out);
        });
        if (rooms == 0) share_all(game, table, each, legal, out);
      } else {
        add_chance(legal, out, single(game, kind), each);
      }
    });
  }

  Action act(const Cluedo& game, const View& view, const Memory& memory, Rng& rng) const override {
    const auto pick = [&](Cards set) {
      return nth_of(set, rng.below(static_cast<std::uint32_t>(count(set))));
    };
    const Table& table = view.table;
    if (table.phase == answering) {
      const Cards held = view.hand & table.suggestion.cards();
      return held == 0 ? game.no_card_action() : game.show_card(pick(held));
    }
    if (const Action known = accusation(game, view); known != none) return known;
    const int kind = pick(types(game, table));
    if (kind == suggest) {
      const auto [suspects, weapons] = unknown(game, view);
      const int suspect = pick(suspects);
      return game.suggestion({static_cast<Card>(suspect), static_cast<Card>(pick(weapons)),
                              game.room_card(table, view.seat)});
    }
    if (kind != ActionType::move) return single(game, kind);
    const std::uint32_t rooms = goals(game, view, memory);
    if (rooms != 0) return draw_move(game, table, pick(rooms), rng);
    ActionList moves;
    game.legal_of_type_without_cards(table, ActionType::move, moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }

 private:
  static Walk walk_of(const Memory& memory) {
    const Walk walk = memory.load<Walk>();
    return walk.marked == Walk::mark ? walk : Walk{};
  }

  static Cards known(const View& view) {
    Cards cards = view.hand | view.table.open;
    for (const Cards shown : view.seen) cards |= shown;
    return cards;
  }

  static Action accusation(const Cluedo& game, const View& view) {
    const Cards left = game.cards().all() & ~known(view);
    for (const Cards kind : game.cards().kinds())
      if (count(left & kind) != 1) return none;
    if (view.table.phase != beginning && view.table.phase != finishing) return none;
    const auto kinds = game.cards().kinds();
    return game.accusation({static_cast<Card>(first_of(left & kinds[0])),
                            static_cast<Card>(first_of(left & kinds[1])),
                            static_cast<Card>(first_of(left & kinds[2]))});
  }

  static std::uint32_t types(const Cluedo& game, const Table& table) {
    if (table.phase == suggesting) return 1U << suggest;
    return game.legal_types_without_cards(table) & ~(1U << accuse);
  }

  static std::pair<Cards, Cards> unknown(const Cluedo& game, const View& view) {
    const Cards left = game.cards().all() & ~known(view);
    return {left & game.cards().suspect_cards(), left & game.cards().weapon_cards()};
  }

  static Action single(const Cluedo& game, int kind) {
    return kind == passage            ? game.passage_action()
           : kind == ActionType::roll ? game.roll_action()
                                      : game.wait_action();
  }

  // Where squares can be walked to, a goal cannot be told from a move: it follows from when the
  // walk began.
  static std::uint32_t goals(const Cluedo& game, const View& view, const Memory& memory) {
    const Walk walk = walk_of(memory);
    const std::uint32_t open = game.rooms_in_reach(view.table, view.seat, game.all_rooms());
    if (walk.goal < most_rooms && (open >> walk.goal & 1)) return 1U << walk.goal;
    if (!game.rules().free_moves || open == 0) return open;
    const std::uint64_t draw = mix64(walk.since * 8ULL + static_cast<std::uint64_t>(view.seat) +
                                     (std::uint64_t{view.hand} << 32));
    return 1U << nth_of(open, static_cast<std::uint32_t>(draw % count(open)));
  }

  static void share_all(const Cluedo& game, const Table& table, double weight,
                        std::span<const Action> legal, std::span<double> out) {
    ActionList moves;
    game.legal_of_type_without_cards(table, ActionType::move, moves);
    for (const Action action : moves)
      add_chance(legal, out, action, weight / static_cast<double>(moves.size()));
  }
};

}  // namespace

const std::vector<PolicyEntry<Cluedo>>& policies(const Cluedo&) {
  static const std::vector<PolicyEntry<Cluedo>> entries = {
      {"naive",
       "Knows the cards it has seen, walks to random rooms and asks for cards it does not know.",
       {},
       [](const Cluedo&, const Value&) { return std::make_shared<Naive>(); }},
      {"heuristic",
       "Keeps a sheet of where each card may be and asks for what it knows least of "
       "(Ledford 2018).",
       policy_options<HeuristicFields>(),
       [](const Cluedo&, const Value& value) {
         return std::make_shared<HeuristicPolicy>(heuristic_options(value));
       }},
      {"rooms",
       "Random play in which each room to walk to counts as a kind of action of its own.",
       {},
       [](const Cluedo&, const Value&) { return std::make_shared<RoomsPolicy<Cluedo>>(); }},
      detective_policy(),
      plausible_policy(),
  };
  return entries;
}

}  // namespace otherminds::cluedo
