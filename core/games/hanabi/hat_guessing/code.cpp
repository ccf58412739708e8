#include "games/hanabi/hat_guessing/code.hpp"

namespace otherminds::hanabi {

namespace {

// The answers to a question about one card. An answer gets some of the numbers that are left, and
// they serve the next question.
struct Answer {
  Kinds kinds = 0;
  int weight = 0;
  int numbers = 0;
};

class Answers {
 public:
  explicit Answers(const Counts& loose) : loose_(loose) {}

  int count() const { return count_; }
  const Answer& operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }

  void add(Kinds kinds) {
    if (kinds != 0) at(count_++) = {kinds, loose_.within(kinds), 1};
  }

  // Joins the two lightest answers until there are no more than that.
  void reduce_to(int most) {
    while (count_ > most) {
      int lightest = 0;
      int second = 1;
      if (at(second).weight < at(lightest).weight) std::swap(lightest, second);
      for (int i = 2; i < count_; ++i) {
        if (at(i).weight < at(lightest).weight) {
          second = lightest;
          lightest = i;
        } else if (at(i).weight < at(second).weight) {
          second = i;
        }
      }
      Answer& joined = at(std::min(lightest, second));
      Answer& gone = at(std::max(lightest, second));
      joined.kinds |= gone.kinds;
      joined.weight += gone.weight;
      gone = at(--count_);
    }
  }

  // Each has one number; the others go where there are most cards for a number.
  void share_out(int numbers) {
    for (int extra = numbers - count_; extra > 0; --extra) {
      int neediest = 0;
      for (int i = 1; i < count_; ++i) {
        if (at(i).weight * at(neediest).numbers > at(neediest).weight * at(i).numbers) neediest = i;
      }
      ++at(neediest).numbers;
    }
  }

 private:
  Answer& at(int i) { return all_[static_cast<std::size_t>(i)]; }

  Counts loose_;
  std::array<Answer, kind_count> all_{};
  int count_ = 0;
};

// How many cards are asked for their use; more would leave too few numbers for their kinds.
constexpr int most_uses = 2;

// The questions that give a hand its number, each depending on the answers before: first which of
// the likeliest cards can be played, then what the most useful cards are. `choose` says which
// answer to a question about a slot is true.
template <class Choose>
class Questions {
 public:
  Questions(const PublicTable& table, const Counts& loose, Possible& hand, int numbers,
            Choose choose)
      : table_(table), loose_(loose), hand_(hand), numbers_(numbers), choose_(choose) {
    unsigned asked = 0;
    while (numbers_ > 1 && bits_in(asked) < most_uses) {
      const int slot = likeliest(table.playable, asked, false);
      if (slot == none) break;
      asked |= 1U << slot;
      ask_use(slot);
    }
    asked = 0;
    while (numbers_ > 1) {
      const int slot = likeliest(~table.dead, asked, true);
      if (slot == none) break;
      asked |= 1U << slot;
      ask_kind(slot);
    }
  }

 private:
  // The slot that is the likeliest to be one of these kinds, of those that can be more than one
  // kind and are not yet asked about.
  int likeliest(Kinds kinds, unsigned asked, bool even_if_certain) const {
    int best = none;
    int best_part = 0;
    int best_whole = 1;
    for (int slot = 0; slot < largest_hand; ++slot) {
      if (asked >> slot & 1 || bits_in(hand_[slot]) < 2) continue;
      const int part = loose_.within(hand_[slot] & kinds);
      const int whole = loose_.within(hand_[slot]);
      if (part * best_whole <= best_part * whole) continue;
      if (part == whole && !even_if_certain) continue;
      best = slot;
      best_part = part;
      best_whole = whole;
    }
    return best;
  }

  void ask_use(int slot) {
    Answers answers(loose_);
    answers.add(hand_[slot] & table_.playable);
    if (numbers_ > 2) {
      answers.add(hand_[slot] & table_.dead);
      answers.add(hand_[slot] & ~table_.playable & ~table_.dead);
    } else {
      answers.add(hand_[slot] & ~table_.playable);
    }
    ask(slot, answers);
  }

