"""Hanabi as a picture."""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.contracts import Drawing
from otherminds.games.hanabi.cards import COLOURS, HIDDEN, NO_CARD, card_text
from otherminds.games.svg import Sketch, group, placard, seat_badge, shape, text, title, turn_of

__all__ = ["drawing"]

_WIDTH, _MARGIN, _COLUMN, _CARD = 400, 14, 77, 64  # columns of cards, and a card's width
_FILLS = ("#cf3a3a", "#f5c518", "#1d8a50", "#1f6fd0", "#f6f6f1")
_INKS = ("#ffffff", "#1b1b1b", "#ffffff", "#ffffff", "#1b1b1b")
_RANKS = "12345"


def drawing(position: Any) -> Drawing:
    """A view or a state as a picture.

    Below each card stands what its holder was told: the colours and ranks that hints leave
    possible. Below the viewer's own cards also stands the card that each most probably is. The
    number in the corner of a card is its slot. An own card stands for playing
    and discarding it, another's for the hints that name it.

    Examples:
        >>> from otherminds import load
        >>> drawn = drawing(load("hanabi").initial_state().view(0))
        >>> drawn.svg[:4], drawn.listed
        ('<svg', {})
    """
    sketch = Sketch(position)
    game, facts = position.game, sketch.facts
    parts, y = [_tiles(game, facts)], 76
    stacks = range(game.options["colours"])
    parts += [_stack(colour, facts, _MARGIN + _COLUMN * colour, y) for colour in stacks]
    y += 106
    own = getattr(position, "seat", None)
    guesses = _guesses(position) if own is not None and not game.options["open_hand"] else []
    order = [(own or 0) + seat for seat in range(game.seats)]
    for seat in (place % game.seats for place in order):
        guessed = guesses if seat == own else []
        height = 142 if guessed else 126
        parts.append(_hand(sketch, seat, guessed, y))
        y += height + 8
    if event := _last_event(game, facts):
        parts.append(text(_MARGIN, y + 10, event, size=13, fill="soft", anchor="start"))
        y += 22
    words = f"Hanabi: {facts['clues']} clues, {facts['lives']} lives; {turn_of(position)}"
    return sketch.drawing(_WIDTH, y + 8, words, *parts)


def _tiles(game: Any, facts: dict[str, Any]) -> str:
    points = sum(facts["stacks"])
    if facts["lives"] == 0 and game.options["bombed"] == "lost":
        points = 0
    most = game.options["colours"] * game.options["ranks"]
    tiles = (
        ("clues", f"{facts['clues']} / {game.options['clues']}"),
        ("lives", f"{facts['lives']} / {game.options['lives']}"),
        ("points", f"{points} / {most}"),
        ("deck", str(facts["deck_left"])),
    )
    step = (_WIDTH - 2 * _MARGIN + 8) / len(tiles)
    found = []
    for place, (name, amount) in enumerate(tiles):
        inside = (
            placard(0, 0, step - 8, 50),
            text((step - 8) / 2, 15, name, size=13, fill="soft"),
            text((step - 8) / 2, 35, amount, size=18, bold=True),
        )
        found.append(group(*inside, x=_MARGIN + step * place, y=14))
    return "".join(found)


def _stack(colour: int, facts: dict[str, Any], x: float, y: float) -> str:
    """The top of a stack, and below it the ranks of that colour that were discarded."""
    top = facts["stacks"][colour]
    copies = [
        (facts["discarded"]["ones"] >> card & 1) + 2 * (facts["discarded"]["twos"] >> card & 1)
        for card in range(5 * colour, 5 * colour + 5)
    ]
    gone = "".join(rank * count for rank, count in zip(_RANKS, copies, strict=True))
    fill, ink = (_FILLS[colour], _INKS[colour]) if top else ("panel", "soft")
    return group(
        shape(
            "rect", width=_CARD, height=58, rx=8, fill=fill, stroke=_FILLS[colour], stroke_width=4
        ),
        shape("rect", width=_CARD, height=58, rx=8, fill="none", stroke="line"),
        text(_CARD / 2, 14, COLOURS[colour], size=12.5, fill=ink),
        text(_CARD / 2, 38, top, size=26, fill=ink, bold=True),
        text(_CARD / 2, 71, "discarded", size=12, fill="soft"),
        text(_CARD / 2, 87, gone or "–", size=13 if len(gone) < 8 else 10.5, fill="ink"),
        title(f"{COLOURS[colour]}: {top} played; discarded {gone or 'nothing'}"),
        x=x,
        y=y,
    )


