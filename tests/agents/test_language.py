"""Language models at the table: prompts of views alone, replies in words, one more chance."""

from __future__ import annotations

import json
import shlex
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from otherminds import FormatError, OptionError, Stream, load, play_match
from otherminds.agents import LanguageModel, parse_player
from otherminds.agents.prompts import parse, prompt, witnessed
from otherminds.arena.plan import plan_tournament
from otherminds.contracts import CHANCE
from otherminds.contracts.importing import ImportRefusedError, only_imports
from tests.arena.runs import play
from tests.conftest import VARIANTS, make

pytestmark = pytest.mark.slow

PYTHON = shlex.quote(sys.executable)
PATIENCE = 120.0


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_prompts_whose_moves_are_read_back(variant: str) -> None:
    game = make(variant)
    rng = Stream(2).rng()
    state = game.initial_state(2)
    asked = 0
    for _ in range(60):
        if state.is_terminal():
            break
        if state.actor() == CHANCE:
            state.apply_action(state.sample_outcome(rng))
            continue
        view = state.view(state.actor())
        text = prompt(view)
        asked += 1
        for action in view.legal_actions():
            named = game.action_text(action)
            assert f"\n{named}\n" in text
            for reply in (f"MOVE: {named}", f"I think...\n**Move: {named}**", named, f"`{named}`"):
                assert parse(reply, view) == action
        state.apply_action(rng.choice(view.legal_actions()))
    assert asked


@pytest.mark.parametrize("name", ["hanabi", "leduc", "kuhn_poker", "bazaar", "cluedo", "catan"])
def test_a_prompt_is_the_same_in_every_world_that_looks_the_same(name: str) -> None:
    game = load(name)
    state = game.initial_state(3)
    rng = Stream(3).rng()
    belief = None
    seen: list[str] = []
    for _ in range(20):
        if belief is None:
            belief = game.belief(state.view(0))
        if state.is_terminal():
            break
        if state.actor() == 0:
            worlds = {prompt(belief.sample(rng).view(0), seen) for _ in range(5)}
            assert worlds == {prompt(state.view(0), seen)}
        if state.actor() == CHANCE:
            action = state.sample_outcome(rng)
        else:
            action = rng.choice(state.legal_actions())
        observation = state.observation(action, 0)
        state.apply_action(action)
        belief.update(observation, state.view(0))
        seen.append(witnessed(observation, state.view(0)))


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("", "is empty"),
        ("MOVE: z9", "names no move"),
        ("MOVE: a1", "'a1' is not legal here"),
        ("I would rather not say.", "names no move"),
        ("MOVE:", "names no move"),
    ],
)
def test_replies_that_name_no_legal_move_are_sentences(reply: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        parse(reply, load("othello").initial_state().view(0))


def test_the_last_move_line_counts() -> None:
    view = load("othello").initial_state().view(0)
    assert parse("MOVE: a1\nNo, better:\nmove: c4\nThat is my move.", view) == 26


def model(tmp_path: Path, body: str) -> LanguageModel:
    """A command that reads the prompt as ``text`` and prints a reply."""
    (tmp_path / "model.py").write_text(f"import sys\ntext = sys.stdin.read()\n{body}\n")
    return LanguageModel(f"{PYTHON} {tmp_path / 'model.py'}", seconds=PATIENCE)


LAST = "print('Let me see.\\nMOVE: ' + text.rsplit('MOVE: ', 1)[1])"


def test_a_command_plays(tmp_path: Path) -> None:
    match = play_match("othello(size=4)", [model(tmp_path, LAST), "random"], seed=1)
    assert match.returns
    assert match.players[0].startswith("language_model('")


def test_a_second_reply_is_asked_for_and_told_what_was_wrong(tmp_path: Path) -> None:
    body = (
        "if 'Reply once more' in text:\n"
        "    assert 'names no move' in text\n"
        "    print('MOVE: ' + text.split('one per line:\\n')[1].split('\\n')[0])\n"
        "else:\n"
        "    print('MOVE: nowhere')"
    )
    assert play_match("othello(size=4)", [model(tmp_path, body), "random"], seed=1).returns


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("print('I resign.')", "Its second reply ended: 'I resign.'"),
        ("print('out of memory', file=sys.stderr); sys.exit(2)", "exit code 2: out of memory"),
    ],
)
def test_what_is_no_reply_forfeits_and_is_recorded(tmp_path: Path, body: str, says: str) -> None:
    rows, status = play(plan_tournament("othello", [model(tmp_path, body), "random"]), 2)
    assert status.forfeits == 2
    assert all(says in str(row.reason) for row in rows)


def test_silence_forfeits(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("import time\ntime.sleep(60)\n")
    player = LanguageModel(f"{PYTHON} {tmp_path / 'model.py'}", seconds=0.3)
    rows, _ = play(plan_tournament("othello", [player, "random"]), 2)
    assert all("0.3 seconds" in str(row.reason) for row in rows)


class _Endpoint(BaseHTTPRequestHandler):
    """Answers as a chat endpoint does: with the first legal move, or as the path says."""

    asked: list[Any] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body)
        content = body["messages"][0]["content"].rsplit("MOVE: ", 1)[1]
        answer = {"choices": [{"message": {"content": f"MOVE: {content}"}}]}
        data = json.dumps(answer if self.path == "/chat" else {}).encode()
        self.send_response(500 if self.path == "/broken" else 200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *values: Any) -> None:
        del format, values


@pytest.fixture
def endpoint() -> Iterator[str]:
    _Endpoint.asked.clear()
    with HTTPServer(("127.0.0.1", 0), _Endpoint) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_an_endpoint_plays(endpoint: str) -> None:
    player = LanguageModel(f"{endpoint}/chat", model="small", seconds=PATIENCE)
    assert play_match("othello(size=4)", [player, "random"], seed=1).returns
    assert {asked["model"] for asked in _Endpoint.asked} == {"small"}


@pytest.mark.parametrize(
    ("path", "says"), [("/broken", "status 500"), ("/other", "no chat completion")]
)
def test_endpoints_that_fail_forfeit(endpoint: str, path: str, says: str) -> None:
    player = LanguageModel(f"{endpoint}{path}", seconds=PATIENCE)
    rows, _ = play(plan_tournament("othello", [player, "random"]), 2)
    assert all(says in str(row.reason) for row in rows)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("language_model('http://192.0.2.1/chat')", "not on this machine"),
        ("language_model('http://example.org/chat')", "not on this machine"),
        ("language_model('https://127.0.0.1/chat')", "not on this machine"),
        ("language_model('./ask', model='x')", "belongs to an endpoint"),
        ("language_model('')", "neither a command nor a URL"),
        ("language_model('./ask', seconds=0)", "above 0"),
        ("language_model(3)", "are texts"),
        ("search(others=types(language_model('./ask')), iterations=2)", "cannot be a model"),
        ("otherminds.agents.language.LanguageModel(source='./ask')", "written as language_model"),
    ],
)
def test_texts_that_do_not_fit(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        parse_player(text, load("othello"))


def test_a_file_asks_no_model() -> None:
    for source in ("./ask", "http://127.0.0.1:8080/chat"):
        with only_imports(), pytest.raises(ImportRefusedError):
            parse_player(f"language_model('{source}')")
