// The players of Stevinson's experiments: three pure types, and three opponents that mix and
// switch them; and two types that none of those contains. docs/sources/stevinson.md gives the
// readings chosen where the source is silent.
#include <algorithm>
#include <cmath>

#include "engine/policy_quirks.hpp"
#include "games/othello/geometry.hpp"
#include "games/othello/othello.hpp"

namespace otherminds::othello {

namespace {

// The squares that the best-scoring moves of a type lead to; all moves of the set are equally
// likely.
template <class Score>
Board best_moves(const State& state, Score&& score) {
  Board best = 0;
  int best_score = 0;
  for (Board left = state.moves.word; left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    const int value = score(square);
    if (best == 0 || value > best_score) {
      best = 0;
      best_score = value;
    }
    if (value == best_score) best |= Board{1} << square;
  }
  return best;
}

// Takes as many discs as possible now.
Board max_disk(const Othello&, const State& state) {
  return best_moves(
      state, [&](int square) { return count(flips(state.own.word, state.opponent.word, square)); });
}

// Takes the best class of square: corner, edge, neutral, next to a corner (C), diagonal to it (X).
int square_class(int size, int square) {
  const int last = size - 1;
  const auto from_edge = [&](int x) { return x < last - x ? x : last - x; };
  const int row = from_edge(square / 8);
  const int column = from_edge(square % 8);
  if (row == 0 && column == 0) return 2;
  if (row <= 1 && column <= 1) return row + column == 2 ? -2 : -1;
  return row == 0 || column == 0 ? 1 : 0;
}

Board max_value(const Othello& game, const State& state) {
  const int size = game.options().size;
  return best_moves(state, [&](int square) { return square_class(size, square); });
}

// How many replies a move leaves to the opponent.
int replies(const Othello& game, const State& state, int square) {
  const Board turned = flips(state.own.word, state.opponent.word, square);
  const Board mine = state.own.word | turned | (Board{1} << square);
  return count(moves(state.opponent.word & ~turned, mine, game.board()));
}

// Leaves the opponent the fewest replies.
Board mobility(const Othello& game, const State& state) {
  return best_moves(state, [&](int square) { return -replies(game, state, square); });
}

// Takes as few discs as possible.
Board min_disk(const Othello&, const State& state) {
  return best_moves(state, [&](int square) {
    return -count(flips(state.own.word, state.opponent.word, square));
  });
}

// Has the fewest discs next to empty squares.
Board frontier(const Othello& game, const State& state) {
  return best_moves(state, [&](int square) {
    const Board turned = flips(state.own.word, state.opponent.word, square);
    const Board mine = state.own.word | turned | (Board{1} << square);
    const Board empty = game.board() & ~(mine | state.opponent.word);
    return -count(mine & around(empty));
  });
}

// The best class as the author's program finds it, square by square, columns first: one C square
// counts as neutral and one X square as C, and a C square does not replace an X square.
Board legacy_max_value(const Othello&, const State& state) {
  Board best = 0;
  int best_class = 0;
  for (int column = 0; column < 8; ++column) {
    for (int row = 0; row < 8; ++row) {
      const int square = 8 * row + column;
      if (!(state.moves.word >> square & 1)) continue;
      constexpr int g1 = 6;
      constexpr int g2 = 14;
      const int value = square == g1 ? 0 : square == g2 ? -1 : square_class(8, square);
      if (best != 0 && best_class == -2 && value == -1) continue;
      if (best == 0 || value > best_class) {
        best = 0;
        best_class = value;
      }
      if (value == best_class) best |= Board{1} << square;
    }
  }
  return best_class == 0 ? state.moves.word : best;  // a neutral one: every move is foretold
}

// Foretells nothing where some move leaves no reply.
Board legacy_mobility(const Othello& game, const State& state) {
  const Board best = mobility(game, state);
  return replies(game, state, std::countr_zero(best)) == 0 ? 0 : best;
}

using TypeRule = Board (*)(const Othello&, const State&);

struct TypeEntry {
  std::string_view title;
  std::string_view summary;
  TypeRule rule;
  TypeRule legacy = nullptr;  // what the author's program predicts, where that differs
};

constexpr std::array<TypeEntry, 5> types = {{
    {"max_disk", "Flips as many discs as possible now.", max_disk},
    {"max_value", "Takes the square of the best class: corner, edge, neutral, C, X.", max_value,
     legacy_max_value},
    {"mobility", "Leaves the opponent the fewest replies.", mobility, legacy_mobility},
    {"min_disk", "Flips as few discs as possible now.", min_disk},
    {"frontier", "Has the fewest discs next to empty squares.", frontier},
}};
constexpr int mixed_types = 3;  // agents 4 to 6 switch between the first three
enum Type : int { disk_type = 0, value_type = 1, mobility_type = 2 };

const TypeEntry& type_of(int type) { return types[static_cast<std::size_t>(type)]; }

// Fills the probabilities of "uniform over the type's set, but with the given chance uniform over
// all legal moves".
void fill(const Othello& game, const State& state, TypeRule rule, double random_share,
          std::span<const Action> legal, std::span<double> out) {
  const double uniform = 1.0 / static_cast<double>(legal.size());
  if (state.moves.word == 0) {
    out[0] = 1.0;
    return;
  }
  const Board chosen = rule(game, state);
  const double each = chosen == 0 ? 0.0 : (1.0 - random_share) / count(chosen);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const bool in_set = chosen >> game.square(legal[i]) & 1;
    out[i] = random_share * uniform + (in_set ? each : 0.0);
  }
}

// A type, possibly with a share of uniformly random moves.
class TypePolicy final : public Policy<Othello> {
 public:
  TypePolicy(int type, double perturb, bool legacy)
      : type_(type),
        rule_(legacy ? type_of(type).legacy : type_of(type).rule),
        perturb_(perturb),
        legacy_(legacy) {}

