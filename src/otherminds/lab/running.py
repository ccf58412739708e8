"""Playing what claims need, and judging them.

Claims share arms, so all tournaments are collected first and each is played once, up to the most
games that a claim asks of it. Many small tournaments are quicker one a process than one after the
other on all processes: workers take slices of whole tournaments, the one with the most work left
first, and write to the same store.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

from otherminds import _core
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.pool import outlive_nobody
from otherminds.arena.results import Results
from otherminds.arena.statistics import holm
from otherminds.arena.store import Store, StoreError
from otherminds.contracts import OptionError
from otherminds.lab.claims import SCALES, Arm, Claim, Evidence, Finding, Rung

__all__ = ["Found", "Played", "Progress", "Run", "judge", "play", "run_claims"]

SLICE_SECONDS = 3.0
"""About how long a worker plays before it takes new orders."""


@dataclass(frozen=True)
class Progress:
    """How far the playing is: games, and seconds that are probably left (None: not known yet)."""

    done: int
    total: int
    seconds_left: float | None = None


Played = Mapping[tuple[str, str], Sequence[Results]]
"""The results of arms by setting and name, for figures."""

Found = Mapping[Tournament, Results]
"""The results of each tournament, as many games as were looked at by any claim."""


@dataclass(frozen=True)
class Run:
    """All findings, and the results they rest on."""

    findings: tuple[Finding, ...]
    played: Played
    records: Sequence[Sequence[int]] = ()

    def found(self) -> Found:
        """The results of each tournament of which there are any."""
        found: dict[Tournament, Results] = {}
        for played in self.played.values():
            for results in played:
                known = found.get(results.tournament)
                if results.rows and (known is None or len(results.rows) > len(known.rows)):
                    found[results.tournament] = results
        return found


class _Left:
    """A tournament that is being played slice by slice."""

    def __init__(self, tournament: Tournament, games: int, finished: int) -> None:
        self.tournament = tournament
        self.round = tournament.games_in_round()
        self.total = -(-games // self.round) * self.round
        self.done = min(finished, self.total)
        self.speed: float | None = None

    @property
    def seconds(self) -> float:
        """How much work is left; untouched tournaments come first, to learn their speed."""
        left = self.total - self.done
        return left / self.speed if self.speed else float("inf")

    def next_goal(self) -> int:
        """Up to how many games the next slice goes."""
        size = self.round if self.speed is None else self.speed * SLICE_SECONDS
        rounds = max(1, round(size / self.round))
        return min(self.total, self.done + rounds * self.round)

    def played(self, goal: int, seconds: float) -> None:
        self.speed = (goal - self.done) / max(seconds, 1e-4)
        self.done = goal


_stores: dict[str, Store] = {}


def _begin() -> None:
    """Ctrl-C is for the process that gives the orders; workers end with it, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=outlive_nobody, daemon=True).start()


def _slice(path: str, tournament: Tournament, games: int) -> float:
    """What a worker does: play a tournament up to a number of games; returns the seconds."""
    if path not in _stores:
        _stores[path] = Store(path)
    start = time.perf_counter()
    running.run(tournament, _stores[path], games=games, workers=0)
    return time.perf_counter() - start


def play(
    needs: Mapping[Tournament, int],
    store: Store,
    *,
    workers: int = 1,
    watch: Callable[[Progress], None] | None = None,
) -> None:
    """Play tournaments up to their numbers of games; what the store has is not played again."""
    left = []
    for tournament, games in needs.items():
        number = store.number(tournament)
        finished = len(store.finished(number)) if number is not None else 0
        left.append(_Left(tournament, games, finished))
    total = sum(each.total for each in left)
    open_ = [each for each in left if each.done < each.total]

    def tell() -> None:
        if watch:
            known = all(each.speed for each in open_)
            seconds = sum(each.seconds for each in open_) / max(workers, 1) if known else None
            watch(Progress(sum(each.done for each in left), total, seconds))

    tell()
    if not open_:
        return
    if workers < 1 or store.path == ":memory:":
        for each in open_:
            running.run(each.tournament, store, games=each.total, workers=0)
            each.played(each.total, 1.0)
            tell()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        under_way: dict[Future[float], tuple[_Left, int]] = {}
        try:
            while open_ or under_way:
                busy = {id(each) for each, _ in under_way.values()}
                free = [each for each in open_ if id(each) not in busy]
                free.sort(key=lambda each: -each.seconds)
                for each in free[: workers - len(under_way)]:
                    goal = each.next_goal()
                    # A copy without what the tournament has loaded, which cannot travel.
                    future = pool.submit(_slice, store.path, replace(each.tournament), goal)
                    under_way[future] = each, goal
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    each, goal = under_way.pop(future)
                    each.played(goal, future.result())
                    open_ = [each for each in left if each.done < each.total]
                tell()
        except BrokenProcessPool as error:
            raise StoreError("A worker process died; run the same command to go on.") from error
        finally:
            pool.shutdown(cancel_futures=True)


