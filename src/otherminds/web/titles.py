"""What a game is called on the page, and a sentence about it: the first words of its module."""

from __future__ import annotations

import inspect
import re
from functools import lru_cache

from otherminds.games import load
from otherminds.games.registry import maker_of

__all__ = ["summary_of", "title_of"]


def title_of(name: str) -> str:
    """The title of a game.

    Args:
        name: its name, or the path of its class.

    Examples:
        >>> title_of("tiny_coop"), title_of("catan"), title_of("othello")
        ('Tiny Co-Op', 'Settlers of Catan', 'Othello')
    """
    return _read(name)[0]


def summary_of(name: str) -> str:
    """A sentence about a game, without its title.

    Examples:
        >>> summary_of("leduc")
        'Six cards, two betting rounds, one card on the board.'
    """
    return _read(name)[1]


@lru_cache(maxsize=64)
def _read(name: str) -> tuple[str, str]:
    game = load(name)
    told = inspect.getdoc(inspect.getmodule(maker_of(name))) if "." not in name else None
    told = told or inspect.getdoc(type(game)) or ""
    sentence = " ".join(told.partition("\n\n")[0].split())
    begin, colon, rest = sentence.partition(": ")
    title = begin.removeprefix("The ")
    letters = re.sub("[^a-z]", "", title.lower())
    if colon and rest and all(word in letters for word in game.name.lower().split("_")):
        return title[0].upper() + title[1:], rest[0].upper() + rest[1:]
    return game.name.replace("_", " ").title(), sentence
