"""Building blocks of drawings: shapes with escaped texts, one palette, parts that carry actions.

A drawing has its own background and fits light and dark pages: a colour of `PALETTE` has two
values, and the page's colour scheme (the browser's, where the drawing is a file of its own) picks
one of them. Programs that do not know about colour schemes show the light one.

Examples:
    >>> from otherminds import load
    >>> sketch = Sketch(load("tic_tac_toe").initial_state())
    >>> sketch.part([4], shape("circle", cx=50, cy=50, r=40, fill="panel"))
    '<g class="om-part" data-actions="4"><title>b2</title><circle cx="50" cy="50" r="40" \
fill="#f1f4f8" class="om-f-panel"/></g>'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from otherminds.contracts import CHANCE, NOBODY, Drawing

__all__ = [
    "PALETTE",
    "SEATS",
    "Sketch",
    "facts_of",
    "group",
    "placard",
    "playing_card",
    "seat_badge",
    "shape",
    "shortened",
    "text",
    "title",
    "turn_of",
]

PALETTE: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#ffffff", "#12171f"),
    "panel": ("#f1f4f8", "#1f2733"),
    "line": ("#c4ccd8", "#475366"),
    "ink": ("#18212d", "#eef2f7"),
    "soft": ("#526072", "#aab6c5"),
    "faint": ("#aeb8c5", "#5d6b7e"),
    "mark": ("#c2410c", "#ffa94d"),
    "good": ("#0b7a4b", "#4ade9b"),
    "bad": ("#b3261e", "#ff8a80"),
}
"""Colours by name, each for light and for dark pages."""

SEATS: Final = ("#c92a2a", "#1c6fd1", "#0b8457", "#f2b705", "#7b3fb5", "#4a5568")
"""The colour of each seat, the same on light and dark pages; a drawing also writes the number."""

_ON_SEATS: Final = ("#ffffff", "#ffffff", "#ffffff", "#1b1b1b", "#ffffff", "#ffffff")
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',Arial,sans-serif"
_CLASS: Final = re.compile(r'class="om-([fs])-(\w+)(?: om-([fs])-(\w+))?"')
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_TITLES: Final = 4


def _clean(words: object) -> str:
    """A text without the characters that XML cannot hold."""
    return _UNWRITABLE.sub("\ufffd", str(words))


def _value(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else _clean(value)


def shape(tag: str, *inside: str, **attributes: object) -> str:
    """An element of SVG.

    Args:
        tag: its name.
        inside: elements within it, ready-made.
        attributes: of the element, with ``_`` for ``-``; escaped. ``fill`` and ``stroke`` may be
            names of `PALETTE`.

    Examples:
        >>> shape("circle", r=4.0, stroke_width=2, fill="#fff")
        '<circle r="4" stroke-width="2" fill="#fff"/>'
    """
    written, classes = [], []
    for name, value in attributes.items():
        if value is None:
            continue
        if name in ("fill", "stroke") and value in PALETTE:
            classes.append(f"om-{name[0]}-{value}")
            value = PALETTE[str(value)][0]
        written.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(_value(value))}")
    if classes:
        written.append(f' class="{" ".join(classes)}"')
    start = f"<{tag}{''.join(written)}"
    return f"{start}>{''.join(inside)}</{tag}>" if inside else f"{start}/>"


def text(
    x: float,
    y: float,
    words: object,
    *,
    size: float = 13,
    fill: str = "ink",
    anchor: str = "middle",
    bold: bool = False,
    **attributes: object,
) -> str:
    """Words on a line whose middle is at a height ``y``; escaped.

    Examples:
        >>> text(5, 5, "a < b", fill="#000")
        '<text x="5" y="5" dy=".35em" font-size="13" text-anchor="middle" fill="#000">a &lt; b\
</text>'
    """
    weight = {"font_weight": 700} if bold else {}
    place = {"x": x, "y": y, "dy": ".35em", "font_size": size, "text_anchor": anchor}
    return shape("text", escape(_clean(words)), **place, fill=fill, **weight, **attributes)


def title(words: object) -> str:
    """What a page shows for the element around it when the pointer rests there; escaped."""
    return shape("title", escape(_clean(words)))


def group(*inside: str, x: float = 0, y: float = 0, **attributes: object) -> str:
    """Elements moved to a place together."""
    moved = {"transform": f"translate({_value(x)} {_value(y)})"} if x or y else {}
    return shape("g", *(inside or ("",)), **moved, **attributes)


def shortened(words: object, most: int) -> str:
    """A text of at most so many letters.

    Examples:
        >>> shortened("conservatory", 8)
        'conserv…'
    """
    whole = str(words)
    return whole if len(whole) <= most else f"{whole[: most - 1]}…"


def seat_badge(seat: int, *, x: float, y: float, r: float = 11) -> str:
    """A disc in a seat's colour with its number."""
    return group(
        shape("circle", r=r, fill=SEATS[seat], stroke="ink", stroke_width=1),
        text(0, 0, seat, size=round(1.25 * r, 1), fill=_ON_SEATS[seat], bold=True),
        x=x,
        y=y,
    )


