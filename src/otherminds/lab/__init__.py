"""The claims of the sources as data: what is asked, how it is measured, what the source found.

A `Claim` names arms (tournaments of the arena), a statistic of their results and what the source
reports. `run_claims` plays what is missing, computes the statistics with their intervals and gives
verdicts; a refuted claim is a finding, not a failure. Adding a claim means adding a value to a
source's package, not code here.

| module | subject |
|---|---|
| `claims` | what a claim is, and how it is judged |
| `statistics` | numbers of arms: shares, differences, orders, with intervals over blocks |
| `seats` | how often each seat wins |
| `catan_numbers` | numbers of a game of Catan |
| `running` | playing what claims need |
| `report` | findings as tables, Markdown and a page |
| one package a source | its arms, claims and figures |
"""

from otherminds.lab.claims import (
    SCALES,
    SOURCES,
    Arm,
    Claim,
    Estimate,
    Evidence,
    Finding,
    Rung,
    choose_claims,
    claims_of,
)
from otherminds.lab.running import run_claims

__all__ = [
    "SCALES",
    "SOURCES",
    "Arm",
    "Claim",
    "Estimate",
    "Evidence",
    "Finding",
    "Rung",
    "choose_claims",
    "claims_of",
    "run_claims",
]
