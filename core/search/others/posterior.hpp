// Who is it? Beliefs over the types of the other seats, from how likely each type was to do what
// its seat did (Albrecht, Crandall and Ramamoorthy 2015; Stevinson's time weights).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/archive.hpp"
#include "engine/game.hpp"
#include "search/options.hpp"

namespace otherminds {

class TypePosterior {
 public:
  using Weights = std::vector<double>;

  TypePosterior();
  TypePosterior(const TypePosterior&);
  TypePosterior(TypePosterior&&) noexcept;
  TypePosterior& operator=(const TypePosterior&);
  TypePosterior& operator=(TypePosterior&&) noexcept;
  ~TypePosterior();

  // `counts` has the number of types of each seat, 0 where a seat is not modelled.
  TypePosterior(const Types& options, const std::array<std::size_t, max_seats>& counts, Rng& rng);

  // A seat did something that its types would have done with these chances, and a seat that moves
  // at random with the chance `uniform`.
  void add(int seat, const Weights& likelihoods, double uniform);

  // Goes on from what was learned in an earlier match, where the seats were turned by `turned`.
  void inherit(const TypePosterior& earlier, int seats, int turned);

  // How many moves of a seat ahead the beliefs about it have foretold better than chance; nothing
  // as long as nothing speaks against any number.
  std::optional<std::int64_t> foresight(int seat) const;

  const Weights& prior(int seat) const { return at(prior_, seat); }
  const Weights& of(int seat) const { return at(now_, seat); }

  // Draws the type of each modelled seat.
  void draw(std::array<int, max_seats>& types, Rng& rng) const;

  // Read into a posterior over the same types.
  template <class Self, class Bytes>
  static void archived(Self& self, PlainArchive<Bytes>& archive);

 private:
  using PerSeat = std::array<Weights, max_seats>;

  static const Weights& at(const PerSeat& all, int seat) {
    return all[static_cast<std::size_t>(seat)];
  }
  bool is_correlated() const { return std::holds_alternative<Correlated>(options_.posterior); }
  void gather(int seat, Weights row);
  void score_foresight(int seat, const Weights& likelihoods, double uniform);
  Weights after_switch(const Switching& switching, int seat) const;
  void settle(int seat, Weights next);
  void update_joint();
  std::size_t rounds() const;  // in which every modelled seat has moved

  // How well the beliefs of some moves ago foretold later moves, in comparison with chance.
  struct Record {
    std::vector<Weights> beliefs;  // before each observed move
    std::vector<double> gains;     // by lag: sums of log ratios

    template <class Self, class Bytes>
    static void archived(Self& self, PlainArchive<Bytes>& archive) {
      archive(self.beliefs, self.gains);
    }
  };

  Types options_;
  PerSeat prior_;
  PerSeat now_;
  PerSeat evidence_;  // sums or products of weighted likelihoods, without the prior
  std::array<std::vector<Weights>, max_seats> history_;  // moves, where they must be kept
  std::array<Record, max_seats> records_;                // where the horizon is learned
  std::vector<int> seats_;                               // those that are modelled
  Weights joint_;  // over combinations of types, the last modelled seat varying fastest
};

// The types that an answer hypothesises, or none.
const Types& hypothesised(const OthersAnswer& others);

// The weight of an observation of this age, the newest having age 1.
double time_weight(const TimeWeighted& posterior, std::size_t age);

// How many combinations of types the seats other than one have at most, whichever one searches. A
// correlated posterior over more than `most_combinations` would be too large.
inline constexpr std::size_t most_combinations = 100'000;
std::size_t combinations_of(const Types& types, int seats);

// The index that a point in [0, total of weights) falls on.
std::size_t draw_index(const std::vector<double>& weights, Rng& rng);

}  // namespace otherminds