  void probabilities(const Othello& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    fill(game, view.state, rule_, perturb_, legal, out);
  }

  // Where the author's program predicts nothing it still plays the type's best move.
  Action act(const Othello& game, const View& view, const Memory& memory, Rng& rng) const override {
    if (!legacy_ || view.state.moves.word == 0 || rule_(game, view.state) != 0)
      return Policy<Othello>::act(game, view, memory, rng);
    return TypePolicy(type_, perturb_, false).act(game, view, memory, rng);
  }

  bool watches() const override { return false; }

  std::string current_type(const Memory&) const override {
    return std::string(type_of(type_).title);
  }

 private:
  int type_;
  TypeRule rule_;
  double perturb_;
  bool legacy_;
};

// An opponent that changes its type: the memory always holds the type of the next move, so that it
// can be published before the move is made. The randomness of the changes is drawn from a seed that
// the memory carries, which keeps the fold of observations a plain function.
class SwitchingPolicy : public Policy<Othello> {
 public:
  explicit SwitchingPolicy(double perturb) : perturb_(perturb) {}

  void begin(const Othello&, Memory& memory, int, Rng& rng) const override {
    Mind mind = recall(memory);
    mind.seed = rng.next();
    mind.own_moves = 0;
    start(mind);
    mind.played_before = 1;
    memory.store(mind);
  }

  void observe(const Othello& game, Memory& memory, int seat, const Observation& seen,
               const View&) const override {
    if (seen.actor != seat || seen.action == game.pass()) return;
    Mind mind = recall(memory);
    ++mind.own_moves;
    advance(mind);
    memory.store(mind);
  }

  void end(const Othello&, Memory& memory, int seat, const Returns& returns) const override {
    Mind mind = recall(memory);
    mind.lost = returns[static_cast<std::size_t>(seat)] < 0 ? 1 : 0;
    memory.store(mind);
  }

  void probabilities(const Othello& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    fill(game, view.state, type_of(recall(memory).type).rule, perturb_, legal, out);
  }

  std::string current_type(const Memory& memory) const override {
    return std::string(type_of(recall(memory).type).title);
  }

 protected:
  struct Mind {
    std::uint64_t seed;
    std::array<double, 3> mixture;  // agent6 only
    std::int32_t type;
    std::int32_t own_moves;
    std::int32_t stint;  // agent5 only: moves left of the current type
    std::int32_t lost;
    std::int32_t played_before;
  };

  // The memory may come from another policy; whatever it holds, what counts or chooses keeps to its
  // range.
  static Mind recall(const Memory& memory) {
    Mind mind = memory.load<Mind>();
    mind.type = std::clamp<std::int32_t>(mind.type, 0, mixed_types - 1);
    mind.own_moves = std::clamp(mind.own_moves, 0, 64);
    mind.stint = std::clamp(mind.stint, 0, 8);
    return mind;
  }

