"""A real server on the loopback interface: tokens, tabs, kills, slow and hostile readers."""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from otherminds import Thought
from otherminds.arena.store import Store
from otherminds.web.app import POLICY
from otherminds.web.messages import LONGEST, read_reply
from tests.web.serving import PATIENCE, Browser, Served, seats, served

PROTOCOL = """
title = "A small study"
summary = "Two small games."
game = "othello"
options = { size = 4 }
consent = "You agree."

[[steps]]
kind = "questions"
questions = [{ id = "skill", text = "How good are you?", kind = "scale", least = 1, most = 5 }]

[[steps]]
kind = "games"
companies = [{ agents = ["max_disk"], games = 1 }, { agents = ["mobility"], games = 1 }]
order = "turned"
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("server")
    (folder / "small.toml").write_text(PROTOCOL)
    study = str(folder / "small.toml")
    with served(folder / "tables.db", "--study", study, "--seconds", "5") as found:
        yield found


def create(browser: Browser, game: str, *kinds: str, **parts: Any) -> dict[str, Any]:
    made = browser.ask("create_table", game=game, seats=seats(*kinds), **parts)
    assert made["type"] == "table_created", made
    return made


def play_on(browser: Browser, state: dict[str, Any], moves: int = 10_000) -> dict[str, Any]:
    """Make so many moves, or all until the game is over; the state then."""
    while moves and not (state := browser.my_turn(state))["over"]:
        position = state["position"]
        number = browser.send("act", turn=position["turn"], action=position["actions"][0]["id"])
        answer = browser.until(lambda message, n=number: message["request"] == n)  # type: ignore[misc]
        assert answer == {"type": "accepted", "request": number, "turn": position["turn"] + 1}
        told = browser.told[::-1]
        state = next(message for message in told if message["type"] == "state")
        while state["position"]["turn"] <= position["turn"]:
            state = browser.kind("state")
        moves -= 1
    return browser.my_turn(state)


def test_a_page_may_load_nothing_from_elsewhere(server: Served) -> None:
    with urllib.request.urlopen(f"http://{server.host}/") as page:
        assert page.headers["content-security-policy"] == POLICY
        text = page.read().decode()
    assert "<script>" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert "unsafe" not in POLICY
    with urllib.request.urlopen(f"http://{server.host}/static/app.js") as script:
        assert "javascript" in script.headers["content-type"]
        assert script.headers["x-content-type-options"] == "nosniff"


def test_the_server_answers_to_its_own_names_only(server: Served) -> None:
    asked = urllib.request.Request(f"http://{server.host}/", headers={"Host": "example.com"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked)
    assert refused.value.code == 421
    assert b"is not called 'example.com'" in refused.value.read()
    refused.value.close()


def test_pages_from_elsewhere_get_no_websocket(server: Served) -> None:
    for origin in ("http://example.com", "null", f"http://{server.host}.example.com"):
        with pytest.raises(InvalidStatus):
            server.browser(Origin=origin)
    with server.browser(Origin=f"http://{server.host}") as browser:
        assert browser.ask("ping")["type"] == "pong"


def test_the_lobby_has_every_game_with_its_options(server: Served) -> None:
    with server.browser() as browser:
        lobby = browser.ask("open_lobby")
        read_reply(browser.raw[-1])
        games = {game["name"]: game for game in lobby["games"]}
        assert {"catan", "cluedo", "hanabi", "tiny_coop", "othello"} <= set(games)
        size = next(o for o in games["othello"]["options"] if o["name"] == "size")
        assert size["choices"] == ["4", "6", "8"]
        cluedo = {option["name"]: option for option in games["cluedo"]["options"]}
        assert cluedo["cards"]["free"], "one's own cards can be typed"
        assert not cluedo["rules"]["free"]
        assert {study["name"] for study in lobby["studies"]} == {
            "ledford-people",
            "small",
            "stevinson-people",
        }
        details = browser.ask("look_up_game", game="catan", options={"players": 3})
        assert details["seats"] == 3
        assert details["agents"][0]["name"] == "best"
        said = browser.ask("look_up_game", game="catan", options={"players": 9})["sentence"]
        assert said == "The option players of Catan must be a whole number from 2 to 4, not 9."


@pytest.mark.parametrize("name", ["othello", "hanabi", "cluedo", "tiny_coop", "catan"])
def test_games_are_played(server: Served, name: str) -> None:
    options = {"othello": {"size": 4}, "catan": {"points": 3, "players": 2}}.get(name, {})
    with server.browser() as browser:
        count = browser.ask("look_up_game", game=name, options=options)["seats"]
        made = create(
            browser, name, "me", *["random"] * (count - 1), options=options, minds="open", seed=2
        )
        state = browser.join(made["mine"])
        browser.ask("set_minds", on=True)
        state = play_on(browser, state, 10)
        for text in browser.raw:
            read_reply(text)
        moves: list[dict[str, Any]] = []
        for message in browser.told:
            if message["type"] == "state":
                assert message["since"] <= len(moves)
                moves = [*moves[: message["since"]], *message["moves"]]
        assert [move["turn"] for move in moves] == list(range(state["position"]["turn"]))
        assert any(message["type"] == "own_mind" for message in browser.told)


def test_nothing_is_done_without_the_right_token(server: Served) -> None:
    with server.browser() as browser, server.browser() as other:
        assert "no table" in browser.ask("join", token="x" * 24)["sentence"]
        assert browser.ask("act", turn=0, action=1)["sentence"] == "Join a table before act."
        made = create(browser, "othello", "me", "person")
        tokens = {made["mine"], made["watch"], made["others"][0]["token"]}
        assert len(tokens) == 3
        assert min(map(len, tokens)) >= 24
        other.join(made["others"][0]["token"])
        assert other.ask("act", turn=0, action=19)["sentence"] == "It is not your turn."
        state = browser.join(made["watch"])
        assert state["position"]["svg"] is None
        for asked in ({"type": "act", "turn": 0, "action": 19}, {"type": "resign"}):
            assert browser.ask(**asked)["sentence"].startswith("You look on")
        assert browser.ask("set_pace", seconds=1.0)["type"] == "refused"


def test_two_tabs_on_one_seat_see_the_same(server: Served) -> None:
    with server.browser() as one, server.browser() as two:
        made = create(one, "othello", "me", "person")
        first = one.join(made["mine"])
        two.join(made["mine"])
        action = first["position"]["actions"][0]["id"]
        assert one.ask("act", turn=0, action=action)["type"] == "accepted"
        seen = two.sees(lambda m: m["type"] == "state" and m["position"]["turn"] == 1)
        assert seen["moves"][-1]["action"] == action
        late = two.ask("act", turn=0, action=action)
        assert late["sentence"].startswith("The game has moved on")
        two.close()
        one.ask("ping")
        with server.browser() as three:
            assert three.join(made["mine"])["position"]["turn"] == 1


def test_a_killed_server_comes_back_with_every_table(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with served(store) as server:
        browser = server.browser()
        made = create(browser, "othello", "me", "search(iterations=3000000)", minds="open", seed=1)
        people = create(browser, "leduc", "me", "person", seed=4)
        browser.join(people["mine"])
        state = browser.join(made["mine"])
        browser.ask("set_minds", on=True)
        action = state["position"]["actions"][0]["id"]
        assert browser.ask("act", turn=0, action=action)["type"] == "accepted"
        browser.sees(lambda message: message["type"] == "thought")  # it thinks
        server.kill()
        browser.close()
    with served(store) as server, server.browser() as browser:
        state = browser.join(made["mine"])
        assert state["moves"][0]["action"] == action
        assert state["position"]["actor"] == 1
        assert browser.join(people["mine"])["position"]["turn"] == 0
        assert browser.ask("resign")["type"] == "accepted"
        browser.sees(lambda message: message["type"] == "state" and message["over"])
    with Store(store, reading=True) as results:
        assert [stored.matches for stored in results.tournaments()] == [1]


def test_thoughts_come_while_an_agent_thinks(server: Served) -> None:
    with server.browser() as browser:
        made = create(browser, "othello", "me", "search(seconds=2.0)", minds="open")
        state = browser.join(made["mine"])
        browser.ask("set_minds", on=True)
        action = state["position"]["actions"][0]["id"]
        assert browser.ask("act", turn=0, action=action)["type"] == "accepted"
        told: list[Thought] = []
        while not told or not told[-1].finished:
            told.append(Thought.from_dict(browser.kind("thought")["thought"]))
        assert len(told) >= 3
        assert [thought.iterations for thought in told] == sorted(t.iterations for t in told)


def test_minds_are_shown_as_the_table_allows(server: Served) -> None:
    with server.browser() as browser:
        closed = create(browser, "hanabi", "me", "piers", minds="none")
        browser.join(closed["mine"])
        for asked in ("ask_advice", "ask_history"):
            assert browser.ask(asked)["type"] == "refused"
        assert browser.ask("set_minds", on=True)["type"] == "accepted"
        browser.ask("ping")
        assert not any(m["type"] in ("thought", "own_mind") for m in browser.told)
        own = create(browser, "hanabi", "me", "search(iterations=100)", minds="own", seed=1)
        state = browser.join(own["mine"])
        browser.ask("set_minds", on=True)
        assert browser.sees(lambda message: message["type"] == "own_mind")["facts"]
        advice = browser.ask("ask_advice")
        assert advice["type"] == "advice"
        assert advice["sentence"].startswith("Try ")
        assert not play_on(browser, state, 1)["over"]
        assert not any(message["type"] == "thought" for message in browser.told)


def test_a_finished_game_is_taken_apart(server: Served) -> None:
    with server.browser() as browser:
        made = create(
            browser, "othello", "me", "mcts(200)", options={"size": 4}, seed=7, minds="open"
        )
        assert browser.ask("ask_review")["sentence"].startswith("Join a table")
        state = browser.join(made["mine"])
        assert browser.ask("analyse", turn=0)["sentence"].endswith("when the game is over.")
        state = play_on(browser, state)
        assert state["seed"] == 7
        assert state["ending"]
        request = browser.send("ask_review")
        review = browser.until(lambda m: m["request"] == request and m["finished"])
        assert review["done"] == review["of"] == len(review["judged"]) > 0
        request = browser.send("analyse", turn=1, player="search(iterations=100)")
        update = browser.until(
            lambda m: m["type"] == "analysis" and m["thought"].get("finished", True)
        )
        assert update["request"] == request
        assert update["thought"]["iterations"] == 100
        whole = browser.ask("look_at", turn=1, viewpoint=1)["position"]
        other = whole["actions"][-1]["id"]
        then = browser.ask("look_at", turn=1, viewpoint=1, moves=[other])
        assert then["position"]["turn"] == 2
        assert then["moves"][0]["action"] == other
        assert browser.ask("look_at", turn=1, moves=[99])["type"] == "refused"
        branch = browser.ask("play_from", turn=1, moves=[other])
        state = browser.join(branch["mine"])
        assert [move["action"] for move in state["moves"]][1] == other
        assert browser.ask("rematch")["sentence"].startswith("A rematch begins")


def test_an_analysis_can_be_stopped(server: Served) -> None:
    with server.browser() as browser:
        made = create(browser, "othello", "me", "random", options={"size": 4})
        play_on(browser, browser.join(made["mine"]))
        request = browser.send("analyse", turn=0, player="search(iterations=1000000000)")
        browser.kind("analysis")
        browser.send("stop", of=request)
        browser.until(lambda m: m["type"] == "analysis" and m["thought"].get("finished", True))


def test_a_study_is_gone_through(server: Served) -> None:
    with server.browser() as browser:
        study = browser.ask("open_study", study="small")
        token, code = study["token"], study["code"]
        assert study["page"] == {"kind": "consent", "text": "You agree."}
        assert browser.ask("study_next", token=token)["sentence"] == "Say whether you consent."
        study = browser.ask("study_next", token=token, consented=True)
        assert study["page"]["kind"] == "questions"
        refused = browser.ask("study_next", token=token)
        assert refused["sentence"] == "Please answer: How good are you?"
        assert browser.ask("study_next", token=token, answers={"skill": 9})["type"] == "refused"
        study = browser.ask("study_next", token=token, answers={"skill": 3})
        played = []
        for number in (1, 2):
            assert study["page"]["number"] == number
            assert not study["page"]["finished"]
            assert browser.ask("study_next", token=token)["type"] == "refused"
            state = browser.join(study["page"]["token"])
            joined = next(m for m in browser.told[::-1] if m["type"] == "joined")
            assert joined["you"] == number - 1
            assert joined["study"]
            other = joined["seats"][1 - joined["you"]]
            assert other["player"] == "", "who takes part is not told which program it is"
            played.append(other["name"])
            play_on(browser, state)
            assert browser.ask("ask_review")["type"] == "refused"
            assert browser.ask("open_study", study="small", token=token)["page"]["finished"]
            study = browser.ask("study_next", token=token)
        assert study["page"]["kind"] == "thanks"
        assert study["code"] == code
        assert played == ["program A", "program B"]
    with Store(server.store, reading=True) as results:
        rivals = {name for stored in results.tournaments() for name in stored.read().players}
    assert {"person", "max_disk", "mobility"} <= rivals


def test_a_slow_reader_slows_nobody_else(server: Served) -> None:
    with server.browser() as browser:
        made = create(browser, "catan", "me", "person", options={"players": 2}, seed=3)
        lazy = server.browser()
        lazy.send("join", token=made["mine"])  # and never reads
        other = server.browser()
        states = {0: browser.join(made["mine"]), 1: other.join(made["others"][0]["token"])}
        players = {0: browser, 1: other}
        for turn in range(12):
            state = states[states[0]["position"]["actor"]]
            mover = players[state["position"]["viewpoint"]]
            action = state["position"]["actions"][0]["id"]
            reply = mover.ask("act", turn=state["position"]["turn"], action=action)
            assert reply["type"] == "accepted", turn
            reached = reply["turn"]
            for seat, player in players.items():
                known = [m for m in player.told if m["type"] == "state"][-1]
                while known["position"]["turn"] < reached:
                    known = player.kind("state")
                while known["position"]["actor"] == seat and not known["position"]["actions"]:
                    known = player.kind("state")
                while known["position"]["actor"] == -1:
                    known = player.kind("state")
                states[seat] = known
            if len({state["position"]["turn"] for state in states.values()}) > 1:
                break  # a forced move came between; what matters has been seen
        lazy.close()
        other.close()


def test_who_sends_too_much_is_told_so_and_then_disconnected(server: Served) -> None:
    browser = server.browser()
    answers: list[dict[str, Any]] = []
    try:
        for _ in range(2_000):
            browser.send("ping")
    except ConnectionClosed:
        pass
    with pytest.raises(ConnectionClosed):
        answers += [browser.next() for _ in range(2_000)]
    browser.close()
    kinds = {message["type"] for message in answers}
    assert kinds <= {"pong", "refused", "closing"}
    with server.browser() as again:
        assert again.ask("ping")["type"] == "pong"


def test_a_message_that_is_too_long_ends_the_connection(server: Served) -> None:
    browser = server.browser()
    browser.socket.send("x" * (LONGEST + 1))
    with pytest.raises(ConnectionClosed):
        browser.next()
    browser.close()
    with server.browser() as again:
        assert again.ask("ping")["type"] == "pong"


def test_nonsense_gets_a_sentence(server: Served) -> None:
    fuzz(server, 300, seed=1)


def fuzz(server: Served, messages: int, seed: int) -> None:
    """Send so many mutilated messages; the server answers each or closes, and stays up."""
    rng = random.Random(seed)
    with server.browser() as browser:
        made = create(browser, "leduc", "me", "person")
    seen = 0
    while seen < messages:
        with server.browser() as browser:
            if rng.random() < 0.7:
                browser.join(made["mine"])
            for _ in range(min(60, messages - seen)):
                seen += 1
                try:
                    browser.socket.send(nonsense(rng))
                except ConnectionClosed:
                    break
            browser.send("ping")
            try:
                browser.until(lambda message: message["type"] in ("pong", "closing"))
            except ConnectionClosed:
                continue
    assert server.process.poll() is None
    with server.browser() as browser:
        assert browser.ask("ping")["type"] == "pong"


def nonsense(rng: random.Random) -> str | bytes:
    """Something like a message."""
    kinds = ("act", "join", "look_at", "take_back", "rename", "download", "ask_why", "stop")
    values: list[Any] = [0, -1, 2**60, 1.5, "", "x" * 90, None, True, [], {}, [1], "\ud800", 1e308]
    message: dict[str, Any] = {"type": rng.choice(kinds)}
    for name in ("turn", "action", "token", "viewpoint", "moves", "name", "format", "of", "text"):
        if rng.random() < 0.4:
            message[name] = rng.choice(values)
    text = json.dumps(message)
    if rng.random() < 0.3:
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice('{}[],:"\\x0') + text[place + rng.randrange(3) :]
    return text.encode() if rng.random() < 0.1 else text


def test_garbage_instead_of_http_is_closed(server: Served) -> None:
    host, port = server.host.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as raw:
        raw.sendall(b"\x00\xff" * 100 + b"\r\n\r\n")
        time.sleep(0.1)
    with server.browser() as browser:
        assert browser.ask("ping")["type"] == "pong"