  void ask_kind(int slot) {
    Answers answers(loose_);
    answers.add(hand_[slot] & table_.dead);
    for (Kinds rest = hand_[slot] & ~table_.dead; rest != 0; rest &= rest - 1)
      answers.add(rest & ~(rest - 1));
    answers.reduce_to(numbers_);
    ask(slot, answers);
  }

  void ask(int slot, Answers& answers) {
    if (answers.count() < 2) return;
    answers.share_out(numbers_);
    const Answer& answer = answers[choose_(slot, answers)];
    hand_[slot] &= answer.kinds;
    numbers_ = answer.numbers;
  }

  const PublicTable& table_;
  const Counts& loose_;
  Possible& hand_;
  int numbers_;
  Choose choose_;
};

// Narrows what is known of the hand to what its number says.
int number_of(const PublicTable& table, const Counts& loose, Possible& hand, const Hand& cards,
              int numbers) {
  int number = 0;
  Questions(table, loose, hand, numbers, [&](int slot, const Answers& answers) {
    int i = 0;
    for (; i + 1 < answers.count() && (answers[i].kinds & only(cards[slot])) == 0; ++i)
      number += answers[i].numbers;
    return i;
  });
  return number;
}

void learn_number(const PublicTable& table, const Counts& loose, Possible& hand, int numbers,
                  int number) {
  Questions(table, loose, hand, numbers, [&](int, const Answers& answers) {
    int i = 0;
    for (; i + 1 < answers.count() && number >= answers[i].numbers; ++i)
      number -= answers[i].numbers;
    return i;
  });
}

}  // namespace

HintCode::HintCode(const Hanabi& game, const View& view, const PublicKnowledge& knowledge,
                   int giver) {
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == giver) continue;
    Target& target = targets_[seat];
    int cards = 0;
    int most_open = 0;
    for (int slot = 0; slot < game.hand_size(); ++slot) {
      if (view.hands[seat][slot] == no_card) continue;
      ++cards;
      const int open = bits_in(knowledge.possible[seat][slot]);
      if (open <= most_open) continue;
      most_open = open;
      target.asked = slot;
    }
    target.first = numbers_;
    if (cards == 0) continue;
    target.rank_numbers = cards > 1 && game.options().ranks > 1 ? 2 : 1;
    target.colour_numbers = cards > 1 && game.options().colours > 1 ? 2 : 1;
    numbers_ += target.rank_numbers + target.colour_numbers;
  }
}

int HintCode::number(const Move& hint, unsigned slots) const {
  const Target& target = targets_[hint.target];
  const bool touches = slots >> target.asked & 1;
  if (hint.type == hint_rank) return target.first + (touches ? 0 : target.rank_numbers - 1);
  return target.first + target.rank_numbers + (touches ? 0 : target.colour_numbers - 1);
}

unsigned slots_within(const Possible& hand, Kinds kinds) {
  unsigned slots = 0;
  for (int slot = 0; slot < largest_hand; ++slot) {
    if (hand[slot] != 0 && (hand[slot] & ~kinds) == 0) slots |= 1U << slot;
  }
  return slots;
}

int sum_to_name(const Hanabi& game, const View& view, const PublicTable& table,
                const PublicKnowledge& knowledge, int numbers) {
  const Counts loose = knowledge.loose(table);
  int sum = 0;
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == view.seat) continue;
    Possible hand = knowledge.possible[seat];
    sum += number_of(table, loose, hand, view.hands[seat], numbers);
  }
  return sum % numbers;
}

void learn_sum(const Hanabi& game, const View& view, const PublicTable& table,
               PublicKnowledge& knowledge, int teller, int numbers, int sum) {
  if (numbers < 2) return;
  const Counts loose = knowledge.loose(table);
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (seat == teller || seat == view.seat) continue;
    sum -= number_of(table, loose, knowledge.possible[seat], view.hands[seat], numbers);
  }
  if (view.seat == teller) return;
  const int own = (sum % numbers + numbers) % numbers;
  learn_number(table, loose, knowledge.possible[view.seat], numbers, own);
}

}  // namespace otherminds::hanabi
