"""Search teaches network teaches search: networks taught by games of the search that they guide.

A generation plays games of the best player so far against itself, teaches two networks with the
games of the last generations, one what that player did (a prior), one what came of it (an
evaluation), and lets a search with these networks challenge the best player in a tournament in
which both think for the same time. Only a challenger that wins takes its place.

Everything stands in one folder, and what stands there is not done again: a loop that is killed goes
on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from otherminds.agents import Careless
from otherminds.arena.statistics import Interval
from otherminds.arena.tournaments import tournament
from otherminds.contracts import FormatError, Game, OptionError
from otherminds.contracts.files import write_whole
from otherminds.games import game_of
from otherminds.learn.model_files import write_model
from otherminds.learn.positions import Positions, positions_of
from otherminds.learn.records import Record, records_of_store
from otherminds.learn.training import Settings, train
from otherminds.search import PUCT, Evaluated, Network, Search

__all__ = ["Generation", "SelfPlay", "teach_by_self_play"]

Progress = Callable[[str], object]
"""Told in words how far it is."""


@dataclass(frozen=True, kw_only=True)
class SelfPlay:
    """How a loop goes.

    Attributes:
        games: of a generation with itself.
        iterations: of the search in these games.
        error: the share of moves in them that are random, so that no two games are alike.
        window: of how many generations' games the networks learn.
        gate: games of the tournament between a challenger and the best so far.
        seconds: that each of the two thinks per move there.
        share: of these games, more than which a challenger has to win.
        exploration: of the search with networks, see `PUCT`.
        settings: how networks are taught; their kind is set.
        seed: decides everything but what time decides.
    """

    games: int = 200
    iterations: int = 200
    error: float = 0.1
    window: int = 3
    gate: int = 60
    seconds: float = 0.05
    share: float = 0.5
    exploration: float = 1.5
    settings: Settings = field(default_factory=lambda: Settings(passes=15))
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if min(self.games, self.iterations, self.window, self.gate) < 1 or self.games < 3:
            raise OptionError(
                "A generation plays at least 3 games; iterations, window and gate are at least 1."
            )
        if not 0 < self.error < 1 or not 0 <= self.share < 1 or not self.seconds > 0:
            raise OptionError(
                "error is above 0 and below 1, share at least 0 and below 1, seconds above 0."
            )


@dataclass(frozen=True)
class Generation:
    """What became of one generation.

    Attributes:
        number: the first is 1.
        share: of the games of the gate that the challenger won, ties divided.
        accepted: whether it took the place of the best.
        policy: the file of its prior.
        value: the file of its evaluation.
    """

    number: int
    share: Interval
    accepted: bool
    policy: str
    value: str

    def player(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        exploration: float = 1.5,
    ) -> Search:
        """The search with the networks of this generation, with iterations, seconds or both."""
        return Search(
            bandit=PUCT(prior=Network(self.policy), exploration=exploration),
            rollout=Evaluated(Network(self.value)),
            iterations=iterations,
            seconds=seconds,
        )


def teach_by_self_play(
    game: Game | str,
    folder: str | Path,
    generations: int = 5,
    plan: SelfPlay | None = None,
    *,
    workers: int = 0,
    progress: Progress | None = None,
) -> list[Generation]:
    """Teach networks by self-play; ends with what became of each generation.

    Args:
        game: in which nothing is hidden, or the search plans by information sets.
        folder: for games, networks and results; made if it is not there. The networks are named by
            their path in it, so run a loop on from where it was begun.
        generations: how many there are to be in the folder at the end.
        plan: how; that of a folder cannot be changed.
        workers: processes to play in; 0 plays in this one.
        progress: told in words how far it is.

    Raises:
        OptionError: the folder is of another plan, or PyTorch is not installed.
        FormatError: what the folder holds is damaged.
    """
    loop = _Loop(game_of(game), Path(folder), plan or SelfPlay(), workers, progress or _silent)
    loop.begin()
    return [loop.generation(number) for number in range(1, generations + 1)]


def _silent(told: str) -> None:
    del told


class _Loop:
    def __init__(
        self, game: Game, folder: Path, plan: SelfPlay, workers: int, tell: Progress
    ) -> None:
        self._game = game
        self._folder = folder
        self._plan = plan
        self._workers = workers
        self._tell = tell
        self._best: Generation | None = None
        self._records: list[list[Record]] = []

    def begin(self) -> None:
        """Make the folder, or refuse one of another plan."""
        told = {
            "game": self._game.name,
            "options": dict(self._game.options),
            "plan": asdict(self._plan),
        }
        path = self._folder / "plan.json"
        text = json.dumps(told, indent=2) + "\n"
        if path.exists():
            if path.read_text(encoding="utf-8") != text:
                raise OptionError(
                    f"{self._folder} holds a loop of another game or plan; name another folder."
                )
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)

    def generation(self, number: int) -> Generation:
        """Play, learn, challenge; what is there already is only read."""
        self._records.append(self._play(number))
        found = self._kept(number)
        if found is None:
            policy, value = self._learn(number)
            found = self._challenge(number, policy, value)
            told = asdict(found)
            write_whole(self._path(number, "result.json"), json.dumps(told, indent=2) + "\n")
        if found.accepted:
            self._best = found
        return found

    def _player(
        self, of: Generation | None, iterations: int | None = None, seconds: float | None = None
    ) -> Search:
        """The search of a generation; without networks before there is one."""
        if of is None:
            return Search(iterations=iterations, seconds=seconds)
        return of.player(iterations=iterations, seconds=seconds, exploration=self._plan.exploration)

    def _path(self, number: int, name: str) -> Path:
        return self._folder / f"generation-{number:03}-{name}"

    def _kept(self, number: int) -> Generation | None:
        path = self._path(number, "result.json")
        if not path.exists():
            return None
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            return Generation(**{**told, "share": Interval(**told["share"])})
        except (ValueError, TypeError, KeyError) as error:
            raise FormatError(f"{path} is damaged; remove it to judge again.") from error

    def _play(self, number: int) -> list[Record]:
        plan, path = self._plan, self._path(number, "games.db")
        self._tell(f"generation {number}: {plan.games:,} games")
        player = Careless(self._player(self._best, iterations=plan.iterations), plan.error)
        tournament(
            self._game,
            [player],
            line_ups=[[0] * self._game.seats],
            games=plan.games,
            seed=plan.seed + number,
            store=path,
            workers=self._workers,
        )
        return records_of_store(path)[: plan.games]

    def _learn(self, number: int) -> tuple[str, str]:
        records = [record for each in self._records[-self._plan.window :] for record in each]
        files = []
        for kind in ("softmax", "value"):
            positions = positions_of(records, forced=kind == "value")
            files.append(self._taught(number, kind, positions))
        return files[0], files[1]

    def _taught(self, number: int, kind: str, positions: Positions) -> str:
        name = {"softmax": "policy", "value": "value"}[kind]
        path = self._path(number, f"{name}.om")
        if path.exists():
            return str(path)
        settings = replace(self._plan.settings, kind=kind, seed=self._plan.seed + number)
        checkpoint = self._path(number, f"{name}.npz")

        def told(passes: int, loss: float) -> None:
            self._tell(f"generation {number}: {name}, pass {passes}, loss {loss:.4f}")

        trained = train(positions, settings, checkpoint=checkpoint, progress=told)
        card = {
            "generation": number,
            "decisions": len(positions),
            "games": len(positions.names),
            "loss": min(trained.losses),
            "passes": trained.passes,
        }
        write_model(path, self._game, kind, card, trained.arrays)
        checkpoint.unlink(missing_ok=True)
        return str(path)

    def _challenge(self, number: int, policy: str, value: str) -> Generation:
        plan = self._plan
        self._tell(f"generation {number}: {plan.gate:,} games against the best so far")
        unjudged = Generation(number, Interval(0.0, 0.0, 1.0), False, policy, value)
        players = [self._player(each, seconds=plan.seconds) for each in (unjudged, self._best)]
        found = tournament(
            self._game,
            players,
            games=plan.gate,
            seed=plan.seed + number,
            store=self._path(number, "gate.db"),
            workers=self._workers,
        )
        (standing,) = (each for each in found.standings if each.player == repr(players[0]))
        share = standing.share
        return replace(unjudged, share=share, accepted=share.estimate > plan.share)
