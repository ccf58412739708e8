"""Standing suites: the same players against the same opponents on the same deals, each time.

A suite is a list of trials. In each, one player sits at a table whose other seats belong to
another, in every seating of every deal. What a suite found can be published, deal by deal; when it
is played again, each trial is compared with what was published on the same deals, so that a change
of the code that costs strength is noticed.
"""

from __future__ import annotations

import json
import shutil
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from otherminds.agents import player_text
from otherminds.agents.measuring import decisions
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import win_shares
from otherminds.arena.rows import Row
from otherminds.arena.running import Forecast
from otherminds.arena.statistics import Interval, holm, mean_interval, paired_test
from otherminds.arena.store import Store
from otherminds.contracts import OptionError, Policy, player_of
from otherminds.contracts.files import write_whole
from otherminds.games import game_parts, load

__all__ = [
    "PUBLISHED",
    "SUITES",
    "Compared",
    "Found",
    "Trial",
    "compare",
    "play_suite",
    "publish",
    "published",
    "suite",
]

PUBLISHED = Path(__file__).with_name("published_suites.json")
"""What was found when the suites were last published; it comes with the package."""

SEED = 2718
"""Decides the deals of the suites. Settings of players are chosen on other seeds."""

SIGNIFICANT = 0.01
"""Of the tests whether a trial has changed, adjusted for the number of trials."""

Measure = Literal["share", "score", "return"]

MEASURES: Mapping[Measure, str] = {
    "share": "share of wins, ties divided",
    "score": "mean score of the team",
    "return": "mean return",
}


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One player at a table of others.

    Attributes:
        game: with its options.
        others: who has all other seats; none in a game of one seat.
        deals: how many deals the quick form of the suite plays, each in all seatings.
        more: how many times as many the full form plays.
        measure: what counts: wins, the score of the team, or the return.
        needs: the program that must be there for it; the trial is left out where it is missing.
        called: the others by a shorter name.
        player: who is tried.
    """

    game: str
    others: str | None
    deals: int
    more: int = 5
    measure: Measure = "share"
    needs: str | None = None
    called: str | None = None
    player: str = "best"

    @property
    def name(self) -> str:
        """For tables and for finding what was published."""
        if self.others is None:
            return self.game
        word = "with" if self.measure == "score" else "against"
        others = self.called or ("itself" if self.others == self.player else self.others)
        return f"{self.game} {word} {others}"

    @cached_property
    def tournament(self) -> Tournament:
        """The matches behind it, by the player's recipe: under a new one all is played anew."""
        name, options = game_parts(self.game)
        game = load(name, **options)
        player = player_of(self.player, game)
        tried = player_text(player.recipe(game) if isinstance(player, Policy) else player)
        alone = self.others in (None, self.player, tried)
        return Tournament(
            game=name,
            players=(tried,) if alone else (tried, str(self.others)),
            options=tuple(sorted(options.items())),
            line_ups=((0,) * game.seats if alone else (0, *[1] * (game.seats - 1)),),
            seed=SEED,
        )

    def games(self, *, full: bool) -> int:
        """Matches in the quick or the full form."""
        return self.deals * (self.more if full else 1) * self.tournament.games_in_round()

    def worths(self, rows: Iterable[Row], deals: int) -> list[float]:
        """What the player got on each of the first deals, until one is not whole."""
        by_deal: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            by_deal[row.block].append(row)
        whole = len(self.tournament.block(0, 0))
        found: list[float] = []
        for deal in range(deals):
            if len(by_deal[deal]) < whole:
                break
            found.append(statistics.fmean(self._got(by_deal[deal])))
        return found

    def _got(self, rows: Iterable[Row]) -> Iterator[float]:
        for row in rows:
            counted = win_shares(row.returns) if self.measure == "share" else row.returns
            yield from (counted[seat] for seat, seated in enumerate(row.seats) if seated == 0)


def _rivals(game: str, *others: str, deals: int, more: int = 5) -> tuple[Trial, ...]:
    return tuple(Trial(game=game, others=each, deals=deals, more=more) for each in others)


def _partners(game: str, *others: str, deals: int, more: int = 5) -> tuple[Trial, ...]:
    return tuple(
        Trial(game=game, others=each, deals=deals, more=more, measure="score") for each in others
    )


def _grhino(level: int) -> Trial:
    program = "/usr/games/gtp-rhino"
    others = f"program('{program} --level {level}', protocol='gtp')"
    called = f"grhino, level {level}"
    return Trial(game="othello", others=others, deals=10, needs=program, called=called)


SUITES: Mapping[str, tuple[Trial, ...]] = {
    "best": (
        *_rivals("othello", "search(iterations=10000)", "minimax", deals=10),
        *map(_grhino, (1, 3, 5)),
        *_partners("hanabi", "best", "piers", "iggi", "outer", deals=20),
        *_partners("hanabi(players=3)", "best", "piers", deals=10),
        *_partners("hanabi(players=4)", "best", "piers", deals=10),
        *_partners("hanabi(players=5)", "best", "piers", deals=10),
        *_rivals("cluedo(players=4)", "heuristic", "detective", deals=100),
        *_rivals("catan", "stac", "value", deals=3),
        *_partners("tiny_coop", "best", "cooperator", "bias_random", deals=4),
        *_rivals("bazaar", "random", deals=20),
        *_rivals("tic_tac_toe", "random", "best", deals=20),
        *(
            Trial(game=game, others=others, deals=deals, measure="return")
            for game, others, deals in (
                ("leduc", "random", 50),
                ("kuhn_poker", "random", 200),
                ("tiger", None, 200),
            )
        ),
    ),
}
"""By name. The opponents are players whose play is fixed, and programs of others."""


