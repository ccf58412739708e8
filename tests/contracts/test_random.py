"""Random numbers: streams with names, generators that walk them, and the streams of matches.

Statistical tests state their error rate: how often they would fail although all is right, were the
seeds drawn anew. With the seeds fixed here they always give the same answer.
"""

from __future__ import annotations

import copy
import math
import pickle
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import otherminds
from otherminds import Agent, OptionError, Policy, Rng, Stream, View, play_match
from otherminds.contracts import Game
from otherminds.contracts.streams import MatchStreams, stream_place

ERROR_RATE = 1e-6  # of each test that compares a statistic with its law


# Numbers that must never change: with other ones, old seeds would mean other matches.
BITS = [1176829248215580306, 5055069481416398910, 6088760626452727997]
BELOW = [79, 50, 55, 8, 28, 71, 33, 32]
UNIT = [0.9123745836291685, 0.8969073934768437]
STREAM_ZERO = 87122775106953220518896775951356272162
CHILD_WORD = 29374635670708336229626450087065751056
CHILD_NUMBER = 123554687225082991737955797046794492895


def test_numbers_are_the_same_on_every_machine() -> None:
    rng = Stream(2024).rng()
    assert [rng.bits() for _ in range(3)] == BITS
    assert [rng.below(100) for _ in range(8)] == BELOW
    assert [rng.unit() for _ in range(2)] == UNIT
    assert Stream(0).key == STREAM_ZERO
    assert Stream(1).child("deal").key == CHILD_WORD
    assert Stream(1).child(7).key == CHILD_NUMBER


# Streams -----------------------------------------------------------------------------------------

SEEDS = st.integers(-(10**40), 10**40)


@given(SEEDS, SEEDS)
def test_seeds_of_any_size_and_sign(one: int, other: int) -> None:
    assert Stream(one) == Stream(one)
    assert (Stream(one) == Stream(other)) == (one == other)
    assert (Stream(0).child(one) == Stream(0).child(other)) == (one == other)
    game = otherminds.load("tic_tac_toe")
    assert game.initial_state(one) == game.initial_state(other)


def test_neighbouring_and_extreme_seeds_are_different_streams() -> None:
    edges = [0, 2**31, 2**32, 2**53, 2**63, 2**64, 2**65, 10**30]
    seeds = {sign * (edge + step) for edge in edges for step in range(-3, 4) for sign in (1, -1)}
    assert len({Stream(seed).key for seed in seeds}) == len(seeds)


@given(st.text(), st.text())
def test_words_name_children(one: str, other: str) -> None:
    stream = Stream(3)
    assert stream.child(one) == stream.child(one)
    assert (stream.child(one) == stream.child(other)) == (one == other)


def test_children_differ_from_their_parents_and_from_each_other() -> None:
    root = Stream(5)
    family = [root]
    labels: list[int | str] = [0, 1, 2, -1, "0", "1", "a", "deal", "chance", "agent", ""]
    for label in labels:
        child = root.child(label)
        family += [child, *(child.child(below) for below in labels)]
    assert len({stream.key for stream in family}) == len(family)
    assert root.child(1).child(2) != root.child(2).child(1)


@given(SEEDS)
def test_streams_are_values(seed: int) -> None:
    stream = Stream(seed)
    for twin in (
        pickle.loads(pickle.dumps(stream)),
        copy.copy(stream),
        Stream.from_key(stream.key),
    ):
        assert twin == stream
        assert hash(twin) == hash(stream)
        assert repr(twin) == repr(stream)
        assert twin.rng().bits() == stream.rng().bits()
    assert stream != seed
    assert stream != None  # noqa: E711


@pytest.mark.parametrize("key", [-1, 2**128, 10**60])
def test_keys_have_128_bits(key: int) -> None:
    with pytest.raises(OptionError, match=re.escape("from 0 to 2^128 - 1")):
        Stream.from_key(key)
    for edge in (0, 2**64, 2**128 - 1):
        assert Stream.from_key(edge).key == edge


