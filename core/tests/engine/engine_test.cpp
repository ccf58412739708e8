// The engine: random numbers, values from outside, names, draws and memories.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

#include "engine/game.hpp"
#include "engine/playout.hpp"
#include "engine/policy.hpp"
#include "engine/random.hpp"
#include "engine/value.hpp"
#include "games/othello/othello.hpp"
#include "tests/expectations.hpp"

using namespace otherminds;
using othello::Othello;

namespace {

// Numbers of an independent implementation: a seed must mean the same for ever.
void random_numbers_never_change() {
  Rng rng(0);
  assert(rng.next() == 0x44339b21869f763dULL);
  assert(rng.next() == 0x95cf0253ee167d21ULL);
  assert(rng.next() == 0xb7a578be0561b430ULL);
  const Stream stream(1);
  assert((stream.key() == HashKey{0x02c1e3f52573ee24ULL, 0xa7bc811fd0369152ULL}));
  assert((stream.child(7).key() == HashKey{0xa2f69a2289d19bdfULL, 0x5cf3c46689f1e46aULL}));
  assert((stream.child("deal").key() == HashKey{0x351da5831f850e10ULL, 0x1619595af8c289dbULL}));
  assert((stream.child("a word of more than eight bytes").key() ==
          HashKey{0xcc6db995ba71ccf3ULL, 0x3cfc48150b2cd62cULL}));
  assert(Stream::from_key(stream.key()).child(7) == stream.child(7));
  static_assert(Rng(5).unit() < 1.0);
}

// The first and the sixteenth of the test vectors that its authors published.
void hashes_are_siphash() {
  const HashKey key{0x0706050403020100ULL, 0x0f0e0d0c0b0a0908ULL};
  assert((SipHash(key).finish(0, 0) == HashKey{0xe6a825ba047f81a3ULL, 0x930255c71472f66dULL}));
  SipHash hash(key);
  hash.add(0x0706050403020100ULL);
  assert((hash.finish(0x0e0d0c0b0a0908ULL, 15) ==
          HashKey{0x11a8b03399e99354ULL, 0xd9c3cf970fec087eULL}));
}

void streams_are_independent() {
  std::set<std::uint64_t> keys;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t number = 0; number < 20; ++number)
      keys.insert(Stream(seed).child(number).key().low);
    for (const char* word : {"", "deal", "chance", "agent", "laed"})
      keys.insert(Stream(seed).child(word).key().low);
  }
  assert(keys.size() == 20 * 25);
  const MatchStreams first(Stream(3), 1, 0);
  const MatchStreams second(Stream(3), 1, 1);
  assert(first.deal == second.deal);
  assert(first.chance != second.chance);
  assert(first.agent(0) != first.agent(1));
  assert(first.event(0) != first.event(1) && first.event(0) != second.event(0));
  assert(first.agent(0) != second.agent(0));
  assert(first.deal != MatchStreams(Stream(3), 2, 0).deal);
}