def _guesses(view: Any) -> list[str]:
    """What each own card most probably is, with the chance."""
    found = []
    for chances in _core.hanabi_chances(view):
        best = max(range(len(chances)), key=chances.__getitem__)
        percent = min(round(100 * chances[best]), 100 if chances[best] == 1 else 99)
        found.append(f"{card_text(best)} {percent} %" if chances[best] > 0 else "")
    return found


def _hand(sketch: Sketch, seat: int, guesses: list[str], y: float) -> str:
    position, facts = sketch.position, sketch.facts
    own = seat == getattr(position, "seat", None)
    colours = facts["told_colours"] if own else facts["colours"][seat]
    ranks = facts["told_ranks"] if own else facts["ranks"][seat]
    acts = position.actor() == seat
    name = "you" if own else f"seat {seat}"
    inside = [
        placard(0, 0, _WIDTH - 2 * _MARGIN + 8, 142 if guesses else 126),
        seat_badge(seat, x=16, y=15, r=9.5),
        text(32, 15, f"{name} to act" if acts else name, size=14, anchor="start", bold=acts),
    ]
    for slot, card in enumerate(facts["hands"][seat]):
        if card != NO_CARD:
            told = colours[slot], ranks[slot]
            guess = guesses[slot] if guesses else ""
            inside.append(_card(sketch, seat, slot, card, told, guess))
    return group(*inside, x=_MARGIN - 4, y=y)


def _card(
    sketch: Sketch, seat: int, slot: int, card: int, told: tuple[int, int], guess: str
) -> str:
    """A card's face, or what is known of it, above what its holder was told."""
    game = sketch.position.game
    colours = [place for place in range(game.options["colours"]) if told[0] >> place & 1]
    ranks = [place for place in range(game.options["ranks"]) if told[1] >> place & 1]
    if card == HIDDEN:
        colour = colours[0] if len(colours) == 1 else None
        rank = ranks[0] if len(ranks) == 1 else None
    else:
        colour, rank = divmod(card, 5)
    fill, ink = ("paper", "ink") if colour is None else (_FILLS[colour], _INKS[colour])
    face = [
        shape("rect", y=29, width=_CARD, height=58, rx=8, fill=fill, stroke="soft"),
        text(_CARD / 2, 61, "?" if rank is None else rank + 1, size=28, fill=ink, bold=True),
    ]
    face.append(text(_CARD - 10, 41, slot, size=12, fill="soft" if colour is None else ink))
    if colour is not None:
        face.append(text(11, 41, COLOURS[colour][0].upper(), size=14, fill=ink, bold=True))
    letters = "".join(name[0] for name in COLOURS).upper()[: game.options["colours"]]
    face.append(_possible(letters, colours, 97))
    face.append(_possible(_RANKS[: game.options["ranks"]], ranks, 112))
    if guess:
        face.append(text(_CARD / 2, 129, guess, size=13))
    return group(
        sketch.part(_actions(sketch, seat, slot, card), *face),
        x=4 + _COLUMN * slot,
    )


def _possible(letters: str, possible: list[int], y: float) -> str:
    """The letters that are possible, each at its own place."""
    places = " ".join(f"{_CARD / 2 + 12 * (place - 2):g}" for place in range(len(letters)))
    shown = "".join(letter if place in possible else "·" for place, letter in enumerate(letters))
    return shape(
        "text",
        shown,
        x=places,
        y=y,
        dy=".35em",
        font_size=12.5,
        text_anchor="middle",
        fill="ink" if len(possible) < len(letters) else "soft",
        font_weight=700 if len(possible) == 1 else None,
    )


def _actions(sketch: Sketch, seat: int, slot: int, card: int) -> list[int]:
    """To play or discard the own card, or to hint at another's."""
    find = sketch.position.game.action_from_parts
    if seat == sketch.position.actor():
        return [find({"type": kind, "slot": slot}) for kind in ("play", "discard")]
    if card == HIDDEN:
        return []
    colour, rank = divmod(card, 5)
    return [
        find({"type": "hint colour", "colour": COLOURS[colour], "to": seat}),
        find({"type": "hint rank", "rank": rank + 1, "to": seat}),
    ]


def _last_event(game: Any, facts: dict[str, Any]) -> str:
    event = facts["events"][0]
    if event["seat"] < 0:
        return ""
    words = f"seat {event['seat']}: {game.action_text(event['action'])}"
    kind = game.action_types[game.type_of(event["action"])]
    if kind.startswith("hint"):
        return words
    fits = {"play": " fits" if event["fits"] else " does not fit"}.get(kind, "")
    return f"{words}: {card_text(event['card'])}{fits}"
