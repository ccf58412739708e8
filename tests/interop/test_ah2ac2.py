"""The client of AH2AC2 against a server on loopback that speaks the challenge's messages."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import Agent, FormatError, OptionError, Stream
from otherminds.cli import cli
from otherminds.contracts import Observation, View, make_agent
from otherminds.games import hanabi
from otherminds.interop.ah2ac2 import ChallengeSeat

loopback = pytest.importorskip("tests.interop.loopback")
pytest.importorskip("websockets", reason="websockets: pip install 'otherminds[servers]'")

from otherminds.interop.ah2ac2_client import Challenge, ChallengeGame  # noqa: E402
from tests.interop.fake_ah2ac2 import KEY, TEST_KEY, FakeChallenge, Game  # noqa: E402


class Noting(Agent):
    """Plays as another agent and notes what it is shown, under the number of its seat."""

    views: dict[int, list[View]]
    witnessed: dict[int, list[Observation]]

    def __init__(self, player: str, game: Any) -> None:
        self.inner = make_agent(player, game)

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.seated = seat
        self.views[seat], self.witnessed[seat] = [], []
        self.inner.begin(seat, view, stream)

    def observe(self, observation: Observation, view: View) -> None:
        self.witnessed[self.seated].append(observation)
        self.inner.observe(observation, view)

    def act(self, view: View) -> int:
        self.views[self.seated].append(view)
        return self.inner.act(view)


class NotingPlayer:
    """Makes agents that note."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.notes: dict[str, dict[int, list[Any]]] = {"views": {}, "witnessed": {}}

    def agent(self, game: Any) -> Agent:
        agent = Noting(self.player, game)
        agent.views, agent.witnessed = self.notes["views"], self.notes["witnessed"]
        return agent


@pytest.mark.parametrize(
    ("players", "seats"), [(2, [0]), (2, [1]), (3, [1, 2]), (3, [0]), (4, [3]), (5, [1, 4])]
)
def test_it_sees_what_its_seats_may_know_and_nothing_else(players: int, seats: list[int]) -> None:
    site = FakeChallenge(partner="cautious")
    player = NotingPlayer("cautious")
    with loopback.serving(site.app) as host:
        played = Challenge(TEST_KEY, player, server=f"http://{host}").practise(players, seats)
    (game,) = site.games
    assert played == ChallengeGame(1, players, tuple(seats), site.scores[0])
    for seat in seats:
        views = player.notes["views"][seat]
        assert len(views) > 5
        assert views == game.views[seat]
        assert [hanabi.chances(view) for view in views] == [
            hanabi.chances(view) for view in game.views[seat]
        ]
        assert player.notes["witnessed"][seat] == game.witnessed[seat][:-1]  # the end is not told


def test_the_evaluation_is_played_to_its_end_by_the_command() -> None:
    site = FakeChallenge([(2, [0]), (3, [0, 2])])
    with loopback.serving(site.app) as host:
        arguments = ["ah2ac2", "--agent", "piers", "--evaluation", "--server", f"http://{host}"]
        done = CliRunner().invoke(cli, arguments, env={"AH2AC2_KEY": KEY})
    assert done.exit_code == 0, done.output
    assert len(site.scores) == 2
    assert "3 players, seats 0, 2." in done.output
    assert "All games of the evaluation have been played." in done.output
    assert f"2 games, {sum(site.scores) / 2:.2f} points on average." in done.output


def test_the_command_practises() -> None:
    site = FakeChallenge()
    with loopback.serving(site.app) as host:
        common = ["ah2ac2", "--agent", "iggi", "--server", f"http://{host}", "--players", "3"]
        more = ["--seats", "1,2", "--games", "2"]
        done = CliRunner().invoke(cli, [*common, *more], env={"AH2AC2_KEY": TEST_KEY})
    assert done.exit_code == 0, done.output
    assert done.output.count("3 players, seats 1, 2.") == 2


def test_keys_and_seats_are_checked() -> None:
    site = FakeChallenge([(2, [0])])
    with loopback.serving(site.app) as host:
        wrong = Challenge("guess", "piers", server=f"http://{host}")
        with pytest.raises(FormatError, match="refuses the key"):
            wrong.over()
        with pytest.raises(FormatError, match="Invalid submission key"):
            wrong.play_next()
    with pytest.raises(OptionError, match="in clear"):
        Challenge(KEY, "piers", server="http://example.org")
    for text in ("0,1", "2", "a", "0,0", ""):
        arguments = ["ah2ac2", "--seats", text, "--players", "2"]
        refused = CliRunner().invoke(cli, arguments, env={"AH2AC2_KEY": KEY})
        assert isinstance(refused.exception, OptionError), text
    refused = CliRunner().invoke(cli, ["ah2ac2"], env={"AH2AC2_KEY": ""})
    assert "AH2AC2_KEY" in str(refused.exception)


def _off(place: int, value: float) -> Any:
    return lambda row: [*row[:place], value, *row[place + 1 :]]


TABLE = 5 * 25 + 2 + 40  # where stacks, clues and lives begin with two players


@pytest.mark.parametrize(
    ("lies", "sentence"),
    [
        (lambda row: row[:-1], "has 658 numbers, not"),
        (lambda row: [0.0] * 25 + row[25:], "is in a hand and not shown"),
        (_off(TABLE + 25, 0.0), "counts clues, lives and points as"),
        (lambda row: row[:253] + [0.0] * 2 + row[255:], "does not say who has moved"),
    ],
)
def test_observations_that_our_rules_do_not_allow_end_the_game(lies: Any, sentence: str) -> None:
    site = FakeChallenge(lies=lies)
    with loopback.serving(site.app) as host:
        challenge = Challenge(TEST_KEY, "piers", server=f"http://{host}")
        with pytest.raises(FormatError, match=sentence):
            challenge.practise(2, [0])


def test_a_move_that_the_challenge_forbids_is_not_sent() -> None:
    game = Game(2, seed=1)
    seat = ChallengeSeat(2, 0, "piers", Stream(1))
    seat.begin(game.observation(0))
    with pytest.raises(FormatError, match="does not allow move"):
        seat.answer([0] * (game.nothing + 1))
    with pytest.raises(FormatError, match="no seat 2"):
        ChallengeSeat(2, 2, "piers", Stream(1))
