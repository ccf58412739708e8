// Players that follow a list of rules, and the named ones of Walton-Rivers 2022.
#include "games/hanabi/rule_based/rule_policy.hpp"

#include <algorithm>
#include <utility>

#include "engine/error.hpp"
#include "engine/policy_quirks.hpp"
#include "games/hanabi/rule_based/rules.hpp"

namespace otherminds::hanabi {

namespace {

// What a player remembers where its rules ask for it. Of many hints the newest are kept.
struct Notes {
  Counts own_gone{};  // cards that the player has played or discarded itself
  std::uint8_t count = 0;
  std::array<std::uint8_t, 3> unused{};
  std::array<SingleHint, 11> hints{};
};

bool applies(const Rule& rule, const Situation& now) {
  return std::ranges::all_of(rule.conditions,
                             [&](const Condition& condition) { return condition.holds(now); });
}

class RulePolicy final : public Policy<Hanabi> {
 public:
  RulePolicy(std::vector<Rule> rules, bool published, bool forgets_own_cards)
      : rules_(std::move(rules)), published_(published), forgets_own_cards_(forgets_own_cards) {
    watches_ = forgets_own_cards || std::ranges::any_of(rules_, [](const Rule& rule) {
                 return rule.name == RuleName::play_unique_possible_card;
               });
    // A list of which no rule fires ends here: a hint, else a discard, else the likeliest card.
    for (const RuleName last :
         {RuleName::tell_randomly, RuleName::discard_randomly, RuleName::play_probably_safe})
      rules_.push_back({last});
  }

  bool watches() const override { return watches_; }

  void begin(const Hanabi&, Memory& memory, int, Rng&) const override { memory = Memory(); }

  // What happened is read in the view, which is a possible one, unlike an observation from outside.
  void observe(const Hanabi& game, Memory& memory, int seat, const Observation&,
               const View& view) const override {
    const Event& event = view.events[0];
    if (event.seat == none) return;
    Notes notes = recall(memory);
    const Move move = game.move_of(event.action);
    if (event.seat == seat && move.slot != none) {
      notes.own_gone.add(event.card);
      for (std::size_t i = 0; i < notes.count; ++i) {
        if (notes.hints[i].slot == move.slot) notes.hints[i].gone = 1;
      }
    } else if (move.target == seat && is_known(event.slots)) {
      if (notes.count == notes.hints.size()) {
        std::ranges::copy(notes.hints.begin() + 1, notes.hints.end(), notes.hints.begin());
        --notes.count;
      }
      const auto slot = static_cast<std::uint8_t>(std::countr_zero(event.slots));
      notes.hints[notes.count++] = {slot, move.type == hint_rank,
                                    static_cast<std::uint8_t>(move.value), 0};
    } else {
      return;
    }
    memory.store(notes);
  }

  Action act(const Hanabi& game, const View& view, const Memory& memory, Rng& rng) const override {
    const Proposal chosen = decide(game, view, memory);
    if (chosen.count == 1) return chosen.actions[0];
    double point = rng.unit();
    for (std::size_t i = 0; i + 1 < chosen.count; ++i) {
      if (point < chosen.chances[i]) return chosen.actions[i];
      point -= chosen.chances[i];
    }
    return chosen.actions[chosen.count - 1];
  }

  void probabilities(const Hanabi& game, const View& view, const Memory& memory,
                     std::span<const Action> legal, std::span<double> out) const override {
    const Proposal chosen = decide(game, view, memory);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      out[i] = 0;
      for (std::size_t j = 0; j < chosen.count; ++j) {
        if (chosen.actions[j] == legal[i]) out[i] = chosen.chances[j];
      }
    }
  }

 private:
  Proposal decide(const Hanabi& game, const View& view, const Memory& memory) const {
    if (!watches_) return first(Situation(game, view, view.unseen, published_, {}));
    const Notes notes = recall(memory);
    Counts unseen = view.unseen;
    if (forgets_own_cards_) unseen = with(unseen, notes.own_gone);
    return first(
        Situation(game, view, unseen, published_, std::span(notes.hints).first(notes.count)));
  }

  // A memory from outside may be another policy's: nothing in it may lead out of bounds.
  static Notes recall(const Memory& memory) {
    auto notes = memory.load<Notes>();
    notes.count =
        std::min<std::uint8_t>(notes.count, static_cast<std::uint8_t>(notes.hints.size()));
    for (SingleHint& hint : notes.hints) {
      hint.slot = static_cast<std::uint8_t>(hint.slot % largest_hand);
      const int first = hint.is_rank ? 1 : 0;
      if (hint.value < first || hint.value >= first + most_ranks)
        hint.value = static_cast<std::uint8_t>(first);
    }
    return notes;
  }

  // The sum of two multisets, three of a kind at most: where a search takes cards that have left
  // for part of the deck, there can be more.
  static Counts with(Counts one, const Counts& other) {
    const Kinds carried = one.ones & other.ones;
    const Kinds many = (one.twos & other.twos) | (carried & (one.twos | other.twos));
    one.add_one_of(other.ones);
    one.twos ^= other.twos;
    return {one.ones | many, one.twos | many};
  }

  Proposal first(const Situation& now) const {
    for (const Rule& rule : rules_) {
      if (!applies(rule, now)) continue;
      if (const Proposal found = propose(rule, now)) return found;
    }
    throw Error(ErrorKind::game, "No rule of hanabi has a move where somebody has to act.");
  }

