"""The native core of otherminds: games, search and matches."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy
import numpy.typing


T = TypeVar("T")

class Rng:
    """A generator that walks one stream of random numbers."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""

    def unit(self) -> float:
        """A number from 0 to 1, 1 excluded."""

    def bits(self) -> int:
        """64 random bits."""

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""

    def copy(self) -> Rng:
        """A twin that draws the same numbers."""

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, state: list[int]) -> None: ...

class Stream:
    """
    The name of a sequence of random numbers; children are independent of it and of each other.
    """

    def __init__(self, seed: int) -> None: ...

    def child(self, label: int | str) -> Stream:
        """The stream that a number or a word names below this one."""

    def rng(self) -> Rng:
        """A generator at the start of the stream."""

    @property
    def key(self) -> int:
        """The 128 bits that name the stream."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    @staticmethod
    def from_key(key: int) -> Stream:
        """The stream of a known key."""

class MatchStreams:
    """The streams of one match: of the deal, of chance, and of each agent."""

    def __init__(self, seed: int | Stream, block: int, index: int) -> None: ...

    @property
    def deal(self) -> Stream:
        """Decides the deal; the same for all matches of a block."""

    @property
    def chance(self) -> Stream:
        """Decides what chance does, by a child for each event."""

    def event(self, number: int) -> Stream:
        """Decides one event of chance; the first has the number 0."""

    def agent(self, seat: int) -> Stream:
        """Decides what a seat's agent draws."""

    def __getstate__(self) -> tuple[Stream, Stream, Stream]: ...

    def __setstate__(self, state: tuple[Stream, Stream, Stream]) -> None: ...

MATCHES_OF_LINE_UP: int = 65536

def stream_place(line_up: int, block: int, match: int, series: int) -> tuple[int, int]:
    """
    The block and the index by which MatchStreams has the streams of a tournament's match.
    """

CHANCE: int = -1

NOBODY: int = -2

class Observation:
    """
    What one seat witnesses of one action or chance outcome.

    `action` is None where the seat may not know it; what the facts mean is the game's to say.
    """

    def __init__(self, actor: int, action: int | None = None, facts: Sequence[int] = ()) -> None: ...

    @property
    def actor(self) -> int:
        """The seat that acted, or CHANCE."""

    @property
    def action(self, /) -> int | None:
        """The action or outcome, None if hidden."""

    @property
    def facts(self, /) -> tuple[int, ...]:
        """Eight numbers of the game's choice."""

    def key(self) -> int:
        """64 bits that are equal for equal observations."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...

class ActionParts:
    """The parts of all actions of a game, and the way back from them."""

    def __init__(self, game: str, types: Sequence[str], listed: list[dict[str, Any]]) -> None: ...

    def find(self, parts: dict[str, Any]) -> int: ...

    def schema(self) -> dict[str, dict[str, list[Any]]]: ...

class Game:
    """The rules of a native game for one set of options."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def options(self, /) -> dict[str, Any]: ...

    @property
    def seats(self) -> int: ...

    @property
    def perfect_information(self) -> bool: ...

    @property
    def return_range(self) -> tuple[float, float]: ...

    @property
    def action_count(self) -> int: ...

    @property
    def outcome_count(self) -> int: ...

    @property
    def action_types(self) -> list[str]: ...

    @property
    def tensor_shape(self, /) -> tuple[int, ...]: ...

    def type_of(self, action: int) -> int: ...

    def action_text(self, action: int) -> str: ...

    def outcome_text(self, outcome: int) -> str: ...

    def parse_action(self, text: str) -> int: ...

    def parse_outcome(self, text: str) -> int: ...

    def action_parts(self, action: int) -> dict[str, Any]: ...

    def action_from_parts(self, parts: dict[str, Any]) -> int: ...

    def option_schema(self) -> dict[str, Any]: ...

    def action_schema(self) -> dict[str, dict[str, list[Any]]]: ...

    def initial_state(self, seed: int | Stream = 0) -> State: ...

    def state_from_bytes(self, data: bytes) -> State: ...

    def state_from_dict(self, values: dict[str, Any]) -> State: ...

    def state_from_json(self, text: str) -> State: ...

    def belief(self, view: View) -> Belief: ...

    def belief_from_bytes(self, data: bytes) -> Belief:
        """The belief whose pickle this was."""

    def policies(self) -> dict[str, str]:
        """The named policies of the game, each with a sentence."""

    def has_policy(self, name: str) -> bool:
        """Whether the game has a policy of that name."""

    def policy(self, name: str, options: dict[str, Any]) -> NativePolicy: ...

    def playouts(self, games: int, seed: int | Stream = 0) -> list[float]:
        """Plays so many random games and sums the returns of each seat."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __copy__(self) -> object: ...

    def __deepcopy__(self, memo: object) -> object: ...

    def __repr__(self) -> str: ...

class View:
    """What one seat may know of a state of a native game."""

    @property
    def game(self) -> Game: ...

    @property
    def seat(self) -> int: ...

    def actor(self) -> int: ...

    def legal_actions(self) -> list[int]: ...

    def key(self) -> int: ...

    def tensor(self) -> numpy.typing.NDArray[numpy.float32]: ...

    @property
    def facts(self, /) -> dict[str, Any]: ...

    def to_json(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> object: ...

    def __deepcopy__(self, memo: object) -> object: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class State:
    """The whole truth about one game in progress, natively."""

    @property
    def game(self) -> Game: ...

    def actor(self) -> int: ...

    def is_terminal(self) -> bool: ...

    def legal_actions(self) -> list[int]: ...

    def legal_types(self) -> list[int]: ...

    def actions_of_type(self, action_type: int) -> list[int]: ...

    def apply_action(self, action: int) -> None: ...

    def chance_outcomes(self) -> list[tuple[int, float]]: ...

    def sample_outcome(self, rng: Rng) -> int: ...

    def returns(self) -> list[float]: ...

    def observation(self, action: int, seat: int) -> Observation: ...

    def view(self, seat: int) -> View: ...

    def copy(self) -> State: ...

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> State: ...

    def key(self) -> int: ...

    def to_bytes(self) -> bytes: ...

    def to_dict(self) -> dict[str, Any]: ...

    def to_json(self) -> str: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def perft(self, depth: int) -> int:
        """The number of positions exactly so many moves away."""

    def __hash__(self) -> int: ...

class Belief:
    """A seat's distribution over states, natively."""

    @property
    def game(self) -> Game: ...

    def update(self, observation: Observation, view: View) -> None: ...

    def sample(self, rng: Rng) -> State: ...

    def copy(self) -> Belief: ...

    def __copy__(self) -> Belief: ...

    def __deepcopy__(self, memo: object) -> Belief: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

