// Defects of published programs that a search can be asked to repeat, so that what those programs
// were reported to do can be compared with what the same agents do without them.
//
// This is the only place that knows them. The loop, the models and the bandits call the functions
// below, each of which changes nothing while its switch is off; the laboratory turns them on. A
// game whose own rules have to help has a nested struct `Quirks` with what it can do:
//
//   forgettable, forgetful(game, belief, facts)
//                                  the belief of a seat that forgets some of the facts named
//   give_turn(game, state, seat)   makes it the seat's turn, if that seat can move
//   view_without_hand(game, state, seat)
//                                  the seat's view, its own hand left out of what is unseen
//
// and a belief game may have, for steps that start from what was believed at first:
//
//   forgetful(), forget(state, belief)
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "engine/game.hpp"
#include "engine/value.hpp"
#include "search/evolve/plans.hpp"

namespace otherminds {

struct SearchOptions;

struct Quirks {
  // Roll-outs.
  bool searcher_first = false;  // the searching seat has the first move, whoever's turn it is
  bool skips_new_move = false;  // a move that is tried for the first time is not made
  bool misses_hand = false;     // the mover's own hand is missing from what it takes for unseen
  // The tree.
  bool opens = false;   // the roll-out's policy says what to try while a move is untried
  bool yields = false;  // models give way to the bandit where every move has been tried
  bool ignores_first_tries = false;  // availability counts only visits that asked the bandit
  bool extra_visit = false;          // UCB1 counts one visit more at the parent
  bool root_over_fraction = false;   // PUCT's root covers the denominator as well
  bool coin_ties = false;            // a coin at each equal final move: the last wins half of them
  double discount = 1;               // of a return, for each move between the root and its own
  std::vector<std::string> forgets = {};  // facts that worlds need not fit; the game names them
  // The others' types.
  bool swapped = false;  // in roll-outs the searching seat follows the type, the other does not
  bool count_forced = false;  // a move without a choice counts as evidence too
  // Evolution.
  bool mutates_parts = false;  // action and length of a gene change apart, as VariGA does
  double equals = 1;  // the chance that a child as good as the one plan there is replaces it

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("searcher_first", self.searcher_first);
    visit("skips_new_move", self.skips_new_move);
    visit("misses_hand", self.misses_hand);
    visit("opens", self.opens);
    visit("yields", self.yields);
    visit("ignores_first_tries", self.ignores_first_tries);
    visit("extra_visit", self.extra_visit);
    visit("root_over_fraction", self.root_over_fraction);
    visit("coin_ties", self.coin_ties);
    visit("discount", self.discount);
    visit("forgets", self.forgets);
    visit("swapped", self.swapped);
    visit("count_forced", self.count_forced);
    visit("mutates_parts", self.mutates_parts);
    visit("equals", self.equals);
  }

  bool operator==(const Quirks&) const = default;

  // Whether the loop of a search goes another way because of them.
  bool change_the_loop() const {
    return searcher_first || skips_new_move || opens || yields || ignores_first_tries ||
           discount != 1;
  }

  // How many visits of its parent an edge is compared by.
  double parent_visits(double visits) const { return extra_visit ? visits + 1 : visits; }

  // The width of PUCT's bound, by the visits of an edge and of its siblings.
  double puct_width(double others, double visits) const {
    return root_over_fraction ? std::sqrt(others / (1 + visits)) : std::sqrt(others) / (1 + visits);
  }

  // Whether the newest of so many equal final moves takes the place of the best so far: all of them
  // alike, or by a coin at each, so that the last wins with 1/2, the one before with 1/4 and so on.
  bool replaces_best(std::uint32_t equals, Rng& rng) const {
    return coin_ties ? equals == 1 || rng.below(2) == 0 : rng.below(equals) == 0;
  }

  // What a reward counts for an edge with so many moves of seats before it.
  double counted(double reward, std::int32_t moves) const {
    return discount == 1 ? reward : reward * std::pow(discount, moves);
  }

  // Whose type decides for a seat: its own, unless the two are swapped.
  int whose_type(int actor) const { return swapped ? 1 - actor : actor; }

  // Whether a move with so many alternatives says something about the type of who made it.
  bool is_evidence(std::size_t legal) const { return legal > 1 || count_forced; }

  // Whether a child that is as good as the only plan takes its place.
  bool replaces_equal(Rng& rng) const { return equals == 1 || rng.unit() < equals; }
};

// The fewest genes of a first plan whose length may vary.
inline std::uint32_t least_genes(const Quirks& quirks, std::uint32_t length) {
  return quirks.mutates_parts ? std::min<std::uint32_t>(3, length) : 1;
}

