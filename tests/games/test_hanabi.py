"""The rules of Hanabi: by hand, in every random game, against bad input, in files and terminals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import OptionError, Stream
from otherminds.cli import cli
from otherminds.games.hanabi import COLOURS, card_text, chances, deal, hand_size
from tests.games.hanabi_games import HIDDEN, NO_CARD, discarded, load, played, steps, texts

# Rules by hand ------------------------------------------------------------------------------------

SMALL = {"colours": 2, "ranks": 3, "hand": 2}
DECK = "r1 y3  r2 y1  r3 y2 r1 y1 r1 y1 r2 y2"


def small(**options: Any) -> Any:
    """Seat 0 holds r1 and y3, seat 1 holds r2 and y1; r3 is drawn first."""
    return deal(load(**{**SMALL, **options}), DECK)


def test_a_deal_is_in_the_order_of_drawing() -> None:
    start = small()
    assert [list(map(card_text, hand[:2])) for hand in start.to_dict()["hands"][:2]] == [
        ["r1", "y3"],
        ["r2", "y1"],
    ]
    after = played(start, "play slot 0").to_dict()
    assert list(map(card_text, after["hands"][0][:2])) == ["r3", "y3"]
    assert after["ages"][0][:2] == [2, 1]  # slots stay where they are; the new card is the youngest
    assert deal(start.game, DECK.split()) == start


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (DECK.replace("r1", "r2", 1), "3 times r1, not 2 times"),
        (DECK.replace("r1", "x1", 1), "'x1' is not a card"),
        (f"{DECK} r1", "3 times r1, not 4 times"),
        (f"{DECK} b1", "0 times b1, not 1 times"),
        ("", "3 times r1, not 0 times"),
        (7, "Cards are a text or a list of texts, not 7"),
        ([*DECK.split()[1:], NO_CARD], "31 is not a card"),
        ([*DECK.split()[1:], None], "None is not a card"),
    ],
)
def test_decks_that_are_not_the_game_s_are_refused(deck: Any, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        deal(load(**SMALL), deck)


def test_only_games_of_hanabi_are_dealt_and_only_their_views_have_chances() -> None:
    leduc = otherminds.load("leduc")
    for game in (leduc, 7, None):
        with pytest.raises(OptionError, match="A game of Hanabi is needed"):
            deal(game, DECK)
    for view in (leduc.initial_state().view(0), 7, None, small()):
        with pytest.raises(OptionError, match="A view of Hanabi is needed"):
            chances(view)


def test_tokens() -> None:
    start = small()
    assert not any(text.startswith("discard") for text in texts(start))  # all clues are there
    told = played(start, "hint red to seat 1")
    assert told.to_dict()["clues"] == 7
    assert "discard slot 0" in texts(told)
    assert played(told, "discard slot 0").to_dict()["clues"] == 8
    missed = played(start, "play slot 1").to_dict()
    assert (missed["lives"], missed["clues"]) == (2, 8)
    spent = played(small(clues=1), "hint 2 to seat 1")
    assert not any(text.startswith("hint") for text in texts(spent))


def test_a_completed_colour_returns_a_clue_unless_all_are_there() -> None:
    full = played(small(), "play slot 0", "play slot 0", "play slot 0").to_dict()
    assert (full["stacks"][0], full["clues"]) == (3, 8)
    moves = ("play slot 0", "play slot 0", "hint 1 to seat 1", "hint 3 to seat 0", "play slot 0")
    spent = played(small(), *moves).to_dict()
    assert (spent["stacks"][0], spent["clues"]) == (3, 7)  # two hints, one clue back


def test_hints_point_at_all_cards_and_must_point_at_one() -> None:
    def hints(state: Any) -> list[str]:
        return [text.split()[1] for text in texts(state) if text.startswith("hint")]

    assert hints(small()) == ["red", "yellow", "1", "2"]
    assert hints(small(empty_clues=True)) == ["red", "yellow", "1", "2", "3"]
    told = played(small(), "hint red to seat 1").to_dict()
    assert told["colours"][1][:2] == [0b01, 0b10]  # the other one is known to be yellow
    assert told["ranks"][1][:2] == [0b111, 0b111]
    empty = played(small(empty_clues=True), "hint 3 to seat 1").to_dict()
    assert empty["ranks"][1][:2] == [0b011, 0b011]
    assert empty["events"][0]["slots"] == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_one_turn_after_the_last_card(players: int) -> None:
    game = load(players=players, lives=20)
    complete = 0
    for seed in range(30):
        turns, drawer = [], None
        for before, _, after in steps(game, seed):
            if before.to_dict()["deck_left"] == 0:
                turns.append(before.actor())
            elif after.to_dict()["deck_left"] == 0:
                drawer = before.actor()
        if after.to_dict()["lives"] > 0 and drawer is not None:
            assert turns == [(drawer + 1 + turn) % players for turn in range(players)]
            complete += 1
    assert complete > 0


def test_without_a_last_round_the_game_ends_with_the_deck() -> None:
    game = load(lives=20, last_round="none")
    for seed in range(30):
        *_, (before, _, after) = steps(game, seed)
        if after.to_dict()["lives"] > 0:
            assert (before.to_dict()["deck_left"], after.to_dict()["deck_left"]) == (1, 0)


@pytest.mark.parametrize(("bombed", "points"), [("lost", 0.0), ("kept", 2.0)])
def test_a_bombed_game_is_lost_or_keeps_its_points(bombed: str, points: float) -> None:
    state = played(small(lives=1, bombed=bombed), "play slot 0", "play slot 1")
    assert not state.is_terminal()
    bomb = played(state, "play slot 1")  # the yellow 3 on the yellow 1
    assert bomb.is_terminal()
    assert bomb.returns() == [points, points]
    assert "no lives are left" in str(bomb)


def test_a_perfect_game_ends_at_once() -> None:
    game = load(colours=1, ranks=2, hand=1)
    state = played(deal(game, "r1 r2 r1 r1"), "play slot 0", "play slot 0")
    assert state.is_terminal()
    assert state.returns() == [2.0, 2.0]
    assert state.to_dict()["deck_left"] == 1


def test_random_play_scores_what_the_source_s_program_measured() -> None:
    """1.25 cards for any number of players; the mean of 40,000 games has an error of .007."""
    for players in (2, 3, 4, 5):
        total = load(players=players, bombed="kept").playouts(40_000, 5)[0]
        assert abs(total / 40_000 - 1.25) < 5 * 0.007 + 0.005  # the figure is rounded


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "players of Hanabi must be a whole number from 2 to 5, not 1"),
        ({"players": 6}, "players of Hanabi must be a whole number from 2 to 5, not 6"),
        ({"colours": 0}, "colours of Hanabi must be a whole number from 1 to 5, not 0"),
        ({"ranks": 6}, "ranks of Hanabi must be a whole number from 1 to 5, not 6"),
        ({"hand": 6}, "from 0 to 5, not 6"),
        ({"clues": 0}, "clues of Hanabi must be a whole number from 1 to 20, not 0"),
        ({"lives": 21}, "lives of Hanabi must be a whole number from 1 to 20, not 21"),
        ({"bombed": "zero"}, "'zero'.* accepted: lost, kept"),
        ({"last_round": "some"}, "'some'.* accepted: standard, none"),
        ({"colours": 1, "ranks": 4}, "2 hands of 5 cards need a deck of at least 10"),
        ({"colours": 1, "last_round": "none"}, "need a deck of at least 11; .* have 10 cards"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        load(**options)


def test_actions_and_types() -> None:
    game = load(players=3)
    assert [game.action_text(action) for action in (0, 5, 10, 19, 20, 39)] == [
        "play slot 0",
        "discard slot 0",
        "hint red to seat 0",
        "hint 5 to seat 0",
        "hint red to seat 1",
        "hint 5 to seat 2",
    ]
    assert game.action_count == 40
    assert game.action_types == ["play", "discard", "hint colour", "hint rank"]
    for action in range(game.action_count):
        words = game.action_text(action).split()
        kind = {"play": 0, "discard": 1}.get(words[0], 3 if words[1].isdigit() else 2)
        assert game.type_of(action) == kind


# What holds in every game -------------------------------------------------------------------------


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, int]:
    """Options that make a game, and a seed."""
    players = draw(st.integers(2, 5))
    options = {
        "players": players,
        "colours": draw(st.integers(1, 5)),
        "ranks": draw(st.integers(1, 5)),
        "hand": draw(st.integers(1, 5)),
        "clues": draw(st.integers(1, 9)),
        "lives": draw(st.integers(1, 20)),
        "open_hand": draw(st.booleans()),
        "empty_clues": draw(st.booleans()),
        "last_round": draw(st.sampled_from(["standard", "none"])),
        "bombed": draw(st.sampled_from(["lost", "kept"])),
    }
    try:
        return load(**options), draw(st.integers(0, 2**32))
    except OptionError:  # more cards in hands than there are
        options |= {"colours": 5, "ranks": 5}
        return load(**options), draw(st.integers(0, 2**32))


EVERY = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def whole_deck(game: Any) -> Counter[int]:
    ranks = game.options["ranks"]
    return Counter(
        {
            5 * colour + rank - 1: 3 if rank == 1 else 1 if rank == ranks else 2
            for colour in range(game.options["colours"])
            for rank in range(1, ranks + 1)
        }
    )


@EVERY
@given(games())
def test_cards_are_never_lost_or_made(made: tuple[Any, int]) -> None:
    game, seed = made
    for _, _, after in steps(game, seed):
        facts = after.to_dict()
        found = discarded(facts)
        found.update(card for hand in facts["hands"] for card in hand if card != NO_CARD)
        found.update(facts["deck"][: facts["deck_left"]])
        for colour, top in enumerate(facts["stacks"]):
            found.update(5 * colour + rank for rank in range(top))
        assert found == whole_deck(game)


@EVERY
@given(games())
def test_tokens_and_hints_follow_from_what_was_done(made: tuple[Any, int]) -> None:
    """Kept by hand: clues, lives, and for each slot what was told since its card was drawn."""
    game, seed = made
    options, hand = game.options, hand_size(game)
    clues, lives = options["clues"], options["lives"]
    told: dict[tuple[int, int], list[tuple[str, bool]]] = {}
    for before, action, after in steps(game, seed):
        seat, old, new = before.actor(), before.to_dict(), after.to_dict()
        verb, *words = game.action_text(action).split()
        if verb == "hint":
            clues -= 1
            target = int(words[3])
            for slot, card in enumerate(old["hands"][target][:hand]):
                names = (COLOURS[card // 5], str(card % 5 + 1)) if card != NO_CARD else ()
                told.setdefault((target, slot), []).append((words[0], words[0] in names))
        else:
            slot = int(words[1])
            card = old["hands"][seat][slot]
            told[seat, slot] = []
            fits = verb == "play" and old["stacks"][card // 5] == card % 5
            if verb == "discard":
                clues += 1
            elif fits:
                clues += clues < options["clues"] and card % 5 + 1 == options["ranks"]
            else:
                lives -= 1
        assert (new["clues"], new["lives"]) == (clues, lives)
        for who in range(game.seats):
            for slot in range(hand):
                if new["hands"][who][slot] == NO_CARD:
                    continue
                left = {
                    (colour, rank)
                    for colour in range(options["colours"])
                    for rank in range(options["ranks"])
                    if all(
                        (value in (COLOURS[colour], str(rank + 1))) == pointed
                        for value, pointed in told.get((who, slot), [])
                    )
                }
                masks = new["colours"][who][slot], new["ranks"][who][slot]
                assert left == {
                    (colour, rank)
                    for colour in range(5)
                    for rank in range(5)
                    if masks[0] >> colour & 1 and masks[1] >> rank & 1
                }


@EVERY
@given(games())
def test_a_view_is_all_that_a_seat_may_know(made: tuple[Any, int]) -> None:
    """Nothing in it changes with the own cards and the deck, and all else is there."""
    game, seed = made
    rng, hand = Stream(seed).child("hidden").rng(), hand_size(game)
    for _, _, after in steps(game, seed):
        facts = after.to_dict()
        for seat in range(game.seats):
            view = after.view(seat)
            own = [HIDDEN if card != NO_CARD else NO_CARD for card in facts["hands"][seat]]
            if game.options["open_hand"]:
                own = facts["hands"][seat]
            expected = [own if s == seat else facts["hands"][s] for s in range(5)]
            assert view.facts["hands"] == expected
            assert "deck" not in view.facts
            assert "undrawn" not in view.facts
            assert [view.facts["told_colours"][:hand], view.facts["told_ranks"][:hand]] == [
                facts["colours"][seat][:hand],
                facts["ranks"][seat][:hand],
            ]
            other = game.belief(view).sample(rng)
            assert other.view(seat) == view
            for who in set(range(game.seats)) - {seat}:
                # The others see other cards in the own hand; nothing else depends on them.
                mine, theirs = (
                    {**world.view(who).facts, "unseen": None, "hands": None}
                    for world in (after, other)
                )
                assert mine == theirs


def test_observations_hide_the_own_draw_only() -> None:
    start = small()
    r1, r3 = 0, 2
    action = start.game.parse_action("play slot 0")
    assert start.observation(action, 0).facts[:4] == (r1, 1, HIDDEN, 0b01)
    assert start.observation(action, 1).facts[:4] == (r1, 1, r3, 0b01)
    opened = small(open_hand=True)
    assert opened.observation(action, 0).facts[:4] == (r1, 1, r3, 0b01)
    hint = start.game.parse_action("hint 1 to seat 1")
    for seat in (0, 1):
        assert start.observation(hint, seat).facts[:4] == (NO_CARD, 0, NO_CARD, 0b10)


def test_open_hands_are_known_to_their_seat_and_to_nobody_else() -> None:
    state = played(small(open_hand=True), "hint red to seat 1")
    own, partner = state.view(1).facts, state.view(0).facts
    assert list(map(card_text, own["hands"][1][:2])) == ["r2", "y1"]
    assert (own["colours"][1][:2], own["ranks"][1][:2]) == ([0b01, 0b10], [0b010, 0b001])
    assert (partner["colours"][1][:2], partner["ranks"][1][:2]) == ([0b01, 0b10], [0b111, 0b111])
    assert (own["told_colours"][:2], own["told_ranks"][:2]) == ([0b01, 0b10], [0b111, 0b111])
    assert chances(state.view(1))[:2] == [{"r2": 1.0}, {"y1": 1.0}]
    world = state.game.belief(state.view(1)).sample(Stream(1).rng())
    assert world.view(1) == state.view(1)
    assert world.to_dict()["colours"] == state.to_dict()["colours"]


# Files and the terminal ---------------------------------------------------------------------------


def test_states_are_saved_and_loaded() -> None:
    game = load(players=4)
    for before, _, after in steps(game, 6):
        for state in (before, after):
            assert game.state_from_json(state.to_json()) == state
            assert game.state_from_bytes(state.to_bytes()) == state


def test_a_view_is_drawn_as_its_seat_sees_it() -> None:
    state = played(small(), "hint red to seat 1", "hint 1 to seat 0")
    assert str(state.view(0)).splitlines() == [
        "clues 6 of 8, lives 3 of 3, points 0 of 6, deck 8",
        "stacks: red 0, yellow 0",
        "discarded: nothing",
        "              slot 0   slot 1",
        "seat 0 (you)  ?1       ?23",
        "seat 1        r2       y1",
        "  was told    r?       y?",
        "seat 0: hint red to seat 1: slot 0",
        "seat 1: hint 1 to seat 0: slot 0",
        "seat 0 to act",
    ]


def test_playing_and_watching_in_the_terminal() -> None:
    arguments = ["match", "hanabi(players=3)", "--agents", "random, random, random", "--seed", "4"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "the game is over" in result.output
    against = "search(hidden=information_sets, iterations=20)"
    result = CliRunner().invoke(
        cli,
        ["play", "hanabi(colours=2, hand=2)", "--against", against],
        input="play slot 0\nplay slot 7\nmoves\nquit\n",
        catch_exceptions=False,
    )
    assert result.exit_code == 0, result.output
    assert "seat 0 (you)" in result.output
    assert "is not an action of hanabi" in result.output
