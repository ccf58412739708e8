"""What a browser may send. Everything is checked here, once, before anything acts on it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from otherminds.web.shown import (
    Answer,
    Clock,
    Minds,
    OptionValue,
    Plain,
    SeatChoice,
    Short,
    Text,
)

__all__ = [
    "Act",
    "Analyse",
    "AskAdvice",
    "AskHistory",
    "AskReview",
    "AskWhy",
    "CreateTable",
    "Download",
    "Join",
    "ListMatches",
    "ListStored",
    "LookAt",
    "LookUpGame",
    "OpenLobby",
    "OpenMatch",
    "OpenStudy",
    "Ping",
    "PlayFrom",
    "Rematch",
    "Rename",
    "Request",
    "Resign",
    "SetMinds",
    "SetPace",
    "Step",
    "Stop",
    "StudyNext",
    "TakeBack",
]

Turn = Annotated[int, Field(ge=0, le=1_000_000)]
Id = Annotated[int, Field(ge=0, lt=2**53)]
Line = Annotated[list[Id], Field(max_length=500)]


class _Request(Plain):
    request: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """A number that comes back with the reply."""


# The lobby ----------------------------------------------------------------------------------------


class OpenLobby(_Request):
    """Asks for what there is; the answer is `lobby`."""

    type: Literal["open_lobby"]


class LookUpGame(_Request):
    """Asks for the seats and agents of a game with these options; the answer is `game`."""

    type: Literal["look_up_game"]
    game: Short
    options: dict[Short, OptionValue] = Field(default={}, max_length=100)


class CreateTable(_Request):
    """Opens a table; the answer is `table_created`. Without people agents are watched."""

    type: Literal["create_table"]
    game: Short
    options: dict[Short, OptionValue] = Field(default={}, max_length=100)
    seats: list[SeatChoice] = Field(max_length=6)
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    """Decides deal, chance and agents; None for a new deal."""
    clock: Clock | None = None
    minds: Minds = "own"
    take_back: bool = True


class ListStored(_Request):
    """Asks for the stored tournaments that can be opened; the answer is `stored`."""

    type: Literal["list_stored"]


class ListMatches(_Request):
    """Asks for matches of a stored tournament; the answer is `stored_matches`."""

    type: Literal["list_matches"]
    file: Annotated[int, Field(ge=0, le=1000)]
    key: Short
    first: Annotated[int, Field(ge=0)] = 0


class OpenMatch(_Request):
    """Opens a stored match like a finished table; the answer is `table_created`."""

    type: Literal["open_match"]
    file: Annotated[int, Field(ge=0, le=1000)]
    key: Short
    number: Annotated[int, Field(ge=0)]


# A table ------------------------------------------------------------------------------------------


class Join(_Request):
    """Sits down, comes back, or looks on, as the token says; `joined` and `state` answer."""

    type: Literal["join"]
    token: Short


class Act(_Request):
    """Makes a move; the answer is `accepted` or `refused`."""

    type: Literal["act"]
    turn: Turn
    """How many moves the sender has seen: a move that was meant for another position is refused."""
    action: Id


class TakeBack(_Request):
    """Takes back one's last choice, where the state says ``can_take_back``."""

    type: Literal["take_back"]
    turn: Turn


class Resign(_Request):
    """Gives the game up."""

    type: Literal["resign"]


class Rematch(_Request):
    """Another game with the same players, once this one is over."""

    type: Literal["rematch"]
    swap: bool = False
    """Everybody moves to the next seat."""


class Rename(_Request):
    """Changes the name that others see."""

    type: Literal["rename"]
    name: Short


class SetMinds(_Request):
    """Whether this page wants to be sent thoughts, as far as the table allows them."""

    type: Literal["set_minds"]
    on: bool


class SetPace(_Request):
    """How fast agents are watched: seconds per move, 0 for no pause, None to go on by `step`."""

    type: Literal["set_pace"]
    seconds: Annotated[float, Field(ge=0, le=3_600)] | None


class Step(_Request):
    """Lets the watched agents make one move."""

    type: Literal["step"]


class AskAdvice(_Request):
    """Asks what the best agent would do in one's place; the answer is `advice`."""

    type: Literal["ask_advice"]


class AskWhy(_Request):
    """Asks for the reasons behind what is certain, of a card for example; the answer is `why`."""

    type: Literal["ask_why"]
    text: Short


class AskHistory(_Request):
    """Asks what was expected and believed at each turn; the answer is `history`."""

    type: Literal["ask_history"]


class LookAt(_Request):
    """Asks for a position: one's own view of any turn, any view once the game is over.

    ``moves`` asks what if: they follow the turn instead of what was played, outcomes of chance
    included. Only once the game is over. The answer is `position`.
    """

    type: Literal["look_at"]
    turn: Turn
    viewpoint: Annotated[int, Field(ge=0, le=5)] | None = None
    """A seat; None for the whole truth."""
    moves: Line = Field(default=[])


class AskReview(_Request):
    """Asks for all decisions to be judged; `review` comes several times, with more each time."""

    type: Literal["ask_review"]


class Analyse(_Request):
    """Asks an agent for its thoughts about a position of a finished game, after what-if moves.

    It plans from what the seat that acts could know there. `analysis` comes several times.
    """

    type: Literal["analyse"]
    turn: Turn
    moves: Line = Field(default=[])
    player: Text = ""
    """Who thinks; by default the best agent that searches."""


class Stop(_Request):
    """Ends an analysis or a review before it is done."""

    type: Literal["stop"]
    of: Annotated[int, Field(ge=0)]
    """The ``request`` of the message that started it."""


class PlayFrom(_Request):
    """Opens a new table that goes on from a turn of a finished game; answer `table_created`."""

    type: Literal["play_from"]
    turn: Turn
    moves: Line = Field(default=[])


class Download(_Request):
    """Asks for a file; the answer is `file`. Before the game ends only SVG of one's own view."""

    type: Literal["download"]
    format: Literal["record", "hanab_live", "hanab_live_link", "ggf", "svg"]
    turn: Turn = 0
    viewpoint: Annotated[int, Field(ge=0, le=5)] | None = None


class Ping(_Request):
    """Asks whether anybody is there; the answer is `pong`."""

    type: Literal["ping"]


# Studies ------------------------------------------------------------------------------------------


class OpenStudy(_Request):
    """Begins a study, or goes on with it by one's token; the answer is `study`."""

    type: Literal["open_study"]
    study: Short
    token: Short = ""


class StudyNext(_Request):
    """Goes on to the next page of a study, with what the page asked for; the answer is `study`."""

    type: Literal["study_next"]
    token: Short
    consented: bool | None = None
    answers: dict[Short, Answer] = Field(default={}, max_length=100)


Request = Annotated[
    OpenLobby
    | LookUpGame
    | CreateTable
    | ListStored
    | ListMatches
    | OpenMatch
    | Join
    | Act
    | TakeBack
    | Resign
    | Rematch
    | Rename
    | SetMinds
    | SetPace
    | Step
    | AskAdvice
    | AskWhy
    | AskHistory
    | LookAt
    | AskReview
    | Analyse
    | Stop
    | PlayFrom
    | Download
    | Ping
    | OpenStudy
    | StudyNext,
    Field(discriminator="type"),
]
