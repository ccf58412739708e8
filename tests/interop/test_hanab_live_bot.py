"""The bot of hanab.live against a server on loopback that speaks the site's messages."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import Agent, AgentError, FormatError, OptionError, Stream, load
from otherminds.cli import cli
from otherminds.contracts import Observation, View, make_agent
from otherminds.games import hanabi
from otherminds.interop.followed_hanabi import FollowedHanabi
from otherminds.interop.hanab_live_link import SiteAction

loopback = pytest.importorskip("tests.interop.loopback")
pytest.importorskip("websockets", reason="websockets: pip install 'otherminds[servers]'")

from otherminds.interop.hanab_live_bot import HanabLiveBot  # noqa: E402
from otherminds.interop.hanab_live_connection import log_in, play_on  # noqa: E402
from tests.interop.fake_hanab_live import FakeHanabLive  # noqa: E402

SECRETS = {"bot-one": "p&ss w=rd", "bot-two": "other"}


class Noting(Agent):
    """Plays as another agent and notes what it is shown."""

    def __init__(self, player: str, game: Any) -> None:
        self.inner = make_agent(player, game)
        self.views: list[View] = []
        self.witnessed: list[Observation] = []
        self.returns: list[float] = []

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.inner.begin(seat, view, stream)

    def observe(self, observation: Observation, view: View) -> None:
        self.witnessed.append(observation)
        self.inner.observe(observation, view)

    def act(self, view: View) -> int:
        self.views.append(view)
        return self.inner.act(view)

    def end(self, returns: Any) -> None:
        self.returns = list(returns)


def play(site: FakeHanabLive, agents: dict[str, Any], **options: Any) -> dict[str, list[str]]:
    """Every account plays one game; gives what each bot said."""
    said: dict[str, list[str]] = {name: [] for name in agents}
    failures: list[BaseException] = []

    def one(name: str, host: str) -> None:
        bot = HanabLiveBot(agents[name], tell=said[name].append, **options)
        try:
            play_on(f"http://{host}", name, SECRETS[name], bot, games=1)
        except Exception as error:
            failures.append(error)

    with loopback.serving(site.app) as host:
        threads = [threading.Thread(target=one, args=(name, host), daemon=True) for name in agents]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(loopback.PATIENCE)
        assert not any(thread.is_alive() for thread in threads)
    if failures:
        raise failures[0]
    return said


@pytest.mark.parametrize(
    ("names", "options", "game"),
    [
        (["alice", "bot-one"], {}, {}),
        (["bot-one", "alice", "carl"], {"timed": True, "timeBase": 60}, {}),
        (["alice", "bot-one", "carl", "bot-two"], {"oneLessCard": True}, {"hand": 3}),
        (
            ["alice", "bob", "bot-one", "carl", "dora"],
            {"variantName": "4 Suits", "emptyClues": True},
            {"colours": 4, "empty_clues": True},
        ),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_it_sees_what_its_seat_may_know_and_nothing_else(
    names: list[str], options: dict[str, Any], game: dict[str, Any], seed: int
) -> None:
    rules = load("hanabi", players=len(names), **game)
    bots = {name: SECRETS[name] for name in names if name in SECRETS}
    site = FakeHanabLive(names, bots, options=options, game=rules, seed=seed)
    agents = {name: Noting("piers", rules) for name in bots}
    said = play(site, agents)
    for name, agent in agents.items():
        seat = site.seats[names.index(name)]
        assert len(seat.views) > 5
        assert agent.views == seat.views
        assert [str(view) for view in agent.views] == [str(view) for view in seat.views]
        assert [hanabi.chances(view) for view in agent.views] == [
            hanabi.chances(view) for view in seat.views
        ]
        assert agent.witnessed == seat.witnessed
        assert agent.returns == site.state.returns()
        assert f"Table 7: {site.state.returns()[0]:.0f} points" in said[name][-1]
    assert all(site.told[name][0].startswith("Send me /join") for name in bots)  # to "hello"
    assert not site.joined


def test_a_planner_plays_and_leaves() -> None:
    names = ["alice", "bot-one"]
    site = FakeHanabLive(names, {"bot-one": SECRETS["bot-one"]}, seed=3)
    said = play(site, {"bot-one": "planner(iterations=50)"})
    assert said["bot-one"][:2] == ["Logged in as bot-one.", "Joined table 7."]
    commands = [command for _, command in site.heard]
    assert commands[:5] == ["chatPM", "tableJoin", "getGameInfo1", "loaded", "getGameInfo2"]
    assert set(commands[5:-1]) == {"action"}
    assert commands[-1] == "tableUnattend"


def test_a_table_is_joined_by_its_number() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": SECRETS["bot-one"]}, invitation="")
    said = play(site, {"bot-one": "piers"}, table=7, password="open sesame & go")
    assert "points with alice" in said["bot-one"][-1]


def test_warnings_of_the_site_are_told() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": "x"})
    said: list[str] = []
    bot = HanabLiveBot("piers", tell=said.append)
    data = {"recipient": "bot-one", "who": "alice", "msg": "/join"}
    assert list(bot.hear("welcome", {"username": "bot-one", "playingAtTables": []})) == []
    assert list(bot.hear("tableList", [site.table("bot-one")])) == []
    assert list(bot.hear("chat", data)) == [("tableJoin", {"tableID": 7})]
    assert list(bot.hear("warning", {"warning": "That&#39;s wrong."})) == []
    assert said[-1] == "hanab.live says: That's wrong."
    assert bot.table is None


def test_invitations_that_cannot_be_followed_are_answered_in_a_sentence() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": "x"}, options={"deckPlays": True})
    bot = HanabLiveBot("piers", tell=lambda _: None)

    def answer(who: str, order: str) -> Any:
        data = {"recipient": "bot-one", "who": who, "msg": order}
        ((command, said),) = bot.hear("chat", data)
        assert command == "chatPM"
        assert said["recipient"] == who
        return said["msg"]

    list(bot.hear("welcome", {"username": "bot-one", "playingAtTables": None}))
    list(bot.hear("tableList", [site.table("bot-one")]))
    assert "deckPlays" in answer("alice", "/join x")
    assert answer("mallory", "/join") == "You sit at no table that I can see."
    assert answer("alice", "/leave") == "We sit at no table together."
    assert "/join" in answer("alice", "hello")
    list(bot.hear("table", site.table("bot-one") | {"running": True}))
    assert answer("alice", "/join") == "That game has begun."
    list(bot.hear("joined", {"tableID": 7}))
    assert answer("alice", "/join") == "I sit at table 7 already."
    leaving = {"recipient": "bot-one", "who": "alice", "msg": "/leave"}
    assert list(bot.hear("chat", leaving)) == [("tableLeave", {"tableID": 7})]
    list(bot.hear("tableGone", {"tableID": 7}))
    assert "no table" in answer("alice", "/join")


def test_a_table_ended_by_vote_is_broken_off() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": SECRETS["bot-one"]}, breaks=6)
    said = play(site, {"bot-one": "piers"})
    assert said["bot-one"][-1] == "Table 7: 0 points with alice (broken off)."


class Leaving(Agent):
    """Breaks in the middle of a game."""

    def act(self, view: View) -> int:
        raise AgentError("No idea.")


def test_a_bot_that_crashed_goes_back_to_its_game() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": SECRETS["bot-one"]})
    with pytest.raises(AgentError, match="No idea"):
        play(site, {"bot-one": Leaving()})
    assert site.heard[-1] == ("bot-one", "tableUnattend")
    agent = Noting("piers", site.game)
    said = play(site, {"bot-one": agent})
    assert said["bot-one"][1] == "Going back to table 7."
    assert agent.witnessed == site.seats[1].witnessed
    assert agent.views == site.seats[1].views


def test_rules_that_are_not_ours_are_refused_at_the_table() -> None:
    bot = HanabLiveBot("piers", tell=lambda _: None)
    list(bot.hear("welcome", {"username": "bot-one", "playingAtTables": []}))
    list(bot.hear("tableStart", {"tableID": 7}))
    data = {
        "replay": False,
        "spectating": False,
        "playerNames": [f"player {number}" for number in range(6)],
        "ourPlayerIndex": 0,
        "options": {"variantName": "No Variant"},
    }
    sent = list(bot.hear("init", data))
    assert sent[0] == ("chat", {"msg": "Our Hanabi has 2 to 5 players, not 6.", "room": "table7"})
    assert sent[1] == ("tableUnattend", {"tableID": 7})


def _lying(kind: str, **changes: Any) -> Any:
    return lambda line: line | changes if line["type"] == kind else line


@pytest.mark.parametrize(
    ("lies", "sentence"),
    [
        (_lying("status", clues=3), "The site counts 3 clues"),
        (_lying("clue", list=[]), "means something else|Our rules do not allow"),
        (_lying("clue", list=[49]), "not in that hand"),
        (_lying("clue", target=5), "no seat 5"),
        (_lying("turn", currentPlayerIndex=1), "The site waits for seat 1"),
        (_lying("draw", suitIndex=0, rank=1), "no such card"),
        (lambda line: {"type": "draw"}, "cannot be read"),
    ],
)
def test_a_record_that_our_rules_do_not_allow_ends_the_game(lies: Any, sentence: str) -> None:
    names = ["bot-one", "alice"]
    site = FakeHanabLive(names, {"bot-one": SECRETS["bot-one"]}, lies=lies)
    with pytest.raises(FormatError, match=sentence):
        play(site, {"bot-one": "piers"})
    assert site.heard[-1] == ("bot-one", "tableUnattend")


def test_accounts_are_checked_and_passwords_do_not_travel_in_clear() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": SECRETS["bot-one"]})
    with loopback.serving(site.app) as host:
        assert log_in(f"http://{host}", "bot-one", SECRETS["bot-one"]) == (
            "hanabi.sid=session-of-bot-one"
        )
        with pytest.raises(FormatError, match="not the correct password"):
            log_in(f"http://{host}", "bot-one", "guess")
    for server in ("http://hanab.live", "http://10.0.0.1:80"):
        with pytest.raises(OptionError, match="in clear"):
            log_in(server, "bot-one", "x")
    for server in ("hanab.live", "ftp://hanab.live", "https://", "http://[::1"):
        with pytest.raises(OptionError, match="is no server"):
            log_in(server, "bot-one", "x")


def test_agents_that_peek_are_refused() -> None:
    game = load("hanabi")
    with pytest.raises(OptionError, match="may not know"):
        FollowedHanabi(game, 0, "search(hidden=nothing(peek=true), iterations=5)", Stream(1))


def test_what_was_seen_stays_and_what_is_played_has_been_seen() -> None:
    followed = FollowedHanabi(load("hanabi", colours=1, ranks=2, hand=1), 0, "random", Stream(1))
    followed.see(1, 0)
    with pytest.raises(FormatError, match="another one before"):
        followed.see(1, 1)
    with pytest.raises(FormatError, match="no such card"):
        followed.see(4, 0)
    other = FollowedHanabi(load("hanabi", colours=1, ranks=2, hand=1), 0, "random", Stream(1))
    with pytest.raises(FormatError, match="Card 1 of seat 1 has not been shown"):
        other.begin()
    other.see(1, 0)
    other.begin()
    with pytest.raises(FormatError, match="played unseen"):
        other.follow(SiteAction(0, 0, None))
    other.see(0, 0)
    with pytest.raises(FormatError, match="Our rules do not allow"):
        other.follow(SiteAction(1, 0, None))  # all clues are there
    assert other.actor == 0


def test_the_command_plays() -> None:
    site = FakeHanabLive(["alice", "bot-one"], {"bot-one": SECRETS["bot-one"]})
    account = {"HANAB_LIVE_USER": "bot-one", "HANAB_LIVE_PASSWORD": SECRETS["bot-one"]}
    with loopback.serving(site.app) as host:
        arguments = ["hanab-live", "--agent", "iggi", "--games", "1", "--server", f"http://{host}"]
        done = CliRunner().invoke(cli, arguments, env=account)
    assert done.exit_code == 0, done.output
    assert "points with alice" in done.output
    nobody = dict.fromkeys(account, "")
    refused = CliRunner().invoke(cli, ["hanab-live"], env=nobody)
    assert "HANAB_LIVE_USER" in str(refused.exception)