class Memory:
    """What a policy remembers: a small value that can be copied."""

    def __init__(self) -> None: ...

    def copy(self) -> Memory: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, state: bytes) -> None: ...

class NativePolicy:
    """From a view and a memory to a distribution."""

    def begin(self, memory: Memory, seat: int, rng: Rng) -> None:
        """A match begins."""

    def observe(self, memory: Memory, observation: Observation, view: View) -> None:
        """Folds what the seat witnessed into the memory."""

    def end(self, memory: Memory, seat: int, returns: Sequence[float]) -> None:
        """The match is over."""

    def probabilities(self, view: View, memory: Memory) -> dict[int, float]:
        """The probability of each legal action."""

    def current_type(self, memory: Memory) -> str:
        """The name of the type that decides the next move, or an empty text."""

    def __reduce__(self) -> tuple[Any, ...]: ...

def make_game(name: str, options: dict[str, Any]) -> Game:
    """A native game by name."""

def unknown_name(what: str, given: str, accepted: Sequence[str]) -> str:
    """
    The sentence for a name that does not exist, with the nearest one that does.
    """

def hash_text(text: str) -> int:
    """64 bits of a text, the same on every machine."""

def sample_outcome(outcomes: Sequence[tuple[int, float]], rng: Rng) -> int:
    """Draws an outcome by the listed probabilities."""

def pack_state(game: str, version: int, options_key: int, payload: bytes) -> bytes:
    """A state as bytes with the header that native games write."""

def unpack_state(game: str, version: int, options_key: int, data: bytes) -> bytes:
    """The payload of bytes that pack_state made with the same header."""

class PlannerOptions:
    """The options of a planner, checked when they are made."""

    def __init__(self, options: dict[str, Any]) -> None: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

def search_schema() -> dict[str, list[dict[str, Any]]]:
    """
    What every planner and every answer takes; otherminds.search.schema gives it as values.
    """

def search_refusals() -> list[dict[str, Any]]:
    """
    Which combinations of options are refused; otherminds.search.refusals gives it as values.
    """

class ActionStatistics:
    """What a search knows of one action."""

    @property
    def action(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def total(self) -> float: ...

    @property
    def prior(self) -> float: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def samples(self) -> int: ...

    @property
    def line(self) -> list[tuple[int, int]]: ...

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...]) -> None: ...

class TypeBelief:
    """How likely a seat is of a type."""

    @property
    def seat(self) -> int: ...

    @property
    def type(self) -> str: ...

    @property
    def probability(self) -> float: ...

    def __getstate__(self) -> tuple[int, str, float]: ...

    def __setstate__(self, state: tuple[int, str, float]) -> None: ...