@pytest.mark.parametrize("seed", [None, 1.5, "1", b"1", [1]])
def test_seeds_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(TypeError):
        Stream(seed)
    with pytest.raises(TypeError):
        Stream(0).child(None)  # type: ignore[arg-type]
    for name in ("othello", "tic_tac_toe"):
        game: Any = otherminds.load(name)
        with pytest.raises(TypeError):
            game.initial_state(seed)


# Generators --------------------------------------------------------------------------------------


def test_generators_of_one_stream_walk_together_and_copies_on_their_own() -> None:
    one, other = Stream(4).rng(), Stream(4).rng()
    assert [one.bits() for _ in range(5)] == [other.bits() for _ in range(5)]
    twin = one.copy()
    ahead = [one.bits() for _ in range(5)]
    assert [twin.bits() for _ in range(5)] == ahead == [other.bits() for _ in range(5)]


@pytest.mark.parametrize("bound", [0, -1, 2**32, 2**40, -(2**63)])
def test_bad_bounds_are_refused(bound: int) -> None:
    rng, twin = Stream(1).rng(), Stream(1).rng()
    with pytest.raises(OptionError, match="bound"):
        rng.below(bound)
    assert rng.bits() == twin.bits()


@pytest.mark.parametrize("bound", [None, 1.5, "3", 10**30])
def test_bounds_that_are_no_number_are_refused(bound: Any) -> None:
    with pytest.raises((TypeError, OptionError)):
        Stream(1).rng().below(bound)


def test_choices() -> None:
    rng = Stream(8).rng()
    assert {rng.choice("abc") for _ in range(100)} == {"a", "b", "c"}
    assert rng.choice((7,)) == 7
    assert rng.choice(range(5, 6)) == 5
    with pytest.raises(OptionError):
        rng.choice([])
    with pytest.raises(TypeError):
        rng.choice(3)  # type: ignore[arg-type]
    picks, draws = Stream(9).rng(), Stream(9).rng()
    letters = "abcdefg"
    assert [picks.choice(letters) for _ in range(50)] == [
        letters[draws.below(7)] for _ in range(50)
    ]


def draws_below(rng: Rng, bound: int, count: int) -> list[int]:
    return [rng.below(bound) for _ in range(count)]


