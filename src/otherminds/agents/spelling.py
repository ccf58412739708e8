"""Sentences in the spelling of where they are shown.

Sentences about options are written as Python has them, ``hidden=InformationSets()``. Where people
write texts instead, on the command line, the same sentence is shown with the same values as texts.
"""

from __future__ import annotations

import ast
import re

from otherminds import search
from otherminds.contracts.grammar import Named, Value, text_of
from otherminds.contracts.writing import snake_case

__all__ = ["in_text_spelling"]

_CLASSES = sorted((name for name in search.__all__ if name[0].isupper()), key=len, reverse=True)
_CALL = re.compile(rf"\b(?:{'|'.join(_CLASSES)})\(")
_WORDS = "|".join([*_CLASSES, "True", "False", "None"])
_WORD = re.compile(rf"(?<![\w./'\"])(?:{_WORDS})(?!\.?[\w/'\"(])")
_BEGINS = re.compile(r"(?:^|[.?!] )$")


def in_text_spelling(sentence: str) -> str:
    """A sentence with every answer in it written as in player texts.

    What stands in quotes is what somebody wrote and stays. So does a word at the beginning of a
    sentence that would have its capital there anyway, such as Worlds.

    Examples:
        >>> in_text_spelling("Write hidden=Nothing(peek=True) or hidden=InformationSets().")
        'Write hidden=nothing(peek=true) or hidden=information_sets.'
        >>> in_text_spelling("The count of Worlds must be 1 or more, or None.")
        'The count of worlds must be 1 or more, or none.'
    """
    shown, done = "", 0
    while (found := _CALL.search(sentence, done)) is not None:
        end = _end(sentence, found.end())
        shown += sentence[done : found.start()] + _spelled(sentence[found.start() : end])
        done = end
    return _WORD.sub(_word, shown + sentence[done:])


def _word(found: re.Match[str]) -> str:
    """A name of an answer, or one of the constants, alone."""
    name = found[0]
    capitalised = name[1:] == name[1:].lower() and not name[1:].isdigit()
    if capitalised and _BEGINS.search(found.string[: found.start()]):
        return name
    return snake_case(name)


def _end(sentence: str, place: int) -> int:
    """Where the bracket ends that was opened before a place."""
    depth = 1
    while depth and place < len(sentence):
        depth += (sentence[place] in "([{") - (sentence[place] in ")]}")
        place += 1
    return place


def _spelled(call: str) -> str:
    try:
        return text_of(_value(ast.parse(call.replace("(...)", "()"), mode="eval").body))
    except (SyntaxError, ValueError):
        return call


def _value(node: ast.expr) -> Value:
    if isinstance(node, ast.Call):
        name = snake_case(ast.unparse(node.func))
        options = tuple((str(each.arg), _value(each.value)) for each in node.keywords)
        return Named(name, tuple(map(_value, node.args)), options)
    if isinstance(node, ast.Name):
        return Named(node.id)
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(map(_value, node.elts))
    value: Value = ast.literal_eval(node)
    return value
