"""Who plays best: the tournament by which ``best`` of each game is chosen.

    python tools/choose_best.py hanabi --minutes 10

Candidates are the honest agents of the game's catalogue, each with the budget that takes it about
a second of processor time per move. They meet at a tenth of that budget first; the leaders then
meet at the whole of it; ``--first`` and ``--last`` choose other shares. Games are played in rounds,
every candidate on the same deals, until the leader is told apart from all others or the minutes,
of processor time, are over. Every game is kept in
``build/best.db``: run the command again to go on. What was found is written to
``docs/best/GAME.json``, from which ``make generate`` makes the table of the game's page.

In games of many sides the number is the share of wins, in games for money the mean return. A
player of a co-operative game has to play with itself and with strangers: the number is half the
mean score with itself and half that with each of the game's partners in turn.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import otherminds as om
from otherminds.agents import Entry
from otherminds.agents.measuring import decisions
from otherminds.arena import running
from otherminds.arena.plan import Tournament, round_robin
from otherminds.arena.results import win_shares
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.arena.store import Row, Store
from otherminds.contracts import Game, OptionError, Policy

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
RESULTS = ROOT / "docs" / "best"

PARTNERS = {
    "hanabi": ("iggi", "piers", "outer", "internal", "van_den_bergh", "cautious"),
    "tiny_coop": ("cooperator", "follow_the_flare", "bias_random", "mcts(budget='low')"),
}
"""With whom candidates of co-operative games play, besides with themselves."""

FOR_MONEY = ("kuhn_poker", "leduc", "tiger")
"""Games in which it counts how much is won, not how often."""

SECONDS = 1.0
"""Processor time per move."""

WHOLE_MATCH = 40
"""Decisions: a tree of all moves is small at the beginning and at the end, and not between."""

FINALISTS = 3
CONFIDENCE = 0.99
"""Of the difference between the leader and another, at each look; what is reported has 95 %."""


# ---- candidates and budgets ----


def candidates(game: Game) -> Iterator[Entry]:
    """Honest agents of the library's own that can play the game as it is by default."""
    for entry in om.agents(game).values():
        of_laboratory = entry.added_by == "the laboratory"
        if entry.name in ("best", "rules") or entry.peeks or of_laboratory:
            continue
        try:
            entry.player().agent(game)
        except OptionError:  # hat guessing needs three players
            continue
        yield entry


def _seconds(game: Game, player: Policy, number: int = 8) -> float:
    """The mean processor time of a decision, of the first ``number`` of a match."""
    made = decisions(game, player, number=number, seconds=2 * SECONDS)
    return statistics.fmean([seconds for seconds, _ in made] or [0.0])


def _affordable(game: Game, player: Policy, seconds: float) -> bool:
    """Whether a decision takes less time; what would take too much memory is refused by itself."""
    try:
        return _seconds(game, player, WHOLE_MATCH) < seconds
    except OptionError:
        return False


