"""Playing what claims need, and judging them.

Claims share arms, so all tournaments are collected first and each is played once, up to the most
games that a claim asks of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from otherminds import _core
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.report import damage_text
from otherminds.arena.results import Results
from otherminds.arena.running import Forecast
from otherminds.arena.statistics import holm
from otherminds.arena.store import Store, StoreError
from otherminds.contracts import OptionError
from otherminds.lab.claims import SCALES, Arm, Claim, Evidence, Finding, Rung

__all__ = ["Found", "Played", "Run", "judge", "play", "run_claims"]

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


def play(
    needs: Mapping[Tournament, int],
    store: Store,
    *,
    workers: int = 1,
    watch: Callable[[Forecast], None] | None = None,
) -> None:
    """Play tournaments up to their numbers of games; what the store has is not played again.

    Raises:
        StoreError: matches are missing because their worker died twice.
    """
    games = {tournament: count for tournament, count in needs.items() if count}
    played = running.run_all(games, store, workers=workers, watch=watch)
    if lost := sum(len(status.lost) for status in played):
        raise StoreError(
            f"{lost:,} matches could not be played, because their worker processes died; run the "
            "same command to try them again."
        )


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
    watch: Callable[[Forecast], None] | None = None,
) -> Run:
    """Play what the claims need and the store does not have, and judge each claim.

    Args:
        claims: of one source.
        store: where results go, and where earlier ones are.
        scale: one of `SCALES`.
        workers: processes; 0 plays in this one.
        records: games of people as sequences of actions, for claims about people.
        watch: called several times per second.
    """
    if scale not in SCALES:
        raise OptionError(_core.unknown_name("scale", scale, list(SCALES)))
    needs = _needs(claims, scale)
    play(needs, store, workers=workers, watch=watch)
    stored: dict[Tournament, Results] = {}
    found: dict[tuple[Tournament, int], Results] = {}

    def of(tournament: Tournament, games: int) -> Results:
        if tournament not in stored:
            stored[tournament] = running.results(tournament, store)
            if stored[tournament].damaged:
                raise StoreError(
                    f"{damage_text(stored[tournament])} Play what is damaged again by: otherminds "
                    f"check {store.path} --repair"
                )
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
