// Hanabi for networks: a view as numbers from 0 to 1. Seats are counted from the one that looks.
#include "games/hanabi/hanabi.hpp"

namespace otherminds::hanabi {

namespace {

// Writes one number after another.
class Writer {
 public:
  explicit Writer(std::span<float> out) : out_(out) {}
  void put(double number) { out_[next_++] = static_cast<float>(number); }
  void bits(unsigned word, int count) {
    for (int bit = 0; bit < count; ++bit) put(word >> bit & 1);
  }
  // A 1 at `which`, if that is one of the places.
  void one_of(int which, int count) {
    for (int place = 0; place < count; ++place) put(place == which ? 1 : 0);
  }

 private:
  std::span<float> out_;
  std::size_t next_ = 0;
};

}  // namespace

// For each slot of each seat its card, what hints leave of it and its age; for each kind whether it
// is played and how much of it is discarded; the tokens; who acts; the last two events.
std::vector<int> Hanabi::tensor_shape() const {
  const int kinds = options_.colours * options_.ranks;
  const int of_slot = kinds + hints_ + 1;
  const int of_event = seats() + action_count() + hand_ + kinds + 1;
  return {seats() * hand_ * of_slot + 2 * kinds + 4 + seats() + 2 * of_event};
}

void Hanabi::tensor(const View& view, std::span<float> out) const {
  Writer writer(out);
  const int kinds = options_.colours * options_.ranks;
  // Dense for these colours and ranks, unlike the codes of the cards.
  const auto dense = [&](Card card) {
    return is_card(card) ? colour_of(card) * options_.ranks + rank_of(card) - 1 : none;
  };
  const auto relative = [&](int seat) {
    return seat < 0 ? none : (seat - view.seat + seats()) % seats();
  };
  for (int offset = 0; offset < seats(); ++offset) {
    const int seat = (view.seat + offset) % seats();
    for (int slot = 0; slot < hand_; ++slot) {
      writer.one_of(dense(view.hands[seat][slot]), kinds);
      writer.bits(view.colours[seat][slot], options_.colours);
      writer.bits(view.ranks[seat][slot], options_.ranks);
      writer.put(view.ages[seat][slot] / static_cast<double>(deck_size_));
    }
  }
  for (int colour = 0; colour < options_.colours; ++colour) {
    for (int rank = 1; rank <= options_.ranks; ++rank) {
      const Card card = card_of(colour, rank);
      writer.put(view.stacks[colour] >= rank);
      writer.put(static_cast<double>(view.discarded.of(card)) / copies(card));
    }
  }
  writer.put(static_cast<double>(view.clues) / options_.clues);
  writer.put(static_cast<double>(view.lives) / options_.lives);
  writer.put(static_cast<double>(view.deck_left) / deck_size_);
  writer.put(static_cast<double>(view.turns_left) / seats());
  writer.one_of(relative(view.actor), seats());
  for (const Event& event : view.events) {
    writer.one_of(relative(event.seat), seats());
    writer.one_of(event.action, action_count());
    writer.bits(event.slots, hand_);
    writer.one_of(dense(event.card), kinds);
    writer.put(event.fits);
  }
}

}  // namespace otherminds::hanabi