class NativeSearchResult:
    """What a search found out."""

    @property
    def action(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def actions(self) -> list[ActionStatistics]: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def line_moves(self) -> list[tuple[int, int]]: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def iterations(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def mean_depth(self) -> float: ...

    @property
    def breadth(self) -> float: ...

    @property
    def seconds(self) -> float: ...

    @property
    def posterior(self) -> list[TypeBelief]: ...

    @property
    def reused(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    def __getstate__(self) -> tuple[Any, ...]: ...

    def __setstate__(self, state: tuple[Any, ...]) -> None: ...

def play_bandit(bandit: dict[str, Any], chances: Sequence[float], rounds: int, seed: int | Stream) -> list[int]:
    """
    How often each of these arms was pulled; otherminds.search.play_bandit calls it.
    """

def search(start: Any, game: Any, options: PlannerOptions, seed: int | Stream, progress: Callable[[int, float], bool | None] | None, hear: Callable[[NativeSearchResult, bool], bool | None] | None) -> NativeSearchResult:
    """
    Searches from a state or a belief; otherminds.search.Search is the way to call it.
    """

class NativeModel:
    """A learned model made ready for a game, asked by hand."""

    def __init__(self, game: Game, data: bytes) -> None: ...

    def scores(self, inputs: numpy.typing.NDArray[numpy.float32], actions: Sequence[int], wide: bool = True) -> list[float]:
        """The score of each action; `wide` may be False to do without AVX2."""

    def judge(self, inputs: numpy.typing.NDArray[numpy.float32], wide: bool = True) -> list[float]:
        """The outputs of a model of values, before they become returns."""

def encode_actions(game: Game) -> tuple[list[str], numpy.typing.NDArray[numpy.float32]]:
    """
    What a network knows of each action: names of columns, and a row per action.
    """

def pack_model(game: Game, kind: str, card: str, arrays: dict[str, numpy.typing.NDArray[numpy.float32]]) -> bytes:
    """A model as the bytes of its file."""

def unpack_model(data: bytes) -> dict[str, Any]:
    """What bytes of a model hold."""

def load_model(path: str) -> dict[str, Any]:
    """What a model file holds."""

class NativeAgent:
    """A native player. It lives on between matches and may remember."""

    def begin(self, seat: int, view: object, stream: Stream) -> None:
        """A match begins."""

    def observe(self, observation: Observation, view: object) -> None:
        """What the seat witnessed."""

    def act(self, view: object, truth: object | None = None) -> int:
        """The action it takes; an agent that peeks needs the state as well."""

    def end(self, returns: Sequence[float]) -> None:
        """The match is over."""

    @property
    def peeks(self) -> bool:
        """Whether it is shown the true state."""

    def decides(self, view: object) -> bool:
        """
        Whether it has anything to decide here: a search with a planning model decides part of a game only.
        """

    @property
    def informed(self) -> bool:
        """Whether it is told the others' types."""

    def inform(self, types: Sequence[str]) -> None:
        """The type that decides each seat's next move."""

    @property
    def current_type(self) -> str:
        """The name of the type that decides the next move, or an empty text."""

    @property
    def last_result(self) -> NativeSearchResult | None:
        """The last search, for those that search."""

    def posterior(self) -> dict[int, dict[str, float]]:
        """What a search with types believes of each other seat during a match."""

    @property
    def game(self, /) -> Any:
        """The game that it was made for."""

    def decision(self) -> tuple[int, int, dict[int, float]] | None:
        """
        The last decision of a policy: its seat, its action, and how likely each legal action was. None once it has witnessed something since, and for those that search.
        """

    @property
    def belief(self, /) -> Any:
        """
        A copy of what it believed at its last decision; None once it has witnessed something since, and for those that believe nothing or peek.
        """

    def listen(self, hear: Callable[[NativeSearchResult, bool], Any] | None) -> None:
        """
        Has its searches tell what they think, about ten times a second and at the end, with whether it is the end; otherminds.search.listen is the way to call it.
        """

    def worlds(self) -> list[tuple[State, float]]:
        """
        The worlds that a search with particles keeps, with weights that sum to 1; those of its last move where it draws them anew for each.
        """

    def __copy__(self) -> NativeAgent:
        """Another agent that goes on as this one would."""

    def __deepcopy__(self, memo: dict[int, Any]) -> NativeAgent:
        """Another agent that goes on as this one would."""

    def __reduce__(self) -> tuple[Any, ...]: ...

def policy_schema(game: Any) -> list[dict[str, Any]]:
    """
    The named policies of a game with their options as the core declares them.
    """

def policy_agent(game: Any, name: str, options: dict[str, Any]) -> NativeAgent:
    """A named policy of a game as a player."""

def search_agent(game: Any, options: PlannerOptions) -> NativeAgent:
    """A search as a player."""

def restore_agent(game: Any, recipe: Any, data: bytes, objects: list[Any]) -> NativeAgent:
    """The agent whose pickle this was."""

def play_match(game: Any, agents: list[Any], seed: int | Stream, block: int, index: int, opening: Sequence[tuple[int, int]] = (), start: Any = None, on_decision: Callable[[int], Any] | None = None, on_move: Callable[[int, int], Any] | None = None) -> tuple[list[tuple[int, int]], list[float], list[float]]:
    """
    Plays one match: moves, returns, seconds a seat; otherminds.arena.match is the way in.
    """

def play_batch(game: Any, sources: list[Any], seed: int | Stream, work: tuple[int, int, int, Sequence[int], Sequence[Sequence[int]]], played: int, series: int, move_seconds: float, seconds: float) -> tuple[bytes, int]:
    """
    Plays matches of a tournament for a while: packed rows and how many they are.
    """

def unpack_rows(packed: bytes) -> list[tuple[Any, ...]]:
    """The rows that play_batch packed, as the store takes them."""

def catan_notation(state: Any) -> str:
    """
    A state as one line; otherminds.games.catan.notation is the way to call it.
    """

def catan_position(game: Any, text: str) -> State:
    """
    The state of a line; otherminds.games.catan.position is the way to call it.
    """

def catan_geometry() -> dict[str, Any]:
    """Places of hexes and vertices, ends of edges, edges of ports."""

def catan_counts(belief: Any) -> list[list[list[float]]]:
    """
    Chances of counts by seat and resource; otherminds.games.catan.counts is the way to call it.
    """

def catan_cards(belief: Any) -> list[list[float]]:
    """
    Chances of development cards by seat; otherminds.games.catan.cards is the way to call it.
    """

def catan_measures(start: Any, moves: Sequence[int]) -> tuple[dict[str, list[float]], bool]:
    """
    What moves tell of each seat, and whether all could be made; the metrics of the arena are the way to ask for it.
    """

def catan_shape(game: Any, typed: bool, games: int, seed: int | Stream) -> tuple[list[tuple[int, ...]], list[tuple[int, int, int]], int]:
    """
    Lengths and choices of random games; otherminds.lab.dobre.shape reads them.
    """

def catan_typed_playouts(game: Any, games: int, seed: int | Stream = 0) -> int:
    """
    Plays games in which types of actions are drawn first, and counts those that somebody won.
    """

def cluedo_chances(belief: Any, kind: str) -> list[list[float]]:
    """
    For each card the probability of each place; otherminds.games.cluedo.chances is the way to call it.
    """

def cluedo_envelopes(belief: Any) -> list[tuple[list[int], float]]:
    """
    Every possible envelope; otherminds.games.cluedo.envelopes is the way to call it.
    """

def cluedo_deals(belief: Any) -> float:
    """How many deals fit what a seat has witnessed."""

def cluedo_deductions(belief: Any) -> list[tuple[int, int, bool, str]]:
    """
    What is certain and why; otherminds.games.cluedo.deductions is the way to call it.
    """

def cluedo_names(belief: Any) -> tuple[list[str], list[str]]:
    """The names of the cards and of the seats."""

def hanabi_rule_library() -> list[tuple[str, bool, str]]:
    """Each rule: its name, whether it has a threshold, what it does."""

def hanabi_rule_answers(state: Any, rules: list[str], published: bool, hints: list[tuple[int, bool, int, bool]]) -> list[list[tuple[int, float]]]:
    """
    What each rule alone would do here; otherminds.agents.hanabi.answers is the way to call it.
    """

def hanabi_deal(game: Any, cards: Sequence[int]) -> State:
    """
    The start with a deck of one's own; otherminds.games.hanabi.deal is the way to call it.
    """

def hanabi_chances(known: Any) -> list[list[float]]:
    """
    For each own slot the probability of each kind; otherminds.games.hanabi.chances is the way to call it.
    """

class OthelloSolution:
    """What perfect play leads to."""

    @property
    def score(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def nodes(self) -> int: ...

def solve_othello(state: Any, memory: int, nodes: int) -> OthelloSolution:
    """
    Searches to the end of the game; otherminds.games.othello.solve is the way to call it. Memory is in bytes.
    """

OTHELLO_PATTERN_STAGES: int = 12

OTHELLO_PATTERN_SLOTS: int = 113877

def teach_othello(weights: bytes, openings: list[list[int]], games: int, seed: int, rate: float, trace: float, explore: float, random_moves: int, exact: int) -> tuple[bytes, tuple[int, float]]:
    """
    Teaches pattern weights by games against themselves; tools/teach_othello.py is the way to call it. Returns the weights, the positions learned from and their squared errors in discs, in total.
    """

def tiny_coop_optimum(state: Any) -> int | None:
    """
    The ticks of a shortest win from here; otherminds.games.tiny_coop.optimum is the way to call it.
    """

def tiny_coop_map(state: Any) -> str:
    """The map of the level with everybody at the start."""
