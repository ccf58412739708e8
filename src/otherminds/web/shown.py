"""The things that messages are made of: games, seats, positions, moves, pages of a study.

Every model here becomes a type in ``frontend/src/messages.ts``. Browsers may leave out fields with
a default; the server sends every field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

__all__ = [
    "Action",
    "AgentInfo",
    "Answer",
    "Clock",
    "ConsentPage",
    "Fact",
    "GameInfo",
    "GamePage",
    "JudgedMove",
    "LevelInfo",
    "Limits",
    "Minds",
    "MoveSeen",
    "Option",
    "OptionValue",
    "Outcome",
    "Page",
    "Plain",
    "Position",
    "Question",
    "QuestionsPage",
    "SeatChoice",
    "SeatInfo",
    "SeatLink",
    "Short",
    "StoredMatch",
    "StoredTournament",
    "StudyInfo",
    "Text",
    "ThanksPage",
    "ThoughtValues",
    "TurnSummary",
    "TypeShare",
]

Short = Annotated[str, Field(max_length=80)]
"""A name, a token, a word."""

Text = Annotated[str, Field(max_length=2_000)]
"""The longest text that a browser may send."""

OptionValue = bool | int | float | Text | list[bool | int | float | Short] | None
"""What an option can be set to."""

Answer = bool | int | float | Text | list[Short]
"""What a person may answer to a question."""

Minds = Literal["none", "own", "open"]
"""Whose minds are shown at a table: nobody's, only what one's own seat could know, everybody's."""

ThoughtValues = Annotated[dict[str, Any], WithJsonSchema({"tsType": "Thought"})]
"""A thought as ``Thought.to_dict`` gives it: what is as it is by default is left out."""


