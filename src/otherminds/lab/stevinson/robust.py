"""HBA that survives wrong types: what it is made of, whom it meets, and what each part earns.

None of this is in the source, whose agent is said to fail when its types are wrong. Each claim is
about one kind of opponent; its settings are the robust agent and the same agent with one part
changed, so that the table of all settings is the ablation. All of them and plain MCTS get the same
number of play-outs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from otherminds.arena.plan import Tournament
from otherminds.contracts import Policy, View
from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import difference
from otherminds.lab.stevinson.arms import GAME_OPTIONS, SEED, SERIES, TYPES
from otherminds.search import PythonPolicy

__all__ = ["CLAIMS", "ROBUST", "VARIANTS", "Stranger"]

PLAYOUTS = 100
MORE_PLAYOUTS = 400
VARIANT_GAMES = {"smoke": 2, "quick": 4, "standard": 150, "full": 2_000}
"""Of each variant against each opponent; what is judged is played more often."""
DEEPER_GAMES = {"smoke": 2, "quick": 4, "standard": 300, "full": 4_000}
DEEPER = ("robust", "no reserve", "learned horizon, no reserve", "roll-outs only", "HBA(gtw)")
"""What is also played with more play-outs where the types are wrong."""
MARGIN = 0.03
"""An agent that is at most so much below another is not below it."""


class Stranger(PythonPolicy):
    """A mixture that no type of the source contains: few discs, few frontier discs, or any move."""

    _parts = ((Policy("min_disk"), 0.4), (Policy("frontier"), 0.4), (Policy("random"), 0.2))

    def probabilities(self, view: View, legal: Sequence[int]) -> list[float]:
        """The mean of its parts."""
        parts = [(policy.probabilities(view), share) for policy, share in self._parts]
        return [sum(share * chances[action] for chances, share in parts) for action in legal]


@dataclass(frozen=True)
class _Opponents:
    """Some opponents whose mean is one number, and games against each at the standard scale."""

    name: str
    specs: tuple[str, ...]
    standard: int
    types_are_right: bool = False

    @property
    def judged_games(self) -> dict[str, int]:
        """How often the robust agent and MCTS meet each of them."""
        return {"smoke": 2, "quick": 20, "standard": self.standard, "full": 10 * self.standard}


def _agents(perturb: float) -> tuple[str, ...]:
    option = f"(perturb={perturb})" if perturb else ""
    return tuple(f"{agent}{option}" for agent in ("agent4", "agent5", "agent6"))


OPPONENTS = (
    _Opponents("agents 4 to 6", _agents(0.0), 600, types_are_right=True),
    _Opponents("agents 4 to 6 with 10 % random moves", _agents(0.1), 600, types_are_right=True),
    _Opponents("agents 4 to 6 with 30 % random moves", _agents(0.3), 600, types_are_right=True),
    _Opponents(
        "minimax of depth 2, by mobility and by discs",
        tuple(f"exhaustive(depth=2, evaluation='{by}')" for by in ("mobility", "disks")),
        800,
    ),
    # Not quite the plain MCTS that it is compared with: two players of a tournament differ.
    _Opponents(
        "UCT with as many play-outs", ("search(bandit=ucb1(exploration=1.4), {budget})",), 2_400
    ),
    _Opponents("a mixture of strangers", (f"{__name__}.Stranger",), 1_600),
)

ROBUST: Mapping[str, str] = {
    "posterior": "switching(0.15)",
    "error": "0.1",
    "redraw": "0.15",
    "reserve": "0.3",
}
"""The options of `Types` that make HBA robust."""

VARIANTS: Mapping[str, Mapping[str, str]] = {
    "robust": {},
    "no reserve": {"reserve": "0.0"},
    "no errors": {"error": "0.0"},
    "no redraw": {"redraw": "0.0"},
    "all types blended": {"redraw": "1.0"},
    "time weights": {"posterior": "time_weighted", "reserve": "0.0"},
    "product": {"posterior": "product"},
    "learned horizon too": {"horizon": "'learned'"},
    "learned horizon, no reserve": {"horizon": "'learned'", "reserve": "0.0"},
    "roll-outs only": {"where": "'rollout'"},
    "tree only": {"where": "'tree'"},
    "frozen": {"frozen": "true", "reserve": "0.0"},
}
"""The robust agent, and what is changed in it for the ablation."""


def _spec(changes: Mapping[str, str]) -> str:
    options = ", ".join(f"{name}={value}" for name, value in {**ROBUST, **changes}.items())
    return f"search(others=types([{', '.join(TYPES)}], {options}), {{budget}})"


HBA_GTW = (
    f"search(others=types([{', '.join(TYPES)}], posterior=time_weighted(10.0, 0.01, 5.0), "
    "likelihood='indicator', where='rollout', horizon=10), {budget})"
)


def _arm(
    name: str,
    spec: str,
    opponents: _Opponents,
    games: Mapping[str, int],
    playouts: int = PLAYOUTS,
) -> Arm:
    budget = f"iterations={playouts}"
    tournaments = tuple(
        Tournament(
            game="othello",
            players=(spec.replace("{budget}", budget), opponent.replace("{budget}", budget)),
            options=GAME_OPTIONS,
            seed=SEED,
            series=SERIES if opponent.startswith("agent6") else 0,
        )
        for opponent in opponents.specs
    )
    return Arm(name, tournaments, games)


def _settings(opponents: _Opponents) -> dict[str, tuple[Arm, ...]]:
    specs = {name: _spec(changes) for name, changes in VARIANTS.items()} | {"HBA(gtw)": HBA_GTW}
    found: dict[str, tuple[Arm, ...]] = {}
    for name, spec in specs.items():
        games = opponents.judged_games if name == "robust" else VARIANT_GAMES
        found[name] = (
            _arm(f"HBA against {opponents.name}", spec, opponents, games),
            _arm(f"MCTS against {opponents.name}", "search({budget})", opponents, games),
        )
    # Trust in wrong types costs more the further the search looks.
    deeper = ("robust",) if opponents.types_are_right else DEEPER
    games = VARIANT_GAMES if opponents.types_are_right else DEEPER_GAMES
    for name in deeper:
        found[f"{name}, {MORE_PLAYOUTS} play-outs"] = (
            _arm(f"HBA against {opponents.name}", specs[name], opponents, games, MORE_PLAYOUTS),
            _arm(
                f"MCTS against {opponents.name}",
                "search({budget})",
                opponents,
                games,
                MORE_PLAYOUTS,
            ),
        )
    return found


def _claim(number: int, opponents: _Opponents) -> Claim:
    right = opponents.types_are_right
    return Claim(
        id=f"R{number}",
        text=f"Robust HBA wins {'more' if right else f'no less (within {MARGIN:.0%})'} than MCTS "
        f"against {opponents.name}",
        settings=_settings(opponents),
        statistic=difference(f"HBA against {opponents.name}", f"MCTS against {opponents.name}"),
        direction=1,
        null=0.0 if right else -MARGIN,
    )


CLAIMS = tuple(_claim(number, opponents) for number, opponents in enumerate(OPPONENTS, start=1))
