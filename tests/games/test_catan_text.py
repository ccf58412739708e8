"""Catan for people: texts, drawings, positions as one line, what a person is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import NOBODY, FormatError, OptionError, Policy, Stream
from otherminds.cli import cli
from otherminds.cli.move_words import list_moves, meant
from otherminds.cli.sitting import Sitting
from otherminds.contracts import CHANCE
from otherminds.games import catan

BOARD = "o10 s2 f9 w12 c6 s4 c10 w9 f11 d f3 o8 f8 o3 w4 s5 c5 w6 s11 / 3 w o 3 s 3 3 c f"

# Seat 0 has a road of five round hex 5 and the award, a settlement, a city and cards of all kinds.
SEATS = (
    "0 s14 c24 r14-19 r19-24 r18-24 r13-18 r9-13 hand 2c3os4wf held kvy played 3k",
    "1 s35 s45 r35-40 r40-45 hand 2sw",
    "2 s12 s28 r12-17 r22-28 hand o",
)
AWARDS = "longest 0; army 0"
POSITION = f"{BOARD}; {'; '.join(SEATS)}; {AWARDS}; turn 30 of 0; roll 8; playing"

VARIANTS: dict[str, dict[str, Any]] = {
    "official": {"turns": 40, "offers": 3},
    "two": {"players": 2, "points": 4, "trades": "3:3", "counters": 3, "offers": 2, "turns": 30},
    "OBS": {**catan.PROFILES["OBS"], "turns": 20, "offers": 4},
    "PO": {**catan.PROFILES["PO"], "turns": 20},
    "drawn": {**catan.PROFILES["OBS"], "exchange": "drawn", "drawn_discards": 2, "turns": 40},
    "small bank": {"bank": 5, "turns": 60, "trades": "none"},
}


def load(**options: Any) -> Any:
    return otherminds.load("catan", **options)


def walk(game: Any, seed: int) -> Iterator[Any]:
    """The states of a game of players who choose a kind of action, then one of that kind."""
    rng = Stream(seed).rng()
    state = game.initial_state(seed)
    while True:
        yield state.copy()
        if state.actor() == NOBODY:
            return
        if state.actor() == CHANCE:
            state.apply_action(state.sample_outcome(rng))
            continue
        types = state.legal_types()
        actions = state.actions_of_type(types[rng.below(len(types))])
        state.apply_action(actions[rng.below(len(actions))])


def play(state: Any, text: str) -> Any:
    """The state after an action or an outcome."""
    after = state.copy()
    game = state.game
    chance = state.actor() == CHANCE
    after.apply_action((game.parse_outcome if chance else game.parse_action)(text))
    return after


def say(state: Any, text: str, seat: int) -> str:
    """What a seat is told of an action or an outcome."""
    parse = state.game.parse_outcome if state.actor() == CHANCE else state.game.parse_action
    return catan.told(state.view(seat), state.observation(parse(text), seat))


# ---- one line ----


@pytest.mark.parametrize("name", VARIANTS)
def test_every_state_reads_back_from_its_line(name: str) -> None:
    game = load(**VARIANTS[name])
    phases = set()
    for seed in range(4):
        for state in walk(game, seed):
            line = catan.notation(state)
            assert "\n" not in line
            assert catan.position(line, game) == state
            phases.add(state.to_dict()["table"]["phase"])
    assert len(phases) >= 8


def test_a_line_says_what_it_should() -> None:
    state = catan.position(POSITION)
    assert state.game.seats == 3
    assert state.actor() == 0
    facts = state.to_dict()
    table = facts["table"]
    # Settlement 1, city 2, two awards of 2; two settlements; two settlements.
    assert table["points"] == [7, 2, 2, 0]
    assert table["road_lengths"][:3] == [5, 2, 1]
    assert table["deck_size"] == 25 - 3 - 3
    assert facts["bank"] == {"clay": 17, "ore": 15, "sheep": 16, "wheat": 14, "wood": 18}
    assert catan.layout(state) == catan.layout(state.view(1)) == BOARD
    given, beginners = (load(board=board).initial_state(5) for board in (BOARD, "beginner"))
    assert given.to_dict() == beginners.to_dict()
    assert catan.notation(state) == POSITION.replace("; 0 s14", "; robber 9; 0 s14").replace(
        "r14-19 r19-24 r18-24 r13-18 r9-13", "r9-13 r13-18 r14-19 r18-24 r19-24"
    )


def test_what_a_person_leaves_out_is_as_at_the_start() -> None:
    assert (
        catan.position(BOARD, load(players=3, board="beginner"))
        == load(players=3, board="beginner").initial_state()
    )
    assert catan.position(f"{BOARD};\n1;  0 ;").game.seats == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no '/'"),
        (BOARD.replace("s2", "s7"), "numbers are not"),
        (BOARD.replace("d", "x"), "'x'"),
        (f"{BOARD}; robber 19", "from 0 to 18"),
        (f"{BOARD}; robber", "one number"),
        (f"{BOARD}; robber 3; robber 4", "twice"),
        (f"{BOARD}; 0 s54", "from 0 to 53"),
        (f"{BOARD}; 0 r3-5", "neighbouring"),
        (f"{BOARD}; 0 r3", "neighbouring"),
        (f"{BOARD}; 0 s", "vertex"),
        (f"{BOARD}; 0 q3", "pieces as in"),
        (f"{BOARD}; 4 s3", "a seat is a number from 0 to"),
        (f"{BOARD}; 0 hand 20o; 1; turn 1 of 0; beginning", "only 19 cards of ore"),
        (f"{BOARD}; 0 hand 99999999999o", "number from 0 to"),
        (f"{BOARD}; 0 hand 2x", "letters of coswf"),
        (f"{BOARD}; 0 hand 3", "letters of coswf"),
        (f"{BOARD}; 0 hand", "nothing follows"),
        (f"{BOARD}; 0 held 3m", "only 2 cards of monopoly"),
        (f"{BOARD}; 0 held m; 1 held 2m", "only 2 cards of monopoly"),
        (f"{BOARD}; playing; rolling", "two phases"),
        (f"{BOARD}; playing with", "by"),
        (f"{BOARD}; turn 3", "turn 12 of 0"),
        (f"{BOARD}; offer c>c from 0", "cannot be offered"),
        (f"{BOARD}; offer c from 0", "offer 2c>o"),
        (f"{BOARD}; dragon 3", "dragon"),
        (f"{BOARD}; new", "followed by letters"),
        (f"{BOARD}; card 2", "nothing follows 'card'"),
        (f"{BOARD}; playin", "Did you mean 'playing'?"),
        (POSITION.replace("longest 0; ", ""), "longest road"),
        (POSITION.replace("army 0", "army 1"), "largest army"),
        (POSITION.replace("roll 8; ", ""), "nobody has rolled"),
        (POSITION.replace("c24", "c24 s18"), "side by side"),
        (POSITION.replace("playing", "discarding"), "no seven"),
        (f"{BOARD}; 0 {' '.join(f'r{a}-{b}' for a, b in catan.EDGES)}", "15 roads"),
    ],
)
def test_what_is_no_position_gets_a_sentence(line: str, why: str) -> None:
    with pytest.raises(FormatError, match=re.escape(why)) as raised:
        catan.position(line)
    assert str(raised.value)[-1] in ".?"


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_damaged_lines_are_refused_or_read(data: Any) -> None:
    """Words lost, doubled, or taken from elsewhere; whatever is read can be written and played."""
    words = POSITION.replace(";", " ;").split()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.sampled_from([*words, "by", "-1", "2co", "over", ""]))
        change = data.draw(st.sampled_from(["lose", "double", "replace"]))
        words[place : place + 1] = {
            "lose": [],
            "double": [words[place], words[place]],
            "replace": [other],
        }[change]
    try:
        state = catan.position(" ".join(words))
    except FormatError:
        return
    assert catan.position(catan.notation(state), state.game) == state
    state.legal_actions()
    str(state)


def test_only_catan_has_lines() -> None:
    othello = otherminds.load("othello")
    for wrong in (othello.initial_state(), None, "text"):
        with pytest.raises(OptionError, match="state of Catan"):
            catan.notation(wrong)
    for game in (othello, "catan"):
        with pytest.raises(OptionError, match="game of Catan"):
            catan.position(POSITION, game)
    with pytest.raises(OptionError, match="belief of Catan"):
        catan.counts(othello.belief(othello.initial_state().view(0)))


# ---- texts ----


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("roll", "roll"),
        ("build road 3-7", "build road"),
        ("build settlement at 17", "build settlement"),
        ("build city at 53", "build city"),
        ("trade ore with the bank for clay", "bank trade"),
        ("offer clay + wood to seat 2 for ore", "trade"),
        ("offer 2 clay to seat 0 for ore + wheat", "trade"),
        ("move robber to hex 4 and steal from seat 1", "move robber"),
        ("move robber to hex 4", "move robber"),
        ("play knight to hex 18 and steal from seat 3", "play knight"),
        ("play monopoly on ore", "play monopoly"),
        ("play year of plenty for 2 clay", "year of plenty"),
        ("play year of plenty for clay + wood", "year of plenty"),
    ],
)
def test_actions_read_as_people_say_them(text: str, kind: str) -> None:
    game = load()
    assert game.action_types[game.type_of(game.parse_action(text))] == kind
    assert game.action_text(game.parse_action(text.upper())) == text


@pytest.mark.parametrize("options", [{"trades": "3:3"}, *catan.PROFILES.values()])
def test_no_two_actions_or_outcomes_share_a_text(options: dict[str, Any]) -> None:
    game = load(**options)
    texts = [game.action_text(action) for action in range(game.action_count)]
    assert len(set(texts)) == game.action_count
    texts = [game.outcome_text(outcome) for outcome in range(game.outcome_count)]
    assert len(set(texts)) == game.outcome_count


def numbers_of(drawing: str) -> list[int]:
    """The vertices of a board: numbers that are no tokens, which stand below their terrain."""
    rows = drawing.split("\n")[:28]
    vertex_rows = [row for at, row in enumerate(rows) if at % 5 in (0, 2)]
    found = re.findall(r"(?<![#\d])[rbgyRBGY]?(\d+)", "\n".join(vertex_rows))
    return [int(number) for number in found]


def test_the_board_has_every_vertex_in_reading_order() -> None:
    state = catan.position(POSITION)
    for drawn in (str(state), str(state.view(2))):
        assert numbers_of(drawn) == list(range(54))
        assert sorted(map(int, re.findall(r"#(\d+)", drawn))) == list(range(19))
        board = "\n".join(drawn.split("\n")[:28])
        assert {"r14", "R24", "b35", "b45", "g12", "g28"} <= set(board.split())
        assert board.count("ROBBER") == 1
        assert max(map(len, drawn.split("\n"))) <= 100


def test_roads_are_drawn_between_their_ends() -> None:
    empty = str(load(board="beginner").initial_state()).split("\n")[:28]
    for edge, (a, b) in enumerate(catan.EDGES):
        state = catan.position(
            f"{BOARD}; 0 s{a} r{a}-{b}; 1; turn 0 of 1; settling", load(players=2)
        )
        drawn = str(state).split("\n")[:28]
        (ax, ay), (bx, by) = (
            (13 + 5 * column, line // 2 * 5 + line % 2 * 2)
            for column, line in (catan.VERTICES[a], catan.VERTICES[b])
        )
        changed = [
            (x, y)
            for y, (row, before) in enumerate(zip(drawn, empty, strict=True))
            for x, (new, old) in enumerate(zip(row.ljust(80), before.ljust(80), strict=True))
            if new == "r" and old != "r" and y not in (ay, by)
        ]
        assert len(changed) == (2 if ax == bx else 3), edge
        assert all(min(ax, bx) <= x <= max(ax, bx) and ay < y < by for x, y in changed)


def test_texts_of_views_hide_what_is_hidden() -> None:
    state = catan.position(POSITION)
    # Seat 0 holds other cards of the same number, seat 1 as well.
    other = catan.position(
        POSITION.replace("2c3os4wf held kvy", "3c3o2s3w held vmr").replace("2sw", "3f")
    )
    assert str(state) != str(other)
    assert str(state.view(2)) == str(other.view(2))
    assert np.array_equal(state.view(2).tensor(), other.view(2).tensor())
    assert catan.drawing(state.view(2)) == catan.drawing(other.view(2))
    assert catan.drawing(state) != catan.drawing(other)
    assert "you are seat 0 and hold 2 clay, 3 ore, sheep, 4 wheat, wood" in str(state.view(0))
    assert "points: 8" in str(state.view(0))


def test_texts_say_what_happens() -> None:
    offered = play(catan.position(POSITION), "offer 2 clay to seat 1 for sheep")
    assert "seat 0 offers seat 1 2 clay for sheep" in str(offered)
    stolen = play(catan.position(POSITION), "play knight to hex 14 and steal from seat 1")
    assert "seat 0 rolled 8 and steals from seat 1" in str(stolen)
    seven = POSITION.replace("roll 8; playing", "roll 7; discarding")
    seven = seven.replace("played 3k", "played 3k owes 5")
    assert "seat 0 loses 5 cards" in str(catan.position(seven))
    won = play(catan.position(POSITION.replace("held kvy", "held 2vy")), "build city at 14")
    assert won.is_terminal()
    assert "seat 0 has won in turn 31" in str(won)


# ---- numbers and pictures ----


def test_tensors_count_from_the_seat_that_looks() -> None:
    state = catan.position(POSITION)
    game = state.game
    views = [state.view(seat).tensor() for seat in range(3)]
    assert {view.shape for view in views} == {tuple(game.tensor_shape)}
    hexes, vertices = 19 * 18, 54 * 15
    planes = [view[hexes : hexes + vertices].reshape(54, 15) for view in views]
    for seat, plane in enumerate(planes):
        for offset in range(3):
            places = {
                0: {14: 0, 24: 1},
                1: {35: 0, 45: 0},
                2: {12: 0, 28: 0},
            }[(seat + offset) % 3]
            for kind in (0, 1):
                built = {int(at) for at in np.flatnonzero(plane[:, 4 * kind + offset])}
                assert built == {at for at, city in places.items() if city == kind}
    # Nobody sees the hands of others: the numbers of the second seat's hand are all 0.
    seats = hexes + vertices + 72 * 4
    own = views[0][seats : seats + 4 * 37].reshape(4, 37)
    assert own[0, 11:16] == pytest.approx(np.array([2, 3, 1, 4, 1]) / 19)
    assert not own[1:, 11:16].any()
    assert not own[3].any()


def test_pictures_have_every_piece() -> None:
    state = catan.position(POSITION)
    for drawn in (catan.drawing(state), catan.drawing(state.view(1), numbers=True)):
        root = ElementTree.fromstring(drawn.svg)
        named = [element.text or "" for element in root.iter() if element.tag.endswith("title")]
        assert sum(name.startswith("port, ") for name in named) == 9
        assert sum(name.startswith("the robber") for name in named) == 1
        # On the board, and a settlement at each of the three panels.
        assert sum(name.startswith("settlement of") for name in named) == 5 + 3
        assert sum(name.startswith("city of") for name in named) == 1
        lines = [element.get("stroke-width") for element in root.iter() if "line" in element.tag]
        assert lines.count("8") == 9  # roads, each in the colour of its seat above a dark one
        assert lines.count("11") == 9
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {str(vertex) for vertex in range(54)} <= set(texts)
    assert "turn 31, seat 0 red rolled 8" in texts


# ---- at the table ----


def test_everybody_is_told_what_it_may_know() -> None:
    state = catan.position(POSITION)
    robbed = play(state, "play knight to hex 14 and steal from seat 1")
    assert say(state, "play knight to hex 14 and steal from seat 1", 1) == (
        "Seat 0 plays knight to hex 14 and steals from you."
    )
    assert say(robbed, "stole sheep", 0) == "You stole sheep from seat 1."
    assert say(robbed, "stole sheep", 1) == "Seat 0 stole sheep from you."
    assert say(robbed, "stole sheep", 2) == "Seat 0 stole a card from seat 1."
    assert say(state, "offer clay to seat 2 for ore", 2) == "Seat 0 offers clay to you for ore."
    offered = play(state, "offer clay to seat 2 for ore")
    assert say(offered, "accept", 2) == "You accept."
    assert say(offered, "reject", 0) == "Seat 2 rejects."
    assert say(state, "buy card", 0) == "You buy card."
    bought = play(state, "buy card")
    assert say(bought, "drew monopoly", 0) == "You drew monopoly."
    assert say(bought, "drew monopoly", 1) == ""
    assert say(state, "end turn", 1) == ""
    monopoly = catan.position(POSITION.replace("held kvy", "held m"))
    assert say(monopoly, "play monopoly on sheep", 1) == (
        "Seat 0 plays monopoly on sheep: 2 from you."
    )


def test_rolls_are_told_with_what_they_yield() -> None:
    before = catan.position(POSITION.replace("roll 8; playing", "rolling"))
    # Hex 12 has the 8 of wood with seat 2 at its vertex 28, and hex 11 that of ore with nobody.
    assert say(before, "rolled 8", 2) == "Seat 0 rolled 8: you get wood."
    assert say(before, "rolled 8", 1) == "Seat 0 rolled 8: seat 2 gets wood."
    assert say(before, "rolled 7", 0) == "You rolled 7."
    # Hex 10 has the 3 of wood with the city of seat 0, hex 13 that of ore with seat 1.
    assert say(before, "rolled 3", 0) == ("You rolled 3: you get 2 wood, seat 1 gets ore.")
    seven = play(before, "rolled 7")
    assert say(seven, "discard ore", 0) == "You discard ore."
    assert say(seven, "discard ore", 1) == "Seat 0 discards a card."


def test_what_nobody_can_witness_is_refused() -> None:
    view = catan.position(POSITION).view(0)
    with pytest.raises(OptionError, match="witnesses"):
        catan.told(view, otherminds.Observation(7, 0))


def sitting(line: str, person: int = 0) -> Sitting:
    """A person at a position."""
    state = catan.position(line)
    made = Sitting(state.game, person, [Policy("random")] * 3, 0)
    made.view = state.view(person)
    return made


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("offer wood 2 ore", "offer wood to seat 2 for ore"),
        ("offer 2 clay 1 sheep", "offer 2 clay to seat 1 for sheep"),
        ("off clay wood 1 sheep", "offer clay + wood to seat 1 for sheep"),
        ("settlement 13", "build settlement at 13"),
        ("road 5-9", "build road 5-9"),
        ("city", "build city at 14"),
        ("knight 3", "play knight to hex 3 and steal from seat 2"),
        ("end", "end turn"),
        ("plenty 2 ore", "play year of plenty for 2 ore"),
    ],
)
def test_few_words_are_enough(typed: str, move: str) -> None:
    table = sitting(POSITION)
    assert table.game.action_text(meant(table.view, typed)) == move


def test_what_could_mean_several_moves_is_asked_again() -> None:
    table = sitting(POSITION)
    for typed in ("offer", "offer ore", "build", "play"):
        with pytest.raises(OptionError, match="fits"):
            meant(table.view, typed)
    with pytest.raises(otherminds.OthermindsError):
        meant(table.view, "sing")
    lines = list_moves(table.view, "").split("\n")
    assert len(lines) == len(catan.position(POSITION).legal_types())
    assert any(re.fullmatch("offer .* and [0-9]+ more like it", line) for line in lines)
    assert "offer clay + wood to seat 2 for ore, " in list_moves(table.view, "offer wood 2 ore")
    assert list_moves(table.view, "sing") == "No move has the words 'sing'."


def test_a_person_plays() -> None:
    typed = "settlement 17\nmoves\nroad 17-23\nmoves settlement\nsheet\nquit\n"
    result = CliRunner().invoke(
        cli, ["play", 'catan(board="beginner")', "--against", "typed", "--seed", "1"], input=typed
    )
    assert result.exit_code == 0, result.output
    assert "You build settlement at 17." in result.output
    assert "build road 17-22, build road 17-23" in result.output
    assert re.search(r"Seat 3 builds road \d+-\d+\.", result.output)
    assert "clay    ore  sheep  wheat   wood" in result.output