  std::vector<Rule> rules_;
  bool published_;
  bool forgets_own_cards_;
  bool watches_ = false;
};

std::vector<Rule> read_rules(std::span<const std::string> texts) {
  std::vector<Rule> rules;
  for (const std::string& text : texts) rules.push_back(read_rule(text));
  return rules;
}

struct ProgramOptions {
  bool published = false;
  bool forgets_own_cards = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("published", self.published, quirk,
          Says{"Rules behave as in the author's program where that plainly differs from what they "
               "are for."});
    visit("forgets_own_cards", self.forgets_own_cards, quirk,
          Says{"It takes cards that it has played or discarded itself for unseen, as in the "
               "author's program of January 2017."});
  }
};

struct ListOptions : ProgramOptions {
  std::vector<std::string> rules;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("rules", self.rules,
          Says{"Rules of the library in their order; at least one has to be given."});
    ProgramOptions::fields(self, visit);
  }
};

PolicyEntry<Hanabi> named(std::string name, std::string summary, std::vector<std::string> rules) {
  return {std::move(name), std::move(summary), policy_options<ProgramOptions>(),
          [rules = std::move(rules)](const Hanabi&, const Value& given) {
            const auto options = chosen_options<ProgramOptions>(with_quirks(given));
            return std::make_shared<RulePolicy>(read_rules(rules), options.published,
                                                options.forgets_own_cards);
          }};
}

PolicyEntry<Hanabi> listed() {
  return {"rules", "Follows a list of rules: the first that has a move decides.",
          policy_options<ListOptions>(), [](const Hanabi&, const Value& given) {
            const auto options = chosen_options<ListOptions>(with_quirks(given));
            if (options.rules.empty())
              throw Error(ErrorKind::option,
                          "A player by rules needs a list of at least one rule.");
            return std::make_shared<RulePolicy>(read_rules(options.rules), options.published,
                                                options.forgets_own_cards);
          }};
}

}  // namespace

std::vector<Outcome> answer(const Hanabi& game, const View& view, const std::string& rule,
                            bool published, std::span<const SingleHint> hints) {
  const Rule read = read_rule(rule);
  const Situation now(game, view, view.unseen, published, hints);
  std::vector<Outcome> result;
  if (!applies(read, now)) return result;
  const Proposal found = propose(read, now);
  for (std::size_t i = 0; i < found.count; ++i)
    result.push_back({found.actions[i], found.chances[i]});
  return result;
}

std::vector<PolicyEntry<Hanabi>> rule_policies() {
  return {
      named(
          "internal",
          "Plays what is safe, tells the next player of playable cards, repeats itself.",
          {"PlaySafeCard", "OsawaDiscard", "TellPlayableCard", "TellRandomly", "DiscardRandomly"}),
      named("outer", "Like internal, but tells only what the next player does not know.",
            {"PlaySafeCard", "OsawaDiscard", "TellPlayableCardOuter", "TellUnknown",
             "DiscardRandomly"}),
      named("cautious", "A careful beginner: plays only what is certain.",
            {"PlayIfCertain", "PlaySafeCard", "TellAnyoneAboutUsefulCard", "OsawaDiscard",
             "DiscardRandomly", "TellRandomly"}),
      named("iggi", "Cautious, but discards its oldest card.",
            {"PlayIfCertain", "PlaySafeCard", "TellAnyoneAboutUsefulCard", "OsawaDiscard",
             "DiscardOldestFirst", "TellRandomly"}),
      named("piers",
            "IGGI that takes risks while there are lives, and more when the deck is empty.",
            {"lives > 1 and deck == 0: PlayProbablySafe(0)", "PlaySafeCard",
             "lives > 1: PlayProbablySafe(0.6)", "TellAnyoneAboutUsefulCard",
             "clues < 4: TellDispensable", "OsawaDiscard", "DiscardOldestFirst", "TellRandomly",
             "DiscardRandomly"}),
      named("flawed", "Deliberately bad: plays at a chance of 25 % and tells anything.",
            {"PlaySafeCard", "PlayProbablySafe(0.25)", "TellRandomly", "OsawaDiscard",
             "DiscardOldestFirst", "DiscardRandomly"}),
      named("van_den_bergh", "Van den Bergh's rules, tuned by a genetic algorithm.",
            {"lives > 1: PlayProbablySafe(0.6)", "lives <= 1: PlaySafeCard",
             "DiscardProbablyUseless(1)", "TellAnyoneAboutUsefulCard", "TellMostNewInformation",
             "DiscardProbablyUseless(0)"}),
      named("pointer",
            "Takes a hint that points at one card for the wish that it be played, and hints so.",
            {"lives > 1: PlayUniquePossibleCard", "lives > 1 and deck == 0: PlayProbablySafe(0.1)",
             "PlaySafeCard", "lives > 2: PlayProbablySafe(0.6)", "TellAnyoneAboutUsefulCard",
             "OsawaDiscard", "DiscardProbablyUseless(0.8)", "DiscardUnidentifiedCard",
             "DiscardLeastLikelyToBeNecessary", "TellMostInformation"}),
      listed(),
  };
}

}  // namespace otherminds::hanabi
