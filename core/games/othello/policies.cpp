// The players of Stevinson's experiments: three pure types, and three opponents that mix and
// switch them. docs/sources/stevinson.md gives the readings chosen where the source is silent.
#include <algorithm>
#include <cmath>

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

// Leaves the opponent the fewest replies.
Board mobility(const Othello& game, const State& state) {
  return best_moves(state, [&](int square) {
    const Board turned = flips(state.own.word, state.opponent.word, square);
    const Board mine = state.own.word | turned | (Board{1} << square);
    return -count(moves(state.opponent.word & ~turned, mine, game.board()));
  });
}

using TypeRule = Board (*)(const Othello&, const State&);
constexpr std::array<TypeRule, 3> type_rules = {max_disk, max_value, mobility};
constexpr std::array<std::string_view, 3> type_titles = {"max_disk", "max_value", "mobility"};
enum Type : int { disk_type = 0, value_type = 1, mobility_type = 2 };

// Fills the probabilities of "uniform over the type's set, but with the given chance uniform over
// all legal moves".
void fill(const Othello& game, const State& state, int type, double random_share,
          std::span<const Action> legal, std::span<double> out) {
  const double uniform = 1.0 / static_cast<double>(legal.size());
  if (state.moves.word == 0) {
    out[0] = 1.0;
    return;
  }
  const Board chosen = type_rules[static_cast<std::size_t>(type)](game, state);
  const double each = (1.0 - random_share) / count(chosen);
  for (std::size_t i = 0; i < legal.size(); ++i) {
    const bool in_set = chosen >> game.square(legal[i]) & 1;
    out[i] = random_share * uniform + (in_set ? each : 0.0);
  }
}

// A type, possibly with a share of uniformly random moves.
class TypePolicy final : public Policy<Othello> {
 public:
  TypePolicy(int type, double perturb) : type_(type), perturb_(perturb) {}

  void probabilities(const Othello& game, const View& view, const Memory&,
                     std::span<const Action> legal, std::span<double> out) const override {
    fill(game, view.state, type_, perturb_, legal, out);
  }

  bool watches() const override { return false; }

  std::string current_type(const Memory&) const override {
    return std::string(type_titles[static_cast<std::size_t>(type_)]);
  }

 private:
  int type_;
  double perturb_;
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
    fill(game, view.state, recall(memory).type, perturb_, legal, out);
  }

  std::string current_type(const Memory& memory) const override {
    return std::string(type_titles[static_cast<std::size_t>(recall(memory).type)]);
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
    mind.type = std::clamp<std::int32_t>(mind.type, 0, type_titles.size() - 1);
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
    visit("perturb", self.perturb);
  }
};

double read_perturb(const Value& value) {
  PerturbOptions options;
  if (std::holds_alternative<Value::Members>(value.data))
    from_value(value, options, ErrorKind::option, "policy option", true);
  if (!(options.perturb >= 0 && options.perturb <= 1))
    throw Error(ErrorKind::option, "perturb is a probability, from 0 to 1.");
  return options.perturb;
}

PolicyEntry<Othello> type_entry(int type, std::string summary) {
  return {std::string(type_titles[static_cast<std::size_t>(type)]),
          std::move(summary),
          {"perturb"},
          [type](const Othello&, const Value& options) {
            return std::make_shared<TypePolicy>(type, read_perturb(options));
          }};
}

template <class Switching>
PolicyEntry<Othello> switching_entry(std::string name, std::string summary) {
  return {
      std::move(name), std::move(summary), {"perturb"}, [](const Othello&, const Value& options) {
        return std::make_shared<Switching>(read_perturb(options));
      }};
}

}  // namespace

const std::vector<PolicyEntry<Othello>>& policies(const Othello&) {
  static const std::vector<PolicyEntry<Othello>> entries = {
      type_entry(disk_type, "Flips as many discs as possible now."),
      type_entry(value_type, "Takes the square of the best class: corner, edge, neutral, C, X."),
      type_entry(mobility_type, "Leaves the opponent the fewest replies."),
      switching_entry<Agent4>("agent4", "max_disk for 7 moves, mobility for 7, then max_value."),
      switching_entry<Agent5>("agent5", "A random type for 5 to 8 moves, then another one."),
      switching_entry<Agent6>("agent6",
                              "Draws a type a move from a mixture; changes it after a loss."),
  };
  return entries;
}

}  // namespace otherminds::othello
