"""Games of Hanabi as hanab.live keeps them: its JSON, and links that open a game on the site.

The site numbers cards by their place in the deck, where ours have a slot; its fifth colour is
purple, where ours is white. Games with 3, 4 or 5 plain suits can be read, also with one card more
or less in a hand and with empty clues. A game that loses its last life scores nothing there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherminds.contracts import FormatError, Game, IllegalActionError, OptionError, State
from otherminds.games.hanabi import deal, hand_size
from otherminds.interop.hanab_live_link import SiteAction, SiteGame, read_link, write_link
from otherminds.interop.hanab_live_table import (
    RANKS,
    VARIANTS,
    SiteTable,
    listed,
    site_game,
    usual_hand,
    variant_game,
)

__all__ = ["HanabLiveGame", "read_hanab_live", "share_link", "write_hanab_live"]

_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
_END = 4  # the type of the action that ends a game

_OPTIONAL = {"options", "notes", "characters", "id", "seed"}


@dataclass(frozen=True, kw_only=True, slots=True)
class HanabLiveGame:
    """One game.

    Attributes:
        game: what was played.
        deck: all cards in the order of drawing, as the numbers of our states.
        actions: of all seats, in order.
        players: their names; those of the site's examples unless given.
        end: the seat that broke the game off, and the site's number for why; None if nobody did.

    Examples:
        >>> import otherminds as om
        >>> match = om.play_match(om.load("hanabi"), [om.Policy("random")] * 2, seed=3)
        >>> start = next(match.states())
        >>> record = HanabLiveGame.of(start, [action for _, action in match.moves])
        >>> record.players
        ('Alice', 'Bob')
        >>> record.initial_state() == start
        True
    """

    game: Game
    deck: tuple[int, ...]
    actions: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    end: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        """Name the players."""
        if not self.players:
            object.__setattr__(self, "players", _NAMES[: self.game.seats])

    @classmethod
    def of(
        cls, start: State, actions: Iterable[int] = (), players: Sequence[str] = ()
    ) -> HanabLiveGame:
        """The record of a game from its start, for example of a match.

        Raises:
            OptionError: the state is not the start of a game of Hanabi.
        """
        if start.game.name != "hanabi" or start.to_dict()["turn"] != 0:
            raise OptionError("A record needs the start of a game of Hanabi.")
        facts, seats = start.to_dict(), range(start.game.seats)
        hand = hand_size(start.game)
        dealt = [card for seat in seats for card in facts["hands"][seat][:hand]]
        deck = (*dealt, *facts["deck"][: facts["deck_left"]][::-1])
        return cls(game=start.game, deck=deck, actions=tuple(actions), players=tuple(players))

    def initial_state(self) -> State:
        """The position before the first action."""
        return deal(self.game, self.deck)


def read_hanab_live(source: str | os.PathLike[str]) -> HanabLiveGame:
    """Read a game and replay it to check its moves.

    Args:
        source: the JSON of the site as text, a link, or the path of a file with one of them, as a
            ``pathlib.Path``.

    Raises:
        FormatError: it is neither, it uses rules that our game does not have, or it breaks them.
        OSError: the file cannot be opened.

    Examples:
        >>> record = read_hanab_live(
        ...     "https://hanab.live/shared-replay-json/215kwcxudigrasbckpma-noiapfqqsryubfvvuldl-"
        ...     "hkmegjwfhtnpx,03aaga-bkpabetaabaibdajpbah-,0"
        ... )
        >>> [record.game.action_text(action) for action in record.actions[:3]]
        ['play slot 0', 'hint red to seat 0', 'discard slot 0']
    """
    if isinstance(source, str):
        text = source
    else:
        try:
            text = Path(source).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"{os.fspath(source)} is not text in UTF-8: {error}.") from None
    text = text.strip()
    if not text.startswith("{"):
        return _from_link(text)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"This is not the JSON of hanab.live: {error}.") from None
    return _from_json(values)


def write_hanab_live(record: HanabLiveGame) -> str:
    """Write a game as the JSON of the site, on one line.

    Raises:
        FormatError: the site does not have these rules, or an action is not legal where it comes.
    """
    game = _to_site(record)
    options: dict[str, Any] = {"variant": _variant_name(game.variant)}
    usual, hand = usual_hand(record.game.seats), hand_size(record.game)
    if hand != usual:
        options["oneExtraCard" if hand > usual else "oneLessCard"] = True
    if record.game.options["empty_clues"]:
        options["emptyClues"] = True
    values = {
        "players": list(record.players),
        "deck": [{"suitIndex": suit, "rank": rank} for suit, rank in game.deck],
        "actions": [
            {"type": action.type, "target": action.target}
            | ({} if action.value is None else {"value": action.value})
            for action in game.actions
        ],
        "options": options,
    }
    return json.dumps(values)


def share_link(record: HanabLiveGame) -> str:
    """A link that opens the game on hanab.live; it keeps everything but the names.

    Raises:
        FormatError: a link cannot say these rules, or an action is not legal where it comes.
    """
    usual = hand_size(record.game) == usual_hand(record.game.seats)
    if record.game.options["empty_clues"] or not usual:
        raise FormatError("A link has no place for empty clues or hands of another size.")
    return write_link(_to_site(record))


def _variant_name(number: int) -> str:
    return next(name for name, (_, known) in VARIANTS.items() if known == number)


def _from_site(found: SiteGame, game: Game, players: Sequence[str]) -> HanabLiveGame:
    for number, (suit, rank) in enumerate(found.deck, 1):
        if not (0 <= suit < game.options["colours"] and 1 <= rank <= RANKS):
            raise FormatError(f"Card {number} of the deck is unknown: suit {suit}, rank {rank}.")
    deck = tuple(RANKS * suit + rank - 1 for suit, rank in found.deck)
    try:
        table = SiteTable(game, deck)
    except OptionError as error:
        raise FormatError(str(error)) from None
    actions = []
    end = None
    for number, said in enumerate(found.actions, 1):
        if end is not None:
            raise FormatError(f"Action {number} comes after the game was broken off.")
        if said.type == _END:
            end = (said.target, said.value or 0)
            continue
        try:
            action = table.action(said)
            table.apply(action)
        except FormatError as error:
            raise FormatError(f"Action {number} cannot be read: {error}") from None
        except IllegalActionError:
            over = "the game is over" if table.state.is_terminal() else "it is not legal there"
            raise FormatError(
                f"Action {number} ({game.action_text(action)}) breaks the rules: {over}."
            ) from None
        actions.append(action)
    return HanabLiveGame(
        game=game, deck=deck, actions=tuple(actions), players=tuple(players), end=end
    )


def _to_site(record: HanabLiveGame) -> SiteGame:
    game, options = record.game, record.game.options
    numbers = dict(VARIANTS.values())
    standard = (options["ranks"], options["clues"], options["lives"], options["last_round"])
    if options["colours"] not in numbers or standard != (RANKS, 8, 3, "standard"):
        raise FormatError(
            "hanab.live has 3, 4 or 5 colours of 5 ranks, 8 clues, 3 lives and a last round; "
            f"this is {game!r}."
        )
    if abs(hand_size(game) - usual_hand(game.seats)) > 1:
        raise FormatError("A hand on hanab.live has at most one card more or less than usual.")
    if len(record.players) != game.seats:
        raise FormatError(f"{game.seats} players need {game.seats} names.")
    table = SiteTable(game, record.deck)
    said = []
    for number, action in enumerate(record.actions, 1):
        try:
            said.append(table.apply(action))
        except IllegalActionError as error:
            raise FormatError(f"Action {number} breaks the rules: {error}") from None
    if record.end is not None:
        said.append(SiteAction(_END, *record.end))
    cards = [(card // RANKS, card % RANKS + 1) for card in record.deck]
    return SiteGame(game.seats, cards, said, numbers[options["colours"]])


def _from_link(text: str) -> HanabLiveGame:
    found = read_link(text)
    known = {number: colours for colours, number in VARIANTS.values()}
    if found.variant not in known:
        raise FormatError(
            f"The link is of the variant {found.variant}; known are "
            + ", ".join(f"{number} ({_variant_name(number)})" for number in known)
            + "."
        )
    game = variant_game(found.players, known[found.variant], {})
    return _from_site(found, game, ())


def _from_json(values: Any) -> HanabLiveGame:
    missing = {"players", "deck", "actions"} - set(values)
    if missing:
        raise FormatError(f"The JSON of a game has no {' and no '.join(sorted(missing))}.")
    unknown = set(values) - {"players", "deck", "actions"} - _OPTIONAL
    if unknown:
        raise FormatError(f"The JSON of a game has {listed(unknown)}, which is not known here.")
    if values.get("characters"):
        raise FormatError("The game has characters, which our Hanabi does not have.")
    options = values.get("options") or {}
    if not isinstance(options, dict):
        raise FormatError(f"The options of a game are named values, not {options!r}.")
    players = values["players"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise FormatError("The players of a game are a list of names.")
    game = site_game(len(players), options)
    deck = [
        (_whole(card, "suitIndex", "A card"), _whole(card, "rank", "A card"))
        for card in _list(values, "deck")
    ]
    actions = [
        SiteAction(
            _whole(action, "type", "An action"),
            _whole(action, "target", "An action"),
            _whole(action, "value", "An action") if "value" in action else None,
        )
        for action in _list(values, "actions")
    ]
    return _from_site(SiteGame(len(players), deck, actions, 0), game, players)


def _list(values: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = values[name]
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise FormatError(f"The {name} of a game is a list of named values.")
    return found


def _whole(values: Mapping[str, Any], name: str, what: str) -> int:
    value = values.get(name)
    if type(value) is not int:
        raise FormatError(f"{what} has a whole number as {name}, not {value!r}.")
    return value
