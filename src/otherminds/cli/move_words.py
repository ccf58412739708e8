"""Moves by words: what a person may type, and which moves to list."""

from __future__ import annotations

from collections import Counter
from typing import Any

from otherminds.contracts import IllegalActionError, OptionError, OthermindsError

__all__ = ["kinds_of_moves", "list_moves", "meant"]

MANY = 40  # moves that are listed one by one


def _by_type(view: Any) -> dict[str, list[str]]:
    """The texts of the legal moves of each type."""
    game = view.game
    by_type: dict[str, list[str]] = {}
    for action in view.legal_actions():
        name = game.action_types[game.type_of(action)]
        by_type.setdefault(name, []).append(game.action_text(action))
    return by_type


def kinds_of_moves(view: Any) -> str:
    """What can be done here: every move where they are few, else the kinds of moves."""
    by_type = _by_type(view)
    if sum(map(len, by_type.values())) <= MANY // 2:
        return f"Moves: {', '.join(text for of in by_type.values() for text in of)}."
    kinds = [name if len(of) == 1 else f"{name} ({len(of)})" for name, of in by_type.items()]
    return f"You can: {', '.join(kinds)}."


def list_moves(view: Any, wanted: str) -> str:
    """The legal moves, or those with these words; of a type with very many, how to write one."""
    by_type = _by_type(view)
    if words := wanted.casefold().split():
        fitting = [
            text
            for of in by_type.values()
            for text in of
            if _has_words(text.casefold().split(), words)
        ]
        return _listed(fitting, MANY) if fitting else f"No move has the words '{wanted}'."
    return ("\n" if len(by_type) > 1 else ", ").join(
        _listed(of, MANY if len(of) <= MANY else 1) for of in by_type.values()
    )


def _listed(texts: list[str], most: int) -> str:
    left = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {left} more like it" if left > 0 else "")


def meant(view: Any, text: str) -> int:
    """The move with this text, or the only legal one that has the beginnings of these words.

    Whole words come before beginnings of words, and a move that has nothing beside these words but
    what all others that fit have as well is the one that is meant.

    Raises:
        OthermindsError: no legal move fits, or several do.
    """
    game, possible = view.game, view.legal_actions()
    try:
        move: int = game.parse_action(text)
    except OthermindsError:
        words = text.casefold().split()
        legal = {action: game.action_text(action).casefold().split() for action in possible}
        fitting: list[int] = [
            action for action, of in legal.items() if _has_words(of, words, whole=True)
        ] or [action for action, of in legal.items() if _has_words(of, words)]
        if not fitting:
            raise
        rest = {action: Counter(legal[action]) for action in fitting}
        least = [action for action in fitting if all(rest[action] <= of for of in rest.values())]
        if len(fitting) > 1 and len(least) != 1:
            first, *others = fitting
            other = min(others, key=lambda each: game.type_of(each) == game.type_of(first))
            some = f"'{game.action_text(first)}' and '{game.action_text(other)}'"
            raise OptionError(f"'{text}' fits {len(fitting)} moves, such as {some}.") from None
        return least[0]
    if move not in possible:
        raise IllegalActionError(f"{game.action_text(move)} is not possible here.")
    return move


def _has_words(words: list[str], wanted: list[str], *, whole: bool = False) -> bool:
    """Whether each wanted word begins one of these, or is one of these, in their order."""
    rest = iter(words)
    return bool(wanted) and all(
        any(word == begin if whole else word.startswith(begin) for word in rest) for begin in wanted
    )