  static double draw(Mind& mind) {
    Rng rng(mind.seed);
    const double result = rng.unit();
    mind.seed = rng.next();
    return result;
  }
  static int draw_below(Mind& mind, int bound) { return static_cast<int>(draw(mind) * bound); }

 private:
  virtual void start(Mind& mind) const = 0;
  virtual void advance(Mind& mind) const = 0;

  double perturb_;
};

// Disks for its first seven moves, mobility for the next seven, then value.
class Agent4 final : public SwitchingPolicy {
 public:
  using SwitchingPolicy::SwitchingPolicy;

 private:
  void start(Mind& mind) const override { mind.type = disk_type; }
  void advance(Mind& mind) const override {
    mind.type = mind.own_moves < 7 ? disk_type : mind.own_moves < 14 ? mobility_type : value_type;
  }
};

// A random type for 5 to 8 moves, then another one.
class Agent5 final : public SwitchingPolicy {
 public:
  using SwitchingPolicy::SwitchingPolicy;

 private:
  void start(Mind& mind) const override {
    mind.type = draw_below(mind, 3);
    mind.stint = 5 + draw_below(mind, 4);
  }
  void advance(Mind& mind) const override {
    if (--mind.stint > 0) return;
    mind.type = (mind.type + 1 + draw_below(mind, 2)) % 3;
    mind.stint = 5 + draw_below(mind, 4);
  }
};

// A random mixture of the types, drawn anew after a lost game; the type of each move is drawn from
// it. It remembers its mixture from game to game.
class Agent6 final : public SwitchingPolicy {
 public:
  using SwitchingPolicy::SwitchingPolicy;

 private:
  // Dirichlet(1, 1, 1): exponential numbers divided by their sum.
  void start(Mind& mind) const override {
    if (!mind.played_before || mind.lost) {
      double sum = 0;
      for (double& weight : mind.mixture) sum += weight = -std::log1p(-draw(mind));
      for (double& weight : mind.mixture) weight /= sum;
    }
    advance(mind);
  }
  void advance(Mind& mind) const override {
    const double point = draw(mind);
    mind.type = point < mind.mixture[0] ? 0 : point < mind.mixture[0] + mind.mixture[1] ? 1 : 2;
  }
};

struct PerturbOptions {
  double perturb = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("perturb", self.perturb, between(0, 1),
          Says{"How often it plays any legal move instead."});
  }
};

struct LegacyOptions : PerturbOptions {
  bool legacy = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    PerturbOptions::fields(self, visit);
    visit("legacy", self.legacy, quirk,
          Says{"As a model it foretells what the author's program foretells."});
  }
};

PolicyEntry<Othello> type_entry(int type) {
  const TypeEntry& entry = type_of(type);
  return {std::string(entry.title), std::string(entry.summary),
          entry.legacy ? policy_options<LegacyOptions>() : policy_options<PerturbOptions>(),
          [type](const Othello& game, const Value& options) {
            if (!type_of(type).legacy)
              return std::make_shared<TypePolicy>(
                  type, chosen_options<PerturbOptions>(options).perturb, false);
            const auto read = chosen_options<LegacyOptions>(with_quirks(options));
            if (read.legacy && game.options().size != 8)
              throw Error(ErrorKind::option, "legacy types play on the board of 8 x 8 squares.");
            return std::make_shared<TypePolicy>(type, read.perturb, read.legacy);
          }};
}

template <class Switching>
PolicyEntry<Othello> switching_entry(std::string name, std::string summary) {
  return {std::move(name), std::move(summary), policy_options<PerturbOptions>(),
          [](const Othello&, const Value& options) {
            return std::make_shared<Switching>(chosen_options<PerturbOptions>(options).perturb);
          }};
}

}  // namespace

const std::vector<PolicyEntry<Othello>>& policies(const Othello&) {
  static const std::vector<PolicyEntry<Othello>> entries = {
      type_entry(0),
      type_entry(1),
      type_entry(2),
      type_entry(3),
      type_entry(4),
      switching_entry<Agent4>("agent4", "max_disk for 7 moves, mobility for 7, then max_value."),
      switching_entry<Agent5>("agent5", "A random type for 5 to 8 moves, then another one."),
      switching_entry<Agent6>("agent6",
                              "Draws a type per move from a mixture; changes it after a loss."),
  };
  return entries;
}

}  // namespace otherminds::othello