@pytest.mark.parametrize("bound", [2, 3, 7, 64, 1000, 2**32 - 1])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    """A million draws in all, by chi-square in up to 1000 classes; error rate 1e-6 a bound."""
    count = 170_000
    numbers = np.array(draws_below(Stream(bound).rng(), bound, count))
    assert numbers.min() >= 0
    assert numbers.max() < bound
    classes = min(bound, 1000)
    counts = np.bincount(numbers * classes // bound, minlength=classes)
    assert stats.chisquare(counts).pvalue > ERROR_RATE


def test_units_are_spread_evenly() -> None:
    """Kolmogorov-Smirnov on 100,000 numbers; error rate 1e-6."""
    rng = Stream(3).rng()
    units = [rng.unit() for _ in range(100_000)]
    assert 0 <= min(units) <= max(units) < 1
    assert stats.kstest(units, "uniform").pvalue > ERROR_RATE


def test_every_bit_is_fair() -> None:
    """Each of 64 bits in 20,000 words; the error rate of all together is 1e-6."""
    rng = Stream(6).rng()
    words = np.array([rng.bits() for _ in range(20_000)], dtype=np.uint64)
    for bit in range(64):
        ones = int(((words >> np.uint64(bit)) & np.uint64(1)).sum())
        assert stats.binomtest(ones, len(words)).pvalue > ERROR_RATE / 64


def siblings(kind: str, number: int) -> Stream:
    root = Stream(11)
    return {
        "seeds": lambda: Stream(number),
        "numbers": lambda: root.child(number),
        "words": lambda: root.child(f"seat {number}"),
        "grandchildren": lambda: root.child(number).child(0),
    }[kind]()


@pytest.mark.parametrize("kind", ["seeds", "numbers", "words", "grandchildren"])
def test_siblings_are_not_correlated(kind: str) -> None:
    """Neighbouring streams side by side and one step apart.

    The correlation of n independent pairs has the standard deviation 1 / sqrt(n). All of the 15
    comparisons together have the error rate 1e-6.
    """
    count = 20_000
    rows = []
    for number in range(6):
        rng = siblings(kind, number).rng()
        rows.append([rng.unit() for _ in range(count)])
    limit = float(stats.norm.isf(ERROR_RATE / 15 / 4)) / math.sqrt(count)
    for one in range(6):
        for other in range(one):
            assert abs(np.corrcoef(rows[one], rows[other])[0, 1]) < limit
            assert abs(np.corrcoef(rows[one][1:], rows[other][:-1])[0, 1]) < limit


@pytest.mark.parametrize("kind", ["seeds", "numbers", "words", "grandchildren"])
def test_first_numbers_of_siblings_are_equally_likely(kind: str) -> None:
    """What matches with successive seeds draw first: 20,000 streams, error rate 1e-6."""
    first = Counter(siblings(kind, number).rng().below(50) for number in range(20_000))
    assert stats.chisquare([first[value] for value in range(50)]).pvalue > ERROR_RATE


# The streams of a match --------------------------------------------------------------------------


class Note(Agent):
    """Writes down the view and the stream it begins with, then plays at random."""

    def __init__(self) -> None:
        self.first: list[str] = []
        self.keys: list[int] = []

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.first.append(view.to_json())
        self.keys.append(stream.key)
        self.rng = stream.rng()

    def act(self, view: View) -> int:
        return self.rng.choice(view.legal_actions())


DEALING = ["bazaar", "bazaar_python", "kuhn_poker"]


def notes(game: Game, blocks: Sequence[int], indices: Sequence[int], seed: int | Stream) -> Any:
    """What each seat began with, by (block, index)."""
    found = {}
    for block in blocks:
        for index in indices:
            agents = [Note() for _ in range(game.seats)]
            play_match(game, agents, seed=seed, block=block, index=index)
            found[block, index] = [(agent.first[0], agent.keys[0]) for agent in agents]
    return found


@pytest.mark.parametrize("name", DEALING)
def test_all_matches_of_a_block_share_the_deal(name: str) -> None:
    game = otherminds.load(name)
    found = notes(game, range(12), range(4), seed=5)
    deals = {place: [view for view, _ in seats] for place, seats in found.items()}
    for block in range(12):
        assert all(deals[block, index] == deals[block, 0] for index in range(4))
        start = game.initial_state(MatchStreams(5, block, 0).deal)
        assert deals[block, 0] == [start.view(seat).to_json() for seat in range(game.seats)]
    assert len({str(deals[block, 0]) for block in range(12)}) > 1


@pytest.mark.parametrize("name", ["othello", *DEALING])
def test_each_seat_of_each_match_has_a_stream_of_its_own(name: str) -> None:
    game = otherminds.load(name)
    found = notes(game, range(4), range(4), seed=5)
    keys = [key for seats in found.values() for _, key in seats]
    assert len(set(keys)) == 16 * game.seats
    assert found == notes(game, range(4), range(4), seed=Stream(5))
    others = notes(game, range(4), range(4), seed=6)
    assert not set(keys) & {key for seats in others.values() for _, key in seats}


def test_the_layout_of_streams_stays() -> None:
    """Seeds in older results files must mean the same matches."""
    run = Stream(7)
    streams = MatchStreams(7, 3, 2)
    assert streams.deal == MatchStreams(run, 3, 5).deal == run.child("deal").child(3)
    assert streams.chance == run.child("chance").child(3).child(2)
    assert streams.event(4) == streams.chance.child(4)
    assert streams.agent(1) == run.child("agent").child(3).child(2).child(1)
    assert stream_place(4, 3, 2, 0) == (3, 4 * 65_536 + 2)
    assert stream_place(4, 3, 2, 10) == (32, 4 * 65_536 + 2)  # matches of a series differ in deal


def test_agents_and_deals_of_a_match_have_its_streams() -> None:
    game = otherminds.load("bazaar")
    for (block, index), seats in notes(game, range(2), range(2), seed=5).items():
        streams = MatchStreams(5, block, index)
        start = game.initial_state(streams.deal)
        assert seats == [
            (start.view(seat).to_json(), streams.agent(seat).key) for seat in range(game.seats)
        ]


def test_chance_belongs_to_the_match_not_to_the_block() -> None:
    game = otherminds.load("bazaar")
    players = [Policy("random")] * 3
    matches = [play_match(game, players, seed=1, block=0, index=index) for index in range(12)]
    auctions = {match.moves[0] for match in matches}
    assert len(auctions) > 1
    assert all(actor == otherminds.CHANCE for actor, _ in auctions)
    assert [match.moves for match in matches] == [
        play_match(game, players, seed=1, block=0, index=index).moves for index in range(12)
    ]


def test_each_event_of_chance_has_a_stream_of_its_own() -> None:
    """So that what chance did, however much of it is seen, says nothing of what it will do."""
    game = otherminds.load("bazaar")
    streams = MatchStreams(1, 0, 0)
    match = play_match(game, [Policy("random")] * 3, seed=1)
    state: Any = game.initial_state(streams.deal)
    events = 0
    for actor, action in match.moves:
        if actor == otherminds.CHANCE:
            assert state.sample_outcome(streams.event(events).rng()) == action
            events += 1
        state.apply_action(action)
    assert events > 3


MASK = 2**64 - 1


def unmixed(mixed: int) -> int:
    """What SplitMix64's finaliser was given: it is a bijection, and no secret is safe behind it."""

    def unshifted(value: int, by: int) -> int:
        found = value
        for _ in range(64 // by):
            found = value ^ found >> by
        return found

    for by, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
        mixed = unshifted(mixed, by) * pow(factor, -1, 2**64) & MASK
    return unshifted(mixed, 30) - 0x9E3779B97F4A7C15 & MASK


def mixed(value: int) -> int:
    value = value + 0x9E3779B97F4A7C15 & MASK
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
    value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
    return value ^ value >> 31


def test_an_agents_stream_does_not_lead_back_to_the_run() -> None:
    """Children that are mixed from key and number by a bijection give their parent away."""
    number = 7
    assert unmixed(mixed(number)) == number
    streams = MatchStreams(5, 3, 0)
    label = mixed(1 + 0x632BE59BD9B4E019 & MASK)
    for half in (streams.agent(1).key & MASK, streams.agent(1).key >> 64):
        parent = unmixed(half) ^ label
        assert Stream.from_key(parent).child(1) != streams.agent(1)
    # Nor do the numbers that a generator starts from.
    words = streams.agent(1).rng().__getstate__()
    assert not {streams.agent(1).key & MASK, streams.agent(1).key >> 64} & set(words)
    assert not {streams.agent(1).key & MASK, streams.agent(1).key >> 64} & set(map(unmixed, words))


def test_an_agent_does_not_shift_the_numbers_of_others() -> None:
    """A seat that draws more leaves chance and the other seats' numbers as they were."""

    class Wasteful(Note):
        def act(self, view: View) -> int:
            for _ in range(7):
                self.rng.bits()
            return view.legal_actions()[0]

    class First(Note):
        def act(self, view: View) -> int:
            return view.legal_actions()[0]

    game = otherminds.load("bazaar")
    for seed in range(5):
        one = play_match(game, [First(), Policy("random"), Policy("random")], seed=seed)
        two = play_match(game, [Wasteful(), Policy("random"), Policy("random")], seed=seed)
        assert one.moves == two.moves
