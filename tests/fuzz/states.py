"""Positions: whatever a state is asked or given, it answers, or refuses and stays as it was."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

from otherminds import Stream, game_names, load
from otherminds.contracts import CHANCE, OthermindsError
from tests.safety.test_damaged_pickles import signed

FULL = 800_000

Rng = random.Random

SMALL: dict[str, dict[str, Any]] = {
    "catan": {"points": 4, "turns": 20},
    "cluedo": {"turns": 20},
    "othello": {"size": 6},
    "tiny_coop": {"ticks": 40},
}
PER_POSITION = 50


@functools.cache
def _game(name: str) -> Any:
    return load(name, **SMALL.get(name, {}))


def _position(rng: Rng) -> Any:
    """A position that random play may reach."""
    state = _game(rng.choice(game_names())).initial_state(rng.randrange(2**32))
    chance = Stream(rng.randrange(2**32)).rng()
    for _ in range(rng.choice([0, 1, 5, 30, 200])):
        if state.is_terminal():
            break
        if state.actor() == CHANCE:
            state.apply_action(state.sample_outcome(chance))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def _number(rng: Rng) -> Any:
    return rng.choice(
        [
            *(rng.randrange(-3, 40), rng.randrange(-(2**70), 2**70), 2**31, -(2**31), 2**63, 2**64),
            *(0, -1, True, None, 1.0, float("nan"), "0", b"0", [], {}, 10**400),
        ]
    )


def _text(rng: Rng, text: str) -> str:
    """A text with a few characters changed, or one of nothing sensible."""
    if rng.random() < 0.2:
        return "".join(chr(rng.choice([rng.randrange(128), 0x202E, 0x1F0A1])) for _ in range(9))
    characters = list(text)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(characters) + 1)
        characters[place : place + rng.randrange(2)] = rng.choice(
            ["", " ", "9", "-", "\0", "ß", text]
        )
    return "".join(characters)


def other_value(rng: Rng, values: Any) -> Any:
    """Plain values of which one is another."""
    if isinstance(values, dict) and values and rng.random() < 0.9:
        name = rng.choice(sorted(values))
        changed = dict(values)
        if rng.random() < 0.2:
            del changed[name]
        else:
            changed[rng.choice([name, name, name, "x"])] = other_value(rng, values[name])
        return changed
    if isinstance(values, list) and values and rng.random() < 0.9:
        place = rng.randrange(len(values))
        return [
            *values[:place],
            other_value(rng, values[place]),
            *values[place + rng.randrange(2) :],
        ]
    return _number(rng)


def _bytes(rng: Rng, data: bytes) -> bytes:
    """Bytes that were damaged; in half of the cases behind a checksum that was made to fit."""
    forged = rng.random() < 0.5
    changed = bytearray(data[:-8] if forged else data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        changed[rng.randrange(len(changed))] = rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
    if rng.random() < 0.2:
        del changed[rng.randrange(len(changed)) :]
    return signed(bytes(changed)) if forged else bytes(changed)


def _play_on(state: Any, rng: Rng) -> None:
    """What was read must be a state like any other, however it came about."""
    chance = Stream(rng.randrange(2**32)).rng()
    for _ in range(20):
        if state.is_terminal():
            state.returns()
            return
        if state.actor() == CHANCE:
            state.apply_action(state.sample_outcome(chance))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        state.view(0).legal_actions()


def _read_bytes(state: Any, rng: Rng) -> None:
    _play_on(state.game.state_from_bytes(_bytes(rng, state.to_bytes())), rng)


def _read_values(state: Any, rng: Rng) -> None:
    _play_on(state.game.state_from_dict(other_value(rng, state.to_dict())), rng)


def _read_json(state: Any, rng: Rng) -> None:
    _play_on(state.game.state_from_json(_text(rng, state.to_json())), rng)


def _action(state: Any, rng: Rng) -> int:
    legal: list[int] = [] if state.is_terminal() else state.view(0).legal_actions()
    return rng.choice([0, *legal])


def _apply_impossible(state: Any, rng: Rng) -> None:
    beyond = max(state.game.action_count, state.game.outcome_count)
    state.apply_action(rng.choice([-5, beyond, beyond + rng.randrange(1000), 2**31, -(2**63)]))


def _load(state: Any, rng: Rng) -> None:
    options = other_value(rng, dict(state.game.options))
    if isinstance(options, dict):
        load(state.game.name, **options).initial_state(1)


def _ask_policy(state: Any, rng: Rng) -> None:
    names: list[str] = getattr(state.game, "policies", list)()
    if names:
        state.game.policy(
            rng.choice([*names, "x"]), other_value(rng, {"perturb": 0.1, "rules": []})
        )


REQUESTS: list[Callable[[Any, Rng], Any]] = [
    lambda state, rng: state.copy().apply_action(_number(rng)),
    _apply_impossible,
    lambda state, rng: state.observation(_number(rng), _number(rng)),
    lambda state, rng: state.actions_of_type(_number(rng)),
    lambda state, rng: state.view(_number(rng)),
    lambda state, rng: state.game.action_text(_number(rng)),
    lambda state, rng: state.game.outcome_text(_number(rng)),
    lambda state, rng: state.game.type_of(_number(rng)),
    lambda state, rng: state.game.action_parts(_number(rng)),
    lambda state, rng: state.game.action_from_parts(
        other_value(rng, state.game.action_parts(_action(state, rng)))
    ),
    lambda state, rng: state.game.parse_action(
        _text(rng, state.game.action_text(_action(state, rng)))
    ),
    lambda state, rng: state.game.parse_outcome(_text(rng, "roll 7")),
    lambda state, rng: state.game.belief(_number(rng)),
    _read_bytes,
    _read_bytes,
    _read_values,
    _read_json,
    _load,
    _ask_policy,
]


def fuzz(count: int, seed: int) -> str:
    answered = refused = 0
    state: Any = None
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        if number % PER_POSITION == 0:
            state = _position(random.Random(f"{seed} position {number}"))
            before = state.to_bytes()
        try:
            rng.choice(REQUESTS)(state, rng)
            answered += 1
        except (OthermindsError, TypeError, OverflowError):
            refused += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, input {number}: {state!r}") from error
        assert state.to_bytes() == before, f"seed {seed}, input {number}: {state!r} has changed"
    return f"{answered:,} answered and {refused:,} refused"