def _needs(claims: Sequence[Claim], scale: str) -> dict[Tournament, int]:
    needs: dict[Tournament, int] = defaultdict(int)
    for claim in claims:
        for arms in claim.settings.values():
            for arm in arms:
                for tournament in arm.tournaments:
                    needs[tournament] = max(needs[tournament], arm.games[scale])
    return needs


class _Asked(Mapping[str, Sequence[Results]]):
    """The results of arms, noting which are asked for: others are there for figures only."""

    def __init__(self, arms: Mapping[str, Sequence[Results]]) -> None:
        self._arms = arms
        self._asked: set[str] = set()

    def __getitem__(self, name: str) -> Sequence[Results]:
        self._asked.add(name)
        return self._arms[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arms)

    def __len__(self) -> int:
        return len(self._arms)

    def games(self) -> int:
        return sum(len(results.rows) for name in self._asked for results in self._arms[name])


def judge(
    claims: Sequence[Claim],
    results: Callable[[Arm], Sequence[Results]],
    records: Sequence[Sequence[int]] = (),
    scale: str = "quick",
) -> list[Finding]:
    """Compute all statistics, adjust the p-values of each family, and give verdicts."""
    measured: list[tuple[Claim, list[Rung]]] = []
    for claim in claims:
        rungs = []
        for setting, arms in claim.settings.items():
            asked = _Asked({arm.name: results(arm) for arm in arms})
            estimate = claim.statistic(Evidence(asked, records, scale), claim.null)
            games = len(records) if claim.recorded else asked.games() + estimate.games
            verdict = claim.verdict(estimate.value, estimate.p_value)
            rungs.append(
                Rung(setting, estimate, verdict, claim.meets_figure(estimate.value), games)
            )
        measured.append((claim, rungs))
    adjusted = _adjusted([(claim, rungs[0]) for claim, rungs in measured])
    return [
        Finding(
            claim,
            tuple(rungs),
            adjusted.get(place),
            claim.verdict(rungs[0].estimate.value, adjusted.get(place)),
        )
        for place, (claim, rungs) in enumerate(measured)
    ]


def _adjusted(judged: Sequence[tuple[Claim, Rung]]) -> dict[int, float]:
    """Holm's p-values, by the place of the claim; only directions are tested."""
    families: dict[str, list[int]] = defaultdict(list)
    for place, (claim, rung) in enumerate(judged):
        if claim.direction and rung.estimate.p_value is not None:
            families[claim.family].append(place)
    adjusted: dict[int, float] = {}
    for places in families.values():
        values = [judged[place][1].estimate.p_value for place in places]
        family = holm([value for value in values if value is not None])
        adjusted.update(zip(places, family, strict=True))
    return adjusted


def run_claims(
    claims: Sequence[Claim],
    store: Store,
    *,
    scale: str = "quick",
    workers: int = 1,
    records: Sequence[Sequence[int]] = (),
    watch: Callable[[Progress], None] | None = None,
) -> Run:
    """Play what the claims need and the store does not have, and judge each claim.

    Args:
        claims: of one source.
        store: where results go, and where earlier ones are.
        scale: one of `SCALES`.
        workers: processes; 0 plays in this one.
        records: games of people as sequences of actions, for claims about people.
        watch: called after each slice of work.
    """
    if scale not in SCALES:
        raise OptionError(_core.unknown_name("scale", scale, list(SCALES)))
    if workers < 0:
        raise OptionError("The number of workers must not be negative.")
    needs = _needs(claims, scale)
    play(needs, store, workers=workers, watch=watch)
    stored: dict[Tournament, Results] = {}
    found: dict[tuple[Tournament, int], Results] = {}

    def of(tournament: Tournament, games: int) -> Results:
        if tournament not in stored:
            stored[tournament] = running.results(tournament, store)
        if (tournament, games) not in found:
            found[tournament, games] = _first_games(stored[tournament], games)
        return found[tournament, games]

    def results(arm: Arm) -> list[Results]:
        return [of(tournament, arm.games[scale]) for tournament in arm.tournaments]

    findings = judge(claims, results, records, scale)
    played = {
        (setting, arm.name): results(arm)
        for claim in claims
        for setting, arms in claim.settings.items()
        for arm in arms
    }
    return Run(tuple(findings), played, records)


def _first_games(results: Results, games: int) -> Results:
    """The first so many games, where other claims or a run at a greater scale have left more.

    Arms that are compared then have the same blocks, and a scale means the same in every store.
    """
    blocks = -(-games // results.tournament.games_in_round())
    return Results(results.tournament, [row for row in results.rows if row.block < blocks])