void draws_are_even() {
  Rng rng(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts[rng.below(7)];
  for (const int count : counts) assert(std::abs(count - 10'000) < 5 * 93);  // five deviations
  for (int i = 0; i < 1000; ++i) {
    assert(rng.below(1) == 0);
    const double unit = rng.unit();
    assert(unit >= 0 && unit < 1);
  }
}

void outcomes_are_drawn_by_their_probabilities() {
  const OutcomeList outcomes = {{4, 0.2}, {7, 0.5}, {9, 0.3}};
  Rng rng(2);
  std::array<int, 10> counts{};
  for (int i = 0; i < 100'000; ++i) ++counts[static_cast<std::size_t>(sample_from(outcomes, rng))];
  for (const Outcome& outcome : outcomes) {
    const double expected = 100'000 * outcome.probability;
    const double deviation = std::sqrt(expected * (1 - outcome.probability));
    assert(std::abs(counts[static_cast<std::size_t>(outcome.id)] - expected) < 5 * deviation);
  }
  assert(counts[4] + counts[7] + counts[9] == 100'000);
  // What rounding leaves over belongs to the last one.
  const OutcomeList short_of_one = {{1, 0.0}, {2, 0.0}};
  assert(sample_from(short_of_one, rng) == 2);
}

struct Inner {
  std::int8_t small = 1;
  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("small", self.small);
  }
};

struct Sample {
  bool flag = false;
  std::int32_t number = 0;
  double real = 0;
  std::string text;
  Bits bits;
  std::array<Inner, 2> pair{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("flag", self.flag);
    visit("number", self.number);
    visit("real", self.real);
    visit("text", self.text);
    visit("bits", self.bits);
    visit("pair", self.pair);
  }
};

Value set(Value value, const std::string& name, Value member) {
  for (auto& [field, content] : std::get<Value::Members>(value.data)) {
    if (field == name) content = std::move(member);
  }
  return value;
}

void values_are_read_and_refused() {
  const Sample sample{true, -5, 0.5, "x", {0xff}, {Inner{3}, Inner{4}}};
  const Value value = to_value(sample);
  Sample read;
  from_value(value, read, ErrorKind::format, "sample");
  assert(read.flag && read.number == -5 && read.real == 0.5 && read.text == "x");
  assert(read.bits.word == 0xff && read.pair[1].small == 4);

  const auto refused = [&](const Value& wrong) {
    const auto read_wrong = [&] {
      Sample target;
      from_value(wrong, target, ErrorKind::format, "sample");
    };
    return refusal(read_wrong, ErrorKind::format);
  };
  assert(contains(refused({}), "named values, not nothing"));
  assert(contains(refused(set(value, "flag", {std::int64_t{1}})), "sample.flag must be true"));
  assert(contains(refused(set(value, "number", {true})), "a whole number, not true"));
  assert(contains(refused(set(value, "number", {std::int64_t{1} << 40})), "from -2147483648 to"));
  assert(contains(refused(set(value, "number", {1.5})), "a whole number, not 1.5"));
  assert(contains(refused(set(value, "real", {std::string("a")})), "a number, not the text 'a'"));
  assert(contains(refused(set(value, "text", {0.5})), "a text"));
  for (const char* wrong : {"ff", "0x", "0xg", "0x1 ", "", "0x10000000000000000"})
    assert(contains(refused(set(value, "bits", {std::string(wrong)})), "hexadecimal"));
  assert(contains(refused(set(value, "pair", {Value::List(3)})), "a list of 2, not a list of 3"));
  assert(contains(refused(set(value, "pair", {Value::List(2)})), "sample.pair[0]"));

  Value missing = value;
  std::get<Value::Members>(missing.data).pop_back();
  assert(contains(refused(missing), "needs each of flag, number"));
  Value unknown = value;
  std::get<Value::Members>(unknown.data).emplace_back("numbr", Value{});
  assert(contains(refused(unknown), "Did you mean 'number'?"));

  // Partial: what is not mentioned keeps what it has.
  Sample kept;
  kept.number = 9;
  from_value({Value::Members{{"flag", {true}}}}, kept, ErrorKind::option, "option", true);
  assert(kept.flag && kept.number == 9);
}

void names_are_guessed() {
  const std::vector<std::string> known = {"max_disk", "max_value", "mobility"};
  assert(nearest_name("max_disc", known) == "max_disk");
  assert(nearest_name("mobilty", known) == "mobility");
  assert(nearest_name("xyzzy", known).empty());
  assert(nearest_name("", known).empty());
  assert(nearest_name(std::string(1000, 'm'), known).empty());
  assert(nearest_name("max", {}).empty());
  assert(contains(unknown_name("policy", "max_vlue", known), "Did you mean 'max_value'?"));
  assert(contains(unknown_name("policy", "x", {}), "none are accepted."));
}

// The hook of Othello must draw what picking from the list of legal actions would.
void the_shortcut_of_a_draw_equals_the_list() {
  for (const int size : {4, 6, 8}) {
    const Othello game({.size = size});
    Rng play(static_cast<std::uint64_t>(size));
    ActionList legal;
    for (int match = 0; match < 50; ++match) {
      Rng deal(0);
      othello::State state = game.initial(deal);
      while (game.actor(state) != nobody) {
        game.legal(state, legal);
        Rng by_hook = play;
        Rng by_list = play;
        const Action drawn = game.sample_legal(state, by_hook);
        assert(drawn == legal[by_list.below(static_cast<std::uint32_t>(legal.size()))]);
        assert(by_hook.next() == by_list.next());
        play.next();
        game.apply(state, drawn);
      }
    }
  }
}

void playouts_count_and_repeat() {
  const Othello game({});
  const PlayoutTotals totals = playouts(game, 200, Stream(1));
  assert(totals.games == 200);
  assert(totals.returns[0] == -totals.returns[1]);
  assert(playouts(game, 200, Stream(1)).returns == totals.returns);
  assert(playouts(game, 200, Stream(2)).returns != totals.returns);
  assert(playouts(game, 0, Stream(1)).games == 0);
}

// A game that nobody can win or end.
struct Endless : Othello {
  using Othello::Othello;
  int longest_game() const { return 1000; }
  int actor(const State&) const { return 0; }
  void apply(State&, Action) const {}
};

void games_without_an_end_are_reported() {
  const Endless game(othello::Options{});
  Rng rng(1);
  ActionList scratch;
  othello::State state = game.initial(rng);
  const std::string text = refusal([&] { playout(game, state, scratch, rng); }, ErrorKind::game);
  assert(contains(text, "did not end within 1000 moves"));
  assert(longest_game(Othello({})) == 1'000'000);
}

void memories_hold_what_was_stored() {
  struct Mind {
    std::uint64_t seed;
    std::array<double, 3> mixture;
    std::int32_t type;
  };
  Memory memory;
  assert(memory.load<Mind>().seed == 0 && memory.load<Mind>().type == 0);
  memory.store(Mind{5, {0.1, 0.2, 0.7}, -9});
  const Memory copy = memory;
  memory.store(Mind{});
  assert(memory.load<Mind>().seed == 0);
  assert(copy.load<Mind>().seed == 5 && copy.load<Mind>().mixture[2] == 0.7);
  assert(copy.load<Mind>().type == -9);
}

// Whatever the 64 bytes hold, the players of Othello answer with a distribution.
void policies_survive_any_memory() {
  const Othello game({});
  Rng rng(3);
  const othello::State state = game.initial(rng);
  const othello::View view = game.view(state, 0);
  ActionList legal;
  game.legal(view, legal);
  std::vector<double> weights(legal.size());
  for (const auto& entry : policies(game)) {
    const auto policy = entry.make(game, {});
    for (int i = 0; i < 2000; ++i) {
      std::array<std::uint64_t, Memory::capacity / 8> noise;
      for (auto& word : noise) word = i % 3 == 0 ? rng.next() : ~std::uint64_t{0} >> rng.below(2);
      Memory memory;
      memory.store(noise);
      for (int step = 0; step < 3; ++step) {
        policy->probabilities(game, view, memory, legal, weights);
        assert(std::abs(std::accumulate(weights.begin(), weights.end(), 0.0) - 1.0) < 1e-9);
        policy->current_type(memory);
        policy->observe(game, memory, 0, {.actor = 0, .action = 5}, view);
        policy->end(game, memory, 1, {});
        if (step == 1) policy->begin(game, memory, 0, rng);
      }
    }
  }
}

}  // namespace

int main() {
  random_numbers_never_change();
  hashes_are_siphash();
  streams_are_independent();
  draws_are_even();
  outcomes_are_drawn_by_their_probabilities();
  values_are_read_and_refused();
  names_are_guessed();
  the_shortcut_of_a_draw_equals_the_list();
  playouts_count_and_repeat();
  games_without_an_end_are_reported();
  memories_hold_what_was_stored();
  policies_survive_any_memory();
  std::puts("ok");
}