def placard(x: float, y: float, width: float, height: float, *, fill: str = "panel") -> str:
    """A rounded ground for things that belong together."""
    return shape("rect", x=x, y=y, width=width, height=height, rx=8, fill=fill)


def playing_card(
    face: tuple[str, str] | None, *, x: float, y: float, hidden: str = "hidden"
) -> str:
    """A playing card: its rank and its suit, or the back of one that is not seen."""
    frame = {"width": 60, "height": 74, "rx": 7, "stroke": "soft"}
    if face is None:
        back = shape("rect", **frame, fill="line", stroke_dasharray="5 4")
        return group(title(hidden), back, text(30, 37, "?", size=26, fill="soft"), x=x, y=y)
    rank, suit = face
    colour = "#b3261e" if suit in "♥♦" else "#15181c"
    return group(
        shape("rect", **frame, fill="#fdfdf9"),
        text(30, 26, rank, size=28, fill=colour, bold=True),
        text(30, 55, suit, size=22, fill=colour),
        x=x,
        y=y,
    )


def facts_of(position: Any) -> dict[str, Any]:
    """What a position tells: the facts of a view, or everything about a state."""
    return position.to_dict() if hasattr(position, "to_dict") else dict(position.facts)


def turn_of(position: Any) -> str:
    """Who acts, in words; you are the seat of a view.

    Examples:
        >>> from otherminds import load
        >>> state = load("hanabi").initial_state()
        >>> turn_of(state), turn_of(state.view(0)), turn_of(state.view(1))
        ('seat 0 to act', 'you to act', 'seat 0 to act')
    """
    actor = position.actor()
    if actor in (CHANCE, NOBODY):
        return "chance acts" if actor == CHANCE else "the game is over"
    return "you to act" if actor == getattr(position, "seat", None) else f"seat {actor} to act"


class Sketch:
    """A drawing in the making: it knows which legal actions are on a part already.

    Attributes:
        facts: what the position tells.
        legal: the legal actions of the position.
    """

    def __init__(self, position: Any) -> None:
        """Begin the drawing of a view or of a whole state."""
        self.position = position
        self.facts = facts_of(position)
        self.legal = frozenset(position.legal_actions())
        self._placed: set[int] = set()

    def part(self, actions: Iterable[int], *inside: str) -> str:
        """Elements that stand for those of the actions that are legal; plain ones if none is."""
        own = sorted(self.legal.intersection(actions))
        if not own:
            return "".join(inside)
        self._placed.update(own)
        texts = [self.position.game.action_text(action) for action in own[:_MOST_TITLES]]
        more = len(own) - len(texts)
        label = title("; ".join(texts) + (f"; {more} more" if more else ""))
        ids = " ".join(map(str, own))
        return f'<g class="om-part" data-actions="{ids}">{label}{"".join(inside)}</g>'

    def drawing(self, width: float, height: float, words: str, *inside: str) -> Drawing:
        """The finished drawing: what no part stands for is listed."""
        body = shape("rect", width=width, height=height, rx=10, fill="paper") + "".join(inside)
        root = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_value(width)} {_value(height)}",
            "width": width,
            "height": height,
            "class_": "om-drawing",
            "role": "img",
            "font_family": _FONT,
            "style": "max-width:100%;height:auto",
        }
        game, listed = self.position.game, dict[str, tuple[int, ...]]()
        for action in sorted(self.legal - self._placed):
            kind = game.action_types[game.type_of(action)]
            listed[kind] = (*listed.get(kind, ()), action)
        return Drawing(svg=shape("svg", title(words), _style(body), body, **root), listed=listed)


def _style(body: str) -> str:
    """The rules for the colours that are used; in a page of several drawings all of them agree."""
    used = {pair for found in _CLASS.findall(body) for pair in (found[:2], found[2:])}
    rules = [
        f".om-{kind}-{name}{{{what}:light-dark({light},{dark})}}"
        for name, (light, dark) in PALETTE.items()
        for kind, what in (("f", "fill"), ("s", "stroke"))
        if (kind, name) in used
    ]
    return shape(
        "style",
        "svg:root{color-scheme:light dark}.om-part{cursor:pointer}.om-part:hover{opacity:.75}",
        *rules,
    )
