"""The detective's sheet as a picture: what a view alone tells about where each card is."""

from __future__ import annotations

from otherminds import _core
from otherminds.games.cluedo.beliefs import counts_of, members, names_of
from otherminds.games.svg import Sketch, group, placard, shape, shortened, text

__all__ = ["sheet_rows"]

_ROW, _NAME, _MARGIN = 17, 92, 10


def sheet_rows(sketch: Sketch, *, y: float, width: float) -> tuple[list[str], float]:
    """The sheet, rooms on the right where two columns fit, and how high it is."""
    cards, seats = names_of(sketch.position.game)
    counts = counts_of(sketch.position.game)
    chances = _chances(sketch, len(cards))
    kinds = [
        range(counts[0]),
        range(counts[0], counts[0] + counts[1]),
        range(counts[0] + counts[1], len(cards)),
    ]
    columns = 2 if len(seats) < 5 else 1
    wide = (width - (1 + columns) * _MARGIN) / columns
    step = (wide - _NAME - 6) / (1 + len(seats))
    blocks, tallest = [], 0.0
    for place, shown in enumerate((kinds[:2], kinds[2:]) if columns == 2 else (kinds,)):
        rows, at = [_head(sketch, seats, step)], float(_ROW)
        for kind in shown:
            rows += _block(sketch, cards, kind, chances, step, at)
            at += _ROW * len(kind) + 6
        tallest = max(tallest, at)
        blocks.append((rows, _MARGIN + place * (wide + _MARGIN)))
    return [group(placard(0, 0, wide, tallest), *rows, x=x, y=y) for rows, x in blocks], tallest


def _chances(sketch: Sketch, cards: int) -> list[list[float]]:
    """For each card the chance of each place, the envelope first; a state knows the truth."""
    position, facts = sketch.position, sketch.facts
    if "seat" in facts:
        return _core.cluedo_chances(position.game.belief(position), "exact")
    found = [[0.0] * (1 + position.game.seats) for _ in range(cards)]
    for place, held in enumerate([facts["envelope"], *facts["hands"][: position.game.seats]]):
        for card in members(held):
            found[card][place] = 1.0
    return found


def _head(sketch: Sketch, seats: list[str], step: float) -> str:
    own = getattr(sketch.position, "seat", None)
    out = sketch.facts["table"]["out"]
    heads = [text(_NAME + step / 2, 10, "✉", size=14)]
    for seat, name in enumerate(seats):
        line = "line-through" if out >> seat & 1 else "underline" if seat == own else None
        x, bold = _NAME + step * (seat + 1.5), seat == own
        heads.append(text(x, 10, name[:2], size=12, bold=bold, text_decoration=line))
    return "".join(heads)


def _block(
    sketch: Sketch,
    cards: list[str],
    which: range,
    chances: list[list[float]],
    step: float,
    top: float,
) -> list[str]:
    game, table = sketch.position.game, sketch.facts["table"]
    asked = set(table["suggestion"].values())
    found = []
    for row, card in enumerate(which):
        y = top + _ROW * row + _ROW / 2
        ground = shape(
            "rect",
            x=3,
            y=y - _ROW / 2,
            width=_NAME + step * len(chances[card]),
            height=_ROW - 1,
            rx=4,
            fill="paper" if card in asked else "panel",
        )
        name = shortened(cards[card], 13)
        line = [ground, text(8, y, name, size=12, anchor="start", bold=card in asked)]
        lies_open = not any(chances[card])
        for place, chance in enumerate(chances[card]):
            line.append(_mark(chance, _NAME + step * (place + 0.5), y, lies_open))
        show = game.action_from_parts({"type": "show", "card": cards[card]})
        found.append(sketch.part([show], *line))
    return found


def _mark(chance: float, x: float, y: float, lies_open: bool) -> str:
    """A disc and a cross are certain; a number is never a rounded certainty."""
    if chance == 1:
        return shape("circle", cx=x, cy=y, r=5, fill="good")
    if chance == 0:
        return text(x, y, "–" if lies_open else "×", size=13, fill="faint")
    return text(x, y, min(max(round(100 * chance), 1), 99), size=11.5, fill="ink")
