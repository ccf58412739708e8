"""The analysis engine: thoughts for positions, several at once, ended early, and sentences."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from otherminds import Thought, load, play_match
from otherminds._core import Stream
from otherminds.interop.analysis_engine import AnalysisEngine

PATIENCE = 120.0


def answers(*queries: Any, workers: int = 1) -> list[dict[str, Any]]:
    """Everything that the engine says to these lines."""
    lines: list[str] = []
    texts = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    AnalysisEngine(lines.append, workers=workers).run(texts)
    return [json.loads(line) for line in lines]


class Talk:
    """An engine that is talked to while it runs."""

    def __init__(self, workers: int) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        engine = AnalysisEngine(lambda line: self.said.put(json.loads(line)), workers=workers)
        self._thread = threading.Thread(target=engine.run, args=(self._input(),), daemon=True)
        self._thread.start()

    def _input(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def say(self, **query: Any) -> None:
        self._lines.put(json.dumps(query))

    def hear(self) -> dict[str, Any]:
        return self.said.get(timeout=PATIENCE)

    def end(self) -> None:
        self._lines.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def test_each_turn_that_is_asked_for_is_answered() -> None:
    match = play_match("othello(size=4)", ["random", "random"], seed=1)
    moves = [match.game.action_text(action) for _, action in match.moves]
    told = answers(
        {
            "id": "q",
            "game": "othello(size=4)",
            "moves": moves,
            "analyzeTurns": [0, 2, 4],
            "player": "search(iterations=40)",
        },
        workers=2,
    )
    assert sorted(reply["turnNumber"] for reply in told) == [0, 2, 4]
    for reply in told:
        thought = Thought.from_dict(reply["thought"])
        assert thought.iterations == 40
        assert thought.finished
        assert not reply["isDuringSearch"]


def test_it_knows_what_its_seat_knows() -> None:
    """Another deal that looks the same to the seat gives the same thought."""
    game = load("kuhn_poker")
    start = game.initial_state(3)
    rng = Stream(1).rng()
    belief = game.belief(start.view(0))
    worlds = {world.key(): world for world in (belief.sample(rng) for _ in range(30))}
    assert len(worlds) == 2
    thoughts = [
        reply["thought"]
        for reply in answers(
            *(
                {
                    "id": str(number),
                    "game": "kuhn_poker",
                    "initialState": world.to_dict(),
                    "player": "search(iterations=60)",
                }
                for number, world in enumerate(worlds.values())
            )
        )
    ]
    for thought in thoughts:
        thought.pop("seconds", None)
    assert thoughts[0] == thoughts[1]
    peeking = answers(
        {
            "id": "p",
            "game": "kuhn_poker",
            "player": "search(hidden=nothing(peek=true), iterations=5)",
        }
    )
    assert "looks at what is hidden" in peeking[0]["error"]


def test_a_long_query_reports_and_is_ended_while_others_are_answered() -> None:
    talk = Talk(workers=2)
    talk.say(
        id="long",
        game="othello",
        player="search(iterations=2000000000)",
        maxTime=1000,
        reportDuringSearchEvery=0.01,
    )
    assert talk.hear()["isDuringSearch"]
    talk.say(id="short", game="tic_tac_toe", maxVisits=10)
    while (reply := talk.hear())["id"] != "short":
        assert reply["id"] == "long"
    talk.say(id="end", action="terminate", terminateId="long")
    replies = [talk.hear()]
    while replies[-1]["id"] != "long" or replies[-1]["isDuringSearch"]:
        replies.append(talk.hear())
    assert replies[-1]["thought"]["iterations"] > 0
    assert any(reply["id"] == "end" for reply in replies)
    talk.end()


def test_what_has_not_begun_is_dropped() -> None:
    talk = Talk(workers=1)
    talk.say(
        id="first",
        game="othello",
        player="search(iterations=2000000000)",
        maxTime=1000,
        reportDuringSearchEvery=0.01,
    )
    talk.hear()
    talk.say(id="second", game="tic_tac_toe")
    talk.say(id="all", action="terminate_all")
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1].get("noResults") is None:
        heard.append(talk.hear())
    assert heard[-1]["id"] == "second"
    talk.end()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("{", "This line is not JSON"),
        ("[]", "A query is an object with names."),
        ({"id": "q"}, "A query needs a text game, not None."),
        ({"game": "othello"}, "A query needs a text id, not None."),
        ({"id": "q", "game": "chess"}, "chess"),
        ({"id": "q", "game": "othello", "maxvisits": 3}, "A query has no 'maxvisits'"),
        ({"id": "q", "game": "othello", "maxVisits": 0}, "maxVisits is above 0, not 0."),
        ({"id": "q", "game": "othello", "maxTime": "1"}, "maxTime is a number, not '1'."),
        ({"id": "q", "game": "othello", "moves": ["z9"]}, "'z9'"),
        ({"id": "q", "game": "othello", "moves": [0]}, "a1"),
        ({"id": "q", "game": "othello", "analyzeTurns": [1]}, "from 0 to 0"),
        ({"id": "q", "game": "othello", "seed": 1, "initialState": {}}, "not both"),
        ({"id": "q", "game": "othello", "player": "nobody"}, "nobody"),
        ({"id": "q", "game": "othello", "player": "random", "maxVisits": 5}, "does not search"),
        ({"id": "q", "action": "dance"}, "'dance' is no action"),
    ],
)
def test_what_cannot_be_answered_gets_a_sentence(query: Any, sentence: str) -> None:
    (reply,) = answers(query)
    assert sentence in reply["error"]
    assert reply["error"].endswith(".")


def test_two_queries_of_one_id_are_refused() -> None:
    talk = Talk(workers=1)
    for _ in range(2):
        talk.say(
            id="q",
            game="othello",
            player="search(iterations=2000000000)",
            maxTime=1000,
            reportDuringSearchEvery=0.01,
        )
    while "error" not in (reply := talk.hear()):
        pass
    assert "not answered yet" in reply["error"]
    talk.say(id="end", action="terminate", terminateId="q")
    talk.end()
