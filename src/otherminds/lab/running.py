"""Playing what claims need, and judging them.

Claims share arms, so all tournaments are collected first and each is played once, up to the most
games that a claim asks of it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from otherminds import __version__, _core
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.running import Forecast
from otherminds.arena.statistics import holm
from otherminds.arena.store import Store, StoreError
from otherminds.contracts import OptionError
from otherminds.lab.at_hand import Games
from otherminds.lab.claims import SCALES, UNKNOWN, Arm, Claim, Evidence, Finding, Rung
from otherminds.lab.estimates import EARLIER, MEASURED, Estimates, Noted
from otherminds.lab.kept import Kept, is_replayable
from otherminds.lab.kept_rows import KeptRow
from otherminds.lab.signature import signature

__all__ = [
    "Found",
    "Played",
    "Run",
    "core_hours",
    "games_needed",
    "judge",
    "judge_kept",
    "note_measured",
    "play",
    "run_claims",
]

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
    on: str = "pool",
    games: Games | None = None,
    watch: Callable[[Forecast], None] | None = None,
) -> None:
    """Play tournaments up to their numbers of games; what is there is not played again.

    Args:
        needs: how many games of each.
        store: where what is played goes, and where earlier ones are.
        workers: processes; 0 plays in this one.
        on: where the workers are, as for a tournament.
        games: where more of them are kept.
        watch: called several times per second.

    Raises:
        StoreError: matches are missing because their worker died twice.
    """
    wanted = {tournament: count for tournament, count in needs.items() if count}
    there = {each: games.places(each) for each in wanted} if games else None
    played = running.run_all(wanted, store, workers=workers, on=on, there=there, watch=watch)
    if lost := sum(len(status.lost) for status in played):
        raise StoreError(
            f"{lost:,} matches could not be played, because their worker processes died; run the "
            "same command to try them again."
        )


def games_needed(claims: Sequence[Claim], scale: str) -> dict[Tournament, int]:
    """How many games of each tournament the claims look at, at a scale."""
    needs: dict[Tournament, int] = defaultdict(int)
    for claim in claims:
        for arms in claim.settings.values():
            for arm in arms:
                for tournament in arm.tournaments:
                    needs[tournament] = max(needs[tournament], arm.games[scale])
    return needs


def core_hours(claims: Sequence[Claim], scale: str) -> float:
    """How long the games of the claims take on one core, as far as that was measured."""
    needs = games_needed(claims, scale)
    seconds: dict[Tournament, float] = {}
    for claim in claims:
        for arms in claim.settings.values():
            for arm in arms:
                for tournament in arm.tournaments:
                    seconds[tournament] = max(seconds.get(tournament, 0.0), arm.seconds)
    return sum(games * seconds[tournament] for tournament, games in needs.items()) / 3_600


class _MissingError(Exception):
    """A statistic has asked for an arm whose games are not all there."""


class _Asked(Mapping[str, Sequence[Results]]):
    """The results of arms, noting which are asked for: others are there for figures only."""

    def __init__(
        self, arms: Sequence[Arm], results: Callable[[Arm], Sequence[Results] | None]
    ) -> None:
        self._arms = {arm.name: arm for arm in arms}
        self._results = results
        self._asked: dict[str, Sequence[Results]] = {}

    def __getitem__(self, name: str) -> Sequence[Results]:
        if name not in self._asked:
            found = self._results(self._arms[name])
            if found is None:
                raise _MissingError(name)
            self._asked[name] = found
        return self._asked[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arms)

    def __len__(self) -> int:
        return len(self._arms)

    def _each(self) -> Iterator[Results]:
        return (results for asked in self._asked.values() for results in asked)

    def games(self) -> int:
        return sum(len(results.rows) for results in self._each())

    def older(self, build: Callable[[str], str]) -> int:
        """How many rows another build has played than that of each game."""
        return sum(
            row.build != build(results.tournament.game)
            for results in self._each()
            for row in results.rows
            if isinstance(row, KeptRow)
        )

    def timed(self) -> bool:
        return not all(is_replayable(each.tournament) for each in self._each() if each.rows)


def _rung(
    claim: Claim,
    setting: str,
    results: Callable[[Arm], Sequence[Results] | None],
    records: Sequence[Sequence[int]],
    scale: str,
    build: Callable[[str], str] = signature,
) -> Rung:
    asked = _Asked(claim.settings[setting], results)
    estimate = claim.statistic(Evidence(asked, records, scale), claim.null)
    games = len(records) if claim.recorded else asked.games() + estimate.games
    verdict = claim.verdict(estimate.value, estimate.p_value, at_limit=estimate.at_limit)
    meets = claim.meets_figure(estimate.value)
    return Rung(
        setting,
        estimate,
        verdict,
        meets,
        games,
        scale,
        older=asked.older(build),
        timed=asked.timed(),
    )


def judge(
    claims: Sequence[Claim],
    results: Callable[[Arm], Sequence[Results]],
    records: Sequence[Sequence[int]] = (),
    scale: str = "quick",
) -> list[Finding]:
    """Compute all statistics, adjust the p-values of each family, and give verdicts."""
    return _judged(
        [
            (claim, [_rung(claim, setting, results, records, scale) for setting in claim.settings])
            for claim in claims
        ]
    )


def _judged(measured: Sequence[tuple[Claim, Sequence[Rung]]]) -> list[Finding]:
    adjusted = _adjusted([(claim, rungs[0]) for claim, rungs in measured])
    findings = []
    for place, (claim, rungs) in enumerate(measured):
        estimate = rungs[0].estimate
        p_value = adjusted.get(place)
        if rungs[0].mark == EARLIER:
            p_value = estimate.p_value
        verdict = claim.verdict(estimate.value, p_value, at_limit=estimate.at_limit)
        if not rungs[0].games and not rungs[0].mark and math.isnan(estimate.value.estimate):
            verdict = "not played"
        findings.append(Finding(claim, tuple(rungs), p_value, verdict))
    return findings


def _adjusted(judged: Sequence[tuple[Claim, Rung]]) -> dict[int, float]:
    """Holm's p-values, by the place of the claim; only directions are tested.

    Those of earlier versions were adjusted when they were published.
    """
    families: dict[str, list[int]] = defaultdict(list)
    for place, (claim, rung) in enumerate(judged):
        if claim.direction and rung.estimate.p_value is not None and rung.mark != EARLIER:
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
    on: str = "pool",
    kept: Kept | None = None,
    records: Sequence[Sequence[int]] = (),
    watch: Callable[[Forecast], None] | None = None,
) -> Run:
    """Play what the claims need and is not there, and judge each claim.

    Args:
        claims: of one source.
        store: where results go while they are played, and where earlier ones are.
        scale: one of `SCALES`.
        workers: processes; 0 plays in this one.
        on: where the workers are, as for a tournament.
        kept: the results that last; what is there is not played, and what is played goes there.
        records: games of people as sequences of actions, for claims about people.
        watch: called several times per second.
    """
    if scale not in SCALES:
        raise OptionError(_core.unknown_name("scale", scale, list(SCALES)))
    needs = games_needed(claims, scale)
    games = Games(store, kept)
    try:
        play(needs, store, workers=workers, on=on, games=games, watch=watch)
    finally:  # interrupted or not, what was played is kept
        games.keep(needs)

    def results(arm: Arm) -> list[Results]:
        return [games.first(tournament, arm.games[scale]) for tournament in arm.tournaments]

    findings = judge(claims, results, records, scale)
    played = {
        (setting, arm.name): results(arm)
        for claim in claims
        for setting, arms in claim.settings.items()
        for arm in arms
    }
    return Run(tuple(findings), played, records)


def note_measured(source: str, run: Run, kept: Kept) -> None:
    """Keep the estimates of a run that leave no rows: what was measured on the spot."""
    noted = {}
    for finding in run.findings:
        for rung in finding.rungs:
            rowless = finding.claim.recorded or not finding.claim.settings[rung.setting]
            if rowless and not math.isnan(rung.estimate.value.estimate):
                build = f"version {__version__}"
                noted[finding.claim.id, rung.setting] = Noted(rung.estimate, rung.games, build)
    Estimates(kept.folder, MEASURED, source).note(noted)


def judge_kept(source: str, claims: Sequence[Claim], kept: Kept) -> Run:
    """Judge claims by what is kept, each at the largest scale whose games are all there.

    What leaves no rows, and earlier figures that more games stand behind, come from the estimates
    that are kept beside; nothing is played or measured.
    """
    games = Games(None, kept)
    noted = [Estimates(kept.folder, kind, source) for kind in (MEASURED, EARLIER)]
    of_record = kept.builds()

    def build(game: str) -> str:
        return of_record[game] if game in of_record else signature(game)

    measured = [
        (claim, [_kept_rung(claim, setting, games, build, *noted) for setting in claim.settings])
        for claim in claims
    ]
    played: dict[tuple[str, str], list[Results]] = {}
    for claim in claims:
        for setting, arms in claim.settings.items():
            for arm in arms:
                whole = (games.whole_arm(arm, scale) for scale in reversed(SCALES[1:]))
                played[setting, arm.name] = next(filter(None, whole), [])
    return Run(tuple(_judged(measured)), played)


def _kept_rung(
    claim: Claim,
    setting: str,
    games: Games,
    build: Callable[[str], str],
    measured: Estimates,
    earlier: Estimates,
) -> Rung:
    found = _by_rows(claim, setting, games, build)
    for kind, noted in (
        (MEASURED, measured.of(claim.id, setting)),
        (EARLIER, earlier.of(claim.id, setting)),
    ):
        if noted is None:
            continue
        nothing = math.isnan(found.estimate.value.estimate)
        if kind == MEASURED or nothing or noted.games > found.games:
            return _noted_rung(claim, setting, noted, kind)
    return found


def _by_rows(claim: Claim, setting: str, games: Games, build: Callable[[str], str]) -> Rung:
    nothing = Rung(setting, UNKNOWN, "not played", meets_figure=False, games=0)
    if not claim.settings[setting] or claim.recorded:
        return nothing
    for scale in reversed(SCALES[1:]):
        try:
            found = _rung(claim, setting, partial(games.whole_arm, scale=scale), (), scale, build)
        except _MissingError:
            continue
        if found.games:
            return found
    return nothing


def _noted_rung(claim: Claim, setting: str, noted: Noted, kind: str) -> Rung:
    estimate = noted.estimate
    return Rung(
        setting,
        estimate,
        claim.verdict(estimate.value, estimate.p_value, at_limit=estimate.at_limit),
        claim.meets_figure(estimate.value),
        noted.games,
        mark=kind,
    )
