"""Catan at the table: what a person is told, and notes on the hands of others."""

from __future__ import annotations

from typing import Any

from otherminds.contracts import CHANCE, OptionError
from otherminds.games.catan.beliefs import cards, counts
from otherminds.games.catan.board import CARDS, RESOURCES

__all__ = ["ending", "goal", "notes", "seat_name", "told"]

_COLOURS = ("red", "blue", "green", "yellow")

_KIND, _WHAT, _TO = 4, 5, 6  # places of an observation's facts; those before are by seat
_KNOWN, _MONOPOLIZED, _UNKNOWN = 1, 2, 3
_ROLLING, _STEALING, _DRAWING = 3, 7, 9  # phases


def told(view: Any, seen: Any) -> str:
    """What a seat witnesses of an action, as a sentence; empty where the next one says it all.

    Args:
        view: the seat's, before the action.
        seen: what the seat witnesses of it.

    Examples:
        >>> from otherminds import load
        >>> state = load("catan").initial_state()
        >>> action = state.game.parse_action("build settlement at 17")
        >>> told(state.view(1), state.observation(action, 1))
        'Seat 0 builds settlement at 17.'
        >>> told(state.view(0), state.observation(action, 0))
        'You build settlement at 17.'
    """
    if not CHANCE <= seen.actor < view.game.seats:
        raise OptionError(f"Nobody at a table of Catan witnesses {seen!r}.")
    text = _of_chance(view, seen) if seen.actor == CHANCE else _of_seat(view, seen)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _name(view: Any, seat: int) -> str:
    return "you" if seat == view.seat else f"seat {seat}"


def _of_chance(view: Any, seen: Any) -> str:
    table = view.facts["table"]
    who, phase = _name(view, table["acting"]), table["phase"]
    if seen.facts[_KIND] == _UNKNOWN:
        if seen.facts[_TO] < 0:
            return f"{_name(view, seen.facts[_WHAT])} lost a card"
        return f"{who} stole a card from {_name(view, seen.facts[_WHAT])}"
    if seen.action is None:
        return ""  # that a card was bought has been said
    text = f"{who} {view.game.outcome_text(seen.action)}"
    if phase == _ROLLING:
        gains = _gains(view, seen) if seen.facts[_KIND] == _KNOWN else []
        return f"{text}: {', '.join(gains)}" if gains else text
    return f"{text} from {_name(view, table['victim'])}" if phase == _STEALING else text


def _gains(view: Any, seen: Any) -> list[str]:
    """Who got what, the person first."""
    gains = []
    for seat in sorted(range(view.game.seats), key=lambda seat: seat != view.seat):
        cards = [
            name if count == 1 else f"{count} {name}"
            for place, name in enumerate(RESOURCES)
            if (count := seen.facts[seat] >> 6 * place & 63)
        ]
        if cards:
            verb = "get" if seat == view.seat else "gets"
            gains.append(f"{_name(view, seat)} {verb} {' + '.join(cards)}")
    return gains


def _of_seat(view: Any, seen: Any) -> str:
    who = _name(view, seen.actor)
    if seen.action is None:
        return f"{who} discards a card"
    text: str = view.game.action_text(seen.action)
    if text in ("roll", "end turn"):
        return ""
    text = text.replace(f"seat {view.seat}", "you")
    if seen.actor != view.seat:
        verb, _, rest = text.partition(" ")
        text = f"{verb}s {rest}".strip().replace(" and steal ", " and steals ")
    if seen.facts[_KIND] == _MONOPOLIZED:
        losses = [
            f"{seen.facts[seat]} from {_name(view, seat)}"
            for seat in range(view.game.seats)
            if seen.facts[seat] > 0
        ]
        text += f": {', '.join(losses)}"
    return f"{who} {text}"


def notes(belief: Any) -> str:
    """What everybody holds: cards by number, or ~ and the average; chances of development cards.

    Examples:
        >>> from otherminds import load
        >>> game = load("catan", players=2)
        >>> print(notes(game.belief(game.initial_state().view(0))))
                 clay    ore  sheep  wheat   wood  knight  point  roads  plenty  monopoly
        seat 0      0      0      0      0      0       -      -      -       -         -
        seat 1      0      0      0      0      0       -      -      -       -         -
    """
    columns = dict(zip(CARDS, ("knight", "point", "roads", "plenty", "monopoly"), strict=True))
    rows = [
        "      "
        + "".join(f"{name:>7}" for name in RESOURCES)
        + "".join(f"  {name:>5}" for name in columns.values())
    ]
    for seat, (hand, kinds) in enumerate(zip(counts(belief), cards(belief), strict=True)):
        amounts = "".join(f"{_amount(chances):>7}" for chances in hand.values())
        held = "".join(
            f"  {_percent(kinds[kind]):>{max(5, len(name))}}" for kind, name in columns.items()
        )
        rows.append(f"seat {seat}{amounts}{held}")
    return "\n".join(rows)


def _amount(chances: list[float]) -> str:
    possible = [count for count, chance in enumerate(chances) if chance > 0]
    if len(possible) == 1:
        return str(possible[0])
    return f"~{sum(count * chance for count, chance in enumerate(chances)):.1f}"


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance else "-"


def seat_name(game: Any, seat: int) -> str:
    """What a seat is called: the colour of its pieces on the board."""
    del game
    return _COLOURS[seat]


def goal(game: Any, seat: int) -> str:
    """What a seat plays for."""
    del seat
    return f"Be the first with {game.options['points']} points."


def ending(state: Any, seat: int | None) -> str:
    """How a finished game ended, for a seat or for onlookers (None)."""
    values = state.to_dict()
    table, held = values["table"], values["held"]
    cards = [of[CARDS.index("victory point")] for of in held]
    points = [table["points"][each] + cards[each] for each in range(state.game.seats)]
    if max(state.returns()) <= 0:
        return f"Nobody wins within {table['turn']:,} turns."
    winner = state.returns().index(max(state.returns()))
    who = "You win" if winner == seat else f"Seat {winner} ({_COLOURS[winner]}) wins"
    others = [
        f"{'you have' if each == seat else f'seat {each} ({_COLOURS[each]})'} {points[each]}"
        for each in sorted(range(state.game.seats), key=lambda each: -points[each])
        if each != winner
    ]
    return f"{who} with {points[winner]} points in turn {table['turn']:,}; {', '.join(others)}."
