"""Promises about rules: who acts, what is legal, chance, copies, files, names of actions."""

from __future__ import annotations

import copy
import json
import math
import pickle

from scipy import stats

from otherminds._core import Stream
from otherminds.conformance.random_games import (
    HUGE,
    Place,
    ascending,
    check_returns,
    dealt,
    playthroughs,
    short,
)
from otherminds.contracts import (
    CHANCE,
    NOBODY,
    FormatError,
    Game,
    IllegalActionError,
    OptionError,
    State,
)

CHANCE_ERROR_RATE = 1e-6
"""How often a position with right probabilities would be called wrong by the draws from it."""


def check_playthroughs(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Random games end; actors, legal actions and returns are as the protocol says."""
    low, high = game.return_range
    Place(game, seed, 0).require(low < high, f"the return_range is {game.return_range}.")
    for played in playthroughs(game, games, seed):
        for place, state in played.steps():
            actor, legal = state.actor(), state.legal_actions()
            place.require(
                actor in (CHANCE, NOBODY) or 0 <= actor < game.seats,
                f"the actor is {actor}; it must be a seat, CHANCE or NOBODY.",
            )
            place.require(state.game == game, "the state names another game as its own.")
            place.require(
                state.is_terminal() == (actor == NOBODY),
                "is_terminal() and actor() disagree on whether the game is over.",
            )
            place.require(
                ascending(legal, game.action_count),
                f"the legal actions {short(legal)} are not ascending ids below "
                f"{game.action_count}.",
            )
            place.require(
                bool(legal) == (actor >= 0),
                f"there are {len(legal)} legal actions where the actor is {actor}.",
            )
            place.require(bool(str(state)), "the state prints as nothing.")
            if actor != NOBODY:
                place.raises(IllegalActionError, "returns() before the end", state.returns)
                continue
            check_returns(state, place)


def check_chance(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Outcomes are ascending with probabilities that sum to 1, and draws follow them.

    Draws are compared by a chi-square test at up to ten positions; each raises a false alarm with
    a probability of one in a million (for one seed it always does or never does).
    """
    draws, tested = 2000, set[int]()
    for played in playthroughs(game, games, seed):
        for place, state in played.steps():
            rng = Stream(played.seed).child("chance").child(place.move).rng()
            outcomes = state.chance_outcomes()
            if state.actor() != CHANCE:
                place.require(not outcomes, "there are chance outcomes but chance does not act.")
                place.raises(
                    IllegalActionError,
                    "a draw where chance does not act",
                    state.sample_outcome,
                    rng,
                )
                continue
            ids = [outcome for outcome, _ in outcomes]
            chances = [chance for _, chance in outcomes]
            place.require(bool(ids), "chance acts but has no outcome.")
            place.require(
                ascending(ids, game.outcome_count),
                f"the outcomes {short(ids)} are not ascending ids below {game.outcome_count}.",
            )
            place.require(
                all(chance > 0 for chance in chances) and abs(math.fsum(chances) - 1) < 1e-9,
                f"the probabilities {short(chances)} are not positive numbers that sum to 1.",
            )
            before = state.to_bytes()
            few = 3 if state.key() in tested or len(tested) >= 10 else draws
            drawn = [state.sample_outcome(rng) for _ in range(few)]
            place.require(state.to_bytes() == before, "drawing an outcome changed the state.")
            place.require(set(drawn) <= set(ids), "an outcome was drawn that is not possible.")
            if few == draws:
                tested.add(state.key())
                _require_drawn_by(chances, [drawn.count(outcome) for outcome in ids], place)


def _require_drawn_by(chances: list[float], counts: list[int], place: Place) -> None:
    """A chi-square test; rare outcomes are taken together, where the test would be inexact."""
    total = sum(counts)
    expected, observed, rare = list[float](), list[int](), [0.0, 0]
    for chance, count in zip(chances, counts, strict=True):
        if chance * total < 10:
            rare = [rare[0] + chance * total, rare[1] + count]
        else:
            expected.append(chance * total)
            observed.append(count)
    if rare[0] >= 10:
        expected.append(rare[0])
        observed.append(int(rare[1]))
    scale = sum(observed) / sum(expected) if expected else 1.0
    if len(expected) < 2 or scale == 0:
        return
    pvalue = float(stats.chisquare(observed, [scale * value for value in expected]).pvalue)
    place.require(
        pvalue > CHANCE_ERROR_RATE,
        f"of {total} draws the outcomes came {counts} times, which does not fit the probabilities "
        f"{chances}.",
    )


def check_copies(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Copies are independent and pickles whole; the same moves give the same states again."""
    for played in playthroughs(game, games, seed):
        again = dealt(game, played.seed)
        for index, (place, state) in enumerate(played.steps()):
            before = state.to_bytes()
            for name, twin in (
                ("the same moves played again", again),
                ("copy()", state.copy()),
                ("copy.copy()", copy.copy(state)),
                ("copy.deepcopy()", copy.deepcopy(state)),
                ("a pickle", pickle.loads(pickle.dumps(state))),
            ):
                _require_same(place, state, twin, name)
                if index < len(played.moves) and twin is not again:
                    twin.apply_action(played.moves[index])
                    place.require(
                        state.to_bytes() == before, f"a move made on {name} changed the original."
                    )
            if index < len(played.moves):
                again.apply_action(played.moves[index])
        place = played.place(0)
        restored = pickle.loads(pickle.dumps(game))
        place.require(
            restored == game and hash(restored) == hash(game), "the game's pickle is another game."
        )


def _require_same(place: Place, state: State, twin: State, name: str) -> None:
    place.require(twin is not state, f"{name} gave the same object, not a copy.")
    place.require(twin == state, f"{name} gave a state that is not equal.")
    place.require(twin.key() == state.key(), f"{name} gave a state with another key.")
    place.require(twin.to_bytes() == state.to_bytes(), f"{name} gave a state with other bytes.")
    place.require(twin.to_json() == state.to_json(), f"{name} gave a state with other JSON.")
    place.require(twin.game == place.game, f"{name} gave a state of another game.")


def check_storage(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Bytes, JSON and plain values come back as the state they were made from, everywhere."""
    for played in playthroughs(game, games, seed):
        for place, state in played.steps():
            plain = json.loads(json.dumps(state.to_dict()))
            place.require(json.loads(state.to_json()) == plain, "to_json() and to_dict() disagree.")
            for name, twin in (
                ("state_from_bytes", game.state_from_bytes(state.to_bytes())),
                ("state_from_json", game.state_from_json(state.to_json())),
                ("state_from_dict", game.state_from_dict(state.to_dict())),
                ("state_from_dict of values read as JSON", game.state_from_dict(plain)),
            ):
                _require_same(place, state, twin, name)


def check_action_texts(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Every action and outcome prints as a text of its own and parses back, whatever its case."""
    del games
    place = Place(game, seed, 0)
    for kind, count, text_of, parse in (
        ("action", game.action_count, game.action_text, game.parse_action),
        ("outcome", game.outcome_count, game.outcome_text, game.parse_outcome),
    ):
        texts = [text_of(number) for number in range(count)]
        place.require(all(texts), f"an {kind} prints as nothing.")
        place.require(
            len({text.lower() for text in texts}) == count,
            f"two {kind}s print as the same text, case aside.",
        )
        for number, text in enumerate(texts):
            for written in (text, text.upper(), text.lower()):
                place.require(
                    parse(written) == number, f"{written!r} does not parse back to {kind} {number}."
                )
        for number in (-1, count, 2**31, -HUGE, HUGE):
            place.raises(IllegalActionError, f"the text of {kind} {number}", text_of, number)
        for text in ("", "no such thing", "\0", "x" * 10_000):
            place.raises(FormatError, f"parsing {short(text)} as {kind}", parse, text)


def check_action_types(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Every action has one type; the types divide the legal actions of every position."""
    place = Place(game, seed, 0)
    types = len(game.action_types)
    place.require(
        types > 0 and len(set(game.action_types)) == types, "the action types need distinct names."
    )
    for action in range(game.action_count):
        place.require(
            0 <= game.type_of(action) < types,
            f"action {action} has the type {game.type_of(action)}; there are {types} types.",
        )
    for action in (-1, game.action_count, HUGE):
        place.raises(IllegalActionError, f"the type of action {action}", game.type_of, action)
    for played in playthroughs(game, games, seed):
        for place, state in played.steps():
            legal = state.legal_actions()
            by_type = {kind: state.actions_of_type(kind) for kind in range(types)}
            place.require(
                by_type
                == {kind: [a for a in legal if game.type_of(a) == kind] for kind in range(types)},
                "actions_of_type() does not divide the legal actions by their type.",
            )
            place.require(
                state.legal_types() == [kind for kind in range(types) if by_type[kind]],
                f"legal_types() gave {state.legal_types()}, not the types that have actions.",
            )
            for kind in (-1, types):
                place.raises(
                    OptionError, f"the actions of type {kind}", state.actions_of_type, kind
                )