def suite(name: str) -> tuple[Trial, ...]:
    """The trials of a suite.

    Raises:
        OptionError: there is no such suite.
    """
    if name not in SUITES:
        raise OptionError(f"There is no suite {name!r}; accepted: {', '.join(SUITES)}.")
    return SUITES[name]


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a trial found.

    Attributes:
        name: of the trial.
        measure: what counted.
        games: matches behind it.
        worths: what the player got on each deal.
        milliseconds: the median processor time of its decisions, in a match of its own.
    """

    name: str
    measure: Measure
    games: int
    worths: tuple[float, ...]
    milliseconds: float | None

    @property
    def interval(self) -> Interval:
        """The mean over deals."""
        limits = (0.0, 1.0) if self.measure == "share" else None
        return mean_interval(self.worths, limits=limits)

    @property
    def text(self) -> str:
        """The mean with its interval, for tables."""
        if self.measure == "share":
            return f"{self.interval:.1%}"
        return f"{self.interval:.2f}"

    def to_dict(self) -> dict[str, Any]:
        """As plain values, ready for JSON."""
        return {
            "name": self.name,
            "measure": self.measure,
            "games": self.games,
            "milliseconds": self.milliseconds,
            "worths": [round(each, 6) for each in self.worths],
        }


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What a trial found, beside what was published.

    Attributes:
        found: now.
        before: what was published; None where nothing was.
        difference: on the deals that both have.
        p_value: two-sided, adjusted for the number of trials; None where there are fewer than two
            deals in common.
    """

    found: Found
    before: Found | None = None
    difference: Interval | None = None
    p_value: float | None = None

    @property
    def verdict(self) -> str:
        """In a word: ``weaker``, ``stronger``, ``as before``; empty where nothing is known."""
        if self.difference is None or self.p_value is None:
            return ""
        if self.p_value >= SIGNIFICANT:
            return "as before"
        return "weaker" if self.difference.estimate < 0 else "stronger"


def _milliseconds(trial: Trial) -> float | None:
    """What a decision of the player costs in processor time, wherever its matches are played."""
    planned = trial.tournament
    made = decisions(planned.loaded_game, planned.recipes[0], number=8, seconds=4.0)
    return float(f"{1000 * statistics.median(each for each, _ in made):.3g}") if made else None


def play_suite(
    name: str,
    store: Store,
    *,
    full: bool = False,
    workers: int = 1,
    watch: Callable[[Forecast], None] | None = None,
) -> tuple[list[Found], list[Trial]]:
    """Play a suite; what the store has is not played again.

    Returns:
        What each trial found, and the trials that were left out because their program is missing.
    """
    trials = suite(name)
    missing = [each for each in trials if each.needs and shutil.which(each.needs) is None]
    played = [each for each in trials if each not in missing]
    games = {each.tournament: each.games(full=full) for each in played}
    running.run_all(games, store, workers=workers, watch=watch)
    return [_found(each, store, full=full) for each in played], missing


def _found(trial: Trial, store: Store, *, full: bool) -> Found:
    planned = trial.tournament
    number = store.number(planned)
    rows = list(store.rows(number)) if number is not None else []
    worths = trial.worths(rows, trial.games(full=full) // planned.games_in_round())
    return Found(
        name=trial.name,
        measure=trial.measure,
        games=len(worths) * planned.games_in_round(),
        worths=tuple(worths),
        milliseconds=_milliseconds(trial),
    )


def compare(found: Sequence[Found], before: Mapping[str, Found]) -> list[Compared]:
    """Each trial beside what was published of it, on the deals that both have."""
    tests = {}
    for each in found:
        known = before.get(each.name)
        common = min(len(each.worths), len(known.worths)) if known else 0
        if known and common > 1:
            pairs = zip(each.worths[:common], known.worths[:common], strict=True)
            tests[each.name] = paired_test([now - then for now, then in pairs])
    adjusted = dict(zip(tests, holm([test.p_value for test in tests.values()]), strict=True))
    return [
        Compared(
            found=each,
            before=before.get(each.name),
            difference=tests[each.name].difference if each.name in tests else None,
            p_value=adjusted.get(each.name),
        )
        for each in found
    ]


def published(name: str, path: Path) -> dict[str, Found]:
    """What was published of a suite, by the names of its trials."""
    plain = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {
        each["name"]: Found(**{**each, "worths": tuple(each["worths"])})
        for each in plain.get(name, ())
    }


def publish(name: str, found: Sequence[Found], path: Path) -> None:
    """Keep what was found as the measure of later versions; trials that were not played stay."""
    plain = json.loads(path.read_text("utf-8")) if path.exists() else {}
    now = {each.name: each for each in found}
    known = {trial.name for trial in suite(name)}
    kept = {**{key: each for key, each in published(name, path).items() if key in known}, **now}
    order = [trial.name for trial in suite(name) if trial.name in kept]
    plain[name] = [kept[each].to_dict() for each in order]
    write_whole(
        path, json.dumps(plain, indent=None, separators=(",", ":")).replace("},{", "},\n{") + "\n"
    )
