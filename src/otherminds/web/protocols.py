"""The protocol of a study with people: a TOML file that says who plays what, and what is asked.

Two come with the package, in the folder ``studies``. Everything a file may have is a field here.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from otherminds._core import Stream
from otherminds.agents import parse_player
from otherminds.contracts import FormatError, OptionError, OthermindsError
from otherminds.games import load
from otherminds.web.shown import Clock, Minds, Plain, Question

__all__ = ["FOLDER", "Games", "Protocol", "Questions", "read_protocol", "shipped_protocols"]

FOLDER = Path(__file__).with_name("studies")


class Questions(Plain):
    """A page of questions."""

    kind: Literal["questions"]
    title: str = ""
    text: str = ""
    questions: list[Question]


class Company(Plain):
    """Who plays with the participant, and how often."""

    agents: list[str]
    """One for all other seats, or one for each."""
    games: Annotated[int, Field(ge=1, le=1000)]


class Games(Plain):
    """Games to play, one after the other."""

    kind: Literal["games"]
    title: str = ""
    text: str = ""
    companies: Annotated[list[Company], Field(min_length=1)]
    order: Literal["fixed", "shuffled", "turned"] = "fixed"
    """Of the companies: as they stand, in an order drawn for each participant, or turned by one for
    each participant, so that each comes first equally often."""
    seat: Annotated[int, Field(ge=0, le=5)] | Literal["turns"] = "turns"
    """Where the participant sits; ``turns``: in the next seat for each game."""


class Protocol(Plain):
    """A study as its file describes it.

    Attributes:
        title: what participants see.
        summary: a sentence for the lobby.
        source: the work that it repeats.
        game: the name of the game.
        options: of the game.
        seed: deals follow from it, from the participant's number and from the game's.
        same_deals: whether every participant gets the same deals.
        consent: what participants agree to, before anything else.
        thanks: the last page.
        declined: the last page for who does not consent.
        clock: time for a game.
        minds: what participants may look into.
        take_back: whether they may take moves back.
        steps: pages of questions and games, in order.
    """

    title: str
    summary: str
    source: str = ""
    game: str
    options: dict[str, Any] = Field(default={})
    seed: int = 0
    same_deals: bool = False
    consent: str
    thanks: str = "Thank you. You may close this page."
    declined: str = "Nothing was recorded. You may close this page."
    clock: Clock | None = None
    minds: Minds = "none"
    take_back: bool = False
    steps: Annotated[
        list[Annotated[Questions | Games, Field(discriminator="kind")]], Field(min_length=1)
    ]

    def companies(self, step: Games, participant: int) -> list[Company]:
        """The order in which a participant meets the companies of a step."""
        companies = list(step.companies)
        if step.order == "turned":
            turn = participant % len(companies)
            return companies[turn:] + companies[:turn]
        if step.order == "shuffled":
            rng = Stream(self.seed).child("order").child(participant).rng()
            return sorted(companies, key=lambda _: rng.unit())
        return companies

    def games_of(self, step: Games, participant: int) -> list[Company]:
        """Whom a participant plays with, game after game."""
        return [each for each in self.companies(step, participant) for _ in range(each.games)]


def read_protocol(path: Path) -> Protocol:
    """The protocol of a file, with its game and agents checked.

    Raises:
        FormatError: it is none; the sentence says what is wrong with it.
    """
    try:
        protocol = Protocol.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        game = load(protocol.game, **protocol.options)
        for step in protocol.steps:
            for company in step.companies if isinstance(step, Games) else ():
                if len(company.agents) not in (1, game.seats - 1):
                    raise OptionError(
                        f"{protocol.game} has {game.seats - 1} other seats: name one agent for all "
                        f"of them or {game.seats - 1}, not {len(company.agents)}."
                    )
                for agent in company.agents:
                    parse_player(agent, game)
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error}.") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ", ".join(map(str, first["loc"]))
        raise FormatError(f"{path} is not the protocol of a study: {place}: {first['msg']}.") from (
            error
        )
    except (ValueError, TypeError, OthermindsError) as error:
        raise FormatError(f"{path} is not the protocol of a study: {error}") from error
    return protocol


def shipped_protocols() -> dict[str, Protocol]:
    """The protocols that come with the package, by name."""
    return {path.stem: read_protocol(path) for path in sorted(FOLDER.glob("*.toml"))}
