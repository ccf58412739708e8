#include "games/othello/teaching.hpp"

#include <algorithm>
#include <string>

#include "engine/error.hpp"
#include "engine/random.hpp"
#include "games/othello/patterns.hpp"

namespace otherminds::othello {

namespace {

constexpr Board whole_board = ~Board{0};

struct Seen {
  Board own;
  Board opponent;
  int side;        // who moves, 0 or 1
  double hoped;    // what the best move promises the one who moves
  bool at_random;  // another move than the best was made
};

// Temporal differences (Sutton 1988) with the games' ends known exactly: a position learns from the
// one after it and, by lambda, from how the game went on; a random move cuts that off.
class Teacher {
 public:
  Teacher(std::span<float> weights, const Lesson& lesson,
          std::span<const std::vector<int>> openings)
      : weights_(weights),
        lesson_(lesson),
        openings_(openings),
        game_(Options{}),
        rng_(Stream(lesson.seed).rng()) {}

  Progress run(const Poll& poll) {
    for (std::int64_t i = 0; i < lesson_.games; ++i) {
      if (i % 64 == 0) poll();
      learn(play());
    }
    return progress_;
  }

 private:
  // From white's point of view, by which the discs of the end are known.
  double play() {
    start();
    for (;;) {
      const int empties = 64 - count(own_ | opponent_);
      const Board legal = moves(own_, opponent_, whole_board);
      if (legal == 0 && moves(opponent_, own_, whole_board) == 0)
        return as_white(count(own_) - count(opponent_));
      if (empties <= lesson_.exact) return as_white(solved());
      if (legal == 0) {
        pass();
        continue;
      }
      step(legal);
    }
  }

  void start() {
    seen_.clear();
    side_ = 0;
    const State first = game_.initial(rng_);
    own_ = first.own.word;
    opponent_ = first.opponent.word;
    if (!openings_.empty() && rng_.below(2) == 0) {
      const auto& opening = openings_[rng_.below(static_cast<std::uint32_t>(openings_.size()))];
      const std::size_t length = rng_.below(static_cast<std::uint32_t>(opening.size() + 1));
      for (std::size_t i = 0; i < length; ++i) follow(opening[i]);
      return;
    }
    for (auto left = rng_.below(static_cast<std::uint32_t>(lesson_.random_moves + 1)); left > 0;
         --left) {
      const Board legal = moves(own_, opponent_, whole_board);
      if (legal == 0) return;
      move(drawn(legal));
    }
  }

  void follow(int square) {
    if (moves(own_, opponent_, whole_board) == 0) pass();
    if (square < 0 || square > 63 || !(moves(own_, opponent_, whole_board) >> square & 1))
      throw Error(ErrorKind::option, "An opening has the square " + std::to_string(square) +
                                         ", on which no disc can be placed there.");
    move(square);
  }

  int drawn(Board legal) {
    return nth(legal, static_cast<int>(rng_.below(static_cast<std::uint32_t>(count(legal)))));
  }

  void step(Board legal) {
    int best = -1;
    double hoped = 0;
    for (Board left = legal; left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      const Board turned = flips(own_, opponent_, square);
      const double after = -judged(opponent_ & ~turned, own_ | turned | Board{1} << square);
      if (best >= 0 && after <= hoped) continue;
      best = square;
      hoped = after;
    }
    const bool at_random = rng_.unit() < lesson_.explore;
    const int square = at_random ? drawn(legal) : best;
    seen_.push_back({own_, opponent_, side_, hoped, square != best});
    move(square);
  }

  // For the side to move; one without a move passes, and the end of the game is counted.
  double judged(Board own, Board opponent) const {
    if (moves(own, opponent, whole_board) != 0) return value(own, opponent);
    if (moves(opponent, own, whole_board) != 0) return -value(opponent, own);
    return count(own) - count(opponent);
  }

  double value(Board own, Board opponent) const {
    const patterns::Contents found = patterns::contents(own, opponent);
    const float* table = table_of(own, opponent);
    float sum = 0;
    for (int i = 0; i < patterns::instances; ++i)
      sum += table[patterns::slot(i, found[static_cast<std::size_t>(i)])];
    return sum;
  }

  float* table_of(Board own, Board opponent) const {
    return weights_.data() + static_cast<std::size_t>(patterns::stage_of(own, opponent)) *
                                 static_cast<std::size_t>(patterns::slots());
  }

  void learn(double end) {
    double taught = end;  // to white
    for (auto each = seen_.rbegin(); each != seen_.rend(); ++each) {
      const double sign = each->side == 1 ? 1 : -1;
      const double hoped = sign * each->hoped;
      taught = each->at_random ? hoped : (1 - lesson_.trace) * hoped + lesson_.trace * taught;
      const double error = sign * taught - value(each->own, each->opponent);
      progress_.squared_error += error * error;
      ++progress_.positions;
      const auto share = static_cast<float>(lesson_.rate * error / patterns::instances);
      const patterns::Contents found = patterns::contents(each->own, each->opponent);
      float* table = table_of(each->own, each->opponent);
      for (int i = 0; i < patterns::instances; ++i)
        table[patterns::slot(i, found[static_cast<std::size_t>(i)])] += share;
    }
  }

  int solved() {
    State state{};
    state.own.word = own_;
    state.opponent.word = opponent_;
    state.moves.word = moves(own_, opponent_, whole_board);
    return best_score(game_, state);
  }

  double as_white(int for_mover) const { return side_ == 1 ? for_mover : -for_mover; }

  void move(int square) {
    const Board turned = flips(own_, opponent_, square);
    own_ |= turned | Board{1} << square;
    opponent_ &= ~turned;
    pass();
  }

  void pass() {
    std::swap(own_, opponent_);
    side_ = 1 - side_;
  }

  std::span<float> weights_;
  const Lesson& lesson_;
  std::span<const std::vector<int>> openings_;
  const Othello game_;
  Rng rng_;
  std::vector<Seen> seen_;
  Board own_ = 0;
  Board opponent_ = 0;
  int side_ = 0;
  Progress progress_;
};

void require(bool kept, const std::string& sentence) {
  if (!kept) throw Error(ErrorKind::option, sentence);
}

void check(const Lesson& lesson) {
  const auto share = [](double number) { return number >= 0 && number <= 1; };
  require(lesson.games >= 0, "The games of a lesson cannot be fewer than 0.");
  require(share(lesson.rate) && share(lesson.trace) && share(lesson.explore),
          "The rate, the trace and the exploration of a lesson are numbers from 0 to 1.");
  require(lesson.random_moves >= 0 && lesson.random_moves <= 60,
          "The random moves of a lesson are a whole number from 0 to 60.");
  require(lesson.exact >= 0 && lesson.exact <= 14,
          "The empty squares that a lesson solves are a whole number from 0 to 14.");
}

}  // namespace

Progress teach(std::span<float> weights, const Lesson& lesson,
               std::span<const std::vector<int>> openings, const Poll& poll) {
  const auto size = static_cast<std::size_t>(patterns::stages * patterns::slots());
  if (weights.size() != size)
    throw Error(ErrorKind::option, "There are " + std::to_string(weights.size()) +
                                       " weights; the patterns need " + std::to_string(size) + ".");
  check(lesson);
  return Teacher(weights, lesson, openings).run(poll);
}

}  // namespace otherminds::othello
