"""Models from recorded games: taught, judged by games that they have not seen, described, kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from otherminds import _core
from otherminds.contracts import Game, OptionError
from otherminds.learn.measures import Fit, judge_chances, judge_values
from otherminds.learn.model_files import Arrays, write_model
from otherminds.learn.positions import Positions, positions_of
from otherminds.learn.records import Record
from otherminds.learn.training import Settings, chances, train, values
from otherminds.learn.type_counts import learn_types
from otherminds.search import TypeDistribution

__all__ = ["LearnedModel", "LearnedTypes", "Step", "learn_model", "learn_type_model"]

Progress = Callable[[str], object]
"""Told in words how far it is."""

_CURVE = (0.25, 0.5)


@dataclass(frozen=True)
class Step:
    """A point of a learning curve.

    Attributes:
        games: how many were learned from.
        fit: to the games of the first fold.
    """

    games: int
    fit: Fit


@dataclass(frozen=True)
class LearnedModel:
    """A model and how well it fits games that it has not learned from.

    Attributes:
        game: what was played.
        kind: ``softmax``, ``sigmoid``, ``frequency`` or ``value``.
        arrays: the weights, of a model that learned from all games.
        fit: by cross-validation over whole games.
        counted: the same of how often each action was chosen when it was legal, or of the mean
            return for values: what a model has to beat.
        curve: the fit by the number of games, the last of them all of the other folds.
        card: all this for people.
    """

    game: Game
    kind: str
    arrays: Arrays
    fit: Fit
    counted: Fit
    curve: tuple[Step, ...]
    card: dict[str, Any]

    def write(self, path: str | Path) -> None:
        """Write the file that `otherminds.search.Network` plays.

        Raises:
            FormatError: it cannot be written.
        """
        write_model(path, self.game, self.kind, self.card, self.arrays)


@dataclass(frozen=True)
class LearnedTypes:
    """A distribution over types of actions, judged like a network.

    Attributes:
        distribution: learned from all games; a player, a roll-out, a prior.
        fit: by cross-validation over whole games.
        counted: of the frequencies of single actions.
    """

    distribution: TypeDistribution
    fit: Fit
    counted: Fit


def learn_model(
    records: Sequence[Record],
    settings: Settings | None = None,
    *,
    counts: bool = False,
    folds: int = 5,
    curve: bool = True,
    data: Sequence[str] = (),
    checkpoints: str | Path | None = None,
    progress: Progress | None = None,
) -> LearnedModel:
    """Teach a model and judge it by cross-validation over whole games.

    Decisions of one game resemble each other, so that a game is either learned from or judged by.

    Args:
        records: games, all of one game with the same options.
        settings: how a network is taught; its kind says what.
        counts: count how often each action was chosen instead of teaching a network.
        folds: into how many parts the games are split, each of which judges once.
        curve: whether fewer games are tried, too.
        data: where the games come from, for the card.
        checkpoints: a folder for what is needed to go on after a kill; removed at the end.
        progress: told in words how far it is.

    Raises:
        OptionError: there are too few games, or PyTorch is not installed.
    """
    chosen = settings or Settings()
    positions = positions_of(records, forced=chosen.kind == "value")
    if chosen.kind == "value":
        positions = positions.part(~np.isnan(positions.returns[:, 0]))
    folder = None if checkpoints is None else Path(checkpoints)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    work = _Work(chosen, counts, folder, progress or (lambda _: None))
    of_fold = _folds(positions, folds, chosen.seed)
    fit, counted = work.cross_validated(positions, of_fold)
    steps = work.curve(positions, of_fold) if curve else ()
    arrays, passes = work.taught(positions, "all games")
    if folder is not None:
        shutil.rmtree(folder)
    kind = "frequency" if counts else chosen.kind
    card: dict[str, Any] = {
        "game": positions.game.name,
        "options": dict(positions.game.options),
        "date": date.today().isoformat(),
        "data": list(data),
        "games": len(np.unique(positions.matches)),
        "decisions": len(positions),
        "folds": folds,
        "fit": fit.to_dict(),
        "baseline": counted.to_dict(),
        "curve": [{"games": step.games, "fit": step.fit.to_dict()} for step in steps],
    }
    if not counts:
        card |= {
            "layers": list(chosen.layers),
            "seed": chosen.seed,
            "passes": passes,
            "rate": chosen.rate,
            "decay": chosen.decay,
            "batch": chosen.batch,
        }
    return LearnedModel(positions.game, kind, arrays, fit, counted, steps, card)


def _folds(positions: Positions, folds: int, seed: int) -> list[np.ndarray[Any, Any]]:
    """The numbers of the games of each fold."""
    games = np.unique(positions.matches)
    if not 2 <= folds <= len(games):
        raise OptionError(
            f"{len(games):,} games cannot be split into {folds} parts of at least one; give more "
            "games, or 2 folds or more."
        )
    if len(games) < 3:
        raise OptionError("At least three games are needed: to learn, to stop and to judge.")
    order = np.random.default_rng([seed, 3]).permutation(games)
    return np.array_split(order, folds)


@dataclass(frozen=True)
class _Work:
    """The trainings that judging a model takes."""

    settings: Settings
    counts: bool
    folder: Path | None
    tell: Progress

    def taught(self, positions: Positions, name: str) -> tuple[Arrays, int]:
        if self.counts:
            return _counted(positions), 0
        path = None if self.folder is None else self.folder / f"{name.replace(' ', '-')}.npz"

        def told(number: int, loss: float) -> None:
            self.tell(f"{name}: pass {number}, loss {loss:.4f}")

        trained = train(positions, self.settings, checkpoint=path, progress=told)
        return trained.arrays, trained.passes

    def said(self, positions: Positions, arrays: Arrays) -> list[Any]:
        """Of each decision: the chances of the legal actions, or the value."""
        if self.settings.kind == "value" and not self.counts:
            return list(values(positions, arrays)[:, 0])
        kind = "frequency" if self.counts else self.settings.kind
        return list(chances(positions, arrays, kind))

    def cross_validated(
        self, positions: Positions, of_fold: Sequence[np.ndarray[Any, Any]]
    ) -> tuple[Fit, Fit]:
        said: list[Any] = [None] * len(positions)
        plain: list[Any] = [None] * len(positions)
        for number, apart in enumerate(of_fold, 1):
            inside = np.isin(positions.matches, apart)
            learned, held = positions.part(~inside), positions.part(inside)
            arrays, _ = self.taught(learned, f"fold {number} of {len(of_fold)}")
            found = self.said(held, arrays)
            for place, each, base in zip(
                np.flatnonzero(inside).tolist(), found, self.baseline(learned, held), strict=True
            ):
                said[place], plain[place] = each, base
        return self.fit(positions, said), self.fit(positions, plain)

    def baseline(self, learned: Positions, held: Positions) -> list[Any]:
        if self.settings.kind == "value" and not self.counts:
            return [float(learned.returns[:, 0].mean())] * len(held)
        return list(chances(held, _counted(learned), "frequency"))

    def fit(self, positions: Positions, said: list[Any]) -> Fit:
        if self.settings.kind == "value" and not self.counts:
            return judge_values(positions, np.array(said, dtype=np.float64))
        return judge_chances(positions, said)

    def curve(
        self, positions: Positions, of_fold: Sequence[np.ndarray[Any, Any]]
    ) -> tuple[Step, ...]:
        held = positions.of_matches(of_fold[0].tolist())
        others = np.concatenate(of_fold[1:])
        steps = []
        for share in (*_CURVE, 1.0):
            games = others[: max(2, round(share * len(others)))]
            # The whole of it is the training of the first fold, whose checkpoint is still there.
            name = f"fold 1 of {len(of_fold)}" if share == 1 else f"{share:.0%} of the games"
            arrays, _ = self.taught(positions.of_matches(games.tolist()), name)
            found = self.said(held, arrays)
            steps.append(Step(len(games), self.fit(held, found)))
        return tuple(steps)


def _counted(positions: Positions) -> Arrays:
    """How often each action was chosen when it was legal, with half a choice added."""
    actions = positions.game.action_count
    chosen = np.bincount(positions.actions, minlength=actions)
    legal = np.bincount(positions.legal, minlength=actions)
    return {"weights": ((chosen + 0.5) / (legal + 1.0)).astype(np.float32)}


def learn_type_model(
    records: Sequence[Record], *, when: str | None = None, folds: int = 5, seed: int = 0
) -> LearnedTypes:
    """A type distribution from games, judged by cross-validation over whole games.

    Args:
        records: games, all of one game with the same options.
        when: as in `count_types`.
        folds: into how many parts the games are split.
        seed: decides the split.
    """
    positions = positions_of(records)
    said: list[Any] = [None] * len(positions)
    plain: list[Any] = [None] * len(positions)
    game = positions.game
    if not isinstance(game, _core.Game):
        raise OptionError(f"{game.name} is written in Python.")
    for apart in _folds(positions, folds, seed):
        inside = np.isin(positions.matches, apart)
        kept = set(apart.tolist())
        learned = [record for number, record in enumerate(records) if number not in kept]
        distribution = learn_types(learned, when=when)
        policy = game.policy("typed", distribution._policy()["options"])
        held = [records[number] for number in sorted(kept)]
        counted = chances(positions.part(inside), _counted(positions.part(~inside)), "frequency")
        places = iter(np.flatnonzero(inside).tolist())
        base = iter(counted)
        for record in held:
            for state, _ in record.decisions():
                legal = state.legal_actions()
                if len(legal) < 2:
                    continue
                shares = policy.probabilities(state.view(state.actor()), _core.Memory())
                place = next(places)
                said[place] = np.array([shares[action] for action in legal])
                plain[place] = next(base)
    return LearnedTypes(
        learn_types(records, when=when),
        judge_chances(positions, said),
        judge_chances(positions, plain),
    )
