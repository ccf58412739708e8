"""What the server sends."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from otherminds.web.shown import (
    AgentInfo,
    Clock,
    Fact,
    GameInfo,
    JudgedMove,
    LevelInfo,
    Limits,
    Minds,
    MoveSeen,
    Page,
    Plain,
    Position,
    SeatInfo,
    SeatLink,
    StoredMatch,
    StoredTournament,
    StudyInfo,
    ThoughtValues,
    TurnSummary,
)

__all__ = [
    "Accepted",
    "Advice",
    "AnalysisUpdate",
    "Closing",
    "File",
    "GameDetails",
    "History",
    "Joined",
    "Lobby",
    "OwnMind",
    "Pong",
    "PositionShown",
    "Refused",
    "Reply",
    "Review",
    "SeatedThought",
    "StateUpdate",
    "Stored",
    "StoredMatches",
    "Study",
    "TableCreated",
    "Why",
]


class _Reply(Plain):
    request: int | None = None
    """Of the message that this answers; None for news."""


class Lobby(_Reply):
    """What there is."""

    type: Literal["lobby"] = "lobby"
    version: str
    games: list[GameInfo]
    opened: str | None
    """The game that the server was started with."""
    studies: list[StudyInfo]
    stores: int
    """How many results files can be opened."""
    limits: Limits


class GameDetails(_Reply):
    """A game with its options: who can play it."""

    type: Literal["game"] = "game"
    game: str
    """Its text with all options."""
    seats: int
    seat_names: list[str]
    goals: list[str]
    best: str
    agents: list[AgentInfo]
    levels: list[LevelInfo]


class TableCreated(_Reply):
    """The ways to a new table: the first link of ``mine`` is that of who made it."""

    type: Literal["table_created"] = "table_created"
    mine: str | None
    """The token of one's own seat; None for who only looks on."""
    others: list[SeatLink]
    """For the other people."""
    watch: str
    """The token of onlookers. Where people play, they see the table when the game is over."""


class Stored(_Reply):
    """The stored tournaments."""

    type: Literal["stored"] = "stored"
    tournaments: list[StoredTournament]


class StoredMatches(_Reply):
    """Some matches of a tournament, at most a hundred."""

    type: Literal["stored_matches"] = "stored_matches"
    first: int
    total: int
    matches: list[StoredMatch]


class Joined(_Reply):
    """The table where one sits; sent again when somebody comes or goes, or a game begins."""

    type: Literal["joined"] = "joined"
    game: str
    """Its text with all options."""
    name: str
    """The game's name."""
    title: str
    """What the game is called for people."""
    seats: list[SeatInfo]
    you: int | None
    """One's seat; None for onlookers."""
    goal: str
    returns: tuple[float, float]
    """The least and the most that a seat can get, in the game's units."""
    watch: str
    """The token of onlookers: links to a turn carry it, so that they do not give the seat away."""
    number: int
    """Of the game at this table, from 1."""
    minds: Minds
    take_back: bool
    clock: Clock | None
    explains: bool
    """Whether `ask_why` has answers here."""
    watched: bool
    """Whether nobody but agents play, so that `set_pace` and `step` work."""
    pace: float | None
    downloads: list[Literal["record", "hanab_live", "hanab_live_link", "ggf", "svg"]]
    """What there is to download when the game is over."""
    study: bool
    """Whether it is a game of a study: no rematch, no what-if."""


class StateUpdate(_Reply):
    """How the game stands, for one seat."""

    type: Literal["state"] = "state"
    position: Position
    since: int
    """``moves`` replace everything that was sent from this turn on."""
    moves: list[MoveSeen]
    can_take_back: bool
    thinking: bool
    """Whether an agent thinks."""
    clocks: list[float] | None
    """Seconds that each seat has left; that of who acts runs."""
    over: bool
    ending: str
    """How it ended, in a sentence."""
    seed: int | None
    """Told when the game is over: the deal follows from it."""


class SeatedThought(_Reply):
    """What an agent thinks, at a table with open minds or when the game is over."""

    type: Literal["thought"] = "thought"
    turn: int
    seat: int
    thought: ThoughtValues


class OwnMind(_Reply):
    """What a seat could know: one's own, or at a table with open minds that of an agent."""

    type: Literal["own_mind"] = "own_mind"
    seat: int
    turn: int
    facts: list[Fact]
    counted: int
    """How many worlds were counted; 0 for exact chances."""
    notes: str
    """What one would have written down, such as the sheet of Cluedo."""
    certain: list[str]
    """Everything that is certain, in sentences."""


class Accepted(_Reply):
    """A move was made, or something else was done that was asked for."""

    type: Literal["accepted"] = "accepted"
    turn: int


class Refused(_Reply):
    """Something was not done; the sentence says why and what is accepted."""

    type: Literal["refused"] = "refused"
    sentence: str


class Advice(_Reply):
    """What the best agent would do in one's place, from what one knows."""

    type: Literal["advice"] = "advice"
    turn: int
    action: int
    sentence: str
    thought: ThoughtValues | None


class Why(_Reply):
    """Reasons, in sentences."""

    type: Literal["why"] = "why"
    text: str


class History(_Reply):
    """What agents expected and believed at each turn where they told."""

    type: Literal["history"] = "history"
    turns: list[TurnSummary]


class PositionShown(_Reply):
    """A position that was asked for."""

    type: Literal["position"] = "position"
    position: Position
    moves: list[MoveSeen]
    """The what-if moves as the viewpoint would see them."""
    thought: ThoughtValues | None
    """What the agent that moved next thought here, where that may be shown."""


class Review(_Reply):
    """Decisions judged so far."""

    type: Literal["review"] = "review"
    done: int
    of: int
    judged: list[JudgedMove]
    """Ascending by turn."""
    mistakes: list[int]
    """Turns, the costliest first."""
    lessons: list[str]
    """What could have been known and when, once all is judged."""
    finished: bool


class AnalysisUpdate(_Reply):
    """What an agent thinks about a position; the last one has ``finished`` set in the thought."""

    type: Literal["analysis"] = "analysis"
    turn: int
    moves: list[int]
    thought: ThoughtValues


class File(_Reply):
    """A file to keep, or a link."""

    type: Literal["file"] = "file"
    name: str
    media_type: str
    content: str


class Pong(_Reply):
    """Somebody is there."""

    type: Literal["pong"] = "pong"


class Study(_Reply):
    """A page of a study."""

    type: Literal["study"] = "study"
    token: str
    """Goes on with it later."""
    code: str
    """The anonymous code under which everything is kept."""
    title: str
    step: int
    of: int
    page: Page


class Closing(_Reply):
    """Why the server is about to close the connection."""

    type: Literal["closing"] = "closing"
    sentence: str


Reply = Annotated[
    Lobby
    | GameDetails
    | TableCreated
    | Stored
    | StoredMatches
    | Joined
    | StateUpdate
    | SeatedThought
    | OwnMind
    | Accepted
    | Refused
    | Advice
    | Why
    | History
    | PositionShown
    | Review
    | AnalysisUpdate
    | File
    | Pong
    | Study
    | Closing,
    Field(discriminator="type"),
]
