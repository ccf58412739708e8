"""Estimates without rows: what was measured on the spot, and what earlier versions published.

Speeds, random play without a store and games of people leave no rows. What was found is kept beside
the results, by claim and setting, with the code that found it, and shown with a mark. The same is
done with the figures of games that were played before results were kept: as long as fewer games of
a claim are kept than the earlier figure had, that figure is shown, marked.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from otherminds.arena.statistics import Interval
from otherminds.contracts.files import write_whole
from otherminds.lab.claims import Estimate

__all__ = ["EARLIER", "MEASURED", "Estimates", "Noted"]

MEASURED, EARLIER = "measured", "earlier"
"""Folders below that of the results: on the spot, and before results were kept."""


@dataclass(frozen=True)
class Noted:
    """One estimate that is kept.

    Attributes:
        estimate: the number with its interval; its p-value is adjusted already where it is an
            earlier figure.
        games: how many it rests on, as far as they are games.
        build: the signature of the code that found it.
    """

    estimate: Estimate
    games: int
    build: str


class Estimates:
    """The estimates of one source in a folder of results.

    Args:
        folder: of all results.
        kind: `MEASURED` or `EARLIER`.
        source: whose claims.
    """

    def __init__(self, folder: str | Path, kind: str, source: str) -> None:
        self._path = Path(folder) / kind / f"{source}.json"

    @cached_property
    def _noted(self) -> dict[str, dict[str, Any]]:
        if not self._path.exists():
            return {}
        found: dict[str, dict[str, Any]] = json.loads(self._path.read_text(encoding="utf-8"))
        return found

    def __len__(self) -> int:
        return len(self._noted)

    def of(self, claim: str, setting: str) -> Noted | None:
        """What is kept of a claim at a setting."""
        values = self._noted.get(f"{claim}, {setting}")
        if values is None:
            return None
        value = Interval(*(math.nan if each is None else each for each in values["value"]))
        estimate = Estimate(value, values["p_value"], values["detail"], at_limit=values["at_limit"])
        return Noted(estimate, values["games"], values["build"])

    def note(self, found: Mapping[tuple[str, str], Noted]) -> None:
        """Keep these as well; one that is there is replaced."""
        if not found:
            return
        for (claim, setting), noted in found.items():
            value = noted.estimate.value
            self._noted[f"{claim}, {setting}"] = {
                "value": [
                    None if math.isnan(end) else end
                    for end in (value.estimate, value.low, value.high)
                ],
                "p_value": noted.estimate.p_value,
                "detail": noted.estimate.detail,
                "at_limit": noted.estimate.at_limit,
                "games": noted.games,
                "build": noted.build,
            }
        self._path.parent.mkdir(parents=True, exist_ok=True)
        ordered = dict(sorted(self._noted.items()))
        write_whole(self._path, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