def _rounded(number: float) -> int:
    """One significant digit, downwards: what people write."""
    power = int(10 ** math.floor(math.log10(max(number, 1))))
    return int(number // power) * power


def with_budget(game: Game, entry: Entry, share: float) -> Policy:
    """The agent with a share of a second per move, by what it has for a budget."""
    names = {option.name for option in entry.options}
    for counted in sorted(names & {"iterations", "positions"}):
        agent = entry.player(**({"budget": "high"} if "budget" in names else {}))
        trial = 20
        while (cost := _seconds(game, agent(**{counted: trial}))) < 0.02 and trial < 300_000:
            trial *= 4
        whole = min(max(100, _rounded(SECONDS * trial / max(cost, 1e-9))), 1_000_000)
        return agent(**{counted: max(1, round(share * whole))})
    if "depth" in names:
        depth = 1
        while depth < 30 and _affordable(game, entry.player(depth=depth + 1), share * SECONDS):
            depth += 1
        return entry.player(depth=depth)
    return entry.player()


def budgets(game: Game, share: float, chosen: Sequence[str] | None = None) -> dict[str, str]:
    """The candidates' texts by name; measured once, so that a later call goes on with the same."""
    path = BUILD / f"best-{game.name}-{share:g}.json"
    known: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for entry in candidates(game):
        if entry.name not in known and (chosen is None or entry.name in chosen):
            known[entry.name] = repr(with_budget(game, entry, share))
    path.write_text(json.dumps(known, indent=1), encoding="utf-8")
    return known


# ---- tables ----


def tables(players: int, seats: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Line-ups in which everybody sits about as often as everybody else, with changing others."""
    if players <= seats or seats == 2:
        return tuple(round_robin(players, seats))
    draw = random.Random(players)
    found = []
    for _ in range(rounds):
        order = draw.sample(range(players), players)
        order += order[: -players % seats]
        found += [tuple(order[at : at + seats]) for at in range(0, len(order), seats)]
    return tuple(found)


def tournament(game: Game, players: Sequence[str]) -> Tournament:
    """Everybody at the same deals."""
    partners = PARTNERS.get(game.name, ())
    known = list(dict.fromkeys([*players, *partners]))
    line_ups: tuple[tuple[int, ...], ...]
    if partners:
        mine = range(len(players))
        strangers = [known.index(partner) for partner in partners]
        line_ups = tuple((one,) * game.seats for one in mine)
        line_ups += tuple(
            (one, *[other] * (game.seats - 1))
            for one in mine
            for other in strangers
            if one != other
        )
    elif game.seats == 1:
        line_ups = tuple((one,) for one in range(len(players)))
    else:
        line_ups = tables(len(players), game.seats, rounds=1)
    return Tournament(game=game.name, players=tuple(known), line_ups=line_ups, seed=11)


# ---- what the games say ----


def worths(planned: Tournament, players: int, rows: Sequence[Row]) -> list[dict[int, float]]:
    """For each player its number on each deal."""
    found: list[dict[int, float]] = [{} for _ in range(players)]
    by_deal: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_deal[row.block].append(row)
    for deal, played in by_deal.items():
        for player, own in enumerate(found):
            if planned.game in PARTNERS:
                with_itself = _scores(planned, player, played, itself=True)
                with_strangers = _scores(planned, player, played, itself=False)
                own[deal] = (statistics.fmean(with_itself) + statistics.fmean(with_strangers)) / 2
            else:
                own[deal] = statistics.fmean(_gains(planned, player, played))
    return found


def _scores(planned: Tournament, player: int, rows: Sequence[Row], *, itself: bool) -> list[float]:
    """The scores of the teams that are there for this player's sake."""
    return [
        row.returns[0]
        for row in rows
        if planned.seatings[row.line_up][0] == player and (len(set(row.seats)) == 1) == itself
    ]


def _gains(planned: Tournament, player: int, rows: Sequence[Row]) -> Iterator[float]:
    """What a player got in each of its seats."""
    for row in rows:
        got = row.returns if planned.game in FOR_MONEY else win_shares(row.returns)
        yield from (got[seat] for seat, seated in enumerate(row.seats) if seated == player)


@dataclass(frozen=True)
class Stage:
    """What one stage found, the leader first."""

    seconds: float
    games: int
    deals: int
    standings: tuple[tuple[str, Interval], ...]
    apart: tuple[str, ...]
    """Those whom the leader is told apart from."""

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        leader = self.standings[0][0]
        return {
            "seconds": self.seconds,
            "games": self.games,
            "deals": self.deals,
            "standings": [
                {
                    "player": player,
                    "estimate": round(number.estimate, 4),
                    "low": round(number.low, 4),
                    "high": round(number.high, 4),
                    "told_apart": player in self.apart or player == leader,
                }
                for player, number in self.standings
            ],
        }


def judged(
    game: Game, played: Tournament, players: Sequence[str], rows: list[Row], seconds: float
) -> Stage:
    """Standings with intervals over deals, and who is told apart from the leader."""
    sizes = [len(played.block(line_up, 0)) for line_up in range(len(played.seatings))]
    whole = {
        deal
        for deal in {row.block for row in rows}
        if sum(row.block == deal for row in rows) == sum(sizes)
    }
    rows = [row for row in rows if row.block in whole]
    found = worths(played, len(players), rows)
    limits = game.return_range if game.name in FOR_MONEY or game.name in PARTNERS else (0.0, 1.0)
    intervals = [mean_interval(list(each.values()), limits=limits) for each in found]
    order = sorted(range(len(players)), key=lambda place: -intervals[place].estimate)
    leader = found[order[0]]
    apart = []
    for place in order[1:]:
        differences = [leader[deal] - found[place][deal] for deal in sorted(leader)]
        if len(differences) > 4 and mean_interval(differences, CONFIDENCE).low > 0:
            apart.append(players[place])
    standings = tuple((players[place], intervals[place]) for place in order)
    return Stage(seconds, len(rows), len(whole), standings, tuple(apart))


def stage(game: Game, store: Store, players: Sequence[str], seconds: float, until: float) -> Stage:
    """Play rounds until the leader stands out or the time is over."""
    planned = tournament(game, players)
    for rounds in range(1, 10_000):
        number = store.number(planned)
        there = len(store.finished(number)) if number is not None else 0
        games = rounds * planned.games_in_round()
        if there < games and (time.process_time() < until or rounds <= 2):
            running.run(planned, store, games=games, workers=0)
        elif there < games:
            break
        number = store.number(planned)
        assert number is not None
        if rounds % 5 and rounds * planned.games_in_round() < there:
            continue
        found = judged(game, planned, players, list(store.rows(number)), seconds)
        if rounds >= 8 and len(found.apart) == len(players) - 1:
            break
    number = store.number(planned)
    assert number is not None
    return judged(game, planned, players, list(store.rows(number)), seconds)


def _commit() -> str:
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.strip()


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--minutes", default=10.0, show_default=True, help="Of this call, for both stages.")
@click.option("--first", default=0.1, show_default=True, help="Seconds per move of all candidates.")
@click.option("--last", default=1.0, show_default=True, help="Seconds per move of the leaders.")
def main(name: str, minutes: float, first: float, last: float) -> None:
    """Choose the best agent of a game; run it again to go on."""
    game = om.load(name)
    few = budgets(game, first)
    names = {text: each for each, text in few.items()}
    with Store(BUILD / "best.db") as store:
        until = time.process_time() + 24 * minutes
        all_of_them = stage(game, store, list(few.values()), first, until)
        kept = [names[player] for player, _ in all_of_them.standings[:FINALISTS]]
        whole = budgets(game, last, kept)
        until = time.process_time() + 36 * minutes
        leaders = stage(game, store, [whole[each] for each in kept], last, until)
    result = {
        "game": name,
        "commit": _commit(),
        "measure": _measure(name),
        "partners": list(PARTNERS.get(name, ())),
        "stages": [all_of_them.to_dict(), leaders.to_dict()],
    }
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(result, indent=1) + "\n"
    (RESULTS / f"{name}.json").write_text(text, encoding="utf-8")
    for found in (all_of_them, leaders):
        print(f"{name}, {found.seconds:g} s per move, {found.games} games, {found.deals} deals")
        for player, number in found.standings:
            mark = " " if player in found.apart else "*"
            print(f"  {mark} {player}: {number:.3f}", flush=True)


def _measure(name: str) -> str:
    if name in PARTNERS:
        return "score"
    return "return" if name in FOR_MONEY else "share of wins"


if __name__ == "__main__":
    main()