class Plain(BaseModel):
    """A value with named parts; others than these are refused."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        ser_json_inf_nan="null",
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,  # the server sends every field
    )


class Option(Plain):
    """Something that can be set in a game or an agent, as a form shows it.

    ``kind`` is ``true or false``, ``whole number``, ``number``, ``text``, ``texts``, ``player``,
    ``players`` or something that only a text can give.
    """

    name: str
    kind: str
    default: Any
    summary: str = ""
    choices: list[str] = []
    free: bool = False
    """Whether other texts than the choices are accepted."""
    least: float | None = None
    most: float | None = None
    above: bool = False
    below: bool = False
    optional: bool = False


class GameInfo(Plain):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    seats: int
    hidden: bool
    """Whether something is hidden from the seats."""
    drawn: bool
    """Whether there is a drawing; otherwise the text is shown."""
    levels: int
    """How many calibrated levels there are; 0 for none."""
    options: list[Option]


class AgentInfo(Plain):
    """An agent of a catalogue."""

    name: str
    text: str
    summary: str
    source: str
    honesty: str
    """``honest``, ``peeking``, or ``honest unless peek=true``."""
    cost: str
    """What a move costs, in words; empty where that is not known."""
    options: list[Option]


class LevelInfo(Plain):
    """A level of strength."""

    number: int
    player: str
    strength: float
    low: float
    high: float


class StudyInfo(Plain):
    """A study that people can take part in."""

    name: str
    title: str
    summary: str


class StoredMatch(Plain):
    """A match of a stored tournament."""

    number: int
    players: list[str]
    returns: list[float]
    moves: int


class StoredTournament(Plain):
    """A tournament of a results file that the server was started with."""

    file: int
    """The number of the file; browsers never send paths."""
    name: str
    key: str
    game: str
    players: list[str]
    matches: int


class Limits(Plain):
    """What the server allows."""

    tables: int
    seconds: float
    """For one move of an agent, and one analysis."""
    allow_imports: bool
    """Whether agents may be named by the path of their class."""


class Clock(Plain):
    """Time for a whole game: who uses it up loses by forfeit."""

    seconds: float = Field(gt=0, le=86_400)
    increment: float = Field(default=0.0, ge=0, le=3_600)
    """Seconds that are added after each move."""


class SeatChoice(Plain):
    """Who shall sit in a seat."""

    kind: Literal["me", "person", "agent", "level"]
    player: Text = ""
    """For an agent its text, such as ``tmcts(2000)``."""
    level: int = Field(default=0, ge=0, le=10)
    name: Short = ""
    """For a person: what the others see."""


class SeatLink(Plain):
    """The way to a seat: who has the token, sits there."""

    seat: int
    token: str
    name: str


class SeatInfo(Plain):
    """Who sits in a seat."""

    seat: int
    seat_name: str
    """What the game calls it, such as Black."""
    kind: Literal["person", "agent"]
    name: str
    player: str
    """The text of an agent; empty for people."""
    level: int
    peeks: bool
    present: bool
    """Whether a person is connected; agents always are."""


class Action(Plain):
    """A legal action."""

    id: int
    text: str
    type: str
    parts: dict[str, Any]


class Outcome(Plain):
    """What chance may do, in what-if."""

    id: int
    text: str
    probability: float


class Position(Plain):
    """A position as one seat sees it, or with everything that is hidden."""

    turn: int
    """How many moves, those of chance included, have been made."""
    viewpoint: int | None
    """The seat; None for the whole truth."""
    actor: int
    """Who acts: a seat, -1 for chance, -2 for nobody."""
    svg: str | None
    """A drawing whose parts carry actions (``data-actions="3 17"``); None where there is none."""
    text: str
    listed: dict[str, list[int]]
    """By type, those actions that no part of the drawing stands for; all without a drawing."""
    actions: list[Action]
    """The legal actions of the viewpoint; empty unless it acts."""
    outcomes: list[Outcome] = []
    """In what-if, where chance acts."""
    returns: list[float] | None = None
    """What each seat got, once the game is over."""


class MoveSeen(Plain):
    """A move as a seat saw it."""

    turn: int
    """How many moves there were before it."""
    actor: int
    action: int | None
    """None where the seat did not see which."""
    text: str
    """A sentence."""


class Fact(Plain):
    """Something hidden, with the chances of each answer."""

    fact: str
    chances: list[tuple[str, float]]


class TypeShare(Plain):
    """How likely one seat takes another to be of a type."""

    seat: int
    type: str
    probability: float


class TurnSummary(Plain):
    """What a seat thought at a turn, in short: for graphs over time."""

    turn: int
    seat: int
    values: list[float]
    """What it expected every seat to get; empty where it does not tell."""
    types: list[TypeShare]


class JudgedMove(Plain):
    """A decision of a finished game, judged from what the seat knew at that moment."""

    turn: int
    seat: int
    played: str
    value: float | None
    better: str
    better_value: float | None
    cost: float
    """What the move cost against the better one, in the game's units; 0 for the best."""
    tries: int
    line: list[str]
    """How it would have gone on after the better move."""


class Question(Plain):
    """A question of a study."""

    id: Short
    text: str
    kind: Literal["text", "number", "choice", "choices", "scale"]
    choices: list[str] = []
    least: int | None = None
    most: int | None = None
    least_label: str = ""
    most_label: str = ""
    required: bool = True


class ConsentPage(Plain):
    """What a participant agrees to; ``study_next`` with ``consented`` goes on."""

    kind: Literal["consent"] = "consent"
    text: str


class QuestionsPage(Plain):
    """Questions; ``study_next`` with ``answers`` goes on."""

    kind: Literal["questions"] = "questions"
    title: str
    text: str
    questions: list[Question]


class GamePage(Plain):
    """A game to play at a table; ``study_next`` goes on when it is over."""

    kind: Literal["game"] = "game"
    title: str
    text: str
    number: int
    of: int
    token: str
    """Of the participant's seat."""
    finished: bool


class ThanksPage(Plain):
    """The end, or a polite end for who does not consent."""

    kind: Literal["thanks"] = "thanks"
    text: str


Page = Annotated[ConsentPage | QuestionsPage | GamePage | ThanksPage, Field(discriminator="kind")]
