"""Cluedo at the table: what a person is told, and that it is nothing they may not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import Agent, OptionError, Policy, Stream
from otherminds.cli import cli
from otherminds.cli.conversation import Conversation
from otherminds.cli.sitting import Leave, Sitting, TakeBack
from otherminds.contracts.streams import MatchStreams
from otherminds.games import cluedo, registry
from otherminds.games.seat_notes import SeatNotes
from tests.games.cluedo_positions import load, play, position

SUGGESTION = "suggest White with the rope in the ballroom"


def say(state: Any, text: str | int, seat: int) -> str:
    """What a seat is told of an action."""
    action = text if isinstance(text, int) else state.game.parse_action(text)
    return cluedo.told(state.view(seat), state.observation(action, seat))


def test_everybody_is_told_who_shows_and_only_two_are_told_what() -> None:
    state = position(load(), {"Scarlett": "ballroom"}, phase="suggesting")
    assert say(state, SUGGESTION, 0) == f"You {SUGGESTION}."
    assert say(state, SUGGESTION, 3) == f"Scarlett {SUGGESTION.replace('suggest', 'suggests')}."
    state = play(state, SUGGESTION)
    assert say(state, "no card", 0) == "Mustard has none of them."
    assert say(state, "no card", 1) == "You have none of them."
    state = play(state, "no card")
    assert say(state, "show White", 0) == "Green shows you: White."
    assert say(state, "show White", 2) == "You show Scarlett: White."
    for seat in (1, 3):
        assert say(state, "show White", seat) == "Green shows Scarlett a card."


def test_accusations_and_walks_are_told() -> None:
    wrong = "accuse Plum with the rope in the study"
    for failures, told in (
        ("announced", "Scarlett accuses Plum with the rope in the study, and is wrong."),
        ("hidden", "Scarlett accuses, and is wrong."),
    ):
        state = position(load(failures=failures), phase="beginning")
        assert say(state, wrong, 0) == f"You {wrong}, and are wrong."
        assert say(state, wrong, 1) == told
        right = wrong.replace("study", "hall")
        assert say(state, right, 1).endswith(" in the hall, and is right.")
    rolled = play(state, "roll")
    assert say(state, "roll", 1) == ""  # the number says it
    assert say(rolled, 4, 1) == "Scarlett rolled 4."
    assert say(play(rolled, 4), "go to 16,1", 1) == "Scarlett goes to 16,1."


def test_the_sheet_shows_what_is_certain_and_percents_of_the_rest() -> None:
    start = position(load(rules="ledford"), {"Scarlett": "ballroom"}, phase="suggesting")
    belief = start.game.belief(start.view(0))
    state = start
    for text in (SUGGESTION, "no card", "show White"):
        seen = state.observation(state.game.parse_action(text), 0)
        state = play(state, text)
        belief.update(seen, state.view(0))
    rows = {line[:13].strip(): line[13:].split() for line in cluedo.sheet(belief).splitlines()}
    assert rows[""][:3] != ["yes"]
    assert rows["White"] == ["-", "-", "-", "yes", "-"]
    assert rows["Scarlett"] == ["-", "yes", "-", "-", "-"]
    assert rows["spanner"] == ["open"] * 5
    assert rows["rope"][1:3] == ["%", "-"]  # the envelope's percents, then the own column
    assert rows["Mustard"].count("%") == 4
    assert cluedo.why(belief, "white") == "Green holds White: it showed it to me in turn 1."
    assert cluedo.why(belief, "spanner") == "spanner lies open."
    assert "it had no card when asked for White, the rope or the ballroom" in cluedo.why(
        belief, "rope"
    )
    assert cluedo.why(belief, "candlestick") == "Nothing is certain about candlestick."
    with pytest.raises(OptionError, match="candlestick"):
        cluedo.why(belief, "candlestik")
    with pytest.raises(OptionError, match="as in: why Scarlett"):
        cluedo.why(belief, " ")


def test_a_chance_near_certainty_is_not_rounded_to_it() -> None:
    game = load(players=6)
    openings = (game.belief(game.initial_state(seed).view(0)) for seed in range(20))
    belief = next(each for each in openings if max(cluedo.envelopes(each).values()) < 0.0049)
    assert "most probable envelope, 1 %:" in cluedo.sheet(belief)


def test_news_are_told_once() -> None:
    state = position(load(), {"Scarlett": "ballroom"}, phase="suggesting")
    notes = SeatNotes(state.game, state.view(0))
    assert notes.news() == []  # the own hand is none
    for text in (SUGGESTION, "no card", "show White"):
        seen = state.observation(state.game.parse_action(text), 0)
        state = play(state, text)
        notes.witness(seen, state.view(0))
    assert notes.news() == ["Green holds White: it showed it to me in turn 1."]
    assert notes.news() == []


def test_a_game_of_ones_own_may_have_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {"cluedo": make_with_words})
    state = load().initial_state(0)
    notes = SeatNotes(state.game, state.view(0))
    assert notes.notes() == "nothing"
    assert not notes.tells
    assert notes.why("rope") == "cluedo has nothing to say about reasons."


def make_with_words(**options: Any) -> Any:
    return cluedo.make(**options)


def notes(belief: Any) -> str:
    """Of the game that this module makes."""
    del belief
    return "nothing"


# A whole sitting ----------------------------------------------------------------------------------


def run(*arguments: str, typed: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), input=typed, env={"COLUMNS": "80"})
    assert result.exit_code in (0, 1), result.output  # 1 when the input ends
    assert not isinstance(result.exception, Exception), result.output
    return result.output


def test_a_person_plays_cluedo() -> None:
    typed = (
        "moves\nroll\nmoves\nnonsense\ngo 16,1\nwait\nsheet\nwhy rope\nwhy x\nundo\nundo\nquit\n"
    )
    printed = run("play", "cluedo", "--seed", "3", typed=typed)
    assert "accuse Scarlett with the dagger in the study and 323 more like it\nroll" in printed
    assert "You go to 16,1." in printed
    assert "'nonsense' is not an action" in printed
    assert "Nothing is certain about rope." in printed
    assert "'x' is not a known card" in printed
    assert printed.count("most probable envelope") > 3
    assert "something that you do not see" not in printed
    text = "suggest fits nothing"
    assert "is not an action" in run("play", "cluedo", typed=f"{text}\nquit\n")
    assert "fits 324 moves" in run("play", "cluedo", typed="accuse\nquit\n")
    towards = run("play", 'cluedo(rules="ledford")', typed="lounge\nwhy\ngo lounge\nquit\n")
    assert "'lounge' fits 37 moves" in towards
    assert "in the lounge' and 'go towards the lounge'" in " ".join(towards.split())
    assert "as in: why Scarlett" in " ".join(towards.split())
    assert "You go towards the lounge." in towards


def chosen(sitting: Sitting, draws: Any) -> int:
    """A choice of a person who accuses nobody."""
    game = sitting.game
    by_type: dict[int, list[int]] = {}
    for action in sitting.view.legal_actions():
        by_type.setdefault(game.type_of(action), []).append(action)
    by_type.pop(game.action_types.index("accuse"), None)
    move: int = draws.choice(by_type[draws.choice(sorted(by_type))])
    return move


def test_a_person_without_a_choice_is_not_asked_and_takes_back_choices_only() -> None:
    sitting = Sitting(load(turns=60), 1, [Policy("heuristic"), None, *[Policy("naive")] * 2], 3)
    draws, said, asked = Stream(3).rng(), list[str](), list[int]()

    def choose() -> int:
        assert sitting.view.actor() == 1
        assert len(sitting.view.legal_actions()) > 1
        asked.append(len(sitting.moves))
        if len(asked) <= 20:
            return chosen(sitting, draws)
        if sitting.can_take_back():
            raise TakeBack
        raise Leave

    assert sitting.play(choose, said.append) is None
    assert "You have none of them. (Your only move.)" in said
    assert asked[21:] == asked[19::-1]  # one choice after another, back to the first
    assert all(actor != 1 for actor, _ in sitting.moves)


def test_taking_back_and_choosing_the_same_again_is_the_same_game() -> None:
    """Chance goes on as in a match with that seed, whatever was taken back."""
    game, players = load(turns=40), [None, *[Policy("random")] * 3]
    plain = Sitting(game, 0, players, 5)
    draws, choices = Stream(5).rng(), list[int]()

    def first() -> int:
        if len(choices) == 6:
            raise Leave
        choices.append(chosen(plain, draws))
        return choices[-1]

    plain.play(first)
    other, place, turned = Sitting(game, 0, players, 5), 0, False

    def second() -> int:
        nonlocal place, turned
        if place == 3 and not turned:
            turned, place = True, 2
            raise TakeBack
        if place == len(choices):
            raise Leave
        place += 1
        return choices[place - 1]

    other.play(second)
    rolls = [[move for actor, move in sitting.moves if actor < 0] for sitting in (plain, other)]
    assert rolls[0][:3] == rolls[1][:3]
    assert [m for a, m in other.moves if a == 0][:3] == [m for a, m in plain.moves if a == 0][:3]


@dataclass(frozen=True)
class Scripted:
    """Plays what is written down; where that is impossible, the first card it has to show."""

    moves: tuple[int, ...]

    def agent(self, game: Any) -> Agent:
        del game
        moves = iter(self.moves)

        class Reader(Agent):
            def act(self, view: Any) -> int:
                move, legal = next(moves), view.legal_actions()
                return move if move in legal else int(legal[0])

        return Reader()


def transcript(game: Any, seed: int, person: int, deal: Any, moves: list[Any], typed: str) -> str:
    players = [
        None if seat == person else Scripted(tuple(move for actor, move in moves if actor == seat))
        for seat in range(game.seats)
    ]
    runner = CliRunner()
    with runner.isolation(input=typed, env={"COLUMNS": "200"}) as streams:
        Conversation(Sitting(game, person, players, seed, start=deal)).play()
        output: bytes = streams[0].getvalue()
    return output.decode()


@pytest.mark.parametrize("rules", ["official", "ledford"])
@pytest.mark.parametrize("person", [0, 2])
def test_nothing_is_printed_that_the_person_may_not_know(rules: str, person: int) -> None:
    game = load(rules=rules)
    seed = 7 + person
    players = [None if seat == person else Policy("heuristic") for seat in range(4)]
    sitting = Sitting(game, person, players, seed)
    first, choices = game.initial_state(MatchStreams(seed, 0, 0).deal), Stream(seed).rng()
    typed = []

    def choose() -> int:
        if len(sitting.moves) >= 120:
            raise Leave
        move = chosen(sitting, choices)
        typed.extend([game.action_text(move), "sheet", "why rope", "moves"])
        return move

    assert sitting.play(choose) is None
    belief = cluedo_belief(sitting, first)
    worlds = set()
    text = "\n".join([*typed, "quit", ""])
    shown = transcript(game, seed, person, first, sitting.moves, text)
    assert shown.count("your move") > 20
    for _ in range(3):
        other = belief.sample(choices).to_dict()
        deal = game.state_from_dict(
            first.to_dict() | {"hands": other["hands"], "envelope": other["envelope"]}
        )
        assert deal.view(person) == first.view(person)
        worlds.add(deal.to_json())
        assert transcript(game, seed, person, deal, sitting.moves, text) == shown
    assert len(worlds | {first.to_json()}) > 1


def cluedo_belief(sitting: Sitting, first: Any) -> Any:
    """What the person knows of all that happened."""
    belief, state = sitting.game.belief(first.view(sitting.person)), first.copy()
    for _, move in sitting.moves:
        seen = state.observation(move, sitting.person)
        state.apply_action(move)
        belief.update(seen, state.view(sitting.person))
    return belief
