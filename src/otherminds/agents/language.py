"""Language models as players: a command on this machine, or an endpoint on its loopback.

The model gets a prompt made of views alone and answers in words; `otherminds.agents.prompts` has
both. A reply that names no legal move is asked for once more; then the match is forfeited, and the
reply stands in the reason.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import shlex
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from otherminds._core import Observation, Stream
from otherminds.agents.process import answered, files_of
from otherminds.agents.prompts import parse, prompt, witnessed
from otherminds.contracts import Agent, AgentError, FormatError, Game, OptionError, Recipe, View
from otherminds.contracts.importing import check_command

__all__ = ["LanguageModel"]

MOST_BYTES = 10_000_000
"""Of a reply."""


@dataclass(frozen=True, repr=False)
class LanguageModel(Recipe):
    """A language model that is asked for each move.

    Attributes:
        source: a command, which reads a prompt from its input and writes the reply to its output;
            or the URL of a chat endpoint on this machine, as llama.cpp and others serve it.
        model: what the endpoint calls the model, for those that have several.
        seconds: how long a reply may take.

    Raises:
        OptionError: the source is neither, or the endpoint is on another machine.
        ImportRefusedError: a file names it, and nobody has allowed that.

    Examples:
        >>> LanguageModel("http://127.0.0.1:8080/v1/chat/completions")
        language_model('http://127.0.0.1:8080/v1/chat/completions')
    """

    source: str
    _: KW_ONLY
    model: str = ""
    seconds: float = 120.0

    def __post_init__(self) -> None:
        """Refuse what could not be asked."""
        if {type(self.source), type(self.model)} != {str}:
            raise OptionError("The source and the model of language_model are texts.")
        check_command(self.source)
        if self.source.startswith(("http://", "https://")):
            _check_endpoint(self.source)
        elif self.model:
            raise OptionError("model of language_model belongs to an endpoint, not to a command.")
        else:
            self._command()
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
            raise OptionError(f"seconds of language_model is a number, not {self.seconds!r:.60}.")
        if not 0 < self.seconds <= 1e6:
            raise OptionError(
                f"seconds of language_model is above 0 and up to 1e6, not {self.seconds}."
            )

    def _command(self) -> list[str]:
        try:
            parts = shlex.split(self.source)
        except ValueError as error:
            raise OptionError(f"{self.source!r:.80} cannot be split: {error}.") from error
        if not parts or "\0" in self.source:
            raise OptionError(f"{self.source!r:.80} is neither a command nor a URL.")
        return parts

    def files(self) -> list[Path]:
        """The files that decide how it plays, as far as they are known: those of a command."""
        return [] if self.source.startswith("http") else files_of(self._command())

    def agent(self, game: Game) -> Agent:
        """A new agent."""
        del game
        check_command(self.source)
        return _LanguageAgent(self)

    def reply(self, messages: list[dict[str, str]]) -> str:
        """What the model says to a conversation; AgentError if it cannot be asked."""
        if self.source.startswith(("http://", "https://")):
            return _posted(self.source, self.model, messages, self.seconds)
        said = "\n\n".join(message["content"] for message in messages)
        return answered(self._command(), said, self.seconds, MOST_BYTES)

    def _policy(self) -> dict[str, Any]:
        raise OptionError(
            f"{self!r} cannot be a model inside a search: it is asked for moves only."
        )


class _LanguageAgent(Agent):
    """A language model at the table."""

    def __init__(self, recipe: LanguageModel) -> None:
        self._recipe = recipe
        self._seen: list[str] = []

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """Nothing has happened yet."""
        super().begin(seat, view, stream)
        self._seen = []

    def observe(self, observation: Observation, view: View) -> None:
        """Remember what happened, in words."""
        self._seen.append(witnessed(observation, view))

    def act(self, view: View) -> int:
        """Ask; once more if the reply names no legal move."""
        asked = [{"role": "user", "content": prompt(view, self._seen)}]
        first = self._recipe.reply(asked)
        try:
            return parse(first, view)
        except FormatError as error:
            again = f"{error} Reply once more, with one of your legal moves: MOVE: ..."
        asked += [{"role": "assistant", "content": first}, {"role": "user", "content": again}]
        second = self._recipe.reply(asked)
        try:
            return parse(second, view)
        except FormatError as error:
            raise AgentError(
                f"{error} Its second reply ended: {second.strip()[-200:]!r}"
            ) from error


def _check_endpoint(url: str) -> None:
    """Refuse endpoints on other machines: what players see stays here."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local or parts.scheme != "http":
        raise OptionError(
            f"{url!r:.100} is not on this machine; accepted: http://127.0.0.1:PORT/PATH, which may "
            "be a tunnel that you have made."
        )


def _posted(url: str, model: str, messages: list[dict[str, str]], seconds: float) -> str:
    """The reply of an endpoint; neither proxies nor redirects are followed."""
    parts = urlsplit(url)
    body = json.dumps({"messages": messages, **({"model": model} if model else {})})
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 80, timeout=seconds)
    try:
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        data = response.read(MOST_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise AgentError(f"The endpoint {url} did not reply: {error}.") from error
    finally:
        connection.close()
    if response.status != 200:
        raise AgentError(f"The endpoint {url} answered with status {response.status}.")
    try:
        return str(json.loads(data)["choices"][0]["message"]["content"])
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise AgentError(
            f"The endpoint {url} answered something that is no chat completion."
        ) from error