// The mutation of VariGA (Walton-Rivers 2022; docs/sources/walton-rivers.md). One time in four a
// gene comes or goes at the end. Plans of five genes always lose one, which keeps most of them
// short; those that begin longer may grow on. `gene(i)` draws one for the place i.
template <class DrawGene>
void mutate_parts(Plan& plan, double mutation, int macro, int turns, DrawGene&& gene, Rng& rng) {
  constexpr std::size_t longest = 100'000;
  if (rng.unit() < 0.25) {
    const std::size_t size = plan.genes.size();
    const bool grows = size == 1 || (size != 5 && size < longest && rng.below(2) == 0);
    if (grows)
      plan.genes.push_back(gene(size));
    else
      plan.genes.pop_back();
  }
  for (std::size_t i = 0; i < plan.genes.size(); ++i) {
    Gene& own = plan.genes[i];
    if (rng.unit() < 0.8) {
      own.turns += rng.below(2) == 0 ? macro : -macro;
      own.turns = std::clamp(own.turns, macro, macro * (turns + 1));
    }
    if (rng.unit() < mutation) own.action = gene(i).action;
  }
}

// Refuses quirks that the rest of the options leaves no room for, in a sentence.
void check_quirks(const SearchOptions& options);

template <class G>
concept CanForget =
    requires(const G& game, const typename G::Belief& belief, std::span<const std::string> facts) {
      { G::Quirks::forgetful(game, belief, facts) } -> std::same_as<typename G::Belief>;
      G::Quirks::forgettable;
    };
template <class G>
concept CanGiveTurn = requires(const G& game, typename G::State& state, int seat) {
  G::Quirks::give_turn(game, state, seat);
};
template <class G>
concept CanMissHand = requires(const G& game, const typename G::State& state, int seat) {
  { G::Quirks::view_without_hand(game, state, seat) } -> std::same_as<typename G::View>;
};
template <class B>
concept CanForgetSteps =
    requires(const B& game, typename B::State& state, const typename B::Belief& belief) {
      { game.forgetful() } -> std::same_as<bool>;
      game.forget(state, belief);
    };

// Refuses quirks that a game cannot repeat.
template <Game G>
void check_quirks_of(const G& game, const Quirks& quirks) {
  const auto refuse = [](const std::string& sentence) { throw Error(ErrorKind::option, sentence); };
  if (quirks.searcher_first && !CanGiveTurn<G>)
    refuse("The quirk searcher_first needs a game that can change whose turn it is, which " +
           game.name() + " cannot.");
  if (quirks.misses_hand && !CanMissHand<G>)
    refuse("The quirk misses_hand is for games with a hand that is hidden from its seat, which " +
           game.name() + " has not.");
  if (quirks.swapped && game.seats() != 2) refuse("The quirk swapped is for games of two seats.");
  for (const std::string& fact : quirks.forgets) {
    if constexpr (CanForget<G>) {
      const auto& known = G::Quirks::forgettable;
      if (std::ranges::find(known, fact) == known.end())
        refuse(unknown_name("fact that " + game.name() + " can forget", fact,
                            {known.begin(), known.end()}));
    } else {
      refuse("The quirk forgets needs a game that says what can be forgotten, which " +
             game.name() + " does not.");
    }
  }
}

// What a seat believes whose search forgets facts; nothing where it forgets none.
template <Game G>
std::optional<typename G::Belief> forgetful_belief(const G& game, const Quirks& quirks,
                                                   const typename G::Belief& belief) {
  if constexpr (CanForget<G>) {
    if (!quirks.forgets.empty()) return G::Quirks::forgetful(game, belief, quirks.forgets);
  }
  return std::nullopt;
}

// Before a roll-out of the searching seat's starts from a world.
template <Game G>
void before_roll_out(const G& game, const Quirks& quirks, typename G::State& world, int searcher) {
  if constexpr (CanGiveTurn<G>) {
    if (quirks.searcher_first) G::Quirks::give_turn(game, world, searcher);
  }
}

// What a policy of a roll-out is shown.
template <Game G>
typename G::View shown_to_policy(const G& game, bool misses_hand, const typename G::State& world,
                                 int seat) {
  if constexpr (CanMissHand<G>) {
    if (misses_hand) return G::Quirks::view_without_hand(game, world, seat);
  }
  return game.view(world, seat);
}

// Whether every step in a belief game starts from what was believed at the root.
template <class B>
bool forgets_steps(const B& game) {
  if constexpr (CanForgetSteps<B>) return game.forgetful();
  return false;
}
template <class B>
void forget_steps(const B& game, typename B::State& state, const typename B::Belief& root) {
  if constexpr (CanForgetSteps<B>) {
    if (game.forgetful()) game.forget(state, root);
  }
}

}  // namespace otherminds
